"""Piles: what the rules say when one is empty, and whether a data-only game's piles last."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from validator.catalogue.model import DrawRate, Game, Length, Pile, WhenEmpty, place_in
from validator.catalogue.tables import LaidTable, Tables, usual
from validator.checks.base import counted, error, listed, note, warning
from validator.findings import Finding

GAMES = 400
"""Simulated games a pile and table; a chance of 50 % is then known to within 5 %."""
CERTAIN = 1
"""Per cent from never and always within which so few games tell no number."""


@dataclass(frozen=True, slots=True)
class Span:
    """Cards drawn over a game: at the ``least``, at the ``most``, of ``size`` there are.

    ``emptied`` of ``games`` simulated games draw the last one.
    """

    size: int
    least: int
    most: int
    emptied: int
    games: int = GAMES


def span(pile: Pile, length: Length, seats: int, size: int) -> Span:
    """Work the bounds out and play ``GAMES`` games of nothing but draws.

    A game lasts any number of rounds of ``length`` with the same chance, and every draw is
    any number of the pile's bounds with the same chance. Raises ValueError without a rate.
    """
    if pile.draw is None:
        raise ValueError(f"the pile {pile.id!r} has no draw rate")
    draw = pile.draw
    draws_a_round = seats if draw.per == "turn" else 1
    least = length.least * draws_a_round * draw.least
    most = length.most * draws_a_round * draw.most
    luck = random.Random(f"{pile.id}/{seats}/{size}")
    emptied = 0
    for _ in range(GAMES if most >= size else 0):
        draws = luck.randint(length.least, length.most) * draws_a_round
        emptied += _empties(luck, draw, draws, size)
    return Span(size, least, most, emptied)


def _empties(luck: random.Random, draw: DrawRate, draws: int, size: int) -> bool:
    """Draw until the pile is empty or the game is over; tell whether it is empty."""
    left = size
    for _ in range(draws):
        left -= luck.randint(draw.least, draw.most)
        if left <= 0:
            return True
    return left <= 0


def chance_text(one: Span) -> str:
    """The simulated chance in words: ``37 %``, ``under 1 %``, ``over 99 %``."""
    share = 100 * one.emptied / one.games
    if share < CERTAIN:
        return f"under {CERTAIN} %"
    return f"over {100 - CERTAIN} %" if share > 100 - CERTAIN else f"{share:.0f} %"


SAYS = {
    WhenEmpty.ENDS_GAME: "the rules end the game",
    WhenEmpty.RESHUFFLE: "the rules reshuffle the discards",
    WhenEmpty.STOP: "the rules let players go without",
    WhenEmpty.UNSTATED: "the rules do not say what happens",
}


def check_unstated(game: Game, tables: Tables) -> Iterator[Finding]:
    """Every supply that can run out needs a rule for it."""
    for pile in game.piles:
        if pile.when_empty is WhenEmpty.UNSTATED and pile.ruling is None:
            message = f"nothing says what happens when {_name(pile)} is empty"
            hint = "write `when_empty: ends_game`, `reshuffle` or `stop`, or name a `ruling`"
            yield warning(game, "pile-unstated", place_in(pile, "when_empty"), message, hint)


def check_exhaustion(game: Game, tables: Tables) -> Iterator[Finding]:
    """Can a pile of a game without a rules module run out?"""
    if game.is_played or game.is_box:
        return
    for pile in game.piles:
        if pile.draw is None or game.length is None:
            missing = "`draw` rate" if pile.draw is None else "`length` of the game"
            message = f"nothing tells whether {_name(pile)} lasts: there is no {missing}"
            hint = "add `draw: {least: 0, most: 1, per: turn}` and `length: {least: 6, most: 10}`"
            yield note(game, "pile-no-rate", pile.place, message, hint)
        elif pile.draw.least > pile.draw.most or game.length.least > game.length.most:
            message = f"the least is above the most, in the `draw` of {_name(pile)} or in `length`"
            place = place_in(pile, "draw")
            if pile.draw.least <= pile.draw.most:
                place = place_in(game, "length")
            yield error(game, "pile-bounds", place, message, "write the smaller number first")
        else:
            yield from _exhaustion(game, pile, game.length, tables)


def _exhaustion(game: Game, pile: Pile, length: Length, tables: Tables) -> Iterator[Finding]:
    cases = [
        (table, span(pile, length, table.configuration.total, _size(table, pile)))
        for table in usual(tables, game.id)
    ]
    if not cases:
        return
    told = "; ".join(_case(table, one) for table, one in cases)
    if all(one.most < one.size for _, one in cases):
        message = f"{_name(pile)} lasts at every table ({told})"
        yield note(game, "pile-lasts", pile.place, message, "nothing to do")
        return
    certain = "runs out" if all(one.least >= one.size for _, one in cases) else "can run out"
    message = f"{_name(pile)} {certain} ({told}); {_then(pile)}"
    unstated = pile.when_empty is WhenEmpty.UNSTATED and pile.ruling is None
    hint = "add cards, draw fewer, shorten the game, or say what happens in `when_empty`"
    tell = error if unstated else note
    yield tell(game, "pile-runs-out", pile.place, message, hint)


def _size(table: LaidTable, pile: Pile) -> int:
    return len(table.zones.get(pile.zone, ()))


def _case(table: LaidTable, one: Span) -> str:
    seats = counted(table.configuration.total, "seat")
    if one.most < one.size:
        end = "lasts"
    elif one.least >= one.size:
        end = "always runs out"
    else:
        end = f"can run out, and does in {chance_text(one)} of simulated games"
    return f"{seats}: {one.least} to {one.most} of {one.size} drawn, {end}"


def _then(pile: Pile) -> str:
    ruling = f" (ruling {pile.ruling})" if pile.ruling else ""
    told = f": {pile.then}" if pile.then else ""
    return f"then {SAYS[pile.when_empty]}{ruling}{told}".rstrip(".")


def _name(pile: Pile) -> str:
    return listed([f"the pile {pile.name or pile.id!r}"])
