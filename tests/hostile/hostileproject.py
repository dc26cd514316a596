"""Projects that somebody means ill with, built from recipes: see ``README.md``."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator.starter import write_starter

RECIPES = Path(__file__).parent / "projects"
GAME = "fog"
MARK = "SECRET-OF-SOMEBODY"
"""Stands in every file outside of the project; nobody may ever show it."""
_IDENTITY = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false")


@dataclass(frozen=True, slots=True)
class Recipe:
    """One project: its cases, each with steps that lay something into it.

    ``limits`` are the seconds and megabytes that a face may take, where they are not as usual.
    """

    name: str
    cases: tuple[Mapping[str, Any], ...]
    limits: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a project lies, and what lies around it: ``outside`` is somebody's own folder."""

    root: Path
    outside: Path
    home: Path
    marker: Path

    def filled(self, text: str) -> str:
        """A text of a recipe with the places in it."""
        places = {"OUTSIDE": self.outside, "MARKER": self.marker, "ROOT": self.root}
        for name, path in places.items():
            text = text.replace(f"<{name}>", str(path))
        return text


def recipes() -> Iterator[Recipe]:
    """All recipes, by name."""
    for path in sorted(RECIPES.glob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        yield Recipe(path.stem, tuple(data["cases"]), tuple(data.get("limits", ())))


def build(recipe: Recipe, folder: Path) -> Place:
    """Build the project of a recipe, with files of somebody around it."""
    place = Place(folder / "project", folder / "outside", folder / "home", folder / "marker")
    for path in (place.root, place.outside, place.home):
        path.mkdir()
    for name in ("secret.yaml", "secret.svg", "secret.png", "secret.svg.j2", "secret.ttf"):
        (place.outside / name).write_text(f"{MARK}\n", encoding="utf-8")
    (place.outside / "game").mkdir()
    (place.outside / "game" / "game.yaml").write_text(f"name: {MARK}\n", encoding="utf-8")
    write_starter(place.root, "Fog")
    for case in recipe.cases:
        for step, wanted in case.items():
            if step in STEPS:
                STEPS[step](place, wanted)
            elif step not in ABOUT:
                raise ValueError(f"{recipe.name}: there is no step {step!r}")
    return place


ABOUT = ("name", "covers", "says", "runs", "keeps")
"""Keys of a case that lay nothing: what is run besides, and the files that nothing may change."""


def _files(place: Place, wanted: Mapping[str, str]) -> None:
    for name, text in wanted.items():
        _made(place, name).write_text(place.filled(text), encoding="utf-8")


def _hex(place: Place, wanted: Mapping[str, str]) -> None:
    for name, digits in wanted.items():
        _made(place, name).write_bytes(bytes.fromhex(digits))


def _hex_names(place: Place, wanted: Mapping[str, str]) -> None:
    """Empty files by the bytes of their names, in folders that are there."""
    for folder, digits in wanted.items():
        (place.root / folder).mkdir(parents=True, exist_ok=True)
        path = os.fsencode(place.root / folder) + b"/" + bytes.fromhex(digits)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT))


def _appended(place: Place, wanted: Mapping[str, str]) -> None:
    for name, text in wanted.items():
        with _made(place, name).open("a", encoding="utf-8") as file:
            file.write(place.filled(text))


def _changed(place: Place, wanted: Mapping[str, list[str]]) -> None:
    for name, (old, new) in wanted.items():
        path = place.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}"
        path.write_text(text.replace(old, place.filled(new), 1), encoding="utf-8")


def _games(place: Place, wanted: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Copies of the starter under other names, each with changes by file."""
    for name, changes in wanted.items():
        folder = place.root / "components" / name
        write_starter(place.root, name)
        for file, pairs in changes.items():
            text = (folder / file).read_text(encoding="utf-8")
            for old, new in zip(pairs[::2], pairs[1::2], strict=True):
                assert old in text, f"{old!r} is not in {file}"
                text = text.replace(old, place.filled(new))
            (folder / file).write_text(text, encoding="utf-8")


def _cards(place: Place, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """Sets of one card each, with a template of its own."""
    for name, made in wanted.items():
        path = _made(place, name)
        card = {"id": f"card-{path.stem}", "name": "Card", **made.get("card", {})}
        data = {"kind": "components", "set": path.stem, "name": "Cards", "singular": "Card"}
        data |= {"form": "card", "size": made.get("size", "poker"), "template": made["template"]}
        path.write_text(yaml.safe_dump({**data, "components": [card]}), encoding="utf-8")


def _repeated(place: Place, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """Files of very many lines: a head, a line ``times`` over with its number, a tail."""
    for name, made in wanted.items():
        line, times = made["line"], made["times"]
        lines = "".join(
            line.replace("<N>", str(number)).replace("<NEXT>", str(number + 1))
            for number in range(times)
        )
        text = made.get("head", "") + lines + made.get("tail", "")
        _made(place, name).write_text(place.filled(text), encoding="utf-8")


def _links(place: Place, wanted: Mapping[str, str]) -> None:
    for name, target in wanted.items():
        path = _made(place, name)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to(place.filled(target))


def _pipes(place: Place, wanted: list[str]) -> None:
    for name in wanted:
        os.mkfifo(_made(place, name))


def _programs(place: Place, wanted: list[str]) -> None:
    """Programs that leave the mark of a command that was run."""
    for name in wanted:
        path = _made(place, name)
        path.write_text(place.filled("#!/bin/sh\n: > '<MARKER>'\n"), encoding="utf-8")
        path.chmod(0o755)


def _sockets(place: Place, wanted: list[str]) -> None:
    for name in wanted:
        path = _made(place, name)
        here = os.open(path.parent, os.O_RDONLY)
        try:  # the path of a socket is short: name it from its folder
            os.fchdir(here)
            with socket.socket(socket.AF_UNIX) as one:
                one.bind(path.name)
        finally:
            os.close(here)
            os.chdir("/")


def _sparse(place: Place, wanted: Mapping[str, int]) -> None:
    for name, size in wanted.items():
        with _made(place, name).open("wb") as file:
            file.truncate(size)


def _media(place: Place, wanted: Mapping[str, int]) -> None:
    """Workbooks that ``sheet out`` wrote, each with a picture of so many megabytes of nothing."""
    for name, megabytes in wanted.items():
        words = ("-m", "generator.start", "sheet", "out", GAME, "--to", name)
        subprocess.run([sys.executable, *words], cwd=place.root, check=True, stdout=-3)
        with (
            zipfile.ZipFile(place.root / name, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as book,
            book.open("xl/media/image1.png", "w") as part,
        ):
            for _ in range(megabytes):
                part.write(bytes(1_000_000))


def _folders(place: Place, wanted: list[str]) -> None:
    for name in wanted:
        path = place.root / name
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)


def _git(place: Place, wanted: Mapping[str, str]) -> None:
    """A repository with all that is there so far; then ``config`` is added to its settings."""
    git = ("git", "-C", str(place.root))
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, *_IDENTITY, "commit", "-qm", "all"], check=True)
    with (place.root / ".git" / "config").open("a", encoding="utf-8") as file:
        file.write(place.filled(wanted["config"]))
    for name, text in wanted.items():
        if name.startswith("hooks/"):
            hook = place.root / ".git" / name
            hook.parent.mkdir(exist_ok=True)
            hook.write_text(place.filled(text), encoding="utf-8")
            hook.chmod(0o755)


def _bare(place: Place, wanted: Mapping[str, str]) -> None:
    """A bare repository beside the data, whose settings start a command."""
    folder = place.root / wanted["at"]
    subprocess.run(["git", "init", "-q", "--bare", str(folder)], check=True)
    with (folder / "config").open("a", encoding="utf-8") as file:
        file.write(place.filled(wanted["config"]))


def _made(place: Place, name: str) -> Path:
    path = place.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


STEPS: Mapping[str, Callable[[Place, Any], None]] = {
    "files": _files,
    "hex": _hex,
    "bytes_names": _hex_names,
    "append": _appended,
    "change": _changed,
    "games": _games,
    "cards": _cards,
    "repeat": _repeated,
    "links": _links,
    "pipes": _pipes,
    "programs": _programs,
    "sockets": _sockets,
    "sparse": _sparse,
    "media": _media,
    "folders": _folders,
    "bare": _bare,
    "git": _git,
}
"""What a case can lay, in the words of a recipe."""
