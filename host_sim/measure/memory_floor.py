"""Whether the game fits the board without PSRAM: the firmware's heap, its bitmaps, displayio's own objects and the
radio's ring, at the moment that needs most, against what WiFi leaves of the board's memory. And how often garbage is
collected in a round there, and on a board with PSRAM."""

# The board's heap, as users report it (device-facts.md, "Memory and language").
HEAP = 160 * 1024
# What WiFi takes of it: 194,708 - 151,116 bytes, measured by Espressif on an ESP32-S2 without PSRAM and with ESP-IDF's
# own settings (espressif/esp-idf, issue 5938; 39,548 in issue 7186), which CircuitPython leaves as they are. That the
# S3 with ESP-NOW alone takes no more is inferred. (With PSRAM it is 55,176, reported in adafruit/circuitpython, pull
# request 6021: WiFi's buffers are larger there.)
WIFI = 194_708 - 151_116
PSRAM_HEAP = 2_000_000  # with 2 MB of PSRAM (device-facts.md)
RING = 2048  # the radio's ring (board/radio_opening.py)


def floor(heaps, screens):
    """``heaps``: heap of the firmware at each moment (memory_bench.moments_on_32_bit); ``screens``: bytes of bitmaps
    and displayio's objects at each (bench_screen). Returns ``floor_room_bytes``, ``floor_needed_bytes``, and the moment
    that needs them, ``floor_moment``."""
    needed = {name: heap + screens[name] + RING for name, heap in heaps.items()}
    moment = max(needed, key=needed.get)
    return {"floor_room_bytes": HEAP - WIFI, "floor_needed_bytes": needed[moment], "floor_moment": moment}


def packet_bytes(length):
    """What ``ESPNow.read`` takes of a 32-bit heap for a packet of ``length`` bytes: a tuple of four, two byte strings,
    and a time that may be too large for a small int; whole blocks of 16 bytes (device-facts.md, "espnow")."""
    mac = 16 + 16
    message = 16 + (length + 1 + 15) // 16 * 16
    return 32 + mac + message + 32


def collections(heaps, screens, bytes_per_s):
    """Seconds from one collection to the next in a round in full play: what is left of the heap, divided by what
    packets take of it. Nothing else makes garbage there (``alloc_bytes_hot``; tests/measure, long round)."""
    needed = heaps["table"] + screens["table"] + RING
    return {
        "collect_every_s_floor": (HEAP - WIFI - needed) / bytes_per_s,
        "collect_every_s_psram": (PSRAM_HEAP - needed) / bytes_per_s,
    }


def fits(found):
    """Whether what ``floor`` found fits."""
    return found["floor_needed_bytes"] <= found["floor_room_bytes"]


def said(found):
    """The same as a sentence."""
    return "the board without PSRAM has about %s bytes, the game needs at least %s (%s): %s" % (
        found["floor_room_bytes"],
        found["floor_needed_bytes"],
        found["floor_moment"],
        "it fits" if fits(found) else "it does not fit",
    )
