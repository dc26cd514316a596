"""What Henge expects of its board and cards: each expectation of its set-up broken once."""

from dataclasses import replace
from functools import cache

import pytest
from checkdata import with_component, with_copies, with_entry, with_mark
from shippedgames import game_of

from validator.catalogue.script_reader import read_script
from validator.catalogue.seats import find_configuration
from validator.catalogue.source import Source
from validator.compiler.table import prepare
from validator.play.match import Tally
from validator.play.rulings import resolve_rulings
from validator.rng import Streams


@cache
def henge():
    """The game, which ends as soon as it is laid out: that is compiled faster."""
    game = game_of("henge")
    written = {"kind": "play", "round": [{"do": "end_game", "winners": "best"}], "score": "0"}
    script, _ = read_script(Source("play.yaml", written))
    return replace(game, play=replace(game.play, begin=(), round=script.round))


def told(game, players=3):
    """What the set-up says of the data, at a table of so many people."""
    table = prepare(game, find_configuration(game, players), resolve_rulings(game))
    frame = table.frame
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    match = table.deal(Streams(1, "henge", frame.table, 0), tally)
    return [message for code, _, message, _ in match.problems if code == "setup-contradiction"]


def board(game, name):
    return next(one for one in game.sets["board"].components if one.id == name)


def slot(game, role, name="board-3", size="large"):
    found = board(game, name).fields["slots"]
    return next(one["id"] for one in found if one["role"] == role and one["size"] == size)


def of_slot(role, of="large", **changes):
    """A change of the first slot of a role and size."""
    return lambda game: with_entry(game, "board-3", "slots", slot(game, role, size=of), **changes)


def path(*spaces):
    """A change of the path of the Heel."""
    spaces = tuple({"number": number, "cost": cost} for number, cost in spaces)
    return lambda game: with_entry(game, "board-3", "areas", "heel", path=spaces)


def without(action, *areas):
    """A change that puts an action out of the steps at some areas, Luck in its place."""

    def changed(game):
        for step in board(game, "board-3").fields["rondel"]:
            if action in step["actions"] and step["area"] in (areas or (step["area"],)):
                left = [one for one in step["actions"] if one not in (action, "luck")]
                game = with_entry(game, "board-3", "rondel", step["id"], actions=(*left, "luck"))
        return game

    return changed


def starter(game):
    found = game.sets["stone"].components
    return next(one.id for one in found if one.fields.get("starter_area") == "heel")


def test_the_shipped_data_are_as_expected():
    assert [told(henge(), players) for players in (3, 4)] == [[], []]


TRILITH = "a trilith is not two uprights and a lintel"
PATH = "a Druid Path does not begin with 0"
FIGURES = "more figures of a kind than there are"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (of_slot("lintel", carved=False), "a slot is carved that is no lintel"),
        (of_slot("upright", carved=True), "a slot is carved that is no lintel"),
        (of_slot("upright", bonus=2), "an upright has a bonus"),
        (of_slot("upright", size="small"), TRILITH),
        (of_slot("lintel", areas=("heel", "altar")), TRILITH),
        (of_slot("monolith", "either", areas=("heel", "avenue")), "nor at the border of two"),
        (of_slot("upright", size="either"), "a slot of a trilith takes either size"),
        (lambda game: with_copies(game, "figure-large-upright", 5), FIGURES),
        (lambda game: with_component(
            game, "figure-small-lintel",
            lambda one: replace(one, copies=0)), FIGURES),
        (path((1, "0"), (2, "black")), PATH),
        (path((0, "0"), (3, "1")), PATH),
        (path((0, "0"), (3, "black"), (5, "black")), PATH),
        (path((0, "0"), (8, "1"), (5, "black")), PATH),
        (path(*((n, "1") for n in range(30)), (30, "black")), "no path need ever be full"),
        (without("druid", "heel", "altar", "avenue"), "no Druid step that serves it"),
        (without("install", "hollow"), "an area has slots and no Install step"),
        (without("income", "altar"), "no free action that is always possible"),
        (without("carve"), "goes with an action that no step of the rondel has"),
        (lambda game: with_mark(game, starter(game), "4+"), "an area has not one Starter stone"),
        (lambda game: with_copies(game, "stone-old-ewe", 9), "more stones are in play"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_told(change, words):
    assert [one for one in told(change(henge())) if words in one]


def test_by_size_where_it_may_not_be_ignored():
    # HEN-INS-07
    game = henge()
    cards = game.sets["stone"].components
    large = next(one.id for one in cards if one.fields["size"] == "large")
    assert [one for one in told(with_copies(game, large, 9), 4) if "more stones" in one]
