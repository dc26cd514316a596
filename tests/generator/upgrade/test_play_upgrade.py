"""A play script of the older format is carried over: the same rules, its values as formulas."""

import shutil
from pathlib import Path

import pytest
import yaml

from generator.sheets.yaml_edit import YamlText, splice
from generator.starter import write_starter
from generator.upgrade import plan as upgrade
from generator.upgrade.play import carry_play
from validator.catalogue.formulas import read_value
from validator.catalogue.load import load
from validator.compiler.table import prepare
from validator.findings import Place
from validator.play.driver import make_policies, play_match
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

ROOT = Path(__file__).parents[3]
SCRIPTS = sorted((Path(__file__).parent / "format2").glob("*.yaml"))
"""Scripts of starters, and of the games of tests/frozen, as they were written in format 2."""
REMEMBER = """\
remember:
  table.n: {from: 0, to: 9}
  table.who: seat
  table.suit: {from: card.suit}
"""


def carried(text):
    """The script carried over, and what is left to do by hand."""
    document = YamlText(text)
    edits = list(carry_play(document))
    told = [says for one in edits for says in one.says if says.startswith("by hand")]
    return splice(document.text, edits), list(dict.fromkeys(told))


def step(text):
    """The only step of a turn, carried over."""
    new, told = carried(f"kind: play\n{REMEMBER}turn: [{text}]\n")
    assert told == []
    return yaml.safe_load(new)["turn"][0]


VALUES = {
    "7": 7,
    "deck": "deck.count",
    "{plus: [table.n, {times: [2, deck]}]}": "table.n + 2 * deck.count",
    "{minus: [9, {plus: [table.n, 1]}]}": "9 - (table.n + 1)",
    "{minus: [0, table.n]}": "-table.n",
    "{share: [deck, 4]}": "deck.count // 4",
    "{rest: [round, 4]}": "round % 4",
    "{smallest: [deck, 3]}": "min(deck.count, 3)",
    "{largest: [deck, 3]}": "max(deck.count, 3)",
    "{scale: [0, 1, 3], at: seat.row}": "scale([0, 1, 3], seat.row.count)",
    "{if: {deck: empty}, then: 1, else: players}": "1 if deck.empty else players",
    "{count: [deck, row]}": "deck.count + row.count",
    "{count: seat.row, where: {suit: spades}}": "count(seat.row, suit == spades)",
    "{count: seats, where: {seat.row: empty}}": "count(seats, row.empty)",
    "{sum: card.rank, of: [deck, row]}": "sum([deck, row], rank)",
    "{highest: card.rank, of: row, where: {suit: hearts}}": "max(row, rank, where=suit == hearts)",
    "{lowest: card.rank, of: row}": "min(row, rank)",
    "{distinct: card.suit, of: row}": "distinct(row, suit)",
    "{groups: card.suit, of: row, size: 2}": "distinct(row, suit, where=alike(it) >= 2)",
    "{groups: card.suit, of: row, scale: [0, 1]}": "sum(values(row, suit), worth(it))",
}
"""Values by how they were written."""


SEATS = {
    "you": "turn.seat",
    "start": "first",
    "nobody": "nothing",
    "{after: seat, by: 2}": "on(seat, 2)",
    "{best: seat, by: seat.row.top.rank}": "best(seats, row.top.rank)",
    "{best: seat, by: seat.row, least: true, ties: first}": "worst(seats, row.count, ties=first)",
}


TESTS = {
    "{deck: 8}": "deck.count == 8",
    "{deck: [7, 9]}": "deck.count in [7, 9]",
    "{deck: {at_least: 3, at_most: 8}}": "3 <= deck.count <= 8",
    "{deck: {not: {at_least: 3}}}": "deck.count < 3",
    "{deck: empty, row: {not: empty}}": "deck.empty and not row.empty",
    "[{deck: empty}, {table.n: 2}]": "deck.empty or table.n == 2",
    "{any: [{table.n: 1}, {deck: 2}], row: empty}": (
        "(table.n == 1 or deck.count == 2) and row.empty"
    ),
    "{all: [{row: empty}, {deck: 1}]}": "row.empty and deck.count == 1",
    "{not: {table.suit: spades}}": "table.suit != spades",
    "{table.suit: {not: [spades, clubs]}}": "table.suit not in [spades, clubs]",
    "{deck: {is: {plus: [row, 6]}}}": "deck.count == row.count + 6",
    "{row: {has: {rank: 3, suit: table.suit}}}": "any(row, rank == 3 and suit == table.suit)",
    "{some: seats, where: {seat.bid: {at_least: 7}}}": "any(seats, bid.count >= 7)",
    "{some: seats, where: {seat.row: 7}}": "any(seats, it.row.count == 7)",  # `row` is a zone, too
    "{every: others, where: {seat.bid: {has: {rank: 5}}}}": "all(others, any(bid, rank == 5))",
    "{compare: {plus: [deck, row]}, at_most: 10}": "deck.count + row.count <= 10",
    "{seat: table.who}": "seat == table.who",
    "{table.who: nobody}": "table.who == nothing",
    "{ruling: {M-1: swap}}": "ruling['M-1'] == swap",
    "{ruling: {M-1: row}, row: empty}": "ruling['M-1'] == 'row' and row.empty",
    "{players: 2/3}": "players in [2, 3]",
    "{players: 3+}": "players >= 3",
    "{row.top.suit: no suit}": "row.top.suit == 'no suit'",
}


BEHIND = {
    "do: add, what: table.n, amount": VALUES,
    "do: set, what: table.who, to": SEATS,
    "do: move, from: deck, to: row, when": TESTS,
}


@pytest.mark.parametrize(("keys", "text"), [(keys, one) for keys in BEHIND for one in BEHIND[keys]])
def test_what_is_said_becomes_a_formula(keys, text):
    assert step(f"{{{keys}: {text}}}")[keys.split()[-1]] == BEHIND[keys][text]


STEPS = {
    "{do: move, from: deck, to: row, count: 2}": {
        "do": "move", "from": "deck", "to": "row", "at_most": 2},
    "{do: move, from: row, to: deck, where: {suit: spades}}": {
        "do": "move", "from": "row", "to": "deck", "where": "suit == spades"},
    "{do: move, from: row, same: rank, size: 4, to: deck}": {
        "do": "move", "from": "row", "where": "alike(it) >= 4", "to": "deck"},
    "{do: draw, from: deck, to: row, each: seat}": {"do": "draw", "from": "deck", "to": "row"},
    "{do: shuffle, zone: deck}": {"do": "shuffle", "what": "deck"},
    "{do: set, what: start, to: next}": {"do": "set", "what": "first", "to": "next"},
    "{do: roll, what: table.n}": {"do": "roll", "what": "table.n", "sides": 6},
    "{do: each, card: row, where: {rank: 1}, then: [{do: move, what: card, to: deck}]}": {
        "do": "each", "of": "row", "where": "rank == 1", "as": "card",
        "then": [{"do": "move", "what": "card", "to": "deck"}]},
    "{do: each, value: {from: 1, to: players}, then: [{do: stop}]}": {
        "do": "each", "of": "numbers(1, players)", "then": [{"do": "stop"}], "as": "wanted"},
}  # fmt: skip


@pytest.mark.parametrize("text", STEPS)
def test_a_step_has_the_new_keys(text):
    assert step(text) == STEPS[text]


OPTIONS = {
    "{id: a, card: seat.hand, where: {suit: spades}}": {
        "id": "a", "pick": {"card": "seat.hand"}, "where": "card.suit == spades"},
    "{id: a, cards: seat.hand, count: {from: 1, to: 3}, same: rank}": {
        "id": "a",
        "pick": {
            "cards": {"of": "seat.hand", "count": "numbers(1, 3)", "fit": "same(cards, rank)"}
        }},
    "{id: a, value: [x, y], then: [{do: stop, when: {it: x}}]}": {
        "id": "a", "pick": {"wanted": ["x", "y"]}, "then": [{"do": "stop", "when": "wanted == x"}]},
    "{id: a, value: card.suit, of: row, then: [{do: stop, when: {deck: {has: {suit: it}}}}]}": {
        "id": "a", "pick": {"wanted": "values(row, suit)"},
        "then": [{"do": "stop", "when": "any(deck, suit == wanted)"}]},
    "{id: a_b, seat: others, value: [1, 2]}": {
        "id": "a_b", "says": "a b {that} {wanted}", "pick": {"wanted": [1, 2], "that": "others"}},
}  # fmt: skip


@pytest.mark.parametrize("text", OPTIONS)
def test_an_option_says_what_it_picks(text):
    found = step(f"{{do: choose, what: asks, options: [{text}]}}")
    assert found == {"do": "choose", "says": "asks", "options": [OPTIONS[text]]}


def test_comments_and_layout_of_the_rest_stay():
    new, told = carried(
        "kind: play   # first\n"
        "remember:\n"
        "  seat.points: {from: 0, to: 9}   # of each\n"
        "turn:\n"
        "  - do: choose\n"
        "    options:\n"
        "      - id: hold\n"
        "        when:                     # either of these\n"
        "          - {deck: empty}\n"
        "          - {seat.points: 3}      # enough\n"
        "        then: [{do: add,   what: seat.points}]\n"
    )
    assert told == []
    assert new == (
        "kind: play   # first\n"
        "remember:\n"
        "  seat.points: {type: 0 to 9, beyond: stop}   # of each\n"
        "turn:\n"
        "  - do: choose\n"
        "    options:\n"
        "      - id: hold\n"
        "        # either of these\n"
        "        when: deck.empty or seat.points == 3      # enough\n"
        "        then: [{do: add,   what: seat.points}]\n"
    )


def test_a_draw_has_a_name_where_its_card_is_spoken_of_and_a_procedure_what_it_uses():
    new, told = carried(
        "kind: play\n"
        "procedures: {lay: [{do: move, what: card, to: row}]}\n"
        "turn:\n"
        "  - {do: draw, from: deck, to: row}\n"
        "  - {do: draw, from: deck, to: row}\n"
        "  - {do: end_turn, when: {drawn.rank: 1}}\n"
        "  - do: choose\n"
        "    options: [{id: play, card: seat.hand, then: [{do: run, what: lay}]}]\n"
    )
    data = yaml.safe_load(new)
    assert told == []
    assert [one.get("as") for one in data["turn"][:3]] == [None, "drawn", None]
    assert data["procedures"] == {"lay(card)": [{"do": "move", "what": "card", "to": "row"}]}
    (option,) = data["turn"][3]["options"]
    assert option["then"] == [{"do": "run", "what": "lay", "with": {"card": "card"}}]


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("{do: move, from: deck, to: seat.pass, when: {seat.pass: empty}}", "rename `pass`"),
        ("{do: reveal, what: drawn}", "name the draw"),
        ("{do: end_turn, when: {some: seats, where: {next.row: empty}}}", "`next` of each seat"),
    ],
)
def test_what_cannot_be_carried_over_is_told(step, says):
    _, told = carried(f"kind: play\nturn: [{step}]\n")
    assert told
    assert all(says in one for one in told), told


FORMULAS = {"when", "where", "until", "if", "amount", "at_most", "skip", "fit", "value"}


def formulas_of(data):
    for key, value in data.items() if isinstance(data, dict) else ():
        if key in FORMULAS and not isinstance(value, dict | list):
            yield value
        yield from formulas_of(value)
    for one in data if isinstance(data, list) else ():
        yield from formulas_of(one)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_shipped_script_is_carried_over_whole(path):
    new, told = carried(path.read_text(encoding="utf-8"))
    assert told == []
    found = list(formulas_of(yaml.safe_load(new)))
    assert all(read_value(one, Place("")) for one in found)
    assert not {"card:", "compare:", "at_least:", "test:"} & set(new.split())


def games_of(game, count):
    """The choices and outcomes of some random games at each table."""
    played = []
    for configuration in game.configurations:
        table = prepare(game, configuration, resolve_rulings(game))
        for number in range(count):
            streams = Streams(5, game.id, table.frame.table, number)
            policies = make_policies(["random"] * len(table.frame.seats), streams)
            match = play_match(table, streams, policies)
            played.append((match.choices, match.outcome))
    return played


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_an_older_project_is_told_of_upgrade_which_leaves_its_games_as_they_were(path, tmp_path):
    name = path.stem
    folder = tmp_path / "components" / name
    if (ROOT / "generator" / "starters" / name).exists():
        write_starter(tmp_path, name, name)
    else:
        shutil.copytree(ROOT / "tests" / "frozen" / "components" / name, folder)
    now = load(tmp_path)[0].games[name]
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(game.replace("format: 3\n", "format: 2\n"), encoding="utf-8")
    shutil.copy(path, folder / "play.yaml")

    (told,) = load(tmp_path)[1]
    assert (told.code, told.place.file) == ("format-older", f"components/{name}/play.yaml")
    assert "`trilith upgrade`" in told.hint

    upgrade.write(upgrade.plan_upgrade(tmp_path, (name,)))
    catalogue, findings = load(tmp_path)
    assert findings == ()
    assert games_of(catalogue.games[name], 20) == games_of(now, 20)
    assert upgrade.plan_upgrade(tmp_path, (name,)) == ()


def test_a_script_of_today_without_a_format_is_left_as_it_is(tmp_path):
    write_starter(tmp_path, "fog", "fog")
    game = tmp_path / "components" / "fog" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("format: 3\n", ""), encoding="utf-8")
    (change,) = upgrade.plan_upgrade(tmp_path, ("fog",))
    assert change.path == game
