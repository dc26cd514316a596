"""The kinds of effect: eleven, and one way out (``special``).

No loops, no expressions. Nouns (``what``, ``track``, ``of`` ...) are ids of the game's
``terms``, so the vocabulary serves any game. Two readers exist, and both end in
``assert_never``: :mod:`validator.catalogue.words.effect_text` says an effect,
:mod:`validator.compiler.effects` carries it out. ``validator/schemas/effects.json`` documents the
YAML.
"""

from __future__ import annotations

from dataclasses import dataclass
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

    ``which``: ``the`` only track of that name, ``any`` one of the family, or ``all`` of it.
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

SEATS: tuple[str, ...] = ("you", "each", "others", "left", "right", "one-other")
"""Who is meant: yourself, everyone, everyone else, a neighbour, an opponent you name."""


def nouns(effect: Effect) -> tuple[str, ...]:
    """All term ids an effect names, in reading order; filters as :func:`filter_term` says."""
    match effect:
        case Gain(what=what, per=per, when=when):
            return (what, *_count_nouns(per), *_condition_nouns(when))
        case Pay(what=what, to=to) | Discard(what=what, to=to):
            return (what, *(noun for inner in to for noun in nouns(inner)))
        case Draw(what=what, by=by):
            return (what, *_maybe(by))
        case Place(what=what, where=where):
            return (what, where)
        case Advance(track=track):
            return (track,)
        case Score(what=what, per=per, when=when):
            return (what, *_count_nouns(per), *_condition_nouns(when))
        case Act(action=action, area=area):
            return (action, *_maybe(area))
        case Discount(of=of, amount=amount, what=what):
            return (of,) if amount is None else (of, what)
        case Reach(what=what, area=area):
            return (what, area)
        case Allow(what=what, waive=waive):
            return (*_maybe(what), *_maybe(waive))
        case Special():
            return ()


def filter_term(item: EffectFilter) -> str:
    """The term id that words a filter: ``carved`` for true, ``not-carved``, ``size-large``."""
    if item.value is True:
        return item.field
    if item.value is False:
        return f"not-{item.field}"
    return f"{item.field}-{item.value}"


def _count_nouns(count: Count | None) -> tuple[str, ...]:
    if count is None:
        return ()
    return (count.of, *(filter_term(item) for item in count.where), *_maybe(count.distinct))


def _condition_nouns(condition: EffectCondition | None) -> tuple[str, ...]:
    return () if condition is None else _count_nouns(condition.count)


def _maybe(noun: str | None) -> tuple[str, ...]:
    return () if noun is None else (noun,)
