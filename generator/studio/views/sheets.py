"""The sheets of a game as they would be printed now, page by page."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.drawing.raster import POINTS_PER_INCH, opened, render_page
from generator.drawing.srgb import srgb_chunk
from generator.failures import FailedError
from generator.outputs.kit import print_kit
from generator.printing.layout.papers import own_papers, papers
from generator.printing.sheets.options import PrintOptions
from generator.studio.desk import Desk
from generator.studio.messages import Picture
from validator.findings import Finding, has_errors
from validator.report import block

DPI = 80
"""Resolution of the pages, in dots an inch: an A4 page has 661 x 935 pixels."""


def sheets(
    desk: Desk, words: Mapping[str, str], show: Callable[[Picture], None]
) -> tuple[str, bytes]:
    """Print the kit as ``trilith print`` does, into a folder that goes again, and show its pages.

    Raises:
        FailedError: there is nothing to print; the message has the findings.
        OptionError: there is no such paper.
    """
    if desk.game is None or desk.templates is None:
        raise FailedError("the game cannot be read; the findings say why")
    own, _ = own_papers(desk.root)
    options = PrintOptions(paper=words.get("paper", "a4"), ink=desk.view.ink, own_papers=own)
    with tempfile.TemporaryDirectory(prefix="trilith-") as folder:
        kit, findings = print_kit(desk.game, desk.templates, Path(folder), options)
        if kit is None:
            raise FailedError(_why(findings))
        files = [
            {"file": name, "pages": list(_pages(kit.folder / name, show))}
            for name in kit.files
            if name.endswith(".pdf")
        ]
    told = {
        "files": files,
        "papers": [*papers(), *(one.id for one in own)],
        "findings": _why(findings),
    }
    return "application/json", json.dumps(told, ensure_ascii=False).encode()


def _pages(path: Path, show: Callable[[Picture], None]) -> Iterator[dict[str, Any]]:
    """The pages of a file: sizes in mm, and under which name each is shown."""
    with opened(path.read_bytes()) as document:
        for number in range(len(document)):
            wide, high = document[number].get_size()
            image = render_page(document, number, DPI)
            target = io.BytesIO()
            image.save(target, "PNG", compress_level=1, pnginfo=srgb_chunk())
            body = target.getvalue()
            name = hashlib.sha256(body).hexdigest()
            show(Picture(name, body))
            millimetres = 25.4 / POINTS_PER_INCH
            yield {"name": name, "w": wide * millimetres, "h": high * millimetres}


def _why(findings: tuple[Finding, ...]) -> str:
    return "\n".join(block(one) for one in findings if has_errors([one]))
