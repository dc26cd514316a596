"""What a kit takes to make, and with what it would take less: paper, cuts in order, folds, ink.

A straight cut goes through all of the paper before it, as on a guillotine or with a rotary
trimmer: the sheet is cut into strips, each strip into pieces. A line that pieces of a strip share,
or that two neighbours edge on edge have in common, is one cut.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from generator.design.face import Face, FacePair
from generator.printing.decks import LayoutError
from generator.printing.documents import Stock, documents
from generator.printing.geometry import Rect
from generator.printing.imposition import Document, FaceSide, Fold, Page
from generator.printing.options import PrintOptions
from generator.printing.papers import layouts
from validator.catalogue.model import Game
from validator.catalogue.words.language import ENGLISH, Tongue

NEAR_MM = 0.05
"""Lines nearer than this are one cut."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """How a part of a sheet is cut: along so many lines, and then the parts that this leaves.

    ``count`` are all its cuts. Where pieces lie so that no line goes through, they are cut out one
    by one, and there are no ``lines``.
    """

    count: int = 0
    upright: bool = False
    lines: int = 0
    parts: tuple[Cutting, ...] = ()


@lru_cache(maxsize=256)
def cut_apart(area: Rect, boxes: tuple[Rect, ...], solid: tuple[Rect, ...] = ()) -> Cutting:
    """The fewest cuts that free ``boxes``, through none of them and of what is ``solid``.

    In each part all lines of the better direction are cut first.
    """
    found = []
    for upright in (True, False):
        lines = _lines_through(area, boxes, solid, upright)
        if lines:
            parts = []
            for part in _split(area, lines, upright):
                inside, kept = (
                    tuple(box for box in some if box.overlaps(part)) for some in (boxes, solid)
                )
                if inside:
                    parts.append(cut_apart(part, inside, kept))
            count = len(lines) + sum(part.count for part in parts)
            found.append(Cutting(count, upright, len(lines), tuple(parts)))
    if not found:
        edges = (
            abs(a - b) for box in boxes for a, b in zip(_edges(box), _edges(area), strict=True)
        )
        return Cutting(sum(way > NEAR_MM for way in edges))
    return min(found, key=lambda one: one.count)


def _edges(box: Rect) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.top


def _ends(box: Rect, upright: bool) -> tuple[float, float]:
    return (box.x, box.right) if upright else (box.y, box.top)


def _lines_through(
    area: Rect, boxes: Sequence[Rect], solid: Sequence[Rect], upright: bool
) -> list[float]:
    """Where edges of boxes lie on a line through ``area`` that crosses nothing (mm)."""
    low, high = _ends(area, upright)
    spans = [_ends(box, upright) for box in (*boxes, *solid)]
    lines: list[float] = []
    for at in sorted({end for box in boxes for end in _ends(box, upright)}):
        apart = max((low, *lines)) + NEAR_MM < at < high - NEAR_MM
        if apart and not any(a + NEAR_MM < at < b - NEAR_MM for a, b in spans):
            lines.append(at)
    return lines


def _split(area: Rect, lines: Sequence[float], upright: bool) -> Iterator[Rect]:
    low, high = _ends(area, upright)
    for a, b in pairwise((low, *lines, high)):
        if upright:
            yield Rect(a, area.y, b - a, area.height)
        else:
            yield Rect(area.x, a, area.width, b - a)


@dataclass(frozen=True, slots=True)
class Ink:
    """Shares of a side that cyan, magenta, yellow and black cover (1.0: wholly)."""

    cyan: float = 0.0
    magenta: float = 0.0
    yellow: float = 0.0
    black: float = 0.0

    @property
    def total(self) -> float:
        """All four together; a side in full colour may have more than 1."""
        return self.cyan + self.magenta + self.yellow + self.black

    def times(self, share: float) -> Ink:
        """So much of it."""
        return Ink(*(share * getattr(self, name) for name in Ink.__slots__))


def add_inks(some: Sequence[Ink]) -> Ink:
    """Several inks one on the other."""
    return Ink(*(sum(getattr(one, name) for one in some) for name in Ink.__slots__))


@dataclass(frozen=True, slots=True)
class Outlay:
    """What a print file takes: sheets of paper, straight cuts, folds, shapes cut out by hand.

    ``order`` is how its commonest sheet is cut, or a strip that is ``glued`` first. ``ink`` lies
    on each of its ``sides`` on average. It may be printed ``instead`` of another.
    """

    file: str
    sheets: int
    sides: int
    cuts: int
    folds: int
    shapes: int
    order: Cutting
    ink: Ink
    glued: bool = False
    instead: bool = False


def outlay_of(document: Document, inks: Mapping[str, Ink]) -> Outlay:
    """What a document takes; ``inks`` are those of its faces, by key."""
    fronts = [page for page in document.pages if page.side is FaceSide.FRONT]
    sides = [page for page in document.pages if page.placed]
    cuttings = [_cut_page(page) for page in fronts]
    orders = Counter(order for _, order in cuttings)
    return Outlay(
        document.file,
        sheets=len(fronts),
        sides=len(sides),
        cuts=sum(count for count, _ in cuttings),
        folds=sum(map(_count_folds, fronts)),
        shapes=sum(map(_count_shapes, fronts)),
        order=max(orders, key=lambda order: (orders[order], order.count)),
        ink=add_inks([_ink_on(page, inks) for page in sides]).times(1 / max(1, len(sides))),
        glued=bool(fronts[0].folds),
        instead=is_instead(document),
    )


def is_instead(document: Document) -> bool:
    """Tell whether a file is a board in one piece, printed instead of its tiles."""
    return document.file.startswith("board") and not document.file.endswith("-tiled.pdf")


def _cut_page(page: Page) -> tuple[int, Cutting]:
    """How many straight cuts a sheet takes, and how it, or its first strip, is cut.

    Strips are cut apart and folded first; then each is one piece of paper, its fold an edge.
    """
    whole = Rect(0, 0, page.width, page.height)
    boxes = tuple(one.box for one in page.outlines if one.shape == "rect" and not one.nicks)
    solid = tuple(one.box for one in page.outlines if one.shape not in ("rect", "rim") or one.nicks)
    if not page.outlines and page.placed:
        boxes = (page.trim,)
    if not page.folds:
        cutting = cut_apart(whole, boxes, solid)
        return cutting.count, cutting
    strips = [
        cut_apart(
            area,
            tuple(box for box in boxes if box.overlaps(area)),
            tuple(box for box in solid if box.overlaps(area)),
        )
        for area in (_fold_strip(strip, whole) for strip in _strips(page))
    ]
    return len(strips) - 1 + sum(one.count for one in strips), strips[0]


def _strips(page: Page) -> list[Fold]:
    """The strips of a sheet, by their creases; pieces side by side share one."""
    found = {(one.across, round(one.creases[0], 3)): one for one in page.folds}
    return list(found.values())


def _fold_strip(strip: Fold, whole: Rect) -> Rect:
    """What a strip covers when it is folded: the part below its crease, or left of it."""
    long = strip.creases[0] - strip.low
    if strip.across:
        return Rect(whole.x, strip.low, whole.width, long)
    return Rect(strip.low, whole.y, long, whole.height)


def _count_folds(page: Page) -> int:
    return len(page.scores) + sum(len(strip.creases) for strip in _strips(page))


def _count_shapes(page: Page) -> int:
    """Pieces that are cut out along a line; of folded ones front and back at once."""
    count = sum(1 for one in page.outlines if one.shape != "rect" or one.nicks)
    return count // 2 if page.folds else count


_FILLED = {"round": math.pi / 4, "hex": 0.75}
"""How much of its box a shape fills."""


def _ink_on(page: Page, inks: Mapping[str, Ink]) -> Ink:
    """The ink on a side of a sheet, by its faces and the parts of them that show."""
    shown = []
    for placed in page.placed:
        clip = placed.clip.cut(page.bleed) or placed.clip
        area = clip.width * clip.height * _FILLED.get(placed.shape, 1.0)
        share = area / (page.width * page.height)
        shown.append(inks.get(placed.drawing.key, Ink()).times(share))
    return add_inks(shown)


def say_order(one: Outlay, tongue: Tongue = ENGLISH) -> str:
    """In which order a sheet of a file is cut; empty where no line goes through it."""
    order, say = one.order, tongue.say
    alike = {(part.upright, part.lines) for part in order.parts}
    if not order.lines or one.instead:
        return ""
    words = _say_cuts(order, tongue)
    if any(part.lines for part in order.parts) and len(alike) > 1:
        words = say("{cuts}, then each strip by itself", cuts=words)
    elif order.parts[0].lines:
        words = tongue.count(
            "{cuts}, then {more}",
            "{cuts}, then {more} in each of {number} strips",
            len(order.parts),
            cuts=words,
            more=_say_cuts(order.parts[0], tongue),
        )
    return say("each strip when it is glued: {cuts}", cuts=words) if one.glued else words


def _say_cuts(part: Cutting, tongue: Tongue) -> str:
    number = part.lines
    if part.upright:
        return tongue.count(
            "{number} cut from top to bottom", "{number} cuts from top to bottom", number
        )
    return tongue.count(
        "{number} cut from left to right", "{number} cuts from left to right", number
    )


def say_work(some: Sequence[Outlay], tongue: Tongue = ENGLISH) -> str:
    """The paper and the work of print files, in one line; boards in one piece are left out."""
    counted = [one for one in some if not one.instead]
    sheets, cuts, folds, shapes = (
        sum(getattr(one, name) for one in counted) for name in ("sheets", "cuts", "folds", "shapes")
    )
    count = tongue.count
    parts = [count("{number} sheet of paper", "{number} sheets of paper", sheets)]
    if cuts:
        parts.append(count("{number} straight cut", "{number} straight cuts", cuts))
    if shapes:
        parts.append(
            count("{number} piece to cut out by hand", "{number} pieces to cut out by hand", shapes)
        )
    if folds:
        parts.append(count("{number} fold", "{number} folds", folds))
    return ", ".join(parts)


def say_ink(some: Sequence[Outlay], tongue: Tongue = ENGLISH) -> str:
    """The inks on a printed side of print files, on average; boards in one piece are left out."""
    counted = [one for one in some if not one.instead]
    sides = max(1, sum(one.sides for one in counted))
    ink = add_inks([one.ink.times(one.sides / sides) for one in counted])
    return tongue.say(
        "Ink on a printed side: cyan {cyan} %, magenta {magenta} %, yellow {yellow} %, "
        "black {black} %",
        **{name: f"{getattr(ink, name) * 100:.0f}" for name in Ink.__slots__},
    )


# Nothing is known here of which choice suits which game: others are planned, and their sheets
# counted.

SIMPLE = 4
"""With so many cuts a sheet is cut in any order."""


def list_outlays(some: Sequence[Outlay]) -> tuple[dict[str, str], tuple[str, ...]]:
    """What each file takes, in columns, by its name; and lines about all of them."""
    takes = {}
    for one in some:
        counts = (("sheet", one.sheets), ("cut", one.cuts), ("fold", one.folds))
        words = (f"{n:>5} {word}{'s' * (n != 1):1}" if n else "" for word, n in counts)
        columns = "".join(f"{word:<12}" for word in words)
        takes[one.file] = f"{columns} ink {one.ink.total * 100:3.0f} %"
    orders = ((one.file, say_order(one)) for one in some if one.order.count > SIMPLE)
    cuts = (f"cut {file}: {order}" for file, order in orders if order)
    return takes, (say_work(some), say_ink(some), *cuts)


DEAR = 1.5
"""So many times the paper of what is usual, or more, and others are looked for."""
ALIKE = 1.05
"""Up to so many times the least paper is as good; of such choices the first is told."""
BLEEDS_MM = (2.0, 1.5, 1.0)
BOARDS_MM = (3.0, 2.0, 1.5, 1.0)
"""Bleeds and boards that are tried, in this order."""


@dataclass(frozen=True, slots=True)
class OtherChoice:
    """An option with another value: what it is called, as it is typed, and what it changes."""

    option: str
    words: str
    changes: Mapping[str, Any]


def cheaper_print(game: Game, found: Sequence[Stock], options: PrintOptions) -> str:
    """With what a kit would take less paper; empty where what was chosen is not dear.

    One other choice is told, or else two together.
    """
    if options == options.usual:
        return ""
    sheets, least = (count_sheets(game, found, one) for one in (options, options.usual))
    if not sheets or not least or sheets < DEAR * least:
        return ""
    told = [f"{sheets} sheets are many"]
    others = tuple(_other_choices(options))
    for many in (1, 2):
        tried = [
            (count, " ".join(one.words for one in some))
            for some in combinations(others, many)
            if len({one.option for one in some}) == many
            and (count := _try_choices(game, found, options, some))
        ]
        best = min((count for count, _ in tried), default=sheets)
        if DEAR * best <= sheets:
            told += [f"{n} with {words}" for n, words in tried if n <= ALIKE * best][:1]
            break
    return "; ".join([*told, f"{least} without {' '.join(_words(options))}"])


def _words(options: PrintOptions) -> Iterator[str]:
    """The choices that may cost paper, as they are typed."""
    if options.layout != options.usual.layout:
        yield f"--layout {options.layout}"
    for deck, layout in options.deck_layouts:
        yield f"--layout {deck}={layout}"
    if options.board_mm:
        yield f"--board {options.board_mm:g}"
    if options.exact_bleed:
        yield f"--bleed {options.bleed_mm:g}"
    if options.back_bleed_mm:
        yield f"--back-bleed {options.back_bleed_mm:g}"
    if options.skip:
        yield f"--skip {','.join(map(str, sorted(options.skip)))}"


def _other_choices(options: PrintOptions) -> Iterator[OtherChoice]:
    kind = options.arrangement.kind
    for bleed in BLEEDS_MM:
        if bleed < options.bleed_mm:
            changes = {"bleed_mm": bleed, "exact_bleed": True}
            yield OtherChoice("bleed", f"--bleed {bleed:g}", changes)
    for board in BOARDS_MM if options.board_mm else ():
        if board != options.board_mm:
            yield OtherChoice("board", f"--board {board:g}", {"board_mm": board})
    for name, layout in layouts().items():
        if layout.fill:
            continue
        if layout.kind is kind and name != options.layout and "@" not in name:
            yield OtherChoice("layout", f"--layout {name}", {"layout": name})
    if options.skip:
        yield OtherChoice("skip", "no --skip", {"skip": frozenset()})
    if not options.pack:
        yield OtherChoice("pack", "--pack", {"pack": True})


def _try_choices(
    game: Game, found: Sequence[Stock], options: PrintOptions, some: Sequence[OtherChoice]
) -> int | None:
    """How many sheets it takes; None where it cannot be had."""
    chosen = replace(options, **{key: v for one in some for key, v in one.changes.items()})
    if chosen.problems():
        return None
    return count_sheets(game, found, chosen)


def count_sheets(game: Game, found: Sequence[Stock], options: PrintOptions) -> int | None:
    """How many sheets of paper pieces take; None where they do not fit."""
    bled = [replace(one, pairs=tuple(_bleed(one, options)), spare=0.0) for one in found]
    try:
        plans = tuple(documents(game, bled, options))
    except LayoutError:
        return None
    counted = (plan for plan in plans if not is_instead(plan))
    return sum(page.side is FaceSide.FRONT for plan in counted for page in plan.pages)


def _bleed(stock: Stock, options: PrintOptions) -> Iterator[FacePair]:
    """Its faces as if they were drawn with the bleed of ``options``."""

    def widen(face: Face) -> Face:
        return replace(face, bleed_mm=options.bleed_mm)

    for one in stock.pairs:
        yield replace(one, front=widen(one.front), back=widen(one.back) if one.back else None)
