"""``setup-lost``: a step of the program that puts a piece into two zones at once."""

from validator.catalogue.load import load
from validator.findings import Place
from validator.setup import plan, rehearse

PLACE = Place("components/fog/setup.yaml", 1, 1)


def bad(project, monkeypatch):
    """Shuffling copies the first piece of the deck instead of moving it."""
    monkeypatch.setattr(plan.ShuffleZone, "apply", _doubles)
    return good(project, monkeypatch)


def good(project, monkeypatch):
    """The game as it is."""
    return rehearse.rehearse(load(project)[0]).findings


def _doubles(step, run):
    zone = run.zone("deck")
    zone.append(zone[0])
