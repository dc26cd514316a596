"""Pictures for a virtual table: sheets of faces, single faces, and the table from above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from generator.book.table_pieces import (
    PieceKind,
)
from generator.design.face import Face, FacePair
from generator.drawing.raster import Rasteriser, cut_out, encode_image
from generator.outputs.pictures import SHEET_PX, sprite_sheets
from validator.catalogue.model import Form, Game

CARD_DPI = 150.0
"""Dots an inch of cards, mats and boards: a poker card then has 375 x 525 pixels."""
LEAST_PX = 256
"""Pixels that the longer side of a small piece has at least, so that it can be looked at."""
MOST_DPI = 600.0
MOST_PX = 2400
"""The longer side of a picture that a browser shows, in pixels: a board fills a large screen."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A sheet of cards: its number, cells, and the names of its pictures.

    With ``unique_back`` the back is a sheet as well, cell by cell.
    """

    key: int
    columns: int
    rows: int
    front: str
    back: str
    unique_back: bool


@dataclass(frozen=True, slots=True)
class Gallery:
    """Where the picture of every component is, and the pictures by their names.

    ``cells`` has a card's sheet and its cell there, counted from 0 row by row; ``pieces`` the
    names of the front and the back of all else.
    """

    cells: Mapping[str, tuple[CardSheet, int]]
    pieces: Mapping[str, tuple[str, str]]
    pictures: Mapping[str, bytes]


def dpi_of(kind: PieceKind, most_px: int) -> float:
    """Dots an inch for a piece: small ones finer, large ones coarser than ``most_px`` pixels."""
    longest = max(kind.width, kind.height) / 25.4
    wanted = min(max(CARD_DPI, LEAST_PX / longest), MOST_DPI)
    return min(wanted, most_px / longest)


def gallery_of(
    game: Game, pairs: Sequence[FacePair], kinds: Mapping[str, PieceKind], raster: Rasteriser
) -> Gallery:
    """Sheets for cards and single pictures for all else, as Tabletop Simulator takes them.

    The number of a sheet is 100 times the place of its set in the game, and its own.
    """
    cells: dict[str, tuple[CardSheet, int]] = {}
    pieces: dict[str, tuple[str, str]] = {}
    pictures: dict[str, bytes] = {}
    for place, set_id in enumerate(game.sets, start=1):
        held = [pair for pair in pairs if pair.deck == set_id]
        cards = [pair for pair in held if kinds[pair.component].is_card]
        for sheet, names in _sheets(set_id, place, cards, raster, pictures):
            cells.update((name, (sheet, at)) for at, name in enumerate(names))
        for pair in held:
            if pair not in cards:
                pieces[pair.component] = _piece(pair, kinds[pair.component], raster, pictures)
    return Gallery(cells, pieces, pictures)


def _sheets(
    set_id: str,
    place: int,
    pairs: Sequence[FacePair],
    raster: Rasteriser,
    pictures: dict[str, bytes],
) -> Iterator[tuple[CardSheet, list[str]]]:
    if not pairs:
        return
    backs = {pair.back.key: pair.back for pair in pairs if pair.back is not None}
    shared = next(iter(backs.values())) if len(backs) == 1 else None
    hidden = _image(raster, shared or pairs[0].front)
    if shared is None:  # cards without a back have a white one
        hidden = Image.new("RGB", hidden.size, "white")
    unique = len(backs) > 1
    if not unique:
        pictures[f"deck-{set_id}-back.jpg"] = encode_image(hidden, ".jpg", CARD_DPI)
    fronts = [_image(raster, pair.front) for pair in pairs]
    behind = [_image(raster, pair.back) if pair.back else hidden for pair in pairs]
    plans = list(sprite_sheets(len(pairs), fronts.__getitem__, hidden))
    others = list(sprite_sheets(len(pairs), behind.__getitem__, hidden)) if unique else []
    for number, (plan, image) in enumerate(plans, start=1):
        front, back = f"deck-{set_id}-fronts-{number}.jpg", f"deck-{set_id}-back.jpg"
        pictures[front] = encode_image(image, ".jpg", CARD_DPI)
        if unique:
            back = f"deck-{set_id}-backs-{number}.jpg"
            pictures[back] = encode_image(others[number - 1][1], ".jpg", CARD_DPI)
        sheet = CardSheet(100 * place + number, plan.columns, plan.rows, front, back, unique)
        held = pairs[plan.first : plan.first + plan.count]
        yield sheet, [pair.component for pair in held]


def singles_of(
    pairs: Sequence[FacePair],
    kinds: Mapping[str, PieceKind],
    raster: Rasteriser,
    most_bytes: int,
    colours: Mapping[str, str],
) -> Gallery:
    """A picture for each side of each component, cut to its shape, of at most ``most_bytes``.

    What lies flat and has no back gets a plain one in the ``colours`` of a theme.
    """
    pieces: dict[str, tuple[str, str]] = {}
    pictures: dict[str, bytes] = {}
    for pair in pairs:
        kind, names = kinds[pair.component], []
        suffix = ".jpg" if kind.shape == "rect" else ".png"
        is_bare = pair.back is None and kind.form in _TURNED and not kind.is_die
        for face in (pair.front,) if is_bare else (pair.front, pair.back or pair.front):
            names.append(f"{face.key[:16]}{suffix}")
            if names[-1] not in pictures:
                pictures[names[-1]] = _small(face, kind, raster, suffix, most_bytes)
        if is_bare:
            names.append(f"back-{kind.set_id}-{kind.width:.0f}x{kind.height:.0f}{suffix}")
            pictures[names[-1]] = encode_image(_plain_back(kind, colours), suffix, CARD_DPI)
        pieces[pair.component] = (names[0], names[1])
    return Gallery({}, pieces, pictures)


_TURNED = (Form.CARD, Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER)
"""What is turned over, and shows that it has no back."""


def _plain_back(kind: PieceKind, colours: Mapping[str, str]) -> Image.Image:
    """The dark ground of backs in the shape of a piece, with a frame around it."""
    dark, light = (colours.get(role, colours["ink"]) for role in ("night", "line"))
    per_mm = dpi_of(kind, MOST_PX) / 25.4
    wide, high = (round(side * per_mm) for side in kind.size)
    back = Image.new("RGB", (wide, high), dark)
    for share, colour in ((0.06, light), (0.08, dark)):
        away = round(share * min(wide, high))
        inner = shape_out(Image.new("RGB", (wide - 2 * away, high - 2 * away), colour), kind)
        back.paste(inner, (away, away), inner if inner.mode == "RGBA" else None)
    return shape_out(back, kind)


def _small(face: Face, kind: PieceKind, raster: Rasteriser, suffix: str, most_bytes: int) -> bytes:
    """A picture in its shape, coarser until it has at most ``most_bytes``."""
    dpi = dpi_of(kind, MOST_PX)
    while True:
        data = encode_image(shape_out(_image(raster, face, dpi), kind), suffix, dpi)
        if len(data) <= most_bytes:
            return data
        dpi *= 0.8


def shape_out(image: Image.Image, kind: PieceKind) -> Image.Image:
    """A face without what lies outside of the shape of its piece."""
    corners = [(x * image.width, y * image.height) for x, y in kind.outline]
    return cut_out(image, kind.shape, corners)


def _piece(
    pair: FacePair, kind: PieceKind, raster: Rasteriser, pictures: dict[str, bytes]
) -> tuple[str, str]:
    dpi = dpi_of(kind, SHEET_PX)
    front = back = f"piece-{pair.component}.jpg"
    pictures[front] = encode_image(_image(raster, pair.front, dpi), ".jpg", dpi)
    if pair.back is not None and pair.back.key != pair.front.key:
        back = f"piece-{pair.component}-back.jpg"
        pictures[back] = encode_image(_image(raster, pair.back, dpi), ".jpg", dpi)
    return front, back


def _image(raster: Rasteriser, face: Face, dpi: float = CARD_DPI) -> Image.Image:
    return raster.image(face.key, dpi, face.bleed_mm)
