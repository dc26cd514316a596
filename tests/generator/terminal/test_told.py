"""What a reader is told of the others: hidden pieces stay unnamed, menus are short."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from commandline import run
from matches import play_game
from shippedgames import catalogue

from generator.terminal import screen
from generator.terminal.screen import (
    ROWS,
    WIDTH,
    Chronicle,
    MenuEntry,
    ReaderLog,
    exact,
    groups,
    match_entries,
    menu_lines,
    pages,
)
from generator.terminal.sitting import list_options
from validator.catalogue.load import load
from validator.play.match import Tally
from validator.play.modules import prepare, prepare_table
from validator.play.observers import HIDDEN, Observer, Sight
from validator.play.replay import load_record, plan_of
from validator.play.rules import Frame
from validator.play.rulings import resolve_rulings


class Reading(Observer):
    """What the first seat may know of offers while they are made."""

    def __init__(self, chronicle, other):
        self.other = other
        self.lines = chronicle.books[0].lines
        self.offers = []

    def turn(self, match, number, seat):
        self.start = len(self.lines)

    def step(self, match, seat, what, options, index):
        if what == "offer":
            self.offers += of(self.lines[self.start :], f"  {self.other} offer: ")


def told(name, players, other="blue", index=0):
    """The lines that the first seat may read of a random game, and the offers as they are made."""
    plan = plan_of(catalogue(), name, players, 0)
    prepared = prepare(plan)
    chronicle = Chronicle(Sight(plan.game, plan.configuration, plan.rulings, prepared.frame), [0])
    reading = Reading(chronicle, other)
    play_game(prepared, index=index, referee=False, observers=[chronicle, reading])
    return [line.strip() for line in chronicle.books[0].lines], reading.offers


def of(lines, start):
    return [line.partition(": ")[2] for line in lines if line.startswith(start)]


def test_cards_thrown_away_face_down_are_not_named_and_played_ones_are():
    lines, _ = told("battle_of_the_gods", 2)
    thrown = of(lines, "blue discard: ")
    assert any(HIDDEN in said for said in thrown)
    assert all(re.fullmatch(rf"(\d+ x )?{re.escape(HIDDEN)}", said) for said in thrown)
    assert any(HIDDEN not in said for said in of(lines, "white discard: ")), "its own it knows"
    played = [said for said in of(lines, "blue action: ") if " with " in said]
    assert played
    assert not any(HIDDEN in said for said in played)


def test_what_is_laid_for_a_spirit_is_face_down_until_all_have_laid():
    lines, offers = told("first_druid", 3, "green", 2)
    assert set(offers) == {HIDDEN}
    assert HIDDEN not in "".join(of(lines, "green offer: ")), "then it is compared"
    assert HIDDEN not in "".join(of(lines, "green show: ")), "who trades shows the card"


class Bids:
    """A match in which both seats name a number at the same time, round after round."""

    def __init__(self):
        self.tally = Tally(0, ())
        self.together = 0

    def census(self):
        return {}

    def round(self, number, chronicle, bids):
        """What the second seat may read before it bids, for each bid of the first."""
        self.together = number
        chronicle.step(self, 0, "bids", [Bid(bids[0])], 0)
        chronicle.settle(self)
        read = list(chronicle.books[1].lines)
        chronicle.step(self, 1, "bids", [Bid(bids[1])], 0)
        self.together = 0
        return read


@dataclass(frozen=True)
class Bid:
    number: int

    def say(self):
        return str(self.number)


@pytest.fixture
def chronicle(shipped):
    """What is told of a match to either of two seats."""
    game = shipped.games["crossing_stonehenge"]
    sight = Sight(game, game.configurations[0], {}, Frame("bids", "2+0", ("ann", "ben")))
    return Chronicle(sight, [0, 1])


def test_what_is_chosen_at_the_same_time_is_told_when_all_have_chosen(chronicle):
    match = Bids()
    assert match.round(1, chronicle, (5, 6)) == []
    assert match.round(2, chronicle, (7, 8)) == ["  ben bids: 6", "  ann bids: 5"]
    chronicle.settle(match)
    assert sorted(chronicle.books[1].lines[2:]) == ["  ann bids: 7", "  ben bids: 8"]
    assert sorted(chronicle.books[0].lines) == sorted(chronicle.books[1].lines)


@pytest.mark.parametrize(
    ("lines", "unread"),
    [
        ([], []),
        (["turn 1, a", "turn 2, b"], []),
        (["turn 1, a", "  a x: y", "turn 2, b"], ["turn 1, a", "  a x: y"]),
    ],
)
def test_turns_in_which_nothing_was_done_are_not_told(lines, unread):
    book = ReaderLog(lines)
    assert book.unread() == unread
    assert book.unread() == []


@dataclass(frozen=True)
class Loot:
    def say(self):
        return "an ace, a king"

    def say_to(self, reader):
        return "an ace, a card" if reader == 0 else "a card, a king"


def test_what_is_not_for_all_is_told_to_each_as_far_as_it_may_know(chronicle):
    chronicle.hear(Bids(), 1, "takes", Loot())
    chronicle.hear(Bids(), 1, "takes", Bid(5))
    assert chronicle.books[0].lines == ["  ben takes: an ace, a card", "  ben takes: 5"]
    assert chronicle.books[1].lines == ["  ben takes: a card, a king", "  ben takes: 5"]


# What another seat did is told by its pieces: a hidden piece hides no words that look like it

CARTS = """\
kind: components
set: carts
name: Carts
singular: Cart
form: card
size: poker
template: basic/card
components: [{id: ox, name: Ox cart of Silk, copies: 9}]
"""
GOODS = CARTS.replace("cart", "good").replace("Cart", "Good")
FILES = {
    "game": """\
kind: game
id: roads
name: Roads
revision: "1"
seat_colours: [red, blue]
configurations: [{players: 2}]
""",
    "carts": CARTS,
    "goods": GOODS.replace("{id: ox, name: Ox good of Silk,", "{id: silk, name: Silk,"),
    "setup": """\
kind: setup
zones: {market: Market, bag: {name: Bag, faces: down}, seat.row: Row, seat.hand: Hand}
steps:
  - {do: place, set: carts, to: market}
  - {do: place, set: goods, to: bag}
  - {do: move, from: bag, to: seat.hand, count: 2, each: seats}
""",
    "play": """\
kind: play
turn:
  - do: choose
    options:
      - id: take
        says: "takes {card} along the Silk road"
        pick: {card: market}
        then: [{do: move, what: card, to: seat.row}]
  - do: choose
    says: hides
    options:
      - {id: hide, pick: {card: seat.hand}, then: [{do: move, what: card, to: bag}]}
ends: [{when: round == 2, after: round}]
score: seat.row.count
""",
}


def test_words_of_open_cards_and_of_the_script_are_told(tmp_path):
    folder = tmp_path / "components" / "roads"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    catalogue, findings = load(tmp_path)
    assert not findings, findings
    game = catalogue.games["roads"]
    configuration, rulings = game.configurations[0], resolve_rulings(game)
    table = prepare_table(game, configuration, rulings)
    told = Chronicle(Sight(game, configuration, rulings, table.frame), [0])
    play_game(table, referee=False, observers=[told])
    lines = [line for line in told.books[0].lines if line.startswith("  blue")]
    chosen = "  blue chooses: takes Ox cart of Silk along the Silk road"
    assert lines == [chosen, "  blue hides: hide ??"] * 2


# A game from data: told as any other, and nothing hidden shown of equal cards

SCRIPT = """\
kind: play
remember: {seat.points: {type: 0 to 200, beyond: stop}}
turn:
  - {do: draw, from: deck, to: seat.hand, as: drawn}
  - {do: reveal, what: drawn, when: drawn.cost == 0}
  - do: choose
    options:
      - {id: nothing, then: []}
      - id: throw
        pick: {card: seat.hand}
        then:
          - {do: move, what: card, to: discard}
          - {do: add, what: seat.points, amount: card.cost}
effects:
  - {do: gain, what: coin, then: []}
  - {do: score, then: []}
  - {do: draw, then: []}
ends: [{when: round == 6, after: round, says: the fog closed in}]
score: seat.points
"""


@pytest.fixture
def project(fog, edit):
    folder = fog / "components" / "fog"
    (folder / "play.yaml").write_text(SCRIPT, encoding="utf-8")
    down = "discard: {name: Discards, faces: down}"
    edit(folder / "setup.yaml", "discard: Discards", down)
    return fog


class Seen(Observer):
    """An observer: what the first seat sees as each decision is taken, and the choices."""

    def __init__(self, sight):
        self.sight, self.made, self.copies = sight, [], []

    def turn(self, match, number, seat):
        self.copies.append(match.copy())

    def step(self, match, seat, what, options, index):
        if len(options) > 1:
            self.made.append((seat, index))


def fog_played(project):
    game = load(project)[0].games["fog"]
    configuration, rulings = game.configurations[1], resolve_rulings(game)
    table = prepare_table(game, configuration, rulings)
    seen = Seen(Sight(game, configuration, rulings, table.frame))
    play_game(table, referee=False, observers=[seen])
    return seen


def test_what_others_hold_changes_nothing_of_what_a_seat_sees(project):
    swapped = 0
    seen = fog_played(project)
    for match in seen.copies:
        sight = seen.sight
        before = screen.opening(sight, match, 0), screen.table(sight, match, 0)
        at = match.program.tables.zone_at
        hand, deck = match.z[at["seat2.hand"]], match.z[at["deck"]]
        differ = [one for one in range(len(deck)) if hand and deck[one] != hand[0]]
        if differ:
            hand[0], deck[differ[0]] = deck[differ[0]], hand[0]
            swapped += 1
        assert (screen.opening(sight, match, 0), screen.table(sight, match, 0)) == before
    assert swapped > 5


def test_a_game_from_data_is_kept_and_told_again(project, tmp_path):
    made, kept = fog_played(project).made, tmp_path / "game.json"
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


BIDS = """\
kind: play
remember: {seat.points: {type: 0 to 99, beyond: stop}}
begin: [{do: move, from: seat.hand, to: discard, each: seats}]
round:
  - do: together
    says: bids
    options:
      - {id: bid, pick: {it: "numbers(1, 3)"}, then: [{do: add, what: seat.points, amount: it}]}
ends: [{when: round == 2, says: two rounds are over}]
score: seat.points
"""


def test_who_chooses_at_the_same_time_hands_over_although_no_card_is_hidden(project, tmp_path):
    (project / "components" / "fog" / "play.yaml").write_text(BIDS, encoding="utf-8")
    words = ["play", "fog", "--players", 2, "--seat", "all", "--save", tmp_path / "x.json"]
    told = run(*words, "--project", project, typed="1231").output
    parts = told.split("--- hand over to ")[1:]
    assert [part.split()[0] for part in parts] == ["red", "blue", "red", "blue"]
    assert "red bids: bid 1" not in parts[1].split("blue, bids")[0]
    assert "blue bids: bid 2" in parts[2]
    assert "scores: red 4, blue 3" in told


CHOICES_OF_ZONES = """\
kind: play
remember: {turn.coins_had: 0 to 9}
turn:
  - {do: add, what: turn.coins_had, amount: 3}
  - do: choose
    options:
      - {id: deck, then: [{do: draw, from: deck, to: seat.hand}]}
      - {id: old, when: not discard.empty, then: [{do: move, from: discard, to: seat.hand}]}
  - do: choose
    options: [{id: lay, pick: {card: seat.hand}, then: [{do: move, what: card, to: discard}]}]
ends: [{when: turns == 4}]
score: seat.hand.count
"""


def test_where_a_choice_is_between_zones_what_lies_in_each_stands_beside_it(project, tmp_path):
    (project / "components" / "fog" / "play.yaml").write_text(CHOICES_OF_ZONES, encoding="utf-8")
    words = ["play", "fog", "--players", 2, "--seat", "all", "--save", tmp_path / "x.json"]
    told = run(*words, "--project", project, typed="1111").output
    zones = load(project)[0].games["fog"].setup.zones
    deck, old = re.search(r"   1  deck  \[(.*)\]\n   2  old  \[(.*)\]", told).groups()
    assert re.fullmatch(rf"{zones['deck'].name}: \d+ hidden", deck)
    assert old == f"{zones['discard'].name}: 1 hidden", "there cards lie face down"
    assert "lay Candle  [" not in told, "one zone is no choice"
    assert "coins had 3 this turn" in told


class Move(dict):
    """A move between zones, by their names for people."""

    def say(self):
        return " ".join(self)

    def zones(self):
        return self


def test_of_spaces_those_are_told_where_something_lies_in_one_of_their_kind(project):
    seen = fog_played(project)
    lying = {one.zone: screen.zone_words(one) for one in seen.sight.zones(seen.copies[-1], 0)}

    def told(*moves):
        moves = [Move({zone: zone for zone in move}) for move in moves]
        return [one.lying for one in list_options(seen.sight, seen.copies[-1], 0, moves)]

    deck, supply = f"deck: {lying['deck']}", f"supply: {lying['supply']}"
    assert told(["deck", "a"], ["supply", "b"]) == [deck, supply]
    assert told(["a"], ["supply"]) == ["a: empty", supply]
    assert told(["deck"], ["sea.1"], ["sea.2"]) == ["", "", ""], "of one zone there is no choice"


# Options as a person reads them: columns, groups, pages, and those that have the words typed


def entries_of(said):
    return [MenuEntry(number, text) for number, text in enumerate(said, 1)]


MOVES = entries_of(
    [f"{steps} steps to {where}: {act}" for steps in range(1, 31) for where, act in
     (("the oak", "carve"), ("the stream", "rest"))]
)  # fmt: skip


def test_few_options_stand_one_below_the_other():
    assert menu_lines(entries_of(["yes", "no"])) == ["   1  yes", "   2  no"]


def test_short_options_stand_in_columns_read_downwards():
    lines = menu_lines(entries_of([f"A{number}" for number in range(40)]))
    assert lines[0].split()[::2] == ["1", "7", "13", "19", "25", "31", "37"]
    assert len(lines) == 6
    assert max(map(len, lines)) <= WIDTH


def test_many_options_are_grouped_by_the_words_that_tell_them_apart_best():
    assert [name for name, _ in groups(MOVES)] == ["carve", "rest"]
    assert menu_lines(MOVES)[0] == "      30 options with 'carve': type carve"
    named = entries_of([f"ask {who} for {card}" for who in ("ann", "ben") for card in range(50)])
    assert [name for name, _ in groups(named)] == ["ask ann", "ask ben"]


def test_a_group_that_is_called_by_a_number_is_typed_so_that_it_takes_no_option():
    numbered = entries_of([f"{n} times the card {m:020}" for n in (1, 2) for m in range(30)])
    assert menu_lines(numbered)[0].endswith("type /1")


def test_a_group_of_one_is_that_option():
    odd = entries_of(
        [*(f"lay {card:02} beside the old stone of the avenue" for card in range(30)), "pass"]
    )
    assert menu_lines(odd)[-1] == "  31  pass"


def test_options_that_no_words_group_come_in_pages():
    wild = entries_of([f"{number:03}-{'x' * 40}" for number in range(50)])
    assert groups(wild) == []
    assert pages(wild) == 3
    shown = [line for page in range(3) for line in menu_lines(wild, page)[:-1]]
    assert [int(line.split()[0]) for line in shown] == list(range(1, 51))
    assert all(len(menu_lines(wild, page)) <= ROWS + 1 for page in range(3))


@pytest.mark.parametrize(
    ("typed", "count"),
    [("carve", 30), ("OAK", 30), ("5 steps", 2), ("5 carve", 1), ("ca 5", 1), ("1", 2), ("elm", 0)],
)
def test_words_keep_the_options_that_have_them(typed, count):
    assert len(match_entries(MOVES, typed)) == count


def test_the_whole_words_of_an_option_mean_it():
    assert exact(entries_of(["Fog", "Fog bank"]), "fog") == entries_of(["Fog"])[0]
    assert exact(entries_of(["Fog", "Fog"]), "fog") is None
