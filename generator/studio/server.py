"""The server of the studio: who may ask, a page, its pictures, and what is new."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
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
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from watchfiles import Change, awatch

from generator.design.theme import INKS
from generator.installed import DATA
from generator.studio.commits import commit_edits
from generator.studio.edits import Editor
from generator.studio.engine import Link, Links
from generator.studio.playtests import take_down
from generator.studio.session import Answer, Changed, TabView, ViewedCards
from generator.studio.set_files import RefusedError, open_set
from validator.cache import Cache, project_cache
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
                message["headers"] = [*message.get("headers", ()), *HEADERS]
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


QUIET_MS = 15
"""How long nothing more may change before a change is told: editors write in several goes."""
LONGEST_MS = 120
"""How long changes are gathered at most."""
MOST_FOLDERS = 4_000
"""Folders that are watched; what lies in others is seen when something else changes."""
_LOOK_MS = 1_000
_OTHERS = ("output", "node_modules", "__pycache__", "venv")
_PASSING = ("~", ".swp", ".swx", ".swo", ".tmp", ".bak", ".part", ".crswap")


async def changes(root: Path) -> AsyncIterator[Sequence[str]]:
    """Paths in the project that changed; an empty sequence where anything may have.

    No link is followed. It goes on while the project's folder is away, and when it is back.
    """
    while True:
        folders = list(folders_to_watch(root))
        there = _identity(root)
        if not folders:
            yield ()
            while not root.is_dir():
                await asyncio.sleep(_LOOK_MS / 1000)
            yield ()
            continue
        try:
            async for batch in awatch(
                *folders,
                watch_filter=None,
                recursive=False,
                step=QUIET_MS,
                debounce=LONGEST_MS,
                rust_timeout=_LOOK_MS,
                yield_on_timeout=True,
            ):
                paths = sorted({name for _, path in batch if (name := _shown_path(path, root))})
                if paths:
                    yield paths
                if _identity(root) != there or _other_folders(batch, folders):
                    break
        except OSError:  # a folder went while it was being watched, or there are too many
            await asyncio.sleep(_LOOK_MS / 1000)
        yield ()


def folders_to_watch(root: Path) -> Iterator[Path]:
    """The folders of a project that may matter: no links, nothing hidden, nothing built."""
    if not root.is_dir():
        return
    for count, (folder, inside, _) in enumerate(os.walk(root)):
        if count >= MOST_FOLDERS:
            return
        yield Path(folder)
        inside[:] = sorted(
            name
            for name in inside
            if not name.startswith(".")
            and name not in _OTHERS
            and not os.path.islink(os.path.join(folder, name))  # noqa: PTH114, PTH118
        )


def _shown_path(path: str, root: Path) -> str:
    """A path in the project as it is told; empty for what an editor leaves for a moment."""
    inside = Path(path).relative_to(root).as_posix()
    name = inside.rpartition("/")[2]
    passing = name.startswith((".", "#")) or name.endswith(_PASSING) or name == "4913"
    return "" if passing or inside.split("/")[0] in _OTHERS else inside


def _other_folders(batch: set[tuple[Change, str]], folders: Sequence[Path]) -> bool:
    """Tell whether folders came or went."""
    known = set(map(str, folders))
    return any(
        path in known if change is Change.deleted else Path(path).is_dir() and path not in known
        for change, path in batch
    )


def _identity(root: Path) -> tuple[int, int]:
    try:
        about = root.stat()
    except OSError:
        return 0, 0
    return about.st_dev, about.st_ino


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
_MOST_WORDS = 200_000  # bytes of what the page says that it looks at
_MOST_EDIT = 2_000_000  # bytes of an edit; a paste of 10,000 numbers takes 400,000


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
                Route("/shown/{name}.png", self.send_picture),
                Route("/record", self.record),
                Route(f"/{EDIT}", self.edit, methods=["POST"]),
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
        known = self.links.picture_named(name)
        if known is not None:
            return _response(Answer(0, "image/png", known), _FOREVER)
        link = self._link(request)
        if link is None:
            return _refusal("nobody looks at that", 409)
        key, ink, dpi = parts.groups()
        words = {"key": key, "ink": ink, "dpi": dpi, "id": request.query_params.get("id", "")}
        return _response(await link.picture(name, words), _FOREVER)

    def _link(self, request: Request) -> Link | None:
        """The link of the view that a request names."""
        query, first = request.query_params, self.links.first
        view = TabView(query.get("game", first.game), query.get("ink", "normal"), first.language)
        return self.links.link_of(view)

    async def view(self, request: Request) -> Response:
        """What another view asks of the game: its sheets, tables, changes."""
        link, words = self._link(request), dict(request.query_params)
        if link is None:
            return _refusal("nobody looks at that", 409)
        return _response(await link.ask(request.path_params["what"], words), _FRESH)

    async def send_picture(self, request: Request) -> Response:
        """A picture that an answer to a view showed on its way."""
        body = self.links.picture_named(request.path_params["name"])
        if body is None:
            return _refusal("it is not there any more", 404)
        return _response(Answer(0, "image/png", body), _FOREVER)

    async def record(self, request: Request) -> Response:
        """The fields of a component, with what each may be and where it stands; or of all."""
        root, link, words = self.links.root, self._link(request), request.query_params

        def describe() -> Mapping[str, Any]:
            files = open_set(root, _file_of(link, words))
            return files.describe(words["id"]) if "id" in words else files.describe_all()

        return await _reply(describe)

    async def edit(self, request: Request) -> Response:
        """Write what somebody changed on the page."""
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > _MOST_EDIT:
                return _refusal(f"an edit has at most {_MOST_EDIT:,} bytes", 413)
        root, link = self.links.root, self._link(request)
        try:
            words = read_json(bytes(body))
            if not all(isinstance(one, str) for one in (*words, *words.values())):
                raise TypeError
        except (ValueError, TypeError, AttributeError):
            return _refusal("an edit is an object of texts", 400)
        game = link.view.game if link else ""
        if words.get("do") == "playtest" and game:
            return await _reply(lambda: take_down(root, game, words))
        if words.get("do") == "commit" and link and "game" in link.state:
            name, message = link.state["game"]["name"], words.get("message", "")
            return await _reply(lambda: commit_edits(root, game, name, message))
        ids = [key[5:] for key in link.state if key.startswith("card/")] if link else []
        return await _reply(lambda: Editor(root, game, _file_of(link, words), words, ids).edit())

    async def live(self, websocket: WebSocket) -> None:
        """Tell a page the state and then every patch; hear what it looks at."""
        await websocket.accept()
        queue: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        link = self._turn_to(None, self.links.first, queue)
        teller = asyncio.create_task(_tell(websocket, queue))
        try:
            while True:
                said = _look(await websocket.receive_text(), self.links.first)
                if said is not None:
                    link = self._turn_to(link, said[0], queue)
                    link.look(queue, said[1])
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            link.leave(queue)
            self.links.leave(link.view)
            teller.cancel()

    def _turn_to(
        self, link: Link | None, view: TabView, queue: asyncio.Queue[Mapping[str, Any]]
    ) -> Link:
        """The link that a page listens to which wants a view, and listened to ``link``.

        Until the same game is drawn in another ink the page keeps what it has.
        """
        if link is not None and link.view == view:
            return link
        if link is not None:
            link.leave(queue)
            self.links.leave(link.view)
        new = self.links.of(view)
        stays = link is not None and link.view.game == view.game and not new.state
        queue.put_nowait({"status": "drawing"} if stays else {"": None, **new.state})
        new.listen(queue, queue.put_nowait)
        return new


async def _tell(websocket: WebSocket, queue: asyncio.Queue[Mapping[str, Any]]) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_text(json.dumps(await queue.get(), ensure_ascii=False))


def _look(text: str, first: TabView) -> tuple[TabView, ViewedCards] | None:
    """What a page says that it looks at; None where it says something else."""
    try:
        said = read_json(text)
        ids = said["ids"]
        if not (isinstance(ids, list) and all(isinstance(one, str) for one in ids)):
            return None
        ink = said["ink"] if said["ink"] in INKS else "normal"
        view = TabView(str(said["game"]) or first.game, ink, first.language)
        return view, ViewedCards(tuple(ids[:_MOST_IDS]))
    except (ValueError, KeyError, TypeError):
        return None


_WRITING = asyncio.Lock()


async def _reply(work: Callable[[], Mapping[str, Any]]) -> Response:
    """What work in a thread, one at a time, says; status 409 where it refuses."""
    async with _WRITING:
        try:
            status, said = 200, await asyncio.to_thread(work)
        except RefusedError as error:
            status, said = 409, {"refused": str(error), **error.told}
    return Response(json.dumps(said), status, media_type="application/json", headers=_FRESH)


def _file_of(link: Link | None, words: Mapping[str, str]) -> str:
    """The file of the set that a page names, among those of the game that it shows.

    Raises:
        RefusedError: there is none.
    """
    sets = {one["id"]: str(one["file"]) for one in link.state.get("sets", ())} if link else {}
    if "set" in words and words["set"] not in sets:
        raise RefusedError("the game has no such set")
    return sets[words["set"]] if "set" in words else ""


def _response(answer: Answer, headers: Mapping[str, str]) -> Response:
    if not answer.media:
        return _refusal(answer.body.decode("utf-8", "replace"), 409)
    return Response(answer.body, media_type=answer.media, headers=headers)


def _refusal(why: str, status: int) -> Response:
    return Response(f"{why}\n", status, media_type="text/plain", headers=_FRESH)


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
        for link in self._links:
            link.dismiss()
        super().handle_exit(sig, frame)


async def serve_studio(links: Links, taken: socket.socket, token: str) -> None:
    """Serve until interrupted."""
    for link in links:
        link.run(asyncio.get_running_loop())
    files = {path.name: path.read_bytes() for path in _PAGE.iterdir() if path.suffix in _MEDIA}
    guarded = Guard(Studio(links, files).app(), token, taken.getsockname()[1])
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
        for link in links:
            link.close()


async def _watch(links: Links) -> None:
    async for paths in changes(links.root):
        for link in links:
            link.note_changes(Changed(tuple(paths)))


def run(root: Path, view: TabView, port: int, *, open_browser: bool) -> None:
    """Serve the studio of a project until it is interrupted."""
    links = Links(root, view)  # before there are threads: the first can be forked
    taken = bind_socket(port)
    token = token_of(project_cache(root))
    address = f"http://{HOST}:{taken.getsockname()[1]}/{token}/"
    typer.echo(f"the studio of {view.game} is at {address}")
    typer.echo("Ctrl-C ends it; the address is a secret of yours: whoever has it can edit the game")
    if open_browser:
        with suppress(webbrowser.Error):
            webbrowser.open(address)
    try:
        asyncio.run(serve_studio(links, taken, token))
    except KeyboardInterrupt:
        typer.echo("the studio is closed")
    finally:
        for link in links:
            link.close()
