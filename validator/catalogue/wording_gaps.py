"""Measure a hand-written text by the effects it stands for: which numbers and nouns it lacks."""

from __future__ import annotations

import re
from typing import assert_never

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Condition,
    Count,
    Discard,
    Discount,
    Draw,
    Effect,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
    nouns,
)
from validator.catalogue.model import Game
from validator.catalogue.wording import term_of

_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ONES = re.compile(r"\b(1|an?|one|once|each|every|another|the|your)\b|\{", re.IGNORECASE)


def lacking(text: str, effects: tuple[Effect, ...], game: Game) -> tuple[str, ...]:
    """Numbers and nouns of the effects that ``text`` doesn't contain, in reading order.

    A number may be a numeral or a word up to ten; a noun may be its singular, its plural
    or its ``{icon}``; nobody knows the words of a noun that is no term. Nothing is asked of
    ``special`` effects.
    """
    missing = []
    for effect in effects:
        known = [term_id for term_id in nouns(effect) if term_id in game.terms]
        missing += [str(number) for number in numbers(effect) if not _has_number(text, number)]
        missing += [term_id for term_id in known if not _has_noun(text, term_id, game)]
    return tuple(dict.fromkeys(missing))


def numbers(effect: Effect) -> tuple[int, ...]:
    """All numbers an effect depends on, in reading order."""
    match effect:
        case Gain(amount=amount, per=per, when=when):
            return (amount, *_of_condition(when), *_of_count(per))
        case Pay(amount=amount, to=to):
            return (amount, *(number for inner in to for number in numbers(inner)))
        case Discard(amount=amount, to=to):
            return (*_maybe(amount), *(number for inner in to for number in numbers(inner)))
        case Draw(amount=amount, keep=keep, by=by):
            return () if by is not None else (amount, *_maybe(keep))
        case Place(amount=amount):
            return (amount,)
        case Advance(amount=amount):
            return _maybe(amount)
        case Score():
            every = (effect.every,) if effect.every > 1 else ()
            own = (effect.amount, *every, *_maybe(effect.most))
            return (*own, *_of_condition(effect.when), *_of_count(effect.per))
        case Act(limit=limit):
            return _maybe(limit)
        case Discount(amount=amount, uses=uses):
            return (*_maybe(amount), *_maybe(uses))
        case Reach(uses=uses):
            return _maybe(uses)
        case Allow(more=more, waive=waive, uses=uses):
            return _maybe(uses) if waive is not None else (more,)
        case Special():
            return ()
        case _:
            assert_never(effect)


def _has_number(text: str, number: int) -> bool:
    if number == 1:
        return _ONES.search(text) is not None
    words = [str(number), *_NUMERALS[number : number + 1], *(["twice"] if number == 2 else [])]
    return any(re.search(rf"(?<!\d){word}(?!\d)", text, re.IGNORECASE) for word in words)


def _has_noun(text: str, term_id: str, game: Game) -> bool:
    term = term_of(term_id, game)
    forms = [term.one, term.many, *([f"{{{term.icon}}}"] if term.icon else [])]
    return any(form.lower() in text.lower() for form in forms)


def _maybe(number: int | None) -> tuple[int, ...]:
    return () if number is None else (number,)


def _of_condition(when: Condition | None) -> tuple[int, ...]:
    if when is None:
        return ()
    bounds = (*_maybe(when.at_least), *_maybe(when.at_most))
    return (*dict.fromkeys(bounds), *_of_count(when.count))


def _of_count(counted: Count | None) -> tuple[int, ...]:
    """Numbers among the filters of a count, such as the steps of a track."""
    if counted is None:
        return ()
    return tuple(item.value for item in counted.where if type(item.value) is int)
