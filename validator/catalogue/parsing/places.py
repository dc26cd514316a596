"""How the values of a file are named."""

from __future__ import annotations

from typing import TypeAlias

Step: TypeAlias = "str | int"
Trail: TypeAlias = "tuple[Step, ...]"
"""Keys and indexes from the top of a document to one of its values."""
