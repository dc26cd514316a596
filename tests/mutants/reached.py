"""Which functions of an engine each test calls: the tests that can notice a change go first.

It only orders the tests, it leaves none out: what a table or a fixture made for one test counts
in others too, so a change survives only if all of them pass.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import pytest
from mutants.operators import Mutant


@dataclass(frozen=True, slots=True)
class Seen:
    """What one test did: processor time in seconds, functions called as ``file function``."""

    seconds: float
    called: frozenset[str]


class Watch:
    """A plugin of pytest that notes which functions of ``files`` each test calls."""

    def __init__(self, root: Path, files: Sequence[str]) -> None:
        self.names = {str(root / name): name for name in files}
        self.seen: dict[str, Seen] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Watch one test with its fixtures."""
        codes: set[CodeType] = set()
        began = time.process_time()
        sys.setprofile(_noting(codes))
        yield
        sys.setprofile(None)
        called = {
            f"{self.names[code.co_filename]} {code.co_qualname.replace('.<locals>', '')}"
            for code in codes
            if code.co_filename in self.names
        }
        self.seen[item.nodeid] = Seen(time.process_time() - began, frozenset(called))


class Order:
    """A plugin of pytest that runs first what calls the changed function; quick tests first."""

    def __init__(self, seen: Mapping[str, Seen], mutant: Mutant | None) -> None:
        self.seen = seen
        self.changed = f"{mutant.file} {mutant.function}" if mutant else ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests."""
        items.sort(key=self.rank)

    def rank(self, item: pytest.Item) -> tuple[bool, float]:
        """How late a test runs; one that was not seen yet is new, and runs at once."""
        seen = self.seen.get(item.nodeid)
        if seen is None:
            return False, 0.0
        return not any(one.startswith(self.changed) for one in seen.called), seen.seconds


def seen_by_tests(
    path: Path, root: Path, files: Sequence[str], run: Callable[[Watch], int]
) -> Mapping[str, Seen]:
    """What each test calls, by its id; read from ``path``, or found by one ``run`` of all tests."""
    if not path.is_file():
        child = os.fork()
        if not child:
            watch = Watch(root, files)
            run(watch)
            _write(path, watch.seen)
            os._exit(0)
        os.waitpid(child, 0)
    return _read(path) if path.is_file() else {}


def _noting(codes: set[CodeType]) -> Callable[[FrameType, str, object], None]:
    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    return note


def _write(path: Path, seen: Mapping[str, Seen]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {name: [one.seconds, sorted(one.called)] for name, one in seen.items()}
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(data, indent=0), encoding="utf-8")
    fresh.replace(path)


def _read(path: Path) -> dict[str, Seen]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return {name: Seen(seconds, frozenset(called)) for name, (seconds, called) in data.items()}
