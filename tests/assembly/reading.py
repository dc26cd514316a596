"""What pieces show: which face lies on either side, and which way up."""

from collections import defaultdict
from functools import cached_property

import numpy as np
from assembly.drawn import PX
from PIL import Image
from scipy import ndimage

BLUR = 2
"""Pixels about a point in which its colour may be found: two renderings differ by so much."""
LIKE = 40
"""How far a colour (0 to 255) may be off."""
DEPTHS = (0.2, 0.4)
"""How far inside of a cut one looks for what does not belong there (mm)."""
STEP, LEAST = 24, 4.0
"""By how much colours step where a ground ends, and how large one is that matters (mm²)."""
COARSE, FINE = 3.0, 0.8
"""How far apart points of a face are that are compared (mm)."""
MOST, ALIKE = 4.5, 0.9
"""How much two pictures of one face differ at most, and of one that looks alike both ways."""


class Face:
    """A face as pictures show it: trim size (w, h) in mm, and its colours out to the bleed."""

    def __init__(self, path, trimmed):
        size = tuple(round(px / PX, 2) for px in Image.open(trimmed).size)
        self.path = path
        image = Image.open(path).convert("RGB")
        self.colours = np.asarray(image)
        self.key = self.colours.tobytes()
        self.size = size
        self.bleed = round((image.width / PX - size[0]) / 2, 1)
        self.known = {}

    @cached_property
    def bounds(self):
        """The darkest and the lightest colour near each pixel."""
        wide = (2 * BLUR + 1, 2 * BLUR + 1, 1)
        filters = ndimage.minimum_filter, ndimage.maximum_filter
        return [one(self.colours, wide) for one in filters]

    @cached_property
    def shapes(self):
        """Edges of icons and frames: of grounds that end within the face (mm from its top left)."""
        colours = self.colours.astype(int)
        before = colours[:1], colours[:, :1]
        steps = (
            np.abs(np.diff(colours, axis=axis, prepend=before[axis])).max(axis=2) for axis in (0, 1)
        )
        grounds, _ = ndimage.label(np.maximum(*steps) < STEP)
        ends = np.r_[grounds[0], grounds[-1], grounds[:, 0], grounds[:, -1]]
        wide = np.bincount(grounds.ravel()) >= LEAST * PX**2
        wide[[0, *np.unique(ends)]] = False
        inner = grounds * wide[grounds]
        inner[ndimage.binary_erosion(inner)] = 0
        kept = (np.argwhere(inner == at)[::4, ::-1] for at in np.unique(inner)[1:])
        return [points / PX - self.bleed for points in kept]

    def pixels(self, points):
        """Rows and columns of points in mm from the top left of the trim."""
        high, wide = self.colours.shape[:2]
        column = np.clip(((points[:, 0] + self.bleed) * PX).astype(int), 0, wide - 1)
        row = np.clip(((points[:, 1] + self.bleed) * PX).astype(int), 0, high - 1)
        return row, column

    def look(self, points):
        return self.colours[self.pixels(points)]

    def owns(self, colours, points):
        """Whether colours found at points (mm from the top left of its trim) are its own."""
        at = self.pixels(points)
        darkest, lightest = (bound[at].astype(int) for bound in self.bounds)
        return ((colours >= darkest - LIKE) & (colours <= lightest + LIKE)).all(axis=1)


def turn(points, quarter):
    """Turn points about the origin by quarters, counter-clockwise."""
    for _ in range(quarter % 4):
        points = np.c_[-points[:, 1], points[:, 0]]
    return points


def onto_page(points, place, size, quarter):
    """Points of a face (mm from its top left) as points of the page where it lies."""
    left, low, right, top = place.box
    middle = np.array([(left + right) / 2, (low + top) / 2])
    upright = np.c_[points[:, 0] - size[0] / 2, size[1] / 2 - points[:, 1]]
    return turn(upright, quarter) + middle


def onto_face(points, place, size, quarter):
    """The way back of :func:`onto_page`."""
    left, low, right, top = place.box
    middle = np.array([(left + right) / 2, (low + top) / 2])
    upright = turn(points - middle, -quarter)
    return np.c_[upright[:, 0] + size[0] / 2, size[1] / 2 - upright[:, 1]]


class Gallery:
    """All faces of a kit, by size."""

    def __init__(self, faces):
        faces = list(faces)
        self.sizes = defaultdict(dict)
        for face in faces:
            self.sizes[face.size].setdefault(face.key, face)
        self.boards = [face for face in faces if face.path.parent.name == "board"]
        self._thumbs = {}

    def near(self, size):
        """Trim sizes that a place of ``size`` can have, and whether it lies on its side."""
        for own in self.sizes:
            for lying in (False, True):
                there = own[::-1] if lying else own
                if abs(there[0] - size[0]) < 0.3 and abs(there[1] - size[1]) < 0.3:
                    yield own, lying

    def thumbs(self, size, step):
        """Points of faces of a size, and for each face its colours there."""
        if (size, step) not in self._thumbs:
            xs, ys = (np.arange(1.0, mm - 0.5, min(step, mm / 14)) for mm in size)
            points = np.array([(x, y) for y in ys for x in xs])
            if size[0] == size[1]:  # it may be round
                points = points[np.hypot(*(points - size[0] / 2).T) < size[0] / 2 - 0.5]
            faces = list(self.sizes[size].values())
            looks = [np.array([face.look(points) for face in faces], np.int16)]
            looks += [
                np.array([face.bounds[end][face.pixels(points)] for face in faces], np.int16)
                for end in (0, 1)
            ]
            self._thumbs[size, step] = points, faces, looks
        return self._thumbs[size, step]

    def recognise(self, ways, see):
        """The face that ``see`` shows, its turn in quarters, and how much it differs.

        ``ways`` are sizes with turns that the face may have.
        """
        tries = []
        for size, quarter in ways:
            points, _, (looks, _, _) = self.thumbs(size, COARSE)
            seen = see(points, size, quarter).astype(np.int16)
            off = np.abs(looks - seen).mean(axis=(1, 2))
            tries += [(off[at], at, size, quarter) for at in np.argsort(off)[:3]]
        # Small pieces look alike in all turns but for their edges: the upright one is tried first.
        tries.sort(key=lambda one: (one[0] + (one[3] != 0) * 4 * ALIKE, *one[1:]))
        best = (255.0, None, 0)
        for _, at, size, quarter in tries[:4]:
            points, faces, _ = self.thumbs(size, FINE)
            off = self.differ(size, at, see(points, size, quarter))
            if off + (quarter != 0) * ALIKE < best[0] + (best[2] != 0) * ALIKE:
                best = off, faces[at], quarter
        return best

    def differ(self, size, at, seen):
        """How much colours differ from the face ``at`` of a size, in the mean (0 to 255).

        What a pixel nearby has counts but little: pictures are drawn at other places of a grid.
        """
        look, dark, light = (one[at] for one in self.thumbs(size, FINE)[2])
        seen = seen.astype(np.int16)
        beyond = np.maximum(dark - seen, seen - light).clip(0)
        return beyond.mean() + np.abs(look - seen).mean() / 20

    def read(self, place):
        """Read a place as it lies: its front, its turn, and its back, kept in ``place.read``."""

        def front(points, size, quarter):
            return place.front.look(onto_page(points, place, size, quarter))

        ways = [
            (size, quarter)
            for size, lying in self.near(place.size)
            for quarter in range(4)
            if quarter % 2 == lying or size[0] == size[1]
        ]
        off, face, quarter = self.recognise(ways, front)
        place.read |= {"front": face if off < MOST else None, "turn": quarter, "off": off}
        if place.over is None or face is None:
            return
        wide, high = face.size

        def back(points, size, turned):
            upright = turn(points - (wide / 2, high / 2), -turned)
            # As one turns a piece over like a page, left and right change places.
            there = np.c_[wide / 2 - upright[:, 0], upright[:, 1] + high / 2]
            return place.back.look(place.over(onto_page(there, place, face.size, quarter)))

        turns = range(4) if wide == high else (0, 2)
        off, other, turned = self.recognise([(face.size, one) for one in turns], back)
        if turned:  # a back that looks alike both ways is right either way
            points, faces, _ = self.thumbs(face.size, FINE)
            upright = self.differ(face.size, faces.index(other), back(points, face.size, 0))
            turned = 0 if upright < off + ALIKE else turned
        place.read |= {"back": other if off < MOST else None, "tipped": turned, "back off": off}
