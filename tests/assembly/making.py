"""A kit put together once: printed with a drift, cut beside the marks, folded, and looked at."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pypdfium2
from assembly.cutfiles import CutFiles
from assembly.drawn import PrintFile
from assembly.models import models_of, stickers_of
from assembly.pieces import boxes_shown, marks_of, places_of
from assembly.reading import DEPTHS, onto_face, onto_page

CUT_MM = 0.5
"""How far a cut lies beside its mark at most."""
LINE_MM = (-0.35, 0.65)
"""From where to where, outside of a line that one cuts along, the line itself is seen."""


@dataclass(frozen=True)
class Drift:
    """How a printer lays backs: shifted by x and y (mm), turned by so many degrees."""

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0


class Told:
    """What the cover says that a kit bears (mm), and its number of pieces."""

    def __init__(self, cover):
        pages = pypdfium2.PdfDocument(cover)
        words = " ".join(" ".join(p.get_textpage().get_text_range() for p in pages).split())
        number = r"([\d.]+)"
        backs = re.search(f"Backs may lie up to {number} mm .*? turned by {number} degrees", words)
        folds = re.search(f"Folds may lie up to {number} mm", words)
        tight = re.search(r"Not so in (.*?), where pieces lie edge on edge", words)
        self.shift, self.degrees = map(float, backs.groups()) if backs else (0.0, 0.0)
        self.fold = float(folds[1]) if folds else 0.0
        self.tight = tight[1].split(", ") if tight else []
        # "30 Coins of $1 / chits.pdf": how many pieces of a file, but for boards.
        parts = re.findall(r"(\d+) (?:\D|\$\d|\d+ mm)+?(\S+)\.pdf", words.split(" Print File ")[0])
        self.boxes = words.count("Tuck box of")
        self.count = sum(int(count) for count, file in parts if not file.startswith("board"))

    def drift(self, luck, more=0.0):
        """A drift within what is told, half of the time at its very end; or ``more`` mm beyond."""
        way, end = luck.uniform(0, 2 * np.pi), more or luck.random() < 0.5
        far = self.shift + more if end else self.shift * np.sqrt(luck.random())
        turn = luck.choice([-1, 1]) if end else luck.uniform(-1, 1)
        return Drift(far * np.cos(way), far * np.sin(way), turn * self.degrees)


class Kit:
    """The pieces of a kit, each read once where it lies, and the number wanted of each."""

    def __init__(self, folder, gallery, wanted):
        self.wanted, self.places, self.tiles = wanted, [], []
        self.models, self.gallery, self.cuts = [], gallery, []
        self.told = Told(folder / "cover.pdf")
        for path in sorted(folder.glob("*.pdf")):
            if path.stem == "cover" or path.stem.startswith("board"):
                if path.stem.endswith("-tiled"):
                    self.tiles += [(path.name, one) for one in read_tiles(path, gallery.boards)]
                continue
            file, cuts = PrintFile(path), CutFiles(folder, path.stem)
            self._check_cuts(file, cuts, list(gallery.sizes))
            if path.stem.startswith(("dice", "boxes")):
                for sheet, _ in file.sheets:
                    nets = models_of(sheet, path.name)
                    self.models += nets or stickers_of(sheet, path.name)
                continue
            for place in places_of(file, list(gallery.sizes), cuts.cuts):
                gallery.read(place)
                place.flip = file.flip
                place.file = path.name
                place.letters = _letters(place, _what_matters(place))
                if place.over is not None:
                    place.back_letters = _letters(place, place.over(place.back.letters))
                self.places.append(place)

    def _check_cuts(self, file, cuts, sizes):
        """Compare what a machine cuts with what the sheets show."""
        if cuts.cuts:
            shown = [(sheet, list(boxes_shown(sheet, sizes))) for sheet, _ in file.sheets]
            self.cuts += [f"{words} in {file.name}" for words in cuts.faults(shown)]

    def faults_of_reading(self):
        """What is wrong with the pieces whatever the drift: their number, faces, and ways up."""
        found = Counter()
        for place in self.places:
            front, back = place.read["front"], place.read.get("back")
            if front is None:
                yield "no face", place
            elif place.over is not None and back is None:
                yield "no back", place
            elif place.read.get("tipped"):
                yield "upside down", place
            elif not place.read.get("closes", True):
                yield "does not close", place
            pair = front and front.key, back and back.key
            # A figure that has no back of its own shows its front on both sides.
            alone = pair[0], None
            if pair[0] == pair[1] and alone in self.wanted:
                pair = alone
            # In a strip either side may be the one that is cut from.
            found[pair if pair in self.wanted else pair[::-1]] += 1
        for pair, count in (found - self.wanted).items():
            yield f"{count} too many", pair
        for model in self.models:
            for words in model.faults_of_reading(self.gallery):
                yield f"{words} in {model.file}", ()
            if model.face is not None:
                found[model.face.key, None] += 1
        boxes = sum(one.file.startswith("boxes") for one in self.models)
        if boxes != self.told.boxes:
            yield f"{boxes} boxes for {self.told.boxes}", ()
        for words in self.cuts:
            yield words, ()
        for file, words in self.tiles:
            yield f"{words} in {file}", ()
        if found.total() != self.told.count:
            yield f"{found.total()} pieces for {self.told.count}", ()

    def assemble(self, luck, drift, cut=CUT_MM, fold=0.0):
        """Make all pieces once; what is wrong at their edges."""
        for model in self.models:
            for words in model.assemble(luck, cut):
                yield words, model, 1
        for place in self.places:
            front = place.read["front"]
            if front is None:
                continue
            off = _beside(place, luck, cut)
            at, clear = place.letters
            if (clear + off[at] < 0).any():
                yield "letter, icon or frame cut off the front", place, 1
            if place.file in self.told.tight:
                continue
            foreign = _foreign_front(place, off)
            if foreign:
                yield "front edge", place, foreign
            if place.over is not None and place.read.get("back") is not None:
                foreign = _foreign_back(place, off, drift, luck, fold)
                if foreign:
                    yield "back edge", place, foreign


def read_tiles(path, boards):
    """What is wrong with the tiles of a board: each part of it is there once, row by row."""
    found, counts, file = [], set(), PrintFile(path)
    for sheet, _ in file.sheets:
        marks = marks_of(sheet)
        (left, right), (low, top) = (
            sorted({round(at, 1) for way, at, *_ in marks if way == one}) for one in (0, 1)
        )
        xs, ys = np.meshgrid(np.arange(2, right - left - 2, 3), np.arange(2, top - low - 2, 3))
        inside = np.c_[xs.ravel(), ys.ravel()]
        seen = sheet.look(np.c_[left + inside[:, 0], top - inside[:, 1]]).astype(int)
        tries = []
        for board in boards:
            columns, rows = (
                round(board.size[0] / (right - left)),
                round(board.size[1] / (top - low)),
            )
            for row, column in np.ndindex(rows, columns):
                corner = column * board.size[0] / columns, row * board.size[1] / rows
                off = np.abs(board.look(inside + corner).astype(int) - seen).mean()
                tries.append((off, board.path.stem, columns * row + column, columns * rows))
        off, name, number, count = min(tries)
        found.append(number)
        counts.add((name, count))
        if off > 10:
            yield f"a tile that shows no part of a board (off by {off:.0f})"
    if len(counts) != 1 or found != list(range(min(counts)[1])):
        yield f"tiles {found} of {counts}"


def _beside(place, luck, cut):
    """How far outside of the edge it is cut, at each of its points (mm)."""
    count = len(place.edge)
    if place.line:  # along a line by hand: now within, now without
        ways = np.arange(count) / count * 2 * np.pi
        size, turn, waves = luck.uniform(0, cut), luck.uniform(0, 7), luck.integers(1, 4)
        return size * np.sin(waves * ways + turn)
    off = np.zeros(count)
    for side in range(4):
        at = place.side == side
        if side not in place.folded:
            ends = luck.uniform(-cut, cut, 2)
            off[at] = np.linspace(*ends, at.sum())
    return off


def _foreign_front(place, off):
    """How many points near the edge show what is not of the front."""
    face, turn, worst = place.read["front"], place.read["turn"], 0
    for depth in DEPTHS:
        away = off - depth
        kept = ~np.isin(place.side, place.folded)
        if place.line:
            kept &= (away < LINE_MM[0]) | (away > LINE_MM[1])
        points = (place.edge + place.out * away[:, None])[kept]
        own = face.owns(place.front.look(points), onto_face(points, place, face.size, turn))
        worst = max(worst, int((~own).sum()))
    return worst


def _foreign_back(place, off, drift, luck, fold):
    """How many points near the edge show what is not of the back, or a letter that is cut."""
    face, front, turn, worst = place.read["back"], place.read["front"], place.read["turn"], 0
    kept = ~np.isin(place.side, place.folded)
    if place.flip is None:
        # Figures are held to the folds that stand on them.
        way, far = (place.strip[0], 2 * fold) if place.strip else (1, 0.0)
        off_line = luck.choice([-far, far]) if luck.random() < 0.5 else luck.uniform(-far, far)
        drift = Drift(*(off_line * (n == way) for n in (0, 1)))
    for depth in DEPTHS:
        away = off - depth
        # The line around a strip goes on along its back.
        clear = kept & (not place.line or place.flip is not None or bool(place.strip))
        clear |= kept & ((away < LINE_MM[0]) | (away > LINE_MM[1]))
        points = (place.edge + place.out * away[:, None])[clear]
        there = undo(place.over(points), drift, place.back)
        spot = onto_face(place.over(there), place, front.size, turn)
        spot[:, 0] = front.size[0] - spot[:, 0]
        worst = max(worst, int((~face.owns(place.back.look(there), spot)).sum()))
    at, clear = place.back_letters
    shown = place.over(undo(place.over(place.edge + place.out * off[:, None]), drift, place.back))
    beyond = ((shown - place.edge) * place.out).sum(axis=1)
    return worst + int((clear + beyond[at] < 0).sum())


def _what_matters(place):
    """Corners of the letters of a front, and the edges of icons and frames that it shows whole."""
    face, letters = place.read["front"], place.front.letters
    if face is None:
        return letters
    turn = place.read["turn"]
    shapes = [onto_page(one, place, face.size, turn) for one in face.shapes]
    # A pattern that runs over the edge is meant to be cut.
    if any((_nearest(place, one)[1] < 0).any() for one in shapes):
        return letters
    return np.concatenate([letters, *shapes])


def _letters(place, corners):
    """Where letters lie nearest to an edge: numbers of its points, and how far within (mm)."""
    left, low, right, top = place.box
    x, y = corners.T
    own = corners[(x > left) & (x < right) & (y > low) & (y < top)]
    if not len(own) or np.isin(place.side, place.folded).all():
        return np.zeros(0, int), np.zeros(0)
    at, clear = _nearest(place, own)
    near = (clear < 6) & ~np.isin(place.side[at], place.folded)
    return at[near], clear[near]


def _nearest(place, points):
    """The points of the edge that are nearest to ``points``, and how far within these lie (mm)."""
    at = np.hypot(*(points[:, None] - place.edge[None]).T).argmin(axis=0)
    return at, ((place.edge[at] - points) * place.out[at]).sum(axis=1)


def undo(points, drift, sheet):
    """Where on the page what comes to lie at ``points`` of the paper stands."""
    middle = np.array([sheet.width / 2, sheet.height / 2])
    angle = -np.radians(drift.degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    moved = points - middle - (drift.x, drift.y)
    return moved @ np.array([[cos, sin], [-sin, cos]]) + middle
