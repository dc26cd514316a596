"""Pictures of cards lying on a table: a hand fanned out, or a spread, with shadows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter, ImageOps

_OVERSAMPLE = 4
"""Round corners are drawn this much larger and shrunk, so that they are smooth."""

_RIM = 2


@dataclass(frozen=True, slots=True)
class Look:
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
    cards: Sequence[Image.Image], poses: Sequence[Pose], corner_px: float, look: Look | None = None
) -> Image.Image:
    """Paint ``cards`` in ``poses``, the first lowest, with corners of radius ``corner_px``.

    The picture is just large enough. It is RGBA without a ground, else RGB.
    """
    light = look or Look()
    turned = [
        _turned(rounded(card, corner_px), pose) for card, pose in zip(cards, poses, strict=True)
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


def rounded(card: Image.Image, radius: float) -> Image.Image:
    """The card as RGBA with round corners of ``radius`` pixels."""
    big = (card.width * _OVERSAMPLE, card.height * _OVERSAMPLE)
    mask = Image.new("L", big)
    corners = (0, 0, big[0] - 1, big[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corners, radius * _OVERSAMPLE, fill=255)
    shown = card.convert("RGBA")
    shown.putalpha(mask.resize(card.size, Image.Resampling.LANCZOS))
    return shown


def _turned(card: Image.Image, pose: Pose) -> Image.Image:
    # A rim of nothing lets the straight edges blend; without it they come out as stairs.
    padded = ImageOps.expand(card, border=_RIM, fill=(0, 0, 0, 0))
    return padded.rotate(-pose.turn, Image.Resampling.BICUBIC, expand=True)


def _with_shadow(
    canvas: Image.Image, card: Image.Image, place: tuple[int, int], look: Look, height: int
) -> Image.Image:
    """The canvas with a soft shadow where ``card`` will lie."""
    alpha = Image.new("L", canvas.size)
    down = round(look.drop * height)
    alpha.paste(card.getchannel("A"), (place[0], place[1] + down))
    soft = alpha.filter(ImageFilter.GaussianBlur(look.blur * height))
    shade = Image.new("RGBA", canvas.size, (20, 16, 12, 0))
    shade.putalpha(soft.point([round(level * look.darkness) for level in range(256)]))
    return Image.alpha_composite(canvas, shade)
