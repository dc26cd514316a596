"""Copies at each table, and how that is said in few words."""

from __future__ import annotations

import pytest

from generator.publish.contents import copies_by_table, table_name, use_told
from validator.catalogue.model import Configuration
from validator.findings import Place

HERE = Place("game.yaml")


def tables(*counts: tuple[int, int]) -> list[Configuration]:
    return [Configuration(players, HERE, bots) for players, bots in counts]


@pytest.mark.parametrize(
    ("copies", "told"),
    [
        ((5, 5, 5), ""),
        ((0, 0, 4), "only at 4 players"),
        ((0, 4, 4), "only at 3 or 4 players"),
        ((2, 3, 4), "2 at 2 players, 3 at 3 players, 4 at 4 players"),
        ((0, 3, 4), "3 at 3 players, 4 at 4 players"),
    ],
)
def test_where_copies_are_used(copies, told):
    assert use_told(copies, tables((2, 0), (3, 0), (4, 0))) == told


def test_where_bots_play_seats_are_counted():
    asked = tables((1, 2), (3, 0), (3, 1), (4, 0))
    assert use_told((0, 0, 1, 1), asked) == "only at 4 seats"
    assert use_told((1, 0, 1, 0), asked) == "only with bots"
    assert use_told((0, 1, 0, 1), asked) == "only without bots"


def test_tables_in_words():
    one, other = tables((1, 2), (3, 0))
    assert (table_name(one), table_name(other)) == ("1 player, 2 bots", "3 players")


def test_cards_of_bots_are_used_only_with_bots(shipped):
    game = shipped.games["henge"]
    used = copies_by_table(game)
    bots = game.sets["hengebot"].components[0]
    for table, copies in zip(game.configurations, used[bots.id], strict=True):
        assert copies == (bots.copies if table.bots else 0)
    with_mark = next(one for one in game.components() if one.mark.text == "4+")
    for table, copies in zip(game.configurations, used[with_mark.id], strict=True):
        assert bool(copies) is (table.total >= 4)
