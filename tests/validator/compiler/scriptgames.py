"""Small games that are played from data, for the tests of scripts."""

from textwrap import dedent

import yaml
from plantedcards import CARDS as PLAIN_CARDS

from validator.catalogue.load import load

GAME = """
kind: game
format: 3
id: mini
name: Mini
revision: "1"
seat_colours: [red, blue, green, yellow]
configurations: [{players: 2}, {players: 3}, {players: 4}]
piles: [{id: deck, zone: deck, when_empty: stop}]
"""
CARDS = (
    PLAIN_CARDS.partition("fields:")[0]
    + """fields:
  type: object
  properties: {suit: {type: string}, rank: {type: integer}, kinds: {type: array}}
generate:
  each: {suit: [hearts, spades], rank: {from: 1, to: 8}}
  record: {id: "{suit}-{rank}", name: "{suit} {rank}", suit: "{suit}", rank: "{rank}"}
"""
)
COMPONENTS = [
    {"id": f"{suit}-{rank}", "name": f"{suit} {rank}", "suit": suit, "rank": rank}
    for suit in ("hearts", "spades")
    for rank in range(1, 9)
]
SETUP = """
kind: setup
zones: {deck: Deck, discard: Discards, row: Row, seat.hand: Hand, seat.won: Won, seat.bid: Bid}
steps:
  - {do: place, set: card, to: deck}
  - {do: shuffle, what: deck}
  - {do: deal, from: deck, to: seat.hand, count: 3, each: seats}
"""


def write_game(root, play, game="", setup=SETUP, components=None):
    """Write a project with the game ``mini``: its deck has ranks 1 to 8 in two suits."""
    folder = root / "components" / "mini"
    folder.mkdir(parents=True, exist_ok=True)
    base = yaml.safe_load(GAME) | (yaml.safe_load(game) or {})
    cards = yaml.safe_load(CARDS)
    del cards["generate"]
    cards["components"] = components or COMPONENTS
    for name, data in (("game", base), ("cards", cards), ("setup", yaml.safe_load(setup))):
        text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    (folder / "play.yaml").write_text("kind: play\n" + dedent(play), encoding="utf-8")
    return root


def mini(root, play, **files):
    """The game ``mini`` with this play script."""
    write_game(root, play, **files)
    catalogue, findings = load(root)
    assert not findings, findings
    return catalogue.games["mini"]
