"""What an order says of itself: how many of each piece, on which page, and which back is whose.

``order.csv`` is for programs, ``order.txt`` for people; both follow from the planned files.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.cells import plain_cell
from generator.outputs.shop.decks import ShopDeck
from generator.outputs.shop.missing import Missing
from generator.outputs.shop.plan import BACK, FRONT, OrderFile
from generator.press.shop.shops import Format, Shop
from validator.catalogue.model import Game

COLUMNS = (
    "deck",
    "number",
    "component",
    "name",
    "copies",
    "product",
    "width_mm",
    "height_mm",
    "front_file",
    "front_pages",
    "back_file",
    "back_pages",
    "left_out",
)
"""The columns of ``order.csv``; pages count from 1 and are empty for pictures."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a side of a piece is: a file, and the pages (from 1) if it has pages."""

    file: str = ""
    pages: tuple[int, ...] = ()

    @property
    def told(self) -> str:
        """The pages in words: ``1-3, 7``."""
        return _ranges(self.pages)


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of piece of the order: its deck, how many, and where its two sides are."""

    deck: ShopDeck
    number: int
    component: str
    name: str
    copies: int
    front: Spot
    back: Spot


@dataclass(frozen=True, slots=True)
class Order:
    """An order as a whole: what is in it, and what the shop does not make."""

    game: Game
    shop: Shop
    rows: tuple[Row, ...]
    left_out: tuple[Missing, ...] = ()


def rows_of(files: Sequence[OrderFile], decks: Sequence[ShopDeck], shop: Shop) -> tuple[Row, ...]:
    """A row for each item of ``decks``, found again in the planned ``files``."""
    spots = _spots(files, paged=shop.files == "pdf")
    nowhere = Spot()
    return tuple(
        Row(
            deck,
            item.number,
            item.pair.component,
            item.name,
            item.copies,
            spots[deck.id, item.number, FRONT],
            spots.get((deck.id, item.number, BACK), nowhere),
        )
        for deck in decks
        for item in deck.items
    )


def _spots(files: Sequence[OrderFile], *, paged: bool) -> Mapping[tuple[str, int, str], Spot]:
    found: dict[tuple[str, int, str], Spot] = {}
    for file in files:
        for page, leaf in enumerate(file.leaves, 1):
            for item in leaf.items:
                key = (leaf.deck.id, item.number, leaf.side)
                before = found.get(key, Spot())
                found[key] = Spot(file.name, (*before.pages, page) if paged else ())
    return found


def as_csv(order: Order) -> str:
    """The order as a table with a row for each kind of piece, also of those left out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in order.rows:
        size, front, back = row.deck.size, row.front, row.back
        about = (row.deck.id, row.number, row.component, row.name, row.copies)
        where = (front.file, front.told, back.file, back.told)
        writer.writerow(map(plain_cell, (*about, size.name, *_sides(size), *where, "")))
    for gone in order.left_out:
        for component, copies in gone.pieces:
            wanted = (gone.component_set.id, "", component.id, component.name, copies)
            writer.writerow(map(plain_cell, (*wanted, *[""] * 7, gone.why)))
    return out.getvalue()


def as_note(order: Order) -> str:
    """The order as a page that is sent along with the files."""
    game, shop = order.game, order.shop
    total = sum(row.copies for row in order.rows)
    lines = [
        f"{game.name}, revision {game.revision}",
        f"Order for {shop.name}: {_count(total, 'piece')}",
        "",
        *_explained(order),
    ]
    for _, rows in groupby(order.rows, key=lambda row: row.deck.id):
        lines += ["", *_deck(list(rows), shop)]
    if order.left_out:
        lines += ["", "Not in this order:"]
        lines += [f"  {_gone(gone)}" for gone in order.left_out]
    return "\n".join(lines) + "\n"


def _explained(order: Order) -> Iterator[str]:
    if order.shop.files != "pdf":
        yield "Each picture is one side. The number behind the x is how many of it are ordered."
        yield "A front and its back have the same number; number 00 is the back of the whole deck."
    elif order.shop.repeat:
        yield "Every piece comes on as many pages as there are copies of it."
    else:
        yield "Every piece comes ONCE in the files: print as many of each as stands here."


def _deck(rows: Sequence[Row], shop: Shop) -> Iterator[str]:
    deck, designs = rows[0].deck, _count(len(rows), "design")
    pieces = f"{_count(deck.copies, 'piece')} of {designs}"
    head = f"{deck.id} ({deck.name}): {pieces}, {_product(deck, shop)}"
    yield head
    yield "-" * len(head)
    table = [("no", "copies", "name", "front", "back")]
    table += [
        (str(row.number), f"{row.copies} x", row.name, _spot(row.front), _spot(row.back))
        for row in rows
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


def _spot(spot: Spot) -> str:
    if not spot.file:
        return "none"
    if not spot.pages:
        return spot.file.rpartition("/")[2]
    return f"{spot.file} page{'s' if len(spot.pages) > 1 else ''} {spot.told}"


def _gone(gone: Missing) -> str:
    return f"{gone.component_set.name} ({_count(gone.count, 'piece')}): {gone.why}"


def _sides(size: Format) -> tuple[str, str]:
    return f"{size.width_mm:g}", f"{size.height_mm:g}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _ranges(pages: Sequence[int]) -> str:
    """Page numbers as people write them: ``1-3, 7``."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
