"""What a publication is: a name, and a function that fills its folder for a job.

A new publication is a module with a ``PUBLICATION`` and one line in
:mod:`generator.publish.publications`; its folder is ``output/<game>/publish/<name>/``.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.design.face import Face
from generator.design.faces import FacePair, faces_of
from generator.design.templating import Templates
from generator.drawing.draw import Drawer, FaceBook
from generator.options import stop_on_errors
from generator.printing.kit.selection import copies_needed
from generator.publish.contents.chapters import Contents, contents_of
from validator.catalogue.model import Game
from validator.findings import Finding
from validator.progress import Watch, unwatched


@dataclass(frozen=True)
class Job:
    """What is published: a game with its templates, and what the command line asks for.

    ``paper`` is a key of :data:`generator.publish.contents.paper.PAPERS`; ``since`` a revision
    of git, or None. What several publications need is made once. ``ahead`` has what publications
    let run beside the others, by their names; ``watch`` shows how far it is.
    """

    root: Path
    game: Game
    templates: Templates
    drawer: Drawer
    paper: str = "a4"
    since: str | None = None
    ahead: dict[str, Future[Any]] = field(default_factory=dict)
    watch: Watch = unwatched

    @cached_property
    def contents(self) -> Contents:
        """The components in their chapters, in words."""
        return contents_of(self.game)

    @cached_property
    def pairs(self) -> dict[str, FacePair]:
        """The faces of every component that the game uses, by component id.

        Raises:
            DataError: one cannot be drawn.
        """
        used = copies_needed(self.game)
        pairs, findings = faces_of(self.game, self.templates, wanted=lambda c: bool(used.get(c.id)))
        stop_on_errors(findings)
        return {pair.component: pair for pair in pairs}

    def begin(self) -> None:
        """Make now what is asked for by several threads later."""
        _ = self.contents, self.pairs

    @cached_property
    def book(self) -> FaceBook:
        """Every distinct face, drawn."""
        return self.drawer(self.faces)

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every distinct face, fronts and backs, in the order of the components."""
        both = (face for pair in self.pairs.values() for face in (pair.front, pair.back))
        return tuple({face.key: face for face in both if face is not None}.values())


@dataclass(frozen=True, slots=True)
class Filled:
    """What came into the folder: files by their paths in it, findings, and a line that tells."""

    files: tuple[str, ...]
    told: str
    findings: tuple[Finding, ...] = ()


def always(job: Job) -> bool:
    """Say that a publication is made whenever none is named."""
    del job
    return True


@dataclass(frozen=True, slots=True)
class Publication:
    """One thing that is published.

    ``fill`` writes its files into an empty folder, which then takes the place of the old one. It
    raises WrongUseError, FailedError or DataError where it cannot go on, and the old one stays.
    ``wanted`` tells whether it is made where none is named on the command line. ``ahead`` is run in
    a thread while others are filled, and must be pure Python; ``fill`` finds it in ``job.ahead``.
    """

    name: str
    fill: Callable[[Job, Path], Filled]
    wanted: Callable[[Job], bool] = always
    ahead: Callable[[Job], Any] | None = None
