"""Set text as the elements that draw it."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from markupsafe import escape

from generator.svg.inside import WIDTH
from generator.svg.lint import OURS
from generator.typeset.fonts import shipped
from generator.typeset.shaping import MM_PER_PT
from generator.typeset.text import PlacedRun
from validator.plainfile import read_plain


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
