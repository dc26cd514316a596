"""What was asked to be compared, and the command lines that ask for parts of it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from validator.simulation.compare import LineResult


@dataclass(frozen=True, slots=True)
class Asked:
    """How both sides are called, and the words of the command line that choose them."""

    game: str
    before: str
    now: str
    words: tuple[str, ...]
    seed: int

    def replay(self, result: LineResult) -> str:
        """The command that tells the first game that went another way on both sides."""
        assert result.first is not None
        return shlex.join([*self._line(result), "--replay", str(result.first.index)])

    def _line(self, result: LineResult) -> Iterator[str]:
        table = result.line.configuration
        before, now = result.line.policies
        yield from ("trilith", "compare", self.game, *self.words)
        yield from ("--players", str(table.players), "--bots", str(table.bots))
        yield from ("--policy", now)
        if before != now:
            yield from ("--against-policy", before)
        yield from ("--seed", str(self.seed))
