"""Templates compiled by one worker for all of them, and once for as long as they stay as they are.

Compiling what Henge's cards are drawn with takes a third of filling them in, so it is begun before
the game is read: the names of templates are found in its files as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path

from generator.design.lookup import SUFFIX
from generator.design.sandbox import template_errors
from generator.design.templating import Templates
from generator.design.warm.builtin import Code, built_in
from generator.design.warm.compiled import Compiled
from validator.catalogue.folders import data_files, game_names
from validator.plainfile import read_plain
from validator.workers.worker import way_to_start

_NAMED = re.compile(rb"^(?:template|back): *([\w/-]+)", re.MULTILINE)
_BOX = re.compile(rb"^box: *(\w+)", re.MULTILINE)
_LARGE = 1_000_000
"""Bytes of a file of data that is not looked through: it is read once as it is, and that is long"""

_LONG = 200_000
"""Bytes of a file of some 2,000 cards."""


@dataclass(frozen=True, slots=True)
class Compile:
    """The job of a worker: to compile templates and what they import, and give what they are.

    Before it goes on to other jobs it loads ``modules`` that these need.
    """

    templates: Templates
    names: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def __call__(self) -> Code:
        """What is known now beside the built-in templates that were compiled before."""
        environment = self.templates.environment
        for name in dict.fromkeys(chain(*map(self.templates.closure, self.names))):
            with suppress(*template_errors()):  # told where it is filled in
                environment.get_template(name + SUFFIX)
        for name in self.modules:
            import_module(name)
        cache = environment.bytecode_cache
        return dict(cache.code) if isinstance(cache, Compiled) else {}


@dataclass(frozen=True, slots=True)
class Learn:
    """The job of a worker: to take over what another one compiled."""

    templates: Templates
    code: Code

    def __call__(self) -> None:
        """Know the code from now on."""
        cache = self.templates.environment.bytecode_cache
        if isinstance(cache, Compiled):
            cache.code.update(self.code)


def compile_ahead(
    templates: Templates, names: Iterable[str], modules: tuple[str, ...] = ()
) -> None:
    """Let a worker compile templates, and all that they import, unless it was asked to before.

    This process goes on; what is filled in next waits for it. The worker loads ``modules`` after.
    """
    cache = templates.environment.bytecode_cache
    new = tuple(name for name in dict.fromkeys(names) if name not in templates.asked)
    if new and isinstance(cache, Compiled) and way_to_start() == "fork":  # else none can learn
        templates.asked.update(new)
        built_in()  # a worker that is forked has them then
        templates.pool.ahead(
            Compile(templates, new, modules), lambda code: _learnt(templates, cache, code)
        )


def _learnt(templates: Templates, cache: Compiled, code: Code) -> Learn:
    """Take over what a worker compiled; gives the job by which those do that are there already."""
    cache.learn(code)
    return Learn(templates, code)


def templates_named(root: Path, games: Iterable[str]) -> Iterator[str]:
    """The templates that the files of games and their boxes name, read as text in some ms.

    Some may be missing, and some may not be used.
    """
    known = game_names(root)
    found = dict.fromkeys(name for name in games or known if name in known)
    waiting = list(found)
    while waiting:
        for path in data_files(root, waiting.pop()):
            with suppress(OSError):
                text = read_plain(path, _LARGE)
                yield from (named[1].decode() for named in _NAMED.finditer(text))
                boxes = {named[1].decode() for named in _BOX.finditer(text)}
                new = [box for box in known if box in boxes and box not in found]
                found.update(dict.fromkeys(new))
                waiting += new


def is_large(root: Path, games: Iterable[str]) -> bool:
    """Tell whether a file of games has thousands of records, which take much memory once read."""
    known = game_names(root)
    chosen = [name for name in games or known if name in known]
    paths = (path for name in chosen for path in data_files(root, name))
    return any(path.is_file() and path.stat().st_size > _LONG for path in paths)
