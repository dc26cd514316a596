"""Layers of a print file that a viewer can switch: art, text, guides, crop marks, labels.

Layers are optional content groups. They carry no ``/Usage``: with it viewers ignore what is
switched off by default.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

TITLES: Mapping[str, str] = {
    "art": "Art",
    "text": "Text",
    "guides": "Fold lines and guides",
    "marks": "Crop marks",
    "labels": "Labels and ruler",
}
"""Names of the layers as viewers show them, by the key that marks their content."""

_LEVEL = 4
"""How hard faces are packed, of 1 to 9: the usual 6 takes twice as long, for 2 % of a kit."""
_BEGIN, _END = b"BT\n", b"\nET\n"
"""A text object as cairo writes it: its end stands on a line of its own, which no string can
hold, since line ends in strings follow a backslash."""


def add_layers(pdf: Pdf) -> dict[str, Dictionary]:
    """Declare all layers in ``pdf``, switched on; returns them by key."""
    layers = {
        key: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(title)))
        for key, title in TITLES.items()
    }
    everything = Array(list(layers.values()))
    pdf.Root.OCProperties = Dictionary(
        OCGs=everything,
        D=Dictionary(Name=String("Layers"), Order=everything, ON=everything, BaseState=Name.ON),
    )
    return layers


def mark_face(form: pikepdf.Object, layers: Mapping[str, Dictionary]) -> None:
    """Put the text objects of a face into the layer ``text``, all else into ``art``."""
    form.write(zlib.compress(marked(form.read_bytes()), _LEVEL), filter=Name.FlateDecode)
    resources = form.get("/Resources") or Dictionary()
    resources["/Properties"] = Dictionary({f"/{key}": layers[key] for key in ("art", "text")})
    form["/Resources"] = resources


def marked(content: bytes) -> bytes:
    """Return a content stream with its text objects and the rest marked by layer."""
    found: list[bytes] = []
    end = 0
    for start, stop in _texts(content):
        found += [_in_layer(b"art", content[end:start]), _in_layer(b"text", content[start:stop])]
        end = stop
    found.append(_in_layer(b"art", content[end:]))
    return b"".join(found)


def _texts(content: bytes) -> Iterator[tuple[int, int]]:
    """Where text objects begin and end; searched for as they are, which is faster than patterns."""
    start = content.find(_BEGIN)
    while start >= 0:
        after = start + len(_BEGIN)
        if not start or content[start - 1 : start].isspace():
            end = content.find(_END, after)
            if end < 0:
                return
            after = end + len(_END)
            yield start, after
        start = content.find(_BEGIN, after)


def _in_layer(key: bytes, content: bytes) -> bytes:
    if not content or content.isspace():
        return content
    return b"/OC /" + key + b" BDC\n" + content + b"\nEMC\n"
