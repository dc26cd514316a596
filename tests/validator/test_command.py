"""The command that checks takes what is new from an installed package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.changes.since import news_since_commit
from validator import command


class Point:
    """An entry point."""

    def __init__(self, name: str, value: Callable[..., Any]) -> None:
        self.name = name
        self.value = value

    def load(self) -> Callable[..., Any]:
        return self.value


def test_the_first_installed_comparison_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def points(group: str) -> list[Point]:
        asked.append(group)
        return [Point("other", command.nothing_earlier), Point("commit", news_since_commit)]

    monkeypatch.setattr(command, "entry_points", points)
    assert command.installed_since() is news_since_commit
    assert asked == [command.SINCE]


def test_without_one_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "entry_points", lambda group: [])
    assert command.installed_since() is command.nothing_earlier


def test_the_package_brings_the_comparison_with_the_last_commit(root: Any) -> None:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert f'[project.entry-points."{command.SINCE}"]' in text
    assert f"{news_since_commit.__module__}:{news_since_commit.__name__}" in text
