"""A game with planted cards, of which it is known what they are worth."""

from textwrap import dedent

import yaml

from validator.catalogue.load import load
from validator.findings import has_errors

GAME = """
kind: game
id: planted
name: Planted
revision: "1"
seat_colours: [red, blue]
configurations: [{players: 2}]
terms: {point: {one: point, many: points}, coin: {one: coin, many: coins}}
piles: [{id: deck, zone: deck, when_empty: stop}]
"""
SETUP = """
kind: setup
zones: {deck: Deck, discard: Discards, seat.hand: Hand}
steps:
  - {do: place, set: card, to: deck}
  - {do: shuffle, what: deck}
  - {do: deal, from: deck, to: seat.hand, count: 4, each: seats}
"""
PLAY = """
kind: play
remember: {seat.points: {type: 0 to 999, beyond: stop}, seat.coins: 0 to 99}
effects:
  - {do: score, what: point, then: [{do: add, what: seat.points, amount: effect.amount}]}
  - {do: gain, what: coin, then: []}
turn:
  - {do: draw, from: deck, to: seat.hand}
  - do: choose
    options:
      - {id: nothing, then: []}
      - id: play
        pick: {card: seat.hand}
        where: card.cost <= 5
        then: [{do: move, what: card, to: discard}, {do: effects, of: card}]
ends: [{when: round == 8, after: round}]
score: seat.points
"""
CARDS = """
kind: components
set: card
name: Cards
singular: Card
form: card
size: poker
template: basic/card
fields:
  type: object
  required: [cost, suit]
  properties: {cost: {type: integer}, suit: {type: string}}
components:
  - {id: five, name: Five, copies: 4, cost: 2, suit: a, effects: [SCORE 5]}
  - {id: one, name: One, copies: 4, cost: 2, suit: a, effects: [SCORE 1]}
  - {id: dear, name: Dear, copies: 4, cost: 3, suit: a, effects: [SCORE 5]}
  - {id: other, name: Other, copies: 4, cost: 2, suit: b, effects: [SCORE 1]}
  - {id: idle, name: Idle, copies: 4, cost: 1, suit: a, effects: ["{do: gain, what: coin}"]}
  - {id: never, name: Never, copies: 4, cost: 9, suit: a, effects: [SCORE 9]}
  - {id: plain, name: Plain, copies: 2, cost: 0, suit: a}
"""


def planted(root):
    """The game: each card scores what its name says, but `idle`, `plain` and `never`."""
    folder = root / "components" / "planted"
    folder.mkdir(parents=True, exist_ok=True)
    cards = yaml.safe_load(CARDS)
    for record in cards["components"]:
        if "effects" in record:
            record["effects"] = [_effect(text) for text in record["effects"]]
    for name, text in (("game", GAME), ("setup", SETUP), ("play", PLAY)):
        (folder / f"{name}.yaml").write_text(dedent(text), encoding="utf-8")
    (folder / "cards.yaml").write_text(yaml.safe_dump(cards, sort_keys=False), encoding="utf-8")
    catalogue, findings = load(root)
    assert not has_errors(findings), findings
    return catalogue


def _effect(text):
    if text.startswith("SCORE"):
        return {"do": "score", "what": "point", "amount": int(text.split()[1])}
    return yaml.safe_load(text)
