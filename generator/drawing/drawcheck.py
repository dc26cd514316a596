"""That what is laid out can be drawn, as an extra check of ``trilith check``.

Every face without errors is tried out in a worker, that which fills it in where the check was
begun: whatever would stop a print is a finding before anything is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from generator.design.facecheck import begun, layout_of
from generator.drawing.draw import could_draw, try_out
from generator.drawing.undrawn import UndrawnError
from validator.catalogue.kept.files import Kept
from validator.catalogue.model import Catalogue
from validator.findings import Finding


def faces_begun(root: Path, kept: Kept | None = None) -> AbstractContextManager[None]:
    """Make ready what faces are tried out with; what was ``kept`` is not read."""
    return begun(root, could_draw, kept)


def check_drawn(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Try out every face of every game that is laid out without errors."""
    layout = layout_of(catalogue, root)
    if layout.templates is None:
        return
    for laid in layout.games:
        try:
            try_out(laid.sound, layout.templates.store, layout.templates.pool, laid.drawn)
        except UndrawnError as error:
            yield from error.findings
