"""Do tests notice a change of the rules? Each change is tried in a process of its own."""

import inspect
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import Phase, settings
from mutants.scripts import ScriptMutant

SECONDS = 900
"""A change with which the tests take more processor time than this hangs, and counts as noticed.

Time on the clock would count a survivor as noticed on a busy machine. Henge's take 340.
"""
MEMORY = 4 << 30
"""Bytes: a change with which the tests take more memory than this counts as noticed too."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A change to try against tests (paths, or ids of single tests), for the sake of a rule.

    Without a change the tests run as they stand. They may be a function, too, that returns 0
    where it notices nothing.
    """

    mutant: ScriptMutant | None
    tests: Sequence[str] | Callable[[], int]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """An attempt, and what became of its change: killed (noticed by a test) or not."""

    attempt: Attempt
    killed: bool


def try_all(root, attempts, jobs, seconds=SECONDS):
    """Try changes, ``jobs`` at a time, in the order in which they end."""
    waiting, running = list(reversed(attempts)), dict[int, Attempt]()
    while waiting or running:
        while waiting and len(running) < jobs:
            attempt = waiting.pop()
            running[_start(root, attempt, seconds)] = attempt
        yield from _ended(running)
        time.sleep(0.01)


def _ended(running):
    """The trials that have ended."""
    for process, attempt in list(running.items()):
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            del running[process]
            yield Trial(attempt, killed=status != 0)


def _start(root, attempt, seconds):
    """Run the tests with a change in a child process; it exits with 0 if they pass."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    code = 1
    try:
        if attempt.mutant:
            attempt.mutant.plant(root)
        code = attempt.tests() if callable(attempt.tests) else _run_quietly(root, attempt)
    finally:
        os._exit(0 if code == 0 else 1)


class NearestFirst(NamedTuple):
    """A plugin of pytest: tests that cite the rules beside a change are run before all others."""

    rules: Sequence[str]

    def pytest_collection_modifyitems(self, items):
        cited = {one: inspect.getsource(one.obj) for one in items}
        items.sort(key=lambda one: not any(rule in cited[one] for rule in self.rules))


def _run_quietly(root, attempt):
    """Run tests in this process without a word, up to the first that fails; pytest's status."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    settings.register_profile("one", phases=(Phase.explicit, Phase.generate), database=None)
    settings.load_profile("one")  # a first failure is enough, its smallest form is not wanted
    quiet = ["-q", "-x", "--tb=no", "-m", "", "-p", "no:cacheprovider", "-p", "no:xdist"]
    paths = [str(root / one) for one in attempt.tests]
    order = NearestFirst(attempt.mutant.rules if attempt.mutant else ())
    arguments = [*quiet, "--hypothesis-seed=0", f"--rootdir={root}", *paths]
    return int(pytest.main(arguments, plugins=[order]))
