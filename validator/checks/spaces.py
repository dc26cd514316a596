"""Benefits printed on spaces of mats and tracks: labels and nouns against the effects."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from validator.catalogue.effects import nouns
from validator.catalogue.model import Component, Game
from validator.catalogue.tables import Tables
from validator.catalogue.wording_gaps import lacking
from validator.checks.base import error, listed, own_components
from validator.checks.nouns import effects_of_space, renamed_terms, spaces_in
from validator.findings import Finding
from validator.hints import did_you_mean

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
