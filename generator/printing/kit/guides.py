"""The set-up guide of a kit: one list of steps for all tables, with a word where they differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from generator.printing.sheets.options import PrintOptions
from validator.catalogue.model import Configuration, Game
from validator.setup.guide import guide

MANY_SEATS = "your number of seats"
"""What a guide for several tables says instead of a number."""
_NUMBER = re.compile(r"^\d+\. ")


def guide_for(game: Game, options: PrintOptions) -> list[str]:
    """Return the set-up guide for the tables that are printed for."""
    tables = [
        table
        for table in game.configurations
        if options.players in (None, table.players) and options.bots in (None, table.bots)
    ]
    return set_up_guide(game, tables)


def set_up_guide(game: Game, tables: Sequence[Configuration] | None = None) -> list[str]:
    """Return the set-up of ``game`` in numbered lines, merged over ``tables`` (default: all).

    A line that is not for every table begins with the tables it is for, in ``**``.
    """
    chosen = list(game.configurations if tables is None else tables)
    seats = MANY_SEATS if len({table.total for table in chosen}) > 1 else ""
    texts = [[_NUMBER.sub("", line) for line in guide(game, table, seats)] for table in chosen]
    lines = []
    for number, (text, at) in enumerate(merged(texts), start=1):
        here = [chosen[index] for index in at]
        tag = "" if len(here) == len(chosen) else f"**{named(here, chosen)}:** "
        lines.append(f"{number}. {tag}{text}")
    return lines


def merged(texts: Sequence[Sequence[str]]) -> list[tuple[str, tuple[int, ...]]]:
    """Merge lists of lines, keeping their order: each line with the lists that have it there."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for index, lines in enumerate(texts):
        known = [text for text, _ in found]
        grown: list[tuple[str, tuple[int, ...]]] = []
        matcher = SequenceMatcher(a=known, b=list(lines), autojunk=False)
        for kind, start, end, new_start, new_end in matcher.get_opcodes():
            for text, at in found[start:end]:
                grown.append((text, (*at, index) if kind == "equal" else at))
            if kind != "equal":
                grown.extend((text, (index,)) for text in lines[new_start:new_end])
        found = grown
    return found


def named(some: Sequence[Configuration], every: Sequence[Configuration]) -> str:
    """Name the tables ``some`` among ``every`` as shortly as can be."""
    bots = any(table.bots for table in every)
    tests: list[tuple[Callable[[Configuration], int], str, str]] = [
        (lambda table: int(table.bots > 0), "", ""),
        (lambda table: table.total, "seats", "seat") if bots else _BY_PLAYERS,
        _BY_PLAYERS,
        (lambda table: table.bots, "bots", "bot"),
    ]
    for key, many, one in tests:
        values = sorted({key(table) for table in some})
        if {id(table) for table in every if key(table) in values} != {id(t) for t in some}:
            continue
        if not many:
            return "With bots" if values == [1] else "Without bots"
        words = " or ".join(str(value) for value in values)
        return f"{words} {one if values == [1] else many}"
    return ", ".join(f"{table.players} + {table.bots}" for table in some)


_BY_PLAYERS: tuple[Callable[[Configuration], int], str, str] = (
    lambda table: table.players,
    "players",
    "player",
)
