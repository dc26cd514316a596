"""Which files a shop gets, and what is on each page of them; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.design.face import Face
from generator.outputs.shop.decks import Item, ShopDeck
from generator.press.shop.shops import Format, Shop

FRONT, BACK = "front", "back"


@dataclass(frozen=True, slots=True)
class OrderLeaf:
    """A picture, or a page of a PDF: one side of one item, or the back of several.

    ``face`` is None on a page that stays blank.
    """

    face: Face | None
    side: str
    deck: ShopDeck
    items: tuple[Item, ...]

    @property
    def size(self) -> Format:
        """The size of what is on it."""
        return self.deck.size

    @property
    def told(self) -> str:
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


def planned(decks: Sequence[ShopDeck], shop: Shop, customer: str) -> tuple[OrderFile, ...]:
    """All files of an order, in its order; two may have one name if ``naming`` is too vague."""
    if shop.files == "pdf":
        return tuple(_pdfs(decks, shop, customer))
    return tuple(_pictures(decks, shop, customer))


def _pictures(decks: Iterable[ShopDeck], shop: Shop, customer: str) -> Iterator[OrderFile]:
    """A picture for each front, and for each back; one that all of a deck share comes once."""
    for deck in decks:
        shared = deck.shared_back
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
            yield OrderFile(name, tuple(_alternating(fronts, shop)))


def _backs_last(name: str, fronts: Sequence[OrderLeaf], shop: Shop) -> Iterator[OrderFile]:
    """Fronts, then the back they share; where they share none, fronts and backs apart.

    With backs apart, page n of the backs belongs to page n of the fronts.
    """
    rows = _repeated(fronts, shop)
    decks = {leaf.deck.id: leaf.deck for leaf in rows}.values()
    if all(not deck.backs or deck.shared_back for deck in decks):
        shared = (OrderLeaf(d.shared_back, BACK, d, d.items) for d in decks if d.shared_back)
        yield OrderFile(name, (*rows, *shared))
        return
    stem, dot, suffix = name.rpartition(".")
    yield OrderFile(f"{stem}-fronts{dot}{suffix}", tuple(rows))
    yield OrderFile(f"{stem}-backs{dot}{suffix}", tuple(_behind(leaf) for leaf in rows))


def _alternating(fronts: Sequence[OrderLeaf], shop: Shop) -> Iterator[OrderLeaf]:
    """Each front with its back beside it; where any has a back, those without get a blank page."""
    two_sided = any(leaf.items[0].pair.back for leaf in fronts)
    for leaf in _repeated(fronts, shop):
        sides = [leaf, _behind(leaf)] if two_sided else [leaf]
        yield from reversed(sides) if shop.order == "back-front" else sides


def _repeated(leaves: Sequence[OrderLeaf], shop: Shop) -> list[OrderLeaf]:
    return [leaf for leaf in leaves for _ in range(leaf.items[0].copies if shop.repeat else 1)]


def _behind(front: OrderLeaf) -> OrderLeaf:
    return OrderLeaf(front.items[0].pair.back, BACK, front.deck, front.items)


def _name(shop: Shop, leaf: OrderLeaf, customer: str) -> str:
    """The file name by the shop's pattern; a back of all has number 0.

    A front and its back have the same number, padded so that names sort in the deck's order.
    """
    deck, shared = leaf.deck, leaf.side == BACK and leaf.deck.shared_back is not None
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
