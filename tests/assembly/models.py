"""Dice and tuck boxes: cut out, folded in space along the drawn folds, and looked at.

Every fold is a right angle away from who looks at the print. A part that covers a side of the
body is seen; flaps lie behind it.
"""

import re

import numpy as np
from assembly.pieces import walk
from assembly.reading import LIKE, turn

NEAR = 0.3
"""How far parts may lie beside the sides of the body that they are folded to (mm)."""
COVERED = 0.9
"""What share of a side its part covers at least; a notch for a thumb is none of it."""
SEEN = 0.35
"""As near to a fold its own dashes are seen (mm)."""
DEEP = 0.6
"""Where a part has the ground that all of its edges have (mm within)."""


def models_of(sheet, file):
    """The models on a sheet of a file: closed lines that have folds within them."""
    folds = [one.points for one in (*sheet.lines, *sheet.face_lines) if one.dashed]
    folds = [points for points in folds if len(points) == 2]
    closed = [one for one in (*sheet.lines, *sheet.face_lines) if one.closed and one.light >= 0]
    closed = [one.points for one in closed if len(one.points) > 8 and one.light < 0.4]
    kept = []
    for points in sorted(closed, key=lambda one: -np.ptp(one[:, 0])):
        own = [fold for fold in folds if _holds(points, fold.mean(axis=0))]
        if own and not any(_holds(other.outline, points.mean(axis=0)) for other in kept):
            kept.append(Model(sheet, points, own, file))
    return kept


def stickers_of(sheet, file):
    """Stickers for blank dice: dark squares with nothing to fold, six of them a die."""
    squares = [one.box for one in sheet.lines if one.closed and 0.15 < one.light < 0.4]
    squares = [one for one in squares if abs(one[2] - one[0] - one[3] + one[1]) < NEAR]
    squares.sort(key=lambda one: (round(one[0]), -round(one[1])))
    return [Stickers(sheet, squares[at : at + 6], file) for at in range(0, len(squares), 6)]


class Stickers:
    """What is stuck on one blank die: six squares, each cut along its line."""

    def __init__(self, sheet, boxes, file):
        self.sheet, self.boxes, self.file, self.face = sheet, boxes, file, None

    def faults_of_reading(self, faces):
        """Each of the six faces of a strip is there once."""
        strips = [size for size in faces.sizes if abs(size[0] - 6 * size[1]) < 1]
        for self.face in (face for size in strips for face in faces.sizes[size].values()):
            if sorted(map(self._number, self.boxes)) == [1, 2, 3, 4, 5, 6]:
                return
        self.face = None
        yield "a die with other stickers"

    def _number(self, box):
        """Which face of the strip a sticker shows, at its own size or shrunk."""
        edge, wide = self.face.size[1], box[2] - box[0]
        steps = np.arange(1.0, wide - 1, 0.25)
        grid = np.array([(x, y) for y in steps for x in steps]) - wide / 2
        middle = np.array([box[0] + box[2], box[1] + box[3]]) / 2
        tries = []
        for quarter in range(4):
            seen = self.sheet.look(turn(grid * (1, -1), quarter) + middle).astype(int)
            for face in range(6):
                for scale in (1, edge / wide):
                    there = grid * scale + (face * edge + edge / 2, edge / 2)
                    off = np.abs(self.face.look(there).astype(int) - seen).mean()
                    tries.append((off, face + 1))
        return min(tries)[1]

    def assemble(self, luck, cut):
        """Cut each out once; sides that show another ground."""
        for box in self.boxes:
            (left, low, right, top), off = box, DEEP + luck.uniform(-cut, cut) / 2
            across, up = (left + right) / 2, (low + top) / 2
            sides = [(left + off, up), (right - off, up), (across, low + off), (across, top - off)]
            inner = self.sheet.look(np.array(sides)).astype(int)
            if (np.abs(inner - np.median(inner, axis=0)) > LIKE).any():
                yield "another ground at an edge"


class Model:
    """A net with its parts, and what it is folded to."""

    def __init__(self, sheet, outline, folds, file):
        self.file, self.sheet, self.outline, self.face = file, sheet, outline, None
        self.folds = folds
        self.parts, self.lost = _split(_counter_clockwise(outline), folds)
        links = [
            (fold, [at for at, one in enumerate(self.parts) if _way(one, fold) < 0.05])
            for fold in folds
        ]
        self.lost += sum(len(two) != 2 for _, two in links)
        self.sides = {} if self.lost else self._fold(links)

    def _fold(self, links):
        """Fold it; the parts that are seen, by the axis and the end of the side they cover."""
        places, left = {0: np.eye(4)}, list(links)
        while left:
            fold, (one, two) = left.pop(0)
            if one not in places and two not in places:
                left.append((fold, (one, two)))
                continue
            parent, child = (one, two) if one in places else (two, one)
            places[child] = places[parent] @ _turn_about(fold, self.parts[parent])
        flat = [np.c_[part, np.zeros(len(part)), np.ones(len(part))] for part in self.parts]
        bodies = [(flat[at] @ places[at].T)[:, :3] for at in range(len(flat))]
        corners = np.concatenate(bodies)
        self.size = np.ptp(corners, axis=0)
        ends, found = (corners.min(axis=0), corners.max(axis=0)), {}
        for at, body in enumerate(bodies):
            lies = [
                (axis, end)
                for axis in range(3)
                for end in (0, 1)
                if np.abs(body[:, axis] - ends[end][axis]).max() < NEAR
            ]
            self.lost += not lies
            for axis, end in lies:
                whole = np.prod(np.delete(self.size, axis))
                if _area(self.parts[at]) > COVERED * whole:
                    found[axis, end] = self.parts[at]
        self.lost += 6 - len(found)
        return found

    def faults_of_reading(self, faces):
        """What is wrong however well it is folded: ``faces`` are those of the kit."""
        if self.lost:
            yield "does not close"
        elif min(self.size) > max(self.size) - NEAR:
            yield from self._faults_of_die(faces.sizes)
        else:
            yield from self._faults_of_box(faces)

    def _faults_of_die(self, sizes):
        """Each of the six faces is there once, and opposite ones are seven together."""
        edge = self.size[0]
        strips = [size for size in sizes if abs(size[0] - 6 * size[1]) < 1]
        for self.face in (face for size in strips for face in sizes[size].values()):
            numbers = {side: self._number(part, edge) for side, part in self.sides.items()}
            pairs = [numbers[axis, 0] + numbers[axis, 1] for axis in range(3)]
            if sorted(numbers.values()) == [1, 2, 3, 4, 5, 6] and pairs == [7, 7, 7]:
                return
        self.face = None
        yield "a die with other faces"

    def _number(self, part, edge):
        """Which of the faces of a strip a part shows, whatever its turn."""
        steps = np.arange(1.0, edge - 1, 0.25)
        grid = np.array([(x, y) for y in steps for x in steps])
        middle = (part.min(axis=0) + part.max(axis=0)) / 2
        tries = []
        for quarter in range(4):
            there = turn((grid - edge / 2) * (1, -1), quarter) + middle
            seen = self.sheet.look(there).astype(int)
            for face in range(6):
                wanted = self.face.look(grid + np.array([face * edge, 0])).astype(int)
                tries.append((np.abs(wanted - seen).mean(), face + 1))
        return min(tries)[1]

    def _faults_of_box(self, faces):
        """Its large sides have words, and it is as large inside as the deck that they name."""
        words = [self.sheet.words_within(part) for part in self.sides.values()]
        told = re.search(r"(\d+) cards", " ".join(words))
        thin, wide, high = sorted(self.size)
        if not told or sum(bool(one) for one in words) < 4:
            yield "a box without words"
        elif thin < 0.3 * int(told[1]):
            yield f"a box of {thin:.1f} mm for {told[1]} cards"
        if not any(0 < wide - min(s) < 3 and 0 < high - max(s) < 3 for s in faces.sizes):
            yield f"a box of {wide:.1f} x {high:.1f} mm for no card"

    def assemble(self, luck, cut):
        """Make it once: letters that are cut or folded, and edges that show another ground."""
        for letter in self._letters():
            part = next((one for one in self.parts if _holds(one, letter.mean(axis=0))), None)
            near = part is not None and min(_way(part, corner[None]) for corner in letter)
            if part is None or near < luck.uniform(0, cut):
                yield "letter cut off or folded"
        for part in self.sides.values():
            points, out, _ = walk(part, 0.5)
            clear = [_way(part, one[None]) > DEEP - 0.05 for one in points - out * DEEP]
            points, out = points[clear], out[clear]
            inner = self.sheet.look(points - out * DEEP).astype(int)
            usual = np.median(inner, axis=0)
            off = luck.uniform(-cut, cut)
            if off > SEEN:  # what lies beyond the edges that are folded is seen
                folded = [
                    self._goes_on(*one) for one in zip(points, points + out * DEEP, strict=True)
                ]
                beyond = self.sheet.look(points + out * off).astype(int)[folded]
                inner = np.r_[inner, beyond]
            if (np.abs(inner - usual) > LIKE).any():
                yield "another ground at an edge"

    def _goes_on(self, point, beyond):
        """Whether an edge is folded at a point, and another part lies beyond it."""
        folded = min(_way(fold, point[None]) for fold in self.folds) < 0.1
        inside = (one for one in self.parts if _holds(one, beyond))
        return folded and any(_way(one, beyond[None]) > DEEP - 0.05 for one in inside)

    def _letters(self):
        boxes = self.sheet.letters.reshape(-1, 4, 2)
        return [box for box in boxes if _holds(self.outline, box.mean(axis=0))]


def _turn_about(fold, parent):
    """A quarter turn about a fold that takes what lies beyond it away from who looks."""
    a, b = fold
    x, y = parent.mean(axis=0) - a
    if (b - a)[0] * y - (b - a)[1] * x < 0:
        a, b = b, a
    ux, uy = (b - a) / np.hypot(*(b - a))
    # Rodrigues' formula for a right angle: u u^T + [u]x.
    spin = np.array([[ux * ux, ux * uy, uy], [ux * uy, uy * uy, -ux], [-uy, ux, 0]])
    whole, foot = np.eye(4), np.array([*a, 0])
    whole[:3, :3], whole[:3, 3] = spin, foot - spin @ foot
    return whole


def _split(outline, folds):
    """Part what lies within an outline along its folds; and how many of these lead nowhere."""
    parts, left, tries = [outline], list(folds), 0
    while left and tries <= len(left):
        fold = left.pop(0)
        for at, part in enumerate(parts):
            if max(_way(part, end[None]) for end in fold) < 0.2 and _holds(part, fold.mean(axis=0)):
                parts[at : at + 1] = _halves(part, *fold)
                tries = 0
                break
        else:
            left.append(fold)
            tries += 1
    return parts, len(left)


def _halves(part, a, b):
    """The two sides of a ring that is cut from ``a`` to ``b`` on it."""
    (first, a), (second, b) = sorted(((_at(part, one), one) for one in (a, b)), key=lambda x: x[0])
    one = [a, *part[int(first) + 1 : int(second) + 1], b]
    two = [b, *part[int(second) + 1 :], *part[: int(first) + 1], a]
    return [_plain(np.array(ring)) for ring in (one, two)]


def _plain(ring):
    apart = np.hypot(*(ring - np.roll(ring, 1, axis=0)).T) > 0.05
    return ring[apart]


def _at(part, point):
    """Where on a ring a point lies: the number of the corner before it, and the share beyond."""
    starts, ways = part, np.roll(part, -1, axis=0) - part
    long = (ways**2).sum(axis=1)
    share = np.clip(((point - starts) * ways).sum(axis=1) / np.where(long, long, 1), 0, 1)
    off = np.hypot(*(starts + ways * share[:, None] - point).T)
    nearest = off.argmin()
    return nearest + min(share[nearest], 0.999)


def _way(part, points):
    """How far the middle of ``points`` lies from a ring (mm)."""
    point = points.mean(axis=0)
    starts, ways = part, np.roll(part, -1, axis=0) - part
    long = (ways**2).sum(axis=1)
    share = np.clip(((point - starts) * ways).sum(axis=1) / np.where(long, long, 1), 0, 1)
    return np.hypot(*(starts + ways * share[:, None] - point).T).min()


def _holds(ring, point):
    """Whether a point lies within a ring."""
    (x, y), (ax, ay), (bx, by) = point, ring.T, np.roll(ring, -1, axis=0).T
    crosses = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        there = ax + (y - ay) / (by - ay) * (bx - ax)
    return bool((crosses & (x < there)).sum() % 2)


def _area(ring):
    (ax, ay), (bx, by) = ring.T, np.roll(ring, -1, axis=0).T
    return abs((ax * by - bx * ay).sum()) / 2


def _counter_clockwise(ring):
    (ax, ay), (bx, by) = ring.T, np.roll(ring, -1, axis=0).T
    ring = _plain(ring)
    return ring if (ax * by - bx * ay).sum() > 0 else ring[::-1]
