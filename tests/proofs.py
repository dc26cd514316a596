"""What the programs share that prove something: their command lines, and copies of the project."""

import argparse
import shutil
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]


def command_line(doc, words=None, *, one=(), some=(), **usual):
    """What a command line asks for, by name.

    ``one`` and ``some`` name the words that it takes without an option. Options come with what is
    usual: a number or text, ``False`` for one that takes no word, ``()`` for one that takes some.
    """
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in one:
        parser.add_argument(name)
    for name in some:
        parser.add_argument(name, nargs="*")
    for name, value in usual.items():
        kind = {"type": int} if isinstance(value, int) else {}
        if value is False:
            kind = {"action": "store_true"}
        elif value == ():
            kind = {"nargs": "*"}
        parser.add_argument(f"--{name}", default=value, help=f"usually {value}", **kind)
    return parser.parse_args(words)


def copy_project(folder):
    """Copy the games and the templates of this project into a folder."""
    for name in ("components", "templates"):
        shutil.copytree(ROOT / name, Path(folder, name))


@contextmanager
def project_copy():
    """A copy of this project in which nothing is kept yet."""
    with TemporaryDirectory() as folder:
        copy_project(folder)
        yield Path(folder)
