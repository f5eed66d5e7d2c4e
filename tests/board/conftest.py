"""Gives a test of the board room a handheld of its own."""

import pytest

from tests.board.desk import Desk


@pytest.fixture
def desk():
    return Desk()
