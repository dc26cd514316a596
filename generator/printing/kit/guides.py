"""The set-up guide of a kit: one list of steps for all tables, with a word where they differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from enum import Enum
from functools import reduce
from typing import TYPE_CHECKING

from validator.catalogue.model import Configuration, Game
from validator.catalogue.words.language import ENGLISH, Tongue, marked
from validator.setup.guide import guide

if TYPE_CHECKING:
    from generator.printing.sheets.options import PrintOptions

MANY_SEATS = marked("your number of seats")
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
    seats = game.tongue.say(MANY_SEATS) if len({table.total for table in chosen}) > 1 else ""
    texts = [[_NUMBER.sub("", line) for line in guide(game, table, seats)] for table in chosen]
    lines = []
    for number, (text, at) in enumerate(merged(texts), start=1):
        here = [chosen[index] for index in at]
        tag = "" if len(here) == len(chosen) else f"**{named(here, chosen, game.tongue)}:** "
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


class Of(Enum):
    """What some tables have in common that the others have not."""

    BOTS = "bots"
    SEATS = "seats"
    PLAYERS = "players"
    MANY_BOTS = "numbers of bots"
    NOTHING = "nothing"


_COUNTED: Mapping[Of, Callable[[Configuration], int]] = {
    Of.BOTS: lambda table: int(table.bots > 0),
    Of.SEATS: lambda table: table.total,
    Of.PLAYERS: lambda table: table.players,
    Of.MANY_BOTS: lambda table: table.bots,
}


def told_apart(
    some: Sequence[Configuration], every: Sequence[Configuration]
) -> tuple[Of, tuple[int, ...]]:
    """By what the tables ``some`` are told from the others of ``every``, and its values there."""
    bots = any(table.bots for table in every)
    for what, key in _COUNTED.items():
        values = tuple(sorted({key(table) for table in some}))
        alike = {id(table) for table in every if key(table) in values}
        if alike == {id(table) for table in some} and (bots or what is not Of.SEATS):
            return what, values
    return Of.NOTHING, ()


def named(
    some: Sequence[Configuration], every: Sequence[Configuration], tongue: Tongue = ENGLISH
) -> str:
    """Name the tables ``some`` among ``every`` as shortly as can be."""
    what, values = told_apart(some, every)
    numbers, last = either(values, tongue), 1 if values == (1,) else max((2, *values))
    match what:
        case Of.BOTS:
            return tongue.say("With bots" if values == (1,) else "Without bots")
        case Of.SEATS:
            return tongue.count("{numbers} seat", "{numbers} seats", last, numbers=numbers)
        case Of.PLAYERS:
            return tongue.count("{numbers} player", "{numbers} players", last, numbers=numbers)
        case Of.MANY_BOTS:
            return tongue.count("{numbers} bot", "{numbers} bots", last, numbers=numbers)
    return listed(some)


def at_tables(
    some: Sequence[Configuration], every: Sequence[Configuration], tongue: Tongue = ENGLISH
) -> str:
    """Where something is so: ``at 3 seats``, ``without bots``."""
    what, values = told_apart(some, every)
    numbers, last = either(values, tongue), 1 if values == (1,) else max((2, *values))
    match what:
        case Of.BOTS:
            return tongue.say("with bots" if values == (1,) else "without bots")
        case Of.SEATS:
            return tongue.count("at {numbers} seat", "at {numbers} seats", last, numbers=numbers)
        case Of.PLAYERS:
            return tongue.count(
                "at {numbers} player", "at {numbers} players", last, numbers=numbers
            )
        case Of.MANY_BOTS:
            return tongue.count("at {numbers} bot", "at {numbers} bots", last, numbers=numbers)
    return tongue.say("at {tables}", tables=listed(some))


def listed(some: Sequence[Configuration]) -> str:
    """Tables by their numbers of players and bots."""
    return ", ".join(f"{table.players} + {table.bots}" for table in some)


def either(values: Sequence[int], tongue: Tongue) -> str:
    """Numbers of which one holds: ``3 or 4``."""
    words = [str(value) for value in values] or [""]
    return reduce(lambda one, other: tongue.say("{one} or {other}", one=one, other=other), words)
