"""Pieces as they are cut out and folded: where marks and lines say that they lie.

A place is told in the millimetres of the page of fronts. ``over`` takes a point of it to where the
back of that point is printed: beneath it on the page of backs, or beyond a fold on the same page.
"""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

NEAR = 0.15
"""What counts as the same place, in mm."""
ROOM = 12.0
"""How far from a corner its marks lie at most, in mm."""
STEP = 1.0
"""How far apart points on an edge are that is looked at, in mm."""


@dataclass
class Place:
    """One piece on a sheet: the edge that it is cut along, and how one comes to its back."""

    front: object
    back: object
    box: tuple
    edge: np.ndarray
    out: np.ndarray
    side: np.ndarray
    line: bool = False
    folded: tuple = ()
    over: object = None
    strip: tuple = ()
    read: dict = field(default_factory=dict)

    @property
    def size(self):
        return self.box[2] - self.box[0], self.box[3] - self.box[1]


LONG = 150.0
"""A fold as long as this runs across a sheet, and has strips beside it."""


def places_of(file, sizes, cuts=()):
    """All pieces of a print file; ``sizes`` are those that flat faces have.

    ``cuts`` are the boxes that a machine cuts out of each sheet, where there are any.
    """
    for at, (front, back) in enumerate(file.sheets):

        def beneath(points, sheet=front):
            x, y = points.T
            if file.flip == "long":
                return np.c_[sheet.width - x, y]
            return np.c_[x, sheet.height - y]

        over = beneath if back else None
        nets = [] if back else list(nets_of(front, sizes))
        yield from nets
        folds = folds_of(front)
        if not nets and not folds and not marks_of(front) and not any(shapes_of(front)):
            yield square(front, back, front.trim, over=over)
            continue
        found = [shaped(front, back, line, over) for line in shapes_of(front)]
        boxes = boxes_of(front, sizes)
        if cuts:  # marks for the machine may stand where crop marks would
            boxes = [box for box in cuts[at] if not any(_same(box, one.box) for one in found)]
        found += [square(front, back, box, over=over) for box in boxes]
        if not folds:
            yield from found
        elif all(fold[3] - fold[2] > LONG for fold in folds):
            yield from fold_strips(found, folds)
        else:
            yield from stand_up(front, folds)


def boxes_shown(sheet, sizes):
    """The boxes of all that crop marks and closed lines show, but for strips that are folded."""
    yield from boxes_of(sheet, sizes)
    yield from (line.box for line in shapes_of(sheet))


def _same(one, other):
    return np.abs(np.subtract(one, other)).max() < NEAR


def square(front, back, box, **more):
    """A piece with four straight sides."""
    left, low, right, top = box
    corners = np.array([[left, low], [right, low], [right, top], [left, top]])
    return Place(front, back, tuple(box), *walk(corners), **more)


def walk(corners, step=STEP):
    """Points along a closed edge, outwards from each, and on which side each of them is."""
    points, outs, sides = [], [], []
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[1]
    turned = ax * by - ay * bx < 0
    for side, (a, b) in enumerate(zip(corners, np.roll(corners, -1, axis=0), strict=True)):
        way = np.hypot(*(b - a))
        count = max(1, int(way / step))
        points += [a + (b - a) * (n + 0.5) / count for n in range(count)]
        dx, dy = (b - a) / way if way else (0, 0)
        outs += [(-dy, dx) if turned else (dy, -dx)] * count
        sides += [side] * count
    return np.array(points), np.array(outs), np.array(sides)


def marks_of(sheet):
    """Crop marks: upright ones by where they stand, level ones by their height, and their spans."""
    found = []
    for line in sheet.lines:
        if len(line.points) == 2 and line.light < 0.05 and not line.dashed:
            left, low, right, top = line.box
            if right - left < 0.01 and top - low < 15:
                found.append((0, left, low, top))
            elif top - low < 0.01 and right - left < 15:
                found.append((1, low, left, right))
    return found


def _group(marks):
    """The lines that marks stand on, each with its spans."""
    lines = {}
    for way, at, low, high in sorted(marks):
        near = [key for key in lines if key[0] == way and abs(key[1] - at) < 0.02]
        lines.setdefault(near[0] if near else (way, at), []).append((low, high))
    return lines


def boxes_of(sheet, sizes):
    """The rectangles that crop marks show, of one of the ``sizes``."""
    lines = _group(marks_of(sheet))
    upright = sorted(at for way, at in lines if way == 0)
    level = sorted(at for way, at in lines if way == 1)
    for wide, high in {size for w, h in sizes for size in ((w, h), (h, w))}:
        across = [(a, b) for a, b in product(upright, upright) if abs(b - a - wide) < NEAR]
        along = [(a, b) for a, b in product(level, level) if abs(b - a - high) < NEAR]
        for (left, right), (low, top) in product(across, along):
            sides = (((0, left), low, top), ((0, right), low, top))
            sides += (((1, low), left, right), ((1, top), left, right))
            if all(_is_side(lines[key], *span) for key, *span in sides) and not _is_crossed(
                lines, left, low, right, top
            ):
                yield left, low, right, top


def _is_side(spans, low, high):
    """Marks stand before and behind it on its line, and none upon it."""
    before = any(end <= low + NEAR for _, end in spans)
    behind = any(start >= high - NEAR for start, _ in spans)
    return before and behind and not any(a < high - NEAR and b > low + NEAR for a, b in spans)


def _is_crossed(lines, left, low, right, top):
    """A mark lies within the box."""
    for (way, at), spans in lines.items():
        a, b, c, d = (left, right, low, top) if way == 0 else (low, top, left, right)
        if a + NEAR < at < b - NEAR and any(s < d - NEAR and e > c + NEAR for s, e in spans):
            return True
    return False


def shapes_of(sheet):
    """The dark closed lines around pieces that are no rectangles; a frame around others is none."""
    found = [*_join_nicked(sheet)]
    for line in sheet.lines:
        closed = line.closed or np.hypot(*(line.points[0] - line.points[-1])) < 0.01
        if closed and len(line.points) > 4 and 0.15 < line.light < 0.4:
            found.append(line)
    for line in found:
        left, low, right, top = line.box
        if not any(
            left < one.box[0] and low < one.box[1] and right > one.box[2] and top > one.box[3]
            for one in found
        ):
            yield line


def _join_nicked(sheet):
    """Lines with gaps that keep a piece in its frame, one after the other, as one line."""
    parts = [
        line
        for line in sheet.lines
        if not line.closed
        and 0.15 < line.light < 0.25
        and not line.dashed
        and np.hypot(*(line.points[0] - line.points[-1])) > 0.01
    ]
    joined = None
    for part in parts:
        if joined is None:
            joined = part
        else:
            joined = joined._replace(points=np.r_[joined.points, part.points])
        if np.hypot(*(joined.points[0] - joined.points[-1])) < 1.0 and len(joined.points) > 3:
            yield joined._replace(closed=True)
            joined = None


def shaped(front, back, line, over):
    """A piece that is cut along a line."""
    edge, out, _ = walk(_plain(line.points))
    return Place(front, back, line.box, edge, out, np.zeros(len(edge), int), line=True, over=over)


def nets_of(front, sizes):
    """Paper models: cut along the thick line on their faces, folded along the dashed ones."""
    groups = []
    for line in front.face_lines:
        if line.light == -1:
            groups.append([line.box])
        elif groups:
            groups[-1].append(line)
    for (left, low, right, top), *lines in groups:
        cut = [one for one in lines if one.closed and not one.dashed and len(one.points) > 8]
        cut = [one for one in cut if one.light < 0.2 and not one.round]
        for wide, high in sizes if cut else ():
            spare = (right - left - wide) / 2
            if 0 <= spare < 6 and abs(top - low - high - 2 * spare) < NEAR:
                edge, out, side = walk(_plain(cut[0].points))
                box = (left + spare, low + spare, right - spare, top - spare)
                # Without bleed nothing can be said of what lies beside the line.
                net = Place(front, None, box, edge, out, side * 0, line=True, folded=(0,))
                net.read["closes"] = _folds_meet(cut[0], [one for one in lines if one.dashed])
                yield net
                break


def _folds_meet(cut, folds):
    """Whether each fold runs from one end to another: of the net, or of another fold."""
    edge, _, _ = walk(_plain(cut.points), 0.1)
    ends = [fold.points[at] for fold in folds if not fold.round for at in (0, -1)]
    for at, end in enumerate(ends):
        others = np.array([*edge, *(one for n, one in enumerate(ends) if n // 2 != at // 2)])
        if np.hypot(*(others - end).T).min() > 0.2:
            return False
    return True


def _plain(points):
    """Corners without those that are there twice."""
    keep = [at for at in range(len(points)) if np.hypot(*(points[at] - points[at - 1])) > 0.01]
    return points[keep]


def folds_of(sheet):
    """The dashed lines: those that lie level by their height, upright ones by where they stand."""
    found = []
    for line in sheet.lines:
        if line.dashed and len(line.points) == 2:
            left, low, right, top = line.box
            across = top - low < 0.01
            found.append((1, low, left, right) if across else (0, left, low, top))
    return found


def fold_strips(found, folds):
    """Fronts and backs beside each other, with what comes upon each as its strip is folded."""
    for place in found:
        left, low, right, top = place.box
        best = None
        for way in (0, 1):
            at = [fold[1] for fold in folds if fold[0] == way]
            middle = (left + right) / 2 if way == 0 else (low + top) / 2
            near = sorted(at, key=lambda one: abs(one - middle))[:2]
            # Around a board there are two creases, as far apart as it is thick.
            pair = near if len(near) == 2 and abs(near[0] - near[1]) < 4 else near[:1] * 2
            if pair and (best is None or abs(sum(pair) / 2 - middle) < best[0]):
                best = abs(sum(pair) / 2 - middle), way, sum(pair)
        _, way, total = best
        place.over = _mirror(way, total)
        place.strip = (way, total / 2)
        place.back = place.front
        yield place


def _mirror(way, total):
    def over(points):
        there = points.copy()
        there[:, way] = total - there[:, way]
        return there

    return over


def stand_up(front, folds):
    """Strips of figures and stones: a front between two folds, and its back beyond another."""
    for line in front.lines:
        if not 0.15 < line.light < 0.4 or len(_plain(line.points)) != 4:
            continue
        left, low, right, top = line.box
        for way, ends, (start, end) in (
            (1, (left, right), (low, top)),
            (0, (low, top), (right, left)),
        ):
            inner = sorted(
                (
                    fold
                    for fold in folds
                    if fold[0] == way
                    and abs(fold[2] - ends[0]) < NEAR
                    and abs(fold[3] - ends[1]) < NEAR
                    and min(start, end) < fold[1] < max(start, end)
                ),
                reverse=way == 0,  # on its side its foot is at the right
            )
            if len(inner) not in (3, 4):
                continue
            # Three folds make a figure with two feet, four a stone that closes by a tab.
            at = [fold[1] for fold in inner]
            lower, upper = at[:2] if len(at) == 3 else at[1:3]
            last = at[2] if len(at) == 3 else end
            a, b = inner[0][2:]
            box = (a, lower, b, upper) if way else (upper, a, lower, b)
            place = square(front, front, box, line=True, folded=(0, 2) if way else (1, 3))
            place.over = _mirror(way, lower + last)
            deep = [at[1] - at[0], at[3] - at[2]] if len(at) == 4 else [0, 0]
            place.read["closes"] = abs(deep[0] - deep[1]) < NEAR
            yield place
