"""Single PDFs brought to inks, as a shop's files are."""

from __future__ import annotations

import io

import pikepdf

from generator.drawing.draw import FaceBook
from generator.drawing.raster import open_pdf
from generator.press.flatten import flatten
from generator.press.press_files import PrintingCondition, Standard, finish, separate_book
from generator.press.transparency import transparent


def words_of(data: bytes, page: int = 0) -> str:
    """What can be read on a page."""
    with open_pdf(data) as document:
        text: str = document[page].get_textpage().get_text_bounded()
        return text


def separate_pdf(data: bytes, press: PrintingCondition) -> bytes:
    return separate_book(FaceBook([data], {}), press).pdfs[0]


def to_cmyk(data: bytes, press: PrintingCondition, title: str) -> bytes:
    """A press file of the standard of ``press``."""
    inks = separate_pdf(data, press)
    if press.standard is Standard.X1A:
        inks, _ = flatten(inks, press.most)
    with pikepdf.open(io.BytesIO(inks)) as pdf:
        return finish(pdf, press.standard, press.profile, title)


def translucent_pages(data: bytes) -> list[int]:
    """The pages (from 0) of a PDF on which something is translucent."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [number for number, page in enumerate(pdf.pages) if transparent(page.obj)]
