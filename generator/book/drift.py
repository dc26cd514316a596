"""How far backs may drift under their fronts, and folds lie off, before it shows at an edge.

A back that lies ``s`` mm off, on a sheet that is turned as well, comes out from under a cut by at
most ``s`` + the turn x the way from the middle of the sheet + what the cut itself is off. The bleed
that the layout leaves it has to cover that. Between two backs whose bleed has the same one colour
the ground goes on, so that all of the gap is bleed of both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from generator.drawing.draw import FaceBook
from generator.printing.geometry import Edges, Rect
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

GROUND_DPI = 50.0
"""Fine enough for what shows in a bleed: two pixels in a millimetre (own choice)."""

SAME = 4
"""By how much (of 255) colours of one ground are drawn apart."""

NEAR_MM = 0.01
"""How far places may be apart that are the same."""


Grounds: TypeAlias = Mapping[str, tuple[int, ...]]
"""The colour (RGB) of the bleed of each back whose bleed has one, by the key of its drawing."""

NO_GROUNDS: Grounds = MappingProxyType({})


def grounds_of(plans: Sequence[Document], book: FaceBook) -> Grounds:
    """Find the backs whose bleed has one colour all around."""
    from PIL import ImageStat

    from generator.drawing.raster import open_pdf, render_page

    backs = {
        one.drawing.key: one.drawing
        for plan in plans
        for page in plan.pages
        if page.side is FaceSide.BACK
        for one in page.placed
    }
    found = {}
    for key, drawing in backs.items():
        index, number = book.pages[key]
        with open_pdf(book.pdfs[index]) as document:
            image = render_page(document, number, GROUND_DPI)
        edge = math.ceil(drawing.reach * GROUND_DPI / 25.4)
        box = (edge - 1, edge - 1, image.width - edge + 1, image.height - edge + 1)
        if edge > 1:
            image.paste(image.crop((0, 0, 1, 1)).resize((box[2] - box[0], box[3] - box[1])), box)
            ends = ImageStat.Stat(image).extrema
            if all(high - low <= SAME for low, high in ends):
                found[key] = tuple(low for low, _ in ends)
    return found


def say_what_is_borne(
    plans: Sequence[Document],
    options: PrintOptions,
    tongue: Tongue,
    plain: Grounds = NO_GROUNDS,
) -> Iterator[str]:
    """Say how far backs, folds and cuts may be off before it shows, as these sheets are laid.

    ``plain`` is what :func:`grounds_of` finds.
    """
    say, cut = tongue.say, f"{CUT_MM:g}"
    two_sided = {plan.file: drift_limit(plan, plain) for plan in plans if plan.flip}
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


def drift_limit(plan: Document, plain: Grounds = NO_GROUNDS) -> float:
    """How far (mm) any back of a two-sided file may lie off; below 0 if not even cuts may."""
    return min(
        _spare(back, page, plain)
        for page in plan.pages
        if page.side is FaceSide.BACK
        for back in page.placed
    )


def _spare(back: Placed, page: Page, plain: Grounds) -> float:
    box, turn = back.box, math.radians(TURN_DEGREES)
    far_x = abs(box.centre[0] - page.width / 2) + box.width / 2
    far_y = abs(box.centre[1] - page.height / 2) + box.height / 2
    rooms = _rooms(back)
    ground = plain.get(back.drawing.key)
    if ground and back.shape == "rect":
        alike = (one for one in page.placed if plain.get(one.drawing.key) == ground)
        rooms = _go_on(back, [one.box for one in alike], rooms)
    across, along = min(rooms.left, rooms.right), min(rooms.bottom, rooms.top)
    if back.shape != "rect":  # an edge that runs in all directions moves with both
        return min(across, along) - turn * math.hypot(far_x, far_y) - CUT_MM
    return min(across - turn * far_y, along - turn * far_x) - CUT_MM


def fold_limit(plan: Document) -> float:
    """How far (mm) a fold may lie beside its line, which moves the back by twice as much.

    Infinite without backs beside their fronts.
    """
    backs = (one for page in plan.pages for one in page.placed if one.side is FaceSide.BACK)
    return (min((min(_rooms(back)) for back in backs), default=math.inf) - CUT_MM) / 2


def _rooms(face: Placed) -> Edges:
    """The bleed (mm) that shows of a face at each edge."""
    box, clip = face.box, face.clip
    return Edges(box.x - clip.x, box.y - clip.y, clip.right - box.right, clip.top - box.top)


def _go_on(back: Placed, alike: Sequence[Rect], rooms: Edges) -> Edges:
    """The rooms of a back, twice as wide where one that is ``alike`` lies right beside it."""
    box = back.box
    ways = zip(((-1, 0), (0, -1), (1, 0), (0, 1)), rooms, strict=True)
    there = (box.move(x * (box.width + 2 * mm), y * (box.height + 2 * mm)) for (x, y), mm in ways)
    beside = (any(_lies_at(one, other) for other in alike) for one in there)
    return Edges(*(mm * (1 + goes_on) for mm, goes_on in zip(rooms, beside, strict=True)))


def _lies_at(box: Rect, other: Rect) -> bool:
    pairs = zip(
        (box.x, box.y, box.right, box.top), (other.x, other.y, other.right, other.top), strict=True
    )
    return all(abs(one - two) < NEAR_MM for one, two in pairs)
