"""The questions that views of the page may ask, each answered in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.studio.desk import Desk
from generator.studio.messages import Picture
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
