"""Data files that come with trilith, in the folder ``data`` beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent / "data"


def read_data(name: str) -> Any:
    """Return a shipped YAML file, parsed."""
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
