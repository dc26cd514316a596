from generator.printing.documents import MANY_SEATS, merge_lists, name_tables, set_up_guide
from validator.catalogue.model import Configuration
from validator.findings import Place

HERE = Place("game.yaml")


def table(players, bots=0):
    return Configuration(players, HERE, bots)


def test_equal_lines_are_said_once_in_order():
    assert merge_lists([["a", "b", "d"], ["a", "c", "d"], ["a", "d", "e"]]) == [
        ("a", (0, 1, 2)),
        ("b", (0,)),
        ("c", (1,)),
        ("d", (0, 1, 2)),
        ("e", (2,)),
    ]


def test_tables_are_named_as_shortly_as_can_be():
    tables = [table(1, 2), table(2, 1), table(3), table(3, 1)]
    assert name_tables(tables[:2] + tables[3:], tables) == "With bots"
    assert name_tables([tables[2]], tables) == "Without bots"
    assert name_tables(tables[:3], tables) == "3 seats"
    assert name_tables([tables[0]], tables) == "1 player"
    tables.append(table(4, 2))
    assert name_tables([tables[0], tables[2]], tables) == "1 + 2, 3 + 0"


def test_a_game_without_bots_counts_players():
    tables = [table(2), table(3), table(4)]
    assert name_tables(tables[1:], tables) == "3 or 4 players"


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
