"""What a run came to: one object for --json, a few sentences for people."""


def agreed_result(remotes):
    """The result that the handhelds show, or None if one that is on shows none yet or they don't agree."""
    results = [remote.result for remote in remotes if remote.is_on]
    return None if None in results else _common(results)


def _common(results):
    """What all of some results say, or None if they don't agree or there are none."""
    if not results:
        return None
    first = {**results[0], "seat": None}
    return first if all({**result, "seat": None} == first for result in results) else None


def figures(hub, seed, board_id):
    """Everything that --json prints. Depends on nothing but virtual time: the same seed gives the same text.

    A match is finished if all who show a result show the same: whoever left before shows none. ``winner`` is the name,
    ``winner_handheld`` the handheld's number (1 is on the left); both None without a result.
    ``score`` has the rounds won by name. ``frames_lost`` counts frames that were on their way to that handheld and did
    not arrive or found its ring full. ``virtual_seconds`` is the handhelds' time, not the PC's.
    """
    result = _common([remote.result for remote in hub.remotes if remote.is_on and remote.result])
    by_seat = {remote.result["seat"]: remote for remote in hub.remotes if remote.result}
    winner = by_seat.get(result["winner"]) if result else None
    handhelds = []
    for remote in hub.remotes:
        totals = remote.totals()
        seat = remote.result["seat"] if remote.result else None
        handhelds.append(
            {
                "handheld": remote.number,
                "name": remote.result["names"][seat] if remote.result and seat < 4 else remote.name,
                "state": remote.state,
                "problem": remote.problem or None,
                "rounds_won": remote.result["wins"][seat] if remote.result and seat < 4 else 0,
                "swaps": totals.swaps,
                "refused_wishes": totals.refused,
                "frames_sent": hub.ether.sent[remote.number],
                "frames_lost": hub.ether.lost[remote.number] + totals.frames_dropped,
                "spi_bytes": totals.spi_bytes,
            }
        )
    return {
        "finished": result is not None,
        "winner": result["names"][result["winner"]] if winner else None,
        "winner_handheld": winner.number if winner else None,
        "rounds": result["rounds"] if result else None,
        "best_of": result["best_of"] if result else None,
        "score": _score(result, by_seat) if result else {},
        "handhelds": handhelds,
        "virtual_seconds": round(hub.now_us / 1e6, 3),
        "seed": seed,
        "board": board_id,
    }


def _score(result, by_seat):
    """Rounds won by name; players of one name get the number of their handheld behind it, if it shows a result."""
    score = {}
    for seat, name in enumerate(result["names"]):
        if name and result["names"].count(name) > 1:
            name += f" ({by_seat[seat].number})" if seat in by_seat else " (left)"
        if name:
            score[name] = result["wins"][seat]
    return score


def sentence(found):
    """The result for people."""
    if not found["finished"]:
        return f"no match came to its end in {found['virtual_seconds']:.0f} s of game time (seed {found['seed']})"
    score = ", ".join(f"{name} {wins}" for name, wins in found["score"].items())
    return (
        f"{found['winner']} (handheld {found['winner_handheld']}) wins the match: {score} rounds won, "
        f"{found['rounds']} dealt, {found['virtual_seconds']:.0f} s of game time (seed {found['seed']})"
    )
