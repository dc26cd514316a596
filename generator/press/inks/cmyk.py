"""RGB files to press files: the whole way, as :mod:`generator.press` does it step by step.

Everything stays vector; only transparency, for a shop that takes none, becomes a picture.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from pikepdf import Pdf

from generator.drawing.draw import FaceBook
from generator.press.inks.flatten import FLATTEN_DPI, flatten
from generator.press.inks.icc import Profile, open_profile
from generator.press.inks.pdfx import Standard, finish
from generator.press.inks.separation import Separation
from generator.press.inks.transparency import transparent
from generator.recolour.document import recolour
from generator.recolour.mapping import ColourError

__all__ = [
    "ColourError",
    "Press",
    "Standard",
    "press_for",
    "separated",
    "separated_book",
    "to_cmyk",
    "translucent_pages",
]


@dataclass(frozen=True)
class Press:
    """A printing condition: the profile, the most ink (3.0 is 300 %) and the standard."""

    profile: Profile
    most: float = 3.0
    standard: Standard = Standard.X4


def press_for(
    profile: str | Path = "fogra39", most: float = 3.0, standard: str = "PDF/X-4"
) -> Press:
    """The press of a shipped profile's name or a user's ICC file.

    Raises:
        ProfileError: the profile cannot be used.
    """
    return Press(open_profile(profile), most, Standard(standard))


def separated(data: bytes, press: Press) -> bytes:
    """The PDF with all colours as inks of ``press``: greys on black alone, under the ink limit.

    Raises:
        ColourError: a colour that cannot be converted.
    """
    return _separated(data, Separation(press.profile, press.most))


def separated_book(book: FaceBook, press: Press) -> FaceBook:
    """All drawn faces as inks of ``press``; see :func:`separated`."""
    separation = Separation(press.profile, press.most)
    return FaceBook([_separated(data, separation) for data in book.pdfs], book.pages)


def _separated(data: bytes, separation: Separation) -> bytes:
    with Pdf.open(io.BytesIO(data)) as pdf:
        recolour(pdf, separation)
        target = io.BytesIO()
        pdf.save(target, deterministic_id=True)
    return target.getvalue()


def to_cmyk(data: bytes, press: Press, title: str) -> bytes:
    """A print file as a press file of the standard of ``press``.

    Raises:
        ColourError: a colour that cannot be converted.
    """
    inks = separated(data, press)
    if press.standard is Standard.X1A:
        inks, _ = flatten(inks, press.most, FLATTEN_DPI)
    with Pdf.open(io.BytesIO(inks)) as pdf:
        return finish(pdf, press.standard, press.profile, title)


def translucent_pages(data: bytes) -> tuple[int, ...]:
    """The pages (from 0) of a PDF on which something is translucent."""
    with Pdf.open(io.BytesIO(data)) as pdf:
        return tuple(i for i, page in enumerate(pdf.pages) if transparent(page.obj))
