"""The questions that views of the page may ask, each answered in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.studio.desk import Desk
from generator.studio.messages import Picture, View
from generator.studio.views.changes import differences
from generator.studio.views.piles import piles
from generator.studio.views.sheets import sheets
from generator.studio.views.tables import tables

Show = Callable[[Picture], None]
"""Sends a picture ahead, which the page finds at ``shown/NAME.png``."""
Question = Callable[[Desk, Mapping[str, str], Show], tuple[str, bytes]]
"""From the desk and the words of a request to a media type and bytes."""

QUESTIONS: Mapping[str, Question] = {
    "sheets": sheets,
    "tables": tables,
    "changes": differences,
    "piles": piles,
}
"""Each by the name that the page asks for it."""


@dataclass(frozen=True, slots=True)
class Anew:
    """A question for a process that has no desk: it reads and lays out the game by itself."""

    root: Path
    view: View
    what: str
    words: Mapping[str, str]

    def __call__(self, show: Show) -> tuple[str, bytes]:
        """The answer, as the desk of the page would give it."""
        desk = Desk(self.root, self.view)
        try:
            for _ in desk.renew(()):
                pass
            return QUESTIONS[self.what](desk, self.words, show)
        finally:
            desk.close()
