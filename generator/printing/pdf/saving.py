"""Save a PDF that is not in inks: its colours named as sRGB, its header by what is in it."""

from __future__ import annotations

import io

from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, String

from generator.drawing.srgb import CONDITION, srgb_profile
from generator.printing.pdf.versions import version_of


def saved(pdf: Pdf, *, packed: bool) -> bytes:
    """The bytes of ``pdf``, equal for equal content; ``packed`` with object streams, for size."""
    _name_colours(pdf)
    target = io.BytesIO()
    pdf.save(
        target,
        deterministic_id=True,
        force_version=version_of(pdf, packed=packed),
        object_stream_mode=ObjectStreamMode.generate if packed else ObjectStreamMode.disable,
        compress_streams=True,
    )
    return target.getvalue()


def _name_colours(pdf: Pdf) -> None:
    """Give the file an output intent: red, green and blue are those of sRGB."""
    profile = pdf.make_stream(srgb_profile(), N=3, Alternate=Name.DeviceRGB)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String(CONDITION),
        RegistryName=String("http://www.color.org"),
        Info=String(CONDITION),
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
