"""One simulated handheld's hardware, independent of who runs it (a process of its own, or a world of many in one
process).

The stand-ins in ``host_sim/stand_ins`` are thin faces over the current `Device`: ``use(device)`` chooses it,
``current()`` gives it. Time is virtual: ``now_us`` counts microseconds since power-on and only moves when the program
sleeps, when the simulated hardware needs time (SPI), when a loop asks for the time over and over without sleeping, or
when the runner sets it.
"""

import random
from collections import deque

from host_sim.handhelds.board_pins import PINS, pin_name
from host_sim.handhelds.panel import Panel

NVM_SIZE = 8192
SLEEP_MEMORY_SIZE = 4096
TICKS_START_MS = 0x1FFF0000  # device-facts.md, Time: ticks_ms starts 65.5 s before its wrap
KEY_COUNT = 7

BUSY_AFTER = 256  # questions about time or input that a program may ask at one instant for nothing
BUSY_US = 20  # what each further one costs, about what it would take on the device
AUTORELOAD_US = 750_000  # device-facts.md, Storage and settings
OWED_US = 1000  # small costs are collected up to this before they are slept off

# Why the program starts; names as in microcontroller.ResetReason.
POWER_ON = "POWER_ON"
SOFTWARE = "SOFTWARE"
WATCHDOG = "WATCHDOG"
DEEP_SLEEP_ALARM = "DEEP_SLEEP_ALARM"
RESET_PIN = "RESET_PIN"
BROWNOUT = "BROWNOUT"

# supervisor.RunReason names.
STARTUP = "STARTUP"
SUPERVISOR_RELOAD = "SUPERVISOR_RELOAD"
AUTO_RELOAD = "AUTO_RELOAD"

# The steps of a write at which the power can go (names given to ``on_write_step``).
NVM_ERASED = "nvm erased"
NVM_WRITTEN = "nvm written"
FILE_EMPTIED = "file emptied"
FILE_HALF = "file half written"
FILE_WRITTEN = "file written"
FILE_MISSING = "file missing"
FILE_RENAMED = "file renamed"

# Default wiring: the board pin of each button in the order UP RIGHT DOWN LEFT O X Z.
_FEATHER_KEYS = ("D11", "D12", "A0", "A1", "A2", "A3", "A4")  # as in docs/wiring-feather.svg
KEY_PINS = {
    "deshipu_ugame_s3": (
        "BUTTON_UP",
        "BUTTON_RIGHT",
        "BUTTON_DOWN",
        "BUTTON_LEFT",
        "BUTTON_O",
        "BUTTON_X",
        "BUTTON_Z",
    ),
    "adafruit_feather_esp32s3_4mbflash_2mbpsram": _FEATHER_KEYS,
    "adafruit_feather_esp32s3_nopsram": _FEATHER_KEYS,
}
# The panel's wires where they aren't named TFT_*: D/C, chip select (the 2.4" TFT FeatherWing), no backlight control.
PANEL_PINS = {
    "deshipu_ugame_s3": {"dc": "TFT_DC", "cs": "TFT_CS", "reset": "TFT_RESET", "backlight": "TFT_BACKLIGHT"},
    "adafruit_feather_esp32s3_4mbflash_2mbpsram": {"dc": "D10", "cs": "D9"},
    "adafruit_feather_esp32s3_nopsram": {"dc": "D10", "cs": "D9"},
}


class PowerCut(BaseException):
    """The battery is gone in the middle of a write. A BaseException: no device program can catch what ends it."""


class Restart(BaseException):
    """The program ends here because the device starts anew; ``kind`` is "reset", "reload" or "deep sleep".

    ``reason`` is the name in microcontroller.ResetReason ("reset", "deep sleep") or supervisor.RunReason ("reload").
    """

    def __init__(self, kind, reason):
        super().__init__(kind, reason)
        self.kind = kind
        self.reason = reason


class Frame:
    """One frame on the air. ``key`` is None when plain, else the sender's PMK and LMK together (32 bytes).

    ``source`` is the sending device's number, -1 for somebody who isn't one of ours. ``acked`` is filled in by the
    ether and tells the sender, when the frame comes back to it as its own, whether the send counts as a success.
    """

    __slots__ = ("source", "mac", "to", "msg", "key", "channel", "rssi", "acked")

    def __init__(self, source, mac, to, msg, key=None, channel=1, rssi=-50, acked=False):
        self.source = source
        self.mac = mac
        self.to = to
        self.msg = msg
        self.key = key
        self.channel = channel
        self.rssi = rssi
        self.acked = acked

    def as_tuple(self):
        """Plain values in constructor order, for a pipe."""
        return (self.source, self.mac, self.to, self.msg, self.key, self.channel, self.rssi, self.acked)


class Counters:
    """What a device has done since power was first applied; plain numbers, never reset by a restart."""

    __slots__ = (
        "frames_sent",
        "frames_received",
        "frames_dropped",
        "frames_unreadable",
        "nvm_writes",
        "file_writes",
        "starts",
    )

    def __init__(self):
        for name in self.__slots__:
            setattr(self, name, 0)

    def as_dict(self):
        return {name: getattr(self, name) for name in self.__slots__}


class Air:
    """A device's port to the ether. The runner sets ``on_send(frame)`` and calls ``arrive(frame)``.

    Faults (all off by default):
    ``broken``: an exception, or a number for espidf.IDFError, that the ESPNow constructor raises.
    ``memory_full``: sends wait up to 2 s, then raise 0x3067, as long as it is true.
    ``counters_frozen``: send_success and send_failure never move again.
    """

    __slots__ = (
        "device",
        "on_send",
        "on_listen",
        "listener",
        "channel",
        "enabled",
        "in_flight",
        "broken",
        "memory_full",
        "counters_frozen",
    )

    def __init__(self, device):
        self.device = device
        self.on_send = None
        self.on_listen = None
        self.broken = None
        self.memory_full = False
        self.counters_frozen = False
        self.close()

    def close(self):
        """The state after power-on: radio off, nobody listening, nothing in flight."""
        self.listener = None
        self.channel = 1
        self.enabled = False
        self.in_flight = 0

    def listen(self, listener):
        """Hand arriving frames to ``listener`` (an ESPNow), or to nobody (None)."""
        self.listener = listener
        if listener is not None:
            self.enabled = True
        self._tell()

    def enable(self, enabled):
        """Switch the radio itself on or off."""
        self.enabled = enabled
        self._tell()

    def move(self, channel):
        """The radio changes to another channel, 1-14."""
        self.enabled = True
        self.channel = channel
        self._tell()

    def _tell(self):
        if self.on_listen is not None:
            self.on_listen(self.enabled and self.listener is not None, self.channel)

    def transmit(self, frame):
        self.in_flight += 1
        self.device.counters.frames_sent += 1
        if self.on_send is not None:
            self.on_send(frame)
        else:  # alone in the world
            frame.acked = frame.to[0] & 1 == 1
            self.arrive(frame)

    def arrive(self, frame):
        """A frame reaches this device: somebody else's, or its own coming back with ``acked``, the driver's answer."""
        listener = self.listener
        if frame.source == self.device.number:
            if not self.in_flight:
                return  # sent before a restart
            self.in_flight -= 1
            if listener is not None and not self.counters_frozen:
                listener._sent(frame.acked)
        elif listener is not None and self.enabled and frame.channel == self.channel:
            listener._heard(frame)


class Device:
    """The hardware of one handheld.

    ``number``: 0-255, also makes the mac. ``folder``: the drive, a host folder, or None. ``seed``: for os.urandom, the
    undefined content of sleep memory, ... ``nvm``, ``sleep_memory``, ``panel_memory``: buffers to use instead of fresh
    ones (e.g. a shared mmap, so that a killed process leaves them as they were).
    """

    def __init__(
        self,
        number=0,
        board_id="deshipu_ugame_s3",
        folder=None,
        seed=0,
        mac=None,
        nvm=None,
        sleep_memory=None,
        panel_memory=None,
    ):
        if board_id not in KEY_PINS:
            raise ValueError("unknown board %r, known are: %s" % (board_id, ", ".join(sorted(KEY_PINS))))
        self.number = number
        self.board_id = board_id
        self.folder = folder
        self.mac = mac or bytes((0x7C, 0xDF, 0xA1, 0x00, 0x00, number & 0xFF))
        self.random = random.Random("%d/%d" % (seed, number))
        self.counters = Counters()
        self.nvm = bytearray(NVM_SIZE) if nvm is None else nvm
        self.sleep_memory = bytearray(SLEEP_MEMORY_SIZE) if sleep_memory is None else sleep_memory
        self.panel = Panel(panel_memory)
        self.air = Air(self)
        self.pin_table = PINS[board_id]
        self.wire_keys(KEY_PINS[board_id])
        self.panel_pins = {wire: self.pin_table[name] for wire, name in PANEL_PINS[board_id].items()}
        self.keys_down = 0
        self.battery_volts = 3.9
        self.light = 0.5  # what the light sensor sees, 0..1
        self.temperature = 31.0
        self.usb_connected = False
        self.getenv_gives_int = False  # device-facts.md: so it was before CircuitPython 10.2
        self.nvm_write_us = 0  # what a write to nvm takes; unmeasured on hardware
        self.previous_traceback = None
        self.access_point = None  # (ssid, channel) in reach, or None
        self.ticks_start_ms = TICKS_START_MS
        # Runner's hooks.
        self.on_sleep = None  # on_sleep(device, us): block until that much virtual time has passed; sets now_us
        self.on_background = None  # on_background(device): after each sleep, e.g. automatic display refresh
        self.on_write_step = None  # on_write_step(name): a step of a write is done; may raise PowerCut
        self.on_tone = None  # on_tone(pin name, frequency, duty 0..65535): a PWM output changed
        self.played = deque(maxlen=64)  # what I2S played last (stand_ins/audiobusio.py)
        self.cut_in_steps = 0  # counts down at each step of a write; the power is cut when it reaches 0
        self.powered = False
        self.power_on()

    # --- starting and ending ---

    def power_on(self):
        """Power comes (back): RAM is lost, sleep memory is undefined, nvm and the drive stay."""
        self.sleep_memory[:] = self.random.randbytes(len(self.sleep_memory))
        self.panel.power_on()
        self._start(POWER_ON, STARTUP)

    def power_cut(self):
        """Power goes away this instant. ``power_on`` brings it back."""
        self.powered = False
        self.air.listen(None)
        self.air.close()

    def reset(self, reason=SOFTWARE):
        """A reset without losing power: the clock starts again, sleep memory stays."""
        self.air.listen(None)
        self._start(reason, STARTUP)

    def reload(self, reason=SUPERVISOR_RELOAD):
        """The program starts again: the clock runs on, hardware is reset except a display that wasn't released."""
        self.air.listen(None)
        self.air.close()
        self.scanners = []
        self.pins_in_use = {pin: user for pin, user in self.pins_in_use.items() if pin in self.display_pins}
        self.run_reason = reason
        display = self.busses.get("DISPLAY")
        self.busses = {}
        if display is not None:
            display._reset()
            self.busses["DISPLAY"] = display
        self.wants_autoreload = False
        if reason == AUTO_RELOAD:
            self.sleep_us(AUTORELOAD_US)
        self.watchdog_at_us = None
        self.watchdog_mode = None
        self.wake_alarm = None
        self.counters.starts += 1

    def _start(self, reset_reason, run_reason):
        self.powered = True
        self.now_us = 0
        self.owed_us = 0
        self._asked_at = -1
        self._asks = 0
        self.reset_reason = reset_reason
        self.run_reason = run_reason
        self.autoreload = True
        self.wants_autoreload = False
        self.drive_readonly = True  # for the program; boot.py may change it
        self.usb_drive = True
        self.booting = True  # until boot.py is over; the runner clears it
        self.scanners = []
        self.pins_in_use = {}
        self.display_pins = set()
        self.busses = {}
        self.watchdog_at_us = None
        self.watchdog_mode = None
        self.watchdog_timeout_us = 5_000_000
        self.wake_alarm = None
        self.panel_is_data = False
        self.air.close()
        self.cut_in_steps = 0
        self.counters.starts += 1

    # --- time ---

    @property
    def ticks_ms(self):
        """supervisor.ticks_ms() right now: (ms + 0x1FFF0000) mod 2**29."""
        return (self.now_us // 1000 + self.ticks_start_ms) & 0x1FFFFFFF

    def sleep_us(self, us):
        """Let virtual time pass. Without a runner's hook the clock just moves on."""
        us += self.owed_us
        self.owed_us = 0
        if self.on_sleep is not None:
            self.on_sleep(self, us)
        else:
            self.now_us += us
        if self.on_background is not None:
            self.on_background(self)
        if self.watchdog_at_us is not None and self.now_us >= self.watchdog_at_us:
            self._watchdog_bites()
        if self.wants_autoreload:
            self.wants_autoreload = False
            raise Restart("reload", AUTO_RELOAD)

    def spend_us(self, us):
        """Time that hardware takes. Small amounts are collected, so that not every command byte is a sleep."""
        self.owed_us += us
        if self.owed_us >= OWED_US:
            self.sleep_us(0)

    def ask(self):
        """Called by every stand-in that a waiting loop would poll: a loop that never sleeps moves the clock as well."""
        if self.now_us != self._asked_at:
            self._asked_at = self.now_us
            self._asks = 0
            return
        self._asks += 1
        if self._asks > BUSY_AFTER:
            self.spend_us(BUSY_US)
            self._asked_at = self.now_us  # still the same loop

    def computer_wrote(self):
        """A computer wrote a file over USB: with autoreload on the program ends, and starts again 750 ms later."""
        self.wants_autoreload = self.autoreload

    def _watchdog_bites(self):
        import microcontroller

        microcontroller.watchdog._bite()

    # --- keys ---

    def set_key(self, key, down, at_us=None):
        """Press (True) or let go (False) key 0-6 (UP RIGHT DOWN LEFT O X Z), now or at ``at_us``."""
        if not 0 <= key < KEY_COUNT:
            raise ValueError("key must be 0-6")
        at_us = self.now_us if at_us is None else at_us
        for scanner in self.scanners:
            scanner._before_change(at_us)
        if down:
            self.keys_down |= 1 << key
        else:
            self.keys_down &= ~(1 << key)

    def wire_keys(self, names):
        """Solder the seven buttons (order UP RIGHT DOWN LEFT O X Z) to these board pins; pressed pulls the pin low."""
        self.key_pins = tuple(names)
        self.key_of_gpio = {self.pin_table[name]: key for key, name in enumerate(names)}

    # --- pins (by GPIO number) ---

    def claim(self, gpio, user):
        """Take a pin. Raises ValueError as the device does when somebody holds it."""
        if gpio in self.pins_in_use:
            raise ValueError("%s in use" % pin_name(self.board_id, gpio))
        self.pins_in_use[gpio] = user

    def free(self, gpio):
        self.pins_in_use.pop(gpio, None)

    def level(self, gpio, otherwise):
        """What a pin reads that the program doesn't drive: a key, or ``otherwise`` (its pull) if nothing is wired."""
        key = self.key_of_gpio.get(gpio)
        return otherwise if key is None else not self.keys_down >> key & 1

    def drive(self, gpio, level):
        """The program drives an output pin; only the panel's wires have a consequence here."""
        wires = self.panel_pins
        if gpio == wires["dc"]:
            self.panel_is_data = level
        elif gpio == wires.get("reset"):
            if not level:
                self.panel.reset()
        elif gpio == wires.get("backlight"):
            self.panel.backlight = 1.0 if level else 0.0

    # --- writes that the power can be cut in ---

    def write_step(self, name):
        """A step of a write to nvm or the drive is done. Raises PowerCut if the power goes here."""
        if self.on_write_step is not None:
            try:
                self.on_write_step(name)
            except PowerCut:
                self.power_cut()
                raise
        if self.cut_in_steps:
            self.cut_in_steps -= 1
            if self.cut_in_steps == 0:
                self.power_cut()
                raise PowerCut(name)

    def check_power(self):
        """Writes of a device that has lost its power do nothing: ``with`` and ``finally`` blocks still run here."""
        if not self.powered:
            raise PowerCut("no power")


active = None  # the device the stand-ins speak for


def current():
    """The device in use; if none was chosen, one handheld lying alone on the desk."""
    global active
    if active is None:
        active = Device()
    return active


def use(device):
    """From now on the stand-ins speak for this device (objects already made keep theirs). Returns it."""
    global active
    active = device
    return device
