"""``ruling-missing``: a rules module reads a ruling that game.yaml does not have."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Literal

from validator.catalogue.load import load
from validator.findings import Place
from validator.play import rulings

PLACE = Place("components/fog/game.yaml", 1, 1)


@dataclass(frozen=True)
class Rulings:
    """What the module reads."""

    hand: Literal["skips", "draws"] = rulings.ruling("FOG-HAND")


@dataclass(frozen=True)
class NoRulings:
    """What a module reads that reads none."""


def bad(project, monkeypatch):
    """The module reads a ruling."""
    return _read(project, monkeypatch, Rulings)


def good(project, monkeypatch):
    """The module reads none."""
    return _read(project, monkeypatch, NoRulings)


def _read(project, monkeypatch, declared):
    module = SimpleNamespace(RULINGS=declared)
    monkeypatch.setattr(rulings, "find_module", lambda game: module)
    path = project / "components" / "fog" / "game.yaml"
    text = path.read_text("utf-8").replace("Fog\nrev", "Fog\nmodule: fog_rules\nrev")
    path.write_text(text, "utf-8")
    return rulings.check_readers(load(project)[0])
