"""The process that reads, lays out and draws: it answers the server, and has one thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from generator.design.face import Face
from generator.design.facecheck import lay_out
from generator.studio.checking import Checker
from generator.studio.desk import Desk
from generator.studio.errands import MOST, Errand
from generator.studio.messages import Answer, Ask, Changed, FromEngine, Look, Patch, Picture, View
from generator.studio.pictures import LEAST_DPI, MOST_DPI, Shot, shoot
from generator.studio.told import told
from generator.studio.views.questions import QUESTIONS, Anew
from generator.studio.warming import warm_up
from validator.catalogue.file_cache import Kept
from validator.executor import JobFailure
from validator.findings import Finding
from validator.processes import way_to_start
from validator.run import stages

_AT_ONCE = 4
"""Pictures drawn between looks at what else is asked."""
_FIRST = 6
"""Pictures that are drawn before the page asks for them."""
_SIZES = 2
"""Resolutions that a page shows one face in: small among the others, and large beside them."""
_RECENT = 24
"""Pictures drawn ahead that are kept, as a page may ask for one while it is on its way."""


def serve(pipe: Connection, root: Path, view: View) -> None:
    """Draw a view for a server until it ends: the main function of the process."""
    warm_up()
    try:
        Engine(root, view, pipe).run()
    except (EOFError, BrokenPipeError):
        return


@dataclass
class Engine:
    """What is on the desk, what is asked, and what is to be done next."""

    root: Path
    view: View
    pipe: Connection
    look: Look = field(default_factory=Look)
    asked: deque[Ask] = field(default_factory=deque)
    dpis: dict[str, tuple[int, ...]] = field(default_factory=dict)
    ahead: dict[str, bytes] = field(default_factory=dict)
    work: Iterator[None] | None = None
    checker: Checker | None = None
    errands: list[Errand] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    stamp: int = 0
    desk: Desk = field(init=False)

    def __post_init__(self) -> None:
        self.desk = Desk(self.root, self.view, Kept(self.root))
        self.work = self._renew()

    def run(self) -> None:
        """Serve until the pipe is closed.

        Raises:
            EOFError: it is.
        """
        while True:
            self._listen()
            if self.work is not None and next(self.work, self) is self:
                self.work = None
            self._answer()
            self._hear_errands()
            if self.checker is not None and not self.checker.is_done:
                self._hear_checks()

    def _listen(self) -> None:
        """Take what the server says; wait for it where there is nothing to do."""
        while True:
            pipes = [self.pipe, *(one.pipe for one in self.errands)]
            checker = self.checker if self.checker and not self.checker.is_done else None
            if checker is not None and checker.pipe is not None:
                pipes.append(checker.pipe)
            here = checker is not None and checker.pipe is None
            busy = self.work is not None or here or self._next() is not None
            ready = wait(pipes, 0 if busy else None)
            if self.pipe not in ready:
                return
            self._take(self.pipe.recv())

    def _take(self, message: Changed | Look | Ask) -> None:
        match message:
            case Changed(paths):
                self.desk.touched(paths)
                self._begin()
            case Look():
                self.look = message
            case Ask():
                self.asked.append(message)

    def _begin(self) -> None:
        for errand in self.errands:
            errand.end()
            self._send(Answer(errand.number, "", b"the game has changed"))
        self.errands.clear()
        if self.checker is not None:
            self.checker.end()
            self.checker = None
        self.work = self._renew()

    def _renew(self) -> Iterator[None]:
        """All that follows an edit, in steps."""
        desk = self.desk
        self._send(Patch({"status": "drawing"}))
        for patch in desk.renew(self.look.ids):
            more: Mapping[str, Any] = {}
            if "game" in patch:
                self.found = [*desk.findings, *desk.template_findings]
                more = self._told()
            pictures = self._drawn_ahead(patch)
            for picture in islice(pictures, 1):
                self._send(picture)
            if patch:
                self._send(Patch({**patch, **more}))
            for picture in pictures:
                self._send(picture)
            yield
        self.found += [one for one in desk.whose() if one not in self.found]
        self.stamp += 1
        self._send(Patch({**self._told(), "status": "checking", "stamp": self.stamp}))
        self.checker = Checker(partial(_checks, desk))
        yield
        while desk.settle():
            yield

    def _told(self) -> dict[str, Any]:
        game = self.desk.game
        components = game.components() if game else ()
        return {"findings": told(self.found, components, self.desk.whose(), self.root)}

    def _hear_checks(self) -> None:
        checker = self.checker
        if checker is None or (checker.pipe is not None and not checker.pipe.poll()):
            return
        found = checker.hear()
        self.found += found
        if found:
            self._send(Patch(self._told()))
        if checker.is_done:
            status = {"status": "ready", "checks": checker.failed}
            self._send(Patch(status))

    def _drawn_ahead(self, patch: Mapping[str, Any]) -> Iterator[Picture]:
        """Draw what the page will ask for as soon as it reads the patch, small pictures first."""
        desk, shots = self.desk, list[Shot]()
        for name in self.look.ids:
            card = patch.get(f"card/{name}", {})
            face = desk.faces.get(card.get("front", ""))
            if face is not None and not card.get("stale"):
                shots += [Shot(face, dpi, desk.view.ink) for dpi in sorted(self.dpis.get(name, ()))]
            if len(shots) >= _FIRST:
                break
        for shot, png in self._shots(shots):
            if isinstance(png, bytes):
                self.ahead[shot.name] = png
                while len(self.ahead) > _RECENT:
                    del self.ahead[next(iter(self.ahead))]
                yield Picture(shot.name, png)

    def _next(self) -> Ask | None:
        """The next question that can be taken now."""
        free = len(self.errands) < MOST
        return next((one for one in self.asked if one.what == "face" or free), None)

    def _answer(self) -> None:
        """Draw some of the pictures that are asked for, and send an errand for another question."""
        few: list[tuple[Ask, Shot]] = []
        while len(few) < _AT_ONCE and (one := self._next()) is not None:
            self.asked.remove(one)
            if one.what != "face":
                self._run_errand(one)
            elif (shot := self._shot(one)) is not None and shot.name in self.ahead:
                self._send(Answer(one.number, "image/png", self.ahead[shot.name]))
            elif shot is not None:
                few.append((one, shot))
            else:
                self._send(Answer(one.number, "", b"there is no such face"))
        done = {shot.name: png for shot, png in self._shots([shot for _, shot in few])}
        for one, shot in few:
            png = done.get(shot.name)
            if isinstance(png, bytes):
                self._send(Answer(one.number, "image/png", png))
            else:
                self._send(Answer(one.number, "", b"it cannot be drawn"))

    def _run_errand(self, one: Ask) -> None:
        question = QUESTIONS.get(one.what)
        if question is None:
            self._send(Answer(one.number, "", b"there is no such view"))
            return
        forks = way_to_start() == "fork"
        desk = partial(question, self.desk, one.words)
        anew = Anew(self.root, self.view, one.what, one.words)
        self.errands.append(Errand(one.number, desk if forks else anew))

    def _hear_errands(self) -> None:
        for errand in self.errands:
            for said in errand.hear():
                self._send(said)
        self.errands = [errand for errand in self.errands if not errand.is_done]

    def _shot(self, one: Ask) -> Shot | None:
        face: Face | None = self.desk.faces.get(one.words.get("key", ""))
        if face is None:
            return None
        dpi = max(LEAST_DPI, min(MOST_DPI, int(one.words.get("dpi", "100"))))
        component = one.words.get("id", "")
        if component:
            others = [known for known in self.dpis.get(component, ()) if known != dpi]
            self.dpis[component] = (*others, dpi)[-_SIZES:]
        return Shot(face, dpi, one.words.get("ink", self.desk.view.ink))

    def _shots(self, shots: Sequence[Shot]) -> Iterator[tuple[Shot, bytes | JobFailure]]:
        if shots and self.desk.templates is not None:
            yield from shoot(shots, self.desk.templates.pool)

    def _send(self, message: FromEngine) -> None:
        self.pipe.send(message)


def _checks(desk: Desk) -> Iterator[Sequence[Finding]]:
    """Every stage of ``trilith check`` of what is on the desk."""
    layout = lay_out(desk.catalogue, desk.root, desk.templates, desk.template_findings, desk.layout)
    del layout
    yield from stages(desk.catalogue, desk.root, desk.findings)
