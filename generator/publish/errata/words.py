"""Two texts compared word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

_WORD = re.compile(r"\s+|\w+|[^\w\s]")
MOST_WORDS = 4_000
"""Longer texts are told as a whole: comparing takes the square of their length."""


class Kind(StrEnum):
    """What became of some words."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Run:
    """Some words of which the same is to be said."""

    kind: Kind
    text: str


def compared(old: str, new: str) -> tuple[Run, ...]:
    """The words of two texts in one line: those that stay, those that went, those that came.

    Two single words, such as 3/4 and 4+, are told as wholes.
    """
    before, now = _WORD.findall(old), _WORD.findall(new)
    single = old != new and len(old.split()) <= 1 and len(new.split()) <= 1
    if single or max(len(before), len(now)) > MOST_WORDS:
        return tuple(run for run in (Run(Kind.GONE, old), Run(Kind.NEW, new)) if run.text)
    return tuple(_joined(list(_runs(before, now))))


def _runs(before: list[str], now: list[str]) -> Iterator[Run]:
    matcher = SequenceMatcher(a=before, b=now, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            yield Run(Kind.SAME, "".join(now[new_start:new_end]))
            continue
        yield Run(Kind.GONE, "".join(before[start:end]))
        yield Run(Kind.NEW, "".join(now[new_start:new_end]))


def _joined(runs: list[Run]) -> Iterator[Run]:
    """Runs without a blank between two changes: both sides of it take it in."""
    gone, new = "", ""
    for at, run in enumerate(runs):
        following = any(later.kind is not Kind.SAME for later in runs[at + 1 :])
        if run.kind is Kind.SAME and not (run.text.isspace() and (gone or new) and following):
            yield from _changed(gone, new)
            gone, new = "", ""
            yield run
            continue
        gone += run.text if run.kind is not Kind.NEW else ""
        new += run.text if run.kind is not Kind.GONE else ""
    yield from _changed(gone, new)


def _changed(gone: str, new: str) -> Iterator[Run]:
    if gone:
        yield Run(Kind.GONE, gone)
    if new:
        yield Run(Kind.NEW, new)
