"""Set text as the elements that draw it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from markupsafe import escape

from generator.svg.inside import WIDTH
from generator.svg.lint import OURS
from generator.typeset.fonts import Font, shipped
from generator.typeset.shaping import MM_PER_PT
from generator.typeset.text import Box, Fitted, Fonts, Line, PlacedRun, fit_box, fit_line
from validator.plainfile import read_plain

MOST_TEXTS = 512
"""Texts of each kind that a process remembers, some kB each: a deck says the same on each card."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A text in its place, the elements that draw its runs, and what its fonts have no sign for.

    ``beginnings`` are the elements up to the end of their texts.
    """

    fitted: Fitted
    runs: tuple[str, ...]
    beginnings: tuple[str, ...]
    missing: tuple[tuple[Font, str], ...]


@lru_cache(maxsize=MOST_TEXTS)
def drawn_line(text: str, font: Font, line: Line, fill: str, root: Path) -> Drawn:
    """One line of text as it is drawn in a colour; ``root`` is the project's folder."""
    return _drawn(fit_line(text, font, line), fill, root)


@lru_cache(maxsize=MOST_TEXTS)
def drawn_box(text: str, fonts: Fonts, box: Box, fill: str, root: Path) -> Drawn:
    """Text wrapped in a box as it is drawn in a colour; ``root`` is the project's folder."""
    return _drawn(fit_box(text, fonts, box), fill, root)


def _drawn(fitted: Fitted, fill: str, root: Path) -> Drawn:
    runs = tuple(run_markup(run, fill, root) for run in fitted.runs if run.text.strip())
    beginnings = tuple(run.removesuffix("</text>") for run in runs)
    return Drawn(fitted, runs, beginnings, fitted.missing())


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
    if path in shipped().files.values():
        return ""
    inside = path.is_relative_to(root.resolve())
    name = (path.relative_to(root.resolve()) if inside else path).as_posix()
    digest = hashlib.sha256(read_plain(path)).hexdigest()
    number = f' data-font-index="{index}"' if index else ""
    return f' data-font="{escape(name)}" data-font-sha256="{digest}"{number}'
