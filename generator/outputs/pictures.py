"""Pictures of faces: one file a face, sprite sheets, hands and spreads.

All are rendered from the vector PDF that is printed, so they show what comes out of a printer.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import floor, sqrt
from pathlib import Path
from typing import overload

from PIL import Image, ImageColor, ImageDraw, ImageFilter, ImageOps

from generator.atomic import below, replace_folder, write_where_told
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templates import Templates
from generator.drawing.draw import Drawer, draw
from generator.drawing.raster import Rasteriser, encode_image
from generator.failures import WrongUseError
from generator.printing.selection import copies_needed
from validator.catalogue.model import Component, Game
from validator.findings import Finding, Severity, has_errors

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


_OVERSAMPLE = 4
"""Round corners are drawn this much larger and shrunk, so that they are smooth."""

_RIM = 2


@dataclass(frozen=True, slots=True)
class SceneLight:
    """How a scene is lit: shadow in shares of a card's height, darkness 0 to 1, and the ground.

    ``ground`` is a colour, or None for a transparent picture. ``margin`` is around the cards,
    in shares of a card's height.
    """

    ground: str | None = None
    blur: float = 0.02
    drop: float = 0.012
    darkness: float = 0.45
    margin: float = 0.08


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a card lies (pixels, y downwards), and its turn (degrees, clockwise)."""

    x: float
    y: float
    turn: float


def hand_poses(count: int, width: int, height: int, step: float = 8.0) -> tuple[Pose, ...]:
    """Cards fanned about a point below them, ``step`` degrees apart, the last on top."""
    radius = height * 2.2
    widest = 60.0
    step = min(step, widest / max(count - 1, 1))
    poses = []
    for index in range(count):
        turn = (index - (count - 1) / 2) * step
        angle = math.radians(turn)
        poses.append(Pose(radius * math.sin(angle), -radius * math.cos(angle), turn))
    return tuple(poses)


def spread_poses(count: int, width: int, height: int, columns: int = 5) -> tuple[Pose, ...]:
    """Cards in rows of ``columns`` with gaps, each lying a little askew as if put down by hand."""
    gap_x, gap_y = width * 1.12, height * 1.1
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
    look: SceneLight | None = None,
) -> Image.Image:
    """Paint ``cards`` in ``poses``, the first lowest, with corners of radius ``corner_px``.

    The picture is just large enough. It is RGBA without a ground, else RGB.
    """
    light = look or SceneLight()
    turned = [
        _turn(round_corners(card, corner_px), pose) for card, pose in zip(cards, poses, strict=True)
    ]
    height = max(card.height for card in cards)
    boxes = [
        (pose.x - card.width / 2, pose.y - card.height / 2, card.width, card.height)
        for card, pose in zip(turned, poses, strict=True)
    ]
    margin = light.margin * height
    left, top = min(b[0] for b in boxes) - margin, min(b[1] for b in boxes) - margin
    right = max(b[0] + b[2] for b in boxes) + margin
    bottom = max(b[1] + b[3] for b in boxes) + margin
    canvas = Image.new("RGBA", (math.ceil(right - left), math.ceil(bottom - top)))
    for card, box in zip(turned, boxes, strict=True):
        place = (round(box[0] - left), round(box[1] - top))
        canvas = _with_shadow(canvas, card, place, light, height)
        canvas.alpha_composite(card, place)
    if light.ground is None:
        return canvas
    ground = Image.new("RGBA", canvas.size, light.ground)
    ground.alpha_composite(canvas)
    return ground.convert("RGB")


def round_corners(card: Image.Image, radius: float) -> Image.Image:
    """The card as RGBA with round corners of ``radius`` pixels."""
    big = (card.width * _OVERSAMPLE, card.height * _OVERSAMPLE)
    mask = Image.new("L", big)
    corners = (0, 0, big[0] - 1, big[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corners, radius * _OVERSAMPLE, fill=255)
    shown = card.convert("RGBA")
    shown.putalpha(mask.resize(card.size, Image.Resampling.LANCZOS))
    return shown


def _turn(card: Image.Image, pose: Pose) -> Image.Image:
    # A rim of nothing lets the straight edges blend; without it they come out as stairs.
    padded = ImageOps.expand(card, border=_RIM, fill=(0, 0, 0, 0))
    return padded.rotate(-pose.turn, Image.Resampling.BICUBIC, expand=True)


def _with_shadow(
    canvas: Image.Image, card: Image.Image, place: tuple[int, int], look: SceneLight, height: int
) -> Image.Image:
    """The canvas with a soft shadow where ``card`` will lie."""
    alpha = Image.new("L", canvas.size)
    down = round(look.drop * height)
    alpha.paste(card.getchannel("A"), (place[0], place[1] + down))
    soft = alpha.filter(ImageFilter.GaussianBlur(look.blur * height))
    shade = Image.new("RGBA", canvas.size, (20, 16, 12, 0))
    shade.putalpha(soft.point([round(level * look.darkness) for level in range(256)]))
    return Image.alpha_composite(canvas, shade)


@dataclass(frozen=True, slots=True)
class SheetRule:
    """What a virtual table takes: most cells, most pixels a side, and whether the last is hidden.

    The figures are Tabletop Simulator's: 10 x 7 cells, of which it shows the last one for
    cards in a hand that others may not see, and pictures of at most 4096 x 4096 pixels.
    """

    columns: int = 10
    rows: int = 7
    most_px: int = 4096
    hide_last: bool = True

    @property
    def usable(self) -> int:
        """Faces that a full sheet holds."""
        return self.columns * self.rows - (1 if self.hide_last else 0)


TABLETOP_SIMULATOR = SheetRule()


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


def plan_sheets(count: int, face: tuple[int, int], rule: SheetRule) -> tuple[SheetPlan, ...]:
    """Lay ``count`` faces of ``face`` pixels on as few sheets as possible, evenly filled.

    Cells keep the shape of a face and are made smaller only where a sheet would grow too large.
    """
    if count == 0:
        return ()
    sheets = math.ceil(count / rule.usable)
    each, rest = divmod(count, sheets)
    plans, first = [], 0
    for number in range(sheets):
        held = each + (1 if number < rest else 0)
        plans.append(_plan(first, held, face, rule))
        first += held
    return tuple(plans)


def _plan(first: int, count: int, face: tuple[int, int], rule: SheetRule) -> SheetPlan:
    cells = count + (1 if rule.hide_last else 0)
    columns = min(rule.columns, max(cells, 2))
    rows = max(math.ceil(cells / columns), 2 if rule.rows > 1 else 1)
    scale = min(1.0, rule.most_px / (columns * face[0]), rule.most_px / (rows * face[1]))
    cell = (max(1, int(face[0] * scale)), max(1, int(face[1] * scale)))
    return SheetPlan(first, count, columns, rows, cell)


def compose(
    plan: SheetPlan, faces: Sequence[Image.Image], hidden: Image.Image | None = None
) -> Image.Image:
    """The picture of a sheet; ``faces`` are all faces of the deck, ``hidden`` the last cell's."""
    sheet = Image.new("RGB", plan.size, "white")
    for index in range(plan.count):
        sheet.paste(_fit(faces[plan.first + index], plan.cell), plan.corner(index))
    if hidden is not None:
        sheet.paste(_fit(hidden, plan.cell), plan.corner(plan.columns * plan.rows - 1))
    return sheet


def sprite_sheets(
    faces: Sequence[Image.Image],
    rule: SheetRule = TABLETOP_SIMULATOR,
    hidden: Image.Image | None = None,
) -> Iterator[tuple[SheetPlan, Image.Image]]:
    """All sheets of a deck whose faces are of one size, with where each face is."""
    if faces:
        for plan in plan_sheets(len(faces), faces[0].size, rule):
            yield plan, compose(plan, faces, hidden)


def _fit(face: Image.Image, cell: tuple[int, int]) -> Image.Image:
    if face.size == cell:
        return face
    return face.resize(cell, Image.Resampling.LANCZOS)


SUFFIXES = (".png", ".jpg")
LEAST_DPI, MOST_DPI = 20.0, 1200.0


class PictureChoiceError(WrongUseError):
    """A choice that cannot be had; the message says what there is."""


class SceneKind(StrEnum):
    """How the cards of a scene lie."""

    HAND = "hand"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class PictureSubject:
    """What is drawn: components of a game (those ``wanted``, or all it uses) by its templates."""

    game: Game
    templates: Templates
    wanted: Callable[[Component], bool] | None = None
    drawer: Drawer = draw


@dataclass(frozen=True, slots=True)
class PictureShot:
    """How a picture is taken: dots an inch, and the suffix of its file.

    Raises:
        PictureChoiceError: they cannot be had.
    """

    dpi: float = 150.0
    suffix: str = ".png"

    def __post_init__(self) -> None:
        if not LEAST_DPI <= self.dpi <= MOST_DPI:
            limits = f"{LEAST_DPI:g} and {MOST_DPI:g}"
            raise PictureChoiceError(f"{self.dpi:g} dpi is not between {limits}")
        if self.suffix not in SUFFIXES:
            have = self.suffix or "without"
            raise PictureChoiceError(f"pictures are {' or '.join(SUFFIXES)}, not {have}")


@dataclass(frozen=True, slots=True)
class CardScene:
    """Cards (component ids, in order) on a table: as a hand or a spread, which side up, and lit.

    Raises:
        PictureChoiceError: there are no cards, no such side or no such colour of the ground.
    """

    cards: Sequence[str]
    kind: SceneKind = SceneKind.HAND
    side: str = "front"
    look: SceneLight = field(default_factory=SceneLight)

    def __post_init__(self) -> None:
        if self.side not in ("front", "back"):
            asked = f"{self.kind.value} ({self.side})"
            raise PictureChoiceError(f"there is no scene {asked}; there are hand and spread")
        if not self.cards:
            raise PictureChoiceError("there is nothing to show; name cards by their ids")
        try:
            ImageColor.getrgb(self.look.ground or "white")
        except ValueError as error:
            raise PictureChoiceError(str(error)) from error


def write_faces(
    subject: PictureSubject, out: Path, shot: PictureShot, *, bleed: bool = False
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of every face to ``out/<game>/faces/<deck>/<component>-<side>.png``.

    ``bleed`` keeps what lies beyond the trim edge.

    Raises:
        OutputError: the folder cannot be written.
    """
    game = subject.game
    pairs, findings = _pairs(subject)
    if has_errors(findings):
        return (), findings
    folder, names = below(out, game.id, "faces"), []
    with replace_folder(folder) as fresh, _raster(subject, pairs, shot) as raster:
        for pair, side, face in _sides(pairs):
            name = Path(pair.deck) / f"{pair.component}-{side}{shot.suffix}"
            image = raster.image(face.key, shot.dpi, 0.0 if bleed else face.bleed_mm)
            (fresh / name).parent.mkdir(exist_ok=True)
            (fresh / name).write_bytes(encode_image(image, shot.suffix, shot.dpi))
            names.append(folder / name)
    return tuple(names), findings


def write_sprites(
    subject: PictureSubject, out: Path, shot: PictureShot, rule: SheetRule = TABLETOP_SIMULATOR
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write sprite sheets of every deck to ``out/<game>/sprites/``, with ``sprites.json``.

    The JSON lists sheets with columns, rows, pixels of a cell, and the cards in reading order
    with their copies. A back that a deck shares is a picture of its own, and the hidden cell.

    Raises:
        OutputError: the folder cannot be written.
    """
    game = subject.game
    pairs, findings = _pairs(subject)
    if has_errors(findings):
        return (), findings
    folder, sheets, names = below(out, game.id, "sprites"), [], ["sprites.json"]
    with replace_folder(folder) as fresh:
        with _raster(subject, pairs, shot) as raster:
            for deck, held in _decks(pairs).items():
                for name, image, about in _deck_sheets(deck, held, raster, rule, shot):
                    (fresh / name).write_bytes(encode_image(image, shot.suffix, shot.dpi))
                    names.append(name)
                    sheets.append({"file": name, "deck": deck, **about})
        text = json.dumps({"game": game.id, "sheets": sheets}, indent=2, ensure_ascii=False)
        (fresh / "sprites.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    return tuple(folder / name for name in names), findings


def write_scene(
    subject: PictureSubject, out: Path, scene: CardScene, shot: PictureShot, *, force: bool = False
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of a scene to ``out/<game>/hand.png`` (or ``spread``, by its kind).

    Raises:
        PictureChoiceError: the game has no such card.
        OutputError: the file cannot be written.
    """
    shown = replace(subject, wanted=lambda c: c.id in set(scene.cards))
    pairs, findings = _pairs_in_use(shown)
    if has_errors(findings):
        return (), findings
    known = {pair.component: pair for pair in pairs}
    for card in scene.cards:
        if card not in known:
            raise PictureChoiceError(f"{subject.game.name} has no component {card!r}")
    with _raster(shown, pairs, shot) as raster:
        data = _scene([known[card] for card in scene.cards], raster, scene, shot)
    path = below(out, subject.game.id, f"{scene.kind.value}{shot.suffix}")
    write_where_told(path, data, force=force)
    return (path,), findings


def _scene(
    pairs: Sequence[FacePair], raster: Rasteriser, scene: CardScene, shot: PictureShot
) -> bytes:
    images = []
    for pair in pairs:
        face = pair.back if scene.side == "back" and pair.back is not None else pair.front
        image = raster.image(face.key, shot.dpi, face.bleed_mm)
        images.append(ImageOps.crop(image, 1))  # the outermost pixels are fractions
    poses = hand_poses if scene.kind is SceneKind.HAND else spread_poses
    look, corner = scene.look, pairs[0].corner_mm * shot.dpi / 25.4
    if shot.suffix != ".png" and look.ground is None:
        look = replace(look, ground="#ffffff")
    painted = paint(images, poses(len(images), *images[0].size), corner, look)
    return encode_image(painted, shot.suffix, shot.dpi)


def _raster(subject: PictureSubject, pairs: Sequence[FacePair], shot: PictureShot) -> Rasteriser:
    faces = [face for _, _, face in _sides(pairs)]
    refuse_too_many(faces, shot.dpi)
    return Rasteriser(subject.drawer(faces))


def _pairs(subject: PictureSubject) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces to show; it is an error if there are none."""
    pairs, findings = _pairs_in_use(subject)
    if pairs or has_errors(findings):
        return pairs, findings
    game = subject.game
    message = f"{game.name} has no face to show: no piece is used"
    hint = "lay pieces out in setup.yaml with a `place` step"
    return (), (Finding("print-nothing", Severity.ERROR, game.id, game.place, message, hint),)


def _pairs_in_use(subject: PictureSubject) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces of what the game uses at any table, with the copies it uses."""
    copies = copies_needed(subject.game)
    wanted = subject.wanted
    pairs, findings = faces_of(
        subject.game,
        subject.templates,
        wanted=lambda c: copies.get(c.id, 0) > 0 and (wanted is None or wanted(c)),
    )
    return tuple(replace(pair, copies=copies[pair.component]) for pair in pairs), findings


def _sides(pairs: Sequence[FacePair]) -> Iterator[tuple[FacePair, str, Face]]:
    for pair in pairs:
        yield pair, "front", pair.front
        if pair.back is not None:
            yield pair, "back", pair.back


def _decks(pairs: Sequence[FacePair]) -> dict[str, list[FacePair]]:
    decks: dict[str, list[FacePair]] = {}
    for pair in pairs:
        decks.setdefault(pair.deck, []).append(pair)
    return decks


def _deck_sheets(
    deck: str, pairs: Sequence[FacePair], raster: Rasteriser, rule: SheetRule, shot: PictureShot
) -> Iterator[tuple[str, Image.Image, dict[str, object]]]:
    dpi, suffix = shot.dpi, shot.suffix
    backs = {pair.back.key: pair.back for pair in pairs if pair.back is not None}
    shared = next(iter(backs.values())) if len(backs) == 1 else None
    back = None if shared is None else raster.image(shared.key, dpi, shared.bleed_mm)
    if back is not None:
        yield f"{deck}-back{suffix}", back, {"face": "back", "shared": True}
    for side in ("front",) if len(backs) < 2 else ("front", "back"):
        faces = [face for pair in pairs if (face := _face(pair, side)) is not None]
        images = _TrimmedPictures(raster, faces, dpi)
        cards = [{"component": pair.component, "copies": pair.copies} for pair in pairs]
        for number, (plan, image) in enumerate(sprite_sheets(images, rule, back), start=1):
            yield (
                f"{deck}-{side}s-{number}{suffix}",
                image,
                {
                    "face": side,
                    "columns": plan.columns,
                    "rows": plan.rows,
                    "cell_px": list(plan.cell),
                    "cards": cards[plan.first : plan.first + plan.count],
                },
            )


class _TrimmedPictures(Sequence[Image.Image]):
    """Pictures of trimmed faces, each taken when it is asked for: a deck may have thousands."""

    def __init__(self, raster: Rasteriser, faces: Sequence[Face], dpi: float) -> None:
        self._raster = raster
        self._faces = faces
        self._dpi = dpi

    def __len__(self) -> int:
        return len(self._faces)

    @overload
    def __getitem__(self, index: int) -> Image.Image: ...
    @overload
    def __getitem__(self, index: slice) -> _TrimmedPictures: ...
    def __getitem__(self, index: int | slice) -> Image.Image | _TrimmedPictures:
        if isinstance(index, slice):
            return _TrimmedPictures(self._raster, self._faces[index], self._dpi)
        face = self._faces[index]
        return self._raster.image(face.key, self._dpi, face.bleed_mm)


def _face(pair: FacePair, side: str) -> Face | None:
    """A side of a pair; where some of a deck have no back, their front stands in for it."""
    return pair.front if side == "front" else pair.back or pair.front
