"""The process that reads, lays out and draws, and the server's end of it."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.design.face import Face
from generator.failures import FailedError
from generator.studio.desk import StudioSession
from generator.studio.session import (
    LEAST_DPI,
    MOST,
    MOST_DPI,
    Answer,
    BackgroundQuery,
    Changed,
    FaceShot,
    Patch,
    Show,
    StudioPicture,
    StudioQuestion,
    TabView,
    ToEngine,
    Told,
    ViewedCards,
    finding_rows,
    shoot,
    warm_up,
)
from generator.studio.set_files import RefusedError
from validator.executor import JobFailure
from validator.findings import Finding
from validator.processes import Process, way_to_start
from validator.report import count_things

_CHECK_NICENESS = 5
_AT_ONCE = 4
"""Pictures drawn between looks at what else is asked."""
_ASKED_WITHIN_S = 0.1
"""How long a page that opens is waited for, that its first picture is drawn before all is laid out:
Chromium asks for it 0.03 to 0.04 s after it was told of the face."""
_FIRST = 6
"""Pictures that are drawn before the page asks for them."""
FACE, DRAFT = "face", "draft"
"""Questions that are answered at once: for a picture, and for the face of what is being typed."""
_SIZES = 2
"""Resolutions that a page shows one face in: small among the others, and large beside them."""


def serve(pipe: Connection, root: Path, view: TabView) -> None:
    """Draw a view for a server until it ends: the main function of the process."""
    gc.freeze()  # what is there already stays; searched again, Henge is open a tenth later
    try:
        Engine(root, view, pipe).run()
    except (EOFError, BrokenPipeError):
        return


@dataclass
class Engine:
    """What is on the desk, what is asked, and what is to be done next."""

    root: Path
    view: TabView
    pipe: Connection
    look: ViewedCards = field(default_factory=ViewedCards)
    asked: deque[StudioQuestion] = field(default_factory=deque)
    dpis: dict[str, tuple[int, ...]] = field(default_factory=dict)
    work: Iterator[None] | None = None
    checker: BackgroundQuery | None = None
    errands: list[BackgroundQuery] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    stamp: int = 0
    effect: int = 0
    is_warm: bool = False
    desk: StudioSession = field(init=False)

    def __post_init__(self) -> None:
        self.desk = StudioSession(self.root, self.view)
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
            for said in (said for errand in self.errands for said in errand.hear()):
                self.pipe.send(said)
            self.errands = [errand for errand in self.errands if not errand.is_done]
            self._hear_checks()

    def _listen(self) -> None:
        """Take what the server says; wait for it where there is nothing to do."""
        while True:
            others = [*self.errands, self.checker] if self.checker is not None else self.errands
            busy = self.work is not None or self._next() is not None
            ready = wait([self.pipe, *(one.pipe for one in others)], 0 if busy else None)
            if self.pipe not in ready:
                return
            match self.pipe.recv():
                case Changed(paths):
                    self.desk.note_changes(paths)
                    self._begin()
                case ViewedCards() as look:
                    self.look = look
                case StudioQuestion() as question:
                    if question.what == "effect":  # nobody waits for the last one any more
                        self._drop(self.effect)
                        self.effect = question.number
                    self.asked.append(question)

    def _drop(self, number: int) -> None:
        """Answer at once what was asked under a number, if it was not answered yet."""
        running = [one for one in self.errands if one.number == number]
        waiting = [one for one in self.asked if one.number == number]
        for errand in running:
            errand.end()
            self.errands.remove(errand)
        for question in waiting:
            self.asked.remove(question)
        if running or waiting:
            self.pipe.send(Answer(number, "", b"asked again"))

    def _begin(self) -> None:
        for errand in self.errands:
            errand.end()
            self.pipe.send(Answer(errand.number, "", b"the game has changed"))
        self.errands.clear()
        if self.checker is not None:
            self.checker.end()
            self.checker = None
        self.work = self._renew()

    def _renew(self) -> Iterator[None]:
        """All that follows an edit, in steps."""
        desk, is_first = self.desk, not self.stamp
        self.pipe.send(Patch({"status": "drawing"}))
        for patch in desk.renew(self.look.ids):
            more: Mapping[str, Any] = {}
            if "game" in patch:
                self.found = [*desk.findings, *desk.template_findings]
                more = self._status()
            pictures = self._draw_ahead(patch)
            for picture in islice(pictures, 1):
                self.pipe.send(picture)
            if patch:
                self.pipe.send(Patch({**patch, **more}))
            for picture in pictures:
                self.pipe.send(picture)
            if is_first and desk.cards:
                self.pipe.poll(_ASKED_WITHIN_S)
                is_first = False
            yield
        self.found += [one for one in desk.whose() if one not in self.found]
        self.stamp += 1
        self.pipe.send(Patch({**self._status(), "status": "checking", "stamp": self.stamp}))
        work = self._task(_import_views().check_all)
        self.checker = BackgroundQuery(0, work, niceness=_CHECK_NICENESS)
        yield
        while desk.settle():
            yield
        if not self.is_warm:
            self.is_warm = True
            warm_up()

    def _status(self) -> dict[str, Any]:
        game = self.desk.game
        components = game.components() if game else ()
        return {"findings": finding_rows(self.found, components, self.desk.whose(), self.root)}

    def _hear_checks(self) -> None:
        for said in self.checker.hear() if self.checker is not None else ():
            if isinstance(said, Answer):
                self.checker = None
                self.pipe.send(Patch({"status": "ready", "checks": said.body.decode()}))
            elif said:
                self.found += said
                self.pipe.send(Patch(self._status()))

    def _task(self, work: Callable[[StudioSession, Show], Told]) -> Callable[[Show], Told]:
        """Work on what is on the desk, for a process of its own; one not forked has to read it."""
        if way_to_start() == "fork":
            return partial(work, self.desk)
        return partial(_import_views().work_anew, self.root, self.view, work)

    def _draw_ahead(self, patch: Mapping[str, Any]) -> Iterator[StudioPicture]:
        """Draw what the page will ask for as soon as it reads the patch, small pictures first."""
        desk, shots = self.desk, list[FaceShot]()
        for name in self.look.ids:
            card = patch.get(f"card/{name}") or {}
            face = desk.faces.get(card.get("front", ""))
            if face is not None and not card.get("stale"):
                shots += [
                    FaceShot(face, dpi, desk.view.ink) for dpi in sorted(self.dpis.get(name, ()))
                ]
            if len(shots) >= _FIRST:
                break
        for shot, png in self._shots(shots):
            if isinstance(png, bytes):
                yield StudioPicture(shot.name, png)

    def _next(self) -> StudioQuestion | None:
        """The next question that can be taken now."""
        free = len(self.errands) < MOST
        return next((one for one in self.asked if one.what in (FACE, DRAFT) or free), None)

    def _answer(self) -> None:
        """Draw some of the pictures that are asked for, and send an errand for another question."""
        few: list[tuple[StudioQuestion, FaceShot]] = []
        while len(few) < _AT_ONCE and (one := self._next()) is not None:
            self.asked.remove(one)
            if one.what not in (FACE, DRAFT) and one.what in _import_views().QUESTIONS:
                work = self._task(partial(_import_views().answer, one.what, one.words))
                self.errands.append(BackgroundQuery(one.number, work))
            elif one.what == DRAFT:
                self._answer_draft(one)
            elif one.what != FACE:
                self.pipe.send(Answer(one.number, "", b"there is no such view"))
            elif (shot := self._shot(one)) is not None:
                few.append((one, shot))
            else:
                self.pipe.send(Answer(one.number, "", b"there is no such face"))
        done = {shot.name: png for shot, png in self._shots([shot for _, shot in few])}
        for one, shot in few:
            png = done.get(shot.name)
            if isinstance(png, bytes):
                self.pipe.send(Answer(one.number, "image/png", png))
            else:
                self.pipe.send(Answer(one.number, "", b"it cannot be drawn"))

    def _answer_draft(self, one: StudioQuestion) -> None:
        try:
            told = json.dumps(self.desk.draft(one.words)).encode()
            self.pipe.send(Answer(one.number, "application/json", told))
        except RefusedError as error:
            self.pipe.send(Answer(one.number, "", str(error).encode()))

    def _shot(self, one: StudioQuestion) -> FaceShot | None:
        face: Face | None = self.desk.faces.get(one.words.get("key", ""))
        if face is None:
            return None
        dpi = max(LEAST_DPI, min(MOST_DPI, int(one.words.get("dpi", "100"))))
        component = one.words.get("id", "")
        if component:
            others = [known for known in self.dpis.get(component, ()) if known != dpi]
            self.dpis[component] = (*others, dpi)[-_SIZES:]
        return FaceShot(face, dpi, one.words.get("ink", self.desk.view.ink))

    def _shots(self, shots: Sequence[FaceShot]) -> Iterator[tuple[FaceShot, bytes | JobFailure]]:
        if shots and self.desk.templates is not None:
            yield from shoot(shots, self.desk.templates.pool)


def _import_views() -> ModuleType:
    """The other views, once one is needed: they take 0.28 of 1.0 s until a studio has begun."""
    from generator.studio import views

    return views


def run_once(root: Path, view: TabView) -> str:
    """Lay out and check a game in the process that draws for the page; returns what to say.

    Raises:
        FailedError: the process died.
    """
    process = Process(serve, root, view, daemon=False)
    try:
        state: dict[str, Any] = {}
        while state.get("status") != "ready":
            message = process.pipe.recv()
            if isinstance(message, Patch):
                state |= message.values
        cards = [value for key, value in state.items() if key.startswith("card/") and value]
        drawn = sum("front" in card for card in cards)
        worst = [one["severity"] for one in state.get("findings", ())]
        counts = (count_things(worst.count(kind), kind) for kind in ("error", "warning", "note"))
        return f"{view.game}: {drawn} of {len(cards)} components have a face; {', '.join(counts)}"
    except (EOFError, OSError) as error:
        raise FailedError(f"the process that draws {view.game} died; say so to trilith") from error
    finally:
        process.end()


MOST_BYTES = 200_000_000
"""Bytes of pictures that are kept; the ones made longest ago go first."""
_CLOSED = b"the studio is closed"
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.3, 10.0


class Link:
    """The process, started anew whenever it dies, and all that a page has to know of it."""

    def __init__(self, root: Path, view: TabView) -> None:
        self.root = root
        self.view = view
        self.state: dict[str, Any] = {}
        self._deaths = 0
        self._looks: dict[object, ViewedCards] = {}
        self._pictures: dict[str, bytes] = {}
        self._size = 0
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._listeners: dict[object, Callable[[Mapping[str, Any]], None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._out: queue.SimpleQueue[ToEngine | None] = queue.SimpleQueue()
        self._process = Process(serve, root, view, daemon=False)
        self._closing = False

    def run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to listen, in threads, and to tell what is heard in ``loop``."""
        self._loop = loop
        self._out = queue.SimpleQueue()
        pipe = self._process.pipe
        threading.Thread(target=self._hear, args=(pipe, loop), daemon=True).start()
        threading.Thread(target=self._say, args=(pipe, self._out), daemon=True).start()

    def note_changes(self, change: Changed) -> None:
        """Say that files changed."""
        self._out.put(change)

    def look(self, key: object, look: ViewedCards) -> None:
        """Note what one listener looks at; who looked elsewhere last comes first."""
        self._looks = {key: look, **{one: at for one, at in self._looks.items() if one != key}}
        self._out.put(self._all_looks())

    def _all_looks(self) -> ViewedCards:
        ids = (name for look in self._looks.values() for name in look.ids)
        return ViewedCards(tuple(dict.fromkeys(ids)))

    async def ask(self, what: str, words: Mapping[str, str]) -> Answer:
        """Ask, and wait for the answer; a refusal if the process dies or the studio ends."""
        if self._closing:
            return Answer(0, "", _CLOSED)
        number = next(self._numbers)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._out.put(StudioQuestion(number, what, words))
        try:
            return await future
        finally:
            self._waiting.pop(number, None)

    async def picture(self, name: str, words: Mapping[str, str]) -> Answer:
        """A picture of a face, which is then kept."""
        answer = await self.ask(FACE, words)
        if answer.media:
            self._keep(name, answer.body)
        return answer

    def listen(self, key: object, listener: Callable[[Mapping[str, Any]], None]) -> None:
        """Have patches told from now on."""
        self._listeners[key] = listener

    def leave(self, key: object) -> None:
        """Have no more patches told."""
        self._listeners.pop(key, None)
        self._looks.pop(key, None)

    def dismiss(self) -> None:
        """Keep nobody waiting from now on; a signal may call it."""
        self._closing = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._refuse, _CLOSED)

    def close(self) -> None:
        """End the process."""
        self._closing = True
        self._out.put(None)
        self._process.end()

    def _keep(self, name: str, body: bytes) -> None:
        self._size += len(body) - len(self._pictures.pop(name, b""))
        self._pictures[name] = body
        while self._size > MOST_BYTES:
            self._size -= len(self._pictures.pop(next(iter(self._pictures))))

    def _hear(self, pipe: Any, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server ends
            while True:
                try:
                    message = pipe.recv()
                except (EOFError, OSError):
                    loop.call_soon_threadsafe(self._handle_death)
                    return
                loop.call_soon_threadsafe(self._take, message)

    def _say(self, pipe: Any, out: queue.SimpleQueue[ToEngine | None]) -> None:
        while (message := out.get()) is not None:
            try:
                pipe.send(message)
            except OSError:
                return

    def _take(self, message: Patch | Answer | StudioPicture) -> None:
        match message:
            case Patch(values):
                self._spread(values)
            case Answer(number):
                future = self._waiting.get(number)
                if future is not None and not future.done():
                    future.set_result(message)
            case StudioPicture(name, body):
                self._keep(name, body)

    def _spread(self, values: Mapping[str, Any]) -> None:
        if "" in values:
            self.state.clear()
        for key, value in values.items():
            if value is None:
                self.state.pop(key, None)
            else:
                self.state[key] = value
        for listener in list(self._listeners.values()):
            listener(values)

    def _refuse(self, why: bytes) -> None:
        """Answer all that was asked with a refusal."""
        for future in self._waiting.values():
            if not future.done():
                future.set_result(Answer(0, "", why))

    def _handle_death(self) -> None:
        """Say so, refuse what was asked, and start another one after a while."""
        if self._closing or self._loop is None:
            return
        self._out.put(None)
        self._deaths += 1
        self._refuse(b"the process that draws has died")
        self._spread({"status": "restarting"})
        wait = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2 ** min(self._deaths - 1, 8))
        self._loop.call_later(wait, self._again)

    def _again(self) -> None:
        if self._closing or self._loop is None:
            return
        self._process.end()
        self._process = Process(serve, self.root, self.view, daemon=False)
        self.run(self._loop)
        self._out.put(self._all_looks())


IDLE_S = 60
"""Seconds that a view is kept after the last tab left it: whoever changes the ink comes back."""


class Links:
    """A link for the view that the studio was started with, and for each other that is shown.

    Made before there are threads: the first process can be forked, and reads as the rest begins.
    """

    def __init__(self, root: Path, first: TabView) -> None:
        self.root = root
        self.first = first
        self._links = {first: Link(root, first)}

    def __iter__(self) -> Iterator[Link]:
        return iter(list(self._links.values()))

    def link_of(self, view: TabView) -> Link | None:
        """The link of a view that is shown."""
        return self._links.get(view)

    def of(self, view: TabView) -> Link:
        """The link of a view, started if there is none yet."""
        known = self._links.get(view)
        if known is None:
            known = self._links[view] = Link(self.root, view)
            known.run(asyncio.get_running_loop())
        return known

    def leave(self, view: TabView) -> None:
        """Note that a tab left a view: its process ends after a while if no other tab comes."""
        if view != self.first:
            asyncio.get_running_loop().call_later(IDLE_S, self._retire, view)

    def dismiss(self) -> None:
        """Keep nobody waiting from now on."""
        for link in self:
            link.dismiss()

    def close(self) -> None:
        """End their processes."""
        for link in self:
            link.close()

    def picture_named(self, name: str) -> bytes | None:
        """A picture that was made for any view, by its name."""
        return next((body for link in self if (body := link._pictures.get(name)) is not None), None)

    def _retire(self, view: TabView) -> None:
        link = self._links.get(view)
        if link is not None and not link._listeners:
            del self._links[view]
            link.close()
