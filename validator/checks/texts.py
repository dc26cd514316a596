"""Printed words against what cards and spaces do, and how many cards go their own way."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from validator.catalogue.effects import Special, nouns
from validator.catalogue.model import Component, ComponentSet, Game
from validator.catalogue.tables import Tables
from validator.catalogue.wording_gaps import lacking
from validator.checks.base import error, listed, own_components, own_sets, warning
from validator.checks.nouns import effects_of_space, renamed_terms, spaces_in
from validator.findings import Finding
from validator.hints import did_you_mean

SPECIAL_SHARE = 10
"""One face in so many may be special."""


def check_words(game: Game, tables: Tables) -> Iterator[Finding]:
    """A hand-written `text` must say every number and noun of the card's effects."""
    for component in own_components(game):
        if component.text is not None:
            yield from _lacking(game, component)
        elif any(isinstance(effect, Special) for effect in component.effects):
            message = f"{component.id!r} has a special effect and no text"
            place = component.place_of("effects")
            yield error(game, "text-missing", place, message, "write what it does as `text`")


def _lacking(game: Game, component: Component) -> Iterator[Finding]:
    for at, effect in enumerate(component.effects):
        gaps = lacking(component.text or "", (effect,), game)
        if gaps:
            message = f"the text of {component.id!r} does not say {listed(map(repr, gaps))}"
            hint = f"mend the effect, or the text at {component.place_of('text')}"
            yield error(game, "text-lacks", component.place_of("effects", at), message, hint)


def check_special(game: Game, tables: Tables) -> Iterator[Finding]:
    """Few cards should need a rule of their own."""
    for component_set in own_sets(game):
        odd = [one for one in component_set.components if _is_special(one)]
        faces = _faces(component_set)
        if len(odd) * SPECIAL_SHARE > faces:
            message = f"{len(odd)} of {faces} faces of {component_set.name} are special"
            hint = f"say these with other effects: {', '.join(one.id for one in odd)}"
            yield warning(game, "special-share", component_set.place, message, hint)


def _faces(component_set: ComponentSet) -> int:
    return len(component_set.components)


def _is_special(component: Component) -> bool:
    return any(isinstance(effect, Special) for effect in component.effects)


REFERENCE = "let `fields` check them: `effects: {$ref: effects.json#/$defs/effects}`"


def check_spaces(game: Game, tables: Tables) -> Iterator[Finding]:
    """A space with `effects` of its own must say them in its `label`, in nouns that exist."""
    found: dict[Finding, None] = {}
    known = {*game.terms, *renamed_terms(game)}
    for component in own_components(game):
        for key, value in component.fields.items():
            for space in spaces_in(value):
                found.update(dict.fromkeys(_faults(game, component, key, space, known)))
    yield from found


def _faults(
    game: Game, component: Component, key: str, space: Mapping[str, Any], known: Container[str]
) -> Iterator[Finding]:
    place = component.place_of(key)
    effects = effects_of_space(space)
    if effects is None:
        message = f"the effects of a space of {key!r} cannot be read"
        yield error(game, "space-unknown", place, message, REFERENCE)
        return
    for noun in dict.fromkeys(noun for effect in effects for noun in nouns(effect)):
        if noun not in known:
            hint = did_you_mean(noun, game.terms, "add it to `terms` of game.yaml")
            message = f"a space of {key!r} names {noun!r}, which is not a term"
            yield error(game, "space-unknown", place, message, hint)
    label = space.get("label")
    if isinstance(label, str) and (gaps := lacking(label, effects, game)):
        message = f"the label {label!r} in {key!r} does not say {listed(map(repr, gaps))}"
        hint = "say every number and noun of its effects, a noun by its {icon}"
        yield error(game, "space-lacks", place, message, hint)
