"""Small PDFs to separate, drawn with reportlab, and a look at what became of them."""

from __future__ import annotations

import io
from collections.abc import Callable

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.press.inks import Profile, open_profile

PAGE = (144, 144)


@pytest.fixture(scope="session")
def fogra() -> Profile:
    return open_profile("fogra39")


@pytest.fixture
def paper() -> Callable[..., bytes]:
    """A PDF of pages of 2 x 2 in, each drawn by a function that gets a canvas."""

    def make(*pages: Callable[[Canvas], None]) -> bytes:
        target = io.BytesIO()
        canvas = Canvas(target, pagesize=PAGE, invariant=1)
        for page in pages:
            page(canvas)
            canvas.showPage()
        canvas.save()
        return target.getvalue()

    return make


@pytest.fixture
def operators() -> Callable[..., list[str]]:
    """The content of a page as one string an instruction."""

    def read(data: bytes, page: int = 0) -> list[str]:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            found = pikepdf.parse_content_stream(pdf.pages[page])
            return [
                " ".join([*(str(operand) for operand in i.operands), str(i.operator)])
                for i in found
            ]

    return read
