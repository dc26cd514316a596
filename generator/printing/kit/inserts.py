"""Papers that go into a kit beside its sheets, such as a rulebook: what others bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeAlias

from generator.design.templating import Templates
from validator.catalogue.model import Game

GROUP = "trilith.inserts"
"""Entry-point group of inserts, by the names of their options."""


@dataclass(frozen=True, slots=True)
class Insert:
    """A finished file of a kit: its name, what is in it, and how many pages it has."""

    file: str
    data: bytes
    pages: int


Maker: TypeAlias = Callable[[Path, Game, Templates, str], Insert | None]
"""Makes the insert of a game for a paper: project root, game, templates, and the paper's id."""


def inserts(
    name: str, root: Path, game: Game, templates: Templates, paper: str
) -> Iterator[Insert]:
    """The inserts of that name that a game has."""
    for point in entry_points(group=GROUP, name=name):
        make: Maker = point.load()
        made = make(root, game, templates, paper)
        if made is not None:
            yield made
