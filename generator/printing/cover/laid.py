"""The table when set-up is done, as places with pictures: made by running the set-up script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.design.face import FacePair
from generator.printing.cover.content import Group, LaidTable, Spot, Thumb
from generator.printing.cover.thumbs import BROAD_MM, Pictures
from generator.printing.kit.told import side_of
from generator.printing.sheets.options import PrintOptions
from validator.catalogue.model import Component, Configuration, Form, Game
from validator.catalogue.setup_script import BOX, Grid, Shuffle
from validator.setup.deal import SetupResult, set_up
from validator.setup.pieces import Seat, instances, table_words
from validator.setup.rehearse import plain

SEED = 1
"""The game whose luck is shown: the first one, as everywhere."""
_MOST = 3  # different pieces shown of one place


def laid_table(
    game: Game, pairs: Sequence[FacePair], options: PrintOptions, pictures: Pictures
) -> LaidTable | None:
    """The table that is printed for, or else the middle one of people alone.

    None where no table can be set up, or not all of it is printed.
    """
    chosen = _table(game, options)
    if chosen is None or options.changed or not game.setup.steps:
        return None
    result = set_up(game, chosen, SEED)
    known = {pair.component: pair for pair in pairs}
    work = _Laying(game, result, known, instances(game), pictures)
    groups = [work.shared(), *work.seats()]
    shown = tuple(group for group in groups if group.spots)
    if not any(spot.thumbs for group in shown for spot in group.spots):
        return None
    words = table_words(chosen.players, chosen.bots, game.tongue)
    return LaidTable(game.tongue.say("The table for {players}", players=words), shown)


def _table(game: Game, options: PrintOptions) -> Configuration | None:
    tables = [
        table
        for table in game.configurations
        if options.players in (None, table.players) and options.bots in (None, table.bots)
    ]
    people = [table for table in tables if not table.bots] or tables
    people.sort(key=lambda table: (table.total, table.players))
    return people[(len(people) - 1) // 2] if people else None


@dataclass(frozen=True, slots=True)
class _Laying:
    """A finished set-up on its way to places with pictures."""

    game: Game
    result: SetupResult
    known: Mapping[str, FacePair]
    pieces: Mapping[str, Component]
    pictures: Pictures

    @property
    def _say(self) -> Callable[..., str]:
        return self.game.tongue.say

    def shared(self) -> Group:
        """The places of nobody; the cells of a grid are one place."""
        cells = self._cells()
        zones: dict[str, list[str]] = {}
        for zone, items in self.result.zones.items():
            if zone == BOX or self._seat(zone) is not None:
                continue
            name = self._say("Spaces of the board") if zone in cells else self._name(zone)
            zones.setdefault(name, []).extend(items)
        hidden = {self._name(zone) for zone in self._shuffled()}
        spots = [self._spot(name, items, name in hidden) for name, items in zones.items()]
        spots.sort(key=_rank)
        return Group("", tuple(spots))

    def seats(self) -> Iterator[Group]:
        """The places of the first seat of each kind; the others have the same."""
        for kind in ("human", "bot"):
            alike = [seat for seat in self.result.seats if seat.kind == kind]
            if not alike:
                continue
            first, zones = alike[0], dict[str, list[str]]()
            for zone, items in self.result.zones.items():
                if self._seat(zone) == first:
                    zones.setdefault(self._name(zone), []).extend(items)
            spots = [self._spot(name, items, False) for name, items in zones.items()]
            who = self._say("Each bot" if kind == "bot" else "Each player")
            if first.side and len(alike) > 1:
                who = self._say("{who} (here {side})", who=who, side=side_of(first, self.game))
            yield Group(who, tuple(spots))

    def _spot(self, name: str, items: Sequence[str], hidden: bool) -> Spot:
        """A place with pictures: the backs of what is shuffled there, the fronts of the rest."""
        found = [
            self.known[c.id] for c in map(self.pieces.__getitem__, items) if c.id in self.known
        ]
        distinct = list({pair.front.key: pair for pair in reversed(found)}.values())
        thumbs: tuple[Thumb, ...]
        if hidden:
            thumbs = tuple({t.drawing.key: t for t in map(self.pictures.back, distinct)}.values())
        else:
            thumbs = tuple(map(self.pictures.front, distinct))
        big = any(pair.form in (Form.MAT, Form.BOARD) for pair in distinct)
        pile = len(items) > len(distinct) or (hidden and len(items) > 1)
        return Spot(_capital(name), self._words(items), thumbs[: 1 if big else _MOST], pile)

    def _words(self, items: Sequence[str]) -> str:
        """What lies in a place: "13 Stone cards, 1 Spring token"; the name of a lone piece."""
        if not items:
            return self._say("empty")
        counts = Counter(self.pieces[item].set_id for item in items)
        if len(items) == 1:
            return self.pieces[items[0]].name
        return ", ".join(
            f"{count} {self.game.sets[set_id].name if count > 1 else self._one(set_id)}"
            for set_id, count in counts.items()
        )

    def _one(self, set_id: str) -> str:
        component_set = self.game.sets[set_id]
        return component_set.singular or component_set.name

    def _name(self, zone: str) -> str:
        """A zone as the script's list calls it."""
        zones, wanted = self.game.setup.zones, plain(zone)
        label = zones.get(wanted) or next(
            (
                one
                for key, one in zones.items()
                if key.endswith("*") and wanted.startswith(key[:-1])
            ),
            None,
        )
        return label.name if label else wanted.removeprefix("seat.").replace("_", " ")

    def _seat(self, zone: str) -> Seat | None:
        return next((s for s in self.result.seats if zone.startswith(f"{s.name}.")), None)

    def _cells(self) -> set[str]:
        grids = [step for step in self.game.setup.steps if isinstance(step, Grid)]
        return {zone for grid in grids for zone, _ in grid.cells}

    def _shuffled(self) -> set[str]:
        steps = [step for step in self.game.setup.steps if isinstance(step, Shuffle)]
        return {zone for step in steps for zone in step.zones}


def _rank(spot: Spot) -> int:
    """What is broad, most often the board, comes first, for all else goes around it; room last."""
    widest = max((thumb.drawing.width for thumb in spot.thumbs), default=-1.0)
    return 0 if widest >= BROAD_MM else 1 if widest >= 0 else 2


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
