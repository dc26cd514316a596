"""Check what a shop would send back: one rule a function, each naming the card and the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
from PIL import Image

from generator.drawing.draw import FaceBook
from generator.press.shop.proofs import Proof
from generator.press.shop.safe_area import SafeArea
from generator.press.shop.shops import Shop
from validator.findings import Finding, Place, Severity

NEAR_MM = 0.05
"""Lengths that differ by no more are equal: the rounding of fonts and boxes."""
LOOK_DPI = 96.0
"""Resolution at which ink and bleed are looked at."""
ADVICE = ("preflight-safe-area",)
"""Rules that shops warn of but do not refuse a file for."""
_INSIDE_MM = 0.6
_WHITE = 250
_LEAST_STRIP = 0.02


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong on a face, before it is known where in the data."""

    code: str
    message: str
    hint: str
    place: Place


def check_faces(proofs: Sequence[Proof], book: FaceBook, shop: Shop) -> list[Finding]:
    """Check the drawn faces: letters in the safe area, pictures, bleed."""
    findings: list[Finding] = []
    documents = [pdfium.PdfDocument(data) for data in book.pdfs]
    try:
        for proof in proofs:
            number, index = book.pages[proof.face.key]
            page = documents[number][index]
            for rule in (letters_outside, coarse_pictures, short_bleed):
                findings += [finding_of(proof, problem) for problem in rule(page, proof, shop)]
    finally:
        for document in documents:
            document.close()
    return findings


def letters_outside(page: Any, proof: Proof, shop: Shop) -> Iterator[Problem]:
    """Letters nearer to the trim edge than the shop's safe distance, once a field."""
    told: set[str] = set()
    safe = SafeArea(proof.face, proof.shape, shop.safe_mm)
    for item in page.get_objects(filter=[_TEXT], textpage=page.get_textpage()):
        out = safe.outside(item.get_bounds())
        if out <= NEAR_MM:
            continue
        words = " ".join(item.extract().split())
        field, place = proof.blame(words)
        if field in told or not words:
            continue
        told.add(field)
        message = (
            f"“{words}” ({field}) of {proof.shown} reaches {out:.1f} mm out of the safe area, "
            f"which ends {shop.safe_mm:g} mm inside the trim edge"
        )
        yield Problem("preflight-safe-area", message, "move it inwards in the template", place)


def coarse_pictures(page: Any, proof: Proof, shop: Shop) -> Iterator[Problem]:
    """Pictures printed with fewer pixels an inch than the shop wants."""
    for item in page.get_objects(filter=[_IMAGE]):
        width, height = item.get_px_size()
        left, bottom, right, top = item.get_bounds()
        dpi = min(width / (right - left), height / (top - bottom)) * 72
        if dpi >= shop.least_dpi - 0.5:
            continue
        field, place = proof.blame_picture()
        message = f"a picture ({field}) of {proof.shown} is printed at {dpi:.0f} dpi"
        hint = (
            f"{shop.name} wants {shop.least_dpi:g} dpi: use a larger picture, or print it smaller"
        )
        yield Problem("preflight-resolution", message, hint, place)


def short_bleed(page: Any, proof: Proof, shop: Shop) -> Iterator[Problem]:
    """Edges where art is cut through but does not go on to the end of the bleed."""
    if shop.bleed_mm == 0:
        return
    if proof.face.bleed_mm < shop.bleed_mm - NEAR_MM:
        message = f"{proof.shown} is drawn with {proof.face.bleed_mm:g} mm of bleed"
        hint = f"{shop.name} wants {shop.bleed_mm:g} mm"
        yield Problem("preflight-bleed", message, hint, proof.whole())
        return
    image = page.render(scale=LOOK_DPI / 72, fill_color=(255, 255, 255, 0)).to_pil()
    more = (proof.face.bleed_mm - shop.bleed_mm) * LOOK_DPI / 25.4
    edges = _bare_edges(image.convert("RGBA"), proof.face.bleed_mm * LOOK_DPI / 25.4, more)
    if edges:
        message = f"the art of {proof.shown} ends before the bleed does, at the {', '.join(edges)}"
        hint = f"draw it {shop.bleed_mm:g} mm past the trim edge (`-bleed` to `w + bleed`)"
        yield Problem("preflight-bleed", message, hint, proof.whole())


_TEXT, _IMAGE = 1, 3
"""Kinds of page object in pdfium (FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_IMAGE)."""


def _bare_edges(image: Image.Image, bleed: float, more: float) -> list[str]:
    """The edges at which paint crosses the trim line but stops before the end of the bleed.

    ``bleed`` is that of the picture, ``more`` how far it goes beyond that of the shop (pixels).
    """
    inside = bleed + _INSIDE_MM * LOOK_DPI / 25.4
    turned = {"top": 0, "left": 270, "bottom": 180, "right": 90}
    found = []
    for name, angle in turned.items():
        upright = image.rotate(angle, expand=True)
        lines = (upright.crop((0, y, upright.width, y + 1)) for y in (int(more) + 1, int(inside)))
        outer, inner = (list(zip(*[iter(line.tobytes())] * 4, strict=True)) for line in lines)
        span = range(int(inside), upright.width - int(inside))
        bare = sum(1 for x in span if _painted(inner[x]) and outer[x][3] < 128)
        if bare > _LEAST_STRIP * len(span):
            found.append(name)
    return found


def _painted(pixel: tuple[int, ...]) -> bool:
    return pixel[3] >= 128 and min(pixel[:3]) < _WHITE


def finding_of(proof: Proof, problem: Problem) -> Finding:
    """The finding of a problem on a face."""
    severity = Severity.WARNING if problem.code in ADVICE else Severity.ERROR
    return Finding(
        problem.code, severity, proof.game.id, problem.place, problem.message, problem.hint
    )


def counts(findings: Sequence[Finding]) -> Mapping[str, int]:
    """How often each rule failed, by its code."""
    found: dict[str, int] = {}
    for finding in findings:
        found[finding.code] = found.get(finding.code, 0) + 1
    return dict(sorted(found.items()))
