"""``setup-lost``: a step of the program that puts a piece into two zones at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from validator.catalogue.load import load
from validator.findings import Finding, Place
from validator.setup import plan, rehearse
from validator.setup.pieces import SetupRun

PLACE = Place("components/fog/setup.yaml", 1, 1)


def bad(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """Shuffling copies the first piece of the deck instead of moving it."""
    monkeypatch.setattr(plan.ShuffleZone, "apply", _doubles)
    return good(project, monkeypatch)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The game as it is."""
    return rehearse.rehearse(load(project)[0]).findings


def _doubles(step: plan.ShuffleZone, run: SetupRun) -> None:
    zone = run.zone("deck")
    zone.append(zone[0])
