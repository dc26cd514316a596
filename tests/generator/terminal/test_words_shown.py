"""What another seat did is told by its pieces: a hidden piece hides no words that look like it."""

from pathlib import Path

from generator.terminal.screen import Chronicle
from validator.catalogue.load import load
from validator.play.driver import make_policies, play_match
from validator.play.modules import prepare_table
from validator.play.observers import Sight
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

SET = """\
kind: components
set: {set}
name: {set}
singular: {set}
form: {form}
size: {size}
template: basic/chit
back: basic/chit_back
components: [{cards}]
"""
FILES = {
    "game": """\
kind: game
id: roads
name: Roads
revision: "1"
summary: Carts and goods.
seat_colours: [red, blue]
configurations: [{players: 2}]
""",
    "carts": SET.format(
        set="carts",
        form="card",
        size="poker",
        cards="{id: ox, name: Ox cart of Silk, copies: 9}",
    ),
    "goods": SET.format(
        set="goods", form="coin", size="coin", cards="{id: silk, name: Silk, copies: 9}"
    ),
    "setup": """\
kind: setup
zones: {market: Market, bag: {name: Bag, faces: down}, seat.row: Row, seat.hand: Hand}
steps:
  - {do: place, set: carts, to: market}
  - {do: place, set: goods, to: bag}
  - {do: move, from: bag, to: seat.hand, count: 2, each: seat}
  - {do: room, zone: seat.row, each: seat}
""",
    "play": """\
kind: play
turn:
  - do: choose
    options:
      - id: take
        says: "takes {card} along the Silk road"
        card: market
        then: [{do: move, what: card, to: seat.row}]
  - do: choose
    what: hides
    options:
      - {id: hide, card: seat.hand, then: [{do: move, what: card, to: bag}]}
ends: [{when: {round: 2}, test: after_round}]
score: seat.row
""",
}


def test_words_of_open_cards_and_of_the_script_are_told(tmp_path: Path) -> None:
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
    streams = Streams(1, "roads", table.frame.table, 0)
    play_match(table, streams, make_policies(["random"] * 2, streams), [told])
    lines = [line for line in told.books[0].lines if line.startswith("  blue")]
    assert (
        lines
        == [
            "  blue chooses: takes Ox cart of Silk along the Silk road",
            "  blue hides: hide ??",
        ]
        * 2
    )
