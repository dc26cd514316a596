"""The High Council: Convert, arguments for a piece of the other faction (HC-CONV-01 to -12)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.rules import BLACK, SPEAKER_PRICE, Rules, side
from validator.games.high_council.state import State
from validator.games.high_council.supporters import choose_supporter, placeable
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Convert:
    """Turn the piece on ``target`` into an own supporter (HC-CONV-01, -09, -10)."""

    target: int
    colour: int
    name: str

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Choose the supporter, pay, send the piece back and seat the supporter."""
        base = base_of(state, seat, self)
        paid = price(state, self.target, state.circle.group(base))
        ask.tell(seat, "pay", Payment(paid, self.name, base))
        mine, moved = choose_supporter(state, ask, seat)
        state.held[seat][self.colour] -= paid
        state.pool[self.colour] += paid  # HC-CONV-11
        state.unseat(self.target)
        state.seat_supporter(mine, self.target, moved)

    def say(self) -> str:
        """The action in a few words."""
        return f"convert space {self.target} with {self.name} arguments"


@dataclass(frozen=True, slots=True)
class Payment:
    """What a conversion costs, and the space that it starts from."""

    count: int
    name: str
    base: int

    def say(self) -> str:
        """The payment in a few words."""
        return f"{self.count} {self.name} from space {self.base}"


def base_of(state: State, seat: int, conversion: Convert) -> int:
    """The space that a conversion starts from: of those that give its colour the largest group."""
    strip, sides = state.rules.strip, state.circle.sides
    bases = [
        space
        for space in state.rules.origins[conversion.target]
        if sides[space] == side(seat) and strip[space] in (conversion.colour, BLACK)
    ]
    return max(bases, key=state.circle.group)


def converters(state: State, seat: int, target: int) -> list[int]:
    """For each argument colour the largest group of an own piece that may convert ``target``.

    The colour is that of the space under the converting piece, from black any one
    (HC-CONV-07, -08); 0 where there is none, an empty list where there are none at all.
    A partner's piece will do (HC-CONV-12).
    """
    rules = state.rules
    sides = state.circle.sides
    faction = side(seat)
    best: list[int] = []
    for space in rules.origins[target]:
        if sides[space] != faction:
            continue
        best = best or [0] * len(rules.arguments)
        size = state.circle.group(space)
        strip = rules.strip[space]
        if strip == BLACK:
            best = [max(one, size) for one in best]
        else:
            best[strip] = max(best[strip], size)
    return best


def price(state: State, target: int, group: int) -> int:
    """Arguments to convert ``target`` from a group of size ``group``.

    1, 2 or 3 by the size of the target's group, 3 for a speaker (HC-CONV-04, -05, -06); while
    voting, 1 from a larger group (HC-END-03, -04), and by X-HC-07 from one of equal size.
    """
    size = state.circle.group(target)
    is_speaker = state.circle.is_speaker(target)
    ruled = state.rules.ruled
    larger = size < group or (size == group and ruled.equal_is_larger)  # HC-END-05
    if larger and voting_now(state) and not (is_speaker and ruled.speaker_stays_dear):  # HC-END-06
        return 1
    return SPEAKER_PRICE if is_speaker else min(size, SPEAKER_PRICE)


def voting_now(state: State) -> bool:
    """Tell whether voting prices hold (HC-END-01, X-HC-06)."""
    return state.voting and (state.rules.ruled.voting_lasts or state.circle.free == 0)


class Conversions:
    """The conversions of a table, made once: by target, then by argument colour."""

    __slots__ = ("by_target", "origins")

    def __init__(self, rules: Rules) -> None:
        self.origins = rules.origins
        self.by_target = [
            [Convert(target, *one) for one in enumerate(rules.arguments)]
            for target in range(rules.ring.spaces + 1)
        ]

    def open_to(self, state: State, seat: int) -> list[Convert]:
        """What ``seat`` can convert and pay, targets in order.

        Nothing where the seat has neither a supporter left nor one to move (HC-SUP-01).
        """
        held = state.held[seat]
        if not any(held) or not placeable(state, seat):
            return []
        own = side(seat)
        enemy = 1 - own
        sides = state.circle.sides
        found: list[Convert] = []
        for target, faction in enumerate(sides):
            if faction != enemy:
                continue
            for space in self.origins[target]:
                if sides[space] == own:
                    break
            else:
                continue  # no own piece can reach it
            conversions = self.by_target[target]
            priced = paid = 0
            for colour, group in enumerate(converters(state, seat, target)):
                if not group or not held[colour]:
                    continue
                if group != priced:  # from a black space all colours cost the same
                    priced, paid = group, price(state, target, group)
                if held[colour] >= paid:
                    found.append(conversions[colour])
        return found
