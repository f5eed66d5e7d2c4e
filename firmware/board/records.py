"""The records that store.py keeps: made of tagged fields, with a version, a number that counts up and a checksum.

One of an older or a newer version is read as far as it goes.
"""

from binascii import crc32

from .names import LANGUAGES, fit_name
from .saved import MOST

TABLE_BYTES = 22  # id 4, key 16, seat 1, epoch 1

_VERSION = 2
_MAGIC = b"JBOND"
HEAD = 5 + 1 + 4 + 1  # magic, version, number, length of the fields; the checksum follows them

# Tags of fields. Never reuse one.
_NAME = 1
_LANGUAGE = 2
_HOUSE = 3  # lock check, best of, help mark
_BRIGHTNESS = 4
_STATS = 5  # matches, won, rounds, rounds won: 2 bytes each; fastest round, s: 2
_TABLE = 6
_GIVEN = 7  # checksum of what settings.toml gave when this was saved
_VOLUME = 8


def pack_fields(store):
    """The fields of a record, from the store's attributes."""
    fields = bytearray()
    _put(fields, _NAME, fit_name(store.name).encode("utf-8"))
    _put(fields, _LANGUAGE, store.language.encode("utf-8"))
    _put(fields, _HOUSE, bytes((1 if store.lock_check else 0, store.best_of & 15, 1 if store.help_mark else 0)))
    _put(fields, _BRIGHTNESS, bytes((_clamp(store.brightness, 10, 100),)))
    _put(fields, _VOLUME, bytes((_clamp(store.volume, 0, 100),)))
    stats = bytearray()
    for count in (store.matches, store.matches_won, store.rounds, store.rounds_won, store.fastest_s):
        stats += _clamp(count, 0, MOST).to_bytes(2, "big")
    _put(fields, _STATS, stats)
    _put(fields, _GIVEN, (store.given & 0xFFFFFFFF).to_bytes(4, "big"))
    if store.ticket:
        _put(fields, _TABLE, store.ticket)
    return bytes(fields)


def take_fields(store, record):
    """Take every field that makes sense; one that doesn't keeps its default."""
    at = HEAD
    end = len(record) - 4
    while at + 2 <= end:
        tag = record[at]
        size = record[at + 1]
        value = record[at + 2 : at + 2 + size]
        at += 2 + size
        if at > end:
            break
        _take(store, tag, value)


def _take(store, tag, value):
    if tag == _NAME:
        try:
            store.name = fit_name(value.decode("utf-8"))
        except UnicodeError:
            pass
    elif tag == _LANGUAGE:
        for language in LANGUAGES:
            if language.encode("utf-8") == value:
                store.language = language
    elif tag == _HOUSE and len(value) >= 3:
        store.lock_check = value[0] != 0
        if value[1] in (1, 3, 5, 7, 9):
            store.best_of = value[1]
        store.help_mark = value[2] != 0
    elif tag == _BRIGHTNESS and value:
        store.brightness = _clamp(value[0], 10, 100)
    elif tag == _VOLUME and value:
        store.volume = _clamp(value[0], 0, 100)
    elif tag == _STATS and len(value) >= 10:
        store.matches = int.from_bytes(value[0:2], "big")
        store.matches_won = int.from_bytes(value[2:4], "big")
        store.rounds = int.from_bytes(value[4:6], "big")
        store.rounds_won = int.from_bytes(value[6:8], "big")
        store.fastest_s = int.from_bytes(value[8:10], "big")
    elif tag == _GIVEN and len(value) == 4:
        store.given = int.from_bytes(value, "big")
    elif tag == _TABLE and len(value) == TABLE_BYTES:
        store.ticket = bytes(value)


def _put(fields, tag, value):
    fields += bytes((tag, len(value)))
    fields += value


def _clamp(number, low, high):
    return max(low, min(high, int(number)))


def pack_record(number, fields):
    """A whole record."""
    record = _MAGIC + bytes((_VERSION,)) + number.to_bytes(4, "big") + bytes((len(fields),)) + fields
    return record + crc32(record).to_bytes(4, "big")


def length_of(record):
    """Bytes of a record, by what it says itself."""
    return HEAD + record[HEAD - 1] + 4


def number_of(record):
    """The record's number, 1 or more, or -1 if it isn't a complete record of ours."""
    if len(record) < HEAD + 4 or record[0 : len(_MAGIC)] != _MAGIC:
        return -1
    length = length_of(record)
    if len(record) < length or not record[len(_MAGIC)]:
        return -1
    if crc32(record[0 : length - 4]).to_bytes(4, "big") != record[length - 4 : length]:
        return -1
    return int.from_bytes(record[len(_MAGIC) + 1 : len(_MAGIC) + 5], "big")


def is_blank(record):
    """True if there are nothing but zeros."""
    for byte in record:
        if byte:
            return False
    return True
