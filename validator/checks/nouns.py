"""The nouns that effects name, of cards and of the spaces on them, and terms that were renamed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from validator.catalogue.convert import parse_effects
from validator.catalogue.effects import Effect, nouns
from validator.catalogue.model import Game
from validator.checks.base import own_components
from validator.findings import Place
from validator.hints import closest


def spaces_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every mapping with effects, however deep it lies in a field."""
    if isinstance(value, Mapping):
        if "effects" in value:
            yield value
        for inner in value.values():
            yield from spaces_in(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from spaces_in(inner)


def effects_of_space(space: Mapping[str, Any]) -> tuple[Effect, ...] | None:
    """The effects of a space; None where they have another shape."""
    try:
        return parse_effects(space["effects"])
    except (KeyError, TypeError):
        return None


def named_by_cards(game: Game) -> dict[str, list[Place]]:
    """Each noun of the effects of cards, with the places that name it."""
    named: dict[str, list[Place]] = {}
    for component in own_components(game):
        for at, effect in enumerate(component.effects):
            for noun in dict.fromkeys(nouns(effect)):
                named.setdefault(noun, []).append(component.place_of("effects", at))
    return named


def renamed_terms(game: Game) -> Mapping[str, tuple[str, int]]:
    """Nouns that are no term, each with the idle term that must have borne it, and how often.

    A term that nothing names has got another name if several places name one much like it, or if
    its own words and icon are more like the name that is used than like the one it has.
    """
    uses = {noun: len(places) for noun, places in named_by_cards(game).items()}
    for component in own_components(game):
        for field in component.fields.values():
            for space in spaces_in(field):
                for effect in effects_of_space(space) or ():
                    for noun in dict.fromkeys(nouns(effect)):
                        uses[noun] = uses.get(noun, 0) + 1
    idle = [term for term in game.terms if term not in uses]
    found: dict[str, tuple[str, int]] = {}
    for noun, count in uses.items():
        term = closest(noun, idle) if noun not in game.terms else None
        if term is not None and (count > 1 or _suits(game, term, noun) > _suits(game, term, term)):
            found[noun] = (term, count)
    return found


def _suits(game: Game, term: str, name: str) -> tuple[int, float]:
    """How well a name suits a term: how many of its words are known, how like it is to its words.

    Words are known from the term itself, and from the names of the others.
    """
    meant = game.terms[term]
    words = [_bare(word) for word in (meant.one, meant.many, meant.icon or "")]
    others = [_bare(other) for other in game.terms if other != term]
    known = {part for word in (*words, *others) for part in word.split()}
    likeness = max(SequenceMatcher(None, _bare(name), word).ratio() for word in words)
    return sum(part in known for part in _bare(name).split()), likeness


def _bare(word: str) -> str:
    return word.casefold().replace("-", " ").replace("_", " ")
