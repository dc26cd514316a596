"""Print shops as data, and faces bound for a shop."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pikepdf import Array, Dictionary, Pdf

from generator.drawing.draw import FaceBook
from generator.installed import DATA
from generator.printing.papers import read_checked
from generator.printing.pdf import label_pages, save_pdf
from generator.printing.sheet_fonts import POINTS
from validator.catalogue.model import Form
from validator.findings import Finding

OWN = "shops.yaml"
"""Name of a project's own file of shops, beside ``components/``."""
SIZE_TOLERANCE_MM = 0.1
"""Sizes that differ by no more than this are the same."""


FINEST: Mapping[str, float] = {"line": 0.25, "light_line": 0.5, "letter": 6, "light_letter": 8}
"""The finest (pt) that offset printing holds, where a shop says nothing; shops.yaml has sources."""


@dataclass(frozen=True, slots=True)
class ShopSize:
    """A size a shop sells: trim size in mm, and pixels of a face with its bleed, if fixed.

    ``forms`` are the forms of component it is for, ``shape`` is rect, round or hex. ``bleed_mm``
    (at left and right, at top and bottom) is None where it is that of the shop.
    """

    name: str
    width_mm: float
    height_mm: float
    pixels: tuple[int, int] | None = None
    forms: tuple[Form, ...] = (Form.CARD,)
    shape: str = "rect"
    bleed_mm: tuple[float, float] | None = None

    def takes(self, width_mm: float, height_mm: float) -> bool:
        """Tell whether a face of that trim size is this format."""
        close = SIZE_TOLERANCE_MM
        return abs(self.width_mm - width_mm) <= close and abs(self.height_mm - height_mm) <= close


@dataclass(frozen=True, slots=True)
class Shop:
    """What a shop asks for; see ``validator/schemas/shops.json``. ``most_ink`` is in percent.

    ``finest`` is what it can print at the least, in pt: the width of a ``line`` and the size of a
    ``letter``, and ``light_line`` and ``light_letter`` on a darker ground.
    A form that none of ``formats`` is for comes in any size. ``recall`` names keys not seen in a
    source of the shop.
    """

    id: str
    name: str
    files: str
    colour: str
    bleed_mm: float
    safe_mm: float
    forms: tuple[Form, ...]
    naming: str
    formats: tuple[ShopSize, ...] = ()
    dpi: float = 300.0
    least_dpi: float = 300.0
    standard: str = "PDF/X-4"
    profile: str = "fogra39"
    most_ink: float = 300.0
    order: str = "front-back"
    backs: str = "any"
    repeat: bool = False
    overprint: str = "none"
    fonts: str = "embedded"
    finest: Mapping[str, float] = field(default_factory=lambda: FINEST)
    note: str = ""
    sources: tuple[str, ...] = ()
    recall: tuple[str, ...] = ()

    @property
    def opaque(self) -> bool:
        """Whether its files may hold nothing translucent."""
        return self.colour == "cmyk" and self.standard == "PDF/X-1a:2003"

    @property
    def overprints(self) -> bool:
        """Whether solid black letters are printed over what is below them."""
        return self.colour == "cmyk" and self.overprint == "black_text"

    def formats_for(self, form: Form) -> tuple[ShopSize, ...]:
        """The products that are sold for a form; none where it comes in any size."""
        return tuple(one for one in self.formats if form in one.forms)

    def format_of(
        self, width_mm: float, height_mm: float, form: Form = Form.CARD, shape: str = "rect"
    ) -> ShopSize | None:
        """The format for a trim size and shape; None where the shop does not make it."""
        if form not in self.forms:
            return None
        sold = self.formats_for(form)
        if not sold:
            return ShopSize(_size_name(width_mm, height_mm, form, shape), width_mm, height_mm)
        matching = (f for f in sold if f.shape == shape and f.takes(width_mm, height_mm))
        return next(matching, None)

    def bleed_of(self, form: ShopSize) -> tuple[float, float]:
        """The bleed in mm at left and right, and at top and bottom."""
        return form.bleed_mm or (self.bleed_mm, self.bleed_mm)

    def pixels_of(self, form: ShopSize) -> tuple[int, int]:
        """Width and height in pixels of a picture of a face with its bleed."""
        if form.pixels is not None:
            return form.pixels
        scale = self.dpi / 25.4
        aside, above = self.bleed_of(form)
        return round((form.width_mm + 2 * aside) * scale), round(
            (form.height_mm + 2 * above) * scale
        )


def _size_name(width_mm: float, height_mm: float, form: Form, shape: str) -> str:
    """What a size is called where any is taken: ``63x88``, ``coin-25x25-round``."""
    kind = "" if form is Form.CARD else f"{form.value}-"
    return f"{kind}{width_mm:g}x{height_mm:g}" + ("" if shape == "rect" else f"-{shape}")


def load_shops(root: Path | None = None) -> tuple[Mapping[str, Shop], tuple[Finding, ...]]:
    """All shops by name: the shipped ones, and those of the project ``root``."""
    shops, findings = _read(DATA / OWN, f"(built-in) {OWN}")
    if root is not None and (root / OWN).is_file():
        own, problems = _read(root / OWN, OWN, root)
        shops, findings = {**shops, **own}, [*findings, *problems]
    return shops, tuple(findings)


def _read(
    path: Path, file: str, inside: Path | None = None
) -> tuple[dict[str, Shop], list[Finding]]:
    source, findings = read_checked(path, file, "shops", inside=inside)
    if source is None:
        return {}, findings
    return {key: _shop(key, value) for key, value in source.data["shops"].items()}, findings


def _shop(key: str, data: Mapping[str, Any]) -> Shop:
    formats = []
    for entry in data.get("formats", ()):
        lists = {name: tuple(entry[name]) for name in ("pixels", "bleed_mm") if name in entry}
        if "forms" in entry:
            lists["forms"] = tuple(Form(form) for form in entry["forms"])
        formats.append(ShopSize(**{**entry, **lists}))
    read = {
        **data,
        "forms": tuple(Form(form) for form in data["forms"]),
        "formats": tuple(formats),
        "finest": {**FINEST, **data.get("finest", {})},
        "sources": tuple(data.get("sources", ())),
        "recall": tuple(data.get("recall", ())),
    }
    return Shop(id=key, **read)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: the key of its face (None stays blank), trim size and bleed in mm, and its label."""

    key: str | None
    width_mm: float
    height_mm: float
    bleed_mm: float
    label: str = ""


def bind(book: FaceBook, leaves: Sequence[Leaf]) -> Pdf:
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
        label_pages(pdf, [leaf.label for leaf in leaves])
    return pdf


def plain(pdf: Pdf, title: str) -> bytes:
    """An RGB file as bytes, with its title and equal bytes for equal input.

    It keeps to old features, so that the oldest program of a shop can read it.
    """
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Creator"] = "trilith"
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    return save_pdf(pdf, packed=False)


def _size(leaf: Leaf) -> tuple[float, float]:
    width, height = leaf.width_mm + 2 * leaf.bleed_mm, leaf.height_mm + 2 * leaf.bleed_mm
    return width * POINTS, height * POINTS


def _box(leaf: Leaf, inset: float) -> Array:
    width, height = _size(leaf)
    inset *= POINTS
    corners = (inset, inset, width - inset, height - inset)
    return Array([round(value, 3) for value in corners])
