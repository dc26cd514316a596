"""A game's drawn components as print files: which piece goes into which file, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from generator.design.face import Face, FacePair
from generator.design.lettering import has_letters
from generator.drawing.cutlines import cut_lines
from generator.printing.boards.tiles import Board, tiled_board, whole_board
from generator.printing.folding.dice import die_net, die_stickers
from generator.printing.folding.foldups import Identity, block, flat, net, tent
from generator.printing.layout.asked import IN_ROWS, misplaced
from generator.printing.layout.decks import Deck, LayoutError, OwnLayoutError, Title
from generator.printing.layout.document import Document
from generator.printing.layout.imposition import Drawing, Piece, Side
from generator.printing.layout.papers import LayoutKind
from generator.printing.layout.punchboard import RIM_MM
from generator.printing.layout.shelves import fits
from generator.printing.sheets.options import Dice, PrintOptions
from generator.printing.sheets.planning import grid_document, grid_for, shelf_document
from validator.catalogue.model import Component, ComponentSet, Form, Game
from validator.catalogue.words.language import marked


@dataclass(frozen=True, slots=True)
class Stock:
    """A set with its drawn components and how many of each to print.

    Faces are drawn with ``spare`` mm more bleed than fronts show (see ``back_bleed_mm``).
    """

    set: ComponentSet
    pairs: tuple[FacePair, ...]
    copies: Mapping[str, int]
    spare: float = 0.0

    @property
    def count(self) -> int:
        """Number of pieces to print."""
        return sum(self.copies.get(pair.component, 0) for pair in self.pairs)

    @property
    def folds_to_tent(self) -> bool:
        """Tell whether its pieces are folded head to head."""
        return any(_is_tent(pair) for pair in self.pairs)

    @property
    def is_net(self) -> bool:
        """Tell whether its pieces stand, folded as their own drawing shows."""
        return any(
            pair.form is Form.UPRIGHT and pair.fold not in ("tent", "block") for pair in self.pairs
        )

    @property
    def is_die(self) -> bool:
        """Tell whether its pieces are dice."""
        return any(pair.fold == "die" for pair in self.pairs)

    def component(self, pair: FacePair) -> Component:
        """Return the component that ``pair`` shows."""
        return next(c for c in self.set.components if c.id == pair.component)


_STANDING = frozenset({Form.STANDEE, Form.UPRIGHT})


def stocks(
    game: Game, pairs: Sequence[FacePair], copies: Mapping[str, int], spare: float = 0.0
) -> tuple[Stock, ...]:
    """Group drawn components by their set, in the game's order; sets without pieces drop out."""
    by_deck: dict[str, list[FacePair]] = {}
    for pair in pairs:
        by_deck.setdefault(pair.deck, []).append(pair)
    found = (
        Stock(component_set, tuple(by_deck.get(component_set.id, ())), copies, spare)
        for component_set in game.sets.values()
    )
    return tuple(stock for stock in found if stock.count)


def documents(game: Game, found: Sequence[Stock], options: PrintOptions) -> Iterator[Document]:
    """Yield the print files of a kit, without its cover.

    Raises:
        LayoutError: pieces do not fit the paper or the layout.
    """
    title = title_of(game)
    for stock in found:
        _check_layout(stock, options)
    dice = [stock for stock in found if stock.is_die]
    found = [stock for stock in found if not stock.is_die]
    cards = [_deck(stock) for stock in found if stock.set.form is Form.CARD]
    # A punchboard is for chits; cards are cut apart all the same.
    framed = options.arrangement.kind is LayoutKind.PUNCHBOARD
    loose = replace(options, layout="auto") if framed else options
    for suffix, decks in _by_layout(cards, loose):
        name = title.tongue.say("cards", context="file") + _worked(suffix, title)
        yield grid_document(f"cards{suffix}.pdf", name, title, decks, loose)
    standing = [stock for stock in found if stock.set.form in _STANDING]
    discs = [stock for stock in standing if _is_flat(stock)]
    chits = [stock for stock in found if stock.set.form in IN_ROWS]
    for suffix, decks in _by_layout([_deck(stock) for stock in (*chits, *discs)], options):
        name = title.tongue.say("chits", context="file") + _worked(suffix, title)
        yield laid_in_rows(f"chits{suffix}.pdf", name, title, decks, options)
    yield from _mats([stock for stock in found if stock.set.form is Form.MAT], title, options)
    folded = [stock for stock in standing if not _is_flat(stock)]
    if folded:
        # They differ in size and are cut out one by one: rows of one size would waste paper.
        packed = replace(options, pack=True)
        name = title.tongue.say("standees and stones", context="file")
        decks = [_deck(stock) for stock in folded]
        yield laid_in_rows("standees.pdf", name, title, decks, packed)
    if dice:
        nets = options.dice is Dice.NET
        make = die_net if nets else die_stickers
        name = title.tongue.say("dice, nets" if nets else "dice, stickers", context="file")
        decks = [_dice(stock, make) for stock in dice]
        packed = replace(options, layout="auto", deck_layouts=(), pack=True)
        yield laid_in_rows("dice.pdf", name, title, decks, packed)
    for stock in found:
        if stock.set.form is Form.BOARD:
            yield from _boards(stock, title, options)


def title_of(game: Game) -> Title:
    """What every sheet of a game says first."""
    return Title(_labelled(game.name, game.id), game.revision, game.tongue)


def fitting(
    game: Game, found: Sequence[Stock], options: PrintOptions
) -> tuple[tuple[Stock, ...], tuple[Document, ...], tuple[LayoutError, ...]]:
    """The sets that fit, their print files, and why others do not; each set is tried alone."""
    try:
        return tuple(found), tuple(documents(game, found, options)), ()
    except LayoutError:
        fit, errors = [], []
        for stock in found:
            try:
                list(documents(game, [stock], options))
                fit.append(stock)
            except LayoutError as error:
                error.deck = stock.set.id
                errors.append(error)
        return tuple(fit), tuple(documents(game, fit, options)), tuple(errors)


def sheets_saved(game: Game, found: Sequence[Stock], options: PrintOptions) -> int:
    """Return how many sheets of paper packing decks together saves."""
    loose, tight = (
        sum(
            page.side is Side.FRONT
            for plan in documents(game, found, choice)
            for page in plan.pages
        )
        for choice in (replace(options, pack=False), replace(options, pack=True))
    )
    return loose - tight


def _check_layout(stock: Stock, options: PrintOptions) -> None:
    """Refuse a layout that was asked for a set and cannot take its pieces.

    Raises:
        LayoutError: it cannot.
    """
    typed = dict(options.deck_layouts).get(stock.set.id)
    asked = typed or stock.set.sheet_layout
    wrong = misplaced(stock.set.form, asked) if asked else None
    if wrong is not None:
        kind = LayoutError if typed else OwnLayoutError
        raise kind(*wrong, stock.set.id)


def _by_layout(
    decks: Sequence[Deck], options: PrintOptions
) -> Iterator[tuple[str, Sequence[Deck]]]:
    """Decks that share a file, by how they are worked, with what the file is called after.

    Files of the layout of all decks, and those of one kind alone, have no name for it.
    """
    kinds: dict[LayoutKind, list[Deck]] = {}
    for deck in decks:
        kind = options.for_deck(deck.id, deck.layout).arrangement.kind
        kinds.setdefault(kind, []).append(deck)
    common = options.arrangement.kind
    for kind, group in kinds.items():
        suffix = "" if kind is common or len(kinds) == 1 else f"-{kind.value}"
        in_two = kind in (LayoutKind.GRID, LayoutKind.PUNCHBOARD)
        for sides, some in _by_sides(group) if in_two else [("", group)]:
            yield suffix + sides, some


_WORKED: Mapping[str, str] = {
    "-grid": marked("-grid", context="file"),
    "-gutterfold": marked("-gutterfold", context="file"),
    "-punchboard": marked("-punchboard", context="file"),
    "-single": marked("-single", context="file"),
    "-one-sided": marked("-one-sided", context="file"),
}
"""What names of files end with, where there are several of a kind."""


def _worked(suffix: str, title: Title) -> str:
    """The end of a file's name in words."""
    found = (words for end, words in _WORKED.items() if end in suffix)
    return "".join(title.tongue.say(words, context="file") for words in found)


def _by_sides(decks: Sequence[Deck]) -> list[tuple[str, list[Deck]]]:
    """What is printed on both sides, and what on one, each with what its file is called after.

    Together they would leave backs empty, and stickers go on other paper anyway.
    """
    both = [deck for deck in decks if any(piece.backs for piece in deck.pieces)]
    one = [deck for deck in decks if deck not in both]
    if not both or not one:
        return [("", list(decks))]
    return [("", both), ("-one-sided", one)]


def laid_in_rows(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """Lay decks in rows on shared sheets.

    Raises:
        LayoutError: a piece is too big for the paper.
    """
    for deck in decks:
        chosen = options.for_deck(deck.id, deck.layout)
        inset = RIM_MM if chosen.arrangement.kind is LayoutKind.PUNCHBOARD else 0.0
        for piece in deck.pieces:
            if not fits(piece, options.sheet, registered=options.registered, inset=inset):
                size = f"{piece.width:g} x {piece.height:g} mm"
                message = f"{deck.name} ({size}) are too big for {options.sheet.name}"
                hint = "choose a larger paper with --paper, or a smaller `size`"
                raise LayoutError(message, hint, deck.name)
    return shelf_document(file, name, title, decks, options)


def _mats(found: Sequence[Stock], title: Title, options: PrintOptions) -> Iterator[Document]:
    """Mats on whole sheets; those that no sheet takes come in tiles, a file for each."""
    flat_ones: list[Deck] = []
    # Mats have formats of their own; a grid that is fixed for cards is not meant for them.
    single = options.arrangement.kind is LayoutKind.SINGLE
    chosen = options if single else replace(options, layout="auto", skip=frozenset(), cut=())
    for stock in found:
        deck = _deck(stock)
        own = deck.layout or stock.set.id in dict(options.deck_layouts)
        try:
            if not single and not own:
                grid_for(deck.pieces[0], deck.name, chosen)
            flat_ones.append(deck)
        except LayoutError:
            for pair in stock.pairs:
                if stock.copies.get(pair.component):
                    board = _board(stock, pair)
                    yield tiled_board(f"mat-{pair.component}-tiled.pdf", title, board, options)
    for suffix, decks in _by_layout(flat_ones, chosen):
        name = title.tongue.say("mats", context="file") + _worked(suffix, title)
        yield grid_document(f"mats{suffix}.pdf", name, title, decks, chosen)


def _boards(stock: Stock, title: Title, options: PrintOptions) -> Iterator[Document]:
    for pair in stock.pairs:
        if not stock.copies.get(pair.component):
            continue
        board = _board(stock, pair)
        stem = board_stem(pair.component)
        yield whole_board(f"{stem}.pdf", title, board, options)
        yield tiled_board(f"{stem}-tiled.pdf", title, board, options)


def board_stem(component: str) -> str:
    """Return the file stem of a board: ``board``, or ``board-<side>`` for one of several."""
    side = component.removeprefix("board").strip("-")
    return f"board-{side}" if side else "board"


def _board(stock: Stock, pair: FacePair) -> Board:
    name = stock.component(pair).name
    return Board(pair.component, stock.set.id, name, drawing_of(pair.front, stock.spare))


def _labelled(name: str, other: str) -> str:
    """A name as sheets label it: its id where their font lacks a letter of it."""
    return name if has_letters(name) else other


def _deck(stock: Stock) -> Deck:
    pieces = tuple(
        piece
        for pair in stock.pairs
        if stock.copies.get(pair.component)
        for piece in _copies(_piece(pair, stock.spare), stock.copies[pair.component])
    )
    name = _labelled(stock.set.name, stock.set.id)
    return Deck(stock.set.id, name, pieces, stock.set.sheet_layout or "")


def _dice(stock: Stock, make: Callable[[Identity, Drawing], Piece]) -> Deck:
    """The dice of a set, each a net or a strip of stickers."""
    pieces = tuple(
        make(Identity(pair.component, pair.deck, number), drawing_of(pair.front, stock.spare))
        for pair in stock.pairs
        for number in range(1, stock.copies.get(pair.component, 0) + 1)
    )
    return Deck(stock.set.id, _labelled(stock.set.name, stock.set.id), pieces)


def _copies(piece: Piece, count: int) -> Iterator[Piece]:
    return (replace(piece, copy=number) for number in range(1, count + 1))


def _piece(pair: FacePair, spare: float) -> Piece:
    who = Identity(pair.component, pair.deck)
    front = drawing_of(pair.front, spare)
    back = drawing_of(pair.back, spare) if pair.back else None
    if pair.fold == "block":
        return block(who, front, back, block_depth_mm(front))
    if _is_tent(pair):
        return tent(who, front, back)
    if pair.form is Form.STANDEE:
        back = back or front
    lines = cut_lines(pair.front)
    if lines and back is None:
        return net(who, front, lines.cut, lines.scores)
    if lines:
        return flat(who, front, back, "custom", outline=lines.cut)
    return flat(who, front, back, pair.shape, pair.corner_mm, pair.outline_mm)


def _is_tent(pair: FacePair) -> bool:
    return pair.fold == "tent" or (
        pair.fold == "none" and pair.form is Form.STANDEE and pair.shape == "rect"
    )


def _is_flat(stock: Stock) -> bool:
    """Tell whether pieces that would stand are discs: round ones cannot fold."""
    return all(pair.form is Form.STANDEE and pair.shape != "rect" for pair in stock.pairs)


def block_depth_mm(front: Drawing) -> float:
    """Depth of a folded stone: two thirds of its narrow side, 8 to 14 mm (own choice)."""
    return min(14.0, max(8.0, round(min(front.width, front.height) * 2 / 3, 1)))


def drawing_of(face: Face, spare: float = 0.0) -> Drawing:
    """Return what imposition must know of a face; ``spare`` of its bleed is for backs only."""
    return _drawing(face.key, face.width_mm, face.height_mm, face.bleed_mm - spare, spare)


_drawing = lru_cache(maxsize=64)(Drawing)
"""A back that thousands of cards have is one drawing."""
