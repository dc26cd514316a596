"""How a page of trilith is served: to whom, from which address, and what it may send."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import socket
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import typer
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.installed import DATA, own_libraries
from generator.studio.set_files import RefusedError
from validator.cache import Cache, shared_cache
from validator.catalogue.source import read_json

HOST = "127.0.0.1"
"""The address that is served: the loopback interface, which no other machine reaches."""
_NAMES = (HOST, "localhost")
_TOKEN_BYTES = 16
EDIT = "edit"
"""The one path to which anything is sent."""
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""What every answer tells the browser: nothing from elsewhere, nothing for elsewhere."""


def token_of(cache: Cache) -> str:
    """The token of a project's studio: kept, where that can be, so that an open page comes back."""
    known = cache.get("studio", "token")
    if known is None:
        known = secrets.token_hex(_TOKEN_BYTES).encode()
        cache.put("studio", "token", known)
    return known.decode()


@dataclass(frozen=True)
class Guard:
    """Lets through what may pass, as if the token did not stand before the path."""

    app: ASGIApp
    token: str
    port: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal:
            await _refuse(scope, receive, send, refusal)
            return
        path = scope["path"][len(self.token) + 1 :]
        inner = {**scope, "path": path, "raw_path": path.encode()}

        async def send_sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = dict(message.get("headers", ()))
                message["headers"] = [*own.items(), *((k, v) for k, v in HEADERS if k not in own)]
            await send(message)

        await self.app(inner, receive, send_sealed)

    def refusal(self, scope: Scope) -> str:
        """Why a request may not pass; empty if it may."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0] not in [f"{name}:{self.port}" for name in _NAMES]:
            return "this address serves one page, under its own name"
        is_foreign = any(origin != f"http://{hosts[0]}" for origin in origins)
        is_foreign |= scope["type"] == "websocket" and not origins
        if is_foreign or not {"same-origin", "none"}.issuperset(headers.getlist("sec-fetch-site")):
            return "only the page itself may ask"
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            is_edit = scope["method"] == "POST" and scope["path"] == f"/{self.token}/{EDIT}"
            media = headers.getlist("content-type")
            if not is_edit or len(origins) != 1 or media != ["application/json"]:
                return "nothing is written here but edits of the page itself"
        wanted = f"/{self.token}/".encode()
        if not hmac.compare_digest(scope["path"].encode()[: len(wanted)], wanted):
            return "the address lacks its token; trilith studio says the whole of it"
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})


_PAGE = DATA / "studio"
_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
FRESH = {"cache-control": "no-store"}
_MOST_WORDS = 200_000  # bytes of what the page says that it looks at
_MOST_EDIT = 2_000_000  # bytes of an edit; a paste of 10,000 numbers takes 400,000


async def send_page(files: Mapping[str, bytes], first: str, request: Request) -> Response:
    """The file of a page that is asked for; where none is named, the ``first``."""
    name = request.path_params.get("name", first)
    if name not in files:
        return refusal("there is no such file", 404)
    return Response(files[name], media_type=_MEDIA[Path(name).suffix], headers=FRESH)


def page_files() -> Mapping[str, bytes]:
    """All files of pages by their names."""
    return {path.name: path.read_bytes() for path in _PAGE.iterdir() if path.suffix in _MEDIA}


def bind_socket(port: int) -> socket.socket:
    """A socket on the loopback address at ``port``, or the next of twenty that is free.

    Raises:
        OSError: none is.
    """
    last = port + 19 if port else 0
    for taken in range(port, last):
        with suppress(OSError):
            return socket.create_server((HOST, taken))
    return socket.create_server((HOST, last))


async def read_words(request: Request) -> Mapping[str, str] | Response:
    """What a page sends, or why it is refused."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _MOST_EDIT:
            return refusal(f"an edit has at most {_MOST_EDIT:,} bytes", 413)
    try:
        words: Mapping[str, str] = read_json(bytes(body))
        if not all(isinstance(one, str) for one in (*words, *words.values())):
            raise TypeError
    except (ValueError, TypeError, AttributeError):
        return refusal("an edit is an object of texts", 400)
    return words


def leave(request: Request, chosen: Path | None, token: str = "") -> Response:
    """End this server, so that another takes its place, whose ``token`` the page is told."""
    server: _Server = request.app.state.server
    server.end(chosen)
    token = token or token_of(shared_cache())
    return Response(json.dumps({"token": token}), media_type="application/json", headers=FRESH)


_WRITING = threading.Lock()


async def reply(work: Callable[[], Mapping[str, Any]]) -> Response:
    """What work in a thread, one at a time, says; status 409 where it refuses."""

    def take_turn() -> Mapping[str, Any]:
        with _WRITING:
            return work()

    return await reply_later(asyncio.to_thread(take_turn))


async def reply_later(work: Awaitable[Mapping[str, Any]]) -> Response:
    """What work says; status 409 where it refuses."""
    try:
        status, said = 200, await work
    except RefusedError as error:
        status, said = 409, {"refused": str(error), **error.told}
    return Response(json.dumps(said), status, media_type="application/json", headers=FRESH)


def refusal(why: str, status: int) -> Response:
    """Why something is not answered, in words."""
    return Response(f"{why}\n", status, media_type="text/plain", headers=FRESH)


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
    """A server that answers what is still asked of it as it ends; ``chosen`` comes after it."""

    def __init__(self, config: uvicorn.Config, dismiss: Callable[[], None]) -> None:
        super().__init__(config)
        self._dismiss = dismiss
        self.chosen: Path | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end, at a signal."""
        super().handle_exit(sig, frame)
        self.end(None)

    def end(self, chosen: Path | None) -> None:
        """Begin to end."""
        self.chosen, self.should_exit = chosen, True
        self._dismiss()


async def serve(
    app: Starlette, taken: socket.socket, token: str, dismiss: Callable[[], None]
) -> Path | None:
    """Serve until interrupted, or left for what is returned; the socket stays open.

    To ``dismiss`` is to keep nobody waiting any more.
    """
    config = uvicorn.Config(
        Guard(app, token, taken.getsockname()[1]),
        http=Patient,
        log_level="error",
        access_log=False,
        lifespan="off",
        ws_max_size=_MOST_WORDS,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    app.state.server = server = _Server(config, dismiss)
    await server.serve(sockets=[taken.dup()])
    return server.chosen


def say_where(what: str, taken: socket.socket, token: str, *, open_browser: bool) -> None:
    """Tell the address of a page, and open it in a browser."""
    address = f"http://{HOST}:{taken.getsockname()[1]}/{token}/"
    typer.echo(f"{what} is at {address}")
    typer.echo("Ctrl-C ends it; the address is a secret of yours: whoever has it can edit the game")
    if open_browser:
        with suppress(webbrowser.Error), own_libraries():
            webbrowser.open(address)
