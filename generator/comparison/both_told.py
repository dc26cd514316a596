"""One game told on both sides: what they share once, then each from where they part."""

from __future__ import annotations

from collections.abc import Sequence

from validator.play.replay import replay
from validator.simulation.pairs import Line

_SHARED = 6
"""Lines before the first difference that are shown again."""


def both_told(line: Line, index: int, before: str, now: str) -> str:
    """Game number ``index`` as both sides tell it; ``before`` and ``now`` are their names."""
    old, new = (replay(plan, index)[0].splitlines() for plan in (line.before, line.now))
    shared = next(
        (at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two),
        min(len(old), len(new)),
    )
    if shared == len(old) == len(new):
        return "\n".join([*old, "", f"game {index} is told alike on both sides"]) + "\n"
    parts = [
        _heading(f"both sides, {shared} lines, the last of them"),
        *old[max(0, shared - _SHARED) : shared],
        *_side(f"before: {before}", old[shared:]),
        *_side(f"now: {now}", new[shared:]),
    ]
    return "\n".join(parts) + "\n"


def _side(title: str, lines: Sequence[str]) -> list[str]:
    return ["", _heading(title), *lines]


def _heading(title: str) -> str:
    return f"== {title} =="
