"""Mistakes in scripts, spoilt scripts, and what of a script never comes up."""

from copy import deepcopy
from dataclasses import replace

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matches import play_game, table_of
from scriptgames import mini, write_game
from shippedgames import ROOT

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source
from validator.catalogue.script_reader import read_script
from validator.catalogue.source import Source
from validator.compiler.checks import check_scripts
from validator.findings import has_errors
from validator.play.modules import Plan, prepare
from validator.play.rulings import resolve_rulings
from validator.run import check
from validator.simulation.trials import run_range

CALM = "ends: [{when: round == 3, after: round}]\nscore: seat.hand.count\n"
REMEMBER = "remember: {seat.points: 0 to 9, table.suit: card.suit}\n"


def found(root, play, **files):
    """What is said of a script that its schema lets pass."""
    catalogue, findings = load(write_game(root, play, **files))
    assert not findings, findings
    return list(check_scripts(catalogue))


WRONG = [
    ("{do: draw, from: deck, to: hand}", "play-word", "2:35", "did you mean 'seat.hand'?"),
    ("{do: add, what: seat.point}", "play-word", "2:24", "did you mean 'seat.points'?"),
    ("{do: add, what: table.suit}", "play-value", "2:24", "use `set`"),
    ("{do: set, what: seat.points, to: seat}", "play-value", "2:41", "write a number"),
    ("{do: set, what: seat.points, to: table.nought}", "play-word", "2:41", "did you mean"),
    ("{do: run, what: twice}", "play-procedure", "2:24", "procedures: none"),
    ("{do: turns, then: []}", "play-place", "2:8", "write it into `round`"),
    ("{do: move, to: discard}", "play-value", "2:8", "add `from: ZONE`"),
    ("{do: pay, amount: 2}", "play-value", "2:8", "add `from: ZONE`"),
    ("{if: 'any(deck, colour == red)', then: []}", "play-word", "2:24", "known: suit, rank, "),
    ("{if: 'any(deck, siut == hearts)', then: []}", "play-word", "2:24", "did you mean 'suit'?"),
    ("{if: seat == 3, then: []}", "play-value", "2:21", "write `seats[3]`"),
    ("{if: seat.points.empty, then: []}", "play-word", "2:13", "ask it of a zone"),
    ("{if: seat.points.count == 12, then: []}", "play-word", "2:13", "ask it of a zone"),
    ("{if: seat >= 2, then: []}", "play-value", "2:13", "write a number"),
    ("{if: table.suit == heart, then: []}", "play-never", "2:27", "did you mean 'hearts'?"),
    ("{if: table.suit == 'heart', then: []}", "play-never", "2:27", "did you mean 'hearts'?"),
    ("{if: {table.suit: heart}, then: []}", "play-never", "2:26", "did you mean 'hearts'?"),
    ("{if: \"any(deck, rank == '8')\", then: []}", "play-value", "2:32", "take the quotes off: 8"),
    ("{if: \"ruling['M-9'] == a\", then: []}", "play-ruling", "2:14", "(now: none)"),
    ("{do: set, what: seat.points, to: 1 + half.count}", "play-word", "2:45", "known: "),
    ("begin: [{do: draw, from: deck, to: seat.hand}]\nturn: []",
     "play-word", "2:36", "add `each: seats`, or write it where a seat acts"),
    ("{do: end_game, winners: winner.count}", "play-word", "2:32", "known: "),
    ("{do: move, from: deck, to: discard, where: alike(it) >= 1}",
     "play-word", "2:51", "functions: "),
    ("{do: choose, options: [{id: a, when: players == 9}]}",
     "play-never", "2:45", "mend `when`, or take the option out"),
    ('{do: set, what: seat.points, to: "sum(deck, suit)"}', "play-value", "2:52", "write a number"),
    ('{do: set, what: seat.points, to: "max(deck, name)"}', "play-value", "2:52", "write a number"),
    ('{do: end_game, winners: "best(seats, discard.top.suit)"}',
     "play-value", "2:45", "write a number"),
    ('{do: choose, options: [{id: a, pick: {bid: "numbers(0, 13)"}, '
     "then: [{do: set, what: seat.points, to: bid}]}]}",
     "play-range", "2:110", "widen its range"),
    ("{do: set, what: seat.points, to: 10}", "play-range", "2:41", "widen its range"),
    ("{do: roll, what: seat.points, dice: 2, sides: 6}", "play-range", "2:25", "widen its range"),
    ("{do: add, what: seat.points, amount: 10}", "play-range", "2:45", "widen its range"),
    ("{do: choose, options: [{id: a, says: 'plays {crad}', pick: {card: seat.hand}}]}",
     "play-word", "2:45", "did you mean 'card'?"),
    ("{do: choose, options: [{id: a, pick: {card: seat.hand}, prefer: [{suit: hearts}]}]}",
     "play-word", "2:80", "did you mean 'card.suit'?"),
    ("{do: draw, from: deck, to: seat.hand, count: -1}", "play-value", "2:53", "write 0 or more"),
    ("{do: move, from: deck, to: row, at_most: -1}", "play-value", "2:49", "write 0 or more"),
    ("{do: draw, from: deck, to: seat.hand, up_to: -1}", "play-value", "2:53", "write 0 or more"),
    ("{do: repeat, most: -1, then: []}", "play-value", "2:27", "write 0 or more"),
    ("{do: choose, options: [{id: a, pick: {cards: {of: seat.hand, count: -1}}}]}",
     "play-value", "2:76", "write 0 or more"),
    ("{do: move, what: nobody, to: row}", "play-value", "2:25", "the name of a pick"),
    ("{do: shuffle, what: deck, each: seat}", "play-value", "2:40", "write `seats`"),
    ("{if: 'any(deck, suit == discard)', then: []}", "play-value", "2:32", "it: \"'discard'\""),
    ("{if: deck.count <= -4, then: []}", "play-never", "2:13", "mend the number"),
    ("{if: deck.count >= 17, then: []}", "play-never", "2:13", "mend the number"),
    ("{if: 3 > deck.count + 20, then: []}", "play-never", "2:13", "mend the number"),
    ("{if: seat.points == 10, then: []}", "play-never", "2:13", "mend the number"),
    ('{if: "any(deck, rank >= 9)", then: []}', "play-never", "2:24", "mend the number"),
    ("{if: turns == 1 and 5 <= deck.count <= 3, then: []}",
     "play-never", "2:28", "mend the number"),
    ("{do: choose, options: [{id: a, then: [{do: end_turn}, {do: shuffle, what: deck}]}]}",
     "play-unreached", "2:62", "before that one"),
    ("{do: add, what: first.points}", "play-unequal", "2:24", "let all seats have it"),
]  # fmt: skip
"""Steps of a turn, or a whole script, with code, place and hint of what is told."""


@pytest.mark.parametrize(("play", "code", "at", "hint"), WRONG)
def test_a_mistake_is_told_at_its_place(play, code, at, hint, tmp_path):
    play = play if play.startswith("begin") else f"turn: [{play}]"
    told = [one for one in found(tmp_path, f"{play}\n{CALM}{REMEMBER}") if one.code != "play-idle"]
    assert [(one.code, f"{one.place.line}:{one.place.column}") for one in told] == [(code, at)]
    assert hint in told[0].hint


def test_a_text_with_a_hyphen_is_shown_in_quotes(tmp_path):
    told = found(tmp_path, f"turn: [{{if: {{discard.top.suit: no-trump}}, then: []}}]\n{CALM}")
    assert any("\"'no-trump'\"" in one.hint for one in told)


@pytest.mark.parametrize(
    "step",
    [
        "{do: choose, options: [{id: a, pick: {card: seat.hand}, seat: others}]}",
        "{do: each, then: []}",
        "{do: move, from: deck, to: discard, where: {rank > 3}}",
        "{do: choose, options: [{id: a, says: ' '}]}",
        "{do: end_game, says: ' '}",
    ],
)
def test_unknown_keys_and_words_that_say_nothing_are_no_script(step, tmp_path):
    _, findings = load(write_game(tmp_path, f"turn: [{step}]\n{CALM}"))
    assert [(one.code, one.place.line) for one in findings] == [("schema", 2)]


def test_a_game_has_turns_or_rounds(tmp_path):
    _, findings = load(write_game(tmp_path, f"turn: []\nround: []\n{CALM}"))
    assert [(one.code, one.place.line) for one in findings] == [("schema", 3)]
    assert findings[0].message == "`round` does not belong here, too"
    assert "Write `turn` for a game of turns" in findings[0].hint


def test_a_counter_around_0_says_where_it_begins(tmp_path):
    play = "remember: {seat.points: {type: -330 to 330%s}}\nturn: [{do: add, what: seat.points}]\n"
    end = "ends: [{when: round == 3, after: round}]\nscore: seat.points\n"
    (told,) = found(tmp_path / "a", play % "" + end)
    assert (told.code, told.place.line) == ("play-range", 2)
    assert told.hint == "write {type: -330 to 330, start: 0}"
    assert not found(tmp_path / "b", play % ", start: 0" + end)
    assert not found(tmp_path / "c", play % ", start: -330" + end)


def test_what_does_nothing_is_told(tmp_path):
    play = """
    remember:
      seat.points: {type: 0 to 9, beyond: stop}
      seat.tricks: 0 to 9
      table.n: {type: 0 to 9, beyond: stop}
    procedures: {lay: [{do: shuffle, what: deck}]}
    effects: [{do: gain, then: []}]
    names: {many(one): one.hand.count > 3}
    turn:
      - {do: add, what: seat.points}
      - {if: seat.tricks == 0, then: [{do: add, what: table.n}]}
    ends: [{when: round == 3, after: round}]
    score: seat.points
"""
    told = [(one.place.line - 3, one.message) for one in found(tmp_path, play)]
    assert told == [
        (2, "seat.tricks never changes"),
        (3, "nobody reads table.n"),
        (6, "no formula uses the name `many`"),
        (4, "nobody runs the procedure 'lay'"),
        (5, "no card has an effect that this `gain` is for"),
    ]


def test_a_tie_that_is_the_same_for_all_is_told(tmp_path):
    play = "turn: [{do: draw, from: deck, to: seat.hand}]\nties: [{least: %s}]\n"
    (told,) = found(tmp_path / "a", play % "turns" + CALM)
    assert (told.code, told.place.line) == ("play-idle", 3)
    assert told.message == "`turns` is the same for every seat, so it decides nothing"
    assert not found(tmp_path / "b", play % "seat.hand.count" + CALM)


def test_what_no_step_runs_is_looked_at_too(tmp_path):
    """A procedure that takes something is understood only where it is run."""
    play = "turn: []\nprocedures: {%s: [{do: add, what: seat.nought}, {do: end_turn}]}\n"
    told = found(tmp_path / "a", play % "lay" + CALM)
    assert [one.code for one in told] == ["play-word"]
    told = found(tmp_path / "b", play % "lay(one)" + CALM)
    assert [one.code for one in told] == ["play-idle"]


CLOSED = """
procedures:
  ask(n): [{do: choose, options: [{id: a, when: n == 1}, {id: b, when: n == 3}, {id: c}]}]
turn: [{do: run, what: ask, with: {n: 1}}, {do: run, what: ask, with: {n: 2}}]
"""


def test_an_option_that_is_open_somewhere_is_not_told(tmp_path):
    """Where it is offered twice, once may be enough; and at one of the tables."""
    told = found(tmp_path / "a", CLOSED + CALM)
    assert [one.message for one in told] == ["the option 'b' is open at no table"]
    play = "turn: [{do: choose, options: [{id: a, when: players == 3}, {id: c}]}]\n"
    assert not found(tmp_path / "b", play + CALM)


def test_what_a_ruling_closes_is_not_told(tmp_path):
    play = """\
names: {open: "ruling['M-1'] == more"}
turn: [{do: choose, options: [{id: a, when: open}, {id: c}]}]
"""
    assert not found(tmp_path, play + CALM, game=RULINGS)


def test_an_effect_without_a_meaning_is_told_at_the_card(tmp_path):
    deed = {"id": "deed", "name": "Deed", "text": "X.", "effects": [{"do": "gain", "what": "coin"}]}
    terms = "terms: {coin: {one: coin, many: coins}}"
    play = "turn: [{do: draw, from: deck, to: discard, as: drawn}, {do: effects, of: drawn}]\n"
    told = found(tmp_path, play + CALM, components=[deed], game=terms)
    assert [(one.code, one.place.file) for one in told] == [
        ("play-effect", "components/mini/cards.yaml")
    ]
    assert "{do: gain, what: coin, then: [...]}" in told[0].hint


def test_declared_rates_that_the_script_contradicts_are_told(tmp_path):
    draw = "draw: {least: %d, most: %d, per: turn}"
    pile = "piles: [{id: deck, zone: deck, when_empty: stop, %s}]"
    options = "[{id: a}, {id: b, then: [{do: draw, from: deck, to: seat.hand, count: 2}]}]"
    play = (
        "turn: [{do: draw, from: deck, to: seat.hand}, "
        f"{{do: choose, again: 2, options: {options}}}]\n{CALM}"
    )
    for number, (least, most, wrong) in enumerate(
        [(0, 0, True), (1, 1, False), (2, 5, False), (6, 9, True)]
    ):
        game = pile % (draw % (least, most))
        told = found(tmp_path / str(number), play, game=game)
        assert [one.code for one in told] == (["play-rate"] if wrong else [])


# Scripts that somebody has spoilt: each is refused with findings, or played without a fault
@pytest.fixture(scope="module", params=["pig", "mini_eights", "mini_tricks", "mini_market"])
def sound(request, tmp_path_factory):
    """A small game that is played from data, and its script."""
    root, name = ROOT / "tests" / "played", request.param
    if name == "pig":
        root = tmp_path_factory.mktemp(name)
        write_starter(root, name, name)
    text = (root / "components" / name / "play.yaml").read_text(encoding="utf-8")
    return load(root)[0].games[name], yaml.safe_load(text)


WORDS = [
    *("card", "cards", "drawn", "it", "that", "seat", "seats", "others", "next", "nobody"),
    *("nothing", "first", "deck", "seat.hand", "deck.top", "seat.points", "table.suit", "players"),
    *("card.rank", "card.suit", "round", "hearts", "deck.empty", "all", "best", "you.won"),
    *("deck.count // round", "card.rank > deck.count", "count(deck, rank == 3)", "7 % row.count"),
    *("max(seat.hand, rank)", "lot(seats)", "values(card.suit)", "numbers(0, 3)", "rank", ""),
    *(0, 1, -1, 3, 1000, True),
]
STEPS = [
    {"do": "move", "what": "card", "to": "discard"},
    {"do": "move", "from": ["deck", "discard"], "to": "next.hand", "count": 2},
    {"do": "move", "from": "seat.hand", "to": "seat.won", "where": "rank == deck.top.rank"},
    {"do": "draw", "from": "deck", "to": "seat.hand", "count": "round", "each": "others"},
    {"do": "draw", "from": "discard", "to": "row", "up_to": 3, "as": "drawn"},
    {"do": "pay", "from": "seat.hand", "to": "row", "amount": "3 - round"},
    {"do": "return", "from": "row"},
    {"do": "each", "of": "seat.hand", "then": [{"do": "move", "what": "it", "to": "row"}]},
    {"do": "each", "of": "seats", "then": [{"do": "eliminate"}, {"do": "stop"}]},
    {"do": "repeat", "most": 1000, "then": [{"do": "repeat", "most": 1000, "then": []}]},
    {"do": "choose", "seat": "next",
     "options": [{"id": "x", "pick": {"cards": {"of": "seat.hand", "count": 2}}}]},
    {"do": "choose", "again": 9,
     "options": [{"id": "y", "pick": {"other": "seats", "value": "values(card.rank)"}}]},
    {"do": "together", "each": "seats",
     "options": [{"id": "z", "pick": {"card": "seat.hand"}, "prefer": ["card.rank == 3"]}]},
    {"do": "ask", "says": "goes", "then": [{"do": "end_turn"}]},
    {"do": "reveal", "what": "drawn"},
    {"do": "end_game", "winners": "best(seats, hand.count)"},
    *({"do": verb} for verb in ("stop", "end_turn", "end_round", "extra_turn", "reverse")),
    {"do": "effects", "of": "best(row, rank, ties=first)"},
    {"if": "row.top.rank >= deck.count", "then": [{"do": "shuffle", "what": "row"}]},
    {"if": "any(others, any(hand, rank == 3))", "then": []},
]  # fmt: skip


def spots(data, trail=()):
    """Every place in a script."""
    if trail:
        yield trail
    listed = enumerate(data) if isinstance(data, list) else ()
    for key, inner in data.items() if isinstance(data, dict) else listed:
        yield from spots(inner, (*trail, key))


def at(data, trail):
    for key in trail:
        data = data[key]
    return data


def spoil(data, draw):
    """Change one thing: a word, a step, an entry that goes, comes twice or is another's."""
    every = list(spots(data))
    way = draw(st.sampled_from(("word", "word", "step", "step", "take", "twice", "swap")))
    if way == "word":
        every = [one for one in every if not isinstance(at(data, one), dict | list)]
        every = [one for one in every if one[-1] not in ("do", "id")] or every
    elif way == "step":
        every = [one for one in every if one[-1] in ("then", "turn", "begin", "round", "else")]
    elif way == "twice":
        every = [one for one in every if isinstance(one[-1], int)]
    *above, key = draw(st.sampled_from(every or list(spots(data))))
    holder = at(data, tuple(above))
    if way == "take":
        del holder[key]
    elif way == "twice" and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif way == "step" and isinstance(holder[key], list):
        step = deepcopy(draw(st.sampled_from(STEPS)))
        holder[key].insert(draw(st.integers(0, len(holder[key]))), step)
    elif way == "swap":
        alike = [one for one in spots(data) if one[-1] == key]
        holder[key] = deepcopy(at(data, draw(st.sampled_from(alike))))
    else:
        holder[key] = draw(st.sampled_from(WORDS))


@settings(max_examples=30, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(draws=st.data())
def test_a_spoilt_script_is_refused_or_played(sound, draws):
    base, data = deepcopy(sound)
    for _ in range(draws.draw(st.integers(1, 3))):
        spoil(data, draws.draw)
    source = Source("play.yaml", data)
    if data.get("kind") != "play" or check_source(source, "play", base.id):
        return
    script, findings = read_script(source)
    if findings:
        return
    game = replace(base, play=script)
    if has_errors(check_scripts(Catalogue({base.id: game}))):
        return
    table = table_of(game)
    short = replace(table, frame=replace(table.frame, turn_cap=12, choice_cap=200))
    piles = [f"drain:{pile.id}" for pile in short.frame.piles]
    policy = draws.draw(st.sampled_from(("random", "greedy", *piles)))
    assert play_game(short, policy, draws.draw(st.integers(0, 9))).turns <= 12


# What of a script never comes up in the games that a check plays is told, once, at its place
PLAY = """\
remember: {seat.points: {type: 0 to 9, beyond: stop}}
procedures:
  ask: [{do: choose, options: [{id: take, when: seat.points >= 1}, {id: leave}]}]
  both: [{do: run, what: ask}, {do: run, what: ask}]
turn:
  - {do: run, what: both}
  - do: together
    says: bids
    options: [{id: bid, pick: {card: seat.won}, then: [{do: choose, options: [{id: raise}]}]}]
  - do: choose
    when: ruling['M-1'] == more
    options: [{id: more}]
  - do: choose
    options: [{id: less, when: "ruling['M-1'] == more"}, {id: pass, pick: {card: seat.won}}]
  - do: choose
    options: [{id: add, when: round == 2, then: [{do: add, what: seat.points, when: round == 9}]}]
    else: [{do: choose, options: [{id: none}]}]
ends: [{when: round == 3, after: round}]
score: seat.points
"""
RULINGS = """
rulings:
  - {id: M-1, question: "Is it more?", options: {less: "no", more: "yes"}, default: less}
"""


def test_what_never_comes_up_is_told_once(tmp_path):
    write_game(tmp_path, PLAY, RULINGS)
    told = [one for one in check(tmp_path, simulate=True, extra=()) if one.code == "play-unoffered"]
    assert [(one.place.line, one.message.partition(" in ")[0]) for one in told] == [
        (4, "nobody was offered 'take'"),
        (8, "nobody was asked this ('bids')"),
        (15, "nobody was offered 'pass'"),
    ]


def test_what_is_offered_is_counted_in_parts_as_in_the_whole(tmp_path):
    game = mini(tmp_path, PLAY, game=RULINGS)
    configuration = game.configurations[0]
    plan = Plan(game, configuration, resolve_rulings(game), ("random", "random"), 1)
    part, whole = (run_range(plan, prepare(plan), 0, stop) for stop in (2, 5))
    part.merge(run_range(plan, prepare(plan), 2, 5))
    assert part.offered == whole.offered == {6: 5, 7: 5, 9: 5}


DOUBLED = ", ".join(f"n{at}: n{at - 1} + n{at - 1}" for at in range(1, 30))
DEEP = ", ".join(f"n{at}: 1 + abs(n{at - 1})" for at in range(1, 100))
LOOPS = "".join(f"{{do: each, of: seats, as: a{at}, then: [" for at in range(25))


@pytest.mark.parametrize(
    "play",
    [
        f"names: {{n0: deck.count, {DOUBLED}}}\nturn: [{{do: end_turn, when: n29 > 0}}]",
        f"names: {{n0: deck.count, {DEEP}}}\nturn: [{{do: end_turn, when: n99 > 0}}]",
        f"turn: [{LOOPS}{{do: draw, from: deck, to: a1.hand}}{']}' * 25}]",
    ],
    ids=["names that double", "names in names", "loops in loops"],
)
def test_a_script_that_comes_to_too_much_is_told(play, tmp_path):
    assert "play-long" in [one.code for one in found(tmp_path, f"{play}\n{CALM}")]
