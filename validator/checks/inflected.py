"""Names that sentences inflect, in languages that need to know how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from validator.catalogue.effects import (
    Count,
    Discard,
    Effect,
    Gain,
    Pay,
    Score,
    filter_term,
    nouns,
)
from validator.catalogue.model import Game, place_in
from validator.catalogue.tables import Tables
from validator.checks.base import is_own, note, own_components, warning
from validator.checks.nouns import effects_of_space, spaces_in
from validator.findings import Finding, Place


@dataclass(frozen=True, slots=True)
class _Name:
    """A name that sentences inflect, what it tells of its forms, and where it stands."""

    words: str
    noun: str
    place: Place
    at: Place
    needed: bool = True


def check_inflected(game: Game, tables: Tables) -> Iterator[Finding]:
    """Every name that sentences inflect tells its class, where the language has classes."""
    del tables
    grammar = game.tongue.grammar
    for name in _names(game):
        fault = grammar.fault_of(name.noun) if name.noun else ""
        if fault:
            hint = "trilith help game.terms tells what `noun` says"
            message = f"`noun: {name.noun}`: {fault}"
            yield warning(game, "noun-class-unknown", name.at, message, hint)
        elif name.needed and grammar.classes and not name.noun.partition(";")[0]:
            message = f"sentences inflect {name.words!r}, and it does not tell its class"
            hint = f"add `noun:` with one of {', '.join(grammar.classes)}"
            yield note(game, "noun-class-missing", name.place, message, hint)


def _names(game: Game) -> Iterator[_Name]:
    """The names that tell something of their forms, or should."""
    needed = inflected(game)
    for term in game.terms.values():
        if term.noun or term.id in needed:
            place, at = place_in(game, "terms", term.id), place_in(game, "terms", term.id, "noun")
            yield _Name(term.one, term.noun, place, at, term.id in needed)
    for one in game.sets.values():
        if is_own(game, one):
            yield _Name(one.singular, one.noun, place_in(one, "singular"), place_in(one, "noun"))
    for label in game.setup.zones.values():
        yield _Name(label.name, label.noun, label.place, label.place)
    for step in game.setup.steps:
        named = getattr(step, "pieces", step)
        what, noun = getattr(named, "what", None), getattr(named, "noun", "")
        if what or noun:
            at = place_in(step.common, "noun")
            yield _Name(what or "", noun, place_in(step.common, "what"), at)


def inflected(game: Game) -> frozenset[str]:
    """The ids of terms that effects name as nouns; what only narrows a count is none."""
    return frozenset(
        noun
        for effect in _effects(game)
        for noun in nouns(effect)
        if noun not in _narrowing(effect)
    )


def _effects(game: Game) -> Iterator[Effect]:
    for component in own_components(game):
        yield from component.effects
        for field in component.fields.values():
            for space in spaces_in(field):
                yield from effects_of_space(space) or ()


def _narrowing(effect: Effect) -> frozenset[str]:
    """The terms of an effect that stand beside its nouns."""
    inner = effect.to if isinstance(effect, Pay | Discard) else ()
    counts: list[Count] = []
    if isinstance(effect, Gain | Score):
        counts += [effect.per] if effect.per else []
        counts += [effect.when.count] if effect.when else []
    own = {filter_term(item) for count in counts for item in count.where}
    return frozenset(own.union(*map(_narrowing, inner)))
