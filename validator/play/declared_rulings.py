"""How a rules module declares the rulings it reads: ids and options as types that it then uses.

A module says each reading of an open question as a member of an enumeration, and gathers the
questions in a frozen dataclass that it exposes as ``RULINGS``::

    class DrawPileEnd(StrEnum):
        LAST_CARD = "last_card"
        SHORTFALL = "shortfall"


    @dataclass(frozen=True, slots=True)
    class Rulings:
        draw_pile_end: DrawPileEnd = ruling("X-BG-04")


    RULINGS = Rulings

``prepare`` reads the options in force by :func:`read_rulings`; the engine then compares members
(``is DrawPileEnd.LAST_CARD``), never strings. :mod:`validator.play.ruling_readers` compares the
declaration with game.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

from validator.hints import did_you_mean
from validator.usage import UsageError

_ID = "ruling"
"""Key of a field's metadata that holds the id of its ruling."""

R = TypeVar("R")


def ruling(identity: str) -> Any:
    """A field of a ``Rulings`` dataclass for the ruling ``identity`` of game.yaml.

    The type of the field is the enumeration of its options.
    """
    return field(metadata={_ID: identity})


def known_rulings(declaration: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """The options of each ruling that ``declaration`` knows, by id, in the order of its fields."""
    return {
        identity: tuple(option.value for option in options)
        for _, identity, options in _declared(declaration)
    }


@dataclass(frozen=True, slots=True)
class Question:
    """What a rules module asks: in words, and the options that it knows, the usual one first."""

    says: str
    options: tuple[str, ...]


def questions(declaration: type[Any]) -> Mapping[str, Question]:
    """What ``declaration`` asks, by ruling id; the words are the docstring of the options."""
    return {
        identity: Question(_words(identity, options), tuple(one.value for one in options))
        for _, identity, options in _declared(declaration)
    }


def _words(identity: str, options: type[StrEnum]) -> str:
    """The first line of a docstring without the id and the rules that it names."""
    line = (options.__doc__ or "").strip().partition("\n")[0]
    return re.sub(r" \([A-Z]+-[A-Z0-9, -]+\)", "", line.removeprefix(f"{identity}: "))


def read_rulings(declaration: type[R], rulings: Mapping[str, str]) -> R:
    """The options in force as the members of ``declaration``; other ids are left alone.

    Raises:
        UsageError: a declared id is missing, or its option is none of the declared ones.
    """
    return declaration(
        **{
            name: _member(identity, options, rulings)
            for name, identity, options in _declared(declaration)
        }
    )


def _declared(declaration: type[Any]) -> Iterator[tuple[str, str, type[StrEnum]]]:
    """Field, ruling id and options of each ruling."""
    hints = get_type_hints(declaration)
    for one in fields(declaration):
        yield one.name, one.metadata[_ID], hints[one.name]


def _member(identity: str, options: type[StrEnum], rulings: Mapping[str, str]) -> StrEnum:
    option = rulings.get(identity)
    if option is None:
        raise UsageError(
            f"the rules module reads the ruling {identity}, which game.yaml does not have",
            did_you_mean(identity, rulings, f"rulings there: {', '.join(rulings) or 'none'}"),
        )
    known = [member.value for member in options]
    if option not in known:
        raise UsageError(
            f"the rules module knows no option {option!r} of {identity}",
            did_you_mean(option, known, f"it knows {', '.join(known)}"),
        )
    return options(option)
