"""The kinds of effect: eleven, and one way out (``special``).

No loops, no expressions. Nouns (``what``, ``track``, ``of`` ...) are ids of the game's
``terms``, so the vocabulary serves any game. Two readers exist, and both end in
``assert_never``: :mod:`validator.catalogue.words.effect_text` says an effect,
:mod:`validator.compiler.effects` carries it out. ``validator/schemas/effects.json`` documents the
YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeAlias, get_args


@dataclass(frozen=True, slots=True)
class EffectFilter:
    """One property that counted things must have: ``size`` is ``large``, ``carved`` is true."""

    field: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Count:
    """A number read off the table: how many ``of`` (with all filters) ``whose`` player has.

    With ``distinct`` the different values of that property are counted instead, for example
    the different ``privilege`` icons on installed stones.
    """

    of: str
    where: tuple[EffectFilter, ...] = ()
    distinct: str | None = None
    whose: str = "you"


@dataclass(frozen=True, slots=True)
class EffectCondition:
    """Holds if the count is within ``at_least`` .. ``at_most``; ``most``: more than every rival."""

    count: Count
    at_least: int | None = None
    at_most: int | None = None
    most: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """Receive ``amount`` of ``what`` (``per`` counted thing, if given)."""

    what: str
    amount: int = 1
    per: Count | None = None
    when: EffectCondition | None = None
    who: str = "you"


@dataclass(frozen=True, slots=True)
class Pay:
    """Give up ``amount`` of ``what``; with ``to`` it is the voluntary price of those effects."""

    what: str
    amount: int = 1
    to: tuple[Effect, ...] = ()
    who: str = "you"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw ``amount`` cards and keep ``keep`` of them (all if None).

    ``by`` names the level that fixes both numbers instead, such as ``luck-level``.
    """

    what: str
    amount: int = 1
    keep: int | None = None
    by: str | None = None
    who: str = "you"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard ``amount`` cards (None: all); with ``to`` the voluntary price of those effects."""

    what: str
    amount: int | None = 1
    to: tuple[Effect, ...] = ()
    who: str = "you"


@dataclass(frozen=True, slots=True)
class Place:
    """Put ``amount`` of ``what`` ``where`` (a term: ``local``, ``adjacent``, ``carve-slot``)."""

    what: str
    where: str
    amount: int = 1
    free: bool = False


@dataclass(frozen=True, slots=True)
class Advance:
    """Move ``amount`` steps on ``track``; None: to its end.

    ``which``: ``the`` only track of that name, ``any`` one of the family, or ``all`` of it;
    ``shared``: one of the whole table.
    """

    track: str
    amount: int | None = 1
    which: str = "the"


@dataclass(frozen=True, slots=True)
class Score:
    """Score ``amount`` of ``what`` points, ``per`` ``every`` counted things, at most ``most``."""

    what: str
    amount: int = 1
    per: Count | None = None
    every: int = 1
    most: int | None = None
    when: EffectCondition | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """Take ``action`` as a sub-action, ``limit`` times at most, ``free`` of its printed price."""

    action: str
    area: str | None = None
    free: bool = False
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Discount:
    """Every ``of`` costs ``amount`` of ``what`` less (None: nothing), ``uses`` times at most."""

    of: str
    amount: int | None = 1
    uses: int | None = None
    what: str = "coin"


@dataclass(frozen=True, slots=True)
class Reach:
    """``what`` may also be used in ``area``; ``uses``: for how many things (None: all)."""

    what: str
    area: str
    uses: int | None = None


@dataclass(frozen=True, slots=True)
class Allow:
    """Do ``more`` than the limit (``verb`` ``what``), or ignore the rule named by ``waive``."""

    verb: str | None = None
    what: str | None = None
    more: int = 1
    waive: str | None = None
    uses: int | None = None


@dataclass(frozen=True, slots=True)
class Special:
    """A named function of the game's rules module; its text must be written by hand."""

    rule: str


Effect: TypeAlias = (
    Gain | Pay | Draw | Discard | Place | Advance | Score | Act | Discount | Reach | Allow | Special
)

KINDS: tuple[str, ...] = tuple(kind.__name__.lower() for kind in get_args(Effect))
"""The words of ``do``, in the order of the schema."""


NOUNS = ("what", "by", "where", "track", "of", "distinct", "action", "area", "waive")
"""The fields whose values are term ids."""


def values_of(effect: Effect | Count | EffectCondition) -> Iterator[tuple[str, object]]:
    """All values of an effect and of what is in it, by their fields, filters as they are.

    What its sentence does not say is left out.
    """
    for one in fields(effect):
        value = getattr(effect, one.name)
        for inner in value if isinstance(value, tuple) else (value,):
            if is_dataclass(inner) and not isinstance(inner, EffectFilter):
                yield from values_of(inner)  # type: ignore[arg-type]
            elif not _is_unsaid(effect, one.name):
                yield one.name, inner


def _is_unsaid(effect: object, name: str) -> bool:
    match effect, name:
        case (
            (Discount(amount=None), "what")
            | (Draw(by=str()), "amount" | "keep")
            | (Allow(waive=str()), "more")
            | (Allow(waive=None), "uses")
            | (Score(every=1), "every")
        ):
            return True
    return False


def nouns(effect: Effect) -> tuple[str, ...]:
    """All term ids an effect names, in reading order; filters as :func:`filter_term` says."""
    named = (value for name, value in values_of(effect) if name in NOUNS and value is not None)
    return tuple(filter_term(one) if isinstance(one, EffectFilter) else str(one) for one in named)


def numbers(effect: Effect) -> tuple[int, ...]:
    """All numbers an effect depends on, in reading order."""
    told = (getattr(value, "value", value) for _, value in values_of(effect))
    return tuple(value for value in told if type(value) is int)


def filter_term(item: EffectFilter) -> str:
    """The term id that words a filter: ``carved`` for true, ``not-carved``, ``size-large``."""
    if item.value is True:
        return item.field
    if item.value is False:
        return f"not-{item.field}"
    return f"{item.field}-{item.value}"
