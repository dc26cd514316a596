"""Pictures of faces: one file a face, previews, sprite sheets, hands and spreads.

All are rendered from the vector PDF that is printed, so they show what comes out of a printer.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, sqrt
from pathlib import Path
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageFilter, ImageFont, ImageOps

from generator.atomic import below, replace_folder, write_where_told
from generator.design.canvas import canvas_of
from generator.design.face import Face, FacePair, FaceSource, distinct_faces
from generator.design.faces import BLEED_MM, faces_of
from generator.design.filling import FaceRequest, fill_faces
from generator.design.templates import Templates
from generator.drawing.draw import Drawer, draw
from generator.drawing.raster import Rasteriser, cut_out, encode_image
from generator.failures import WrongUseError
from generator.options import PictureKind
from generator.printing.selection import copies_needed, only_of
from generator.typeset.fonts import FontKey, registry_of_trilith
from validator.catalogue.model import Component, Game
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors

MOST_PIXELS = 100_000_000
"""Pixels of the largest picture, some 800 MB while it is made; a poker card at 1200 dpi has 12.6
million, a 600 x 600 mm board at 400 dpi has 89 million."""


def refuse_too_many(faces: Iterable[Face], dpi: float) -> None:
    """Go on only where no picture of the ``faces`` with their bleed has too many pixels.

    Raises:
        WrongUseError: one has; the message says what resolution can be had.
    """
    for face in faces:
        width, height = face.page_mm
        inches = width * height / 25.4**2
        if inches * dpi * dpi > MOST_PIXELS:
            millions = inches * dpi * dpi / 1e6
            raise WrongUseError(
                f"a face of {face.width_mm:g} x {face.height_mm:g} mm has {millions:.0f} million "
                f"pixels at {dpi:g} dpi; take --dpi {floor(sqrt(MOST_PIXELS / inches))} or less"
            )


_RIM = 2
BLUR, DROP, MARGIN = 0.02, 0.012, 0.08
"""Of a shadow, and the room around the cards of a scene, in shares of a card's height."""
DARKNESS = 0.45
"""Of a shadow, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a card lies (pixels, y downwards), and its turn (degrees, clockwise)."""

    x: float
    y: float
    turn: float


def hand_poses(count: int, width: int, height: int) -> tuple[Pose, ...]:
    """Cards fanned about a point below them, 8 degrees apart, the last on top; 60 degrees wide."""
    del width
    radius = height * 2.2
    step = min(8.0, 60.0 / max(count - 1, 1))
    turns = [(index - (count - 1) / 2) * step for index in range(count)]
    return tuple(
        Pose(radius * math.sin(math.radians(turn)), -radius * math.cos(math.radians(turn)), turn)
        for turn in turns
    )


def spread_poses(count: int, width: int, height: int) -> tuple[Pose, ...]:
    """Cards in rows of five with gaps, each lying a little askew as if put down by hand."""
    columns, gap_x, gap_y = 5, width * 1.12, height * 1.1
    askew = (-2.4, 1.3, -0.8, 2.1, -1.6, 0.9, 1.8)
    poses = []
    for index in range(count):
        row, column = divmod(index, columns)
        held = min(columns, count - row * columns)
        poses.append(Pose((column - (held - 1) / 2) * gap_x, row * gap_y, askew[index % 7]))
    return tuple(poses)


def paint(
    cards: Sequence[Image.Image],
    poses: Sequence[Pose],
    corner_px: float,
    ground: str | None = None,
) -> Image.Image:
    """Paint ``cards`` in ``poses``, the first lowest, with corners of radius ``corner_px``.

    The picture is just large enough. It is RGBA without the colour of a ground, else RGB.
    """
    turned = []
    for card, pose in zip(cards, poses, strict=True):
        # A rim of nothing lets the straight edges blend; without it they come out as stairs.
        rounded = cut_out(card, "rounded", radius=corner_px)
        padded = ImageOps.expand(rounded, border=_RIM, fill=(0, 0, 0, 0))
        turned.append(padded.rotate(-pose.turn, Image.Resampling.BICUBIC, expand=True))
    height = max(card.height for card in cards)
    boxes = [
        (pose.x - card.width / 2, pose.y - card.height / 2, card.width, card.height)
        for card, pose in zip(turned, poses, strict=True)
    ]
    margin = MARGIN * height
    left, top = min(b[0] for b in boxes) - margin, min(b[1] for b in boxes) - margin
    right = max(b[0] + b[2] for b in boxes) + margin
    bottom = max(b[1] + b[3] for b in boxes) + margin
    canvas = Image.new("RGBA", (math.ceil(right - left), math.ceil(bottom - top)))
    for card, box in zip(turned, boxes, strict=True):
        place = (round(box[0] - left), round(box[1] - top))
        canvas = _with_shadow(canvas, card, place, height)
        canvas.alpha_composite(card, place)
    if ground is None:
        return canvas
    whole = Image.new("RGBA", canvas.size, ground)
    whole.alpha_composite(canvas)
    return whole.convert("RGB")


def _with_shadow(
    canvas: Image.Image, card: Image.Image, place: tuple[int, int], height: int
) -> Image.Image:
    alpha = Image.new("L", canvas.size)
    alpha.paste(card.getchannel("A"), (place[0], place[1] + round(DROP * height)))
    soft = alpha.filter(ImageFilter.GaussianBlur(BLUR * height))
    shade = Image.new("RGBA", canvas.size, (20, 16, 12, 0))
    shade.putalpha(soft.point([round(level * DARKNESS) for level in range(256)]))
    return Image.alpha_composite(canvas, shade)


COLUMNS, ROWS, SHEET_PX = 10, 7, 4096
"""What Tabletop Simulator takes: 10 x 7 cells, of which it shows the last one for cards in a hand
that others may not see, and pictures of at most 4096 x 4096 pixels."""


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """One sheet: which faces are on it (from index ``first``), its cells, and a cell's pixels."""

    first: int
    count: int
    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def corner(self, index: int) -> tuple[int, int]:
        """The top left pixel of cell ``index`` (from 0, row by row)."""
        row, column = divmod(index, self.columns)
        return column * self.cell[0], row * self.cell[1]


def plan_sheets(count: int, face: tuple[int, int]) -> tuple[SheetPlan, ...]:
    """Lay ``count`` faces of ``face`` pixels on as few sheets as possible, evenly filled.

    The last cell stays free. Cells keep the shape of a face and are made smaller only where a sheet
    would grow too large.
    """
    sheets = math.ceil(count / (COLUMNS * ROWS - 1))
    plans, first = [], 0
    for number in range(sheets):
        held = count // sheets + (1 if number < count % sheets else 0)
        columns = min(COLUMNS, held + 1)
        rows = max(math.ceil((held + 1) / columns), 2)
        scale = min(1.0, SHEET_PX / (columns * face[0]), SHEET_PX / (rows * face[1]))
        cell = (max(1, int(face[0] * scale)), max(1, int(face[1] * scale)))
        plans.append(SheetPlan(first, held, columns, rows, cell))
        first += held
    return tuple(plans)


def sprite_sheets(
    count: int, image_of: Callable[[int], Image.Image], hidden: Image.Image | None = None
) -> Iterator[tuple[SheetPlan, Image.Image]]:
    """All sheets of a deck whose faces are of one size, with where each face is.

    ``image_of`` takes a face's picture by its number when it is needed, as a deck may have
    thousands. ``hidden`` is what the last cell shows.
    """
    for plan in plan_sheets(count, image_of(0).size) if count else ():
        sheet = Image.new("RGB", plan.size, "white")
        for index in range(plan.count):
            sheet.paste(_fit(image_of(plan.first + index), plan.cell), plan.corner(index))
        if hidden is not None:
            sheet.paste(_fit(hidden, plan.cell), plan.corner(plan.columns * plan.rows - 1))
        yield plan, sheet


def _fit(face: Image.Image, cell: tuple[int, int]) -> Image.Image:
    return face if face.size == cell else face.resize(cell, Image.Resampling.LANCZOS)


LEAST_DPI, MOST_DPI = 20.0, 1200.0


@dataclass(frozen=True, slots=True)
class PictureJob:
    """What is drawn: components of a game (those ``wanted``, or all it uses) by its templates.

    Pictures of ``dpi`` dots an inch go to files below ``out`` whose names end with ``suffix``.

    Raises:
        WrongUseError: the resolution cannot be had.
    """

    game: Game
    templates: Templates
    out: Path
    wanted: Callable[[Component], bool] | None = None
    drawer: Drawer = draw
    dpi: float = 150.0
    suffix: str = ".png"

    def __post_init__(self) -> None:
        if not LEAST_DPI <= self.dpi <= MOST_DPI:
            limits = f"{LEAST_DPI:g} and {MOST_DPI:g}"
            raise WrongUseError(f"{self.dpi:g} dpi is not between {limits}")

    def encode(self, image: Image.Image) -> bytes:
        """A picture as its file."""
        return encode_image(image, self.suffix, self.dpi)

    def raster(self, pairs: Sequence[FacePair]) -> Rasteriser:
        """What takes pictures of the drawn faces."""
        faces = distinct_faces(pairs)
        refuse_too_many(faces, self.dpi)
        return Rasteriser(self.drawer(faces))


def write_faces(
    job: PictureJob, *, bleed: bool = False
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of every face to ``out/<game>/faces/<deck>/<component>-<side>.png``.

    ``bleed`` keeps what lies beyond the trim edge.

    Raises:
        OutputError: the folder cannot be written.
    """
    pairs, findings = _pairs(job)
    if has_errors(findings):
        return (), findings
    folder, names = below(job.out, job.game.id, "faces"), []
    with replace_folder(folder) as fresh, job.raster(pairs) as raster:
        for pair, (side, face) in ((held, one) for held in pairs for one in held.sides):
            name = Path(pair.deck) / f"{pair.component}-{side}{job.suffix}"
            image = raster.image(face.key, job.dpi, 0.0 if bleed else face.bleed_mm)
            (fresh / name).parent.mkdir(exist_ok=True)
            (fresh / name).write_bytes(job.encode(image))
            names.append(folder / name)
    return tuple(names), findings


def write_sprites(job: PictureJob) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write sprite sheets of every deck to ``out/<game>/sprites/``, with ``sprites.json``.

    The JSON lists sheets with columns, rows, pixels of a cell, and the cards in reading order
    with their copies. A back that a deck shares is a picture of its own, and the hidden cell.

    Raises:
        OutputError: the folder cannot be written.
    """
    pairs, findings = _pairs(job)
    if has_errors(findings):
        return (), findings
    decks: dict[str, list[FacePair]] = {}
    for pair in pairs:
        decks.setdefault(pair.deck, []).append(pair)
    folder, sheets, names = below(job.out, job.game.id, "sprites"), [], ["sprites.json"]
    with replace_folder(folder) as fresh:
        with job.raster(pairs) as raster:
            for deck, held in decks.items():
                for stem, image, about in _deck_sheets(deck, held, raster, job.dpi):
                    names.append(f"{stem}{job.suffix}")
                    (fresh / names[-1]).write_bytes(job.encode(image))
                    sheets.append({"file": names[-1], "deck": deck, **about})
        text = json.dumps({"game": job.game.id, "sheets": sheets}, indent=2, ensure_ascii=False)
        (fresh / "sprites.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    return tuple(folder / name for name in names), findings


def write_scene(
    job: PictureJob,
    cards: Sequence[str],
    kind: PictureKind,
    *,
    side: str = "front",
    ground: str | None = None,
    force: bool = False,
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of cards on a table to ``out/<game>/hand.png`` (or ``spread``, by its kind).

    ``cards`` are ids of components, in order; the ``ground`` is a colour, or None for none.

    Raises:
        WrongUseError: there are no cards, or no such card, side or colour.
        OutputError: the file cannot be written.
    """
    if side not in ("front", "back"):
        asked = f"{kind.value} ({side})"
        raise WrongUseError(f"there is no scene {asked}; there are hand and spread")
    if not cards:
        raise WrongUseError("there is nothing to show; name cards by their ids")
    try:
        ImageColor.getrgb(ground or "white")
    except ValueError as error:
        raise WrongUseError(str(error)) from error
    pairs, findings = _pairs_in_use(replace(job, wanted=lambda c: c.id in set(cards)))
    if has_errors(findings):
        return (), findings
    known = {pair.component: pair for pair in pairs}
    for card in cards:
        if card not in known:
            raise WrongUseError(f"{job.game.name} has no component {card!r}")
    with job.raster(pairs) as raster:
        faces = [_face(known[card], side) for card in cards]
        images = [raster.image(face.key, job.dpi, face.bleed_mm) for face in faces]
    images = [ImageOps.crop(image, 1) for image in images]  # the outermost pixels are fractions
    poses = hand_poses if kind is PictureKind.HAND else spread_poses
    corner_px = known[cards[0]].corner_mm * job.dpi / 25.4
    ground = ground or (None if job.suffix == ".png" else "#ffffff")
    picture = paint(images, poses(len(images), *images[0].size), corner_px, ground)
    path = below(job.out, job.game.id, f"{kind.value}{job.suffix}")
    write_where_told(path, job.encode(picture), force=force)
    return (path,), findings


def _pairs(job: PictureJob) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces to show; it is an error if there are none."""
    pairs, findings = _pairs_in_use(job)
    if pairs or has_errors(findings):
        return pairs, findings
    game = job.game
    message = f"{game.name} has no face to show: no piece is used"
    hint = "lay pieces out in setup.yaml with a `place` step"
    return (), (Finding("print-nothing", Severity.ERROR, game.id, game.place, message, hint),)


def _pairs_in_use(job: PictureJob) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces of what the game uses at any table, with the copies it uses."""
    copies, wanted = copies_needed(job.game), job.wanted
    pairs, findings, *_ = faces_of(
        job.game,
        job.templates,
        wanted=lambda c: copies.get(c.id, 0) > 0 and (wanted is None or wanted(c)),
    )
    return tuple(replace(pair, copies=copies[pair.component]) for pair in pairs), findings


def _deck_sheets(
    deck: str, pairs: Sequence[FacePair], raster: Rasteriser, dpi: float
) -> Iterator[tuple[str, Image.Image, dict[str, object]]]:
    backs = {pair.back.key: pair.back for pair in pairs if pair.back is not None}
    shared = next(iter(backs.values())) if len(backs) == 1 else None
    back = None if shared is None else raster.image(shared.key, dpi, shared.bleed_mm)
    if back is not None:
        yield f"{deck}-back", back, {"face": "back", "shared": True}
    for side in ("front",) if len(backs) < 2 else ("front", "back"):
        faces = [_face(pair, side) for pair in pairs]

        def image_of(at: int, faces: Sequence[Face] = faces) -> Image.Image:
            return raster.image(faces[at].key, dpi, faces[at].bleed_mm)

        cards = [{"component": pair.component, "copies": pair.copies} for pair in pairs]
        for number, (plan, image) in enumerate(sprite_sheets(len(faces), image_of, back), 1):
            about: dict[str, object] = {
                "face": side,
                "columns": plan.columns,
                "rows": plan.rows,
                "cell_px": list(plan.cell),
                "cards": cards[plan.first : plan.first + plan.count],
            }
            yield f"{deck}-{side}s-{number}", image, about


def _face(pair: FacePair, side: str) -> Face:
    """A side of a pair; where some of a deck have no back, their front stands in for it."""
    return pair.front if side == "front" else pair.back or pair.front


# Faces as PNG files and one sheet with all of them, to look at while drawing.
#
# Without a game a template can be tried alone: its data file holds the record's keys (``id``,
# ``name``, ``text``, ``cost``, ...), or a list of several records.


CONTACT_PX = 1800
"""Width of a contact sheet; faces that are wider get a sheet of their own width."""
GAP_PX = 12
LABEL_PX = 24
"""Height of the line below each picture that names it."""

_FONT = FontKey("Source Sans Pro", 400)
LETTER_PX = 18
_GROUND, _INK = "#8a8a8a", "#ffffff"
CONTACT_PIXELS = 40_000_000
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
    if pixels <= CONTACT_PIXELS:
        return image
    scale = sqrt(CONTACT_PIXELS / pixels)
    size = (max(1, int(image.width * scale)), max(1, int(image.height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS)


def contact_sheet(pictures: Mapping[str, Image.Image]) -> Image.Image:
    """All pictures in rows on one grey sheet, each with its name below."""
    font = ImageFont.truetype(registry_of_trilith().path(_FONT), LETTER_PX)
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
    width = max([CONTACT_PX, *(across + 2 * GAP_PX for across, _ in sizes)])
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
    pairs, findings, *_ = faces_of(game, templates, wanted=only_of(only, [game]).takes)
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
        findings += [fault.finding("") for fault in done.faults]
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
            (fresh / names[-1]).write_bytes(encode_image(image, ".png", dpi))
            images[name] = shrunk(image, pixels)
        names.append("contact.png")
        (fresh / names[-1]).write_bytes(encode_image(contact_sheet(images), ".png", dpi))
    return tuple(out / name for name in names)
