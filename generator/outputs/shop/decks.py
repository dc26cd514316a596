"""A game's pieces as decks that a shop takes: numbered, with one back each where it asks so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.design.face import Face, FacePair
from generator.press.shop.shops import Format, Shop
from generator.typeset.quotes import typographic
from validator.catalogue.model import Component, Game

_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Item:
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
    size: Format
    items: tuple[Item, ...]

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
    def shared_back(self) -> Face | None:
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
            unique = _free(deck_id, taken - {set_id})
            taken.add(unique)
            items = tuple(
                Item(
                    pair,
                    typographic(components[pair.component].name),
                    number,
                    copies[pair.component],
                )
                for number, pair in enumerate(part, 1)
            )
            found.append(ShopDeck(unique, title, _size(part[0], shop), items))
    return tuple(found)


def _size(pair: FacePair, shop: Shop) -> Format:
    front = pair.front
    size = shop.format_of(front.width_mm, front.height_mm, pair.form, pair.shape)
    if size is None:
        raise ValueError(f"{shop.name} does not make {pair.deck}")
    return size


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


def _free(wanted: str, taken: set[str]) -> str:
    """``wanted``, or with a number behind it where that name is taken."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    return name
