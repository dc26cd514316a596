"""A drawn face: its SVG, where it comes from, and the spots and letters on it.

A template names spots with ``spot(zone, x, y)``. Nothing is drawn: the mark is an empty group, so
that it goes through the transforms around it as whatever is drawn beside it.

Covers are set in the shipped fonts and, where these lack a letter, in those of the theme and its
fallbacks.
"""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from lxml import etree

from generator.failures import FailedError
from generator.svg.inside import at, matrix_of
from generator.svg.lint import OURS, SVG_NS
from generator.typeset.fonts import Font, FontKey, letters_lacking, registry_of_trilith
from validator.catalogue.model import Form, Game, place_in
from validator.findings import Finding, Place, Severity

OUTLINED = "data-outlined"
"""Attribute of the root of a drawing whose letters are drawn as shapes: their least size (mm)."""


class DrawError(FailedError):
    """A face that cannot be drawn; the message names what is wrong."""


@dataclass(frozen=True, slots=True)
class FaceSource:
    """Where a face comes from, for findings: its template, and of which component it is."""

    game: str
    place: Place
    shown: str


@dataclass(frozen=True, slots=True)
class Face:
    """One distinct drawing. ``key`` is the SHA-256 of ``svg``; lengths are in mm.

    ``width_mm`` and ``height_mm`` are the trim size; the page adds the bleed on each side.
    ``root`` is the folder that pictures and own fonts are named from. ``drawing`` is the SVG,
    or its packed form, a fifth as long. Of equal faces one
    ``origin`` is as good as another. ``is_outlined`` tells that its letters are shapes.
    """

    key: str
    drawing: str | bytes = field(compare=False)
    width_mm: float
    height_mm: float
    bleed_mm: float
    root: str = ""
    origin: FaceSource | None = field(default=None, compare=False)
    is_outlined: bool = field(default=False, compare=False)

    @property
    def svg(self) -> str:
        """The drawing as SVG text."""
        return self.drawing if isinstance(self.drawing, str) else unpack(self.packed_drawing)

    @property
    def packed_drawing(self) -> bytes:
        """The packed form of the drawing."""
        return pack(self.drawing) if isinstance(self.drawing, str) else self.drawing

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the face with its bleed, in mm."""
        return self.width_mm + 2 * self.bleed_mm, self.height_mm + 2 * self.bleed_mm


@dataclass(frozen=True, slots=True)
class FacePair:
    """What one component of a set looks like; ``back`` is None where it stays blank.

    ``shape`` is rect, round, hex or custom (with ``outline_mm``, its corners from the top left);
    ``corner_mm`` is the radius of rounded corners, and ``fold`` is ``tent`` for pieces that are
    printed twice, head to head, and folded, ``die`` for six faces side by side.
    """

    component: str
    deck: str
    copies: int
    front: Face
    back: Face | None
    shape: str
    form: Form
    corner_mm: float = 0.0
    fold: str = "none"
    outline_mm: tuple[tuple[float, float], ...] = ()

    @property
    def sides(self) -> tuple[tuple[str, Face], ...]:
        """Its faces, each behind the name of its side: ``front``, and ``back`` if there is one."""
        front = ("front", self.front)
        return (front,) if self.back is None else (front, ("back", self.back))


def distinct_faces(pairs: Iterable[FacePair]) -> tuple[Face, ...]:
    """Every distinct face, fronts and backs, in the order of the components."""
    return tuple({face.key: face for pair in pairs for _, face in pair.sides}.values())


def outline_letters(face: Face, least_mm: float = 0.0) -> Face:
    """The same face with its letters as shapes: it looks the same and has no text to be found.

    Letters of less than ``least_mm`` (their size as drawn) are left out.
    """
    svg = face.svg.replace("<svg ", f'<svg {OUTLINED}="{least_mm:g}" ', 1)
    return replace(face, key=key_of(svg), drawing=pack(svg), is_outlined=True)


def key_of(svg: str) -> str:
    """The content hash that names a drawing."""
    return hashlib.sha256(svg.encode()).hexdigest()


def pack(svg: str) -> bytes:
    """The compressed form of a drawing."""
    return zlib.compress(svg.encode(), 1)


def unpack(drawing: bytes) -> str:
    """The drawing of its compressed form."""
    return zlib.decompress(drawing).decode()


ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
"""What a zone may be called; validator/schemas/setup.json says the same."""
_NUMBERS = ("x", "y", "w", "h")


@dataclass(frozen=True, slots=True)
class FaceSpot:
    """A place for the pieces of a zone ("": none of the set-up's), in mm from the top left.

    ``x`` and ``y`` are its middle; ``width`` and ``height`` are the room there, 0 where none is
    said; ``turn`` is how far it is turned, in degrees clockwise.
    """

    zone: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    turn: float = 0.0


def spot_markup(zone: str, x: float, y: float, w: float, h: float) -> str:
    """The mark of a spot in a drawing."""
    numbers = zip(_NUMBERS, (x, y, w, h), strict=True)
    told = " ".join(f'data-{name}="{number:.4f}"' for name, number in numbers)
    return f'<g {OURS}="spot" data-zone="{zone}" {told}/>'


def spots_of(face: Face) -> tuple[FaceSpot, ...]:
    """The spots of a face, in the order in which its template names them."""
    svg = face.svg
    if f'{OURS}="spot"' not in svg:
        return ()
    root = etree.fromstring(svg.encode(), etree.XMLParser(resolve_entities=False))
    marks = root.iter(f"{{{SVG_NS}}}g")
    return tuple(_spot(mark) for mark in marks if mark.get(OURS) == "spot")


def _spot(mark: etree._Element) -> FaceSpot:
    x, y, wide, high = (float(mark.get(f"data-{name}", "0")) for name in _NUMBERS)
    matrix = matrix_of(mark)
    a, b, c, d = matrix[:4]
    left, top = at(matrix, x, y)
    turn = math.degrees(math.atan2(b, a))
    zone = str(mark.get("data-zone"))
    return FaceSpot(zone, left, top, wide * math.hypot(a, b), high * math.hypot(c, d), turn)


_SHEETS = FontKey("Source Sans Pro")
_FONT = re.compile(
    r'<text data-trilith="run" data-font="((?:/|[A-Za-z]:)[^"]*)"[^>]* '
    r'font-family="([^"]*)" font-weight="([^"]*)"'
)


def has_letters(text: str) -> bool:
    """Tell whether the font of sheets has every letter of ``text``."""
    return not letters_lacking(registry_of_trilith().font(_SHEETS), text)


def names_without_letters(game: Game, fonts: Mapping[str, Font]) -> Iterator[Finding]:
    """Names of a game that neither the shipped fonts nor the theme's ``fonts`` can set."""
    for text, place in _names(game):
        lacks = [
            letters_lacking(font, text)
            for font in (registry_of_trilith().font(_SHEETS), fonts["body"])
        ]
        if all(lacks):
            shown = " ".join(f"{one} (U+{ord(one):04X})" for one in min(lacks, key=len))
            message = f"no font of the cover has a glyph for {shown} of {text!r}"
            hint = "name a font that has it under `fallback` in templates/theme.yaml"
            yield Finding("glyph-missing", Severity.WARNING, game.id, place, message, hint)


def of_system(game: Game, faces: Iterable[Face], place: Place) -> Iterator[Finding]:
    """The fonts of this system that ``faces`` are set in; ``place`` is where the theme asks."""
    used = Counter(found for face in faces for found in dict.fromkeys(_FONT.findall(face.svg)))
    for (path, family, weight), count in sorted(used.items()):
        those = "1 face has" if count == 1 else f"{count} faces have"
        message = f"{those} letters in {family} {weight} of this system ({path})"
        hint = "copy it into templates/fonts/ and name it under `fonts` to print the same elsewhere"
        yield Finding("font-of-system", Severity.NOTE, game.id, place, message, hint)


def _names(game: Game) -> Iterator[tuple[str, Place]]:
    yield game.name, place_in(game, "name")
    yield game.summary, place_in(game, "summary")
    for part in game.parts:
        yield part.name, place_in(part, "name")
    for component_set in game.sets.values():
        yield component_set.name, place_in(component_set, "name")
