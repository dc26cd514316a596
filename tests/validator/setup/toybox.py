"""A toy game whose set-up scripts are written in tests."""

from validator.catalogue.boards.records import read_board
from validator.catalogue.model import (
    Component,
    ComponentSet,
    Configuration,
    Form,
    Game,
    PlayerMark,
    Ruling,
)
from validator.catalogue.schemas import check_source
from validator.catalogue.script_reader import case_findings, read_setup
from validator.catalogue.source import parse_source
from validator.findings import Place

PLACE = Place("components/toybox/toys.yaml")
"""The pieces belong to a box, so that a script need not use them all."""
HEAD = """kind: setup
zones:
  deck: Deck
  row: {name: Row, phrase: face-up in a row}
  help: Heap
  discard: Discards
  ring: {name: Ring, board: ring}
  cells: {name: Cells, board: cells}
  board: {name: Table, phrase: on the table}
  seat.hand: Hand
  seat.chosen: Choice
  seat.coins: Coins
steps:
"""
FIRST_LINE = HEAD.count("\n") + 1
BOARDS = (
    "kind: board\nid: ring\nspaces: {of: board.ring}\n",
    'kind: board\nid: cells\nsquares: {columns: [9, 10], rows: [A, B], id: "{row}{column}"}\n',
)


def component(name, set_id, copies=1, mark="*", **fields):
    return Component(name, set_id, name.title(), PLACE, copies, PlayerMark(mark), fields)


def component_set(name, *components):
    words = {"card": ("Cards", "Card"), "coin": ("Coins", "Coin")}
    many, one = words.get(name, (name.title(), name.title()))
    return ComponentSet(name, many, one, Form.CARD, "poker", "t", PLACE, components)


STEPS = tuple({"id": f"s{number}", "area": area} for number, area in enumerate("aabbca", 1))
FLAGS = [component(f"flag-{c}", "flag", colour=c) for c in ("red", "blue", "green")]
SETS = {
    "card": component_set(
        "card",
        component("ant", "card", 3, suit="red", area="a"),
        component("bee", "card", 2, suit="blue", area="b"),
        component("cow", "card", 1, "4+", suit="blue", area="c"),
    ),
    "coin": component_set("coin", component("coin", "coin", 5)),
    "flag": component_set("flag", *FLAGS),
    "pawn": component_set("pawn", component("pawn", "pawn")),
    "board": component_set("board", component("board", "board", ring=STEPS)),
}  # fmt: skip
TABLES = (Configuration(2, PLACE), Configuration(2, PLACE, 1, {"side": "big"}))
RULING = Ruling("X-T-01", "Which?", {"one": "a", "two": "b"}, "one", PLACE)


def source_of(text, kind, name):
    source, problems = parse_source(text, f"components/toy/{name}", "toy")
    assert not problems
    assert not check_source(source, kind, "toy")
    return source


def game(*steps):
    source = source_of(HEAD + "".join(f"  - {step}\n" for step in steps), "setup", "setup.yaml")
    assert not case_findings(source, "toy")
    setup, findings = read_setup(source, "toy")
    assert not findings
    boards = [read_board(source_of(text, "board", "b.yaml"), "toy")[0] for text in BOARDS]
    return Game(
        id="toy",
        name="Toy",
        revision="1",
        place=PLACE,
        title_players=(2, 2),
        seat_colours=("red", "blue", "green"),
        configurations=TABLES,
        rulings=(RULING,),
        sets=SETS,
        setup=setup,
        boards={board.id: board for board in boards},
    )
