"""Preflight of finished files: pages of PDFs, and pictures of faces; see :mod:`.preflight`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from pikepdf import Dictionary, Pdf
from PIL import Image

from generator.press.inks.plates import Plates, most_ink
from generator.press.inks.transparency import transparent
from generator.press.shop.preflight import LOOK_DPI, NEAR_MM, Problem, finding_of
from generator.press.shop.preflight_forms import (
    layered,
    letters_with_fonts,
    wrong_name,
    wrong_overprint,
)
from generator.press.shop.proofs import Proof
from generator.press.shop.shops import Format, Shop
from generator.recolour.mapping import ColourError
from validator.findings import Finding, Place, Severity

MM = 72 / 25.4
"""Points in a millimetre."""
INK_SLACK = 0.01
"""What rounding to whole levels may add to the ink of a spot (1 %)."""


def check_pdf(
    data: bytes, pages: Sequence[Proof], sizes: Sequence[Format], shop: Shop, file: str
) -> tuple[list[Finding], float]:
    """Check a finished PDF, whose pages show the faces of ``pages`` in sizes ``sizes``.

    Returns the findings and the most ink on a spot (4.0 is 400 %, 0 for RGB files).
    """
    findings: list[Finding] = []
    with Pdf.open(io.BytesIO(data)) as pdf:
        for page, proof, size in zip(pdf.pages, pages, sizes, strict=True):
            problems = [
                *wrong_boxes(page.obj, proof, size, shop),
                *loose_fonts(page.obj, proof),
                *see_through(page.obj, proof, shop),
                *letters_with_fonts(page.obj, proof, shop),
                *wrong_overprint(page.obj, proof, shop),
            ]
            findings += [finding_of(proof, problem) for problem in problems]
        told = [*_wrong_intent(pdf, shop), *layered(pdf), *wrong_name(pdf, file, shop)]
        findings += [
            Finding(code, Severity.ERROR, proof.game.id, Place(file), message, _AGAIN)
            for proof in pages[:1]
            for code, message in told
        ]
    most = 0.0
    if shop.colour == "cmyk":
        problems_by_page, most = too_much_ink(data, pages, shop)
        findings += problems_by_page
    return list(dict.fromkeys(findings)), most


def wrong_boxes(page: Any, proof: Proof, size: Format, shop: Shop) -> Iterator[Problem]:
    """Boxes that are missing or not where trim size and bleed put them."""
    bleed = shop.bleed_mm
    whole = (size.width_mm + 2 * bleed, size.height_mm + 2 * bleed)
    wanted = {
        "/MediaBox": (0.0, 0.0, *whole),
        "/BleedBox": (0.0, 0.0, *whole),
        "/TrimBox": (bleed, bleed, bleed + size.width_mm, bleed + size.height_mm),
    }
    for key, box in wanted.items():
        found = [float(value) / MM for value in page.get(key, ())]
        if len(found) == 4 and all(
            abs(a - b) <= NEAR_MM * 2 for a, b in zip(found, box, strict=True)
        ):
            continue
        name = key[1:].replace("Box", " box").lower()
        shown = " ".join(f"{value:.2f}" for value in found) or "missing"
        want = " ".join(f"{value:.2f}" for value in box)
        message = f"the {name} of {proof.shown} is {shown}, not {want} (mm)"
        yield Problem("preflight-boxes", message, "check the size of the face", proof.whole())


def loose_fonts(page: Any, proof: Proof) -> Iterator[Problem]:
    """Fonts that a page uses but the file does not hold."""
    for name in sorted(set(_unembedded(page.get("/Resources", Dictionary())))):
        message = f"{proof.shown} uses the font {name}, which is not embedded"
        yield Problem("preflight-fonts", message, "use a font role of theme.yaml", proof.whole())


def see_through(page: Any, proof: Proof, shop: Shop) -> Iterator[Problem]:
    """Translucent things where the standard knows no transparency."""
    if shop.opaque and transparent(page):
        message = f"something on {proof.shown} is translucent, and {shop.standard} takes nothing so"
        hint = "draw it opaque, or let the art be flattened"
        yield Problem("preflight-transparency", message, hint, proof.whole())


def too_much_ink(data: bytes, pages: Sequence[Proof], shop: Shop) -> tuple[list[Finding], float]:
    """Pages with a spot above the shop's ink limit, and the most ink there is, as rendered."""
    findings: list[Finding] = []
    most, seen = 0.0, set()
    try:
        with Plates(data) as plates:
            for index, proof in enumerate(pages):
                if proof.face.key in seen:
                    continue
                seen.add(proof.face.key)
                ink, x, y = most_ink(plates.page(index, LOOK_DPI), LOOK_DPI)
                most = max(most, ink)
                if ink > shop.most_ink / 100 + INK_SLACK:
                    problem = _ink_problem(proof, shop, ink, (x, y))
                    findings.append(finding_of(proof, problem))
    except ColourError as error:
        first = pages[0]
        problem = Problem("preflight-colour", f"{error}", "convert it to inks", first.whole())
        findings.append(finding_of(first, problem))
    return findings, most


def check_picture(image: Image.Image, proof: Proof, size: Format, shop: Shop) -> list[Finding]:
    """Check that a picture of a face has the pixels and colours the shop asks for."""
    wanted = shop.pixels_of(size)
    if image.size == wanted and image.mode == "RGB":
        return []
    message = (
        f"the picture of {proof.shown} has {image.width} x {image.height} pixels ({image.mode}), "
        f"not {wanted[0]} x {wanted[1]} (RGB)"
    )
    hint = "check the size of the face against the format"
    return [finding_of(proof, Problem("preflight-pixels", message, hint, proof.whole()))]


def _unembedded(resources: Any) -> Iterator[str]:
    for _, font in resources.get("/Font", Dictionary()).items():
        for actual in font.get("/DescendantFonts", [font]):
            descriptor = actual.get("/FontDescriptor", Dictionary())
            if not any(f"/FontFile{suffix}" in descriptor for suffix in ("", "2", "3")):
                yield str(actual.get("/BaseFont", "/unknown"))[1:]
    for _, target in resources.get("/XObject", Dictionary()).items():
        if "/Resources" in target:
            yield from _unembedded(target.Resources)


_AGAIN = "make the files again; if it stays so, report it: no data can cause it"


def _wrong_intent(pdf: Pdf, shop: Shop) -> Iterator[tuple[str, str]]:
    if shop.colour != "cmyk":
        return
    intents: Any = pdf.Root.get("/OutputIntents", [])
    if len(intents) != 1 or str(intents[0].get("/S")) != "/GTS_PDFX":
        yield "preflight-colour", "the file has no PDF/X output intent"
    elif int(intents[0].DestOutputProfile.N) != 4:
        yield "preflight-colour", "the output intent is no CMYK profile"


def _ink_problem(proof: Proof, shop: Shop, ink: float, spot: tuple[float, float]) -> Problem:
    message = (
        f"{proof.shown} has {ink * 100:.0f} % ink {spot[0]:.0f} mm from the left and "
        f"{spot[1]:.0f} mm from the top of its bleed; {shop.name} takes {shop.most_ink:g} %"
    )
    hint = "use a lighter colour there"
    return Problem("preflight-ink", message, hint, proof.whole())
