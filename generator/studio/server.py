"""The server of the studio: a page, its pictures, and what is new, over one web socket."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from generator.shipped import DATA
from generator.studio.guard import HOST, Guard
from generator.studio.link import Link
from generator.studio.messages import Answer, Changed, Look
from generator.studio.watching import changes

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
    """What is served: the files of the page, and what the link says."""

    link: Link
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
        return _response(await self.link.picture(name, words), _FOREVER)

    async def view(self, request: Request) -> Response:
        """What another view asks of the game: its sheets, tables, changes."""
        words = dict(request.query_params)
        return _response(await self.link.ask(request.path_params["what"], words), _FRESH)

    async def shown(self, request: Request) -> Response:
        """A picture that an answer to a view showed on its way."""
        body = self.link.shown(request.path_params["name"])
        return _refusal("it is not there any more", 404) if body is None else _png(body)

    async def live(self, websocket: WebSocket) -> None:
        """Tell a page the state and then every patch; hear what it looks at."""
        await websocket.accept()
        queue: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        queue.put_nowait({"": None, **self.link.state})
        self.link.listen(websocket, queue.put_nowait)
        teller = asyncio.create_task(_tell(websocket, queue))
        try:
            while True:
                look = _look(await websocket.receive_text())
                if look is not None:
                    self.link.tell(look)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.link.leave(websocket)
            teller.cancel()


async def _tell(websocket: WebSocket, queue: asyncio.Queue[Mapping[str, Any]]) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_text(json.dumps(await queue.get(), ensure_ascii=False))


def _look(text: str) -> Look | None:
    """What a page says that it looks at; None where it says something else."""
    try:
        said = json.loads(text)
        ids = said["ids"]
        if not (isinstance(ids, list) and all(isinstance(one, str) for one in ids)):
            return None
        ink = said["ink"] if said["ink"] in ("normal", "grey", "low") else "normal"
        return Look(str(said["game"]), ink, tuple(ids[:_MOST_IDS]))
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


class _Server(uvicorn.Server):
    """A server that answers what is still asked of it as it is interrupted."""

    def __init__(self, config: uvicorn.Config, link: Link) -> None:
        super().__init__(config)
        self._link = link

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end, at a signal."""
        self._link.dismiss()
        super().handle_exit(sig, frame)


async def serve_studio(link: Link, taken: socket.socket, token: str) -> None:
    """Serve until interrupted."""
    loop = asyncio.get_running_loop()
    link.run(loop)
    studio = Studio(link, page_files())
    guarded = Guard(studio.app(), token, taken.getsockname()[1])
    config = uvicorn.Config(
        guarded,
        log_level="error",
        access_log=False,
        lifespan="off",
        ws_max_size=_MOST_WORDS,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    watcher = asyncio.create_task(_watch(link))
    try:
        await _Server(config, link).serve(sockets=[taken])
    finally:
        watcher.cancel()
        link.close()


async def _watch(link: Link) -> None:
    async for paths in changes(link.root):
        link.tell(Changed(tuple(paths)))
