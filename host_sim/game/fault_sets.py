"""Ready-made sets of faults, drawn from a seed, as the text that ``faults.parse`` takes."""

import random

from host_sim.handhelds.device import KEY_COUNT


def calm(chance, handhelds):
    """Nothing but clocks that drift."""
    return []


def party(chance, handhelds):
    """A living room: 5 % loss, jitter."""
    return ["loss=0.05", "jitter=8"]


def convention(chance, handhelds):
    """A hall full of players: 20 % loss, bursts, strangers' tables."""
    return [
        "loss=0.2",
        "burst=60/1500",
        "strangers=%d" % chance.randint(2, 12),
        "foreign=%d" % chance.randint(1, 10),
    ]


def storm(chance, handhelds):
    """Everything, including reboots, partitions and power cuts."""
    faults = []
    if chance.random() < 0.3:
        faults.append("drift=%d:%d" % (chance.randrange(handhelds), chance.choice((-200, -100, 100, 200))))
    if chance.random() < 0.3:
        faults.append("wrap=%d:%d" % (chance.randrange(handhelds), chance.randint(5, 60)))
    ends = 0
    # Most of it once the cards are dealt, about 20 s from the start; some before, in the lobby.
    for _ in range(chance.randint(4, 12)):
        since = round(chance.uniform(2, 18) if chance.random() < 0.15 else chance.uniform(16, 70), 3)
        until = round(since + chance.uniform(0.2, 12), 3)
        faults.append(_one_of_a_storm(chance, handhelds, since, until))
        ends = max(ends, until)
    # On the air first lost, then doubled, then late: the first verdict wins.
    faults.append("loss=%.2f@0-%d" % (chance.choice((0.02, 0.1, 0.2, 0.3)), ends + 5))
    if chance.random() < 0.5:
        faults.append("dup=0.1@0-%d" % (ends + 5))
    if chance.random() < 0.5:
        faults.append("reorder=0.1/60@0-%d" % (ends + 5))
    faults.append("jitter=%d@0-%d" % (chance.choice((3, 10, 30)), ends + 5))
    return faults


def _one_of_a_storm(chance, handhelds, since, until):
    who = chance.randrange(handhelds)
    other = (who + chance.randint(1, handhelds - 1)) % handhelds
    kind = chance.choice(_STORM)
    if kind.endswith("="):
        return "%s%d@%s-%s" % (kind, who, since, until)
    if kind == "reboot":
        return "reboot=%d:%d@%s" % (who, chance.choice((0, 0, 300, 2000)), since)
    if kind == "powercut":
        return "powercut=%d:%d@%s" % (who, chance.choice((10, 300, 2000, 8000)), since)
    if kind == "cutwrite":
        return "cutwrite=%d:%d@%s-%s" % (who, chance.randint(1, 6), since, until + 20)
    if kind == "way":
        return "partition=%d>%d@%s-%s" % (who, other, since, until)
    if kind == "pair":
        return "partition=%d<>%d@%s-%s" % (who, other, since, until)
    if kind == "burst":
        return "burst=%d/%d@%s-%s" % (chance.choice((30, 100, 400)), chance.choice((200, 800, 2000)), since, until)
    if kind == "delay":
        return "delay=%d:%d>%d@%s-%s" % (chance.choice((5, 20, 60, 150)), who, other, since, until)
    if kind == "deaf":
        return "deaf=%d:300/1000@%s-%s" % (who, since, until)
    if kind == "flood":
        return "flood=%d:%d@%s" % (who, chance.choice((10, 30, 60)), since)
    if kind == "hostile":
        return "hostile=%d@%s-%s" % (chance.choice((5, 30, 60)), since, until)
    if kind == "strangers":
        return "strangers=%d@%s-%s" % (chance.choice((2, 8, 25)), since, until)
    if kind == "foreign":
        return "foreign=%d@%s-%s" % (chance.choice((5, 30)), since, until)
    if kind == "long":
        return "long=%d@%s-%s" % (chance.choice((1, 5)), since, until)
    if kind == "leave":
        return "leave=%d@%s" % (who, since)
    if kind == "pause":
        return "pause=%d:%d@%s" % (who, chance.choice((250, 250, 600, 1500)), since)
    return "hold=%d:%d:%d@%s" % (who, chance.randrange(KEY_COUNT), chance.choice((300, 1000, 5000)), since)


_STORM = (
    "partition=",
    "nomemory=",
    "frozen=",
    "badradio=",
    "lostrelease=",
    "reboot",
    "reboot",
    "reboot",
    "powercut",
    "powercut",
    "cutwrite",
    "way",
    "way",
    "pair",
    "burst",
    "delay",
    "deaf",
    "flood",
    "hostile",
    "strangers",
    "foreign",
    "long",
    "pause",
    "pause",
    "hold",
    "leave",
)

SETS = {"calm": calm, "party": party, "convention": convention, "storm": storm}


def draw(text, seed, handhelds):
    """The faults of one world as text: a ready-made set, drawn from the seed, or ``text`` itself. Sets and single
    faults may be mixed: ``party,reboot=1@30``."""
    items = []
    for item in text.split(","):
        name = item.strip()
        if name in SETS:
            items += SETS[name](random.Random("%s %d %d" % (name, seed, handhelds)), handhelds)
        elif name:
            items.append(name)
    return ",".join(items)
