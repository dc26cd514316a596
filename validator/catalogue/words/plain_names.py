"""Names as they stand alone, with the stems that sentences inflect put aside.

A name may be written with stems (``errichtet~ Stein``). Whoever shows it reads "errichteter
Stein"; what was written goes to the words on its forms, where sentences find it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from validator.catalogue.model import ComponentSet, Game
from validator.catalogue.setup_script import ZoneLabel
from validator.catalogue.words.grammar import STEM, Grammar, Term, plain

_Named = TypeVar("_Named", Term, ComponentSet, ZoneLabel)


def with_plain_names(game: Game) -> Game:
    """The game with plain names; the game itself where no name has stems."""
    grammar = game.tongue.grammar
    terms = {key: _make_plain(one, grammar, "one", "many") for key, one in game.terms.items()}
    sets = {key: _make_plain(one, grammar, "singular", "name") for key, one in game.sets.items()}
    zones = {key: _make_plain(one, grammar, "name", "") for key, one in game.setup.zones.items()}
    if terms == game.terms and sets == game.sets and zones == game.setup.zones:
        return game
    return replace(game, terms=terms, sets=sets, setup=replace(game.setup, zones=zones))


def _make_plain(named: _Named, grammar: Grammar, one: str, many: str) -> _Named:
    """A name whose fields ``one`` and ``many`` are plain."""
    own = grammar.number_in(named.noun) or grammar.numbers[0]
    numbers = {one: own if not many else grammar.numbers[0], many: grammar.uncounted}
    changed: dict[str, Any] = {}
    forms: list[str] = []
    for key, number in numbers.items():
        words = getattr(named, key) if key else ""
        if STEM in words:
            changed[key] = plain(words, grammar, named.noun, number)
            forms.append(f"{grammar.cases[0]}.{number} = {words}")
    if not changed:
        return named
    return replace(named, **changed, noun="; ".join([named.noun, *forms]))
