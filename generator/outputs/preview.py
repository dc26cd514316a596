"""Faces as PNG files and one sheet with all of them, to look at while drawing.

Without a game a template can be tried alone: its data file holds the record's keys (``id``,
``name``, ``text``, ``cost``, ...), or a list of several records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from generator.atomic import replace_folder
from generator.design.canvas import DrawingSubject, canvas_of
from generator.design.face import Face, FaceSource
from generator.design.faces import BLEED_MM, faces_of
from generator.design.filling import FaceRequest, fill_faces
from generator.design.templates import Templates
from generator.drawing.draw import Drawer, draw
from generator.drawing.raster import Rasteriser, cut_out, write_image
from generator.outputs.pictures import refuse_too_many
from generator.printing.selection import only_of
from generator.typeset.fonts import FontKey, registry_of_trilith
from validator.catalogue.model import Game
from validator.findings import Finding, Place, Severity, did_you_mean

SHEET_WIDTH_PX = 1800
"""Width of a contact sheet; faces that are wider get a sheet of their own width."""
GAP_PX = 12
LABEL_PX = 24
"""Height of the line below each picture that names it."""

_FONT = FontKey("Source Sans Pro", 400)
_FONT_PX = 18
_GROUND, _INK = "#8a8a8a", "#ffffff"
MOST_PIXELS = 40_000_000
"""Pixels of all faces on a contact sheet; where they have more they are shown smaller."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A face and its shape once cut out: rect, round, hex, or custom with its corners in mm."""

    face: Face
    shape: str = "rect"
    outline_mm: tuple[tuple[float, float], ...] = ()

    def cut(self, image: Image.Image) -> Image.Image:
        """The picture of the trimmed face with nothing outside its shape."""
        across, down = image.width / self.face.width_mm, image.height / self.face.height_mm
        return cut_out(image, self.shape, [(x * across, y * down) for x, y in self.outline_mm])


def shrunk(image: Image.Image, pixels: float) -> Image.Image:
    """A picture for the contact sheet of faces that have so many ``pixels`` together."""
    if pixels <= MOST_PIXELS:
        return image
    scale = sqrt(MOST_PIXELS / pixels)
    size = (max(1, int(image.width * scale)), max(1, int(image.height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS)


def contact_sheet(pictures: Mapping[str, Image.Image]) -> Image.Image:
    """All pictures in rows on one grey sheet, each with its name below."""
    font = ImageFont.truetype(registry_of_trilith().path(_FONT), _FONT_PX)
    sizes = [
        (max(picture.width, round(font.getlength(name)) + 1), picture.height + LABEL_PX)
        for name, picture in pictures.items()
    ]
    spots, size = _rows(sizes)
    sheet = Image.new("RGB", size, _GROUND)
    pen = ImageDraw.Draw(sheet)
    for (name, picture), (x, y) in zip(pictures.items(), spots, strict=True):
        sheet.paste(picture, (x, y), picture if picture.mode == "RGBA" else None)
        pen.text((x, y + picture.height + 1), name, fill=_INK, font=font)
    return sheet


def _rows(
    sizes: list[tuple[int, int]],
) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Where cells of ``sizes`` lie, top left, and the size of the sheet that holds them."""
    width = max([SHEET_WIDTH_PX, *(across + 2 * GAP_PX for across, _ in sizes)])
    spots: list[tuple[int, int]] = []
    x = y = GAP_PX
    row = 0
    for across, down in sizes:
        if x > GAP_PX and x + across + GAP_PX > width:
            x, y, row = GAP_PX, y + row + GAP_PX, 0
        spots.append((x, y))
        x, row = x + across + GAP_PX, max(row, down)
    return spots, (width, y + row + GAP_PX)


def find_faces(
    game: Game, templates: Templates, only: Sequence[str] = ()
) -> tuple[dict[str, Shown], tuple[Finding, ...]]:
    """Faces of a game by name: a component's id for its front, ``<set>-back`` for backs.

    ``only`` is what is typed after ``--only``; all are drawn without it.

    Raises:
        WrongUseError: it names what is not there.
    """
    pairs, findings = faces_of(game, templates, wanted=only_of(only, [game]).takes)
    faces: dict[str, Shown] = {}
    for pair in pairs:
        faces[pair.component] = Shown(pair.front, pair.shape, pair.outline_mm)
        if pair.back is None:
            continue
        back = Shown(pair.back, pair.shape, pair.outline_mm)
        if back not in faces.values():
            name = f"{pair.deck}-back"
            faces[name if name not in faces else f"{pair.component}-back"] = back
    return faces, findings


def fill_template(
    templates: Templates, template: str, size: str, records: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Shown], tuple[Finding, ...]]:
    """Faces of a template filled with plain records, for drawing before there is a game."""
    if size not in templates.sizes:
        message = f"there is no size {size!r}"
        hint = did_you_mean(size, templates.sizes, f"sizes: {', '.join(templates.sizes)}")
        place = Place("templates/sizes.yaml")
        return {}, (Finding("size-unknown", Severity.ERROR, "", place, message, hint),)
    trim, requests = templates.sizes[size], []
    for number, record in enumerate(records, 1):
        common = {"id": f"record-{number}", "name": "Name", "copies": 1, "players": "*"}
        context = {
            "c": {**common, "provenance": "reconstructed", "text": "", **record},
            "set": {"id": "set", "name": "Cards", "singular": "Card", "form": "card"},
            "game": {"id": "game", "name": "Game", "revision": "1", "terms": {}},
            "face": "front",
        }
        origin = FaceSource("", templates.place(template), f"record {number}")
        requests.append(FaceRequest(template, context, canvas_of(trim, BLEED_MM), origin))
    faces: dict[str, Shown] = {}
    findings: list[Finding] = []
    for number, (done, record) in enumerate(
        zip(fill_faces(templates, requests), records, strict=True), 1
    ):
        findings += [fault.finding(DrawingSubject("", lambda *_: None)) for fault in done.faults]
        if done.face is not None:
            name = str(record.get("id", f"{template.replace('/', '-')}-{number}"))
            faces[name] = Shown(done.face, trim.shape, trim.outline_mm)
    return faces, tuple(findings)


def write_preview(
    faces: Mapping[str, Shown], out: Path, dpi: float, crop_mm: float, drawer: Drawer = draw
) -> tuple[Path, ...]:
    """Write a PNG of each face and ``contact.png`` with all of them; return the files.

    With ``crop_mm`` the faces are cut to their shape, without they are shown with their bleed.
    What an earlier preview wrote to the folder ``out`` is replaced.

    Raises:
        OutputError: the folder cannot be written.
        WrongUseError: a picture would have too many pixels.
    """
    if not faces:
        return ()
    drawn = [shown.face for shown in faces.values()]
    refuse_too_many(drawn, dpi)
    pixels = sum(face.page_mm[0] * face.page_mm[1] for face in drawn) * (dpi / 25.4) ** 2
    names, images = [], {}
    with replace_folder(out) as fresh, Rasteriser(drawer(tuple(drawn))) as rasteriser:
        for name, shown in faces.items():
            image = rasteriser.image(shown.face.key, dpi, crop_mm)
            image = shown.cut(image) if crop_mm else image
            names.append(f"{name.replace('/', '-').replace('#', '-')}.png")
            write_image(image, fresh / names[-1], dpi)
            images[name] = shrunk(image, pixels)
        names.append("contact.png")
        write_image(contact_sheet(images), fresh / names[-1], dpi)
    return tuple(out / name for name in names)
