"""The strict font registry: a family, weight and slant names one file, or it is an error.

Fonts come from the packages ``font-source-serif-pro`` and ``font-source-sans-pro`` (static
TrueType files, OFL) and from a project's own ``templates/fonts/``. Nothing is taken from the
system unless the theme says so under ``fallback``, so the same sources print the same on every
machine.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import uharfbuzz as hb

from validator.plainfile import read_plain

WEIGHTS: Mapping[str, int] = {
    "extralight": 200,
    "light": 300,
    "regular": 400,
    "semibold": 600,
    "bold": 700,
    "black": 900,
}
"""Weight names of theme.yaml, with their OpenType weight classes."""

_PACKAGES = (
    ("Source Serif Pro", "font_source_serif_pro", "SourceSerifPro"),
    ("Source Sans Pro", "font_source_sans_pro", "SourceSansPro"),
)
_FILE_WEIGHTS = (
    ("ExtraLight", 200),
    ("Light", 300),
    ("Regular", 400),
    ("Semibold", 600),
    ("Bold", 700),
    ("Black", 900),
)


class FontError(Exception):
    """A font that cannot be used: unknown, missing or unreadable. The message says which."""


@dataclass(frozen=True, slots=True, order=True)
class FontKey:
    """What names a font: family, weight class (400 is regular) and slant."""

    family: str
    weight: int = 400
    italic: bool = False

    def __str__(self) -> str:
        return f"{self.family} {self.weight}{' italic' if self.italic else ''}"


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights of a font in em, measured on its own letters: ``d``, ``H``, ``x`` and ``p``."""

    ascent: float
    cap_height: float
    x_height: float
    descent: float


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """A font file that is ready to measure with; ``shaper`` works in font units.

    Fonts compare by identity: :func:`open_font` opens each file once. ``index`` is the font's
    number in a collection. ``language`` (BCP 47) is that of the texts set in it, empty where none
    is told. Letters that it lacks are set in the first of the ``fallbacks`` that has them.
    """

    key: FontKey
    path: Path
    shaper: hb.Font
    units_per_em: int
    metrics: Metrics
    index: int = 0
    language: str = ""
    fallbacks: tuple[Fallback, ...] = ()

    def has(self, character: str) -> bool:
        """Tell whether the font has a glyph of its own for ``character``."""
        return bool(self.shaper.get_nominal_glyph(ord(character)))


Fallback = Callable[[str], "Font | None"]
"""The font that has a letter, if any."""


@dataclass(frozen=True)
class Registry:
    """All fonts a project may name."""

    files: Mapping[FontKey, Path]

    def path(self, key: FontKey) -> Path:
        """The file of ``key``.

        Raises:
            FontError: no such font is registered; the message lists the family's weights.
        """
        if key in self.files:
            return self.files[key]
        same = sorted(known for known in self.files if known.family == key.family)
        if same:
            known = ", ".join(f"{k.weight}{' italic' if k.italic else ''}" for k in same)
            raise FontError(f"there is no font {key}; {key.family} has {known}")
        families = ", ".join(sorted({known.family for known in self.files}))
        raise FontError(f"there is no font family {key.family!r}; there are {families}")

    def font(self, key: FontKey) -> Font:
        """The opened font of ``key`` (opened once a process).

        Raises:
            FontError: the font is unknown, or its file is missing or is not a font.
        """
        return open_font(key, self.path(key))


@cache
def shipped() -> Registry:
    """The registry of the two font packages trilith depends on."""
    return Registry(dict(_shipped_files()))


def with_files(registry: Registry, extra: Mapping[FontKey, Path]) -> Registry:
    """``registry`` with a project's own font files; they win over shipped ones."""
    return Registry({**registry.files, **extra})


@cache
def in_language(font: Font, language: str) -> Font:
    """``font`` for texts of a language, as its fallbacks then are too."""

    def told(fallback: Fallback) -> Fallback:
        return lambda letter: (found := fallback(letter)) and in_language(found, language)

    return replace(font, language=language, fallbacks=tuple(map(told, font.fallbacks)))


@cache
def open_font(key: FontKey, path: Path, index: int = 0) -> Font:
    """Open a font file for measuring; ``index`` counts the fonts of a collection.

    Raises:
        FontError: the file is missing, unreadable, variable or not a font.
    """
    try:
        data = read_plain(path)
    except OSError as error:
        raise FontError(f"cannot read the font file {path.name} of {key}") from error
    if _is_cut_short(data):
        raise FontError(f"the file {path.name} of {key} is damaged: its end is missing")
    face = hb.Face(hb.Blob(data), index)
    if face.glyph_count == 0:
        raise FontError(f"the file {path.name} of {key} is not a TrueType or OpenType font")
    if face.has_var_data:
        raise FontError(f"{path.name} is a variable font; supply a static instance for {key}")
    shaper = hb.Font(face)
    return Font(key, path, shaper, face.upem, _metrics(shaper, face.upem), index)


def _is_cut_short(data: bytes) -> bool:
    """Tell whether a table of a font, by the directory at its start, lies beyond its end.

    The directory is that of the OpenType specification ("Organization of an OpenType Font").
    """
    if data[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        return False
    count = int.from_bytes(data[4:6], "big")
    entries = [data[at : at + 16] for at in range(12, 12 + 16 * count, 16)]
    ends = [int.from_bytes(e[8:12], "big") + int.from_bytes(e[12:16], "big") for e in entries]
    return len(data) < 12 + 16 * count or max(ends, default=0) > len(data)


def _shipped_files() -> Iterator[tuple[FontKey, Path]]:
    for family, package, stem in _PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            continue
        folder = Path(spec.origin).parent / "files"
        for name, weight in _FILE_WEIGHTS:
            yield FontKey(family, weight), folder / f"{stem}-{name}.ttf"
            slanted = "It" if name == "Regular" else f"{name}It"
            yield FontKey(family, weight, italic=True), folder / f"{stem}-{slanted}.ttf"


def _metrics(shaper: hb.Font, upem: int) -> Metrics:
    fallback = shaper.get_font_extents("ltr")

    def extent(letter: str, *, top: bool, default: float) -> float:
        glyph = shaper.get_nominal_glyph(ord(letter))
        box = shaper.get_glyph_extents(glyph) if glyph else None
        if box is None or not box.height:
            return default / upem
        return float(box.y_bearing if top else -(box.y_bearing + box.height)) / upem

    return Metrics(
        ascent=extent("d", top=True, default=fallback.ascender),
        cap_height=extent("H", top=True, default=fallback.ascender * 0.7),
        x_height=extent("x", top=True, default=fallback.ascender * 0.5),
        descent=extent("p", top=False, default=-fallback.descender),
    )
