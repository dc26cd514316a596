"""A font with many scripts: DejaVu Sans, which matplotlib brings."""

from importlib.util import find_spec
from pathlib import Path


def dejavu(style=""):
    """Its file; ``style`` is -Bold, say."""
    spec = find_spec("matplotlib")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / f"DejaVuSans{style}.ttf"


def lines_of(fitted):
    """The text of each line of a text in a box, an icon as its name in braces."""
    found = {}
    for run in fitted.runs:
        found.setdefault(round(run.y, 2), []).append((run.x, run.text))
    for icon in fitted.icons:
        middle = icon.y + icon.size / 2
        base = next((y for y in found if abs(y - middle) < icon.size / 2), middle)
        found.setdefault(base, []).append((icon.x, f"{{{icon.name}}}"))
    return ["".join(text for _, text in sorted(found[y])).strip() for y in sorted(found)]
