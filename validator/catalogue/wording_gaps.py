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
from validator.catalogue.words.grammar import Grammar
from validator.catalogue.words.nominal import every_form


def lacking(text: str, effects: tuple[Effect, ...], game: Game) -> tuple[str, ...]:
    """Numbers and nouns of the effects that ``text`` doesn't contain, in reading order.

    A number may be a numeral or a word up to ten; a noun may be any of its forms or its
    ``{icon}``; nobody knows the words of a noun that is no term. Nothing is asked of ``special``
    effects.
    """
    grammar = game.tongue.grammar
    missing = []
    for effect in effects:
        known = [term_id for term_id in nouns(effect) if term_id in game.terms]
        missing += [
            str(number) for number in numbers(effect) if not _has_number(text, number, grammar)
        ]
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


def _has_number(text: str, number: int, grammar: Grammar) -> bool:
    words = [*grammar.numerals[number : number + 1]]
    if number != 1 or not words:
        words.append(rf"(?<!\d){number}(?!\d)")
    return any(re.search(word, text, re.IGNORECASE) for word in words)


def _has_noun(text: str, term_id: str, game: Game) -> bool:
    term, grammar = term_of(term_id, game), game.tongue.grammar
    forms = every_form(term.one, term.many, term.noun, grammar)
    icon = {f"{{{term.icon}}}"} if term.icon else set()
    return any(form.lower() in text.lower() for form in forms | icon)


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
