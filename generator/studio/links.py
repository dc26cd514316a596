"""The links of all views that tabs show: each has a process of its own, while somebody looks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from generator.studio.link import Link
from generator.studio.messages import Changed, View

IDLE_S = 60
"""Seconds that a view is kept after the last tab left it: whoever changes the ink comes back."""


class Links:
    """A link for the view that the studio was started with, and for each other that is shown."""

    def __init__(self, root: Path, first: View) -> None:
        self.root = root
        self.first = first
        self._links = {first: Link(root, first)}
        self._loop: asyncio.AbstractEventLoop | None = None

    def __iter__(self) -> Iterator[Link]:
        return iter(list(self._links.values()))

    def run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to listen, and to tell what is heard in ``loop``."""
        self._loop = loop
        for link in self:
            link.run(loop)

    def known(self, view: View) -> Link | None:
        """The link of a view that is shown."""
        return self._links.get(view)

    def of(self, view: View) -> Link:
        """The link of a view, started if there is none yet."""
        known = self._links.get(view)
        if known is None:
            known = self._links[view] = Link(self.root, view)
            if self._loop is not None:
                known.run(self._loop)
        return known

    def left(self, view: View) -> None:
        """Note that a tab left a view: its process ends after a while if no other tab comes."""
        if self._loop is not None and view != self.first:
            self._loop.call_later(IDLE_S, self._retire, view)

    def shown(self, name: str) -> bytes | None:
        """A picture that was made for any view, by its name."""
        return next((body for link in self if (body := link.shown(name)) is not None), None)

    def changed(self, change: Changed) -> None:
        """Tell all views that files changed."""
        for link in self:
            link.tell(change)

    def dismiss(self) -> None:
        """Keep nobody waiting from now on; a signal may call it."""
        for link in self:
            link.dismiss()

    def close(self) -> None:
        """End all processes."""
        for link in self:
            link.close()

    def _retire(self, view: View) -> None:
        link = self._links.get(view)
        if link is not None and not link.is_watched:
            del self._links[view]
            link.close()
