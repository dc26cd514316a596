"""Preflight of how a file is made: letters as a shop wants them, no layers, a name that is true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from pikepdf import Dictionary, Pdf

from generator.press.inks.overprint import black_letters
from generator.press.shop.preflight import Problem
from generator.press.shop.proofs import Proof
from generator.press.shop.shops import Shop

_MM = 72 / 25.4
_AGAIN = "make the files again; if it stays so, report it: no data can cause it"


def letters_with_fonts(page: Any, proof: Proof, shop: Shop) -> Iterator[Problem]:
    """Fonts on a page of a shop that wants outlines."""
    if shop.fonts == "outlines" and any("/Font" in one for one in _resources(page)):
        message = f"{proof.shown} has letters in a font; {shop.name} wants outlines"
        yield Problem("preflight-outlines", message, _AGAIN, proof.whole())


def wrong_overprint(page: Any, proof: Proof, shop: Shop) -> Iterator[Problem]:
    """Solid black letters that do not overprint where they should, or do where they should not."""
    if shop.colour != "cmyk":
        return
    faces = page.get("/Resources", Dictionary()).get("/XObject", Dictionary()).items()
    streams = [page, *(face for _, face in faces if face.get("/Subtype") == "/Form")]
    wrong = sum(over != shop.overprints for one in streams for over in black_letters(one))
    if wrong:
        does = "spare out their ground" if shop.overprints else "overprint"
        wants = "printed over it" if shop.overprints else "to spare it out"
        message = f"{wrong} black texts of {proof.shown} {does}; {shop.name} wants them {wants}"
        yield Problem("preflight-overprint", message, _AGAIN, proof.whole())


def layered(pdf: Pdf) -> Iterator[tuple[str, str]]:
    """The code and message of layers in a file."""
    if "/OCProperties" in pdf.Root:
        count = len(pdf.Root.OCProperties.get("/OCGs", []))
        yield "preflight-layers", f"the file has {count} layers, which shops want flattened"


def wrong_name(pdf: Pdf, file: str, shop: Shop) -> Iterator[tuple[str, str]]:
    """The code and message of a name that tells another size than that of the pages."""
    if "{size}" not in shop.naming:
        return
    name = PurePosixPath(file).stem
    for number, page in enumerate(pdf.pages, 1):
        left, bottom, right, top = (float(value) / _MM for value in page.trimbox)
        sold = {one.name for one in shop.formats if one.takes(right - left, top - bottom)}
        cut = f"{round(right - left, 2):g}x{round(top - bottom, 2):g}"
        if not any(word in name for word in (cut, *sold)):
            yield "preflight-name", f"page {number} of {file} is cut to {cut} mm"
            return


def _resources(target: Any) -> Iterator[Any]:
    """The resources of a page and of the forms that it uses, at any depth."""
    own = target.get("/Resources", Dictionary())
    yield own
    for _, inner in own.get("/XObject", Dictionary()).items():
        if inner.get("/Subtype") == "/Form":
            yield from _resources(inner)
