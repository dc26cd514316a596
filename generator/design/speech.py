"""What templates say in the language of a game: ``say`` and ``count``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from validator.catalogue.model import Game
from validator.catalogue.words.language import (
    ENGLISH_RULE,
    Tongue,
    tongue_of,
    tongue_with,
)


def words_to_speak(game: Game) -> dict[str, Any]:
    """What templates need to speak as a game does, in plain values.

    Its ``language`` (BCP 47), and where it says something in its own way that as ``sentences`` and
    ``plurals`` (context, English, and what is said), with the rule of its plurals.
    """
    words: dict[str, Any] = {"language": game.language}
    own, known = game.own_tongue, tongue_of(game.language)
    if own is None:
        return words
    said, several = own.sentences.items() - known.sentences.items(), own.plurals.items()
    sentences = tuple(sorted((*key, text) for key, text in said))
    plurals = tuple(sorted((*key, forms) for key, forms in several - known.plurals.items()))
    return words | {"sentences": sentences, "plurals": plurals, "plural_rule": own.rule}


def tongue_to_speak(words: Mapping[str, Any]) -> Tongue:
    """The tongue of a game of which a template sees the :func:`words_to_speak`."""
    return _tongue(
        str(words.get("language", "")),
        words.get("sentences", ()),
        words.get("plurals", ()),
        words.get("plural_rule", ENGLISH_RULE),
    )


@lru_cache(maxsize=8)
def _tongue(
    language: str,
    sentences: tuple[tuple[str, str, str], ...],
    plurals: tuple[tuple[str, str, tuple[str, ...]], ...],
    rule: str,
) -> Tongue:
    own = Tongue(
        "",
        {(context, english): text for context, english, text in sentences},
        {(context, english): forms for context, english, forms in plurals},
        rule,
    )
    return tongue_with(language, own) or tongue_of(language)
