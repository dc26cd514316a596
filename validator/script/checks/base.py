"""What the checks of a script are given: the game, the script, and what making it ready showed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Game
from validator.catalogue.playing.script import Play
from validator.catalogue.playing.steps import CarryOut
from validator.catalogue.playing.walk import nodes
from validator.findings import Finding, Place, Severity
from validator.script.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Script:
    """A play script, made ready for every table of its game."""

    game: Game
    play: Play
    shops: Sequence[Workshop]

    @property
    def uses_effects(self) -> bool:
        """Tell whether any step carries out what stands on cards."""
        return any(isinstance(node, CarryOut) for node in nodes(self.play))

    def read(self) -> set[str]:
        """What is remembered and looked at, at any table."""
        return {name for shop in self.shops for name in shop.read}

    def written(self) -> set[str]:
        """What is remembered and changed, at any table."""
        return {name for shop in self.shops for name in shop.written}

    def error(self, code: str, place: Place, message: str, hint: str) -> Iterator[Finding]:
        """An error in the script."""
        yield Finding(code, Severity.ERROR, self.game.id, place, message, hint)

    def warning(self, code: str, place: Place, message: str, hint: str) -> Iterator[Finding]:
        """A warning."""
        yield Finding(code, Severity.WARNING, self.game.id, place, message, hint)
