"""Where the kit of a game lies, and what its files are known by."""

from __future__ import annotations

from pathlib import Path

from generator.atomic import below
from generator.printing.sheets.options import PrintOptions

OURS = ("*.pdf", "placements.json", "*.svg", "*.dxf")
"""What a finished kit is known by; other files in its folder are left alone."""


def kit_folder(out: Path, game: str, options: PrintOptions) -> Path:
    """Where the kit of ``game`` goes below the output folder; some of its pieces go beside it.

    Raises:
        LinkError: a link stands there.
    """
    part = "-changed" * options.changed + "-only" * options.chosen
    return below(out, game, "print", options.paper + part)
