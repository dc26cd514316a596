"""A comparison as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.comparison.asked import Asked
from generator.comparison.said import (
    CAVEATS,
    HEADLINES,
    MOST_CARDS,
    amount,
    beyond_told,
    cards_told,
    counted,
    ended,
    gains,
    interval,
    luck_told,
    name_of,
    notes,
    parting,
    piles_shown,
    piles_told,
    shifted_cards,
    table_of,
)
from validator.simulation.compare import Comparison, LineResult
from validator.simulation.pairs import Family
from validator.simulation.verdicts import Judged


def as_text(comparison: Comparison, asked: Asked) -> str:
    """All lines of a comparison, with the commands that replay the games that differ."""
    game = comparison.meeting.lines[0].now.game
    parts = [
        [f"{game.name}: {asked.before} before, {asked.now} now"],
        *(list(_line(result, asked)) for result in comparison.results),
        [f"all: {counted(comparison.verdicts())}", *notes(comparison), *CAVEATS],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _line(result: LineResult, asked: Asked) -> Iterator[str]:
    yield f"{table_of(result)}: {ended(result)}"
    yield from _rows(result.of(*HEADLINES), result)
    yield f"  {piles_told(result)}"
    yield from _rows(piles_shown(result), result)
    if result.of(Family.CARDS):
        yield f"  {cards_told(result)}"
        yield from _rows(shifted_cards(result)[:MOST_CARDS], result)
    beyond = beyond_told(result, [*result.of(*HEADLINES), *shifted_cards(result)[:MOST_CARDS]])
    if beyond:
        yield f"  {beyond}"
    yield f"  {gains(result)}"
    if luck_told(result):
        yield f"  {luck_told(result)}"
    if result.first is not None:
        yield f"  {parting(result.first)}"
        yield f"    before: {result.first.before}"
        yield f"    now:    {result.first.now}"
        yield f"    {asked.replay(result)}"


def _rows(shown: Sequence[Judged], result: LineResult) -> Iterator[str]:
    rows = [
        (
            name_of(one.figure, result),
            amount(one.figure, one.before),
            amount(one.figure, one.now),
            amount(one.figure, one.shift, signed=True),
            interval(one),
            str(one.verdict),
        )
        for one in shown
    ]
    widths = [max(len(row[at]) for row in rows) for at in range(5)] if rows else []
    for name, before, now, shift, span, verdict in rows:
        yield (
            f"  {name:<{widths[0]}}  {before:>{widths[1]}} to {now:>{widths[2]}}  "
            f"{shift:>{widths[3]}}  ({span})".ljust(sum(widths) + 14)
            + f"  {verdict}"
        )
