"""The server of the studio: a page, its pictures, and what is new, over one web socket."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.design.theme import INKS
from generator.shipped import DATA
from generator.studio.guard import HOST, Guard
from generator.studio.link import Link
from generator.studio.links import Links
from generator.studio.messages import Answer, Changed, Look, View
from generator.studio.watching import changes
from validator.catalogue.source import read_json

_PAGE = DATA / "studio"
_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_NAME = re.compile(r"([0-9a-f]{64})-(normal|grey|low)-([0-9]{2,3})")
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
_FRESH = {"cache-control": "no-store"}
_MOST_IDS = 2_000
_MOST_WORDS = 200_000  # bytes of one message of the page


@dataclass(frozen=True)
class Studio:
    """What is served: the files of the page, and what the links say."""

    links: Links
    files: Mapping[str, bytes]

    def app(self) -> Starlette:
        """The application, without its guard."""
        return Starlette(
            routes=[
                Route("/", self.page),
                Route("/page/{name}", self.page),
                Route("/face/{name}.png", self.face),
                Route("/view/{what}", self.view),
                Route("/shown/{name}.png", self.shown),
                WebSocketRoute("/live", self.live),
            ]
        )

    async def page(self, request: Request) -> Response:
        """A file of the page itself."""
        name = request.path_params.get("name", "index.html")
        content = self.files.get(name)
        if content is None:
            return _refusal("there is no such file", 404)
        return Response(content, media_type=_MEDIA[Path(name).suffix], headers=_FRESH)

    async def face(self, request: Request) -> Response:
        """The picture of a face by its content, ink and resolution."""
        name = request.path_params["name"]
        parts = _NAME.fullmatch(name)
        if parts is None:
            return _refusal("there is no such face", 404)
        words = {
            "key": parts[1],
            "ink": parts[2],
            "dpi": parts[3],
            "id": request.query_params.get("id", ""),
        }
        known = self.links.shown(name)
        if known is not None:
            return _response(Answer(0, "image/png", known), _FOREVER)
        link = self._link(request)
        if link is None:
            return _refusal("nobody looks at that", 409)
        return _response(await link.picture(name, words), _FOREVER)

    def _link(self, request: Request) -> Link | None:
        """The link of the view that a request names."""
        query, first = request.query_params, self.links.first
        view = View(query.get("game", first.game), query.get("ink", "normal"), first.language)
        return self.links.known(view)

    async def view(self, request: Request) -> Response:
        """What another view asks of the game: its sheets, tables, changes."""
        link, words = self._link(request), dict(request.query_params)
        if link is None:
            return _refusal("nobody looks at that", 409)
        return _response(await link.ask(request.path_params["what"], words), _FRESH)

    async def shown(self, request: Request) -> Response:
        """A picture that an answer to a view showed on its way."""
        body = self.links.shown(request.path_params["name"])
        return _refusal("it is not there any more", 404) if body is None else _png(body)

    async def live(self, websocket: WebSocket) -> None:
        """Tell a page the state and then every patch; hear what it looks at."""
        await websocket.accept()
        queue: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        link = self._turned(None, self.links.first, queue)
        teller = asyncio.create_task(_tell(websocket, queue))
        try:
            while True:
                said = _look(await websocket.receive_text(), self.links.first)
                if said is not None:
                    link = self._turned(link, said[0], queue)
                    link.look(queue, said[1])
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            link.leave(queue)
            self.links.left(link.view)
            teller.cancel()

    def _turned(
        self, link: Link | None, view: View, queue: asyncio.Queue[Mapping[str, Any]]
    ) -> Link:
        """The link that a page listens to which wants a view, and listened to ``link``.

        Until the same game is drawn in another ink the page keeps what it has.
        """
        if link is not None and link.view == view:
            return link
        if link is not None:
            link.leave(queue)
            self.links.left(link.view)
        new = self.links.of(view)
        stays = link is not None and link.view.game == view.game and not new.state
        queue.put_nowait({"status": "drawing"} if stays else {"": None, **new.state})
        new.listen(queue, queue.put_nowait)
        return new


async def _tell(websocket: WebSocket, queue: asyncio.Queue[Mapping[str, Any]]) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_text(json.dumps(await queue.get(), ensure_ascii=False))


def _look(text: str, first: View) -> tuple[View, Look] | None:
    """What a page says that it looks at; None where it says something else."""
    try:
        said = read_json(text)
        ids = said["ids"]
        if not (isinstance(ids, list) and all(isinstance(one, str) for one in ids)):
            return None
        ink = said["ink"] if said["ink"] in INKS else "normal"
        view = View(str(said["game"]) or first.game, ink, first.language)
        return view, Look(tuple(ids[:_MOST_IDS]))
    except (ValueError, KeyError, TypeError):
        return None


def _response(answer: Answer, headers: Mapping[str, str]) -> Response:
    if not answer.media:
        return _refusal(answer.body.decode("utf-8", "replace"), 409)
    return Response(answer.body, media_type=answer.media, headers=headers)


def _png(body: bytes) -> Response:
    return Response(body, media_type="image/png", headers=_FOREVER)


def _refusal(why: str, status: int) -> Response:
    return Response(f"{why}\n", status, media_type="text/plain", headers=_FRESH)


def bound(port: int, tries: int = 20) -> socket.socket:
    """A socket on the loopback address at ``port``, or the next one that is free.

    Raises:
        OSError: none is.
    """
    for more in range(tries):
        try:
            return socket.create_server((HOST, port + more if port else 0))
        except OSError:
            if more == tries - 1 or not port:
                raise
    raise AssertionError("unreachable")


def page_files() -> dict[str, bytes]:
    """The files of the page, by name."""
    return {
        path.name: path.read_bytes() for path in sorted(_PAGE.iterdir()) if path.suffix in _MEDIA
    }


class Patient(H11Protocol):
    """A connection that is closed where it asks nothing for a while, or others crowd in."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; the one that has asked nothing for longest makes room where there are many."""
        super().connection_made(transport)
        self.begun = self.loop.time()
        idle = [one for one in self.connections if isinstance(one, Patient) and one.is_idle]
        if len(self.connections) > MOST_CONNECTIONS and idle:
            min(idle, key=lambda one: one.begun).transport.close()
        self._look(was_idle=False)

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing that was asked is being answered, as half of a question is not."""
        return self.cycle is None or self.cycle.response_complete

    def _look(self, *, was_idle: bool) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # it has ended, or is a web socket now
        if was_idle and self.is_idle:
            self.transport.close()
        else:
            again = partial(self._look, was_idle=self.is_idle)
            self.loop.call_later(_PATIENCE_S, again)


MOST_CONNECTIONS = 200
"""Connections at a time; a page takes some ten."""
_PATIENCE_S = 5.0


class _Server(uvicorn.Server):
    """A server that answers what is still asked of it as it is interrupted."""

    def __init__(self, config: uvicorn.Config, links: Links) -> None:
        super().__init__(config)
        self._links = links

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end, at a signal."""
        self._links.dismiss()
        super().handle_exit(sig, frame)


async def serve_studio(links: Links, taken: socket.socket, token: str) -> None:
    """Serve until interrupted."""
    loop = asyncio.get_running_loop()
    links.run(loop)
    studio = Studio(links, page_files())
    guarded = Guard(studio.app(), token, taken.getsockname()[1])
    config = uvicorn.Config(
        guarded,
        http=Patient,
        log_level="error",
        access_log=False,
        lifespan="off",
        ws_max_size=_MOST_WORDS,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    watcher = asyncio.create_task(_watch(links))
    try:
        await _Server(config, links).serve(sockets=[taken])
    finally:
        watcher.cancel()
        links.close()


async def _watch(links: Links) -> None:
    async for paths in changes(links.root):
        links.changed(Changed(tuple(paths)))
