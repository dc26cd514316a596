"""The pieces of a game and the zones they lie in, each piece in exactly one zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from validator.catalogue.model import Component, Game
from validator.catalogue.script import BOX, Selection
from validator.catalogue.select import matches, value_of
from validator.setup.seats import Seat

Zones = dict[str, list[str]]
"""Zone name to the pieces in it; the top of a pile is the last item."""


class Pieces(Mapping[str, Component]):
    """Every piece of a game by name, with the pieces that a field test means worked out once."""

    __slots__ = ("_by_set", "_components", "_meant")

    def __init__(self, game: Game) -> None:
        self._components = instances(game)
        self._meant: dict[object, frozenset[str]] = {}
        self._by_set: dict[str, list[Component]] = {}
        for component in game.components():
            self._by_set.setdefault(component.set_id, []).append(component)

    def __getitem__(self, name: str) -> Component:
        """The component that the piece is a copy of."""
        return self._components[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the pieces, in file order."""
        return iter(self._components)

    def __len__(self) -> int:
        """Number of pieces."""
        return len(self._components)

    @property
    def set_ids(self) -> tuple[str, ...]:
        """The sets that the pieces belong to."""
        return tuple(self._by_set)

    def meant(self, selection: Selection, seat: Seat | None) -> frozenset[str]:
        """The pieces that ``selection`` means for ``seat``."""
        tests = dict(selection.where)
        if selection.own and seat is not None:
            tests[selection.own] = seat.colour
        key = (selection.set_id, selection.has, repr(tests))
        if key not in self._meant:
            self._meant[key] = frozenset(self._search(selection, tests))
        return self._meant[key]

    def not_for(self, total: int) -> frozenset[str]:
        """The pieces whose player-count mark excludes ``total`` seats."""
        if total not in self._meant:
            self._meant[total] = frozenset(
                name for name, one in self._components.items() if not one.mark.admits(total)
            )
        return self._meant[total]

    def _search(self, selection: Selection, tests: Mapping[str, Any]) -> Iterator[str]:
        wanted = [selection.set_id] if selection.set_id else list(self._by_set)
        for set_id in wanted:
            for component in self._by_set.get(set_id, ()):
                present = selection.has is None or value_of(component, selection.has) is not None
                if present and matches(component, tests):
                    yield from instance_names(component)


def instances(game: Game) -> dict[str, Component]:
    """Every piece of the game and its box: ``id``, or ``id#1``, ``id#2``, ... with copies."""
    pieces: dict[str, Component] = {}
    for component in game.components():
        for name in instance_names(component):
            pieces[name] = component
    return pieces


def instance_names(component: Component) -> tuple[str, ...]:
    """The names of a component's copies."""
    if component.copies == 1:
        return (component.id,)
    return tuple(f"{component.id}#{copy}" for copy in range(1, component.copies + 1))


def component_id(instance: str) -> str:
    """The component a piece is a copy of."""
    return instance.partition("#")[0]


def empty_table(pieces: Iterable[str]) -> Zones:
    """The table before set-up: everything in the box."""
    return {BOX: list(pieces)}


def lost_and_doubled(
    zones: Mapping[str, Sequence[str]], pieces: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Pieces that lie in no zone, and pieces that lie in more than one place; both sorted."""
    lying = [piece for items in zones.values() for piece in items]
    known = frozenset(pieces)
    if len(lying) == len(known) and known == set(lying):
        return (), ()
    seen = Counter(lying)
    lost = tuple(sorted(piece for piece in known if piece not in seen))
    doubled = tuple(
        sorted(piece for piece, times in seen.items() if times > 1 or piece not in known)
    )
    return lost, doubled
