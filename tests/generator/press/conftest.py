import io

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.press.inks import open_profile

PAGE = (144, 144)


@pytest.fixture(scope="session")
def fogra():
    return open_profile("fogra39")


@pytest.fixture
def paper():
    """A PDF of pages of 2 x 2 in, each the text of its content or a function that gets a canvas."""

    def make(*pages):
        target = io.BytesIO()
        canvas = Canvas(target, pagesize=PAGE, invariant=1)
        for page in pages:
            if isinstance(page, str):
                canvas._code.append(page)
            else:
                page(canvas)
            canvas.showPage()
        canvas.save()
        return target.getvalue()

    return make


@pytest.fixture
def operators():
    def read(data, page=0):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            found = pikepdf.parse_content_stream(pdf.pages[page])
            return [
                " ".join([*(str(operand) for operand in i.operands), str(i.operator)])
                for i in found
            ]

    return read
