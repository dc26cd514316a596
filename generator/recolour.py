"""Every colour of a PDF mapped to another colour space, nothing rasterised."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from itertools import islice
from typing import Any, Protocol, TypeAlias

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, Pdf, PdfImage, Stream
from PIL import Image

Colour: TypeAlias = tuple[float, ...]
"""A device colour by its length: 1 grey, 3 red green blue, 4 cyan magenta yellow black (0 to 1)."""

SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
MODES = {1: "L", 3: "RGB", 4: "CMYK"}
_INITIAL = {1: (0.0,), 3: (0.0, 0.0, 0.0), 4: (0.0, 0.0, 0.0, 1.0)}
"""The colour with which a space begins."""


class ColourError(ValueError):
    """A colour space, function or profile that cannot be converted; the message says which."""


class ColourUse(StrEnum):
    """What a colour is used for: letters are kept on black ink where art need not be."""

    TEXT = "text"
    ART = "art"


class Mapping(Protocol):
    """Maps colours of any device space into one device space of ``size`` components."""

    size: int

    def colour(self, colour: Colour, use: ColourUse) -> Colour:
        """The mapped colour of a fill or stroke."""

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        """The mapped colours of one gradient, which must stay smooth."""

    def picture(self, image: Image.Image) -> Image.Image:
        """The mapped picture; ``image`` is L, RGB or CMYK."""


JPEG_QUALITY = 95
"""Quality at which JPEGs are written again; their colours are not subsampled."""

_INVERTED = [1, 0, 1, 0, 1, 0, 1, 0]
"""Pillow, as Adobe's programs, stores CMYK JPEGs inverted."""


def recolour_image(image: Stream, mapping: Mapping, packing: int = 6) -> None:
    """Map the pixels of an image XObject in place; its mask stays. ``packing`` of 0 packs nothing.

    Raises:
        ColourError: the picture cannot be decoded.
    """
    picture = decode_image(image)
    filters = image.get("/Filter")
    last = [*filters][-1:] if isinstance(filters, Array) else [filters]
    was_jpeg = last == [Name.DCTDecode]
    mapped = mapping.picture(picture)
    image.ColorSpace = Name(SPACES[len(mapped.getbands())])
    image.BitsPerComponent = 8
    for key in ("/Decode", "/DecodeParms", "/Intent"):
        if key in image:
            del image[key]
    if was_jpeg:
        target = io.BytesIO()
        mapped.save(target, "JPEG", quality=JPEG_QUALITY, subsampling=0)
        image.write(target.getvalue(), filter=Name.DCTDecode)
        if mapped.mode == "CMYK":
            image.Decode = Array(_INVERTED)
    elif packing:
        image.write(zlib.compress(mapped.tobytes(), packing), filter=Name.FlateDecode)
    else:
        image.write(mapped.tobytes())


def decode_image(image: Stream) -> Image.Image:
    """The pixels of an image XObject as L, RGB or CMYK.

    Raises:
        ColourError: it is stored in a way that cannot be read.
    """
    try:
        picture: Image.Image = PdfImage(image).as_pil_image(apply_mask=False)
    except Exception as error:  # pikepdf raises many kinds for what it cannot decode
        raise ColourError(f"a picture cannot be decoded: {error}") from error
    if picture.mode in MODES.values():
        return picture
    return picture.convert("L" if picture.mode in ("1", "LA", "I") else "RGB")


def is_mask(image: Any) -> bool:
    """Tell whether an image is a stencil, painted in the current colour."""
    return bool(image.get("/ImageMask", False))


# Rewrite the colours of one content stream; what is painted, and how, stays as it is.
#
# Colours are not mapped where they are set but where they are used, because the same grey may
# colour letters and art. So setting operators are held back, and the mapped colour is written
# before the operator that paints: before a path begins (colours may not change inside one), or
# before letters are shown.


_SETTERS = {
    "g": ("fill", 1),
    "rg": ("fill", 3),
    "k": ("fill", 4),
    "G": ("stroke", 1),
    "RG": ("stroke", 3),
    "K": ("stroke", 4),
}
_WRITERS = {pair: operator for operator, pair in _SETTERS.items()}
_SPACE_SETTERS = {"cs": "fill", "CS": "stroke"}
_COLOUR_SETTERS = {"sc": "fill", "scn": "fill", "SC": "stroke", "SCN": "stroke"}
_PATH = frozenset(("m", "l", "c", "v", "y", "h", "re", "W", "W*"))
_PAINTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("f", "F", "f*"), ("fill",)),
    **dict.fromkeys(("S", "s"), ("stroke",)),
    **dict.fromkeys(("B", "B*", "b", "b*"), ("fill", "stroke")),
    "n": (),
}
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_STROKED_TEXT = (1, 2, 5, 6)


@dataclass(frozen=True, slots=True)
class _Paint:
    """What fills or strokes have: the colour as set by the source, and as written so far.

    None as a colour means that it is a pattern, or inherited: then nothing is written.
    """

    colour: Colour | None = None
    size: int | None = 1
    written: Colour | None = None


BLACK = _Paint((0.0,))
"""With which a page starts; a form inherits that of its user."""
INHERITED = _Paint()


class Rewriter:
    """Takes the instructions of a stream and collects the recoloured ones in ``out``."""

    def __init__(self, mapping: Mapping, resources: Any, start: _Paint) -> None:
        self.mapping = mapping
        self.spaces = resources.get("/ColorSpace", Dictionary())
        self.objects = resources.get("/XObject", Dictionary())
        self.paints = {"fill": start, "stroke": start}
        self.text_mode = 0
        self.stack: list[tuple[dict[str, _Paint], int]] = []
        self.path: list[Any] = []
        self.out: list[Any] = []

    def run(self, instructions: Iterable[Any]) -> list[Any]:
        """Rewrite all ``instructions``."""
        for instruction in instructions:
            if not isinstance(instruction, pikepdf.ContentStreamInlineImage):
                self._take(instruction.operands, str(instruction.operator), instruction)
            elif instruction.iimage.image_mask:
                self._write_colours(("fill",), ColourUse.ART)
                self.out.append((instruction.operands, instruction.operator))
            else:
                raise ColourError("an inline picture cannot be converted; use a picture file")
        return self.out

    def _take(self, operands: Sequence[Any], operator: str, whole: Any) -> None:
        if operator in _SETTERS:
            which, size = _SETTERS[operator]
            self._set(which, colour=_colour(operands), size=size)
        elif operator in _SPACE_SETTERS:
            name = str(operands[0])
            space = device_size(self.spaces[name] if name in self.spaces else Name(name))
            if space is None:  # what was written is overridden by a pattern
                self._set(_SPACE_SETTERS[operator], colour=None, size=None, written=None)
                self.out.append(whole)
            else:
                self._set(_SPACE_SETTERS[operator], colour=_INITIAL[space], size=space)
        elif operator in _COLOUR_SETTERS:
            which = _COLOUR_SETTERS[operator]
            if self.paints[which].size is None:
                self._set(which, written=None)
                self.out.append(whole)
            else:
                self._set(which, colour=_colour(operands))
        elif operator in _PATH:
            self.path.append(whole)
        elif operator in _PAINTS:
            self._write_colours(_PAINTS[operator], ColourUse.ART)
            self.out.extend(self.path)
            self.path.clear()
            self.out.append(whole)
        else:
            self._other(operands, operator)
            self.out.append(whole)

    def _other(self, operands: Sequence[Any], operator: str) -> None:
        if operator == "q":
            self.stack.append((dict(self.paints), self.text_mode))
        elif operator == "Q" and self.stack:
            self.paints, self.text_mode = self.stack.pop()
        elif operator == "Tr":
            self.text_mode = int(operands[0])
        elif operator in _SHOWS:
            stroked = self.text_mode in _STROKED_TEXT
            self._write_colours(("fill", "stroke") if stroked else ("fill",), ColourUse.TEXT)
        elif operator == "Do":
            self._write_colours(self._paints_with(str(operands[0])), ColourUse.ART)

    def _paints_with(self, name: str) -> tuple[str, ...]:
        target = self.objects.get(name)
        if target is None or target.get("/Subtype") == "/Form":
            return ("fill", "stroke")
        return ("fill",) if is_mask(target) else ()

    def _set(self, which: str, **new: Any) -> None:
        self.paints[which] = replace(self.paints[which], **new)

    def _write_colours(self, which: Iterable[str], use: ColourUse) -> None:
        for name in which:
            paint = self.paints[name]
            if paint.colour is None:
                continue
            mapped = self.mapping.colour(paint.colour, use)
            if mapped != paint.written:
                operands = [Decimal(f"{value:.4f}").normalize() for value in mapped]
                self.out.append((operands, Operator(_WRITERS[name, len(mapped)])))
                self._set(name, written=mapped)


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


def _colour(operands: Sequence[Any]) -> Colour:
    return tuple(min(1.0, max(0.0, float(value))) for value in operands)


SAMPLES = 33
"""Samples of one blend between two colours; between them a viewer interpolates."""

_AXIAL, _RADIAL = 2, 3


def recolour_shading(pdf: Pdf, shading: Any, mapping: Mapping) -> None:
    """Map the colours of an axial or radial shading in place.

    Raises:
        ColourError: it is of another type, or its function is not one of the simple ones.
    """
    if int(shading.ShadingType) not in (_AXIAL, _RADIAL):
        raise ColourError(f"a gradient of type {shading.ShadingType} cannot be converted")
    size = device_size(shading.ColorSpace)
    function = shading.Function
    if isinstance(function, Array):
        raise ColourError("a gradient with a function for each colour cannot be converted")
    tables = [_samples(leaf) for leaf in _leaves(function)]
    if size is None or any(len(colour) != size for table in tables for colour in table):
        raise ColourError("a gradient's colours do not fit its colour space")
    mapped = mapping.ramp([colour for table in tables for colour in table])
    colours = iter(mapped)
    rows = ([*islice(colours, len(table))] for table in tables)
    shading.Function = _rebuild(pdf, function, rows)
    shading.ColorSpace = Name(SPACES[mapping.size])
    if "/Background" in shading:
        background = tuple(float(value) for value in shading.Background)
        shading.Background = Array(list(mapping.colour(background, ColourUse.ART)))


def _leaves(function: Any) -> Iterator[Any]:
    if int(function.FunctionType) == 3:
        for part in function.Functions:
            yield from _leaves(part)
    else:
        yield function


def _samples(function: Any) -> list[Colour]:
    kind = int(function.FunctionType)
    if kind == 2:
        start = [float(value) for value in function.get("/C0", [0])]
        end = [float(value) for value in function.get("/C1", [1])]
        low, high = (float(value) for value in function.Domain)
        colours = []
        for step in range(SAMPLES):
            x = (low + (high - low) * step / (SAMPLES - 1)) ** float(function.N)
            colours.append(tuple(a + x * (b - a) for a, b in zip(start, end, strict=True)))
        return colours
    if kind == 0 and len(function.Size) == 1 and int(function.BitsPerSample) == 8:
        size = len(function.Range) // 2
        data = function.read_bytes()
        rows = [data[at : at + size] for at in range(0, size * int(function.Size[0]), size)]
        return [tuple(value / 255 for value in row) for row in rows]
    raise ColourError(f"a gradient's function of type {kind} cannot be converted")


def _rebuild(pdf: Pdf, function: Any, tables: Iterator[Sequence[Colour]]) -> pikepdf.Object:
    """The function with tables for its leaves, in the order of :func:`_leaves`."""
    if int(function.FunctionType) != 3:
        rows = next(tables)
        return pdf.make_stream(
            bytes(round(value * 255) for row in rows for value in row),
            FunctionType=0,
            Domain=function.Domain,
            Range=Array([0, 1] * len(rows[0])),
            Size=Array([len(rows)]),
            BitsPerSample=8,
        )
    parts = [_rebuild(pdf, part, tables) for part in function.Functions]
    return Dictionary(
        FunctionType=3,
        Domain=function.Domain,
        Functions=Array(parts),
        Bounds=function.Bounds,
        Encode=function.Encode,
    )


def recolour(pdf: Pdf, mapping: Mapping, packing: int = 6) -> None:
    """Map every colour of ``pdf`` in place; pictures are packed so hard (0 to 9).

    Raises:
        ColourError: something has colours that cannot be converted; the message says what.
    """
    walk = _PageWalk(pdf, mapping, packing)
    for page in pdf.pages:
        content = walk.rewrite(page.obj, page.resources, BLACK)
        page.obj.Contents = pdf.make_stream(content)
        walk.group(page.obj)
        walk.resources(page.resources)


@dataclass
class _PageWalk:
    """Goes through everything a page uses; shared objects are changed once."""

    pdf: Pdf
    mapping: Mapping
    packing: int
    seen: set[tuple[int, int]] = field(default_factory=set)

    def rewrite(self, stream: Any, resources: Any, start: Any) -> bytes:
        rewriter = Rewriter(self.mapping, resources, start)
        return pikepdf.unparse_content_stream(rewriter.run(pikepdf.parse_content_stream(stream)))

    def resources(self, resources: Any) -> None:
        if not self._first_time(resources):
            return
        for _, target in resources.get("/XObject", Dictionary()).items():
            self._object(target, resources)
        for _, pattern in resources.get("/Pattern", Dictionary()).items():
            self._pattern(pattern, resources)
        for _, shading in resources.get("/Shading", Dictionary()).items():
            self._recolour_shading(shading)
        for _, state in resources.get("/ExtGState", Dictionary()).items():
            self._soft_mask(state, resources)
        for _, font in resources.get("/Font", Dictionary()).items():
            if font.get("/Subtype") == "/Type3":
                raise ColourError("letters drawn as pictures (Type 3) cannot be converted")

    def group(self, target: Any) -> None:
        """Let a transparency group blend in the new space."""
        group = target.get("/Group")
        if group is not None and "/CS" in group:
            group.CS = Name(SPACES[self.mapping.size])

    def _object(self, target: Any, resources: Any) -> None:
        if target.get("/Subtype") == "/Form":
            self._form(target, resources)
        elif (
            target.get("/Subtype") == "/Image" and not is_mask(target) and self._first_time(target)
        ):
            recolour_image(target, self.mapping, self.packing)

    def _form(self, form: Any, inherited: Any) -> None:
        if not self._first_time(form):
            return
        resources = form.get("/Resources", inherited)
        form.write(self.rewrite(form, resources, INHERITED))
        self.group(form)
        self.resources(resources)

    def _pattern(self, pattern: Any, inherited: Any) -> None:
        if int(pattern.PatternType) == 2:
            self._recolour_shading(pattern.Shading)
        elif self._first_time(pattern):
            resources = pattern.get("/Resources", inherited)
            coloured = int(pattern.get("/PaintType", 1)) == 1
            start = BLACK if coloured else INHERITED
            pattern.write(self.rewrite(pattern, resources, start))
            self.resources(resources)

    def _recolour_shading(self, shading: Any) -> None:
        if self._first_time(shading):
            recolour_shading(self.pdf, shading, self.mapping)

    def _soft_mask(self, state: Any, inherited: Any) -> None:
        """A mask is no ink: its colours only say how opaque things are, as shades of grey."""
        mask = state.get("/SMask")
        if isinstance(mask, Dictionary) and mask.get("/S") == "/Luminosity":
            shades = _PageWalk(self.pdf, Greys(), self.packing, self.seen)
            shades._form(mask.G, inherited)

    def _first_time(self, target: Any) -> bool:
        if not target.is_indirect:
            return True
        if target.objgen in self.seen:
            return False
        self.seen.add(target.objgen)
        return True


def luminosity(colour: tuple[float, float, float]) -> float:
    """The grey of a colour as PDF masks define it."""
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue


@dataclass(slots=True)
class Greys:
    """Maps every colour to a grey by its ``level``, and pictures to greys from ``darkest``."""

    level: Callable[[tuple[float, float, float]], float] = luminosity
    darkest: float = 0.0
    size: int = 1

    def colour(self, colour: Colour, use: ColourUse) -> Colour:
        """The grey of a fill or stroke."""
        del use
        if len(colour) == 4:
            colour = tuple(1 - min(1.0, ink + colour[3]) for ink in colour[:3])
        if len(colour) == 1:
            return colour
        red, green, blue = colour
        return (round(self.level((red, green, blue)), 4),)

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        """The greys of a gradient."""
        return [self.colour(colour, ColourUse.ART) for colour in colours]

    def picture(self, image: Image.Image) -> Image.Image:
        """The picture in greys."""
        low = round(self.darkest * 255)
        return image.convert("L").point([low + round(v * (255 - low) / 255) for v in range(256)])
