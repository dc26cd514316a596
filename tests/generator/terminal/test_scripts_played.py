"""A game from data at the terminal: told as any other, and nothing hidden shown of equal cards."""

from pathlib import Path

import pytest
from commandline import run

from generator.starter import write_starter
from generator.terminal import screen
from validator.catalogue.load import load
from validator.play.driver import make_policies, play_match
from validator.play.modules import prepare_table
from validator.play.observers import HIDDEN, Observer, Sight
from validator.play.replay import load_record
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

SCRIPT = """\
kind: play
remember:
  seat.points: {from: 0, to: 200}
turn:
  - {do: draw, from: deck, to: seat.hand}
  - {do: reveal, what: drawn, when: {drawn.cost: 0}}
  - do: choose
    options:
      - {id: nothing, then: []}
      - id: throw
        card: seat.hand
        then:
          - {do: move, what: card, to: discard}
          - {do: add, what: seat.points, amount: card.cost}
effects:
  - {do: gain, what: coin, then: []}
  - {do: score, then: []}
  - {do: draw, then: []}
ends:
  - {when: {round: 6}, test: after_round, says: the fog closed in}
score: seat.points
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("project")
    write_starter(root, "Fog")
    folder = root / "components" / "fog"
    (folder / "play.yaml").write_text(SCRIPT, encoding="utf-8")
    setup = folder / "setup.yaml"
    text = setup.read_text(encoding="utf-8")
    down = text.replace("discard: Discards", "discard: {name: Discards, faces: down}")
    assert down != text
    setup.write_text(down, encoding="utf-8")
    return root


class Seen(Observer):
    """An observer: what the first seat sees as each decision is taken, and the choices."""

    def __init__(self, sight):
        self.sight, self.made, self.copies = sight, [], []

    def turn(self, match, number, seat):
        self.copies.append(match.copy())

    def step(self, match, seat, what, options, index):
        if len(options) > 1:
            self.made.append((seat, index))


def played(project, policy="random"):
    game = load(project)[0].games["fog"]
    configuration, rulings = game.configurations[1], resolve_rulings(game)
    table = prepare_table(game, configuration, rulings)
    seen = Seen(Sight(game, configuration, rulings, table.frame))
    streams = Streams(1, "fog", table.frame.table, 0)
    play_match(table, streams, make_policies([policy] * 3, streams), [seen])
    return seen


def test_what_others_hold_changes_nothing_of_what_a_seat_sees(project):
    swapped = 0
    seen = played(project)
    for match in seen.copies:
        sight = seen.sight
        before = screen.opening(sight, match, 0), screen.table(sight, match, 0)
        at = match.program.layout.zone_at
        hand, deck = match.z[at["seat2.hand"]], match.z[at["deck"]]
        differ = [one for one in range(len(deck)) if hand and deck[one] != hand[0]]
        if differ:
            hand[0], deck[differ[0]] = deck[differ[0]], hand[0]
            swapped += 1
        assert (screen.opening(sight, match, 0), screen.table(sight, match, 0)) == before
    assert swapped > 5


def test_a_game_from_data_is_kept_and_told_again(project, tmp_path):
    made, kept = played(project).made, tmp_path / "game.json"
    typed = [str(index + 1) for seat, index in made if seat == 0]
    words = ["play", "fog", "--players", 3, "--seed", 1, "--against", "random", "--save", kept]
    told = run(*words, "--project", project, typed=typed).output
    assert list(load_record(Path(kept).read_text("utf-8")).choices) == [at for _, at in made]
    assert "the end: the fog closed in" in told
    thrown = [line.split(maxsplit=3) for line in told.splitlines() if "chooses: throw" in line]
    assert {card for who, _, _, card in thrown if who != "red"} == {HIDDEN}
    assert HIDDEN not in {card for who, _, _, card in thrown if who == "red"}
    revealed = [line for line in told.splitlines() if " reveals: " in line]
    assert revealed
    assert HIDDEN not in "".join(revealed), "what is told is told to all"


def test_who_chooses_at_the_same_time_hands_over_although_no_card_is_hidden(project, tmp_path):
    script = project / "components" / "fog" / "play.yaml"
    bids = """\
kind: play
remember:
  seat.points: {from: 0, to: 99}
begin:
  - {do: move, from: seat.hand, to: discard, each: seats}
round:
  - do: together
    what: bids
    options:
      - {id: bid, value: {from: 1, to: 3}, then: [{do: add, what: seat.points, amount: it}]}
ends:
  - {when: {round: 2}, says: two rounds are over}
score: seat.points
"""
    words = ["play", "fog", "--players", 2, "--seat", "all", "--save", tmp_path / "x.json"]
    kept = script.read_text(encoding="utf-8")
    try:
        script.write_text(bids, encoding="utf-8")
        told = run(*words, "--project", project, typed="1231").output
    finally:
        script.write_text(kept, encoding="utf-8")
    parts = told.split("--- hand over to ")[1:]
    assert [part.split()[0] for part in parts] == ["red", "blue", "red", "blue"]
    assert "red bids: bid 1" not in parts[1].split("blue, bids")[0]
    assert "blue bids: bid 2" in parts[2]
    assert "scores: red 4, blue 3" in told
