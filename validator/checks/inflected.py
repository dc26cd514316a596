"""Names that sentences inflect, in languages that need to know how.

Codes:

``noun-class-missing``
    The game is in a language whose nouns have classes, such as German, and a name that sentences
    inflect does not tell its own: `noun`. Sentences take the first class then, which may be wrong.

    Bad::

        # game.yaml
        language: de
        terms:
          coin: {one: Münze, many: Münzen}  # <- here
        # cards.yaml
        components:
          - {id: candle, name: Kerze, copies: 12, effects: [{do: gain, what: coin}]}

    Good::

        # game.yaml
        language: de
        terms:
          coin: {one: Münze, many: Münzen, noun: f}
        # cards.yaml
        components:
          - {id: candle, name: Kerze, copies: 12, effects: [{do: gain, what: coin}]}
``noun-class-unknown``
    What `noun` says is no class of the language, or gives a form that it does not have.

    Bad::

        # game.yaml
        language: de
        terms:
          coin: {one: Münze, many: Münzen, noun: fem}  # <- here
        # cards.yaml
        components:
          - {id: candle, name: Kerze, copies: 12, effects: [{do: gain, what: coin}]}

    Good::

        # game.yaml
        language: de
        terms:
          coin: {one: Münze, many: Münzen, noun: f}
        # cards.yaml
        components:
          - {id: candle, name: Kerze, copies: 12, effects: [{do: gain, what: coin}]}
"""

from __future__ import annotations

from collections.abc import Iterator

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
from validator.checks.base import note, own_components, warning
from validator.checks.nouns import effects_of_space, spaces_in
from validator.findings import Finding, Place


def check_inflected(game: Game, tables: Tables) -> Iterator[Finding]:
    """Every name that sentences inflect tells its class, where the language has classes."""
    del tables
    grammar = game.tongue.grammar
    needed = inflected(game) if grammar.classes else frozenset()
    for term in game.terms.values():
        if term.noun:
            yield from _fault(game, place_in(game, "terms", term.id, "noun"), term.noun)
        if term.id in needed and not term.noun.partition(";")[0]:
            yield _missing(game, place_in(game, "terms", term.id), term.one)
    for one in game.sets.values():
        if one.noun:
            yield from _fault(game, place_in(one, "noun"), one.noun)
    for label in game.setup.zones.values():
        if label.noun:
            yield from _fault(game, label.place, label.noun)
    for step in game.setup.steps:
        noun = getattr(getattr(step, "pieces", step), "noun", "")
        if noun:
            yield from _fault(game, place_in(step.common, "noun"), noun)


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


def _fault(game: Game, place: Place, noun: str) -> Iterator[Finding]:
    fault = game.tongue.grammar.fault_of(noun)
    if fault:
        hint = "trilith help game.terms tells what `noun` says"
        yield warning(game, "noun-class-unknown", place, f"`noun: {noun}`: {fault}", hint)


def _missing(game: Game, place: Place, name: str) -> Finding:
    classes = ", ".join(game.tongue.grammar.classes)
    message = f"sentences inflect {name!r}, and it does not tell its class"
    return note(game, "noun-class-missing", place, message, f"add `noun:` with one of {classes}")
