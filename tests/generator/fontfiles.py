"""A font with many scripts: DejaVu Sans, which matplotlib brings."""

from importlib.util import find_spec
from pathlib import Path


def dejavu(style=""):
    """Its file; ``style`` is -Bold, say."""
    spec = find_spec("matplotlib")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / f"DejaVuSans{style}.ttf"
