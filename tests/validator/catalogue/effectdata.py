"""Effects as YAML has them, for tests."""

from __future__ import annotations


def do(kind: str, **keys: object) -> dict[str, object]:
    """An effect of a kind, with its other keys."""
    return {"do": kind, **keys}
