"""The server's end of the process that draws: what it said last, and questions to it."""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.studio.engine import serve
from generator.studio.messages import Answer, Ask, Changed, Look, Patch, Picture, ToEngine, View
from validator.processes import Process

MOST_BYTES = 200_000_000
"""Bytes of pictures that are kept; the ones asked for longest ago go first."""
_CLOSED = b"the studio is closed"
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.3, 10.0


class Link:
    """The process, started anew whenever it dies, and all that a page has to know of it."""

    def __init__(self, root: Path, view: View) -> None:
        self.root = root
        self.view = view
        self.state: dict[str, Any] = {}
        self.deaths = 0
        self._looks: dict[object, Look] = {}
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._listeners: dict[object, Callable[[Mapping[str, Any]], None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._out: queue.SimpleQueue[ToEngine | None] = queue.SimpleQueue()
        self._process: Process
        self._closing = False
        self._start()

    def _start(self) -> None:
        self._process = Process(serve, self.root, self.view, daemon=False)

    def run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to listen, in threads, and to tell what is heard in ``loop``."""
        self._loop = loop
        self._out = queue.SimpleQueue()
        threading.Thread(target=self._hear, args=(self._process.pipe, loop), daemon=True).start()
        threading.Thread(
            target=self._say, args=(self._process.pipe, self._out), daemon=True
        ).start()

    def tell(self, message: Changed) -> None:
        """Send what needs no answer."""
        self._out.put(message)

    def look(self, key: object, look: Look) -> None:
        """Note what one listener looks at; who looked elsewhere last comes first."""
        self._looks = {key: look, **{one: at for one, at in self._looks.items() if one != key}}
        self._out.put(self._looked())

    def _looked(self) -> Look:
        ids = (name for look in self._looks.values() for name in look.ids)
        return Look(tuple(dict.fromkeys(ids)))

    async def ask(self, what: str, words: Mapping[str, str]) -> Answer:
        """Ask, and wait for the answer; a refusal if the process dies or the studio ends."""
        if self._closing:
            return Answer(0, "", _CLOSED)
        number = next(self._numbers)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._out.put(Ask(number, what, words))
        try:
            return await future
        finally:
            self._waiting.pop(number, None)

    async def picture(self, name: str, words: Mapping[str, str]) -> Answer:
        """A picture of a face, asked for if it is not there."""
        known = self._pictures.get(name)
        if known is not None:
            self._pictures.move_to_end(name)
            return Answer(0, "image/png", known)
        answer = await self.ask("face", words)
        if answer.media:
            self._keep(name, answer.body)
        return answer

    def shown(self, name: str) -> bytes | None:
        """A picture that was sent unasked."""
        return self._pictures.get(name)

    @property
    def is_watched(self) -> bool:
        """Tell whether anybody listens."""
        return bool(self._listeners)

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
            self._size -= len(self._pictures.popitem(last=False)[1])

    def _hear(self, pipe: Any, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server ends
            while True:
                try:
                    message = pipe.recv()
                except (EOFError, OSError):
                    loop.call_soon_threadsafe(self._died)
                    return
                loop.call_soon_threadsafe(self._take, message)

    def _say(self, pipe: Any, out: queue.SimpleQueue[ToEngine | None]) -> None:
        while (message := out.get()) is not None:
            try:
                pipe.send(message)
            except OSError:
                return

    def _take(self, message: Patch | Answer | Picture) -> None:
        match message:
            case Patch(values):
                self._spread(values)
            case Answer(number):
                future = self._waiting.get(number)
                if future is not None and not future.done():
                    future.set_result(message)
            case Picture(name, body):
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

    def _died(self) -> None:
        """Say so, refuse what was asked, and start another one after a while."""
        if self._closing or self._loop is None:
            return
        self._out.put(None)
        self.deaths += 1
        self._refuse(b"the process that draws has died")
        self._spread({"status": "restarting"})
        wait = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2 ** min(self.deaths - 1, 8))
        self._loop.call_later(wait, self._again)

    def _again(self) -> None:
        if self._closing or self._loop is None:
            return
        self._process.end()
        self._start()
        self.run(self._loop)
        self._out.put(self._looked())
