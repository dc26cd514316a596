"""Pictures on faces: found, read, missing, and called for by templates."""

from __future__ import annotations

import io
import math
import posixpath
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, cast

from lxml import etree
from markupsafe import Markup
from PIL import Image, UnidentifiedImageError

from generator.design.canvas import run_markup
from generator.design.icons import PARSER, body_as, body_of
from generator.design.lookup import (
    SMALLER,
    SUFFIXES,
    PictureError,
    content_digest,
    has_exact_name,
    is_apart,
    is_file,
    locate,
)
from generator.installed import DATA
from generator.svg.inside import PIXELS, WIDTH, ViewBox
from generator.svg.lint import OURS
from generator.typeset.fonts import Font
from generator.typeset.text import Fonts, TextBox, fit_box
from validator.catalogue.model import Component, ComponentSet, Game, place_in
from validator.findings import Finding, Severity, did_you_mean
from validator.plainfile import read_plain

MAX_PIXELS = 60_000_000
"""Most pixels of a picture: a 600 x 600 mm board at 300 dpi has 50 million."""
MAX_SIDE = 32_767
"""Most pixels of a side: what cairo's image surfaces can have (cairo-image-surface.c)."""
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
"""What is read of pictures that are made of pixels; of moving ones the first."""
MAX_SVG_BYTES = 4_000_000
"""Largest file of a drawing."""
MOST_PARTS = 20_000
"""Most shapes and groups of a drawing; a face may have 50,000 in all."""
LYING = 5
"""EXIF orientations from this one on exchange width and height."""
_ORIENTATION = 0x0112  # the tag of EXIF 2.32, 4.6.4

_SAVE_AGAIN = "save it again as PNG or JPEG"
_SAVE_SVG = "save it again as plain SVG, or as PNG"


@dataclass(frozen=True, slots=True)
class ProjectPicture:
    """A picture of the project: its path as written, format, size in pixels, content hash.

    ``turn`` is how it is to be turned to stand upright (the EXIF orientation, 1 to 8; 1: not at
    all); ``width`` and ``height`` are those of the upright picture.
    """

    name: str
    path: Path
    format: str
    width: int
    height: int
    digest: str
    turn: int = 1


def find_picture(root: Path, name: str) -> ProjectPicture:
    """The picture ``name`` (a posix path relative to the project ``root``).

    Raises:
        PictureError: it is missing, outside the project, too large, or of no format that is read.
    """
    if is_drawing(name):
        raise PictureError(f"{name!r} is an SVG, which only faces show", _SAVE_AGAIN)
    return _measure(*locate(root, name))


@lru_cache(maxsize=4096)
def _measure(path: Path, name: str, modified_ns: int, size: int) -> ProjectPicture:
    try:
        with warnings.catch_warnings():  # that it is large is for us to tell, not for Pillow
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path, formats=FORMATS)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        message = f"{name!r} is not a readable PNG, JPEG, WebP or GIF"
        raise PictureError(message, _SAVE_AGAIN) from error
    with image:
        kind, (width, height) = str(image.format), image.size
        if width * height > MAX_PIXELS:
            message = f"{name!r} has {width} x {height} pixels; {MAX_PIXELS:,} are allowed in all"
            raise PictureError(message, SMALLER)
        if max(width, height) > MAX_SIDE:
            message = f"{name!r} has {width} x {height} pixels; a side may have {MAX_SIDE:,}"
            raise PictureError(message, SMALLER)
        try:  # decode it to its end, a JPEG at an eighth of its size
            image.draft("RGB", (width // 8, height // 8))
            image.load()
        except (OSError, ValueError, SyntaxError) as error:
            raise PictureError(f"{name!r} is damaged: {error}", _SAVE_AGAIN) from error
        try:  # the EXIF orientation, which cameras write
            turn = image.getexif().get(_ORIENTATION, 1)
        except (OSError, ValueError, SyntaxError):
            turn = 1
    turn = turn if turn in range(1, 9) else 1
    if turn >= LYING:
        width, height = height, width
    digest = content_digest(path, modified_ns, size)
    return ProjectPicture(name, path, kind, width, height, digest, turn)


def rgb_of(image: Image.Image) -> Image.Image:
    """The picture in red, green and blue, and transparency where it is not JPEG.

    Inks are those that its profile describes, else those of coated paper (FOGRA39). Pillow takes
    the inks of every JPEG for inverted, as Adobe's programs write them and say so by a marker.
    """
    if image.mode != "CMYK":
        return image.convert("RGBA")
    from PIL import ImageChops, ImageCms

    if "adobe" not in image.info:
        image = ImageChops.invert(image)
    shipped = (DATA / "profiles" / "fogra39.icc").read_bytes()
    for profile in (image.info.get("icc_profile"), shipped):
        with suppress(ImageCms.PyCMSError, OSError, TypeError):
            inks = ImageCms.ImageCmsProfile(io.BytesIO(profile or b""))
            screen = ImageCms.createProfile("sRGB")
            made = ImageCms.profileToProfile(image, inks, screen, outputMode="RGB")
            return cast("Image.Image", made)
    return image.convert("RGB")


def is_drawing(name: str) -> bool:
    """Tell whether a picture is made of lines (SVG), by its name."""
    return name.lower().endswith(".svg")


@dataclass(frozen=True, slots=True)
class ProjectDrawing:
    """An SVG of the project: its path as written, content hash, what it draws, what is shown."""

    name: str
    digest: str
    body: str
    view: ViewBox


def find_drawing(root: Path, name: str) -> ProjectDrawing:
    """The SVG ``name``, made simple as icons are; nothing that it refers to outside is read.

    Raises:
        PictureError: it is missing, outside the project, too large, or cannot be drawn right.
    """
    return _read_drawing(*locate(root, name))


@lru_cache(maxsize=64)
def _read_drawing(path: Path, name: str, modified_ns: int, size: int) -> ProjectDrawing:
    from generator.svg.icon import simplify  # which loads much, for foreign drawings only
    from generator.svg.style import IconError

    if size > MAX_SVG_BYTES:
        message = f"{name!r} has {size:,} bytes; {MAX_SVG_BYTES:,} are the most of an SVG"
        raise PictureError(message, "simplify it in the drawing program, or save it as PNG")
    try:
        root = etree.fromstring(read_plain(path, MAX_SVG_BYTES), PARSER)
        simple, view = simplify(root, MOST_PARTS)
    except (etree.XMLSyntaxError, OSError) as error:
        raise PictureError(f"{name!r} is not a readable SVG: {error}", _SAVE_SVG) from error
    except IconError as error:
        first = error.issues[0]
        raise PictureError(f"{name!r}, line {first.line}: {first.message}", first.hint) from error
    return ProjectDrawing(name, content_digest(path, modified_ns, size), body_of(simple), view)


def fit_picture(
    box: Sequence[float], size: Sequence[float], ratio: str, focus: Sequence[float]
) -> tuple[float, float, float, float]:
    """Top left of a picture and mm a unit both ways; where it is cut, its focus stays in view.

    ``ratio`` is as :data:`_RATIOS` has it, ``size`` width and height in units of the picture.
    """
    x, y, width, height = box
    scale_x, scale_y = width / size[0], height / size[1]
    if ratio != "none":
        scale_x = scale_y = (max if ratio.endswith("slice") else min)(scale_x, scale_y)
    spare_x, spare_y = width - scale_x * size[0], height - scale_y * size[1]
    if not ratio.endswith("slice"):
        return x + spare_x / 2, y + spare_y / 2, scale_x, scale_y
    left = min(0.0, max(spare_x, width / 2 - focus[0] * scale_x * size[0]))
    top = min(0.0, max(spare_y, height / 2 - focus[1] * scale_y * size[1]))
    return x + left, y + top, scale_x, scale_y


_RATIOS = {"contain": "xMidYMid meet", "cover": "xMidYMid slice", "stretch": "none"}
FITS = tuple(_RATIOS)
"""How a picture can be fitted into its box."""


class DrawingCallError(ValueError):
    """A drawing function was called with something it cannot take."""


@dataclass(frozen=True, slots=True)
class PictureCall:
    """What a template says to ``picture``: a picture of the project in a box of mm.

    ``fit`` is contain, cover or stretch. Where ``cover`` cuts something off, the ``focus`` (parts
    of the picture's width and height from its top left) comes as near to the middle as can be; the
    middle of the picture, if nothing is said.
    """

    path: Any
    x: float
    y: float
    w: float
    h: float
    fit: str = "contain"
    focus: Sequence[float] | None = None

    def point(self) -> tuple[float, float]:
        """The focus.

        Raises:
            CallError: it is not two numbers from 0 to 1.
        """
        if self.focus is None:
            return 0.5, 0.5
        try:
            across, down = (float(part) for part in self.focus)
        except (TypeError, ValueError):
            across = down = math.nan
        if not (0 <= across <= 1 and 0 <= down <= 1):
            raise DrawingCallError(f"focus={self.focus!r} is not two numbers from 0 to 1")
        return across, down

    def markup(self, found: ProjectPicture) -> Markup:
        """The element that is drawn."""
        across, down = self.point()
        more = Markup(' data-focus="{:g} {:g}"').format(across, down)
        if found.turn != 1:
            more += Markup(' data-turn="{}"').format(found.turn)
        return Markup(
            '<image {}="picture" data-sha256="{}" href="{}" x="{:.4f}" y="{:.4f}" '
            'width="{:.4f}" height="{:.4f}" preserveAspectRatio="{}" {}="{} {}"{}/>'
        ).format(
            *(OURS, found.digest, found.name, self.x, self.y, self.w, self.h),
            *(_RATIOS[self.fit], PIXELS, found.width, found.height, more),
        )

    def drawing(self, found: ProjectDrawing, uid: str) -> tuple[Markup, Markup]:
        """A mark that says where an SVG comes from, which draws nothing, and its shapes.

        ``uid`` begins their ids.
        """
        ratio, view = _RATIOS[self.fit], found.view
        box, size = (self.x, self.y, self.w, self.h), (view.width, view.height)
        x, y, across, down = fit_picture(box, size, ratio, self.point())
        left, top = max(x, self.x), max(y, self.y)
        right = min(x + across * view.width, self.x + self.w)
        bottom = min(y + down * view.height, self.y + self.h)
        mark = Markup('<image {}="picture" data-sha256="{}" href="{}"/>').format(
            OURS, found.digest, found.name
        )
        drawn = (
            f'<defs><clipPath id="{uid}box"><rect x="{left:.4f}" y="{top:.4f}" '
            f'width="{right - left:.4f}" height="{bottom - top:.4f}"/></clipPath></defs>'
            f'<g clip-path="url(#{uid}box)"><g transform="translate('
            f"{x - across * view.x:.4f} {y - down * view.y:.4f}) scale({across:.6f} {down:.6f})"
            f'">{body_as(found.body, "#000000", uid)}</g></g>'
        )
        return mark, Markup(drawn)


CODE = "picture-missing"
_NAMED = 6  # pictures that one message names
HINT = "put it there; until then `print --draft` draws a placeholder"


def fold_missing(component_set: ComponentSet, game: Game, found: Mapping[str, Finding]) -> Finding:
    """One finding for all missing pictures of a set, by their paths."""
    findings = tuple(found.values())
    if len(findings) == 1:
        return findings[0]
    place = findings[0].place
    holder = game if component_set.pictures is None else component_set
    if "pictures" in holder.places and (component_set.pictures or game.pictures):
        place = place_in(holder, "pictures")
    names = [*map(repr, tuple(found)[:_NAMED])]
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    message = f"{len(found)} pictures of {component_set.name} are missing: {', '.join(names)}{more}"
    return replace(findings[0], place=place, message=message, hint=_hint(found))


def _hint(found: Mapping[str, Finding]) -> str:
    """What to do about several; the first that was perhaps spelt differently is named."""
    hint = HINT.replace("put it", "put them").replace("a placeholder", "placeholders")
    for name, one in found.items():
        if one.hint.startswith("did you mean"):
            return f"{one.hint.rstrip('?')} for {name!r}? {hint[0].upper()}{hint[1:]}"
    return hint


GROUND, LINE, INK = "#e9e6df", "#c4beb1", "#565047"
"""Greys of a placeholder: its ground, its cross, and its name (6.5 : 1 on the ground)."""
LARGEST, LEAST = 12.0, 6.0
"""Sizes of the name in pt; where it does not fit it is left out."""
_WIDTH = re.compile(rf' {WIDTH}="[^"]*"')


def placeholder(
    call: PictureCall, name: str, font: Font, root: Path
) -> tuple[str, tuple[str, ...]]:
    """The markup of a placeholder, and the runs of text in it."""
    x, y, w, h = call.x, call.y, call.w, call.h
    drawn = (
        f'<rect x="{x:.4f}" y="{y:.4f}" width="{w:.4f}" height="{h:.4f}" fill="{GROUND}"/>'
        f'<path d="M{x:.4f} {y:.4f}l{w:.4f} {h:.4f}m{-w:.4f} 0l{w:.4f} {-h:.4f}" fill="none" '
        f'stroke="{LINE}" stroke-width="0.25"/>'
    )
    box = TextBox(x + w / 10, y + h / 10, w * 0.8, h * 0.8, LARGEST, LEAST, 1.2, "center", "middle")
    set_text = fit_box(re.sub(r"([*{}<\\])", r"\\\1", name), Fonts(font, font, font, font), box)
    if set_text.problem or not set_text.runs:
        return drawn, ()
    runs = [run for run in set_text.runs if run.text.strip()]
    em = set_text.size * 25.4 / 72
    left, right = min(r.x for r in runs) - em / 2, max(r.x + r.width for r in runs) + em / 2
    top, bottom = min(r.y for r in runs) - em * 1.05, max(r.y for r in runs) + em * 0.55
    ground = (
        f'<rect x="{left:.4f}" y="{top:.4f}" width="{right - left:.4f}" '
        f'height="{bottom - top:.4f}" fill="{GROUND}"/>'
    )
    parts = tuple(_WIDTH.sub("", run_markup(run, INK, root)) for run in runs)
    return drawn + ground + "".join(parts), parts


KEY = "picture"
"""The field of a record that names its own picture, and where templates find it."""
_FIELD = re.compile(r"\{([^{}]*)\}")


def picture_of(
    component: Component, component_set: ComponentSet, game: Game, root: Path
) -> str | None:
    """The picture of a component by its path from the project ``root``; None where it has none.

    A path counts from the project, or else from the folder of the file that holds the record.
    One that is nowhere is given back as it is written.
    """
    own = component.fields.get(KEY)
    if isinstance(own, str):
        return _first_path(root, own, component)
    pattern = pattern_of(component_set, game)
    if own is not None or not pattern or any(_unknown(pattern, component, component_set)):
        return None
    values = _values(component, component_set)
    return _first_path(root, _FIELD.sub(lambda match: values[match[1]], pattern), component)


def pattern_of(component_set: ComponentSet, game: Game) -> str:
    """What ``pictures`` says for a set: its own, or else that of the game; empty for none."""
    return game.pictures if component_set.pictures is None else component_set.pictures


def wrong_pattern(component_set: ComponentSet, game: Game) -> Finding | None:
    """A field that ``pictures`` names and some component of the set has not."""
    pattern = pattern_of(component_set, game)
    for component in component_set.components:
        for name in _unknown(pattern, component, component_set):
            holder = game if component_set.pictures is None else component_set
            message = f"`pictures` names {{{name}}}, which {component.id!r} has not"
            known = _values(component, component_set)
            hint = did_you_mean(name, known, f"there are {', '.join(known)}")
            place = place_in(holder, "pictures")
            return Finding("picture-pattern", Severity.ERROR, game.id, place, message, hint)
    return None


def _unknown(pattern: str, component: Component, component_set: ComponentSet) -> Iterator[str]:
    values = _values(component, component_set)
    return (name for name in _FIELD.findall(pattern) if name not in values)


def _values(component: Component, component_set: ComponentSet) -> dict[str, str]:
    own = {
        name: str(value)
        for name, value in component.fields.items()
        if isinstance(value, str | int) and not isinstance(value, bool)
    }
    return {"id": component.id, "set": component_set.id, **own}


def _first_path(root: Path, name: str, component: Component) -> str:
    ends = ("",) if PurePosixPath(name).suffix.lower() in SUFFIXES else SUFFIXES
    folder = posixpath.dirname(component.place.file)
    for start in ("", folder):
        for end in ends:
            path = posixpath.normpath(posixpath.join(start, name + end))
            inside = not path.startswith(("/", "../")) and is_file(root / path)
            if (
                inside
                and has_exact_name(root, PurePosixPath(path).parts)
                and not is_apart(root, path)
            ):
                return path
    return name
