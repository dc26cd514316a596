"""What is laid on sheets: decks of pieces, and the title that every sheet carries."""

from __future__ import annotations

from dataclasses import dataclass

from generator.printing.layout.imposition import Piece
from validator.catalogue.words.language import ENGLISH, Tongue


@dataclass(frozen=True, slots=True)
class Deck:
    """Pieces that belong together, under the name that sheets give them.

    ``layout`` is how its set wants them to lie, empty where it does not say.
    """

    id: str
    name: str
    pieces: tuple[Piece, ...]
    layout: str = ""


@dataclass(frozen=True, slots=True)
class Title:
    """What every sheet says first: the game and its revision, and the language of its sheets."""

    game: str
    revision: str
    tongue: Tongue = ENGLISH

    def __str__(self) -> str:
        revision = self.tongue.say("revision {revision}", revision=self.revision)
        return f"{self.game} · {revision}"


class LayoutError(ValueError):
    """Pieces that a layout cannot hold: the message says which, ``hint`` what would help.

    ``deck`` is their name, where they are to blame; of a whole set, its id.
    """

    def __init__(self, message: str, hint: str, deck: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.deck = deck


class OwnLayoutError(LayoutError):
    """A set asks in its data for a layout that its pieces cannot lie in."""
