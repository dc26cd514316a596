"""The faces of the shipped games, drawn once for all tests of a process."""

from functools import cache

from shippedgames import ROOT, catalogue

from generator.design.faces import faces_of
from generator.design.templates import load_templates


@cache
def shipped_templates():
    """The templates of the shipped games, in full ink."""
    templates, findings = load_templates(ROOT)
    assert templates is not None, findings
    return templates


@cache
def shipped_faces(game):
    """All faces of a shipped game, and what was found."""
    return faces_of(catalogue().games[game], shipped_templates())[:2]
