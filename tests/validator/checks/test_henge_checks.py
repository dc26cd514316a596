"""Rondel, slots, paths and stones of a ring board: each rule broken once."""

import shutil
from dataclasses import replace

import pytest
from checkdata import (
    codes,
    messages,
    only,
    troubles,
    with_component,
    with_copies,
    with_entry,
    with_fields,
    with_mark,
    without_claims,
)

from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, Form
from validator.games.henge import checks
from validator.games.henge.checks import boards, entries, neighbours
from validator.registry import run_checks
from validator.setup.rehearse import rehearse


@pytest.fixture(scope="session")
def henge(shipped):
    return without_claims(shipped.games["henge"])


def board(game, name):
    return next(one for one in boards(game) if one.id == name)


def test_the_shipped_board_is_sound(henge):
    assert troubles(henge) == ["title-players"], "without the claim that it is the rules' own fault"


def test_neighbours_close_the_ring():
    assert neighbours(("a", "b", "c", "d", "e"), "a") == ("e", "b")
    assert neighbours(("a", "b"), "x") == ()


def test_a_list_of_another_shape_is_left_alone(henge):
    game = with_fields(henge, "board-3", slots=({"id": "x"},), rondel=("step",))
    assert entries(board(game, "board-3"), "slots") == ()
    assert entries(board(game, "board-3"), "rondel") == ()


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


def rondel_of(game, **actions):
    for step, given in actions.items():
        game = with_entry(game, "board-3", "rondel", step.replace("_", "-"), actions=given)
    return game


def test_an_area_with_slots_needs_an_install_step(henge):
    steps = {
        step["id"].replace("-", "_"): ("carve",)
        for step in entries(board(henge, "board-3"), "rondel")
        if step["area"] == "heel" and "install" in step["actions"]
    }
    found = only(rondel_of(henge, **steps), "rondel-reach")
    assert "'heel' has slots but no Install step" in found.message
    assert found.place.file == "components/henge/board.yaml"


def test_each_area_needs_a_druid_step_near_by(henge):
    game = henge
    for step in entries(board(henge, "board-3"), "rondel"):
        if "druid" in step["actions"]:
            game = with_entry(game, "board-3", "rondel", step["id"], actions=("carve",))
    assert codes(game).count("rondel-reach") >= 5


def test_an_area_without_a_step_is_found(henge):
    game = henge
    for step in entries(board(henge, "board-3"), "rondel"):
        if step["area"] == "hollow":
            game = with_entry(game, "board-3", "rondel", step["id"], area="mound")
    assert "no rondel step touches 'hollow'" in only(game, "rondel-area").message


def test_a_free_action_lies_within_the_lowest_free_steps(henge):
    assert checks.lowest_free_steps(henge) >= 1
    game = henge
    for step in entries(board(henge, "board-3"), "rondel"):
        if "income" in step["actions"]:
            game = with_entry(game, "board-3", "rondel", step["id"], actions=("install",))
    assert "no free and always possible action" in only(game, "rondel-free").message


def test_every_border_has_its_transport_icon(henge):
    icons = entries(board(henge, "board-3"), "transport")
    moved = ({**icons[0], "after": "step-1"}, *icons[1:])
    game = with_fields(henge, "board-3", transport=moved)
    assert "does not lie at the border" in only(game, "rondel-transport").message
    missing = only(with_fields(henge, "board-3", transport=icons[1:]), "rondel-transport")
    assert "has 0 Transport icons" in missing.message


def test_an_action_that_cards_name_must_be_on_the_rondel(henge):
    game = henge
    for step in entries(board(henge, "board-45"), "rondel"):
        actions = tuple(action for action in step["actions"] if action != "carve")
        game = with_entry(game, "board-45", "rondel", step["id"], actions=(*actions, "luck"))
    found = messages(game, "rondel-action")
    assert "board-45: no rondel step offers 'carve'" in found
    assert "board-3" not in found


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
    game = with_entry(henge, "board-45", "slots", slot(henge, role), **changes)
    assert code in troubles(game)


@pytest.mark.parametrize(
    ("shown", "message"),
    [(("luck", "luck"), "shows a privilege twice"), (("luck", "coin"), "do not share")],
)
def test_privileges_of_the_areas(henge, shown, message):
    game = with_entry(henge, "board-3", "areas", "heel", privileges=shown)
    assert message in messages(game, "area-privileges")


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
    assert message in only(path_of(henge, *spaces), "path-order").message


def stones(game):
    return game.sets["stone"].components


def test_more_stones_than_slots_are_dead(henge):
    game = henge
    for card in stones(henge):
        game = with_mark(game, card.id, "*")
    found = only(game, "stone-dead")
    assert "with 3 seats 29 large and small stones" in found.message


def starter(game):
    return next(card.id for card in stones(game) if "starter_area" in card.fields)


def first(game, field):
    return entries(board(game, "board-3"), field)[0]


LONG = (*({"number": n, "cost": "1"} for n in range(30)), {"number": 30, "cost": "black"})


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (lambda game: with_entry(game, "board-3", "areas", "heel", path=LONG),
         "path-room", "so no area need ever close"),
        (lambda game: with_fields(game, "board-3", druid_costs=("0", "1", "2", "3")),
         "path-price", "costs '4'"),
        (lambda game: with_fields(game, starter(game), starter_area="mound"),
         "stone-starter", "the starters name"),
        (lambda game: with_mark(game, starter(game), "4+"),
         "stone-starter", "is not in play with 3 seats"),
        (lambda game: with_fields(game, stones(game)[0].id, transport_summary=9),
         "stone-track", "but it has"),
        (lambda game: with_copies(game, "figure-large-upright", 11), "slot-figures",
         "its slots can take 12 large upright figures, but the box has 11"),
        (lambda game: with_component(
            game, "figure-small-lintel", lambda one: replace(one, fields={"size": "small"})),
         "slot-figures", "small lintel figures, but the box has 0"),
        (lambda game: with_entry(game, "board-45", "slots", slot(game, "upright"), size="either"),
         "slot-shape", "the either-size slot"),
        (lambda game: with_entry(
            game, "board-3", "rondel", first(game, "rondel")["id"], area="avenue"),
         "rondel-area", ""),
        (lambda game: with_entry(
            game, "board-3", "rondel", first(game, "rondel")["id"], area="avenue"),
         "rondel-transport", ""),
        (lambda game: with_fields(game, "board-3", borders=(
            {**first(game, "borders"), "between": ("heel", "avenue")},
            *entries(board(game, "board-3"), "borders")[1:])),
         "rondel-transport", "not those between neighbours of the ring"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_found(henge, change, code, words):
    assert code not in codes(henge)
    found = change(henge)
    assert code in codes(found)
    assert words in messages(found, code)


def test_other_games_boards_are_no_rings(shipped):
    game = shipped.games["stonehenge"]
    assert [one.set_id for one in boards(game)] == ["board"]
    assert game.sets["board"].form is Form.BOARD
    assert not [code for code in codes(replace(game, claims=())) if code.startswith("slot")]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{number: 8, cost: \"2\"}\n          - {number: 9, cost: \"3\"}\n"
         "          - {number: 11, cost: \"3\"}\n          - {number: 12, cost: \"black\"}",
         "{number: 9, cost: \"2\"}\n          - {number: 9, cost: \"3\"}\n"
         "          - {number: 11, cost: \"3\"}\n          - {number: 12, cost: \"black\"}",
         "path-order"),
        ("{id: hollow-left, areas: [hollow], size: large, role: upright, trilith: hollow, carved",
         "{id: hollow-left, areas: [hollow], size: small, role: upright, trilith: hollow, carved",
         "slot-shape"),
    ],
)  # fmt: skip
def test_a_fault_of_the_board_is_told_at_its_line(root, tmp_path, old, new, code):
    """K-PATH-01, K-SLOT-10: a space that does not rise, a slot unlike its trilith."""
    shutil.copytree(root / "components/henge", tmp_path / "components/henge")
    board = tmp_path / "components/henge/board.yaml"
    text = board.read_text(encoding="utf-8")
    assert text.count(old) == 1
    board.write_text(text.replace(old, new), encoding="utf-8")
    [found] = [one for one in run_checks(load(tmp_path)[0]) if one.code == code]
    assert found.place.line == text[: text.index(old)].count("\n") + 1
