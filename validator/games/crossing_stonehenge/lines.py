"""Crossing Stonehenge: what each line of the grid shows by itself, found once a line.

Who is trapped (CS-TRAP-01) and who may take something at once (CS-JUMP-01, CS-TRAP-04) hangs on
single rows and columns, a move changes few of them, and the same lines come back again and again.
So the rules are asked about a board with nothing but one line on it, and the answer is kept.
A position is one number: the cells of green, then, lower, those of yellow. An answer has, low to
high, the trapped of both sides, the yellow and the green pieces that may take something, first as
rows show them, then as columns: no cell is in two rows or two columns, so what a board shows is
the sum over its lines. A piece alone on a line shows nothing, and two tell which line it is.
"""

from __future__ import annotations

from validator.games.crossing_stonehenge.field import Field, trapped
from validator.games.crossing_stonehenge.moves import leapers

KEPT = 50_000
"""States of lines that are kept; with more the memory begins anew."""


def show(field: Field, line: int, pieces: int) -> int:
    """Return what ``line`` shows with these ``pieces`` on it."""
    answer = field.shown.get(pieces)
    if answer is None:
        in_row = line in field.lines[: len(field.lines) - field.width]
        answer = _put_together(field, pieces) if in_row and not field.flies else _ask(field, pieces)
        if not in_row:
            answer <<= field.columns_at
        if len(field.shown) >= KEPT:
            field.shown.clear()
        field.shown[pieces] = answer
    return answer


def _put_together(field: Field, pieces: int) -> int:
    """Add up what the stretches of a row show: nothing reaches over a gap without flying."""
    green, yellow = pieces >> field.cells, pieces & field.every
    left = green | yellow
    total = 0
    while left:
        stretch = left & ~(left + (left & -left))
        left ^= stretch
        if not (green & stretch and yellow & stretch):
            continue
        alone = pieces & (stretch << field.cells | stretch)
        answer = field.shown.get(alone)
        if answer is None:
            answer = field.shown[alone] = _ask(field, alone)
        total += answer
    return total


def _ask(field: Field, pieces: int) -> int:
    """Ask the rules about a board with these pieces on one line."""
    cells = field.cells
    green, yellow = pieces >> cells, pieces & field.every
    held = trapped(field, green, yellow) | trapped(field, yellow, green)
    beside = 0
    for step, _ in field.axes:
        beside |= held << step | held >> step
    first = yellow & beside | leapers(field, yellow, green)
    second = green & beside | leapers(field, green, yellow)
    return (second << cells | first) << cells | held
