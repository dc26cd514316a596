"""The Stonehenge box against the public facts about it, and what its four games take of it."""

from collections import Counter
from dataclasses import replace

import pytest

from validator.catalogue.seats import component_id, find_configuration
from validator.checks.pieces import check_counts
from validator.setup.deal import set_up


def test_the_box_is_read_as_its_rules_state_it(shipped):
    """K-SH-01, K-SH-02, K-SH-03, K-SH-04, K-SH-05, K-SH-06, K-SH-07, K-SH-08: tied to the data.

    All black cards, both 25s and the trilithon cards are 17, as a public source counts.
    """
    game = shipped.games["stonehenge"]
    board = game.sets["board"].components[0].fields
    colours = ("white", "blue", "green", "yellow", "red", "black")
    outer, phases = board["outer"], board["inner"]["phases"]
    assert (outer["colours"], outer["spaces"], phases) == (colours, 30, ("night", "day"))
    assert (board["bluestones"], board["quadrants"]) == (19, ((1, 8), (8, 15), (16, 23), (23, 30)))
    numbers = [one.fields for one in game.sets["number"].components]
    assert all(one["colour"] == colours[(one["number"] - 1) % 6] for one in numbers)
    black = [one for one in numbers if one["colour"] == "black" or one["number"] == 25]
    assert len(black) + game.sets["trilithon"].count == 17
    ids = [card.id for card in game.sets["number"].components]
    assert ids == [f"{number}-{phase}" for number in range(1, 31) for phase in phases]


@pytest.mark.parametrize(
    ("name", "players", "disks", "bars", "figures", "cards"),
    [
        ("high_council", 2, 40, 50, 4, 64),
        ("high_council", 4, 40, 50, 4, 64),
        ("crossing_stonehenge", 2, 20, 2, 2, 0),
        ("battle_of_the_gods", 2, 20, 20, 2, 65),
        ("battle_of_the_gods", 3, 30, 30, 3, 65),
        ("battle_of_the_gods", 4, 40, 40, 4, 65),
        ("first_druid", 3, 30, 30, 4, 63),
        ("first_druid", 4, 40, 40, 5, 64),
        ("first_druid", 5, 50, 50, 6, 65),
    ],
)
def test_what_each_game_puts_on_the_table(shipped, name, players, disks, bars, figures, cards):
    """K-SH-07; HC-COMP-04..07, CS-COMP-02..05, BG-COMP-06, FD-COMP-02..04.

    The board lies on every table: HC-COMP-01, CS-COMP-01, BG-COMP-03, FD-COMP-07.
    """
    game = shipped.games[name]
    result = set_up(game, find_configuration(game, players), seed=3)
    assert result.problems == ()
    pieces = [piece for items in result.zones.values() for piece in items]
    assert len(pieces) == len(set(pieces)) == sum(one.count for one in game.sets.values())
    on_table = Counter(
        component_id(piece).partition("-")[0]
        for zone, pieces in result.zones.items()
        if zone != "box"
        for piece in pieces
    )
    assert on_table["board"] == 1
    numbers = sum(count for kind, count in on_table.items() if kind.isdigit())
    assert (on_table["disk"], on_table["bar"], on_table["figure"]) == (disks, bars, figures)
    assert numbers + on_table["trilithon"] == cards


def test_crossing_stonehenge_stands_on_24_cells(shipped):
    """CS-SETUP-01..06, CS-GRID-01, CS-GRID-02, CS-SETUP-07.

    CS-COMP-02, CS-COMP-03, CS-COMP-04, CS-COMP-05: green and yellow pieces, and no others.
    """
    game = shipped.games["crossing_stonehenge"]
    zones = set_up(game, find_configuration(game, 2), seed=1).zones
    cells = {zone[6:]: pieces for zone, pieces in zones.items() if zone.startswith("board.")}
    assert len(cells) == 24
    assert all(len(pieces) == 1 for pieces in cells.values())
    assert {int(cell[1:]) for cell in cells} == {10, 11, 12, 19, 20, 21}
    corners = [component_id(cells[cell][0]) for cell in ("A10", "A21", "D10", "D21")]
    assert corners == ["bar-green", "bar-yellow", "figure-yellow", "figure-green"]
    kinds = Counter(component_id(pieces[0]) for pieces in cells.values())
    assert kinds == {
        f"{kind}-{colour}": count
        for kind, count in (("disk", 10), ("figure", 1), ("bar", 1))
        for colour in ("green", "yellow")
    }


def test_rulings_say_what_they_are_about(shipped):
    for name in ("high_council", "crossing_stonehenge", "battle_of_the_gods", "first_druid"):
        for ruling in shipped.games[name].rulings:
            assert ruling.default in ruling.options, ruling.id
            assert ruling.rules, ruling.id
            assert len(ruling.options) > 1 or ruling.severity == "m", ruling.id


def test_the_parts_list_of_a_game_names_every_piece_that_it_takes_out_of_the_box(shipped):
    """CS-COMP-02, CS-COMP-03, CS-COMP-04: the bars too, one of the ten of a colour."""
    game = shipped.games["crossing_stonehenge"]
    listed = {(part.set_id, part.where.get("colour")): part.count for part in game.parts}
    assert {key: listed[key] for key in listed if key[0] != "board"} == {
        (kind, colour): count
        for kind, count in (("figure", 1), ("bar", 1), ("disk", 10))
        for colour in ("green", "yellow")
    }
    assert not [*check_counts(game, ())]
    doubled = tuple(replace(part, count=2 * part.count) for part in game.parts)
    found = [one.code for one in check_counts(replace(game, parts=doubled), ())]
    assert found == ["count-parts"] * len(doubled)


def test_the_council_lists_more_than_it_uses(shipped):
    """HC-COMP-02, HC-COMP-03 (X-HC-10): five trilithon cards and trilithons, four and one used."""
    game = shipped.games["high_council"]
    listed = {part.set_id: part.count for part in game.parts}
    used = {use.set_id: use.count for use in game.uses}
    assert (listed["number"], listed["trilithon"], listed["capstone"]) == (60, 5, 5)
    assert (used["number"], used["trilithon"], used["capstone"]) == (60, 4, 1)
