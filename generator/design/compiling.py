"""Templates compiled by one worker for all of them, and once for as long as they stay as they are.

Compiling what Henge's cards are drawn with takes a third of filling them in.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from generator.design.lookup import SUFFIX
from generator.design.sandbox import template_errors
from generator.design.templating import Templates
from generator.design.warm.builtin import Code, built_in
from generator.design.warm.compiled import Compiled
from validator.executor import JobFailure, Task
from validator.processes import way_to_start


@dataclass(frozen=True, slots=True)
class Compile:
    """The job of a worker: to compile templates and what they import, and give what they are."""

    templates: Templates
    names: tuple[str, ...] = ()

    def __call__(self) -> Code:
        """What is known now beside the built-in templates that were compiled before."""
        environment = self.templates.environment
        for name in dict.fromkeys(chain(*map(self.templates.closure, self.names))):
            with suppress(*template_errors()):  # told where it is filled in
                environment.get_template(name + SUFFIX)
        cache = environment.bytecode_cache
        return dict(cache.code) if isinstance(cache, Compiled) else {}


def compile_in_worker(templates: Templates, names: Iterable[str]) -> None:
    """Let a worker compile templates, and what they import, unless it was asked to before.

    Workers that are forked later know what they were compiled to.
    """
    cache = templates.environment.bytecode_cache
    new = tuple(name for name in dict.fromkeys(names) if name not in templates.asked)
    if new and isinstance(cache, Compiled) and way_to_start() == "fork":  # else none can learn
        templates.asked.update(new)
        built_in()  # a worker that is forked has them then
        for _, code in templates.pool.run([Task(0, Compile(templates, new))]):
            if not isinstance(code, JobFailure):
                cache.learn(code)
