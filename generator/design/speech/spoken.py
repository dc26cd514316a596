"""What templates say in the language of a game: ``say``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from validator.catalogue.model import Game
from validator.catalogue.words.tongue import ENGLISH, Tongue, tongue_of


def own_words(game: Game) -> dict[str, str]:
    """What a game says in its own way of what has no context: the words of its templates."""
    if game.own_tongue is None:
        return {}
    known = tongue_of(game.language).sentences
    said = game.own_tongue.sentences.items()
    return {key[1]: text for key, text in said if not key[0] and known.get(key) != text}


@dataclass
class Speech:
    """The tongue of the game whose face is drawn."""

    tongue: Tongue = ENGLISH

    def begin(self, game: Mapping[str, Any]) -> None:
        """Speak as a game does, of which a template sees the language and its own sentences."""
        tongue = tongue_of(str(game.get("language", "")))
        own = {("", english): text for english, text in game.get("sentences", {}).items()}
        self.tongue = replace(tongue, sentences={**tongue.sentences, **own}) if own else tongue

    def say(self, english: str, /, context: str = "", **parts: object) -> str:
        """The sentence in the language of the game, else in English."""
        return self.tongue.say(english, context=context, **parts)
