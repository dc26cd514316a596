"""Play scripts of formulas: what is read, where it stands, and what is wrong with it."""

import ast

import pytest

from validator.catalogue.schemas import check_source, schema
from validator.catalogue.script import (
    Step,
    formulas,
    nodes,
    options_of,
    rulings_named,
    zones_named,
)
from validator.catalogue.script_reader import read_script
from validator.catalogue.source import parse_source
from validator.compiler.steps import VERBS

END = "ends: [{when: round > 3, winners: nobody}]\n"


def read(text):
    """The script of a text that fits the schema, and what its reader tells."""
    source, findings = parse_source(f"kind: play\n{text}", "play.yaml", "fog")
    assert not findings + check_source(source, "play", "fog")
    return read_script(source, "fog")


def sound(text):
    script, findings = read(text)
    assert not findings, findings
    return script


def told(text):
    """Code, line and column of each fault; the first line of the text is line 2."""
    return [(one.code, one.place.line, one.place.column) for one in read(text)[1]]


def step_of(written):
    (step,) = sound(f"turn:\n  - {written}\n").turn
    return step


# --- what is remembered ----------------------------------------------------------------------
MEMORIES = [
    ("0 to 9", {"kind": "number", "least": 0, "most": 9, "start": 0}),
    ("-5 to 5", {"kind": "number", "least": -5, "most": 5, "start": -5}),
    ("yes_no", {"kind": "yes_no", "start": False}),
    ("card.suit", {"kind": "field", "field": "suit", "start": None}),
    ("[clear, foggy]", {"kind": "values", "values": ("clear", "foggy"), "start": None}),
    ("seat", {"kind": "seat", "start": -1}),
    ("piece", {"kind": "piece", "start": -1}),
    ("space", {"kind": "space", "field": "", "start": -1}),
    ("space of map", {"kind": "space", "field": "map", "start": -1}),
    ("{type: -5 to 5, start: 0, beyond: stop}", {"least": -5, "start": 0, "beyond": "stop"}),
    ("{type: 1 to 9, beyond: wrap}", {"start": 1, "beyond": "wrap"}),
    ("{type: [clear, foggy], start: foggy}", {"kind": "values", "start": "foggy"}),
]


@pytest.mark.parametrize(("written", "wanted"), MEMORIES)
def test_what_is_remembered(written, wanted):
    memory = sound(f"remember: {{seat.x: {written}}}\nturn: []\n").remember["seat.x"]
    assert (memory.owner, memory.name) == ("seat", "x")
    assert {key: getattr(memory, key) for key in wanted} == wanted


@pytest.mark.parametrize(
    "written", ["9 to 0", "{type: 0 to 9, start: 12}", "{type: 0 to 9, start: x}"]
)
def test_a_range_that_nothing_is_in(written):
    assert [one for one, *_ in told(f"remember: {{seat.x: {written}}}\nturn: []\n")] == [
        "play-memory"
    ]


# --- each verb ---------------------------------------------------------------------------------
STEPS = [
    "{do: add, what: seat.points, amount: 3}",
    "{do: ask, seat: next, says: agrees, then: [{do: stop}], else: []}",
    "{do: choose, seat: next, says: acts, again: 2, options: [{id: a}], else: []}",
    "{do: choose, needed: true, by: rule, options: [{id: a}]}",
    "{do: deal, from: deck, to: seat.hand, count: 5, called: good cards, noun: f}",
    "{do: draw, from: deck, to: seat.hand, up_to: 5, as: card}",
    "{do: each, of: [seat.hand, deck], where: {suit: hearts}, as: one, then: []}",
    "{do: effects, of: card}",
    "{do: eliminate, seat: next}",
    "{do: end_game, winners: others, says: over}",
    "{do: end_round}",
    "{do: end_turn}",
    "{do: expect, what: deck, count: 40}",
    "{do: extra_turn}",
    "{do: flip, what: card}",
    "{do: give, what: 3}",
    "{if: seat.points > 3, then: [], else: []}",
    "{do: move, from: [row, seat.hand], where: {suit: hearts}, at_most: 2, to: deck, as: men}",
    "{do: move, what: card, to: deck, at: bottom}",
    "{do: pay, from: seat.goods, to: supply, amount: {salt: 2, silk: 1}, by: kind, else: []}",
    "{do: pay, from: seat.coins, to: supply, amount: 7, by: value, change: bank}",
    "{do: place, set: [man, king], where: {colour: red}, count: 2, to: board}",
    "{do: repeat, most: 13, until: deck.empty, then: []}",
    "{do: return, what: card}",
    "{do: reveal, what: card}",
    "{do: reverse}",
    "{do: roll, what: [seat.a, seat.b], faces: [0, 0, 1], dice: 2}",
    "{do: run, what: mill, with: {man: card}, as: got}",
    "{do: say, text: Begin.}",
    "{do: set, what: first, to: next}",
    "{do: shuffle, what: [deck, row]}",
    "{do: stop}",
    "{do: together, each: others, says: bids, options: [{id: a}]}",
    "{do: turns, first: table.leader, skip: seat.out, then: []}",
]


@pytest.mark.parametrize("written", STEPS)
def test_a_step_has_what_is_written_under_its_keys(written):
    source, _ = parse_source(written, "step.yaml")
    step = step_of(written)
    assert step.verb == source.data.get("do", "if")
    assert set(step.values) == source.data.keys() - {"do"}
    assert set(step.places) == source.data.keys()


def test_every_verb_is_known_to_the_schema_and_the_compiler():
    verbs = {step_of(one).verb for one in STEPS}
    assert verbs == VERBS.keys() - {"carried"}
    assert verbs == {"if", *schema("play")["$defs"]["step"]["properties"]["do"]["enum"]}
    for common in ("when", "each", "order", "rules", "note", "variant"):
        value = {"order": "reverse", "rules": "[FOG-1]", "variant": "true"}.get(common, "seats")
        assert common in step_of(f"{{do: stop, {common}: {value}}}").values


def test_what_stands_under_a_key_is_of_its_kind():
    step = step_of("{do: pay, from: [seat.a, seat.b], amount: {salt: 2, silk: n + 1}, by: kind}")
    assert [one.text for one in step.values["from"]] == ["seat.a", "seat.b"]
    assert {key: one.text for key, one in step.values["amount"].items()} == {
        "salt": "2",
        "silk": "n + 1",
    }
    assert step_of("{do: pay, what: seat.a, amount: 3}").values["amount"].text == "3"
    listed, written = (
        step_of("{do: return, what: [a, b.top]}"),
        step_of('{do: return, what: "[a, b.top]"}'),
    )
    trees = [ast.dump(one.values["what"].tree) for one in (listed, written)]
    assert trees[0] == trees[1]


# --- options -------------------------------------------------------------------------------------
BUILD = """\
turn:
  - do: choose
    options:
      - id: build
        says: builds {way} with {cards}
        when: {seat.wagons.empty: false}
        pick:
          near: seat.hand
          way: {of: [map.ways, table.ways], where: empty and length <= seat.wagons.count}
          cards: {of: seat.hand, count: way.length, fit: "same(cards, colour)", alike: colour}
        prefer: [{suit: hearts}, way.length > 2]
        must: true
        extra: 2
        rules: [FOG-1]
        then: [{do: move, what: cards, to: discard}]
      - {id: done}
"""


def test_an_option_picks_in_order():
    script = sound(BUILD)
    build, done = script.turn[0].values["options"]
    near, way, cards = build.picks
    assert [one.name for one in build.picks] == ["near", "way", "cards"]
    assert ([one.text for one in near.of], near.where, near.count) == (["seat.hand"], None, None)
    assert [one.text for one in way.of] == ["map.ways", "table.ways"]
    assert (cards.count.text, cards.fit.text, cards.alike.text) == (
        "way.length",
        "same(cards, colour)",
        "colour",
    )
    assert build.values.keys() == {"when", "prefer", "must", "extra", "rules"}
    assert [one.verb for one in build.then] == ["move"]
    assert (done.id, done.says, done.picks, done.then) == ("done", "", (), ())
    assert options_of(script) == {build.place: 1, done.place: 2}
    assert zones_named(script) >= {"seat.hand", "map", "seat.wagons", "discard"}


# --- formulas ------------------------------------------------------------------------------------
SAME = [
    ("{suit: hearts}", "suit == hearts"),
    ("{suit: hearts, rank: [2, 3]}", "suit == hearts and rank in [2, 3]"),
    ("{card.suit: table.led, n + 1: 4}", "card.suit == table.led and n + 1 == 4"),
    ("{suit: [hearts]}", "suit in [hearts]"),
]


@pytest.mark.parametrize(("mapping", "formula"), SAME)
def test_a_mapping_and_a_formula_are_the_same_test(mapping, formula):
    trees = [
        ast.dump(step_of(f"{{if: {one}, then: []}}").values["if"].tree)
        for one in (mapping, f'"{formula}"')
    ]
    assert trees[0] == trees[1]


FAULTS = [
    ("turn: [{do: set, what: seat.x, to: a && b}]", ("play-formula", 2, 38)),
    ("turn: [{do: set, what: seat.x, to: 'a && b'}]", ("play-formula", 2, 39)),
    ('turn: [{do: set, what: seat.x, to: "a && b"}]', ("play-formula", 2, 39)),
    ("turn:\n  - {if: {rank: a / b}, then: []}", ("play-formula", 3, 17)),
    ("turn:\n  - {if: {rank: 'a / b'}, then: []}", ("play-formula", 3, 18)),
    ("score: seat.pass.count\nturn: []", ("play-formula", 2, 13)),
    ("names: {a: b, b(c): a, d: a}\nturn: []", None),
    ("names: {a: b + 1, b: seat.x + a}\nturn: []", ("play-circle", 2, 12)),
    ("names: {a(x): b(x), b(y): a(y)}\nturn: []", ("play-circle", 2, 15)),
    ("names: {wild(one): one.colour == wild, b(a): a, a: b(1)}\nturn: []", None),
    ("turn: []\nprocedures: {a: [{if: x, then: [{do: run, what: a}]}]}", None),
    ("turn: [{do: choose, options: [{id: a}, {id: a}]}]", ("play-name", 2, 45)),
    ("turn: [{do: choose, options: [{id: a, pick: {from: seat.hand}}]}]", ("play-name", 2, 46)),
    ("turn: [{do: each, of: seats, as: seat, then: []}]", ("play-name", 2, 34)),
    ("turn: []\nprocedures: {mill(it): []}", ("play-name", 3, 14)),
    ("names: {a: 1, a(b): b}\nturn: []", ("play-name", 2, 15)),
    ("names: {count: 1}\nturn: []", ("play-name", 2, 9)),
    ("remember: {table.pass: 0 to 9, table.best: seat}\nturn: []", ("play-name", 2, 12)),
]


@pytest.mark.parametrize(("text", "wanted"), FAULTS)
def test_a_fault_stands_at_its_column(text, wanted):
    assert told(f"{text}\n{END}") == ([] if wanted is None else [wanted])


def test_all_faults_are_told_at_once_with_hints():
    script, findings = read("turn: [{do: move, what: a / b, to: !x}]\n".replace("!x", "'!x'"))
    assert [one.hint for one in findings] == [
        "`/` is no division here: write `//`, which leaves the rest out",
        "write `not`",
    ]
    assert [one.text for one in formulas(script)] == ["0", "0"]


def test_the_way_of_a_circle_is_said():
    (told_once,) = read("names: {a: b, b: c, c: a}\nturn: []\n")[1]
    assert told_once.message == "the name `a` needs itself: a > b > c > a"


# --- the rest of a script ------------------------------------------------------------------------
WHOLE = """\
names: {led: table.leader.played.top.suit, wild(one): one.colour == wild}
begin: [{do: run, what: mill, with: {man: table.man}}]
round: [{do: turns, then: []}]
ends:
  - {when: "ruling['FOG-1'] == first", after: lap, rounds: 2, winners: others, says: over}
  - {when: {round: 3}}
score: [{says: houses, value: seat.houses.count}, {says: coins, value: seat.coins.count}]
wins: least
ties: [{most: seat.coins.count}, {least: "1 if ruling['FOG-1'] in [second, third] else 2"}]
teams: 2
wants: [{value: seat.coins.count, weight: 3}, {value: 1}]
effects: [{do: gain, what: coin, then: [{do: stop}]}]
counts: {house: seat.street, coin: [bank, seat.coins]}
procedures: {mill(man): [{do: return, what: man}], trick: []}
"""


def test_a_whole_script():
    script = sound(WHOLE)
    assert {name: one.parameters for name, one in script.names.items()} == {
        "led": (),
        "wild": ("one",),
    }
    assert {name: one.parameters for name, one in script.procedures.items()} == {
        "mill": ("man",),
        "trick": (),
    }
    lap, usual = script.ends
    assert (lap.after, lap.rounds, lap.winners.text, lap.says) == ("lap", 2, "others", "over")
    assert (usual.after, usual.rounds, usual.winners) == ("round", 0, None)
    assert [(one.says, one.value.text) for one in script.score] == [
        ("houses", "seat.houses.count"),
        ("coins", "seat.coins.count"),
    ]
    assert [one.least for one in script.ties] == [False, True]
    assert (script.least_wins, script.teams) == (True, 2)
    assert [one.weight for one in script.wants] == [3, 1]
    (meaning,) = script.effects
    assert (meaning.kind, meaning.keys) == ("gain", {"what": "coin"})
    assert [one.text for one in script.counts["coin"].of] == ["bank", "seat.coins"]
    assert rulings_named(script) == {"FOG-1": ["first", "second", "third"]}
    steps = [one.verb for one in nodes(script) if isinstance(one, Step)]
    assert steps == ["run", "turns", "stop", "return"]


def test_a_score_of_one_value_and_who_has_turns():
    script = sound("turn: []\nturns: {first: lot(seats), skip: seat.hand.empty}\nscore: 3\n")
    assert (script.first.text, script.skip.text) == ("lot(seats)", "seat.hand.empty")
    assert [(one.says, one.value.text) for one in script.score] == [("points", "3")]
    assert sound(f"turn: []\n{END}").ends[0].after == "turn"


# --- what the design of the language was tried on: facts of these games, told anew ----------------
GAMES = {
    "battle of the gods": """\
remember: {seat.kills: 0 to 60, table.short: yes_no}
names:
  wild(card): card.set == trilithon and (not final or ruling['X-BG-10'] == playable)
  soft(one): one.owner in others and one.set != figure and not any(one.band, set == figure)
turn:
  - do: choose
    options:
      - id: place
        pick:
          card: {of: seat.hand, alike: number}
          man: {of: [seat.followers, seat.god], alike: set == figure}
          space: {of: ring, where: empty and (number == card.number or wild(card))}
        must: final and man.set == figure and ruling['X-BG-01'] == duty
        then: [{do: move, what: card, to: discard}, {do: move, what: man, to: space}]
      - id: smite
        pick:
          joker: {of: seat.hand, where: wild(it)}
          card: {of: seat.hand, where: "soft(ring[number].piece)"}
        then:
          - {do: move, what: [joker, card], to: discard}
          - {do: return, what: "ring[card.number].piece"}
    else: []
  - {do: draw, from: draw_pile, to: seat.hand, up_to: 4, rules: [BG-ACT-12]}
ends: [{when: "not any(ring, empty)", after: lap, says: no space is left, rules: [BG-END-03]}]
score:
  - {says: clans, value: "sum(ring.clan, scale([0, 0, 1, 4], it.count), where=it.owner == seat)"}
""",
    "nine men's morris": """\
names: {in_mill(one): "any(one.space.mill, all(it, piece.owner == one.owner))"}
turn:
  - do: choose
    options:
      - id: set
        when: seat.men.count > 0
        pick: {space: {of: board, where: empty}}
        then:
          - {do: move, from: seat.men, to: space, count: 1, as: man}
          - {do: run, what: mill, with: {man: man}}
      - id: go
        pick:
          man: {of: board.pieces, where: owner == seat}
          space: {of: man.space.beside, where: empty}
        then: [{do: move, what: man, to: space}]
    else: [{do: end_game, winners: others, says: nobody can move}]
procedures:
  mill(man):
    - do: choose
      when: in_mill(man)
      options:
        - id: take
          pick: {foe: {of: board.pieces, where: owner in others}}
          prefer: [not in_mill(foe)]
          then: [{do: return, what: foe}]
""",
    "a trick": """\
remember: {table.leader: seat, table.open: yes_no}
names: {led: table.leader.played.top.suit}
round:
  - do: turns
    first: table.leader
    then:
      - do: choose
        options:
          - id: play
            pick: {card: seat.hand}
            prefer: [card.suit == led, led == nothing and not table.open and card.suit != hearts]
            then: [{do: move, what: card, to: seat.played}]
  - {do: set, what: table.leader, to: "best(seats, played.top.rank, where=played.top.suit == led)"}
  - {do: move, from: seat.played, to: table.leader.taken, each: seats}
""",
    "a trade": """\
turn:
  - do: choose
    again: 40
    options:
      - id: trade
        pick: {other: {of: others, where: it.hand.count > 0}, card: seat.hand}
        then:
          - {do: reveal, what: card}
          - do: ask
            seat: other
            says: takes {card}
            then: [{do: move, what: card, to: other.hand}]
      - id: clan
        pick: {cards: {of: seat.hand, count: "numbers(2, 10)", fit: "sum(cards, number) == 31"}}
        then: [{do: move, what: cards, to: discard}]
      - {id: done, then: [{do: stop}]}
""",
    "paths of stone": """\
remember: {stone.at: {type: 0 to 9, beyond: stop}, turn.area: [heel, altar]}
names:
  here: find(rondel, marks.count > 0)
  level(who, what): find(who.levels, it.what == what)
turn:
  - do: choose
    options:
      - id: go
        pick: {n: "numbers(1, level(seat, steps).steps + sum(seat.coins, value))"}
        then:
          - do: pay
            from: seat.coins
            to: bank
            amount: n - level(seat, steps).steps
            by: value
            change: bank
          - do: each
            of: seat.quarried
            as: one
            then: [{do: add, what: one.at, amount: "count(path(here, n), before.area != area)"}]
          - {do: move, what: master_druid, to: "on(here, n)"}
""",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_script_of_a_game_that_is_played(game):
    assert options_of(sound(GAMES[game]))
