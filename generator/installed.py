"""What comes with trilith, and programs and libraries of this system, none out of a project."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from validator.program import is_one_file

if TYPE_CHECKING:
    from jinja2 import Template

    from validator.catalogue.words.language import Tongue

DATA = Path(__file__).parent / "data"
STARTERS = Path(__file__).parent / "starters"
FIRST = "fog"
"""The starter that is written where none is named."""


def read_data(name: str) -> Any:
    """Return a shipped YAML file, parsed."""
    import yaml

    return yaml.load((DATA / name).read_bytes(), Loader=yaml.CSafeLoader)


def page_template(folder: str, name: str, tongue: Tongue | None = None) -> Template:
    """The shipped template ``name`` of a page; it may include its neighbours.

    Texts are escaped, but in Markdown, and a name that is not there is an error. It says its
    sentences by ``say`` and ``count`` in a language; English if none is given.
    """
    import jinja2

    from validator.catalogue.words.language import ENGLISH

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(DATA / folder),
        autoescape=not name.endswith(".md.j2"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    tongue = tongue or ENGLISH
    environment.globals.update(say=tongue.say, count=tongue.count)
    environment.filters["grouped"] = tongue.group
    sign = re.compile(r"(?<![\w-])-(?=\d)")
    environment.filters["minus"] = lambda text: sign.sub("\N{MINUS SIGN}", text)
    return environment.get_template(name)


def starters() -> tuple[str, ...]:
    """The names of all starters: the first one first, then the others by name."""
    names = sorted(path.name for path in STARTERS.iterdir() if (path / "game.yaml").is_file())
    return tuple(sorted(names, key=lambda name: name != FIRST))


# What of this system is run or loaded: found outside of the project, wherever a command runs.
#
# A search path may name folders by where one stands, Windows and macOS look for programs and
# libraries in the current folder, and matplotlib for settings: in a project those are a
# stranger's.


def find_program(name: str) -> str | None:
    """The whole path of a program; None where only a project has it, or nobody."""
    file = f"{name}.exe" if os.name == "nt" else name
    found = (folder / file for folder in _folders())
    return next((str(one) for one in found if one.is_file() and os.access(one, os.X_OK)), None)


def leave_project_out() -> None:
    """Let no program be found in the project, by libraries either, which look for theirs."""
    os.environ["PATH"] = os.pathsep.join(map(str, _folders()))
    os.environ["NODEFAULTCURRENTDIRECTORYINEXEPATH"] = "1"  # what Windows asks for


def _folders() -> Iterator[Path]:
    """The folders of the search path that are whole paths and lie outside of the project."""
    from validator.catalogue.folders import COMPONENTS

    here = Path.cwd()
    data = (one for one in (here, *here.parents) if (one / COMPONENTS).is_dir())
    project = next(data, here)
    for folder in map(Path, os.environ.get("PATH", os.defpath).split(os.pathsep)):
        inside = project.parent != project and folder.is_relative_to(project)
        if folder.is_absolute() and not inside:
            yield folder


@contextlib.contextmanager
def own_libraries() -> Iterator[None]:
    """Let programs of the system find theirs: in one file, ours are looked for first, by all."""
    name, ours = "LD_LIBRARY_PATH", os.environ.get("LD_LIBRARY_PATH")
    if ours is None or not is_one_file():
        yield
        return
    os.environ[name] = os.environ.get(f"{name}_ORIG", "")
    try:
        yield
    finally:
        os.environ[name] = ours


@contextlib.contextmanager
def away() -> Iterator[None]:
    """Stand in a folder of ours while something is loaded that looks around."""
    with contextlib.chdir(DATA):
        yield
