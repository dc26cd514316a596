"""What a shop gets of a game, in its order and under its file names; nothing is drawn here.

Codes:

``shop-size``
    Cards are of a size that the shop does not sell, and are left out. Its sizes are told with it.

    Bad, by `trilith shop fog --to thegamecrafter`, besides shop-nothing::

        # cards.yaml
        size: token  # <- here

    Good, by `trilith shop fog --to thegamecrafter`::

        # cards.yaml
        size: poker
``shop-form``
    A note: the shop does not print such pieces (boards, standing figures, ...); they are left out.

    Bad, by `trilith shop fog --to printandplay`::

        # lamps.yaml  <- here
        kind: components
        set: lamp
        name: Lamps
        singular: Lamp
        form: standee
        size: standee
        template: basic/standee
        components:
          - {id: lamp, name: Lamp}

    Good, by `trilith shop fog --to printandplay`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.design.face import Face, FacePair
from generator.press.shop.shops import Format, Shop
from validator.catalogue.model import Game
from validator.findings import Finding, Severity

_AT_HOME = "print them at home with `trilith print`, or order them from another shop"


@dataclass(frozen=True, slots=True)
class Item:
    """A component on its way to the shop: how it looks, its format, its number in the deck."""

    pair: FacePair
    size: Format
    number: int
    copies: int


def items_of(
    game: Game, pairs: Sequence[FacePair], copies: Mapping[str, int], shop: Shop
) -> tuple[list[Item], list[Finding]]:
    """What the shop prints, numbered in each deck, and a finding for every set left out."""
    items: list[Item] = []
    findings: dict[str, Finding] = {}
    numbers: dict[str, int] = {}
    for pair in pairs:
        size = shop.format_of(pair.front.width_mm, pair.front.height_mm)
        if size is None:
            findings.setdefault(pair.deck, _no_format(game, pair, shop))
            continue
        numbers[pair.deck] = numbers.get(pair.deck, 0) + 1
        items.append(Item(pair, size, numbers[pair.deck], copies[pair.component]))
    for component_set in game.sets.values():
        used = any(copies.get(component.id) for component in component_set.components)
        if used and component_set.form not in shop.forms:
            message = f"{shop.name} does not print {component_set.name} ({component_set.form})"
            findings[component_set.id] = Finding(
                "shop-form", Severity.NOTE, game.id, component_set.place, message, _AT_HOME
            )
    return items, list(findings.values())


def _no_format(game: Game, pair: FacePair, shop: Shop) -> Finding:
    deck = game.sets[pair.deck]
    sizes = ", ".join(f"{f.name} {f.width_mm:g} x {f.height_mm:g}" for f in shop.formats)
    message = (
        f"{deck.name} are {pair.front.width_mm:g} x {pair.front.height_mm:g} mm, "
        f"which {shop.name} does not sell; they are left out"
    )
    place = deck.places.get("size", deck.place)
    return Finding("shop-size", Severity.WARNING, game.id, place, message, f"it sells {sizes} (mm)")


def pictures_of(items: Sequence[Item]) -> Iterator[tuple[Face, Item, str, int, bool]]:
    """Each distinct face of a deck once: (face, item, side, copies, whether others share it)."""
    users: dict[tuple[str, str, str], list[Item]] = {}
    for item in items:
        for side, face in (("front", item.pair.front), ("back", item.pair.back)):
            if face is not None:
                users.setdefault((item.pair.deck, side, face.key), []).append(item)
    for (_, side, _), having in users.items():
        first = having[0]
        face = first.pair.front if side == "front" else first.pair.back
        assert face is not None
        copies = sum(item.copies for item in having)
        yield face, first, side, copies, len(having) > 1


def ordered(items: Sequence[Item], shop: Shop) -> Iterator[tuple[str | None, Format]]:
    """The faces of a file's pages in the shop's order; None is a blank page.

    Where any item has a back, those without get a blank one.
    """
    two_sided = any(item.pair.back is not None for item in items)
    rows = [item for item in items for _ in range(item.copies if shop.repeat else 1)]
    backs = [item.pair.back.key if item.pair.back else None for item in rows]
    if shop.order == "fronts-shared-back":
        yield from ((item.pair.front.key, item.size) for item in rows)
        for back, item in dict(zip(backs, rows, strict=True)).items():
            if back is not None:
                yield back, item.size
        return
    for item, back in zip(rows, backs, strict=True):
        sides = [item.pair.front.key, back] if two_sided else [item.pair.front.key]
        for key in reversed(sides) if shop.order == "back-front" else sides:
            yield key, item.size


def file_name(
    shop: Shop, items: Sequence[Item], item: Item, side: str, copies: int, *, shared: bool = False
) -> str:
    """The file name by the shop's pattern; a shared back is number 0 under its deck's name."""
    digits = len(str(max(other.number for other in items)))
    values = {
        "deck": item.pair.deck,
        "size": item.size.name,
        "number": str(0 if shared else item.number).zfill(digits),
        "component": item.pair.deck if shared else item.pair.component,
        "face": side,
        "copies": str(copies),
    }
    return shop.naming.format(**values)
