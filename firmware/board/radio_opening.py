"""Opening and closing the radio, its keys and its peers: what goes on between rounds, or in trouble. ``radio`` is a
``radio.Radio``, which says what each does. Nothing here raises."""

import espnow
import wifi

from .clock import ticks_add, ticks_diff, ticks_ms
from .radio import (
    BACK_OFF_MS,
    BROADCAST,
    NO_PROBLEM,
    NOT_SENDING,
    REOPEN_MS,
    RETRY_MS,
    WONT_OPEN,
    Known,
    before,
    running,
)

# What the heap gives first. The default of 526 holds four frames of 100 bytes, less than one hiccup of the loop.
_RINGS = (2048, 1024, 526)
_PEERS = 20  # the driver's limit, broadcast included
_ENCRYPTED = 7

_LONGEST_BACK_OFF_MS = 1280
_FAILS_TO_REOPEN = 3


# --- opening and closing ---


def open_radio(radio):
    """Open it with the largest ring that can be had, with its key and all its peers."""
    _leave_access_point()
    radio.everybody_known = False
    for size in _RINGS:
        try:
            radio.driver = _make(radio, size)
            break
        except MemoryError:
            continue
        except Exception as error:
            print("radio: won't open:", error)
            break
    if radio.driver is None:
        radio.problem = WONT_OPEN
        # Worth another try by itself: whoever comes back into a round has no time to ask for one.
        radio.reopen_due = True
        radio.reopen_at = ticks_add(ticks_ms(), RETRY_MS)
        return
    _stay_awake()
    running[radio.mac] = radio.driver
    radio.ring_bytes = size
    if radio.problem == WONT_OPEN:
        radio.problem = NO_PROBLEM
    radio.reopen_due = False
    radio.reopen_at = ticks_add(ticks_ms(), REOPEN_MS)
    if radio.pmk is not None:
        try:
            radio.driver.set_pmk(radio.pmk)
        except Exception as error:
            print("radio: key refused:", error)
    add_everybody(radio)
    for mac in sorted(radio.known):
        append(radio, radio.known[mac].peer)


def _make(radio, size):
    try:
        return espnow.ESPNow(buffer_size=size)
    except RuntimeError:  # "Already running": somebody reloaded without closing it
        old = running.pop(radio.mac, None)
        if old is None:
            raise
        _deinit(old)
        return espnow.ESPNow(buffer_size=size)


def close(radio):
    """Switch ESP-NOW off."""
    if radio.driver is not None:
        running.pop(radio.mac, None)
        _deinit(radio.driver)
        radio.driver = None
        radio.everybody_known = False


def reopen(radio):
    """Close it and open it anew."""
    radio.reopened += 1
    close(radio)
    open_radio(radio)


def send_failed(radio, error, peer):
    """A send to ``peer`` raised ``error``: wait before the next one, and open the radio anew where that helps."""
    number = _number(error)
    if number == 0x3069:  # the driver has lost this peer
        radio.quiet_until = ticks_ms()
        if peer is radio.everybody:
            radio.everybody_known = False
        else:
            append(radio, peer)
        return
    radio.fails += 1
    wait = min(BACK_OFF_MS << min(radio.fails - 1, 8), _LONGEST_BACK_OFF_MS)
    radio.quiet_until = ticks_add(ticks_ms(), wait)
    # Out of memory, after up to 2 s of waiting: it may never recover by itself. Anything else (wrong channel, not
    # initialised, internal) wants it anew at once: that leaves an access point too.
    if number == 0x3067:
        if radio.fails < _FAILS_TO_REOPEN:
            return
        radio.problem = NOT_SENDING
    # Now if the last time is long enough ago, otherwise once it is.
    radio.reopen_due = True
    if not before(ticks_ms(), radio.reopen_at):
        reopen(radio)


def _number(error):
    """The number in "ESP-NOW error 0x30xx", or 0."""
    text = str(error)
    at = text.find("0x")
    if at < 0:
        return 0
    try:
        return int(text[at + 2 : at + 6], 16)
    except ValueError:
        return 0


def own_mac():
    """The handheld's address, 6 bytes; zeros if it can't be had."""
    try:
        return bytes(wifi.radio.mac_address)  # type: ignore[arg-type]  # the stub says: any buffer
    except Exception as error:
        print("radio: no address:", error)
        return bytes(6)


def _leave_access_point():
    """An access point moves the channel and makes us deaf for stretches; settings.toml may have joined one."""
    radio = wifi.radio
    try:
        if radio.connected:
            radio.stop_station()
            radio.enabled = False
            radio.enabled = True
            radio.start_station()
        if getattr(radio, "ap_active", False):
            radio.stop_ap()
    except Exception as error:
        print("radio: access point:", error)


def _stay_awake():
    try:
        wifi.radio.power_management = wifi.PowerManagement.NONE
    except Exception:  # not in every version; without an access point there is no power save anyway
        pass


def _deinit(now):
    try:
        now.deinit()
    except Exception as error:
        print("radio: won't close:", error)


# --- keys and peers ---


def set_key(radio, pmk):
    """``Radio.set_key``."""
    if pmk is not None:
        pmk = bytes(pmk)
        if len(pmk) != 16:
            pmk = None
    if pmk == radio.pmk:
        return
    radio.pmk = pmk
    if radio.driver is not None:
        close(radio)
        open_radio(radio)


def add_peer(radio, mac, lmk):
    """``Radio.add_peer``."""
    mac = bytes(mac)
    if len(mac) != 6 or mac == BROADCAST or (lmk is not None and len(lmk) != 16):
        return
    lmk = None if lmk is None else bytes(lmk)
    known = radio.known.get(mac)
    if known is not None:
        known.used_at = ticks_ms()
        if known.lmk == lmk:
            return
        remove_peer(radio, mac)
    _make_room(radio, lmk)
    # Channel 0 is "whatever the radio is on": a fixed one raises when an access point moved us.
    try:
        peer = espnow.Peer(mac=mac, lmk=lmk, channel=0, encrypted=lmk is not None)
    except Exception as error:
        print("radio: no peer:", error)
        return
    known = Known(peer, lmk)
    known.used_at = known.free_at = ticks_ms()
    radio.known[mac] = known
    append(radio, peer)


def remove_peer(radio, mac):
    """``Radio.remove_peer``."""
    known = radio.known.pop(bytes(mac), None)
    if known is not None:
        _remove(radio, known.peer)


def add_everybody(radio):
    """Tell the driver of the peer that stands for everybody."""
    # peer=None would skip it, and fail with 0x3069 if it is the only one (field case F6).
    if radio.driver is None:
        return
    if radio.everybody is None:
        radio.everybody = espnow.Peer(mac=BROADCAST, lmk=None, channel=0)
    radio.everybody_known = append(radio, radio.everybody)


def append(radio, peer):
    """Put a peer on the driver's list. True if it is there."""
    if radio.driver is None:
        return False
    try:
        radio.driver.peers.append(peer)
        return True
    except Exception as error:
        if _number(error) != 0x306B:
            print("radio: peer refused:", error)
            return False
    # It exists, perhaps with another key.
    _remove(radio, peer)
    try:
        radio.driver.peers.append(peer)
        return True
    except Exception as error:
        print("radio: peer refused:", error)
        return False


def _remove(radio, peer):
    if radio.driver is None:
        return
    try:
        radio.driver.peers.remove(peer)
    except Exception:  # 0x3069: it wasn't there, which is what we wanted
        pass


def _make_room(radio, lmk):
    encrypted = 0
    for mac in sorted(radio.known):
        if radio.known[mac].lmk is not None:
            encrypted += 1
    if lmk is not None and encrypted >= _ENCRYPTED:
        _forget_oldest(radio, True)
    if len(radio.known) >= _PEERS - 1:
        _forget_oldest(radio, encrypted == len(radio.known))


def _forget_oldest(radio, encrypted):
    oldest = None
    for mac in sorted(radio.known):
        known = radio.known[mac]
        if (known.lmk is not None) == encrypted:
            if oldest is None or ticks_diff(known.used_at, radio.known[oldest].used_at) < 0:
                oldest = mac
    if oldest is not None:
        remove_peer(radio, oldest)
