"""The start page: a project is chosen or begun there, and its studio takes the page's place."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from socket import socket
from typing import Any

import jinja2
import typer
import yaml
from platformdirs import user_state_dir
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.atomic import put_in_place
from generator.design.templates import Templates, load_templates
from generator.failures import FailedError, WrongUseError
from generator.installed import STARTERS, starters
from generator.options import PictureKind
from generator.outputs.pictures import PictureJob, write_scene
from generator.starter import write_starter
from generator.studio import server, serving
from generator.studio.engine import Links
from generator.studio.jobs import Jobs
from generator.studio.session import TabView
from generator.studio.set_files import RefusedError
from validator.cache import project_cache, shared_cache
from validator.catalogue.folders import COMPONENTS, game_names
from validator.catalogue.load import load
from validator.catalogue.source import read_json
from validator.processes import Process
from validator.project import NotAProjectError, find_project

_MOST_OPENED, _MOST_FOLDERS, _LONGEST_NAME = 12, 1_000, 60
_CARDS, _DPI = 3, 100


def run(
    root: Path,
    links: Links | None,
    port: int,
    jobs_in: Callable[[Path], Jobs],
    *,
    open_browser: bool,
) -> None:
    """Serve the studio of ``root`` and whatever is chosen there after it, until it is ended.

    Without ``links`` it begins with the start page, and the folders in ``root``; ``jobs_in`` makes
    the jobs of a project.
    """
    taken = serving.bind_socket(port)
    chosen: Path | None = root
    if hasattr(os, "register_at_fork"):  # what is forked must not keep the port
        os.register_at_fork(after_in_child=taken.close)
    with suppress(KeyboardInterrupt):
        while chosen:
            if links is not None:
                list_opened(chosen)
                jobs = jobs_in(chosen)
                chosen = server.run(links, taken, jobs, open_browser=open_browser)
                links = None
            elif chosen := StartPage(chosen).run(taken, open_browser=open_browser):
                links = Links(chosen, TabView(game_names(chosen)[0]))
            open_browser = False
    typer.echo("the studio is closed")


class StartPage:
    """What is served: the page, the folders in ``at`` or elsewhere, and pictures of starters."""

    def __init__(self, at: Path) -> None:
        self.at = at
        self.painter = Process(_paint_starters, daemon=False)
        self._pictures: dict[str, bytes] = {}
        self._turn = threading.Lock()

    def run(self, taken: socket, *, open_browser: bool) -> Path | None:
        """Serve until a project is chosen, whose folder is returned."""
        send = partial(serving.send_page, serving.page_files(), "start.html")
        routes = [Route("/", send), Route("/page/{name}", send)]
        routes += [Route("/choices", self.choices), Route("/starter/{name}.png", self.picture)]
        routes += [Route(f"/{serving.EDIT}", self.edit, methods=["POST"])]
        app, token = Starlette(routes=routes), serving.token_of(shared_cache())
        serving.say_where("the start page", taken, token, open_browser=open_browser)
        try:
            return asyncio.run(serving.serve(app, taken, token, self.painter.end))
        finally:
            self.painter.end()

    async def choices(self, request: Request) -> Response:
        """The folders in a folder, projects that were opened before, and the starters."""
        at = request.query_params.get("at") or str(self.at)
        return await serving.reply(lambda: list_folder(at))

    async def picture(self, request: Request) -> Response:
        """Some cards of a starter, as soon as they are drawn."""
        png = await asyncio.to_thread(self._picture_of, request.path_params["name"])
        return Response(png, 200 if png else 404, media_type="image/png")

    def _picture_of(self, name: str) -> bytes:
        with self._turn, suppress(EOFError, OSError):
            while name in starters() and name not in self._pictures:
                self._pictures.update([self.painter.pipe.recv()])
        return self._pictures.get(name, b"")

    async def edit(self, request: Request) -> Response:
        """Open a project or begin a game, and end for its studio; or just end."""
        words = await serving.read_words(request)
        if isinstance(words, Response) or words.get("do") == "quit":
            return words if isinstance(words, Response) else serving.leave(request, None)
        answer = await serving.reply(lambda: {"root": str(choose(words))})
        if answer.status_code != 200:
            return answer
        root = Path(json.loads(bytes(answer.body))["root"])
        return serving.leave(request, root, serving.token_of(project_cache(root)))


@cache
def _about(name: str) -> Mapping[str, str]:
    """What is told of a starter: its name, players, and the sentence of its game.yaml."""
    text = (STARTERS / name / "game.yaml").read_text(encoding="utf-8")
    title = name.replace("_", " ").title()
    game = yaml.safe_load(jinja2.Template(text).render(id="id", name=json.dumps(title)))
    counts = sorted({one["players"] for one in game["configurations"]})
    players = " to ".join(map(str, dict.fromkeys([counts[0], counts[-1]])))
    return {"id": name, "name": title, "players": players, "summary": game["summary"]}


def _paint_starters(pipe: Connection) -> None:
    """Send each starter's name with a picture of some of its pieces, drawn if it was not kept."""
    kept = shared_cache()
    with tempfile.TemporaryDirectory() as folder, suppress(BrokenPipeError):
        templates, _ = load_templates(Path(folder), store=kept)
        assert templates is not None
        for name in starters():
            png = kept.get("starters", name) or _draw_pieces(Path(folder), name, templates)
            kept.put("starters", name, png)
            pipe.send((name, png))


def _draw_pieces(root: Path, like: str, templates: Templates) -> bytes:
    """A hand of some pieces that the parts list of a starter has first, as a PNG file."""
    write_starter(root, like, like)
    game = load(root, [like])[0].games[like]
    ids = [one.id for one in game.sets[game.parts[0].set_id].components]
    job = PictureJob(game, templates, root, dpi=_DPI)
    shown = ids[:: max(1, len(ids) // _CARDS)][:_CARDS]
    ((path,), _) = write_scene(job, shown, PictureKind.HAND)
    return path.read_bytes()


def list_opened(root: Path | None = None) -> list[str]:
    """The folders of projects that were opened, the last first; one that is opened is noted."""
    file, known = Path(user_state_dir("trilith", appauthor=False), "opened.json"), list[str]()
    with suppress(OSError, ValueError, TypeError):
        known = [str(Path(one)) for one in read_json(file.read_bytes())]
    if root is not None and file.is_absolute():  # else it could lead into a project
        known = [*dict.fromkeys([str(root), *known])][:_MOST_OPENED]
        with suppress(OSError):
            put_in_place(file, json.dumps(known).encode())
    return known


def _games_in(root: Path) -> tuple[str, ...]:
    with suppress(OSError, NotAProjectError):
        return game_names(find_project(root, root))
    return ()


def _folder_named(text: str) -> Path:
    """The folder that somebody typed, there or not; refused where that is no whole path."""
    with suppress(OSError, ValueError, RuntimeError):
        path = Path(text.strip()).expanduser()
        if path.is_absolute() and text.isprintable():
            return path.resolve()
    raise RefusedError("write the whole path of a folder, such as ~/games")


def list_folder(text: str) -> Mapping[str, Any]:
    """The folders in a folder but hidden ones, and all else that can be chosen.

    Raises:
        RefusedError: it cannot be read.
    """
    at = _folder_named(text)
    try:
        inside = [one.name for one in os.scandir(at) if one.is_dir() and one.name.isprintable()]
    except OSError as error:
        raise RefusedError(f"{at} cannot be read: {error.strerror}; choose another") from error
    names = sorted((one for one in inside if one[0] != "."), key=str.casefold)[:_MOST_FOLDERS]
    folders = [{"name": one, "project": bool(_games_in(at / one))} for one in names]
    opened = [{"folder": one, "games": _games_in(Path(one))} for one in list_opened()]
    more = {"opened": opened, "starters": [*map(_about, starters())]}
    return {"at": str(at), "folders": folders, "games": _games_in(at), **more}


def choose(words: Mapping[str, str]) -> Path:
    """The folder of the project that a page opens or begins.

    Raises:
        RefusedError: it cannot be; the message says why, and ``field`` where that was typed.
    """
    root = _folder_named(words.get("folder", ""))
    if words.get("do") == "begin":
        begin_game(root, " ".join(words.get("name", "").split()), words.get("like", ""))
    elif not _games_in(root):
        raise RefusedError(f"there is no game in {root}; choose a folder that holds {COMPONENTS}/")
    return root


def begin_game(root: Path, name: str, like: str) -> None:
    """Write a new game, a copy of a starter, into a folder that is new or empty.

    Raises:
        RefusedError: it cannot be; nothing is left of it then.
    """
    try:
        if not name.isprintable() or len(name) > _LONGEST_NAME:
            raise WrongUseError(f"a name has at most {_LONGEST_NAME} letters and signs")
        with tempfile.TemporaryDirectory(prefix=".new-", dir=root.parent) as folder:
            write_starter(draft := Path(folder, root.name), name, like)
            draft.rename(root)  # which only an empty folder yields to
    except WrongUseError as error:
        raise RefusedError(f"{error}; write another name", field="name") from error
    except (OSError, FailedError) as error:
        why = getattr(error.__cause__ or error, "strerror", "") or error
        advice = "name a folder that is not there yet, in one where you can write"
        raise RefusedError(f"no game can be begun in {root}: {why}; {advice}") from error
