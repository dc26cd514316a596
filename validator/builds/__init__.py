"""Which build of trilith this is: pure, or one in which the modules that play are compiled."""

from __future__ import annotations

from importlib.util import find_spec

ONE_OF_THEM = "validator.rng"
"""A module that is compiled wherever any is, and quick to look for."""
PURE, COMPILED = "pure", "compiled"


def build() -> str:
    """The word for this build."""
    spec = find_spec(ONE_OF_THEM)
    return PURE if spec is None or (spec.origin or "").endswith(".py") else COMPILED
