"""The fonts of the system, as fontconfig lists them: by family, or by the letters they have."""

from __future__ import annotations

import hashlib
import subprocess
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.programs import find_program
from generator.typeset.fonts import Font, FontError, FontKey, open_font

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

    def opened(self) -> Font | None:
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
        listed = subprocess.run(
            [program, "--format", _FORMAT, _QUERY],
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(sorted(_read(listed.stdout.decode("utf-8", "replace"))))


def state() -> str:
    """A hash of which fonts the system has; it changes when a font does."""
    total = hashlib.sha256()
    for font in system_fonts():
        found = font.path.stat() if font.path.exists() else None
        total.update(f"{font.path} {found and (found.st_mtime_ns, found.st_size)}|".encode())
    return total.hexdigest()


def of_family(family: str, key: FontKey, letter: str) -> Font | None:
    """The font of a family that has a letter and is nearest to ``key`` in slant and weight."""
    return _nearest([one for one in system_fonts() if one.family == family], key, letter)


def of_any_family(key: FontKey, letter: str) -> Font | None:
    """The nearest font of the first family that has a letter: Noto first, then by the alphabet."""
    for family in families(letter):
        found = of_family(family, key, letter)
        if found is not None:
            return found
    return None


@cache
def families(letter: str = "") -> tuple[str, ...]:
    """The families of the system, or those that have a letter, in the order they are tried."""
    found = {one.family for one in system_fonts() if not letter or one.has(letter)}
    return tuple(sorted(found, key=lambda name: ("Mono" in name, "Noto" not in name, name)))


def _nearest(fonts: Sequence[SystemFont], key: FontKey, letter: str) -> Font | None:
    fitting = [one for one in fonts if one.has(letter)]
    fitting.sort(key=lambda one: (one.italic != key.italic, abs(one.weight - key.weight), one))
    return next((font for one in fitting if (font := one.opened()) is not None), None)


def _read(listed: str) -> Iterator[SystemFont]:
    for line in listed.splitlines():
        file, index, family, weight, slant, charset = line.split("\t")
        if file.lower().endswith(_OPENED) and charset:
            heavy = float(weight or 80)
            near = min(_WEIGHTS, key=lambda pair: abs(pair[0] - heavy))[1]
            ranges = tuple(_range(part) for part in charset.split())
            yield SystemFont(family, slant != "0", near, Path(file), int(index) & 0xFFFF, ranges)


def _range(part: str) -> tuple[int, int]:
    first, _, last = part.partition("-")
    return int(first, 16), int(last or first, 16)
