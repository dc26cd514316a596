"""Rondel, slots, paths and stones of a ring board: each rule broken once."""

from dataclasses import replace

import pytest
from checkdata import findings_of, with_component, with_copies, with_entry, with_fields, with_mark

from validator.catalogue.model import Catalogue, Form
from validator.findings import Severity
from validator.games.henge.checks import CHECKS, boards, entries
from validator.registry import run_checks
from validator.setup.rehearse import rehearse


@pytest.fixture(scope="session")
def henge(shipped):
    return replace(shipped.games["henge"], claims=())


def told(game, code):
    """What the checks of Henge's own say under a code, but for notes, a line each."""
    found = [one for check in CHECKS for one in check.run(game, ())]
    return [one.message for one in found if one.code == code and one.severity != Severity.NOTE]


def board(game, name):
    return next(one for one in boards(game) if one.id == name)


def test_the_shipped_board_is_sound(henge):
    found = [one.code for one in findings_of(henge) if one.severity is not Severity.NOTE]
    assert found == ["title-players"], "without the claim that it is the rules' own fault"


@pytest.fixture(scope="session")
def laid(shipped):
    return rehearse(Catalogue({"henge": shipped.games["henge"]}), 1).tables


@pytest.mark.parametrize(
    "field", ["areas", "borders", "rondel", "slots", "transport", "druid_costs", "side"]
)
def test_no_shape_of_a_field_breaks_a_check(shipped, laid, field):
    for odd in (None, 3, "x", (), (None,), ({},), ({"id": 4},), {"a": 1}):
        game = with_fields(shipped.games["henge"], "board-3", **{field: odd})
        assert all(one.message for one in run_checks(Catalogue({"henge": game}), laid))


def slot(game, role, size="large"):
    return next(
        one["id"]
        for one in entries(board(game, "board-45"), "slots")
        if one["role"] == role and one["size"] == size
    )


@pytest.mark.parametrize(
    ("role", "changes", "code"),
    [
        ("upright", {"role": "monolith", "carved": True, "bonus": 1}, "slot-shape"),
        ("upright", {"size": "small"}, "slot-shape"),
        ("lintel", {"areas": ("heel", "avenue")}, "slot-shape"),
        ("lintel", {"carved": False}, "slot-carved"),
        ("upright", {"bonus": 2}, "slot-carved"),
        ("lintel", {"bonus": 0}, "slot-carved"),
        ("monolith", {"areas": ("nowhere",)}, "slot-shape"),
    ],
)
def test_a_broken_slot_is_found(henge, role, changes, code):
    """K-SLOT-10: a slot unlike its trilith, among others."""
    game = with_entry(henge, "board-45", "slots", slot(henge, role), **changes)
    assert told(game, code)


def path_of(game, *spaces):
    path = tuple({"number": number, "cost": cost} for number, cost in spaces)
    return with_entry(game, "board-3", "areas", "heel", path=path)


@pytest.mark.parametrize(
    ("spaces", "message"),
    [
        (((1, "0"), (2, "black")), "begins with 1"),
        (((0, "0"), (3, "1"), (3, "black")), "does not rise"),
        (((0, "0"), (3, "1")), "does not end with a black space"),
        (((0, "0"), (3, "black"), (5, "black")), "black space before its end"),
        (((0, "black"),), "no space to cover"),
    ],
)
def test_a_broken_path_is_found(henge, spaces, message):
    """K-PATH-01."""
    [line] = told(path_of(henge, *spaces), "path-order")
    assert message in line


def stones(game):
    return game.sets["stone"].components


def starter(game):
    return next(card.id for card in stones(game) if "starter_area" in card.fields)


def first(game, field):
    return entries(board(game, "board-3"), field)[0]


LONG = (*({"number": n, "cost": "1"} for n in range(30)), {"number": 30, "cost": "black"})


def on_rondel(game, name, action, change):
    """The game with a change of the steps of a board at which an action is offered."""
    for step in entries(board(game, name), "rondel"):
        if action in (*step["actions"], step["area"]):
            game = with_entry(game, name, "rondel", step["id"], **change(step))
    return game


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (lambda game: on_rondel(game, "board-3", "druid", lambda step: {"actions": ("carve",)}),
         "rondel-reach", "neither 'altar' nor a neighbour has a Druid step"),
        (lambda game: on_rondel(game, "board-3", "hollow", lambda step: {"area": "mound"}),
         "rondel-area", "no rondel step touches 'hollow'"),
        (lambda game: on_rondel(game, "board-45", "carve", lambda step: {
            "actions": (*({*step["actions"]} - {"carve"}), "luck")}),
         "rondel-action", "board-45: no rondel step offers 'carve'"),
        (lambda game: with_fields(
            game, "board-3", transport=entries(board(game, "board-3"), "transport")[1:]),
         "rondel-transport", "has 0 Transport icons"),
        (lambda game: with_fields(game, "board-3", borders=(
            {**first(game, "borders"), "between": ("heel", "avenue")},
            *entries(board(game, "board-3"), "borders")[1:])),
         "rondel-transport", "not those between neighbours of the ring"),
        (lambda game: with_entry(game, "board-3", "areas", "heel", privileges=("luck", "luck")),
         "area-privileges", "shows a privilege twice"),
        (lambda game: with_entry(game, "board-3", "areas", "heel", path=LONG),
         "path-room", "so no area need ever close"),
        (lambda game: with_fields(game, "board-3", druid_costs=("0", "1", "2", "3")),
         "path-price", "costs '4'"),
        (lambda game: with_mark(game, starter(game), "4+"),
         "stone-starter", "is not in play with 3 seats"),
        (lambda game: with_copies(game, "figure-large-upright", 11), "slot-figures",
         "its slots can take 12 large upright figures, but the box has 11"),
        (lambda game: with_component(
            game, "figure-small-lintel", lambda one: replace(one, fields={"size": "small"})),
         "slot-figures", "small lintel figures, but the box has 0"),
        (lambda game: with_entry(game, "board-45", "slots", slot(game, "upright"), size="either"),
         "slot-shape", "the either-size slot"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_found(henge, change, code, words):
    assert not told(henge, code)
    assert words in "\n".join(told(change(henge), code))


def test_other_games_boards_are_no_rings(shipped):
    game = shipped.games["stonehenge"]
    assert [one.set_id for one in boards(game)] == ["board"]
    assert game.sets["board"].form is Form.BOARD
    found = findings_of(replace(game, claims=()))
    assert not [one for one in found if one.code.startswith("slot")]
