"""Single PDFs brought to inks, as a shop's files are."""

import io

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from generator.drawing.draw import FaceBook
from generator.drawing.raster import open_pdf
from generator.press.flatten import flatten
from generator.press.press_files import Standard, finish, separate_book
from generator.press.transparency import transparent


def paper(*pages, size=(144, 144)):
    """A PDF of pages in pt, each the text of its content or a function that gets a canvas."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=size, invariant=1)
    for page in pages:
        if isinstance(page, str):
            canvas._code.append(page)
        else:
            page(canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def operators(data):
    """The content of the first page as one string an instruction."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = pikepdf.parse_content_stream(pdf.pages[0])
        return [" ".join(map(str, (*one.operands, one.operator))) for one in found]


def saved(pdf):
    """The bytes of an open PDF."""
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


def words_of(data, page=0):
    """What can be read on a page."""
    with open_pdf(data) as document:
        text = document[page].get_textpage().get_text_bounded()
        return text


def separate_pdf(data, press):
    return separate_book(FaceBook([data], {}), press).pdfs[0]


def to_cmyk(data, press, title):
    """A press file of the standard of ``press``."""
    inks = separate_pdf(data, press)
    if press.standard is Standard.X1A:
        inks, _ = flatten(inks, press.most)
    with pikepdf.open(io.BytesIO(inks)) as pdf:
        return finish(pdf, press.standard, press.profile, title)


def translucent_pages(data):
    """The pages (from 0) of a PDF on which something is translucent."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [number for number, page in enumerate(pdf.pages) if transparent(page.obj)]
