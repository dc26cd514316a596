"""A game's drawn components as print files: which piece goes into which, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import reduce
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from generator.design.canvas import canvas_of
from generator.design.face import Face, FacePair, FaceSource, has_letters
from generator.design.filling import FaceRequest, fill_faces
from generator.design.speech import words_to_speak
from generator.design.templates import Templates
from generator.design.theme import TrimSize
from generator.drawing.cutlines import cut_lines
from generator.printing.boards import Board, tile_board, whole_board
from generator.printing.decks import (
    IN_ROWS,
    LayoutError,
    OwnLayoutError,
    PieceDeck,
    Title,
    why_not_in_layout,
)
from generator.printing.folding import (
    CARD_MM,
    Identity,
    Net,
    block,
    box_for,
    die_net,
    die_stickers,
    flat,
    notch_mm,
    tent,
    tuck_net,
    upwards,
)
from generator.printing.imposition import Document, Drawing, FaceSide, Piece, ReadOut
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import LayoutKind
from generator.printing.planning import grid_document, grid_for, shelf_document
from validator.catalogue.model import ComponentSet, Configuration, Form, Game
from validator.catalogue.words.language import ENGLISH, Tongue, mark_sentence
from validator.findings import Finding, Place
from validator.setup.guide import GuideLine, group_lines, guide_lines

MANY_SEATS = mark_sentence("your number of seats")
"""What a guide for several tables says instead of a number."""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step of the set-up at several tables: its number, its heading ("" if none), its lines.

    Each line has the tables that it is for, "" if it is for all. ``for_bots`` is true of what is
    done only where there are bots. ``zones`` are those that it fills, as the script lists them, or
    leaves ``room`` for.
    """

    number: int
    heading: str
    lines: tuple[tuple[str, str], ...]
    for_bots: bool
    zones: frozenset[str]
    room: frozenset[str]


def set_up_steps(game: Game, tables: Sequence[Configuration] | None = None) -> list[SetupStep]:
    """The set-up of ``game``, merged over ``tables`` (default: all); those of bots last."""
    chosen = list(game.configurations if tables is None else tables)
    seats = game.tongue.say(MANY_SEATS) if len({table.total for table in chosen}) > 1 else ""
    texts = [guide_lines(game, table, seats) for table in chosen]
    known = {(one.heading, one.text): one for lines in texts for one in lines}
    zones: dict[tuple[str, str], frozenset[str]] = {}
    for one in (line for lines in texts for line in lines):
        key = one.heading, one.text
        zones[key] = zones.get(key, frozenset()) | one.zones
    lines_at = dict(zip(map(id, chosen), texts, strict=True))
    common = _done_without_bots(game, seats, lines_at) if any(t.bots for t in chosen) else set()
    people, bots = list[_Merged](), list[_Merged]()
    for key, at in merge_lists([[(one.heading, one.text) for one in lines] for lines in texts]):
        line, here = replace(known[key], zones=zones[key]), [chosen[index] for index in at]
        for_bots = bool(common) and not common & {line.place, line.text}
        every = [table for table in chosen if table.bots] if for_bots else chosen
        tag = "" if len(here) == len(every) else at_tables(here, chosen, game.tongue)
        (bots if for_bots else people).append((line, tag[:1].upper() + tag[1:]))
    steps = [(False, group) for group in _in_steps(people)]
    steps += [(True, group) for group in _in_steps(bots)]
    return [
        SetupStep(
            number,
            group[0][0].heading,
            tuple((tag, line.text) for line, tag in group),
            for_bots,
            frozenset().union(*(line.zones for line, _ in group)),
            frozenset().union(*(line.zones for line, _ in group if line.place is None)),
        )
        for number, (for_bots, group) in enumerate(steps, 1)
    ]


_Merged: TypeAlias = tuple[GuideLine, str]


def _in_steps(lines: Sequence[_Merged]) -> Iterator[list[_Merged]]:
    left = iter(lines)
    for step in group_lines(line for line, _ in lines):
        yield list(islice(left, len(step)))


def _done_without_bots(
    game: Game, seats: str, known: Mapping[int, Sequence[GuideLine]]
) -> set[Place | str | None]:
    """The steps that are done at some table without bots, and what is told of room there.

    ``known`` are the lines of some of its tables, by their identities.
    """
    tables = [table for table in game.configurations if not table.bots]
    told = (known.get(id(one)) or guide_lines(game, one, seats) for one in tables)
    return {line.place or line.text for lines in told for line in lines}


_Line = TypeVar("_Line", bound=Hashable)


def merge_lists(texts: Sequence[Sequence[_Line]]) -> list[tuple[_Line, tuple[int, ...]]]:
    """Merge lists of lines, keeping their order: each line with the lists that have it there."""
    found: list[tuple[_Line, tuple[int, ...]]] = []
    for index, lines in enumerate(texts):
        known = [text for text, _ in found]
        grown: list[tuple[_Line, tuple[int, ...]]] = []
        matcher = SequenceMatcher(a=known, b=list(lines), autojunk=False)
        for kind, start, end, new_start, new_end in matcher.get_opcodes():
            for text, at in found[start:end]:
                grown.append((text, (*at, index) if kind == "equal" else at))
            if kind != "equal":
                grown.extend((text, (index,)) for text in lines[new_start:new_end])
        found = grown
    return found


_COUNTED: Mapping[str, Callable[[Configuration], int]] = {
    "bots": lambda table: int(table.bots > 0),
    "seats": lambda table: table.total,
    "players": lambda table: table.players,
    "numbers of bots": lambda table: table.bots,
}
"""What some tables may have in common that the others have not."""


def tell_apart(
    some: Sequence[Configuration], every: Sequence[Configuration]
) -> tuple[str, tuple[int, ...]]:
    """By what the tables ``some`` are told from the others of ``every``, and its values there.

    Empty where it is nothing that can be counted.
    """
    bots = any(table.bots for table in every)
    for what, key in _COUNTED.items():
        values = tuple(sorted({key(table) for table in some}))
        alike = {id(table) for table in every if key(table) in values}
        if alike == {id(table) for table in some} and (bots or what != "seats"):
            return what, values
    return "", ()


def at_tables(
    some: Sequence[Configuration], every: Sequence[Configuration], tongue: Tongue = ENGLISH
) -> str:
    """Where something is so: ``at 3 seats``, ``without bots``."""
    what, values = tell_apart(some, every)
    numbers, last = either(values, tongue), 1 if values == (1,) else max((2, *values))
    match what:
        case "bots":
            return tongue.say("with bots" if values == (1,) else "without bots")
        case "seats":
            return tongue.count("at {numbers} seat", "at {numbers} seats", last, numbers=numbers)
        case "players":
            return tongue.count(
                "at {numbers} player", "at {numbers} players", last, numbers=numbers
            )
        case "numbers of bots":
            return tongue.count("at {numbers} bot", "at {numbers} bots", last, numbers=numbers)
    return tongue.say("at {tables}", tables=list_tables(some))


def list_tables(some: Sequence[Configuration]) -> str:
    """Tables by their numbers of players and bots."""
    return ", ".join(f"{table.players} + {table.bots}" for table in some)


def either(values: Sequence[int], tongue: Tongue) -> str:
    """Numbers of which one holds: ``3 or 4``."""
    words = [str(value) for value in values] or [""]
    return reduce(lambda one, other: tongue.say("{one} or {other}", one=one, other=other), words)


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
    def folds_to_tent(self) -> bool:
        """Tell whether its pieces are folded head to head."""
        return any(map(_is_tent, self.pairs))

    @property
    def is_net(self) -> bool:
        """Tell whether its pieces stand, folded as their own drawing shows."""
        upright = (pair for pair in self.pairs if pair.form is Form.UPRIGHT)
        return any(pair.fold not in ("tent", "block") for pair in upright)

    @property
    def is_die(self) -> bool:
        """Tell whether its pieces are dice."""
        return any(pair.fold == "die" for pair in self.pairs)

    @property
    def prints(self) -> Iterator[tuple[FacePair, int]]:
        """What is printed of it, each with how often."""
        counted = ((pair, self.copies.get(pair.component, 0)) for pair in self.pairs)
        return (one for one in counted if one[1])


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
    return tuple(stock for stock in found if any(stock.prints))


def documents(game: Game, found: Sequence[Stock], options: PrintOptions) -> Iterator[Document]:
    """Yield the print files of a kit, without its cover.

    Raises:
        LayoutError: pieces do not fit the paper or the layout.
    """
    title, say = title_of(game), game.tongue.say
    for stock in found:
        _check_layout(stock, options)
    dice = [stock for stock in found if stock.is_die]
    found = [stock for stock in found if not stock.is_die]
    cards = [_deck(stock) for stock in found if stock.set.form is Form.CARD]
    # A punchboard is for chits; cards are cut apart all the same, and board does not fold.
    framed = options.arrangement.kind is LayoutKind.PUNCHBOARD
    loose = replace(options, layout="auto") if framed else options
    for suffix, decks in _by_layout(cards, loose):
        name = say("cards", context="file") + _name_in_words(suffix, title)
        yield grid_document(f"cards{suffix}.pdf", name, title, decks, loose)
    standing = [stock for stock in found if stock.set.form in (Form.STANDEE, Form.UPRIGHT)]
    discs = [stock for stock in standing if _is_flat(stock)]
    chits = [stock for stock in found if stock.set.form in IN_ROWS]
    for suffix, decks in _by_layout([_deck(stock) for stock in (*chits, *discs)], options):
        name = say("chits", context="file") + _name_in_words(suffix, title)
        yield shelf_document(f"chits{suffix}.pdf", name, title, decks, options)
    yield from _mats([stock for stock in found if stock.set.form is Form.MAT], title, options)
    folded = [_deck(stock) for stock in standing if not _is_flat(stock)]
    if folded:
        # They differ in size and are cut out one by one: rows of one size would waste paper.
        name, packed = say("standees and stones", context="file"), replace(loose, pack=True)
        yield shelf_document("standees.pdf", name, title, folded, packed)
    if dice:
        nets = options.dice is Dice.NET
        name = say("dice, nets" if nets else "dice, stickers", context="file")
        decks = [_deck(stock, die_net if nets else die_stickers) for stock in dice]
        yield shelf_document("dice.pdf", name, title, decks, _loose(options))
    for stock in found:
        for pair, _ in stock.prints if stock.set.form is Form.BOARD else ():
            board, side = _board(stock, pair), pair.component.removeprefix("board").strip("-")
            stem = f"board-{side}" if side else "board"
            yield whole_board(f"{stem}.pdf", title, board, options)
            yield tile_board(f"{stem}-tiled.pdf", title, board, options)


def _loose(options: PrintOptions) -> PrintOptions:
    """For pieces that differ in size and are cut out one by one, whatever the layout of cards."""
    return replace(options, layout="auto", deck_layouts=(), pack=True)


def title_of(game: Game) -> Title:
    """What every sheet of a game says first."""
    return Title(_label(game.name, game.id), game.revision, game.tongue)


def stocks_that_fit(
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
            page.side is FaceSide.FRONT
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
    wrong = why_not_in_layout(stock.set.form, asked) if asked else None
    if wrong is not None:
        kind = LayoutError if typed else OwnLayoutError
        raise kind(*wrong, stock.set.id)


def _by_layout(
    decks: Sequence[PieceDeck], options: PrintOptions
) -> Iterator[tuple[str, Sequence[PieceDeck]]]:
    """Decks that share a file, by how they are worked, with what the file is called after.

    Files of the layout of all decks, and those of one kind alone, have no name for it.
    """
    kinds: dict[LayoutKind, list[PieceDeck]] = {}
    for deck in decks:
        kind = options.for_deck(deck.id, deck.layout).arrangement.kind
        kinds.setdefault(kind, []).append(deck)
    common = options.arrangement.kind
    for kind, group in kinds.items():
        suffix = "" if kind is common or len(kinds) == 1 else f"-{kind.value}"
        in_two = kind in (LayoutKind.GRID, LayoutKind.PUNCHBOARD)
        for sides, some in _by_sides(group) if in_two else [("", group)]:
            yield suffix + sides, some


_WORKED = (
    mark_sentence("-grid", context="file"),
    mark_sentence("-gutterfold", context="file"),
    mark_sentence("-punchboard", context="file"),
    mark_sentence("-single", context="file"),
    mark_sentence("-one-sided", context="file"),
)
"""What names of files end with, where there are several of a kind."""


def _name_in_words(suffix: str, title: Title) -> str:
    """The end of a file's name in words."""
    found = (title.tongue.say(end, context="file") for end in _WORKED if end in suffix)
    return "".join(found)


def _by_sides(decks: Sequence[PieceDeck]) -> list[tuple[str, list[PieceDeck]]]:
    """What is printed on both sides, and what on one, each with what its file is called after.

    Together they would leave backs empty, and stickers go on other paper anyway.
    """
    both = [deck for deck in decks if any(piece.backs for piece in deck.pieces)]
    one = [deck for deck in decks if deck not in both]
    if not both or not one:
        return [("", list(decks))]
    return [("", both), ("-one-sided", one)]


def _mats(found: Sequence[Stock], title: Title, options: PrintOptions) -> Iterator[Document]:
    """Mats on whole sheets; those that no sheet takes come in tiles, a file for each."""
    flat_ones: list[PieceDeck] = []
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
            for pair, _ in stock.prints:
                file = f"mat-{pair.component}-tiled.pdf"
                yield tile_board(file, title, _board(stock, pair), options)
    for suffix, decks in _by_layout(flat_ones, chosen):
        name = title.tongue.say("mats", context="file") + _name_in_words(suffix, title)
        yield grid_document(f"mats{suffix}.pdf", name, title, decks, chosen)


def _board(stock: Stock, pair: FacePair) -> Board:
    drawing = drawing_of(pair.front, stock.spare)
    return Board(pair.component, stock.set.id, _name(stock, pair), drawing)


def _name(stock: Stock, pair: FacePair) -> str:
    return next(c.name for c in stock.set.components if c.id == pair.component)


def _label(name: str, other: str) -> str:
    """A name as sheets label it: its id where their font lacks a letter of it."""
    return name if has_letters(name) else other


def _deck(stock: Stock, make_die: Callable[[Identity, Drawing], Piece] | None = None) -> PieceDeck:
    """The pieces of a set as they are printed; of dice what ``make_die`` makes."""
    pieces: list[Piece] = []
    for pair, count in stock.prints:
        if make_die:
            who = Identity(pair.component, pair.deck)
            piece = make_die(who, drawing_of(pair.front, stock.spare))
        else:
            piece = _piece(pair, stock.spare, _name(stock, pair))
        pieces += [replace(piece, copy=number) for number in range(1, count + 1)]
    name, layout = _label(stock.set.name, stock.set.id), stock.set.sheet_layout or ""
    return PieceDeck(stock.set.id, name, tuple(pieces), "" if make_die else layout)


def _piece(pair: FacePair, spare: float, name: str) -> Piece:
    who = Identity(pair.component, pair.deck)
    front = drawing_of(pair.front, spare)
    back = drawing_of(pair.back, spare) if pair.back else None
    if pair.fold == "block":
        return block(who, front, back, block_depth_mm(front), _label(name, pair.component))
    if _is_tent(pair):
        return tent(who, front, back)
    if pair.form is Form.STANDEE:
        back = back or front
    lines = cut_lines(pair.front)
    if lines and back is None:
        return flat(who, front, None, "net", outline=lines.cut, scores=lines.scores)
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
    return Drawing(face.key, face.width_mm, face.height_mm, face.bleed_mm - spare, spare)


TEMPLATE = "basic/tuck_box"
"""The template of every box; a project may have one of its own."""

BLEED_MM = 2.0
"""How far the ground of a box runs past its edge."""


@dataclass(frozen=True, slots=True)
class DeckBox:
    """The box of a deck: its set, its net and how that is drawn."""

    set: ComponentSet
    net: Net
    face: Face

    @property
    def piece(self) -> Piece:
        """The box as it is cut out and folded."""
        outline, *scores = (
            upwards(points, self.net.height) for points in (self.net.outline, *self.net.scores)
        )
        who = Identity(f"{self.set.id}-tuck-box", self.set.id)
        return flat(who, drawing_of(self.face), None, "net", outline=outline, scores=scores)


def boxes_of(
    game: Game,
    found: Sequence[Stock],
    templates: Templates,
    options: PrintOptions,
    copies: Mapping[str, int],
) -> tuple[tuple[DeckBox, ...], tuple[Finding, ...]]:
    """Draw the boxes that were asked for, or that decks ask for where a whole kit is printed.

    ``copies`` are the cards of whole decks, which boxes are sized by.
    """
    part = options.changed or options.chosen
    wanted: list[tuple[ComponentSet, Net]] = []
    requests: list[FaceRequest] = []
    for stock in found:
        asks = options.tuck_boxes or (stock.set.tuck_box is not None and not part)
        if stock.set.form is Form.CARD and asks:
            own = stock.set.tuck_box.card_mm if stock.set.tuck_box else None
            thick = options.card_mm or own or CARD_MM
            face = stock.pairs[0].front
            cards = sum(copies.get(component.id, 0) for component in stock.set.components)
            size = box_for(face.width_mm, face.height_mm, cards, thick)
            box = tuck_net(size)
            wanted.append((stock.set, box))
            notch = notch_mm(size)
            requests.append(_box_request(game, stock.set, cards, box, notch, templates))
    findings: list[Finding] = []
    made: list[DeckBox] = []
    for (deck, box), done in zip(wanted, fill_faces(templates, requests), strict=True):
        findings += [fault.finding(game.id, _blame(deck)) for fault in done.faults]
        if done.face is not None:
            made.append(DeckBox(deck, box, done.face))
    return tuple(made), tuple(dict.fromkeys(findings))


def _blame(deck: ComponentSet) -> Callable[[str, str], Place]:
    """Whatever does not fit on a box is told at the deck that wants one."""
    place = deck.places.get("tuck_box", deck.place)
    return lambda value, key: place


def _box_request(
    game: Game, deck: ComponentSet, cards: int, net: Net, notch: float, templates: Templates
) -> FaceRequest:
    """What the template of a box gets: the game, the deck, and where its panels are."""
    about = {key: getattr(deck, key) for key in ("id", "name", "singular")}
    words = {"id": game.id, "name": game.name, "revision": game.revision, "summary": game.summary}
    context = {
        "c": {"id": deck.id, "name": deck.name, "copies": cards},
        "set": {**about, "form": deck.form.value},
        "game": {**words, **words_to_speak(game), "terms": {}},
        "face": "front",
        "net": {**seen_from_above(net), "notch": notch},
    }
    canvas = canvas_of(TrimSize("tuck box", net.width, net.height), BLEED_MM)
    origin = FaceSource(game.id, templates.place(TEMPLATE), f"the tuck box of {deck.id!r}")
    return FaceRequest(TEMPLATE, context, canvas, origin, game.terms)


def seen_from_above(net: Net) -> Mapping[str, Any]:
    """A net as templates draw it: paths and panels in mm from the top left."""

    def path(points: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x:.3f} {net.height - y:.3f}" for x, y in points)

    (glue,) = (flap for flap in net.flaps if flap.glued)
    return {
        "cut": path(net.outline) + "Z",
        "score": "".join(path(edge) for edge in net.scores),
        "glue": path(glue.points) + "Z",
        "panels": {
            name: {"x": one.x, "y": net.height - one.top, "w": one.width, "h": one.height}
            for name, one in net.panels.items()
        },
    }


def box_documents(
    title: Title, boxes: Sequence[DeckBox], options: PrintOptions
) -> tuple[tuple[Document, ...], tuple[LayoutError, ...]]:
    """The print file of the boxes that the paper takes, and why it does not take others."""
    decks: list[PieceDeck] = []
    errors: list[LayoutError] = []
    loose, say = _loose(options), title.tongue.say
    for box in boxes:
        deck = PieceDeck(box.set.id, say("Tuck box of {deck}", deck=box.set.name), (box.piece,))
        try:
            shelf_document("boxes.pdf", "", title, [deck], loose)
            decks.append(deck)
        except LayoutError as error:
            error.deck = box.set.id
            errors.append(error)
    if not decks:
        return (), tuple(errors)
    made = shelf_document("boxes.pdf", say("tuck boxes", context="file"), title, decks, loose)
    told = ReadOut({piece.component: deck.name for deck in decks for piece in deck.pieces})
    return (replace(made, told=told),), tuple(errors)
