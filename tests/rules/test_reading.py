"""What can be asked of a table."""

from firmware.rules.table import LEFT, Table


def test_seats_are_counted_and_some_of_them_left_out():
    table = Table()
    assert table.seated() == 0
    for seat in (0, 2, 3):
        table.sit(seat)
    table.deal(1, 0)
    assert table.seated() == 3
    assert [table.seated(without) for without in (0b0001, 0b0010, 0b1100, 0b1101, ~0b0100)] == [2, 3, 1, 0, 1]
    table.leave(3, 5)
    assert table.standing(3) == LEFT
    assert (table.seated(), table.seated(0b0001), table.seated(0b1000)) == (2, 1, 2)
