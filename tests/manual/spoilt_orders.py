"""What preflight guards against in a PDF: each order is spoilt in one way.

By the code that is found: the shop that is ordered from, where it is found, and how its PDFs are
spoilt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pikepdf
from shop_order import CANDLE

from validator.findings import Place


def _boxes(pdf: pikepdf.Pdf) -> None:
    """A page without its trim box."""
    del pdf.pages[0].obj["/TrimBox"]


def _colour(pdf: pikepdf.Pdf) -> None:
    """A file of inks that does not say which."""
    del pdf.Root["/OutputIntents"]


def _fonts(pdf: pikepdf.Pdf) -> None:
    """A page that uses a font which the file does not hold."""
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, BaseFont=pikepdf.Name.Helvetica)
    pdf.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=font)


def _ink(pdf: pikepdf.Pdf) -> None:
    """A page with all four inks in full on one spot."""
    pdf.pages[0].contents_add(pdf.make_stream(b"1 1 1 1 k 20 20 30 30 re f"))


def _layers(pdf: pikepdf.Pdf) -> None:
    """A file with layers."""
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Art"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]))


def _outlines(pdf: pikepdf.Pdf) -> None:
    """A page with letters in a font where the shop wants outlines."""
    embedded = pikepdf.Dictionary(FontFile2=pdf.make_stream(b""))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, FontDescriptor=embedded)
    pdf.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=font)


def _overprint(pdf: pikepdf.Pdf) -> None:
    """Black letters that spare out a ground they should be printed over."""
    face = pdf.pages[0].obj.Resources.XObject.Face
    face.Resources.ExtGState["/OverprintOn"].op = False


def _transparency(pdf: pikepdf.Pdf) -> None:
    """Translucent paint where the standard knows none."""
    state = pikepdf.Dictionary(ca=0.5)
    pdf.pages[0].obj.Resources.ExtGState = pikepdf.Dictionary(G1=state)


SPOILT: Mapping[str, tuple[str, Place, Callable[[pikepdf.Pdf], None]]] = {
    "preflight-boxes": ("printandplay", CANDLE, _boxes),
    "preflight-colour": ("drivethrucards", Place("card.pdf"), _colour),
    "preflight-fonts": ("printandplay", CANDLE, _fonts),
    "preflight-ink": ("offset", CANDLE, _ink),
    "preflight-layers": ("printandplay", Place("card.pdf"), _layers),
    "preflight-outlines": ("mbprint", CANDLE, _outlines),
    "preflight-overprint": ("longpack", CANDLE, _overprint),
    "preflight-transparency": ("drivethrucards", CANDLE, _transparency),
}
