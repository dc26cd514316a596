import pytest

from generator.printing.documents import MANY_SEATS, merge_lists, name_tables, set_up_guide
from validator.catalogue.model import Configuration
from validator.findings import Place

HERE = Place("game.yaml")


def named(picked, *tables):
    """How some tables (from 0) are named among all: numbers of players and of bots."""
    every = [Configuration(players, HERE, bots) for players, bots in tables]
    return name_tables([every[number] for number in picked], every)


def test_equal_lines_are_said_once_in_order():
    assert merge_lists([["a", "b", "d"], ["a", "c", "d"], ["a", "d", "e"]]) == [
        ("a", (0, 1, 2)),
        ("b", (0,)),
        ("c", (1,)),
        ("d", (0, 1, 2)),
        ("e", (2,)),
    ]


@pytest.mark.parametrize(
    ("picked", "more", "said"),
    [
        ([0, 1, 3], [], "With bots"),
        ([2], [], "Without bots"),
        ([0, 1, 2], [], "3 seats"),
        ([0], [], "1 player"),
        ([0, 2], [(4, 2)], "1 + 2, 3 + 0"),
    ],
)
def test_tables_are_named_as_shortly_as_can_be(picked, more, said):
    assert named(picked, (1, 2), (2, 1), (3, 0), (3, 1), *more) == said


def test_a_game_without_bots_counts_players():
    assert named([1, 2], (2, 0), (3, 0), (4, 0)) == "3 or 4 players"


def test_every_line_of_every_table_is_in_the_merged_guide(shipped):
    from validator.setup.guide import guide

    game = shipped.games["henge"]
    whole = "\n".join(set_up_guide(game))
    for configuration in game.configurations:
        for line in guide(game, configuration, MANY_SEATS):
            assert line.split(". ", 1)[1] in whole


def test_one_table_needs_no_tags(shipped):
    game = shipped.games["henge"]
    lines = set_up_guide(game, game.configurations[:1])
    assert lines[0].startswith("1. ")
    assert not any("**" in line for line in lines)
