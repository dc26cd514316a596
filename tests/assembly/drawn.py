"""What one sees on the pages of a print file: their colours, and the lines to cut and fold along.

Millimetres from the bottom left of a page; pictures are arrays of rows from the top.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np
import pikepdf
import pypdfium2

MM = 25.4 / 72
DPI = 150
PX = DPI / 25.4
"""Pixels in a millimetre."""


class Line(NamedTuple):
    """A line that is drawn: its corners, closed, round or dashed, and how light it is."""

    points: np.ndarray
    closed: bool
    round: bool
    dashed: bool
    light: float

    @property
    def box(self):
        """Left, bottom, right and top."""
        return (*self.points.min(axis=0), *self.points.max(axis=0))


class SeenSheet:
    """A page: its size, its trim box, its picture, and its lines."""

    def __init__(self, page, drawn):
        self._page, self._drawn = page, drawn
        self.width, self.height = (float(mm) * MM for mm in drawn.mediabox[2:])
        self.trim = tuple(float(mm) * MM for mm in drawn.trimbox)

    @cached_property
    def picture(self):
        """Its colours, rows from the top."""
        return self._page.render(scale=DPI / 72, rev_byteorder=True).to_numpy()[..., :3].copy()

    @cached_property
    def letters(self):
        """Corners of the boxes around all letters and figures (n, 2)."""
        text = self._page.get_textpage()
        boxes = [text.get_charbox(at) for at in range(text.count_chars())]
        corners = [(x, y) for x0, y0, x1, y1 in boxes for x in (x0, x1) for y in (y0, y1)]
        return np.array(corners).reshape(-1, 2) * MM

    def words_within(self, ring):
        """What is written in the box around a ring of points (mm)."""
        ends = *(ring.min(axis=0) / MM), *(ring.max(axis=0) / MM)
        left, bottom, right, top = map(float, ends)
        return self._page.get_textpage().get_text_bounded(left, bottom, right, top)

    @cached_property
    def lines(self):
        """All lines that are drawn on it but for those within faces."""
        return list(_lines(self._drawn))

    @cached_property
    def face_lines(self):
        """The lines within its faces, each face begun by a box around it (``light`` is -1)."""
        return list(_lines(self._drawn, inside=True, own=False))

    def look(self, points):
        """The colours at ``points`` (n, 2); white beside the page."""
        column = np.floor(points[:, 0] * PX).astype(int)
        row = np.floor((self.height - points[:, 1]) * PX).astype(int)
        high, wide = self.picture.shape[:2]
        there = (column >= 0) & (row >= 0) & (column < wide) & (row < high)
        found = np.full((len(points), 3), 255, np.uint8)
        found[there] = self.picture[row[there], column[there]]
        return found


class PrintFile:
    """A print file: its sheets of paper, each with its back, and how the printer turns them."""

    def __init__(self, path):
        self.name = path.name
        self._seen, self._read = pypdfium2.PdfDocument(path), pikepdf.open(path)
        wish = str(self._read.Root.ViewerPreferences.Duplex)
        self.flip = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(wish)
        pages = [SeenSheet(*two) for two in zip(self._seen, self._read.pages, strict=True)]
        step = 2 if self.flip else 1
        self.sheets = [
            (page, pages[at + 1] if self.flip else None)
            for at, page in enumerate(pages)
            if at % step == 0
        ]


_KNOWN = {}


def _lines_once(number, form):
    """The lines of a face, which is drawn many times in a file."""
    key = number, bytes(form.read_raw_bytes())
    if key not in _KNOWN:
        _KNOWN[key] = list(_lines(form))
    return _KNOWN[key]


def _lines(page, inside=False, own=True):
    """Every path that is stroked, as the operators of the page say; those ``inside`` of faces."""
    state, kept, path = (np.eye(3), 0.0, False), [], []
    for operands, operator in pikepdf.parse_content_stream(page):
        name, numbers = str(operator), [float(x) for x in operands if not _is_word(x)]
        matrix, light, dashed = state
        if name == "q":
            kept.append(state)
        elif name == "Q":
            state = kept.pop()
        elif name == "cm":
            state = (_matrix(numbers) @ matrix, light, dashed)
        elif name in ("RG", "G", "SC", "SCN") and numbers:
            state = (matrix, sum(numbers) / len(numbers), dashed)
        elif name == "d":
            state = (matrix, light, bool(len(operands[0])))
        elif name == "Do" and inside:
            form = page.Resources.XObject[str(operands[0])]
            x, y, right, top = (float(mm) for mm in form.BBox)
            box = np.array([[x, y], [right, y], [right, top], [x, top]])
            yield Line(_move(box, matrix), True, False, False, -1.0)
            for line in _lines_once(form.objgen, form):
                yield line._replace(points=_move(line.points / MM, matrix))
        elif name in ("m", "l", "c", "re", "h"):
            _extend(path, name, numbers)
        elif name in ("S", "s", "B", "b", "B*", "b*", "f", "f*", "n", "F"):
            stroked = own and name not in ("f", "f*", "n", "F")
            for points, closed, curved in path if stroked else ():
                if len(points) > 1:
                    there = _move(np.array(points), matrix)
                    yield Line(there, closed or name in "sb", curved, dashed, light)
            path = []


def _is_word(operand):
    return not isinstance(operand, (int, float)) and type(operand).__name__ != "Decimal"


def _matrix(numbers):
    a, b, c, d, x, y = numbers
    return np.array([[a, b, 0], [c, d, 0], [x, y, 1]])


def _move(points, matrix):
    return (np.c_[points, np.ones(len(points))] @ matrix)[:, :2] * MM


def _extend(path, name, numbers):
    """Go on with a path: a list of corners, whether they close, and whether they are round."""
    if name == "m":
        path.append([[numbers], False, False])
    elif name == "re":
        x, y, w, h = numbers
        path.append([[[x, y], [x + w, y], [x + w, y + h], [x, y + h]], True, False])
    elif name == "h":
        path[-1][1] = True
    elif name == "l":
        path[-1][0].append(numbers)
    else:
        (x0, y0), ends = path[-1][0][-1], np.reshape(numbers, (3, 2))
        for part in np.linspace(0, 1, 9)[1:]:
            rest = 1 - part
            shares = rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3
            path[-1][0].append(list(np.dot(shares, [[x0, y0], *ends])))
        path[-1][2] = True
