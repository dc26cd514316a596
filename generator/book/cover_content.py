"""What a cover says, as plain values: parts, files, steps of building, and the table set up.

Small pictures show faces with letters as shapes, so that no search and no reader finds the tiny
words on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.design.face import Face, FacePair, outline_letters
from generator.printing import fold_figures
from generator.printing.documents import Stock, drawing_of
from generator.printing.imposition import Document, Drawing
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import LayoutKind
from generator.typeset.fonts import MM_PER_PT
from validator.catalogue.words.language import ENGLISH, Tongue, mark_sentence

LARGEST = 0.34
"""Thumbnails of cards are seldom larger than this part of them (own choice)."""
FLAT = 0.7
"""Boards and mats are shown smaller than cards by this, which would else be all one sees."""
BROAD_MM = 150.0
"""From this width on a piece is shown as a board or mat."""
LEAST_PT = 3.0
"""Letters that would be smaller than this at that scale are left out."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A small picture of a face: which one, and whose it is."""

    drawing: Drawing
    shape: str
    component: str
    deck: str


@dataclass(frozen=True, slots=True)
class PartsEntry:
    """A line of the parts list: pictures, how many of what, and a note under it."""

    count: str
    name: str
    note: str
    thumbs: tuple[Thumb, ...]


@dataclass(frozen=True, slots=True)
class FileLine:
    """A print file: its name, what is in it, sheets of paper, sides, and what paper to use."""

    file: str
    what: str
    sheets: str
    sides: str
    stock: str


@dataclass(frozen=True, slots=True)
class BuildStep:
    """A step of building the game: heading, text, and a drawing."""

    heading: str
    text: str
    figure: fold_figures.Figure = ()


@dataclass(frozen=True, slots=True)
class TableSpot:
    """A place of the table after set-up: its name, what lies there, and pictures of that.

    ``pile`` tells that the pieces lie on one another.
    """

    name: str
    words: str
    thumbs: tuple[Thumb, ...]
    pile: bool = False


@dataclass(frozen=True, slots=True)
class PlaceGroup:
    """Places that belong together: those of nobody, or of a seat."""

    heading: str
    spots: tuple[TableSpot, ...]


@dataclass(frozen=True, slots=True)
class CoverTable:
    """A table as it is when the set-up is done."""

    heading: str
    groups: tuple[PlaceGroup, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """Everything a cover says, in ``tongue``; ``aside`` explains words of the parts list.

    ``take_out`` are pieces of an earlier print that this one makes void, a component each.
    """

    game: str
    line: str
    summary: str
    foot: str
    entries: tuple[PartsEntry, ...]
    files: tuple[FileLine, ...]
    steps: tuple[BuildStep, ...]
    instead: tuple[tuple[str, str], ...]
    guide: Sequence[str]
    aside: str = ""
    table: CoverTable | None = None
    take_out: tuple[str, ...] = ()
    tongue: Tongue = ENGLISH


@dataclass
class Thumbnails:
    """Makes thumbnails and keeps the faces that they show, by their key.

    Faces are drawn with ``spare`` mm more bleed than fronts show.
    """

    spare: float = 0.0
    faces: dict[str, Face] = field(default_factory=dict)
    _known: dict[str, Face] = field(default_factory=dict)

    def front(self, pair: FacePair) -> Thumb:
        """A thumbnail of a front."""
        return self._thumb(pair, pair.front)

    def back(self, pair: FacePair) -> Thumb:
        """A thumbnail of a back; of the front where there is none."""
        return self._thumb(pair, pair.back or pair.front)

    def _thumb(self, pair: FacePair, face: Face) -> Thumb:
        if face.key not in self._known:
            scale = LARGEST * (FLAT if face.width_mm >= BROAD_MM else 1.0)
            self._known[face.key] = outline_letters(face, LEAST_PT / scale * MM_PER_PT)
        shown = self._known[face.key]
        self.faces[shown.key] = shown
        return Thumb(drawing_of(shown, self.spare), pair.shape, pair.component, pair.deck)


# --- building: cut, fold, glue, press out, with a drawing for each ------------------------------


def steps(
    found: Sequence[Stock], plans: Sequence[Document], options: PrintOptions, tongue: Tongue
) -> Iterator[BuildStep]:
    """The steps of building what is printed, in the order in which they are done."""
    for step in _steps(found, plans, options):
        figure = fold_figures.in_words(step.figure, tongue)
        words = tongue.say(step.text, board=f"{options.board_mm or 0:g}")
        yield BuildStep(tongue.say(step.heading), words, figure)


def _steps(
    found: Sequence[Stock], plans: Sequence[Document], options: PrintOptions
) -> Iterator[BuildStep]:
    """The steps in English, their parts not filled in yet."""
    files = [plan.file for plan in plans]

    def has(start: str) -> bool:
        return any(file.startswith(start) for file in files)

    if options.arrangement.kind is LayoutKind.GUTTERFOLD:
        key, board = ("board", True) if options.board_mm else ("gutterfold", False)
        yield BuildStep(
            mark_sentence("Cards and chits"), _TEXT[key], fold_figures.gutterfold(board)
        )
    elif has("cards") or has("mats"):
        yield BuildStep(mark_sentence("Cards and mats"), _TEXT["cut"], fold_figures.draw_cutting())
    framed = any(one.nicks for plan in plans for page in plan.pages for one in page.outlines)
    if framed:
        yield BuildStep(
            mark_sentence("Punchboards"), _TEXT["punchboard"], fold_figures.punchboard()
        )
    pages = [page for plan in plans if plan.file.startswith("chits") for page in plan.pages]
    loose = any(not any(o.nicks for o in page.outlines) for page in pages if page.outlines)
    if has("chits") and (loose or not framed):
        yield BuildStep(
            mark_sentence("Chits, coins and tokens"), _TEXT["chits"], fold_figures.chits()
        )
    folds = {pair.fold for stock in found for pair in stock.pairs}
    if any(stock.folds_to_tent for stock in found):
        yield BuildStep(mark_sentence("Standees"), _TEXT["tent"], fold_figures.tent())
    if "die" in folds:
        stickers = options.dice is Dice.STICKERS
        words = _TEXT["stickers" if stickers else "die"]
        yield BuildStep(mark_sentence("Dice"), words, fold_figures.die(stickers=stickers))
    if has("boxes"):
        yield BuildStep(mark_sentence("Tuck boxes"), _TEXT["box"], fold_figures.tuck_box())
    if "block" in folds:
        yield BuildStep(mark_sentence("Stones"), _TEXT["block"], fold_figures.block())
    if any(stock.is_net for stock in found):
        yield BuildStep(mark_sentence("Paper models"), _TEXT["net"], fold_figures.net())
    if any(file.endswith("-tiled.pdf") for file in files):
        yield BuildStep(mark_sentence("Board"), _TEXT["tiles"], fold_figures.tiles())


_TEXT: Mapping[str, str] = {
    "cut": mark_sentence(
        "Crop marks stand at every corner, outside the cards. Cut the long lines right across "
        "the sheet first, then cut each strip into cards. Keep the blade on the marks of one "
        "side only, fronts up, and let the backs differ by a hair. Round the corners if you "
        "like."
    ),
    "gutterfold": mark_sentence(
        "Each piece lies beside its own back, head to head. Cut the strips apart at the full "
        "lines first. Fold each along its one dashed line with the print outside, glue it "
        "flat, press it until dry, then cut at the marks."
    ),
    "board": mark_sentence(
        "Each piece lies beside its own back, head to head. Cut the strips apart at the full "
        "lines first. Cut a strip of board of {board} mm with one straight edge. Fold both "
        "dashed lines with the print outside, so that the edge of the board stands between "
        "them; glue, press until dry, then cut at the marks."
    ),
    "chits": mark_sentence(
        "Cut along the dark line around each piece; a 25 mm punch is quicker for coins. "
        "Square pieces have crop marks: cut strips first. For thick chits print with --layout "
        "gutterfold --board 2 (or 1) and fold each strip around board of that thickness; what "
        "has no back is just glued on."
    ),
    "punchboard": mark_sentence(
        "Print two-sided on thick card; or print front and back apart and glue them on both "
        "sides of a board of 1 to 2 mm, pins through the four crosses of the rim. Cut along "
        "every line, from the front, but leave the small gaps: they hold the pieces until you "
        "press them out. Cut the rim last."
    ),
    "die": mark_sentence(
        "Cut along the outline, score and fold all dashed lines away from you, and glue the "
        "tabs inside, one by one. Card of 200 g/m² makes a die that rolls."
    ),
    "stickers": mark_sentence(
        "Print on label paper and cut at the marks. They stand in the order 1 to 6: put one "
        "on each face of a blank die of 16 mm, so that opposite faces add up to seven."
    ),
    "box": mark_sentence(
        "Cut along the outline, score and fold all dashed lines away from you. Glue the tab "
        "at the left behind the edge of the back. When it is dry, fold the small flaps in and "
        "tuck in the bottom, then put in the deck and close the lid."
    ),
    "tent": mark_sentence(
        "Cut out the strip. Score and fold along the dashed lines: the top fold brings the "
        "back behind the front, the two feet fold inwards and are glued one on the other."
    ),
    "block": mark_sentence(
        "Cut out the strip. Fold along the dashed lines into a block, front and back "
        "outwards, and glue the tab inside behind the back. The top is flat: a lintel can lie "
        "on two of them."
    ),
    "net": mark_sentence(
        "Cut along the outline, fold along the dashed lines and glue the tabs inside."
    ),
    "tiles": mark_sentence(
        "Cut each tile at its crop marks, but leave the pale glue edges on. Put glue on a "
        "pale edge and lay the next tile on it: its corners come on the small angles. The "
        "small map on each sheet shows where a tile belongs. Do one row after the other."
    ),
}
"""Instructions by what has to be done."""
