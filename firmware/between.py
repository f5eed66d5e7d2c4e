"""What a handheld does between rounds: the seat to come back to, and the statistics. ``handheld`` is a
``handheld.Handheld``."""

from adafruit_ticks import ticks_diff


def come_back(handheld):
    """Take the seat back that was held when the power went or the handheld was reset. Returns the table's id, 0 for
    none."""
    ticket = handheld.parts.store.table_to_rejoin
    if ticket is None:
        return 0
    table_id = int.from_bytes(ticket.id, "little")
    handheld.link.come_back(table_id, ticket.key, ticket.seat)
    return table_id


def keep_ticket(handheld, is_in_round):
    """Keep what it takes to come back to the table, or that there is none."""
    store = handheld.parts.store
    ticket = handheld.link.ticket()
    if ticket is None:
        store.forget_table()
    else:
        table_id, key, seat = ticket
        store.remember_table(table_id.to_bytes(4, "little"), key, seat)
    if not is_in_round:
        store.save()


def count_round(handheld, began, is_match_over):
    """A round is over that ``began`` at that table time."""
    store = handheld.parts.store
    table = handheld.link.table
    seat = handheld.link.seat
    store.count_round(table.winner == seat, ticks_diff(table.since, began) // 1000)
    if is_match_over:
        store.count_match(table.match_winner == seat)
        store.save()
