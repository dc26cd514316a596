"""Files that come with trilith, beside this module: data, and games to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent / "data"
STARTERS = Path(__file__).parent / "starters"
FIRST = "fog"
"""The starter that is written where none is named."""


def read_data(name: str) -> Any:
    """Return a shipped YAML file, parsed."""
    return yaml.load((DATA / name).read_bytes(), Loader=yaml.CSafeLoader)


def starters() -> tuple[str, ...]:
    """The names of all starters: the first one first, then the others by name."""
    names = sorted(path.name for path in STARTERS.iterdir() if (path / "game.yaml").is_file())
    return tuple(sorted(names, key=lambda name: name != FIRST))
