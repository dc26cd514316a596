"""PDFs saved so that the same content gives the same bytes, in the version they need."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain
from typing import Any

from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, Stream, String

from generator.drawing.srgb import CONDITION, srgb_profile

OLDEST = "1.3"
"""The version of page boxes, smooth shading, ICC-based colour and page labels; nothing that is
made here is older."""

_OBJECT_STREAMS = "1.5"
_KEYS = {
    "/SMask": "1.4",
    "/ca": "1.4",
    "/CA": "1.4",
    "/BM": "1.4",
    "/OPM": "1.3",
    "/OutputIntents": "1.4",
    "/MarkInfo": "1.4",
    "/StructTreeRoot": "1.3",
    "/Tabs": "1.5",
    "/Metadata": "1.4",
    "/Lang": "1.4",
    "/DisplayDocTitle": "1.4",
    "/OCProperties": "1.5",
    "/OC": "1.5",
    "/PrintScaling": "1.6",
    "/UserUnit": "1.6",
    "/Duplex": "1.7",
}
"""The version that brought a key of a dictionary (ISO 32000-1:2008, tables 25 to 150)."""
_VALUES = {
    ("/S", "/Transparency"): "1.4",
    ("/Type", "/OCG"): "1.5",
    ("/Filter", "/JPXDecode"): "1.5",
    ("/BitsPerComponent", "16"): "1.5",
    ("/Subtype", "/OpenType"): "1.6",
}
"""The version that brought a value of a key."""
_LATEST = max(*_KEYS.values(), *_VALUES.values())


def version_of(pdf: Pdf, *, packed: bool = False) -> str:
    """The least version, such as ``1.4``, that knows all that ``pdf`` uses.

    ``packed`` tells that it will be saved with object streams.
    """
    found = _OBJECT_STREAMS if packed else OLDEST
    for thing in chain([pdf.Root], pdf.objects):
        if found == _LATEST:
            break
        found = max(found, *_needs(thing), OLDEST)  # one digit each, up to 2.0
    return found


def _needs(thing: Any) -> Iterator[str]:
    """The versions that brought what a dictionary, stream or array holds directly."""
    if isinstance(thing, Array):
        inner = list(thing) if len(thing) and isinstance(thing[0], Dictionary | Array) else []
    elif isinstance(thing, Dictionary | Stream):
        items = list(thing.items())
        for key, value in items:
            if key in _KEYS:
                yield _KEYS[key]
            yield from _valued(key, value)
        inner = [value for _, value in items]
    else:
        return
    for value in inner:
        if isinstance(value, Dictionary | Array) and not value.is_indirect:
            yield from _needs(value)


def _valued(key: str, value: Any) -> Iterator[str]:
    if key in _VALUED:
        for one in value if isinstance(value, Array) else (value,):
            version = _VALUES.get((key, str(one)))
            if version:
                yield version


_VALUED = frozenset(key for key, _ in _VALUES)


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
