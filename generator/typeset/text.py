"""Fit a text into a box: shape, wrap, shrink, and place every run and icon absolutely.

The result is a list of runs in millimetres; nothing is left for the drawing library to
decide. What does not fit at the smallest size is laid out all the same and reported, so
that an author sees the text and the finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.typeset.fonts import (
    MM_PER_PT,
    Direction,
    Font,
    Shaped,
    shape,
)
from generator.typeset.markup import TextPiece, TextWord, parse, plain_line, styles_of
from generator.typeset.measured import (
    LineRun,
    Measured,
    Measuring,
    assign_levels,
    hyphens_of,
    runs_of,
    width,
    wrap,
    wrap_balanced,
)
from generator.typeset.words import direction_level, part_words, typographic

SIZE_STEP = 0.05
"""Sizes are multiples of this many points, so that equal texts get equal sizes."""
ICON_EM = 1.18
"""Side of an inline icon in em: a little taller than the letters, less than the line."""
PARAGRAPH_GAP = 0.3
"""Extra space between paragraphs, as a part of the line pitch."""
_TOLERANCE_MM = 0.01
_SIDES = {"start": ("left", "right"), "end": ("right", "left")}


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """Text whose left end is at ``x``, baseline ``y`` (mm), ``size`` in pt."""

    x: float
    y: float
    text: str
    font: Font
    size: float
    tracking: float = 0.0
    direction: Direction = "ltr"

    @property
    def glyphs(self) -> Shaped:
        """Its glyphs."""
        return shape(self.font, self.text, self.tracking, self.direction)

    @property
    def width(self) -> float:
        """Its width in mm."""
        return self.glyphs.advance * self.size * MM_PER_PT


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An inline icon: a square of side ``size`` mm with its top left at ``x``, ``y`` (mm)."""

    x: float
    y: float
    name: str
    size: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its place: ``size`` is what it was set in (pt), ``problem`` why it overflows."""

    runs: tuple[PlacedRun, ...]
    icons: tuple[PlacedIcon, ...]
    size: float
    problem: str = ""

    def letters_without_glyph(self) -> tuple[tuple[Font, str], ...]:
        """Characters that have no glyph in the font they are set in."""
        found = ((run.font, run.glyphs.missing) for run in self.runs)
        return tuple(dict.fromkeys(pair for pair in found if pair[1]))


@dataclass(frozen=True, slots=True)
class Fonts:
    """The four styles that a text may mix."""

    regular: Font
    bold: Font
    italic: Font
    bold_italic: Font

    def of(self, piece: TextPiece) -> Font:
        """The font of a piece."""
        if piece.bold:
            return self.bold_italic if piece.italic else self.bold
        return self.italic if piece.italic else self.regular


@dataclass(frozen=True, slots=True)
class TextBox:
    """A box in mm and how text is set in it; ``size`` and ``least`` are in pt.

    ``align`` is left, center, right, start or end: where a paragraph begins or ends to be read.
    """

    x: float
    y: float
    width: float
    height: float
    size: float
    least: float
    leading: float = 1.2
    align: str = "start"
    valign: str = "top"
    icon: float = ICON_EM


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """Where one line of text goes and how it is set: ``y`` (mm) is its baseline.

    ``anchor`` is start (its left end is at ``x``), middle or end; ``size`` is in pt, ``tracking``
    in em. ``limit`` (mm) shrinks the text down to ``least`` pt; beyond that it overflows.
    """

    x: float
    y: float
    size: float
    anchor: str = "start"
    tracking: float = 0.0
    limit: float | None = None
    least: float | None = None
    icon: float = ICON_EM


_Paragraphs: TypeAlias = "Sequence[tuple[int, Sequence[TextWord]]]"
"""The level and the words of each paragraph."""
_MeasuredParagraphs: TypeAlias = "Sequence[tuple[int, Measured]]"
"""The same, measured once for all sizes."""


@dataclass(frozen=True, slots=True)
class _SetLine:
    runs: tuple[LineRun, ...]
    drop: float  # baseline below that of the first line, in em
    ascent: float
    descent: float
    align: str


def fit_box(text: str, fonts: Fonts, box: TextBox) -> Fitted:
    """Set ``text`` in ``box`` at the largest size between ``least`` and ``size`` that fits."""
    setting = Measuring(fonts.of, box.icon)
    versions = tuple(
        tuple((level, Measured(words, setting)) for level, words in paragraphs)
        for paragraphs in _versions(text, fonts.regular)
    )
    if not versions[0]:
        return Fitted((), (), box.size)
    steps = max(0, int((box.size - box.least) / SIZE_STEP + 1e-6))
    lines, problem = _set(versions, box, box.size)
    if not problem:
        return _place(lines, box, box.size, "")
    low, high = 0, steps  # steps below the wanted size; `low` is known not to fit
    while high - low > 1:
        middle = (low + high) // 2
        if _set(versions, box, box.size - middle * SIZE_STEP)[1]:
            low = middle
        else:
            high = middle
    size = round(box.size - high * SIZE_STEP, 4)
    lines, problem = _set(versions, box, size)
    return _place(lines, box, size, problem)


def _versions(text: str, font: Font) -> Iterator[_Paragraphs]:
    """The paragraphs of a text as they are, and hyphenated where its language has patterns."""
    usual = direction_level(font.language)
    words = parse(typographic(text, font))
    yield [assign_levels(part_words(paragraph, font.language), usual) for paragraph in words]
    hyphens = hyphens_of(font.language) if font.language else None
    if hyphens is not None:
        parted = (part_words(paragraph, font.language, hyphens) for paragraph in words)
        yield [assign_levels(paragraph, usual) for paragraph in parted]


def _set(
    versions: Sequence[_MeasuredParagraphs], box: TextBox, size: float
) -> tuple[list[_SetLine], str]:
    """The lines of the first version that fits, or else of the first one, and what is wrong."""
    tried = []
    for paragraphs in versions:
        lines = _lines(paragraphs, box, size)
        problem = _problem(lines, box, size)
        if not problem:
            return lines, ""
        tried.append((lines, problem))
    return tried[0]


def fit_line(text: str, font: Font, line: PlacedLine) -> Fitted:
    """Set ``text`` on a line; icons only, no other markup."""
    pieces = plain_line(typographic(text, font))
    usual = direction_level(font.language)
    _, words = assign_levels((TextWord(pieces, spaced=False),), usual)
    laid = runs_of(words, Measuring(lambda piece: font, line.icon, line.tracking))
    full = width(laid)
    used = line.size
    if line.limit is not None and full * line.size * MM_PER_PT > line.limit:
        wanted = line.limit / (full * MM_PER_PT)
        used = max(line.least or line.size, int(wanted / SIZE_STEP) * SIZE_STEP)
    length = full * used * MM_PER_PT
    start = line.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[line.anchor] * length
    problem = ""
    if line.limit is not None and length > line.limit + _TOLERANCE_MM:
        problem = f"the text is {length:.1f} mm wide at {used:g} pt, the space {line.limit:.1f} mm"
    return _place_lines([(start, line.y, laid)], used, problem, line.tracking)


def _place_lines(
    lines: Iterable[tuple[float, float, Sequence[LineRun]]],
    size: float,
    problem: str,
    tracking: float = 0.0,
) -> Fitted:
    """Lines in their places: each with the left end of its baseline in mm."""
    em = size * MM_PER_PT
    runs, icons = [], []
    for x, y, laid in lines:
        for run in laid:
            at = x + run.x * em
            if run.icon:
                top = y - _icon_top(run.font, run.advance) * em
                icons.append(PlacedIcon(at, top, run.icon, run.advance * em))
            else:
                runs.append(PlacedRun(at, y, run.text, run.font, size, tracking, run.direction))
    return Fitted(tuple(runs), tuple(icons), size, problem)


def _icon_top(font: Font, side: float) -> float:
    """Top of an inline icon above the baseline, in em: centred on the capitals."""
    return font.metrics.cap_height / 2 + side / 2


def _lines(paragraphs: _MeasuredParagraphs, box: TextBox, size: float) -> list[_SetLine]:
    limit = box.width / (size * MM_PER_PT)
    lines: list[_SetLine] = []
    drop = 0.0
    for level, words in paragraphs:
        if lines:
            drop += box.leading * (1 + PARAGRAPH_GAP)
        align = _SIDES[box.align][level] if box.align in _SIDES else box.align
        wrapped = (wrap_balanced if align == "center" else wrap)(words, limit)
        for number, runs in enumerate(wrapped):
            drop += box.leading if number else 0.0
            lines.append(_SetLine(runs, drop, *_extents(runs), align))
    return lines


def _extents(runs: Sequence[LineRun]) -> tuple[float, float]:
    tops = [_icon_top(r.font, r.advance) if r.icon else r.font.metrics.ascent for r in runs]
    bottoms = [
        r.advance - _icon_top(r.font, r.advance) if r.icon else r.font.metrics.descent for r in runs
    ]
    return max(tops), max(bottoms)


def _problem(lines: Sequence[_SetLine], box: TextBox, size: float) -> str:
    em = size * MM_PER_PT
    widest = max(lines, key=lambda line: width(line.runs))
    if width(widest.runs) * em > box.width + _TOLERANCE_MM:
        words = "".join(run.text or "{" + run.icon + "}" for run in widest.runs)
        have = f"{width(widest.runs) * em:.1f} mm wide at {size:g} pt"
        return f"{words.strip()!r} is {have}, its box {box.width:.1f} mm"
    height = (lines[0].ascent + lines[-1].drop + lines[-1].descent) * em
    if height > box.height + _TOLERANCE_MM:
        have = f"{len(lines)} lines, {height:.1f} mm high at {size:g} pt"
        return f"the text takes {have}, its box has {box.height:.1f} mm"
    return ""


def _place(lines: Sequence[_SetLine], box: TextBox, size: float, problem: str) -> Fitted:
    em = size * MM_PER_PT
    first = _first_baseline(lines, box, em)
    placed = []
    for line in lines:
        spare = box.width - width(line.runs) * em
        x = box.x + {"left": 0.0, "center": 0.5, "right": 1.0}[line.align] * spare
        placed.append((x, first + line.drop * em, line.runs))
    return _place_lines(placed, size, problem)


def _first_baseline(lines: Sequence[_SetLine], box: TextBox, em: float) -> float:
    """Baseline of the first line; the middle is that of the letters, not of the line boxes."""
    highest = box.y + lines[0].ascent * em
    lowest = box.y + box.height - (lines[-1].drop + lines[-1].descent) * em
    if box.valign == "top" or lowest <= highest:
        return highest
    if box.valign == "bottom":
        return lowest
    cap = max(run.font.metrics.cap_height for run in lines[0].runs)
    optical = box.y + box.height / 2 + (cap - lines[-1].drop) / 2 * em
    return min(max(optical, highest), lowest)


def fonts_from(roles: Mapping[str, Font], role: str) -> Fonts:
    """The four styles of a font role: ``title`` mixes with ``title_bold`` or else ``bold``.

    A style that is not there is set in the regular font; see :func:`lacking`.

    Raises:
        KeyError: there is no font role of that name.
    """
    regular = roles[role]

    def style(name: str) -> Font:
        return roles.get(f"{role}_{name}") or roles.get(name) or regular

    return Fonts(regular, style("bold"), style("italic"), style("bold_italic"))


def styles_lacking(text: str, roles: Mapping[str, Font], role: str) -> tuple[str, ...]:
    """The styles that ``text`` uses and no font role supplies."""
    if "*" not in text:
        return ()
    return tuple(s for s in styles_of(text) if f"{role}_{s}" not in roles and s not in roles)
