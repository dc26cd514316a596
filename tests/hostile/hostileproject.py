"""Projects that somebody means ill with, built from recipes: see ``README.md``."""

import contextlib
import os
import shutil
import socket
import subprocess
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import commandline
import yaml
from gitrepo import commit_all

from generator.starter import write_starter

GAME = "fog"
MARK = "SECRET-OF-SOMEBODY"
"""Stands in every file outside of the project; nobody may ever show it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a project lies, and what lies around it: ``outside`` is somebody's own folder."""

    root: Path
    outside: Path
    home: Path
    marker: Path

    def filled(self, text):
        """A text of a recipe with the places in it."""
        places = {"OUTSIDE": self.outside, "MARKER": self.marker, "ROOT": self.root}
        for name, path in places.items():
            text = text.replace(f"<{name}>", str(path))
        return text


RECIPES = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "projects").glob("*.yaml"))
}
"""Each project by its name: its cases, each with steps that lay something into it.

``limits`` are the seconds and megabytes that a face may take, where they are not as usual.
"""


def build(recipe, folder):
    """Build the project of a recipe, with files of somebody around it."""
    place = Place(folder / "project", folder / "outside", folder / "home", folder / "marker")
    for path in (place.root, place.outside, place.home):
        path.mkdir()
    for name in ("secret.yaml", "secret.svg", "secret.png", "secret.svg.j2", "secret.ttf"):
        (place.outside / name).write_text(f"{MARK}\n", encoding="utf-8")
    (place.outside / "game").mkdir()
    (place.outside / "game" / "game.yaml").write_text(f"name: {MARK}\n", encoding="utf-8")
    write_starter(place.root, "Fog")
    for case in recipe["cases"]:
        for step, wanted in case.items():
            if step in WHOLE:
                WHOLE[step](place, wanted)
            elif step not in ABOUT:
                lay = globals()[f"lay_{step}"]
                values = wanted if isinstance(wanted, Mapping) else dict.fromkeys(wanted)
                for name, value in values.items():
                    path = place.root / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    lay(place, path, value)
    return place


ABOUT = ("name", "covers", "says", "runs", "keeps")
"""Keys of a case that lay nothing: what is run besides, and the files that nothing may change."""


def lay_files(place, path, text):
    path.write_text(place.filled(text), encoding="utf-8")


def lay_hex(place, path, digits):
    path.write_bytes(bytes.fromhex(digits))


def lay_bytes_names(place, folder, digits):
    """Empty files by the bytes of their names."""
    folder.mkdir(exist_ok=True)
    path = os.fsencode(folder) + b"/" + bytes.fromhex(digits)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT))


def lay_append(place, path, text):
    with path.open("a", encoding="utf-8") as file:
        file.write(place.filled(text))


def lay_change(place, path, change):
    text, (old, new) = path.read_text(encoding="utf-8"), change
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, place.filled(new)), encoding="utf-8")


def lay_games(place, path, changes):
    """A copy of the starter under another name, with changes by file."""
    write_starter(place.root, path.name)
    for file, pairs in changes.items():
        for change in zip(pairs[::2], pairs[1::2], strict=True):
            lay_change(place, place.root / "components" / path.name / file, change)


def lay_cards(place, path, made):
    """A set of one card, with a template of its own."""
    card = {"id": f"card-{path.stem}", "name": "Card", **made.get("card", {})}
    data = {"kind": "components", "set": path.stem, "name": "Cards", "singular": "Card"}
    data |= {"form": "card", "size": made.get("size", "poker"), "template": made["template"]}
    path.write_text(yaml.safe_dump({**data, "components": [card]}), encoding="utf-8")


def lay_repeat(place, path, made):
    """A file of very many lines: a head, a line ``times`` over with its number, a tail."""
    lines = "".join(
        made["line"].replace("<N>", str(number)).replace("<NEXT>", str(number + 1))
        for number in range(made["times"])
    )
    text = made.get("head", "") + lines + made.get("tail", "")
    path.write_text(place.filled(text), encoding="utf-8")


def lay_links(place, path, target):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(place.filled(target))


def lay_pipes(place, path, _):
    os.mkfifo(path)


def lay_programs(place, path, _):
    """A program that leaves the mark of a command that was run."""
    path.write_text(place.filled("#!/bin/sh\n: > '<MARKER>'\n"), encoding="utf-8")
    path.chmod(0o755)


def lay_sockets(place, path, _):
    """A socket, whose path has to be short: it is named from its folder."""
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)


def lay_sparse(place, path, size):
    with path.open("wb") as file:
        file.truncate(size)


def lay_media(place, path, megabytes):
    """A workbook that ``sheet out`` wrote, with a picture of so many megabytes of nothing."""
    commandline.run("sheet", "out", GAME, "--to", path, "--project", place.root)
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as book,
        book.open("xl/media/image1.png", "w") as part,
    ):
        for _ in range(megabytes):
            part.write(bytes(1_000_000))


def lay_folders(place, path, _):
    path.unlink(missing_ok=True)
    path.mkdir()


def _git(place, wanted):
    """A repository with all that is there so far; then ``config`` is added to its settings."""
    commit_all(place.root)
    lay_append(place, place.root / ".git" / "config", wanted["config"])
    for name, text in wanted.items():
        if name.startswith("hooks/"):
            hook = place.root / ".git" / name
            hook.parent.mkdir(exist_ok=True)
            lay_files(place, hook, text)
            hook.chmod(0o755)


def _bare(place, wanted):
    """A bare repository beside the data, whose settings start a command."""
    folder = place.root / wanted["at"]
    subprocess.run(["git", "init", "-q", "--bare", str(folder)], check=True)
    lay_append(place, folder / "config", wanted["config"])


WHOLE = {"bare": _bare, "git": _git}
"""What a case can lay as a whole; ``lay_...`` lay something at each path of the project."""
