"""What a picture of a sheet shows: its markers, its code, the paper laid flat, the ink in it.

Only this module needs OpenCV, which is loaded with it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from PIL import Image

from generator.changes.print_records import Box, Cell, FormPage
from generator.failures import WrongUseError

Plane = np.ndarray[Any, np.dtype[np.float32]]
"""Numbers by row and column."""
Points = np.ndarray[Any, np.dtype[np.float32]]
"""Places, each x and y."""

SCALE = 8
"""Pixels a mm of the paper laid flat (200 dpi; own choice, a pen's line is 3 pixels wide)."""
MARKER_MM = 9.0
"""Width of a marker."""
LEAST_SHEET = 1000
"""Pixels of the longer side of a sheet, below which thin lines are lost (own measurements)."""
GROUND_MM = 14.0
"""What is dark and smaller than this is ink, what is larger is shadow: two numbers blacked out."""
OUTLINE_MM = 0.3
"""Width of the outline of a box to tick."""
STRAY_MM = 2.0
"""How far off a bent sheet may show a box."""
MOST_STRAY = 1.9
"""How far off (mm) boxes are taken for found."""
LEAST_PRINT = 0.08
"""How clearly what is printed has to be found: 1 is black where it belongs, white around."""
RIM_MM = 0.25
"""What is left out around a number, and within a cell, as pictures are never quite sharp."""
PALE, DARK = 0.1, 0.35
"""How dark ink begins to count, and counts in full: a finger's grey is paler, a pencil darker."""
BLACK = 0.25
"""How dark what is blacked out is all over, thin gaps in a scribble too, as they are blurred."""
SMUDGE_MM = 2.2
"""Width of what no pen draws: a finger's grey."""
WRITTEN, LINE_MM, LEAST_WRITING = 0.18, 12.0, 2.0
"""How dark writing is, how long a line to write on is at least, and mm² of ink of a short word."""
NEAR = 9
"""Cells that tell together how far off a place of the sheet is."""
EDGE_MM, LEAST_MM, MOST_MM = 4.0, 1.0, 450.0
"""What sheets keep to: from the edge to a cell, the side of a box at least, a side at most."""
A4_CORNERS = ((12.5, 12.5), (197.5, 12.5), (197.5, 284.5), (12.5, 284.5))
"""Middles of the markers (mm) while it is not known what sheet it is."""
AGAIN = "photograph the whole sheet, lying flat, from above"


class Photograph:
    """A picture of one sheet, with its markers found.

    Raises:
        WrongUseError: it shows no sheet, part of one, several, or one that is too small.
    """

    def __init__(self, picture: Image.Image) -> None:
        self.grey = np.asarray(picture.convert("L"))
        self.markers = _find_markers(self.grey)

    def read_code(self) -> str:
        """What the QR of the sheet says; empty if it cannot be read."""
        flat = self._warp(self._homography(A4_CORNERS), (210.0, 297.0))
        for seen in (flat[: flat.shape[0] // 3, flat.shape[1] // 2 :], flat, self.grey):
            for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
                text: str = detector.detectAndDecode(seen)[0]
                if text:
                    return text
        return ""

    def lay_flat(self, page: FormPage) -> FlatSheet:
        """The ink of the sheet, as if it were flat.

        Raises:
            WrongUseError: it is too small, bent, or another sheet than ``page``, or no sheet can
                be as that is noted.
        """
        _check_places(page)
        placed = self._homography(page.corners)
        _check_size(cv2.perspectiveTransform(np.array([page.corners]), placed)[0], page)
        return FlatSheet(_even_out(self._warp(placed, page.paper)), page.cells)

    def _homography(self, middles: Sequence[tuple[float, float]]) -> Any:
        """The homography from mm of the paper to pixels of the picture."""
        half = MARKER_MM / 2
        square = np.array(((-half, -half), (half, -half), (half, half), (-half, half)))
        paper = np.concatenate([square + middles[one] for one in self.markers])
        placed = cv2.findHomography(paper, np.concatenate([*self.markers.values()]))[0]
        if placed is None:
            raise WrongUseError(f"its black squares do not stand as on a sheet; {AGAIN}")
        return placed

    def _warp(self, placed: Any, paper: tuple[float, float]) -> Any:
        scaled = placed @ np.diag((1 / SCALE, 1 / SCALE, 1))
        size = (round(paper[0] * SCALE), round(paper[1] * SCALE))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(self.grey, scaled, size, flags=flags)


def _check_places(page: FormPage) -> None:
    """A record is a file of the project, and may come from anybody."""
    wide, high = page.paper
    boxes = [box for cell in page.cells for box in (cell.box, cell.printed or cell.box)]
    inside = all(
        left >= EDGE_MM
        and top >= EDGE_MM
        and left + across <= wide - EDGE_MM
        and top + down <= high - EDGE_MM
        and min(across, down) >= LEAST_MM
        for left, top, across, down in (*boxes, *(lines.box for lines in page.lines))
    )
    if not (inside and max(wide, high) <= MOST_MM and len(page.corners) == 4):
        raise WrongUseError(
            f"the record of its print has places that are on no sheet {page.number}; restore it "
            "from version control"
        )


def _check_size(corners: Points, page: FormPage) -> None:
    """``corners`` are the middles of its markers in pixels."""
    sides = np.hypot(*(corners - np.roll(corners, 1, 0)).T)
    across, down = np.array(page.corners[2]) - page.corners[0]
    finest = min((sides[0] + sides[2]) / down, (sides[1] + sides[3]) / across) / 2
    if (high := finest * max(page.paper)) < LEAST_SHEET:
        raise WrongUseError(
            f"the sheet is only {high:.0f} pixels high, and {LEAST_SHEET:,} are needed; go "
            "nearer, so that it fills the picture"
        )


def _find_markers(grey: Any) -> dict[int, Points]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, ids, _ = cv2.aruco.ArucoDetector(known, settings).detectMarkers(grey)
    numbers = [] if ids is None else [int(one) for one in ids.ravel()]
    ours = [one for one in numbers if one < 4]
    if not ours:
        raise WrongUseError(f"there is no sheet in it: none of its four black squares; {AGAIN}")
    if len(set(ours)) < len(ours):
        raise WrongUseError("it shows more than one sheet; photograph one at a time")
    if len(ours) < 3:
        raise WrongUseError(f"only {len(ours)} of the sheet's four black squares are seen; {AGAIN}")
    return {one: found[at][0] for at, one in enumerate(numbers) if one < 4}


def _even_out(flat: Any) -> Plane:
    """Ink: how much darker each place is than its ground, whatever light falls there."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 1.0)
    side = round(GROUND_MM * SCALE)
    kernel = np.ones((side, side), np.uint8)
    ground = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE)
    dark: Plane = 1 - smooth.astype(np.float32) / np.maximum(ground, 1)
    return np.clip(dark, 0, 1)


@dataclass(frozen=True, slots=True)
class CellInk:
    """The ink in a cell, each from 0 to 1: how clearly it is marked, how much of it is inked.

    ``strength`` counts strokes of a pen alone, ``amount`` smudges, too, and ``covered`` also what
    is printed: it tells what is blacked out.
    """

    strength: float
    amount: float
    covered: float


class FlatSheet:
    """The ink on a sheet laid flat, and what of it is ``seen`` in each cell.

    Raises:
        WrongUseError: its cells are not where they should be.
    """

    def __init__(self, ink: Plane, cells: Sequence[Cell]) -> None:
        self.ink = ink
        self.seen = dict(zip(cells, self._look_at(cells), strict=True)) if cells else {}

    def _look_at(self, cells: Sequence[Cell]) -> list[CellInk]:
        """The ink in cells, each as far off as most near it are: a sheet never lies quite flat."""
        found = np.array([_find_print(self.ink, cell) for cell in cells])
        places = np.array([_middle(cell.box) for cell in cells])
        near = [np.argsort(np.hypot(*(places - one).T))[:NEAR] for one in places]
        off = [np.median(found[some, :2], axis=0) for some in near]
        if np.abs(off).max() > MOST_STRAY or np.median(found[:, 2]) < LEAST_PRINT:
            raise WrongUseError(f"its boxes are not found where they were printed; {AGAIN}")
        wide = np.ones((round(SMUDGE_MM * SCALE),) * 2, np.uint8)
        strokes = self.ink - cv2.morphologyEx(self.ink, cv2.MORPH_OPEN, wide)
        return [_cell_ink(self.ink, strokes, *one) for one in zip(cells, off, strict=True)]

    def is_written(self, box: Box) -> bool:
        """Tell whether there is more on lines than the lines themselves."""
        inked = (cut(self.ink, box) > WRITTEN).astype(np.uint8)
        long = np.ones((1, round(LINE_MM * SCALE)), np.uint8)
        lines = cv2.dilate(cv2.morphologyEx(inked, cv2.MORPH_OPEN, long), np.ones((7, 1), np.uint8))
        return int(np.count_nonzero(inked > lines)) > LEAST_WRITING * SCALE**2

    def show(self, box: Box) -> bytes:
        """A part of the sheet as PNG, in 16 greys on white."""
        light = 1 - np.clip((cut(self.ink, box) - 0.05) / 0.6, 0, 1)
        picture = Image.fromarray((light * 15).astype(np.uint8) * 17)
        kept = io.BytesIO()
        picture.save(kept, "PNG", optimize=True)
        return kept.getvalue()


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _grow(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def _find_print(ink: Plane, cell: Cell) -> tuple[float, float, float]:
    """How far off (mm) what is printed of a cell is found, and how clearly (0 to 1)."""
    box, rim = cell.printed or cell.box, 0.5
    around = cut(ink, _grow(box, STRAY_MM + rim))
    wide, high = (round((side + 2 * rim) * SCALE) for side in box[2:])
    shape = np.zeros((high, wide), np.float32)
    start, thick = round(rim * SCALE), round(OUTLINE_MM * SCALE)
    ends = (start, start), (wide - start - 1, high - start - 1)
    cv2.rectangle(shape, *ends, 1.0, -1 if cell.printed else thick)
    shape -= shape.mean()
    match = cv2.matchTemplate(around, shape, cv2.TM_CCORR) / np.sum(shape**2)
    _, clear, _, (x, y) = cv2.minMaxLoc(match)
    return x / SCALE - STRAY_MM, y / SCALE - STRAY_MM, clear


def _cell_ink(ink: Plane, strokes: Plane, cell: Cell, stray: Any) -> CellInk:
    """What is inked of a cell.

    A mark of a number goes round it or through it, so all halves of its cell have ink, which one
    that strays in leaves on one side; of a box, what is inside counts.
    """
    box = _grow(cell.box, -RIM_MM if cell.printed else -OUTLINE_MM * 2)
    inked, drawn = (
        np.clip((cut(one, box, stray) - PALE) / (DARK - PALE), 0, 1) for one in (ink, strokes)
    )
    counted = np.ones_like(inked)
    if cell.printed:
        left, top, wide, high = _grow(cell.printed, RIM_MM)
        across, down = (round((one - of) * SCALE) for one, of in ((left, box[0]), (top, box[1])))
        counted[down : down + round(high * SCALE), across : across + round(wide * SCALE)] = 0
    down, across = (side // 2 for side in inked.shape)
    halves = np.s_[:down], np.s_[down:], np.s_[:, :across], np.s_[:, across:]
    parts = [_share(drawn[one], counted[one]) for one in halves]
    strength = 2 * min(parts) if cell.printed else _share(drawn, counted)
    covered = float(np.mean(cut(ink, _grow(cell.box, -OUTLINE_MM), stray) > BLACK))
    return CellInk(strength, _share(inked, counted), covered)


def _share(inked: Plane, counted: Plane) -> float:
    return float((inked * counted).sum() / max(counted.sum(), 1))


def cut(ink: Plane, box: Box, off: Sequence[float] = (0, 0)) -> Plane:
    """The ink in a box of mm that is seen ``off`` by so much."""
    left, top = round((box[0] + off[0]) * SCALE), round((box[1] + off[1]) * SCALE)
    wide, high = round(box[2] * SCALE), round(box[3] * SCALE)
    left = max(min(left, ink.shape[1] - wide), 0)
    top = max(min(top, ink.shape[0] - high), 0)
    return ink[top : top + high, left : left + wide]
