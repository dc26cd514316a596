"""Inks of a printing condition: its profile, greys on black ink, limits, overprint."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

import pikepdf
from pikepdf import Dictionary, Name, Operator, Pdf
from PIL import Image, ImageChops, ImageCms, ImageMath

from generator.drawing.colours import to_bytes
from generator.failures import WrongUseError
from generator.installed import DATA
from generator.press.transparency import alpha_of
from generator.recolour import Colour, ColourUse
from generator.svg.lint import level, linear
from validator.plainfile import TooLargeError, read_plain

PROFILES = DATA / "profiles"
SHIPPED = {"fogra39": "FOGRA39L", "swop": "CGATS TR 003"}
"""The profiles that come with trilith, and the printing condition each describes."""

LARGEST_BYTES = 32_000_000
"""No profile in use is larger; it keeps a wrong file from being read whole."""

_DEVICES = {b"mntr": "display", b"scnr": "scanner", b"prtr": "printer", b"link": "device link"}
_BLACK_POINT = ImageCms.Flags.BLACKPOINTCOMPENSATION
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC


class ProfileError(WrongUseError):
    """A profile that cannot be used; the message says why and what would do."""


@dataclass(frozen=True)
class Profile:
    """An opened CMYK printer profile: its bytes, what it calls itself, and its condition.

    ``condition`` names the printing condition for the output intent.
    """

    data: bytes
    description: str
    condition: str
    handle: Any

    def inks(self, image: Image.Image) -> Image.Image:
        """An sRGB picture as CMYK, relative to the paper, black mapped to black."""
        return _apply(image, self._to_inks)

    def lightness_of_black(self) -> tuple[float, ...]:
        """L* (0 to 100, paper is 100) of black ink alone at 0, 1, ... 255 of 255."""
        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, k)) for k in range(256)))
        lab = _apply(ramp, self._to_lab)
        levels = lab.getchannel(0).tobytes()
        return tuple(level / 2.55 for level in levels)

    @cached_property
    def _to_inks(self) -> Any:
        source = ImageCms.createProfile("sRGB")
        return ImageCms.buildTransform(source, self.handle, "RGB", "CMYK", _INTENT, _BLACK_POINT)

    @cached_property
    def _to_lab(self) -> Any:
        target = ImageCms.createProfile("LAB")
        return ImageCms.buildTransform(self.handle, target, "CMYK", "LAB", _INTENT)


def open_profile(name: str | Path) -> Profile:
    """Open a shipped profile by name (``fogra39``, ``swop``) or a user's own by its path.

    Raises:
        ProfileError: there is no such file, or it is no CMYK output profile.
    """
    if str(name) not in SHIPPED:
        return parse_profile(_read(Path(name)), str(name))
    profile = parse_profile(_read(PROFILES / f"{name}.icc"), str(name))
    return replace(profile, condition=SHIPPED[str(name)])


def parse_profile(data: bytes, name: str) -> Profile:
    """A profile from its bytes; ``name`` is what messages call it.

    Raises:
        ProfileError: it is no CMYK output profile that can convert both ways.
    """
    if data[36:40] != b"acsp":
        raise ProfileError(f"{name} is no ICC profile; name a .icc or .icm file")
    if data[16:20] != b"CMYK" or data[12:16] != b"prtr":
        space, device = data[16:20].decode("latin-1").strip(), _DEVICES.get(data[12:16], "abstract")
        message = f"{name} is an {space} {device} profile; a CMYK printer profile is needed"
        raise ProfileError(message)
    try:
        handle = ImageCms.ImageCmsProfile(io.BytesIO(data))
        description = ImageCms.getProfileDescription(handle).strip()
        profile = Profile(data, description or name, description or name, handle)
        profile.lightness_of_black()
        profile.inks(pixels([(0.0, 0.0, 0.0)]))
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        raise ProfileError(f"{name} is damaged, or lacks the table to CMYK: {error}") from error
    return profile


def pixels(colours: Sequence[tuple[float, ...]]) -> Image.Image:
    """A picture one pixel high of RGB colours (0 to 1)."""
    data = b"".join(bytes(round(value * 255) for value in colour) for colour in colours)
    return Image.frombytes("RGB", (len(colours), 1), data)


def _read(path: Path) -> bytes:
    try:
        return read_plain(path, LARGEST_BYTES)
    except TooLargeError as error:
        raise ProfileError(f"{path} is too large to be an ICC profile") from error
    except OSError as error:
        known = ", ".join(SHIPPED)
        reason = error.strerror or str(error)
        message = f"cannot read the profile {path}: {reason}; shipped profiles are {known}"
        raise ProfileError(message) from error


def _apply(image: Image.Image, transform: Any) -> Image.Image:
    result = ImageCms.applyTransform(image, transform)
    if result is None:
        raise ProfileError("the picture could not be converted")
    return result


def limit_ink(colour: Colour, most: float) -> Colour:
    """A CMYK colour (0 to 1) with a total of at most ``most`` (2.4 is 240 %).

    First grey made of three inks gives way to black, which keeps the colour; what is left
    above the limit is taken from all three in proportion.
    """
    cyan, magenta, yellow, black = colour
    if cyan + magenta + yellow + black <= most:
        return colour
    return tuple(_limit(band, colour, most, 1.0, min, max) for band in range(4))


def limit_picture(image: Image.Image, most: float) -> Image.Image:
    """A CMYK picture with every pixel at most ``most`` in total; see :func:`limit_ink`.

    Its levels are never rounded up.
    """
    if cast(tuple[float, float], ink_sums(image).getextrema())[1] / 255 <= most + 1e-9:
        return image
    bands = dict(zip("cmyk", image.split(), strict=True))

    def limit(band: int) -> Image.Image:
        limited: Image.Image = ImageMath.lambda_eval(
            lambda a: _limit(
                band, [a["float"](a[n]) for n in "cmyk"], most * 255, 255, a["min"], a["max"]
            ),
            **bands,
        )
        return limited.convert("L")

    return Image.merge("CMYK", [limit(band) for band in range(4)])


def ink_sums(image: Image.Image) -> Image.Image:
    """The sum of the four inks of each pixel, 0 to 1020, as an integer picture."""
    bands = dict(zip("cmyk", image.split(), strict=True))
    total: Image.Image = ImageMath.lambda_eval(lambda a: a["c"] + a["m"] + a["y"] + a["k"], **bands)
    return total


def _limit(band: int, inks: Sequence[Any], most: float, full: float, low: Any, high: Any) -> Any:
    """One of four inks (numbers, or bands of a picture) under the limit; ``full`` is all of one."""
    cyan, magenta, yellow, black = inks
    over = high(cyan + magenta + yellow + black - most, 0)
    moved = low(low(low(cyan, magenta), low(yellow, full - black)), over / 2)
    if band == 3:
        return black + moved
    rest = high(cyan + magenta + yellow - 3 * moved, 0.001)
    return (inks[band] - moved) * low((most - black - moved) / rest, 1)


TEXT_CHROMA = 16.0
"""Letters with at most this chroma (CIELAB C*), and dark, are printed in black ink alone:
four plates that are a tenth of a millimetre apart make small letters unreadable."""
TEXT_LIGHTNESS = 55.0
"""Letters lighter than this (CIELAB L*) keep their colour."""
SOLID_TEXT = 0.85
"""Letters of at least this much black are printed solid: a screen would fray their edges."""


@dataclass
class Separation:
    """Maps RGB and grey to the inks of ``profile`` with at most ``most`` in total (3.0 is 300 %).

    CMYK colours in the source are kept, but for the limit.
    """

    profile: Profile
    most: float = 3.0
    size: int = 4
    known: dict[tuple[Colour, ColourUse], Colour] = field(default_factory=dict)

    def colour(self, colour: Colour, use: ColourUse) -> Colour:
        """The inks of a fill or stroke."""
        key = (colour, use)
        if key not in self.known:
            self.known[key] = self._separate(colour, use)
        return self.known[key]

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        """The inks of a gradient; on black alone only if all of it is grey."""
        if all(_is_grey(colour) for colour in colours):
            return [self._black(colour[0]) for colour in colours]
        rgb = [colour for colour in colours if len(colour) != 4]
        inks = iter(self._inks(rgb))
        return [limit_ink(c, self.most) if len(c) == 4 else next(inks) for c in colours]

    def picture(self, image: Image.Image) -> Image.Image:
        """The inks of a picture; on black alone only if all of it is grey."""
        if image.mode == "CMYK":
            return limit_picture(image, self.most)
        if image.mode == "L" or _is_grey_picture(image):
            plate = image.convert("L").point([self._levels[value] for value in range(256)])
            empty = Image.new("L", image.size)
            return Image.merge("CMYK", (empty, empty, empty, plate))
        return limit_picture(self.profile.inks(image), self.most)

    def _separate(self, colour: Colour, use: ColourUse) -> Colour:
        if _is_grey(colour):
            black = self._black(colour[0])
            return _solid(black) if use is ColourUse.TEXT else black
        if use is ColourUse.TEXT and len(colour) == 3 and _near_black(colour):
            return _solid(self._black(level(colour)))
        return limit_ink(colour, self.most) if len(colour) == 4 else self._inks([colour])[0]

    def _inks(self, colours: Sequence[Colour]) -> list[Colour]:
        """The inks of RGB or grey colours; one picture for all, as each call costs the same."""
        if not colours:
            return []
        rgb = [colour if len(colour) == 3 else colour * 3 for colour in colours]
        data = self.profile.inks(pixels(rgb)).tobytes()
        found = (tuple(level / 255 for level in data[at : at + 4]) for at in range(0, len(data), 4))
        return [limit_ink(inks, self.most) for inks in found]

    def _black(self, grey: float) -> Colour:
        return 0.0, 0.0, 0.0, self._levels[round(grey * 255)] / 255

    @cached_property
    def _levels(self) -> tuple[int, ...]:
        """For each sRGB grey 0 to 255 the amount of black (0 to 255) that looks as light.

        The lightness is scaled so that black is the full ink and white the bare paper.
        """
        ramp = self.profile.lightness_of_black()
        darkest = ramp[-1]
        rising = list(accumulate(reversed(ramp), max))
        wanted = [
            darkest + (100 - darkest) * _lab((grey / 255,) * 3)[0] / 100 for grey in range(256)
        ]
        found = [255 - min(255, bisect_left(rising, light)) for light in wanted]
        return (255, *found[1:255], 0)


def _solid(inks: Colour) -> Colour:
    return (0.0, 0.0, 0.0, 1.0) if inks[3] >= SOLID_TEXT else inks


def _is_grey(colour: Colour) -> bool:
    return len(colour) == 1 or (len(colour) == 3 and max(colour) - min(colour) < 1 / 255)


def _is_grey_picture(image: Image.Image) -> bool:
    red, green, blue = image.split()
    differences = (ImageChops.difference(red, green), ImageChops.difference(green, blue))
    return all(band.getextrema() == (0, 0) for band in differences)


def _near_black(colour: Colour) -> bool:
    light, a, b = _lab(colour)
    return light <= TEXT_LIGHTNESS and (a * a + b * b) ** 0.5 <= TEXT_CHROMA


def _lab(colour: Colour) -> tuple[float, float, float]:
    """CIELAB (D65) of an sRGB colour."""
    red, green, blue = linear(colour)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


# Solid black letters that overprint: printed over the ground, which is not spared out for them.
#
# So a plate that is a tenth of a millimetre off leaves no white rim around a letter. Only letters
# of the page itself overprint; in a group that blends by itself there is no ground to print over.


SHOWS = frozenset(("Tj", "TJ", "'", '"'))
"""Operators that show letters."""
_FILLS = {"f": "n", "F": "n", "f*": "n", "B": "S", "B*": "S", "b": "s", "b*": "s"}
"""Operators that fill, and what is left of them without the fill."""
_BLACK = (0.0, 0.0, 0.0, 1.0)
_ON, _OFF = Name("/OverprintOn"), Name("/OverprintOff")
_UNSEEN = 3


@dataclass(frozen=True, slots=True)
class _OverprintState:
    """What decides whether a fill overprints; ``fill`` is None where it is no CMYK colour."""

    fill: tuple[float, ...] | None = None
    alpha: float = 1.0
    overprint: bool = False
    nonzero: bool = False
    mode: int = 0

    @property
    def solid_black(self) -> bool:
        """Whether letters are filled with all of the black ink and none of the others."""
        return self.fill == _BLACK and self.alpha == 1 and self.mode == 0

    @property
    def only_black(self) -> bool:
        """Whether a fill leaves the other three inks as they are."""
        fill = self.fill
        over = self.overprint and self.nonzero
        return over and fill is not None and len(fill) == 4 and not any(fill[:3])


def overprint_black(data: bytes) -> bytes:
    """The CMYK PDF with every solid black letter of its pages set to overprint."""
    with Pdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            content = list(_with_overprint(page.obj, page.resources))
            page.obj.Contents = pdf.make_stream(pikepdf.unparse_content_stream(content))
            # Resources that are shared stay as they are.
            shared: Any = page.resources
            own, states = Dictionary(shared), Dictionary(shared.get("/ExtGState", {}))
            states[_ON] = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
            states[_OFF] = Dictionary(Type=Name.ExtGState, OP=False, op=False, OPM=0)
            own["/ExtGState"] = states
            page.obj.Resources = own
        return to_bytes(pdf)


def black_letters(stream: Any) -> Iterator[bool]:
    """Of each text in solid black on a page or form, whether it overprints."""
    for instruction, graphics in walk(stream, stream.get("/Resources", Dictionary())):
        if str(instruction.operator) in SHOWS and graphics.solid_black:
            yield graphics.only_black


def without_overprint(pdf: Pdf) -> None:
    """Take out of ``pdf`` the fills that leave cyan, magenta and yellow as they are.

    What is left of these three inks is what a press prints of them.
    """
    for page in pdf.pages:
        content = list(_colour_stream(page.obj, page.resources))
        page.obj.Contents = pdf.make_stream(pikepdf.unparse_content_stream(content))
    for thing in list(pdf.objects):
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            resources = thing.get("/Resources", Dictionary())
            thing.write(pikepdf.unparse_content_stream(list(_colour_stream(thing, resources))))


def _with_overprint(stream: Any, resources: Any) -> Iterator[Any]:
    for instruction, graphics in walk(stream, resources):
        if str(instruction.operator) in SHOWS and graphics.solid_black:
            yield ([_ON], Operator("gs"))
            yield instruction
            yield ([_OFF], Operator("gs"))
        else:
            yield instruction


def _colour_stream(stream: Any, resources: Any) -> Iterator[Any]:
    for instruction, graphics in walk(stream, resources):
        operator = str(instruction.operator)
        if not graphics.only_black:
            yield instruction
        elif operator in SHOWS:
            yield ([_UNSEEN], Operator("Tr"))
            yield instruction
            yield ([graphics.mode], Operator("Tr"))
        elif operator in _FILLS:
            yield ([], Operator(_FILLS[operator]))
        else:
            yield instruction


def walk(stream: Any, resources: Any) -> Iterator[tuple[Any, _OverprintState]]:
    """Every instruction, with the state in which it is carried out."""
    states = resources.get("/ExtGState", Dictionary())
    graphics, stack = _OverprintState(), []
    for instruction in pikepdf.parse_content_stream(stream):
        operator, operands = str(instruction.operator), instruction.operands
        yield instruction, graphics
        if operator == "q":
            stack.append(graphics)
        elif operator == "Q" and stack:
            graphics = stack.pop()
        elif operator == "Tr":
            graphics = replace(graphics, mode=int(operands[0]))
        elif operator in ("k", "g", "rg", "sc", "scn", "cs"):
            fill = tuple(map(float, operands)) if operator == "k" else None
            graphics = replace(graphics, fill=fill)
        elif operator == "gs":
            # What a state does not say stays as it is.
            state = states[str(operands[0])]
            if any(key in state for key in ("/ca", "/CA", "/SMask", "/BM")):
                graphics = replace(graphics, alpha=alpha_of(state))
            over = state.get("/op", state.get("/OP", graphics.overprint))
            nonzero = int(state.get("/OPM", graphics.nonzero)) == 1
            graphics = replace(graphics, overprint=bool(over), nonzero=nonzero)
