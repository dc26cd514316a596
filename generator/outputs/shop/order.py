"""An order: what a shop gets of a game, in which files, and what it does not make.

``order.csv`` is for programs, ``order.txt`` for people; both follow from the planned files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.design.face import Face, FacePair
from generator.design.theme import TrimSize
from generator.press.shops import Shop, ShopSize
from generator.text_files import plain_table
from generator.typeset.words import typographic
from validator.catalogue.model import Component, ComponentSet, Game
from validator.findings import Finding, Severity

_NEAREST = 3
"""How many of the nearest products are told."""
_LEAVE = "leave them out with --allow-missing"
_AT_HOME = "print them at home with `trilith print`, or order them from another shop"


@dataclass(frozen=True, slots=True)
class Missing:
    """A set that a shop does not make: its used components with their copies, and why.

    ``why`` is a sentence without its full stop.
    """

    component_set: ComponentSet
    pieces: tuple[tuple[Component, int], ...]
    why: str
    code: str
    hint: str

    @property
    def count(self) -> int:
        """How many pieces are missing."""
        return sum(copies for _, copies in self.pieces)

    def finding(self, game: Game, *, allowed: bool) -> Finding:
        """An error; a note where ``allowed`` to be left out."""
        deck = self.component_set
        message = f"{deck.name} ({self.count}): {self.why}"
        place = deck.place
        if self.code == "shop-size":
            place = deck.places.get("size", place)
        if allowed:
            message, severity, hint = f"{message}; left out", Severity.NOTE, _AT_HOME
        else:
            severity, hint = Severity.ERROR, f"{self.hint}; or {_LEAVE}"
        return Finding(self.code, severity, game.id, place, message, hint)


def find_missing(
    game: Game, sizes: Mapping[str, TrimSize], copies: Mapping[str, int], shop: Shop
) -> tuple[Missing, ...]:
    """The sets of ``game`` that ``shop`` does not make; sets of an unknown size are not judged."""
    found = []
    for deck in game.sets.values():
        pieces = tuple((c, copies[c.id]) for c in deck.components if copies.get(c.id))
        size = sizes.get(deck.size)
        if not pieces or size is None:
            continue
        if deck.form not in shop.forms or size.fold != "none":
            what = f"{deck.form}s" if deck.form not in shop.forms else "folded pieces"
            why = f"{shop.name} does not make {what}"
            hint = f"it makes {', '.join(f'{form}s' for form in shop.forms)}; {_AT_HOME}"
            found.append(Missing(deck, pieces, why, "shop-form", hint))
        elif not shop.format_of(size.width_mm, size.height_mm, deck.form, size.shape):
            wanted = f"{size.width_mm:g} x {size.height_mm:g} mm{_shape_words(size.shape)}"
            why = f"{shop.name} sells no {deck.form} of {wanted}"
            near = ", ".join(_nearest(shop.formats_for(deck.form), size, sizes))
            found.append(Missing(deck, pieces, why, "shop-size", f"nearest there: {near}"))
    return tuple(found)


def _nearest(
    formats: Iterable[ShopSize], size: TrimSize, sizes: Mapping[str, TrimSize]
) -> Iterator[str]:
    """The products most like a size: of its shape first, then by the difference of the sides."""

    def distance(one: ShopSize) -> tuple[bool, float]:
        aside = abs(one.width_mm - size.width_mm) + abs(one.height_mm - size.height_mm)
        return one.shape != size.shape, aside

    for one in sorted(formats, key=distance)[:_NEAREST]:
        fitting = (
            f" (`size: {own.name}`)"
            for own in sizes.values()
            if own.shape == one.shape and one.takes(own.width_mm, own.height_mm)
        )
        sides = f"{one.width_mm:g} x {one.height_mm:g} mm{_shape_words(one.shape)}"
        yield f"{one.name} {sides}{next(fitting, '')}"


def _shape_words(shape: str) -> str:
    return {"rect": "", "custom": " with an outline of their own"}.get(shape, f" {shape}")


_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class ShopItem:
    """A component on its way to a shop: how it looks, and its number (from 1) in its deck."""

    pair: FacePair
    name: str
    number: int
    copies: int


@dataclass(frozen=True, slots=True)
class ShopDeck:
    """Pieces that are ordered together; ``id`` names their files."""

    id: str
    name: str
    size: ShopSize
    items: tuple[ShopItem, ...]

    @property
    def copies(self) -> int:
        """How many pieces it has."""
        return sum(item.copies for item in self.items)

    @property
    def backs(self) -> tuple[Face, ...]:
        """Its distinct backs, in the order of its items."""
        found = {item.pair.back.key: item.pair.back for item in self.items if item.pair.back}
        return tuple(found.values())

    @property
    def common_back(self) -> Face | None:
        """The back of all its items, if they have the same."""
        if len(self.backs) == 1 and all(item.pair.back for item in self.items):
            return self.backs[0]
        return None


def decks_of(
    game: Game, pairs: Sequence[FacePair], copies: Mapping[str, int], shop: Shop
) -> tuple[ShopDeck, ...]:
    """The decks of ``game`` as ``shop`` takes them: where decks have one back, split by it.

    Raises:
        ValueError: the shop does not make one of ``pairs``.
    """
    components = {component.id: component for component in game.components()}
    sets: dict[str, list[FacePair]] = {}
    for pair in pairs:
        sets.setdefault(pair.deck, []).append(pair)
    taken = set(sets)
    found = []
    for set_id, whole in sets.items():
        for deck_id, title, part in _split(game, set_id, whole, components, shop):
            unique, number = deck_id, 2
            while unique in taken - {set_id}:
                unique, number = f"{deck_id}-{number}", number + 1
            taken.add(unique)
            front, form, shape = part[0].front, part[0].form, part[0].shape
            size = shop.format_of(front.width_mm, front.height_mm, form, shape)
            if size is None:
                raise ValueError(f"{shop.name} does not make {set_id}")
            names = [typographic(components[pair.component].name) for pair in part]
            items = tuple(
                ShopItem(pair, name, number, copies[pair.component])
                for number, (pair, name) in enumerate(zip(part, names, strict=True), 1)
            )
            found.append(ShopDeck(unique, title, size, items))
    return tuple(found)


def _split(
    game: Game,
    set_id: str,
    pairs: Sequence[FacePair],
    components: Mapping[str, Component],
    shop: Shop,
) -> Iterator[tuple[str, str, Sequence[FacePair]]]:
    """Identifier, name and pieces of each deck that a set becomes.

    A set in which most designs have a back of their own is not split: it has no deck's back.
    """
    title = game.sets[set_id].name
    groups: dict[str, list[FacePair]] = {}
    for pair in pairs:
        groups.setdefault(pair.back.key if pair.back else "", []).append(pair)
    if shop.backs != "shared" or len(groups) == 1 or 2 * len(groups) > len(pairs):
        yield set_id, title, pairs
        return
    parts = [[components[pair.component] for pair in group] for group in groups.values()]
    for word, group in zip(_words(parts), groups.values(), strict=True):
        yield f"{set_id}-{word}", f"{title}, {word.replace('-', ' ')}", group


def _words(parts: Sequence[Sequence[Component]]) -> list[str]:
    """What tells parts of a set apart: the value of a field that is the same all through each.

    Without such a field they are numbered.
    """
    for field in parts[0][0].fields:
        values = [[component.fields.get(field) for component in part] for part in parts]
        words = [str(found[0]) for found in values if found.count(found[0]) == len(found)]
        if len(set(words)) == len(parts) and all(map(_WORD.fullmatch, words)):
            return words
    return [f"back-{number}" for number in range(1, len(parts) + 1)]


FRONT, BACK = "front", "back"


@dataclass(frozen=True, slots=True)
class OrderLeaf:
    """A picture, or a page of a PDF: one side of one item, or the back of several.

    ``face`` is None on a page that stays blank.
    """

    face: Face | None
    side: str
    deck: ShopDeck
    items: tuple[ShopItem, ...]

    @property
    def text(self) -> str:
        """What it shows, in words: ``Candle, front, 6 copies``."""
        copies = sum(item.copies for item in self.items)
        name = self.items[0].name if len(self.items) == 1 else self.deck.name
        many = f"{copies} copies" if copies > 1 else "1 copy"
        return f"{name}, {'blank ' if self.face is None else ''}{self.side}, {many}"


@dataclass(frozen=True, slots=True)
class OrderFile:
    """A file for a shop: its path in the folder of the order, and its pages (or one picture)."""

    name: str
    leaves: tuple[OrderLeaf, ...]


def plan_files(decks: Sequence[ShopDeck], shop: Shop, customer: str) -> tuple[OrderFile, ...]:
    """All files of an order, in its order; two may have one name if ``naming`` is too vague."""
    if shop.files == "pdf":
        return tuple(_pdfs(decks, shop, customer))
    return tuple(_pictures(decks, shop, customer))


def _pictures(decks: Iterable[ShopDeck], shop: Shop, customer: str) -> Iterator[OrderFile]:
    """A picture for each front, and for each back; one that all of a deck share comes once."""
    for deck in decks:
        shared = deck.common_back
        if shared is not None:
            leaf = OrderLeaf(shared, BACK, deck, deck.items)
            yield OrderFile(_name(shop, leaf, customer), (leaf,))
        for item in deck.items:
            back = None if shared else item.pair.back
            for side, face in ((FRONT, item.pair.front), (BACK, back)):
                if face is not None:
                    leaf = OrderLeaf(face, side, deck, (item,))
                    yield OrderFile(_name(shop, leaf, customer), (leaf,))


def _pdfs(decks: Iterable[ShopDeck], shop: Shop, customer: str) -> Iterator[OrderFile]:
    """Files of pages; what gets the same name shares a file."""
    files: dict[str, list[OrderLeaf]] = {}
    for deck in decks:
        for item in deck.items:
            leaf = OrderLeaf(item.pair.front, FRONT, deck, (item,))
            files.setdefault(_name(shop, leaf, customer), []).append(leaf)
    for name, fronts in files.items():
        if shop.order == "fronts-shared-back":
            yield from _backs_last(name, fronts, shop)
        else:
            yield OrderFile(name, tuple(_alternate(fronts, shop)))


def _backs_last(name: str, fronts: Sequence[OrderLeaf], shop: Shop) -> Iterator[OrderFile]:
    """Fronts, then the back they share; where they share none, fronts and backs apart.

    With backs apart, page n of the backs belongs to page n of the fronts.
    """
    rows = _repeat(fronts, shop)
    decks = {leaf.deck.id: leaf.deck for leaf in rows}.values()
    if all(not deck.backs or deck.common_back for deck in decks):
        shared = (OrderLeaf(d.common_back, BACK, d, d.items) for d in decks if d.common_back)
        yield OrderFile(name, (*rows, *shared))
        return
    stem, dot, suffix = name.rpartition(".")
    yield OrderFile(f"{stem}-fronts{dot}{suffix}", tuple(rows))
    yield OrderFile(f"{stem}-backs{dot}{suffix}", tuple(_behind(leaf) for leaf in rows))


def _alternate(fronts: Sequence[OrderLeaf], shop: Shop) -> Iterator[OrderLeaf]:
    """Each front with its back beside it; where any has a back, those without get a blank page."""
    two_sided = any(leaf.items[0].pair.back for leaf in fronts)
    for leaf in _repeat(fronts, shop):
        sides = [leaf, _behind(leaf)] if two_sided else [leaf]
        yield from reversed(sides) if shop.order == "back-front" else sides


def _repeat(leaves: Sequence[OrderLeaf], shop: Shop) -> list[OrderLeaf]:
    return [leaf for leaf in leaves for _ in range(leaf.items[0].copies if shop.repeat else 1)]


def _behind(front: OrderLeaf) -> OrderLeaf:
    return OrderLeaf(front.items[0].pair.back, BACK, front.deck, front.items)


def _name(shop: Shop, leaf: OrderLeaf, customer: str) -> str:
    """The file name by the shop's pattern; a back of all has number 0.

    A front and its back have the same number, padded so that names sort in the deck's order.
    """
    deck, shared = leaf.deck, leaf.side == BACK and leaf.deck.common_back is not None
    number = 0 if shared else leaf.items[0].number
    values = {
        "customer": customer,
        "deck": deck.id,
        "size": deck.size.name,
        "number": str(number).zfill(max(2, len(str(len(deck.items))))),
        "component": "all" if shared else leaf.items[0].pair.component,
        "face": leaf.side,
        "copies": str(sum(item.copies for item in leaf.items)),
    }
    return shop.naming.format(**values)


COLUMNS = (
    *("deck", "number", "component", "name", "copies", "product", "width_mm", "height_mm"),
    *("front_file", "front_pages", "back_file", "back_pages", "left_out"),
)
"""The columns of ``order.csv``; pages count from 1 and are empty for pictures."""


@dataclass(frozen=True, slots=True)
class OrderSpot:
    """Where a side of a piece is: a file, and the pages (from 1) if it has pages."""

    file: str = ""
    pages: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The pages in words: ``1-3, 7``."""
        runs: list[list[int]] = []
        for page in self.pages:
            if runs and page == runs[-1][-1] + 1:
                runs[-1].append(page)
            else:
                runs.append([page])
        return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A kind of piece of the order, its deck, and where its two sides are."""

    deck: ShopDeck
    item: ShopItem
    front: OrderSpot
    back: OrderSpot


@dataclass
class ShopOrder:
    """An order as a whole: what is in it, and what the shop does not make."""

    game: Game
    shop: Shop
    rows: tuple[OrderRow, ...]
    left_out: tuple[Missing, ...]


def rows_of(
    files: Sequence[OrderFile], decks: Sequence[ShopDeck], shop: Shop
) -> tuple[OrderRow, ...]:
    """A row for each item of ``decks``, found again in the planned ``files``."""
    spots: dict[tuple[str, int, str], OrderSpot] = {}
    for file in files:
        for page, leaf in enumerate(file.leaves, 1):
            for item in leaf.items:
                key = (leaf.deck.id, item.number, leaf.side)
                before = spots.get(key, OrderSpot()).pages
                spots[key] = OrderSpot(file.name, (*before, page) if shop.files == "pdf" else ())
    return tuple(
        OrderRow(
            deck,
            item,
            spots[deck.id, item.number, FRONT],
            spots.get((deck.id, item.number, BACK), OrderSpot()),
        )
        for deck in decks
        for item in deck.items
    )


def as_csv(order: ShopOrder) -> str:
    """The order as a table with a row for each kind of piece, also of those left out."""
    rows: list[Iterable[object]] = [COLUMNS]
    for row in order.rows:
        size, item, front, back = row.deck.size, row.item, row.front, row.back
        about = (row.deck.id, item.number, item.pair.component, item.name, item.copies)
        where = (front.file, front.text, back.file, back.text)
        rows.append((*about, size.name, *_sides(size), *where, ""))
    for gone in order.left_out:
        for component, copies in gone.pieces:
            wanted = (gone.component_set.id, "", component.id, component.name, copies)
            rows.append((*wanted, *[""] * 7, gone.why))
    return plain_table(rows)


def as_note(order: ShopOrder) -> str:
    """The order as a page that is sent along with the files."""
    game, shop = order.game, order.shop
    total = sum(row.item.copies for row in order.rows)
    lines = [
        f"{game.name}, revision {game.revision}",
        f"Order for {shop.name}: {_count(total, 'piece')}",
        "",
        *_explain(order),
    ]
    for _, rows in groupby(order.rows, key=lambda row: row.deck.id):
        lines += ["", *_deck(list(rows), shop)]
    if order.left_out:
        lines += ["", "Not in this order:"]
        for gone in order.left_out:
            pieces = _count(gone.count, "piece")
            lines.append(f"  {gone.component_set.name} ({pieces}): {gone.why}")
    return "\n".join(lines) + "\n"


def _explain(order: ShopOrder) -> Iterator[str]:
    if order.shop.files != "pdf":
        yield "Each picture is one side. The number behind the x is how many of it are ordered."
        yield "A front and its back have the same number; number 00 is the back of the whole deck."
    elif order.shop.repeat:
        yield "Every piece comes on as many pages as there are copies of it."
    else:
        yield "Every piece comes ONCE in the files: print as many of each as stands here."


def _deck(rows: Sequence[OrderRow], shop: Shop) -> Iterator[str]:
    deck, designs = rows[0].deck, _count(len(rows), "design")
    pieces = f"{_count(deck.copies, 'piece')} of {designs}"
    head = f"{deck.id} ({deck.name}): {pieces}, {_product(deck, shop)}"
    yield head
    yield "-" * len(head)
    table = [("no", "copies", "name", "front", "back")]
    table += [
        (str(one.number), f"{one.copies} x", one.name, _spot(row.front), _spot(row.back))
        for row in rows
        for one in (row.item,)
    ]
    widths = [max(len(line[column]) for line in table) for column in range(4)]
    for no, copies, name, front, back in table:
        told = f"{no:>{widths[0]}}  {copies:>{widths[1]}}  {name:<{widths[2]}}"
        yield f"{told}  {front:<{widths[3]}}  {back}".rstrip()


def _product(deck: ShopDeck, shop: Shop) -> str:
    """What is ordered: ``poker, 63.5 x 88.9 mm``; where any size is made, ``coin, 25 x 25 mm``."""
    pair, (width, height) = deck.items[0].pair, _sides(deck.size)
    if deck.size in shop.formats:
        return f"{deck.size.name}, {width} x {height} mm"
    shape = {"rect": "", "custom": ", cut to an outline"}.get(pair.shape, f", {pair.shape}")
    return f"{pair.form}, {width} x {height} mm{shape}"


def _spot(spot: OrderSpot) -> str:
    if not spot.file:
        return "none"
    if not spot.pages:
        return spot.file.rpartition("/")[2]
    return f"{spot.file} page{'s' if len(spot.pages) > 1 else ''} {spot.text}"


def _sides(size: ShopSize) -> tuple[str, str]:
    return f"{size.width_mm:g}", f"{size.height_mm:g}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
