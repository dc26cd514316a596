"""A camera held by hand: a sheet on a table, seen aslant, in a shadow, out of focus, as JPEG."""

import io
import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageFilter

HIGH = 1500
"""Pixels of the sheet's longer side."""
AWAY = 420.0
"""Distance of the camera from the middle of the sheet, in mm."""


@dataclass
class Shot:
    """How a photograph is taken: angles in degrees, ``bend`` in mm, ``blur`` in pixels."""

    tilt: float
    towards: float
    turn: float
    bend: float
    shadow: str
    table: str
    blur: float
    noise: float
    shake: float = 0.0
    quality: int = 60

    def faults(self):
        """Names of what makes this one hard."""
        turned = round(self.turn / 90) % 4 * 90
        steps = (8, 17)
        tilted = "tilt to 8" if self.tilt < steps[0] else "tilt to 17"
        return {
            "tilt over 17" if self.tilt >= steps[1] else tilted,
            f"turned {turned}",
            f"shadow {self.shadow}",
            f"table {self.table}",
            "blur over 0.9" if self.blur > 0.9 else "blur to 0.9",
            *(["bent"] if self.bend else []),
            *(["shaken"] if self.shake else []),
        }


def any_shot(luck):
    return Shot(
        tilt=25 * math.sqrt(luck.random()),
        towards=luck.uniform(0, 360),
        turn=luck.choice((0, 90, 180, 270)) + luck.uniform(-8, 8),
        bend=luck.choice((0, 0, luck.uniform(-3, 3))),
        shadow=luck.choice(("none", "soft", "hard")),
        table=luck.choice(("wood", "cloth", "white", "dark")),
        blur=luck.uniform(0.5, 1.15),
        noise=luck.uniform(2, 6),
        shake=luck.choice((0, 0, 0, luck.uniform(1, 2))),
    )


def photograph(sheet, scale, shot, seed):
    """The bytes of a JPEG of a sheet (a picture of ``scale`` pixels a mm)."""
    random = np.random.default_rng(seed)
    wide, high = sheet.width / scale, sheet.height / scale
    lens = HIGH / max(wide, high) * AWAY
    turn = _rotation(shot)
    size = _size(turn, lens, wide, high, random)
    mesh = _mesh(turn, lens, size, (wide, high), scale, shot)
    paper = Image.new("RGB", (sheet.width + 2, sheet.height + 2))
    paper.paste(sheet, (1, 1))
    there = Image.new("L", paper.size)
    there.paste(255, (1, 1, sheet.width + 1, sheet.height + 1))
    picture = _table(shot.table, size, random)
    picture.paste(_see(paper, size, mesh), (0, 0), _see(there, size, mesh))
    light = _light(shot.shadow, size, random)[..., None]
    warm = np.array((1.0, random.uniform(0.92, 1), random.uniform(0.78, 1)), np.float32)
    lit = np.asarray(picture, np.float32) * light * warm
    return _develop(lit * random.uniform(0.75, 0.97), shot, random)


def _see(picture, size, mesh):
    return picture.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)


def _rotation(shot):
    """The rotation of the paper as the camera sees it: turned, then tilted."""
    turn, towards, tilt = (math.radians(one) for one in (shot.turn, shot.towards, shot.tilt))
    cos, sin = math.cos(turn), math.sin(turn)
    flat = np.array(((cos, -sin, 0), (sin, cos, 0), (0, 0, 1)))
    axis = np.array((math.cos(towards), math.sin(towards), 0))
    cross = np.array(((0, 0, axis[1]), (0, 0, -axis[0]), (-axis[1], axis[0], 0)))
    tilted = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross
    return tilted @ flat


def _size(turn, lens, wide, high, random):
    """Width and height of a picture that holds the sheet with some table around."""
    far = []
    for x in (-wide / 2, wide / 2):
        for y in (-high / 2, high / 2):
            seen = turn @ (x, y, 0)
            far.append(np.abs(seen[:2]) * lens / (AWAY + seen[2]))
    return tuple(int(2 * one + random.uniform(40, 200)) for one in np.max(far, axis=0))


STEP = 96
"""Pixels of a square that is taken for flat."""


def _mesh(turn, lens, size, paper, scale, shot):
    """Squares of the picture, and the four corners of the sheet's picture that each shows."""
    across = np.arange(0, size[0] + STEP, STEP, dtype=float)
    down = np.arange(0, size[1] + STEP, STEP, dtype=float)
    x, y = _places(turn, lens, size, paper, shot, *np.meshgrid(across, down))
    x, y = x * scale + 1, y * scale + 1
    mesh = []
    for row in range(len(down) - 1):
        for column in range(len(across) - 1):
            left, top = column * STEP, row * STEP
            ends = ((row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1))
            quad = tuple(one for end in ends for one in (x[end], y[end]))
            mesh.append(((left, top, left + STEP, top + STEP), quad))
    return mesh


def _places(turn, lens, size, paper, shot, across, down):
    """Which place of the paper (mm) is seen at places of the picture (pixels)."""
    seen = np.stack((across - size[0] / 2, down - size[1] / 2, np.full_like(across, lens)))
    ray = np.tensordot(turn.T, seen, 1)
    eye = turn.T @ (0, 0, -AWAY)
    height = np.zeros_like(across)
    for _ in range(5):
        steps = (height - eye[2]) / ray[2]
        x, y = eye[0] + steps * ray[0], eye[1] + steps * ray[1]
        part = y / paper[1] if shot.towards < 180 else x / paper[0]
        height = shot.bend * np.cos(math.pi * np.clip(part, -0.5, 0.5))
    return x + paper[0] / 2, y + paper[1] / 2


GROUNDS = {
    "wood": (150, 105, 65),
    "cloth": (90, 110, 120),
    "white": (225, 224, 220),
    "dark": (48, 44, 42),
}


LARGEST = (2600, 2600)


@cache
def _texture(kind):
    """Ground of a table, lighter and darker."""
    random = np.random.default_rng(len(kind))
    ground = np.zeros(LARGEST, np.float32)
    along = 14 if kind == "wood" else 1
    for step in (4, 16, 64):
        cells = (LARGEST[1] // step, LARGEST[0] // (step * along))
        noise = random.normal(0, 1, cells).astype(np.float32)
        ground += np.asarray(Image.fromarray(noise).resize(LARGEST, Image.Resampling.BICUBIC))
    swing = 0.03 if kind == "white" else 0.1
    colours = np.array(GROUNDS[kind], np.float32) * (1 + swing * ground[..., None])
    return Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))


def _table(kind, size, random):
    left, top = (int(random.integers(0, LARGEST[one] - size[one])) for one in (0, 1))
    return _texture(kind).crop((left, top, left + size[0], top + size[1]))


def _light(shadow, size, random):
    """How bright each place is: falling off to one side, and half of it in the shadow."""
    across, down = np.meshgrid(
        np.linspace(-1, 1, size[0], dtype=np.float32), np.linspace(-1, 1, size[1], dtype=np.float32)
    )
    angle = random.uniform(0, 2 * math.pi)
    light = 1 - random.uniform(0, 0.12) * (1 + across * math.cos(angle) + down * math.sin(angle))
    if shadow != "none":
        angle = random.uniform(0, 2 * math.pi)
        side = across * math.cos(angle) + down * math.sin(angle) - random.uniform(-0.5, 0.5)
        edge = random.uniform(0.1, 0.3) if shadow == "soft" else random.uniform(0.002, 0.01)
        light *= 0.75 + 0.25 * np.tanh(side / edge)
    return light.astype(np.float32)


def _develop(picture, shot, random):
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    image = image.filter(ImageFilter.GaussianBlur(shot.blur))
    if shot.shake:
        moved = image.transform(
            image.size,
            Image.Transform.AFFINE,
            (1, 0, shot.shake, 0, 1, shot.shake / 2),
            Image.Resampling.BILINEAR,
        )
        image = Image.blend(image, moved, 0.5)
    grain = shot.noise * random.standard_normal((image.height, image.width, 3), np.float32)
    grainy = np.clip(np.asarray(image, np.float32) + grain, 0, 255).astype(np.uint8)
    kept = io.BytesIO()
    Image.fromarray(grainy).save(kept, "JPEG", quality=shot.quality)
    return kept.getvalue()
