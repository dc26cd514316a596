"""What a face is drawn on: its canvas, runs of text, and columns."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from markupsafe import escape

from generator.design.theme import TrimSize
from generator.svg.inside import WIDTH
from generator.svg.lint import OURS, SVG_NS
from generator.typeset.fonts import MM_PER_PT, Font, registry_of_trilith
from generator.typeset.text import Fitted, Fonts, PlacedLine, PlacedRun, TextBox, fit_box, fit_line
from validator.findings import Finding, Place, Severity
from validator.plainfile import read_plain

PlaceOf = Callable[[str, str], "Place | None"]
"""From a text and a field name to the place in the record that is to blame, if any."""

UID = "uid-of-this-face-"
"""Stands for the prefix of ids until the hash of a face is known."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Trim size and bleed of a drawing, in mm.

    ``shape`` is rect, round, hex or custom; a custom one has the corners of its ``outline``.
    """

    width: float
    height: float
    bleed: float
    shape: str = "rect"
    outline: tuple[tuple[float, float], ...] = ()

    def wrap(self, content: str) -> str:
        """``content`` in a root element; the origin is the top left of the trim box."""
        width, height = self.width + 2 * self.bleed, self.height + 2 * self.bleed
        return (
            f'<svg xmlns="{SVG_NS}" width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="{-self.bleed:g} {-self.bleed:g} {width:g} {height:g}">{content}</svg>'
        )


def canvas_of(size: TrimSize, bleed: float) -> Canvas:
    """The canvas of a trim size with ``bleed`` mm around it."""
    return Canvas(size.width_mm, size.height_mm, bleed, size.shape, size.outline_mm)


@dataclass(frozen=True, slots=True)
class DrawingFault:
    """What is wrong with a drawing, at ``place`` in a template.

    It is the record's fault where that holds the text ``value``, or else has the key ``field``.
    """

    code: str
    place: Place
    message: str
    hint: str
    severity: Severity = Severity.ERROR
    value: str = ""
    field: str = ""

    def finding(self, game: str, place_of: PlaceOf = lambda value, key: None) -> Finding:
        """The fault as a finding, at the record or at the template."""
        asked = self.value or self.field
        place = (place_of(self.value, self.field) if asked else None) or self.place
        return Finding(self.code, self.severity, game, place, self.message, self.hint)


MOST_TEXTS = 512
"""Texts of each kind that a process remembers, some kB each: a deck says the same on each card."""


@lru_cache(maxsize=2 * MOST_TEXTS)
def draw_text(
    text: str, fonts: Font | Fonts, where: PlacedLine | TextBox, fill: str, root: Path
) -> tuple[Fitted, tuple[str, ...]]:
    """One line of text, or text wrapped in a box, and the elements that draw it in a colour.

    ``root`` is the project's folder.
    """
    fit: Callable[..., Fitted] = fit_line if isinstance(where, PlacedLine) else fit_box
    fitted = fit(text, fonts, where)
    return fitted, tuple(run_markup(run, fill, root) for run in fitted.runs if run.text.strip())


def run_markup(run: PlacedRun, fill: str, root: Path) -> str:
    """The element that draws a run of text in a colour; ``root`` is the project's folder."""
    key, own = run.font.key, _own_font(run.font.path, run.font.index, root)
    if run.font.language:
        own += f' data-lang="{escape(run.font.language)}"'
    way = ' direction="rtl"' if run.direction == "rtl" else ""
    slant = ' font-style="italic"' if key.italic else ""
    tracking = (
        f' letter-spacing="{run.tracking * run.size * MM_PER_PT:.4f}"' if run.tracking else ""
    )
    return (
        f'<text {OURS}="run"{own} x="{run.x:.4f}" y="{run.y:.4f}" '
        f'font-family="{escape(key.family)}" '
        f'font-weight="{key.weight}"{slant} font-size="{run.size * MM_PER_PT:.5f}"{tracking}{way} '
        f'{WIDTH}="{run.width:.3f}" '
        f'fill="{fill}" text-rendering="geometricPrecision" xml:space="preserve">'
        f"{escape(run.text)}</text>"
    )


@cache
def _own_font(path: Path, index: int, root: Path) -> str:
    """The attributes that name a font file of the project or system; nothing for a shipped one."""
    if path in registry_of_trilith().files.values():
        return ""
    inside = path.is_relative_to(root.resolve())
    name = (path.relative_to(root.resolve()) if inside else path).as_posix()
    digest = hashlib.sha256(read_plain(path)).hexdigest()
    number = f' data-font-index="{index}"' if index else ""
    return f' data-font="{escape(name)}" data-font-sha256="{digest}"{number}'


_TAG = re.compile(r"\{[{%]-?")
_CLOSED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}")
_QUOTED = re.compile(r"'([^']+)'")


def column_of(line: str, message: str) -> int:
    """The column (from 1) in a line of a template that a failure is about.

    It is that of a word that the message quotes, the last one first; else of a tag that the line
    does not close; else of its first tag, or of what it begins with.
    """
    for word in reversed(_QUOTED.findall(message)):
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line) if word[:1].isalpha() else None
        if found:
            return found.start() + 1
    bare = _CLOSED.sub(lambda tag: " " * len(tag[0]), line)
    tag = _TAG.search(bare) or _TAG.search(line)
    return (tag.start() if tag else len(line) - len(line.lstrip())) + 1
