"""People fill in a sheet: ticks, crosses and circles of many hands, smudges, corrections, writing.

A sheet is a picture of :data:`SCALE` pixels a mm. What is meant is kept beside it.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SCALE = 10
COLOURS = {"blue": (35, 55, 150), "black": (30, 30, 34), "pencil": (92, 92, 96)}
WIDTHS = {"thin": (0.3, 0.4), "middle": (0.5, 0.65), "thick": (0.8, 1.0)}


@dataclass
class Filled:
    """What is meant: values by what they answer, cells blacked out, where something is written."""

    marks: dict = field(default_factory=dict)
    blacked: set = field(default_factory=set)
    written: set = field(default_factory=set)
    faults: set = field(default_factory=set)


class Hand:
    """One hand with one pen."""

    def __init__(self, picture, luck, colour, width):
        self.picture, self.luck = picture, luck
        self.width = luck.uniform(*WIDTHS[width])
        shade = luck.randint(-12, 28 if colour == "pencil" else 12)
        self.ink = tuple(max(0, one + shade) for one in COLOURS[colour])
        self.opacity = luck.uniform(0.75, 0.95) if colour == "pencil" else 1.0
        self.mask = Image.new("L", picture.size)
        self.draw = ImageDraw.Draw(self.mask)

    def finish(self):
        """Lay the ink on the paper."""
        mask = self.mask
        if self.opacity < 1:
            grain = np.random.default_rng(self.luck.randint(0, 1 << 30)).normal(
                self.opacity, 0.16, (mask.height // 2, mask.width // 2)
            )
            grown = Image.fromarray((np.clip(grain, 0, 1) * 255).astype(np.uint8)).resize(mask.size)
            mask = Image.fromarray(
                (np.asarray(mask, np.uint16) * np.asarray(grown) // 255).astype(np.uint8)
            )
        self.picture.paste(self.ink, (0, 0), mask)

    def stroke(self, points, width=None):
        """A line through points (mm), a little unsteady."""
        thick = (width or self.width) * SCALE
        unsteady = [
            (x * SCALE + self.luck.gauss(0, 0.5), y * SCALE + self.luck.gauss(0, 0.5))
            for x, y in points
        ]
        self.draw.line(unsteady, 255, max(1, round(thick)), "curve")
        for x, y in (unsteady[0], unsteady[-1]):
            half = thick / 2
            self.draw.ellipse((x - half, y - half, x + half, y + half), 255)

    def tick(self, x, y, high):
        size, lean = self.luck.uniform(0.8, 1.25) * high, self.luck.uniform(-0.15, 0.15)
        x, y = x + self.luck.gauss(0, 0.35), y + self.luck.gauss(0, 0.35)
        low = (x - 0.08 * size, y + 0.4 * size)
        self.stroke([(x - 0.38 * size, y + lean * size), low])
        far = self.luck.uniform(0.6, 1.15)
        bow = (x + far * 0.4 * size, y - 0.2 * size)
        self.stroke([low, bow, (x + far * size, y - far * size * self.luck.uniform(0.8, 1.1))])

    def cross(self, x, y, high):
        size = self.luck.uniform(0.36, 0.62) * high
        x, y = x + self.luck.gauss(0, 0.3), y + self.luck.gauss(0, 0.3)
        for turn in (0, 90):
            angle = math.radians(45 + turn + self.luck.gauss(0, 9))
            ends = [size * self.luck.uniform(0.85, 1.35) for _ in range(2)]
            across, down = math.cos(angle), math.sin(angle)
            self.stroke(
                [
                    (x - ends[0] * across, y - ends[0] * down),
                    (x + ends[1] * across, y + ends[1] * down),
                ]
            )

    def circle(self, x, y, high):
        wide, tall = (self.luck.uniform(0.31, 0.46) * high for _ in range(2))
        x, y = x + self.luck.gauss(0, 0.3), y + self.luck.gauss(0, 0.3)
        begin, whole = self.luck.uniform(0, 7), self.luck.uniform(5.7, 7.4)
        drift = self.luck.uniform(-0.12, 0.12)
        self.stroke(
            [
                (
                    x + wide * (1 + drift * step / 40) * math.cos(begin + whole * step / 40),
                    y + tall * (1 + drift * step / 40) * math.sin(begin + whole * step / 40),
                )
                for step in range(41)
            ]
        )

    def black_out(self, x, y, high):
        """A scribble that covers what was there."""
        half, step = high * self.luck.uniform(0.48, 0.6), self.width * self.luck.uniform(0.5, 1.0)
        down, points = -half, []
        while down < half:
            side = half * (1 if len(points) % 2 else -1) * self.luck.uniform(0.9, 1.1)
            points.append((x + side, y + down))
            down += step
        self.stroke(points, max(self.width, 0.45))

    def write(self, left, top, wide, high):
        """A word or more of loops."""
        x, base, last = left + self.luck.uniform(1, 5), top + high - 2, self.luck.uniform(0.1, 0.9)
        while x < left + wide * last:
            loops = [
                (
                    x + step * 0.45 + 0.7 * math.cos(step * 0.9),
                    base - 1.4 - self.luck.uniform(1, 2.2) * math.sin(step * 0.9),
                )
                for step in range(self.luck.randint(12, 40))
            ]
            self.stroke(loops)
            x = loops[-1][0] + 3


def smudge(picture, luck):
    """Grey from a finger, somewhere on the sheet, or over what is filled in."""
    side = 260
    mask = Image.new("L", (side, side))
    length, angle = luck.uniform(10, 60), luck.uniform(0, 6.3)
    across, down = length * math.cos(angle), length * math.sin(angle)
    ends = [(side / 2 + across, side / 2 + down), (side / 2 - across, side / 2 - down)]
    ImageDraw.Draw(mask).line(ends, luck.randint(35, 100), luck.randint(25, 70))
    mask = mask.filter(ImageFilter.GaussianBlur(luck.uniform(6, 16)))
    shade, (wide, high) = luck.randint(95, 150), picture.size
    place = (round(luck.uniform(0.03, 0.85) * wide), round(luck.uniform(0.06, 0.84) * high))
    picture.paste((shade, shade, shade - 5), place, mask)


class Filler:
    """Fills in a page of a record (as read from JSON) and keeps what is meant."""

    def __init__(self, picture, page, questions, luck, colour, width):
        self.page, self.luck, self.picture = page, luck, picture
        self.questions = {one["id"]: one for one in questions}
        self.hand = Hand(picture, luck, colour, width)
        self.rubbed = Hand(picture, luck, colour, width)
        self.rubbed.opacity = luck.uniform(0.04, 0.14)
        self.filled = Filled()
        self.filled.faults |= {f"{colour} pen" if colour != "pencil" else colour, width}

    def fill(self):
        groups = {}
        for cell in self.page["cells"]:
            groups.setdefault(cell["answers"], []).append(cell)
        for answers, cells in groups.items():
            self._answer(answers, cells)
        for lines in self.page["lines"]:
            if self.luck.random() < 0.5:
                self.hand.write(*lines["box"])
                self.filled.written.add(lines["answers"])
        self.hand.finish()
        if "rubbed out" in self.filled.faults:
            self.rubbed.finish()
        for _ in range(self.luck.choice((0, 0, 1, 2, 3))):
            self.filled.faults.add("smudges")
            smudge(self.picture, self.luck)
        return self.filled

    def _answer(self, answers, cells):
        if self.luck.random() < 0.15:
            return
        many = self.questions.get(answers, {}).get("many", not cells[0]["printed"])
        count = self.luck.randint(1, min(3, len(cells))) if many else 1
        if not many and self.luck.random() < 0.01:
            count = 2
            self.filled.faults.add("two answers")
        chosen = self.luck.sample(cells, min(len(cells), count))
        for cell in chosen:
            self._mark(cell)
        self.filled.marks[answers] = sorted(one["value"] for one in chosen)
        left = [one for one in cells if one not in chosen]
        if left and self.hand.opacity < 1 and self.luck.random() < 0.05:
            self._mark(self.luck.choice(left), self.rubbed)
            self.filled.faults.add("rubbed out")
        if left and self.luck.random() < 0.04:
            wrong = self.luck.choice(left)
            self._mark(wrong)
            x, y, high = middle_of(wrong)
            self.hand.black_out(x, y, high)
            self.filled.blacked.add((answers, wrong["value"]))
            self.filled.faults.add("corrections")

    def _mark(self, cell, hand=None):
        x, y, high = middle_of(cell)
        circled = ("circle",) * 6 + ("cross", "cross", "tick")
        kinds = circled if cell["printed"] else ("tick",) * 5 + ("cross",) * 3
        kind = self.luck.choice(kinds)
        getattr(hand or self.hand, kind)(x, y, high)


def middle_of(cell):
    left, top, wide, high = cell["box"]
    return left + wide / 2, top + high / 2, high if cell["printed"] else max(wide, high)
