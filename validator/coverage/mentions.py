"""Ids of rules in a text: which, on which line, by themselves or in a range.

``HEN-INS-10`` names a rule by itself, and so do ``HEN-INS-10, -11`` and ``HEN-INS-10/11`` name
two. ``HEN-INS-10..12``, ``HEN-INS-10 to HEN-INS-12`` and ``HEN-INS-10 to -12`` name all that lie
between, in passing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_RANGES = ("..", " to ")
_DIGITS = 4
"""Digits of the largest number of a rule, so that a range has an end."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule named on a line (from 1); ``alone``: by itself, not as one of a range."""

    rule: str
    line: int
    alone: bool = True


def mentions(prefix: str, text: str) -> Iterator[Mention]:
    """Yield every id of ``prefix`` in ``text``, line by line."""
    pattern = re.compile(rf"(?<![A-Z-]){prefix}-([A-Z0-9]+)-(\d{{1,{_DIGITS}}})(?!\d)")
    for number, line in enumerate(text.splitlines(), 1):
        if f"{prefix}-" in line:
            for match in pattern.finditer(line):
                yield from _expanded(prefix, match, number)


def _expanded(prefix: str, match: re.Match[str], line: int) -> Iterator[Mention]:
    """The ids that one match stands for, with its tail such as ``..12``."""
    text, group, last = match.string, match[1], int(match[2])
    numbers, at = [last], match.end()
    more = re.compile(rf"(?:\.\.|/|, -| to (?:{prefix}-{group})?-)(\d{{1,{_DIGITS}}})(?!\d)")
    ranges = text[: match.start()].endswith(_RANGES) or text.startswith(f" to {prefix}-", at)
    while tail := more.match(text, at):
        spans = tail[0].startswith(_RANGES)
        ranges = ranges or spans
        numbers.extend(range(last + 1, int(tail[1]) + 1) if spans else [int(tail[1])])
        last, at = int(tail[1]), tail.end()
    for number in numbers:
        yield Mention(f"{prefix}-{group}-{number:02d}", line, not ranges)
