"""What a shop cannot make of a game, and what it makes that comes nearest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.design.theme import Size
from generator.press.shop.shops import Format, Shop
from validator.catalogue.model import Component, ComponentSet, Form, Game
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


def missing(
    game: Game, sizes: Mapping[str, Size], copies: Mapping[str, int], shop: Shop
) -> tuple[Missing, ...]:
    """The sets of ``game`` that ``shop`` does not make; sets of an unknown size are not judged."""
    found = []
    for deck in game.sets.values():
        pieces = tuple((c, copies[c.id]) for c in deck.components if copies.get(c.id))
        size = sizes.get(deck.size)
        if not pieces or size is None:
            continue
        if deck.form not in shop.forms or size.fold != "none":
            found.append(_no_such_form(deck, pieces, shop))
        elif not shop.format_of(size.width_mm, size.height_mm, deck.form, size.shape):
            found.append(_no_such_size(deck, pieces, size, sizes, shop))
    return tuple(found)


def _no_such_form(
    deck: ComponentSet, pieces: tuple[tuple[Component, int], ...], shop: Shop
) -> Missing:
    what = f"{deck.form}s" if deck.form not in shop.forms else "folded pieces"
    hint = f"it makes {_listed(shop.forms)}; {_AT_HOME}"
    return Missing(deck, pieces, f"{shop.name} does not make {what}", "shop-form", hint)


def _no_such_size(
    deck: ComponentSet,
    pieces: tuple[tuple[Component, int], ...],
    size: Size,
    sizes: Mapping[str, Size],
    shop: Shop,
) -> Missing:
    wanted = f"{size.width_mm:g} x {size.height_mm:g} mm{_shaped(size.shape)}"
    why = f"{shop.name} sells no {deck.form} of {wanted}"
    near = [_told(one, sizes) for one in _nearest(shop.formats_for(deck.form), size)]
    return Missing(deck, pieces, why, "shop-size", f"nearest there: {', '.join(near)}")


def _nearest(formats: Iterable[Format], size: Size) -> list[Format]:
    """The products most like a size: of its shape first, then by the difference of the sides."""

    def distance(one: Format) -> tuple[bool, float]:
        aside = abs(one.width_mm - size.width_mm) + abs(one.height_mm - size.height_mm)
        return one.shape != size.shape, aside

    return sorted(formats, key=distance)[:_NEAREST]


def _told(one: Format, sizes: Mapping[str, Size]) -> str:
    fitting = (
        size.name
        for size in sizes.values()
        if size.shape == one.shape and one.takes(size.width_mm, size.height_mm)
    )
    name = next(fitting, None)
    written = f" (`size: {name}`)" if name else ""
    return f"{one.name} {one.width_mm:g} x {one.height_mm:g} mm{_shaped(one.shape)}{written}"


def _shaped(shape: str) -> str:
    return {"rect": "", "custom": " with an outline of their own"}.get(shape, f" {shape}")


def _listed(forms: Iterable[Form]) -> str:
    return ", ".join(f"{form}s" for form in forms)
