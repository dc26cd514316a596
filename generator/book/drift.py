"""How far backs may drift under their fronts, and folds lie off, before it shows at an edge.

A back that lies ``s`` mm off, on a sheet that is turned as well, comes out from under a cut by at
most ``s`` + the turn x the way from the middle of the sheet + what the cut itself is off. The bleed
that the layout leaves it has to cover that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.printing.imposition import Document, FaceSide, Page, Placed
from generator.printing.options import PrintOptions
from generator.printing.papers import LayoutKind
from validator.catalogue.words.language import Tongue

CUT_MM = 0.5
"""How far from its mark a cut by hand lies at most (own choice)."""

TURN_DEGREES = 0.2
"""How far a home printer turns a sheet (own choice: 1 mm along 297 mm)."""

FLAT = ("cards", "mats", "chits")
"""How the names of files begin whose strips are folded between front and back."""

LEAST_DRIFT_MM = 0.1
"""A smaller drift than this is none that can be held."""


def say_what_is_borne(
    plans: Sequence[Document], options: PrintOptions, tongue: Tongue
) -> Iterator[str]:
    """Say how far backs, folds and cuts may be off before it shows, as these sheets are laid."""
    say, cut = tongue.say, f"{CUT_MM:g}"
    two_sided = {plan.file: drift_limit(plan) for plan in plans if plan.flip}
    borne = [mm for mm in two_sided.values() if mm >= LEAST_DRIFT_MM]
    if borne:
        yield say(
            "Backs may lie up to {mm} mm beside their fronts and be turned by {degrees} degrees, "
            "and cuts may lie {cut} mm beside their marks: no edge then shows white or a "
            "neighbour. If your printer is off by more, tell who made the kit: its backs can be "
            "moved.",
            mm=f"{math.floor(min(borne) * 10) / 10:.1f}",
            degrees=f"{TURN_DEGREES:g}",
            cut=cut,
        )
    tight = [file for file, mm in two_sided.items() if mm < LEAST_DRIFT_MM]
    if tight:
        yield say(
            "Not so in {files}, where pieces lie edge on edge: by as much as a cut or a back is "
            "off, a strip of the next piece shows.",
            files=", ".join(tight),
        )
    folded = options.arrangement.kind is LayoutKind.GUTTERFOLD
    strips = [fold_limit(plan) for plan in plans if folded and plan.file.startswith(FLAT)]
    if min(strips, default=math.inf) < math.inf:
        yield say(
            "Folds may lie up to {mm} mm beside their lines, and cuts {cut} mm beside their marks: "
            "no edge then shows white or a neighbour.",
            mm=f"{math.floor(min(strips) * 10) / 10:.1f}",
            cut=cut,
        )


def drift_limit(plan: Document) -> float:
    """How far (mm) any back of a two-sided file may lie off; below 0 if not even cuts may."""
    return min(
        _spare(back, page)
        for page in plan.pages
        if page.side is FaceSide.BACK
        for back in page.placed
    )


def _spare(back: Placed, page: Page) -> float:
    box, turn = back.box, math.radians(TURN_DEGREES)
    far_x = abs(box.centre[0] - page.width / 2) + box.width / 2
    far_y = abs(box.centre[1] - page.height / 2) + box.height / 2
    across, along = _least_bleeds(back)
    if back.shape != "rect":  # an edge that runs in all directions moves with both
        return min(across, along) - turn * math.hypot(far_x, far_y) - CUT_MM
    return min(across - turn * far_y, along - turn * far_x) - CUT_MM


def fold_limit(plan: Document) -> float:
    """How far (mm) a fold may lie beside its line, which moves the back by twice as much.

    Infinite without backs beside their fronts.
    """
    backs = (one for page in plan.pages for one in page.placed if one.side is FaceSide.BACK)
    return (min((min(_least_bleeds(back)) for back in backs), default=math.inf) - CUT_MM) / 2


def _least_bleeds(face: Placed) -> tuple[float, float]:
    """The narrower bleed (mm) that shows of a face at its sides, and at its top and bottom."""
    box, clip = face.box, face.clip
    across = min(box.x - clip.x, clip.right - box.right)
    return across, min(box.y - clip.y, clip.top - box.top)
