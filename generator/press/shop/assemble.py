"""Bind drawn faces to a PDF for a shop: one face a page, the page as big as the bleed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Pdf, String

from generator.drawing.draw import FaceBook
from generator.printing.pdf.saving import saved

_POINTS = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: the key of its face (None stays blank), trim size and bleed in mm, and its label."""

    key: str | None
    width_mm: float
    height_mm: float
    bleed_mm: float
    label: str = ""


def bound(book: FaceBook, leaves: Sequence[Leaf]) -> Pdf:
    """A new PDF of ``leaves``; a face is stored once, however many pages show it.

    Labels become the names of pages, so that a viewer tells what each is and how many are wanted.
    """
    pdf = Pdf.new()
    sources = [Pdf.open(io.BytesIO(data)) for data in book.pdfs]
    forms: dict[str, Dictionary] = {}
    for leaf in leaves:
        page = pdf.add_blank_page(page_size=_size(leaf))
        page.obj.MediaBox = _box(leaf, 0)
        page.obj.BleedBox = _box(leaf, 0)
        page.obj.TrimBox = _box(leaf, leaf.bleed_mm)
        if leaf.key is None:
            continue
        if leaf.key not in forms:
            file, number = book.pages[leaf.key]
            form = pdf.copy_foreign(sources[file].pages[number].as_form_xobject())
            forms[leaf.key] = Dictionary(Face=form)
        page.obj.Resources = Dictionary(XObject=forms[leaf.key])
        page.obj.Contents = pdf.make_stream(b"/Face Do")
    for source in sources:
        source.close()
    if any(leaf.label for leaf in leaves):
        pdf.Root.PageLabels = Dictionary(Nums=_labels([leaf.label for leaf in leaves]))
    return pdf


def plain(pdf: Pdf, title: str) -> bytes:
    """An RGB file as bytes, with its title and equal bytes for equal input.

    It keeps to old features, so that the oldest program of a shop can read it.
    """
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Creator"] = "trilith"
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    return saved(pdf, packed=False)


def _labels(labels: Sequence[str]) -> Array:
    """The number tree of page labels: each page has one of its own."""
    tree = Array()
    for index, label in enumerate(labels):
        tree.append(index)
        tree.append(Dictionary(P=String(label)))
    return tree


def _size(leaf: Leaf) -> tuple[float, float]:
    width, height = leaf.width_mm + 2 * leaf.bleed_mm, leaf.height_mm + 2 * leaf.bleed_mm
    return width * _POINTS, height * _POINTS


def _box(leaf: Leaf, inset: float) -> Array:
    width, height = _size(leaf)
    inset *= _POINTS
    corners = (inset, inset, width - inset, height - inset)
    return Array([round(value, 3) for value in corners])
