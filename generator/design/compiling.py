"""Templates compiled by one worker for all of them, and once for as long as they stay as they are.

Compiling what Henge's cards are drawn with takes a third of filling them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import jinja2

from generator.design.lookup import SUFFIX
from generator.design.sandbox import template_errors
from generator.design.templating import Templates
from generator.design.warm.compiled import Compiled
from validator.workers.worker import way_to_start


@dataclass(frozen=True, slots=True)
class Compile:
    """The job of a worker: to compile templates, and give all that it has compiled."""

    templates: Templates
    names: tuple[str, ...] = ()

    def __call__(self) -> Mapping[tuple[str, str], bytes]:
        """What templates were compiled to, by their names and the hashes of their sources."""
        environment = self.templates.environment
        for name in self.names:
            with suppress(*template_errors()):  # told where it is filled in
                environment.get_template(name + SUFFIX)
        cache = environment.bytecode_cache
        return dict(cache.code) if isinstance(cache, Compiled) else {}


def compile_ahead(templates: Templates, names: Iterable[str]) -> None:
    """Let a worker compile templates, and all that they import, where they are not compiled yet.

    This process goes on; what is filled in next waits for it.
    """
    cache = templates.environment.bytecode_cache
    if isinstance(cache, Compiled) and way_to_start() == "fork":  # else none learns from another
        parts = dict.fromkeys(part for name in names for part in templates.closure(name))
        missing = tuple(part for part in parts if not _is_known(templates, cache, part))
        if missing:
            templates.pool.ahead(Compile(templates, missing), cache.learn)


def _is_known(templates: Templates, cache: Compiled, name: str) -> bool:
    loader = templates.environment.loader
    assert loader is not None
    try:
        source, file, _ = loader.get_source(templates.environment, name + SUFFIX)
    except jinja2.TemplateError:
        return True  # told where it is filled in
    key = cache.get_cache_key(name + SUFFIX, file)
    return (key, cache.get_source_checksum(source)) in cache.code
