"""The High Council: how a supporter comes to a space, whatever brings it (HC-SEAT-07, HC-SUP-01).

One waits in front of its owner; if the owner has none left to place, of either colour, one on the
circle is moved.
"""

from __future__ import annotations

from validator.games.high_council.state import State
from validator.play.rules import Ask


def placeable(state: State, seat: int) -> list[int]:
    """Own colours with a supporter to place; with one to move only if none is left (HC-SUP-01)."""
    own = state.rules.own[seat]
    waiting = [colour for colour in own if state.supporters[colour]]
    return waiting or [colour for colour in own if state.circle.supporters(colour)]


def choose_supporter(state: State, ask: Ask, seat: int) -> tuple[int, int]:
    """Ask which own colour to place (HC-SEAT-07), and what to move if none is left.

    Returns the colour and the space that gives its supporter, 0 for one in front.
    """
    own = state.rules.choices.own_supporters
    options = [own[colour] for colour in placeable(state, seat)]
    colour = ask.choose(seat, "colour", options).colour
    return colour, choose_moved(state, ask, seat, colour)


def choose_moved(state: State, ask: Ask, seat: int, colour: int) -> int:
    """The space that gives a supporter of ``colour`` (HC-SUP-01), 0 for one in front."""
    if state.supporters[colour]:
        return 0
    moved = state.rules.choices.moved
    options = [moved[space] for space in state.circle.supporters(colour)]
    return ask.choose(seat, "move", options).number
