"""Fonts inside a web page: subsets of the shipped families as data URIs."""

from __future__ import annotations

import base64
from collections.abc import Collection
from functools import cache
from importlib.resources import files

import uharfbuzz as hb

CHARACTERS = frozenset(
    [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x2026]
)
"""Latin letters, figures and the marks the pages use."""
FACES = (
    ("Source Sans Pro", 400, "font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    ("Source Sans Pro", 700, "font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    ("Source Serif Pro", 700, "font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
)


@cache
def font_faces(text: str = "") -> str:
    """Return CSS that brings the fonts of a page along (about 25 kB each).

    They have ``CHARACTERS``, and those of ``text`` as far as the fonts go.
    """
    wanted = CHARACTERS.union(map(ord, text))
    return "\n".join(_face(*face, wanted) for face in FACES)


def _face(family: str, weight: int, package: str, file: str, wanted: Collection[int]) -> str:
    """Return one ``@font-face`` rule."""
    data = base64.b64encode(_subset(_read(package, file), wanted)).decode("ascii")
    return (
        f'@font-face {{font-family: "{family}"; font-weight: {weight}; '
        f"src: url(data:font/ttf;base64,{data})}}"
    )


def _read(package: str, file: str) -> bytes:
    """Return the bytes of a font file of an installed font package."""
    folders = [files(package)]
    while folders:
        for entry in folders.pop().iterdir():
            if entry.is_dir():
                folders.append(entry)
            elif entry.name == file:
                return entry.read_bytes()
    raise FileNotFoundError(f"{package} has no {file}; install it again")


def _subset(font: bytes, characters: Collection[int]) -> bytes:
    """Return a font with these characters only."""
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(characters)
    data = hb.subset(hb.Face(hb.Blob(font)), wanted).blob.data
    return bytes(data)
