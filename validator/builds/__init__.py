"""Which build of trilith this is: pure, or one in which the modules that play are compiled."""

from __future__ import annotations

from importlib.util import find_spec

ONE_OF_THEM = "validator.rng"
"""A module that is compiled wherever any is, and quick to look for."""


def build() -> str:
    """The word for this build: ``pure`` or ``compiled``."""
    spec = find_spec(ONE_OF_THEM)
    return "pure" if spec is None or (spec.origin or "").endswith(".py") else "compiled"
