"""RGB files to press files, PDF/X-4 and PDF/X-1a, step by step."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from enum import StrEnum

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from generator.drawing.colours import to_bytes
from generator.drawing.draw import FaceBook
from generator.press.inks import SHIPPED, Profile, Separation
from generator.press.transparency import drop_groups
from generator.recolour import recolour

_REGISTRY = "http://www.color.org"
_NAMESPACE = "http://www.npes.org/pdfx/ns/id/"
_MEDIA = "http://ns.adobe.com/xap/1.0/mm/"
_INFO_DATE = "D:20000101000000Z"
_DATE = "2000-01-01T00:00:00+00:00"


class Standard(StrEnum):
    """The PDF/X standards that shops ask for."""

    X4 = "PDF/X-4"
    X1A = "PDF/X-1a:2003"


VERSIONS = {Standard.X4: "1.6", Standard.X1A: "1.4"}


def finish(pdf: Pdf, standard: Standard, profile: Profile, title: str) -> bytes:
    """Return ``pdf``, whose colours are inks already, as a file of that standard.

    Pages without a trim box are trimmed at their media box. For PDF/X-1a the caller has made
    sure that nothing is translucent; layers are dropped, as it knows none.
    """
    for page in pdf.pages:
        _boxes(page)
    _output_intent(pdf, profile)
    if standard is Standard.X1A:
        drop_groups(pdf)
        if "/OCProperties" in pdf.Root:
            del pdf.Root["/OCProperties"]
    _information(pdf, standard, title)
    streams = pikepdf.ObjectStreamMode
    target = io.BytesIO()
    pdf.save(
        target,
        deterministic_id=True,
        force_version=VERSIONS[standard],
        object_stream_mode=streams.generate if standard is Standard.X4 else streams.disable,
    )
    return target.getvalue()


def _boxes(page: pikepdf.Page) -> None:
    media = [round(float(value), 3) for value in page.mediabox]
    page.obj.MediaBox = Array(media)
    for key in ("/TrimBox", "/BleedBox"):
        if key not in page.obj:
            page.obj[key] = Array(media)
    for key in ("/ArtBox", "/CropBox"):
        if key in page.obj:
            del page.obj[key]


def _output_intent(pdf: Pdf, profile: Profile) -> None:
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(
            profile.condition.replace("FOGRA39L", "FOGRA39")
            if profile.condition in SHIPPED.values()
            else "Custom"
        ),
        OutputCondition=String(profile.description),
        Info=String(profile.description),
        DestOutputProfile=pdf.make_stream(profile.data, N=4, Alternate=Name.DeviceCMYK),
    )
    if profile.condition in SHIPPED.values():
        intent.RegistryName = String(_REGISTRY)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


def _information(pdf: Pdf, standard: Standard, title: str) -> None:
    """Fill in the information dictionary and XMP; both must say the same."""
    mark = hashlib.sha256(title.encode()).hexdigest()[:32]
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        meta.register_xml_namespace(_NAMESPACE, "pdfxid")
        meta["dc:title"] = title
        meta["xmp:CreatorTool"] = "trilith"
        meta["xmp:CreateDate"] = meta["xmp:ModifyDate"] = meta["xmp:MetadataDate"] = _DATE
        meta["pdf:Producer"] = "trilith"
        meta["pdf:Trapped"] = "False"
        meta[f"{{{_MEDIA}}}DocumentID"] = f"uuid:{mark}"
        meta[f"{{{_MEDIA}}}VersionID"] = "1"
        meta[f"{{{_MEDIA}}}RenditionClass"] = "default"
        if standard is Standard.X4:
            meta[f"{{{_NAMESPACE}}}GTS_PDFXVersion"] = standard.value
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for key, value in (
        ("/Title", title),
        ("/Creator", "trilith"),
        ("/Producer", "trilith"),
        ("/CreationDate", _INFO_DATE),
        ("/ModDate", _INFO_DATE),
    ):
        pdf.docinfo[key] = String(value)
    pdf.docinfo["/Trapped"] = Name("/False")
    if standard is Standard.X1A:
        pdf.docinfo["/GTS_PDFXVersion"] = String(standard.value)


# RGB files to press files: the whole way, as :mod:`generator.press` does it step by step.
#
# Everything stays vector; only transparency, for a shop that takes none, becomes a picture.


@dataclass(frozen=True)
class PrintingCondition:
    """A printing condition: the profile, the most ink (3.0 is 300 %) and the standard."""

    profile: Profile
    most: float = 3.0
    standard: Standard = Standard.X4


def separate_book(book: FaceBook, press: PrintingCondition) -> FaceBook:
    """All drawn faces as inks of ``press``: greys on black alone, under the ink limit.

    Raises:
        ColourError: a colour that cannot be converted.
    """
    separation = Separation(press.profile, press.most)
    pdfs = []
    for data in book.pdfs:
        with Pdf.open(io.BytesIO(data)) as pdf:
            recolour(pdf, separation)
            pdfs.append(to_bytes(pdf))
    return FaceBook(pdfs, book.pages)
