"""The server of the studio: its page, its pictures, what is asked of a game and what is new."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from generator.design.theme import INKS
from generator.studio.commits import commit_edits
from generator.studio.edits import Editor
from generator.studio.engine import Link, Links
from generator.studio.jobs import DEEDS, OFFERED, Jobs, file_in_output
from generator.studio.playtests import take_down
from generator.studio.serving import (
    EDIT,
    FOREVER,
    FRESH,
    leave,
    page_files,
    read_words,
    refusal,
    reply,
    reply_later,
    say_where,
    send_page,
    serve,
    token_of,
)
from generator.studio.session import Answer, Changed, TabView, ViewedCards
from generator.studio.set_files import LOOKS, TRANSLATIONS, RefusedError, open_set
from generator.studio.translation_file import in_translation
from generator.studio.watching import changes
from validator.cache import project_cache
from validator.catalogue.sheets.files import TEXTS
from validator.catalogue.source import read_json
from validator.catalogue.translating.files import check_tag
from validator.findings import UsageError

_NAME = re.compile(r"([0-9a-f]{64})-(normal|grey|low)-([0-9]{2,3})")
_MOST_IDS = 2_000


@dataclass(frozen=True)
class Studio:
    """What is served: the files of the page, and what the links say."""

    links: Links
    files: Mapping[str, bytes]
    jobs: Jobs

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
                Route("/output/{name:path}", self.output),
                Route(f"/{EDIT}", self.edit, methods=["POST"]),
                WebSocketRoute("/live", self.live),
            ]
        )

    async def page(self, request: Request) -> Response:
        """A file of the page itself."""
        return await send_page(self.files, "index.html", request)

    async def face(self, request: Request) -> Response:
        """The picture of a face by its content, ink and resolution."""
        name = request.path_params["name"]
        parts = _NAME.fullmatch(name)
        if parts is None:
            return refusal("there is no such face", 404)
        known = self.links.picture_named(name)
        if known is not None:
            return _response(Answer(0, "image/png", known), FOREVER)
        link = self._link(request)
        if link is None:
            return refusal("nobody looks at that", 409)
        key, ink, dpi = parts.groups()
        words = {"key": key, "ink": ink, "dpi": dpi, "id": request.query_params.get("id", "")}
        return _response(await link.picture(name, words), FOREVER)

    def _link(self, request: Request) -> Link | None:
        """The link of the view that a request names."""
        query, first = request.query_params, self.links.first
        game, ink = query.get("game", first.game), query.get("ink", "normal")
        view = TabView(game, ink, query.get("language", first.language))
        return self.links.link_of(view)

    async def view(self, request: Request) -> Response:
        """What another view asks of the game: its sheets, tables, changes."""
        link, words = self._link(request), dict(request.query_params)
        if link is None:
            return refusal("nobody looks at that", 409)
        return _response(await link.ask(request.path_params["what"], words), FRESH)

    async def send_picture(self, request: Request) -> Response:
        """A picture that an answer to a view showed on its way."""
        body = self.links.picture_named(request.path_params["name"])
        if body is None:
            return refusal("it is not there any more", 404)
        return _response(Answer(0, "image/png", body), FOREVER)

    async def record(self, request: Request) -> Response:
        """The fields of a component, with what each may be and where it stands; or of all."""
        root, link, words = self.links.root, self._link(request), request.query_params

        def describe() -> Mapping[str, Any]:
            file = _file_of(link, words)
            if "id" not in words:
                return open_set(root, file).describe_all()
            told = open_set(root, file).describe(words["id"])
            if not link or not link.view.language:
                return told
            record = f"{words['set']}/{words['id']}"
            return in_translation(root, file, record, told, link.view.language)

        return await reply(describe)

    async def output(self, request: Request) -> Response:
        """A file that a command wrote into the project's output folder."""
        path = file_in_output(self.links.root, request.path_params["name"])
        if path is None:
            return refusal("there is no such file", 404)
        media = OFFERED["media"].get(path.suffix.lower()[1:])
        sealed = {"content-security-policy": OFFERED["pdf" if path.suffix == ".pdf" else "sealed"]}
        name = None if media else path.name
        return FileResponse(path, headers=FRESH | sealed, media_type=media, filename=name)

    async def edit(self, request: Request) -> Response:
        """Write what somebody changed on the page."""
        words = await read_words(request)
        if isinstance(words, Response):
            return words
        root, link = self.links.root, self._link(request)
        if words.get("do") in ("another", "quit"):
            return leave(request, root if words["do"] == "another" else None)
        if words.get("do") in DEEDS:
            return await reply_later(self.jobs.act(words))
        game = link.view.game if link else ""
        if words.get("do") == "playtest" and game:
            return await reply(lambda: take_down(root, game, words))
        if words.get("do") == "commit" and link and "game" in link.state:
            name, message = link.state["game"]["name"], words.get("message", "")
            return await reply(lambda: commit_edits(root, game, name, message))
        if words.get("do") == "mend" and link:
            return await reply(lambda: _mend(root, link, words))
        ids = [key[5:] for key in link.state if key.startswith("card/")] if link else []
        return await reply(lambda: Editor(root, game, _file_of(link, words), words, ids).edit())

    async def live(self, websocket: WebSocket) -> None:
        """Tell a page the state and then every patch; hear what it looks at."""
        await websocket.accept()
        queue: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        link = self._turn_to(None, self.links.first, queue)
        queue.put_nowait(self.jobs.state)
        self.jobs.listeners.add(queue)
        teller = asyncio.create_task(_tell(websocket, queue))
        try:
            while True:
                said = read_look(await websocket.receive_text(), self.links.first)
                if said is not None:
                    link = self._turn_to(link, said[0], queue)
                    link.look(queue, said[1])
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.jobs.listeners.discard(queue)
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


def read_look(text: str, first: TabView) -> tuple[TabView, ViewedCards] | None:
    """What a page says that it looks at; None where it says something else."""
    try:
        said = read_json(text)
        ids = said["ids"]
        if not (isinstance(ids, list) and all(isinstance(one, str) for one in ids)):
            return None
        ink = said["ink"] if said["ink"] in INKS else "normal"
        language = said.get("language", first.language)
        if language != "":
            check_tag(language)
        view = TabView(str(said["game"]) or first.game, ink, language)
        return view, ViewedCards(tuple(ids[:_MOST_IDS]))
    except (ValueError, KeyError, TypeError, UsageError):
        return None


def _mend(root: Path, link: Link, words: Mapping[str, str]) -> Mapping[str, str]:
    """Write the word that a finding, which the page names by its place, says was meant.

    Raises:
        RefusedError: there is no such finding any more, or it cannot be written.
    """
    asked = (words.get("at"), [words.get("old"), words.get("new")])
    found = (one for one in link.state.get("findings", ()) if (one["at"], one.get("mend")) == asked)
    one = next(found, None)
    if one is None:
        raise RefusedError("that is not found any more")
    spot = {key: str(one[key]) for key in ("line", "column")}
    file = sheet = str(one["file"])
    if file.endswith(TEXTS):
        sets = (str(each["file"]) for each in link.state.get("sets", ()))
        file = next((each for each in sets if open_set(root, each).file == sheet), "")
    return Editor(
        root, link.view.game, file, {**words, **spot}, sheet="" if file == sheet else sheet
    ).edit()


def _file_of(link: Link | None, words: Mapping[str, str]) -> str:
    """The file that a page names: of a set of the game that it shows, of the project's look, or
    a translation.

    Raises:
        RefusedError: there is none.
    """
    sets = {one["id"]: str(one["file"]) for one in link.state.get("sets", ())} if link else {}
    if "set" in words and words["set"] not in sets:
        raise RefusedError("the game has no such set")
    named = words.get("file", "")
    if LOOKS.fullmatch(named) or TRANSLATIONS.fullmatch(named):
        return named
    return sets[words["set"]] if "set" in words else ""


def _response(answer: Answer, headers: Mapping[str, str]) -> Response:
    if not answer.media:
        return refusal(answer.body.decode("utf-8", "replace"), 409)
    return Response(answer.body, media_type=answer.media, headers=headers)


async def _serve_studio(links: Links, jobs: Jobs, taken: socket.socket, token: str) -> Path | None:
    for link in links:
        link.run(asyncio.get_running_loop())
    watcher = asyncio.create_task(_watch(links))
    try:
        return await serve(Studio(links, page_files(), jobs).app(), taken, token, links.dismiss)
    finally:
        watcher.cancel()
        await jobs.close()
        links.close()


async def _watch(links: Links) -> None:
    async for paths in changes(links.root):
        for link in links:
            link.note_changes(Changed(tuple(paths)))


def run(links: Links, taken: socket.socket, jobs: Jobs, *, open_browser: bool) -> Path | None:
    """Serve the studio of a project until it is interrupted, or left: then its folder is told."""
    token = token_of(project_cache(links.root))
    say_where(f"the studio of {links.first.game}", taken, token, open_browser=open_browser)
    try:
        return asyncio.run(_serve_studio(links, jobs, taken, token))
    finally:
        links.close()
