"""Rewrite the colours of one content stream; what is painted, and how, stays as it is.

Colours are not mapped where they are set but where they are used, because the same grey may
colour letters and art. So setting operators are held back, and the mapped colour is written
before the operator that paints: before a path begins (colours may not change inside one), or
before letters are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, TypeAlias

import pikepdf
from pikepdf import Name, Operator

from generator.recolour.mapping import Colour, ColourError, Mapping, Use

Instruction: TypeAlias = Any
"""An instruction of pikepdf, or a pair of operands and operator."""
SpaceOf = Callable[[str], int | None]
"""From the name of a colour space to its number of components; None for patterns."""

_SETTERS = {"g": ("fill", 1), "rg": ("fill", 3), "k": ("fill", 4)} | {
    "G": ("stroke", 1),
    "RG": ("stroke", 3),
    "K": ("stroke", 4),
}
_SPACE_SETTERS = {"cs": "fill", "CS": "stroke"}
_COLOUR_SETTERS = {"sc": "fill", "scn": "fill", "SC": "stroke", "SCN": "stroke"}
_WRITERS = {
    ("fill", 1): "g",
    ("fill", 3): "rg",
    ("fill", 4): "k",
    ("stroke", 1): "G",
    ("stroke", 3): "RG",
    ("stroke", 4): "K",
}
_PATH = frozenset(("m", "l", "c", "v", "y", "h", "re", "W", "W*"))
_PAINTS = {
    "f": ("fill",),
    "F": ("fill",),
    "f*": ("fill",),
    "S": ("stroke",),
    "s": ("stroke",),
    "B": ("fill", "stroke"),
    "B*": ("fill", "stroke"),
    "b": ("fill", "stroke"),
    "b*": ("fill", "stroke"),
    "n": (),
}
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_STROKED_TEXT = (1, 2, 5, 6)


@dataclass(frozen=True, slots=True)
class _Graphics:
    """The colour part of the graphics state: as set by the source, and as written so far.

    None as a colour means that it is a pattern, or inherited: then nothing is written.
    """

    fill: Colour | None = None
    stroke: Colour | None = None
    fill_size: int | None = 1
    stroke_size: int | None = 1
    written_fill: Colour | None = None
    written_stroke: Colour | None = None
    text_mode: int = 0


BLACK = _Graphics(fill=(0.0,), stroke=(0.0,))
"""The state in which a page starts; a form inherits that of its user."""
INHERITED = _Graphics()


@dataclass
class Rewriter:
    """Takes the instructions of a stream and collects the recoloured ones in ``out``."""

    mapping: Mapping
    space_of: SpaceOf
    paints_with: Callable[[str], tuple[str, ...]]
    graphics: _Graphics = BLACK
    stack: list[_Graphics] = field(default_factory=list)
    path: list[Instruction] = field(default_factory=list)
    out: list[Instruction] = field(default_factory=list)

    def run(self, instructions: Iterable[Any]) -> list[Instruction]:
        """Rewrite all ``instructions``."""
        for instruction in instructions:
            if isinstance(instruction, pikepdf.ContentStreamInlineImage):
                self._inline_image(instruction)
            else:
                self._take(instruction.operands, str(instruction.operator), instruction)
        return self.out

    def _take(self, operands: Sequence[Any], operator: str, whole: Any) -> None:
        if operator in _SETTERS:
            which, size = _SETTERS[operator]
            self._set(which, _colour(operands), size)
        elif operator in _SPACE_SETTERS:
            self._set_space(_SPACE_SETTERS[operator], operands, whole)
        elif operator in _COLOUR_SETTERS:
            self._set_in_space(_COLOUR_SETTERS[operator], operands, whole)
        elif operator in _PATH:
            self.path.append(whole)
        elif operator in _PAINTS:
            self._write_colours(_PAINTS[operator], Use.ART)
            self.out.extend(self.path)
            self.path.clear()
            self.out.append(whole)
        else:
            self._other(operands, operator)
            self.out.append(whole)

    def _other(self, operands: Sequence[Any], operator: str) -> None:
        if operator == "q":
            self.stack.append(self.graphics)
        elif operator == "Q":
            self.graphics = self.stack.pop() if self.stack else self.graphics
        elif operator == "Tr":
            self.graphics = replace(self.graphics, text_mode=int(operands[0]))
        elif operator in _SHOWS:
            stroked = self.graphics.text_mode in _STROKED_TEXT
            self._write_colours(("fill", "stroke") if stroked else ("fill",), Use.TEXT)
        elif operator == "Do":
            self._write_colours(self.paints_with(str(operands[0])), Use.ART)

    def _set(self, which: str, colour: Colour | None, size: int | None) -> None:
        if which == "fill":
            self.graphics = replace(self.graphics, fill=colour, fill_size=size)
        else:
            self.graphics = replace(self.graphics, stroke=colour, stroke_size=size)

    def _set_space(self, which: str, operands: Sequence[Any], whole: Any) -> None:
        size = self.space_of(str(operands[0]))
        self._set(which, None if size is None else _initial(size), size)
        if size is None:
            self._forget(which)
            self.out.append(whole)

    def _set_in_space(self, which: str, operands: Sequence[Any], whole: Any) -> None:
        graphics = self.graphics
        size = graphics.fill_size if which == "fill" else graphics.stroke_size
        if size is None:
            self._forget(which)
            self.out.append(whole)
        else:
            self._set(which, _colour(operands), size)

    def _forget(self, which: str) -> None:
        """What was written is overridden by a pattern."""
        if which == "fill":
            self.graphics = replace(self.graphics, written_fill=None)
        else:
            self.graphics = replace(self.graphics, written_stroke=None)

    def _write_colours(self, which: Iterable[str], use: Use) -> None:
        for name in which:
            graphics = self.graphics
            wanted = graphics.fill if name == "fill" else graphics.stroke
            written = graphics.written_fill if name == "fill" else graphics.written_stroke
            if wanted is None:
                continue
            mapped = self.mapping.colour(wanted, use)
            if mapped == written:
                continue
            operands = [Decimal(f"{value:.4f}").normalize() for value in mapped]
            self.out.append((operands, Operator(_WRITERS[name, len(mapped)])))
            if name == "fill":
                self.graphics = replace(graphics, written_fill=mapped)
            else:
                self.graphics = replace(graphics, written_stroke=mapped)

    def _inline_image(self, instruction: pikepdf.ContentStreamInlineImage) -> None:
        image = instruction.iimage
        if not image.image_mask:
            raise ColourError("an inline picture cannot be converted; use a picture file")
        self._write_colours(("fill",), Use.ART)
        self.out.append((instruction.operands, instruction.operator))


def device_size(space: Any) -> int | None:
    """Number of components of a colour space object; None for a pattern space.

    Raises:
        ColourError: it is not a device or ICC-based space.
    """
    name = str(space if isinstance(space, Name) else space[0])
    sizes = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/CalGray": 1, "/CalRGB": 3}
    if name in sizes:
        return sizes[name]
    if name == "/Pattern":
        return None
    if name == "/ICCBased":
        return int(space[1].N)
    raise ColourError(f"the colour space {name[1:]} cannot be converted")


def _initial(size: int) -> Colour:
    return (0.0, 0.0, 0.0, 1.0) if size == 4 else (0.0,) * size


def _colour(operands: Sequence[Any]) -> Colour:
    return tuple(min(1.0, max(0.0, float(value))) for value in operands)
