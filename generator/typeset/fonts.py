"""The strict font registry: files, fallbacks, fonts of the system, fonts for web pages."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import subprocess
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Literal
from unicodedata import category

import uharfbuzz as hb

from generator.installed import find_program, own_libraries
from validator.plainfile import read_plain

# Fonts: shipped ones and those of the system, what stands in for a missing sign, and shaping.
#
# Fonts come from the packages ``font-source-serif-pro`` and ``font-source-sans-pro`` (static
# TrueType files, OFL) and from a project's own ``templates/fonts/``. Nothing is taken from the
# system unless the theme says so under ``fallback``, so the same sources print the same on every
# machine.
#
# All lengths are in em (multiples of the font size), so one shaping serves every size and the
# results can be cached for the whole program.


_PACKAGES = (
    ("Source Serif Pro", "font_source_serif_pro", "SourceSerifPro"),
    ("Source Sans Pro", "font_source_sans_pro", "SourceSansPro"),
)
_FILE_WEIGHTS = {
    "ExtraLight": 200,
    "Light": 300,
    "Regular": 400,
    "Semibold": 600,
    "Bold": 700,
    "Black": 900,
}
WEIGHTS: Mapping[str, int] = {name.lower(): weight for name, weight in _FILE_WEIGHTS.items()}
"""Weight names of theme.yaml, with their OpenType weight classes."""


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
    """Heights of a font in em, measured on its own letters: ``d``, ``H`` and ``p``."""

    ascent: float
    cap_height: float
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
def registry_of_trilith() -> Registry:
    """The registry of the two font packages trilith depends on."""
    return Registry(dict(_files_of_packages()))


@cache
def in_language(font: Font, language: str) -> Font:
    """``font`` for texts of a language, as its fallbacks then are too."""

    def localise(fallback: Fallback) -> Fallback:
        return lambda letter: (found := fallback(letter)) and in_language(found, language)

    return replace(font, language=language, fallbacks=tuple(map(localise, font.fallbacks)))


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


def _files_of_packages() -> Iterator[tuple[FontKey, Path]]:
    for family, package, stem in _PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            continue
        folder = Path(spec.origin).parent / "files"
        for name, weight in _FILE_WEIGHTS.items():
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
        descent=extent("p", top=False, default=-fallback.descender),
    )


MM_PER_PT = 25.4 / 72
"""Millimetres in a point (1/72 inch, the unit of PDF)."""

Direction = Literal["ltr", "rtl"]
"""Which way the letters of a run follow each other."""

MOST_RUNS = 4_096
"""Runs that a process remembers, some kB each: what is drawn again is mostly drawn soon."""
_LANGUAGE = "en"  # if none is told: HarfBuzz would otherwise ask the user's locale
_NO_LIGATURES = {"liga": False, "clig": False}


@dataclass(frozen=True, slots=True)
class Shaped:
    """Glyphs of one run, from left to right: ``(id, x, y)`` from its origin, y downwards, in em.

    ``clusters`` map the run's UTF-8 bytes to glyphs as ``(bytes, glyphs)`` pairs in the order of
    the text, so that the text of a PDF can be selected and searched. ``missing`` holds characters
    that the font has no glyph for.
    """

    glyphs: tuple[tuple[int, float, float], ...]
    clusters: tuple[tuple[int, int], ...]
    advance: float
    missing: str


@lru_cache(maxsize=MOST_RUNS)
def shape(font: Font, text: str, tracking: float = 0.0, direction: Direction = "ltr") -> Shaped:
    """Shape ``text``, which runs one way; ``tracking`` is extra space after a letter in em."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = direction
    buffer.language = font.language or _LANGUAGE
    hb.shape(font.shaper, buffer, _NO_LIGATURES if tracking else None)
    infos = buffer.glyph_infos
    ids, starts = [info.codepoint for info in infos], [info.cluster for info in infos]
    glyphs, advance = _positions(ids, buffer.glyph_positions, font.units_per_em, tracking)
    lacking = (text[start] for glyph, start in zip(ids, starts, strict=True) if glyph == 0)
    missing = "".join(dict.fromkeys(lacking)) if 0 in ids else ""
    return Shaped(glyphs, _clusters(text, starts), advance, missing)


def direction_of(level: int) -> Direction:
    """Which way letters of a level run."""
    return "rtl" if level % 2 else "ltr"


def _positions(
    ids: Sequence[int], places: Sequence[hb.GlyphPosition], upem: int, tracking: float
) -> tuple[tuple[tuple[int, float, float], ...], float]:
    glyphs, x = [], 0.0
    for glyph, place in zip(ids, places, strict=True):
        right, up, advance, _ = place.position
        glyphs.append((glyph, x + right / upem, -up / upem))
        x += advance / upem + tracking
    return tuple(glyphs), x - tracking if glyphs else 0.0


def _clusters(text: str, starts: Sequence[int]) -> tuple[tuple[int, int], ...]:
    if text.isascii() and starts == list(range(len(text))):
        return ((1, 1),) * len(text)
    glyphs = Counter(starts)
    edges = [*sorted(glyphs), len(text)]
    return tuple((len(text[start:end].encode()), glyphs[start]) for start, end in pairwise(edges))


_FORMAT = "%{file}\t%{index}\t%{family[0]}\t%{weight}\t%{slant}\t%{charset}\n"
_QUERY = ":outline=true:variable=false"
_WEIGHTS = ((40, 200), (50, 300), (80, 400), (100, 500), (180, 600), (200, 700), (210, 900))
"""Weights of fontconfig (fontconfig.h) and their OpenType weight classes."""
_OPENED = (".ttf", ".otf", ".ttc", ".otc")
_SECONDS = 20


@dataclass(frozen=True, slots=True, order=True)
class SystemFont:
    """A font of the system; ``ranges`` are the first and last code points of what it has."""

    family: str
    italic: bool
    weight: int
    path: Path
    index: int
    ranges: tuple[tuple[int, int], ...]

    def has(self, letter: str) -> bool:
        """Tell whether it has a glyph for a letter, by its list."""
        at = bisect_right(self.ranges, (ord(letter), 0x110000)) - 1
        return at >= 0 and self.ranges[at][0] <= ord(letter) <= self.ranges[at][1]

    def open(self) -> Font | None:
        """The font, or None where it cannot be set with."""
        try:
            return open_font(FontKey(self.family, self.weight, self.italic), self.path, self.index)
        except FontError:
            return None


@cache
def system_fonts() -> tuple[SystemFont, ...]:
    """All static outline fonts of the system, by family; none where fontconfig is not there."""
    program = find_program("fc-list")
    if program is None:
        return ()
    try:
        command = [program, "--format", _FORMAT, _QUERY]
        with own_libraries():
            listed = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(sorted(_read_listed(listed.stdout.decode("utf-8", "replace"))))


def state() -> str:
    """A hash of which fonts the system has; it changes when a font does."""
    total = hashlib.sha256()
    for font in system_fonts():
        found = font.path.stat() if font.path.exists() else None
        total.update(f"{font.path} {found and (found.st_mtime_ns, found.st_size)}|".encode())
    return total.hexdigest()


def of_family(family: str, key: FontKey, letter: str) -> Font | None:
    """The font of a family that has a letter and is nearest to ``key`` in slant and weight."""
    fitting = [one for one in system_fonts() if one.family == family and one.has(letter)]
    fitting.sort(key=lambda one: (one.italic != key.italic, abs(one.weight - key.weight), one))
    return next((font for one in fitting if (font := one.open()) is not None), None)


def of_any_family(key: FontKey, letter: str) -> Font | None:
    """The nearest font of the first family that has a letter: Noto first, then by the alphabet."""
    fonts = (of_family(family, key, letter) for family in families(letter))
    return next((font for font in fonts if font is not None), None)


@cache
def families(letter: str = "") -> tuple[str, ...]:
    """The families of the system, or those that have a letter, in the order they are tried."""
    found = {one.family for one in system_fonts() if not letter or one.has(letter)}
    return tuple(sorted(found, key=lambda name: ("Mono" in name, "Noto" not in name, name)))


def _read_listed(listed: str) -> Iterator[SystemFont]:
    for line in listed.splitlines():
        file, index, family, weight, slant, charset = line.split("\t")
        if file.lower().endswith(_OPENED) and charset:
            heavy = float(weight or 80)
            near = min(_WEIGHTS, key=lambda pair: abs(pair[0] - heavy))[1]
            ends = (part.split("-") for part in charset.split())
            ranges = tuple((int(one[0], 16), int(one[-1], 16)) for one in ends)
            yield SystemFont(family, slant != "0", near, Path(file), int(index) & 0xFFFF, ranges)


_ATTACHED = frozenset(["Mn", "Mc", "Me", "Cf"])
"""Categories of what belongs to the letter before it: marks, joiners."""

Part = tuple[Font, str]
"""Letters that follow each other in one font."""


@lru_cache(maxsize=16_384)
def parts_of(font: Font, text: str) -> tuple[Part, ...]:
    """``text`` cut where another font takes over; what no font has stays in ``font``."""
    if not font.fallbacks or text.isascii():
        return ((font, text),)
    found: list[Part] = []
    for letter in text:
        attached = found and category(letter) in _ATTACHED
        used = found[-1][0] if attached else font_for(font, letter)
        if found and found[-1][0] is used:
            found[-1] = (used, found[-1][1] + letter)
        else:
            found.append((used, letter))
    return tuple(found)


@lru_cache(maxsize=16_384)
def font_for(font: Font, letter: str) -> Font:
    """The font that a letter is set in: ``font`` if none has it."""
    if letter.isspace() or font.has(letter):
        return font
    found = (fallback(letter) for fallback in font.fallbacks)
    return next((other for other in found if other is not None), font)


def letters_lacking(font: Font, text: str) -> str:
    """The letters of ``text`` that neither ``font`` nor a fallback has, each once."""
    letters = dict.fromkeys(text)
    return "".join(one for one in letters if not one.isspace() and not font_for(font, one).has(one))


SYSTEM = "system"
"""Stands for all families of the system, in the order of :func:`of_any_family`."""


def with_fallbacks(font: Font, names: Sequence[str], registry: Registry) -> Font:
    """``font`` with the families ``names`` for the letters that it lacks, in its weight and slant.

    Raises:
        FontError: a family is neither in the registry nor on this system.
    """
    if not names:
        return font
    return replace(font, fallbacks=tuple(_fallbacks(font.key, names, registry)))


def _fallbacks(key: FontKey, names: Sequence[str], registry: Registry) -> Iterator[Fallback]:
    for name in names:
        known = [one for one in registry.files if one.family == name]
        if known:
            yield partial(_if_it_has, registry.font(min(known, key=partial(_distance, key))))
        elif name == SYSTEM:
            families()  # listed now, so that workers need not
            yield partial(of_any_family, key)
        elif name in families():
            yield partial(of_family, name, key)
        else:
            message = f"there is no font family {name!r}: none comes along, the theme names no"
            raise FontError(f"{message} `file` of it, and this system has none")


def _distance(wanted: FontKey, key: FontKey) -> tuple[bool, int, FontKey]:
    return key.italic != wanted.italic, abs(key.weight - wanted.weight), key


def _if_it_has(font: Font, letter: str) -> Font | None:
    return font if font.has(letter) else None


CHARACTERS = frozenset(
    [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x2026]
)
"""Latin letters, figures and the marks the pages use."""
FACES = (
    FontKey("Source Sans Pro"),
    FontKey("Source Sans Pro", 700),
    FontKey("Source Serif Pro", 700),
)


@cache
def font_faces(text: str = "") -> str:
    """Return CSS that brings the fonts of a page along (about 25 kB each).

    They have ``CHARACTERS``, and those of ``text`` as far as the fonts go.
    """
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(CHARACTERS.union(map(ord, text)))
    rules = []
    for key in FACES:
        font = hb.Face(hb.Blob(registry_of_trilith().path(key).read_bytes()))
        data = base64.b64encode(hb.subset(font, wanted).blob.data).decode("ascii")
        rules.append(
            f'@font-face {{font-family: "{key.family}"; font-weight: {key.weight}; '
            f"src: url(data:font/ttf;base64,{data})}}"
        )
    return "\n".join(rules)
