"""Options as a menu: all of them where they fit a page, else in groups or pages, or by a filter.

Short options stand in columns, which are read downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROWS = 18
"""Lines of a page: those of a VT100's screen (24), less what stands above and below."""
WIDTH = 80
"""Columns of a page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An option: its number as it is typed, from 1, and its words."""

    number: int
    text: str


def entries_of(said: Sequence[str]) -> list[Entry]:
    """The options by what they say of themselves."""
    return [Entry(at, text) for at, text in enumerate(said, 1)]


def matching(entries: Sequence[Entry], typed: str) -> list[Entry]:
    """The options that have, for every word typed, one that begins like it.

    A number stands for itself alone: ``5`` is not ``51``.
    """
    wanted = typed.casefold().split()
    return [one for one in entries if all(_has(one.text, word) for word in wanted)]


def _has(text: str, word: str) -> bool:
    return any(
        found == word if word.isdecimal() else found.startswith(word)
        for found in (part.strip("(),:;") for part in text.casefold().split())
    )


def exact(entries: Sequence[Entry], typed: str) -> Entry | None:
    """The option whose words were typed, if it is one."""
    found = [one for one in entries if one.text.casefold() == typed.casefold()]
    return found[0] if len(found) == 1 else None


def pages(entries: Sequence[Entry]) -> int:
    """How many pages the options take."""
    return max(1, -(-len(entries) // _capacity(entries)))


def listed(entries: Sequence[Entry], page: int = 0) -> list[str]:
    """The lines of a menu: every option, groups of them, or page ``page`` (from 0)."""
    size = _capacity(entries)
    if len(entries) <= size:
        return _columns(entries)
    grouped = groups(entries)
    if grouped:
        return [_line(own[0]) if len(own) == 1 else _told(name, own) for name, own in grouped]
    more = f"      page {page + 1} of {pages(entries)}: n next, p previous, or type words"
    return [*_columns(entries[page * size : (page + 1) * size]), more]


def _capacity(entries: Sequence[Entry]) -> int:
    return ROWS * max(1, WIDTH // _width(entries))


def _width(entries: Sequence[Entry]) -> int:
    return max((len(_line(one)) for one in entries), default=0) + _GAP


_GAP = 2


def _columns(entries: Sequence[Entry]) -> list[str]:
    """Up to six options one below the other, more of them in as many columns as there is room."""
    if len(entries) <= _FEW:
        return [_line(one) for one in entries]
    width = _width(entries)
    rows = -(-len(entries) // max(1, WIDTH // width))
    lines = [entries[row::rows] for row in range(rows)]
    return ["".join(_line(one).ljust(width) for one in line).rstrip() for line in lines]


_FEW = 6


def groups(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Options by the words that they begin with, as many as tell them apart, or by their last.

    Whichever makes fewer groups; empty where both make more than a page of them, or only one.
    """
    split = [one.text.split() for one in entries]
    depth = 1 + _common(split)
    first = _by(entries, [" ".join(words[:depth]) for words in split])
    last = _by(entries, [words[-1] if words else "" for words in split])
    fit = [found for found in (first, last) if 1 < len(found) <= ROWS]
    return list(min(fit, key=len).items()) if fit else []


def _by(entries: Sequence[Entry], names: Sequence[str]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry, name in zip(entries, names, strict=True):
        found.setdefault(name, []).append(entry)
    return found


def _common(split: Sequence[Sequence[str]]) -> int:
    """How many words all begin with."""
    first = split[0]
    return next(
        (
            at
            for at, word in enumerate(first)
            if any(len(one) <= at or one[at] != word for one in split)
        ),
        len(first),
    )


def _line(entry: Entry) -> str:
    return f"{entry.number:>4}  {entry.text}"


def _told(name: str, group: Sequence[Entry]) -> str:
    typed = f"/{name}" if name.isdecimal() or len(name) == 1 else name
    return f"      {len(group)} options with {name!r}: type {typed}"
