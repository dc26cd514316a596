"""Tables, seats, pieces and zones of a set-up, and when its steps count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from validator.catalogue.model import (
    Component,
    Configuration,
    Game,
    PlayerMark,
    Refusal,
    matches,
    place_in,
    value_of,
)
from validator.catalogue.setup_script import Selection, SetupCondition
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.findings import Finding, Place, Severity, UsageError, did_you_mean
from validator.rng import Rng


def find_configuration(game: Game, players: int, bots: int = 0) -> Configuration:
    """The configuration of ``game`` for this many humans and bots.

    Raises:
        UsageError: the rules do not allow it; the message says why, the hint what is legal.
    """
    for configuration in game.configurations:
        if (configuration.players, configuration.bots) == (players, bots):
            return configuration
    raise UsageError(refusal_text(game, players, bots), f"legal tables: {legal_tables(game)}")


def refusal_text(game: Game, players: int, bots: int = 0) -> str:
    """Why ``game`` cannot be played by this many humans and bots."""
    table = f"{game.name} cannot be set up for {table_words(players, bots)}"
    for refusal in game.refusals:
        if (refusal.players, refusal.bots) == (players, bots):
            return f"{table}: {_reason(refusal)}"
    return f"{table}: the rules name no such table"


def _reason(refusal: Refusal) -> str:
    source = f" ({refusal.finding})" if refusal.finding else ""
    return refusal.reason.rstrip(".") + source


def legal_tables(game: Game) -> str:
    """The legal tables of ``game`` in words, such as ``2 players, 4 players``."""
    if not game.configurations:
        return "none (this folder holds parts for other games)"
    return ", ".join(table_words(one.players, one.bots) for one in game.configurations)


def table_words(players: int, bots: int, tongue: Tongue = ENGLISH) -> str:
    """A table in words: ``1 player and 2 bots``."""
    people = tongue.count("{number} player", "{number} players", players)
    if bots == 0:
        return people
    automated = tongue.count("{number} bot", "{number} bots", bots)
    return tongue.say("{people} and {bots}", people=people, bots=automated)


OF_SEAT = re.compile(r"^seat(\d*)\.")


def plain_zone(zone: str) -> str:
    """A zone as `zones` lists it: ``seat1.hand`` is ``seat.hand``."""
    return OF_SEAT.sub("seat.", zone)


def table_name(configuration: Configuration) -> str:
    """A table as addresses and file names say it: ``2+1``, humans and bots."""
    return f"{configuration.players}+{configuration.bots}"


def rulings_in_force(game: Game, overrides: Mapping[str, str]) -> dict[str, str]:
    """The option of every ruling: its default unless ``overrides`` names another."""
    return {ruling.id: overrides.get(ruling.id, ruling.default) for ruling in game.rulings}


def applies(
    when: Sequence[SetupCondition], configuration: Configuration, rulings: Mapping[str, str]
) -> bool:
    """Tell whether a step counts at this table under these rulings: one of ``when`` holds."""
    return not when or any(_holds(condition, configuration, rulings) for condition in when)


def _holds(
    condition: SetupCondition, configuration: Configuration, rulings: Mapping[str, str]
) -> bool:
    return (
        _admits(condition.players, configuration.players)
        and _admits(condition.bots, configuration.bots)
        and _admits(condition.total, configuration.total)
        and _agree(condition.options, configuration.options)
        and _agree(condition.ruling, rulings)
    )


def _admits(numbers: Iterable[str] | None, number: int) -> bool:
    return numbers is None or any(PlayerMark(text).admits(number) for text in numbers)


def _agree(wanted: Mapping[str, str], actual: Mapping[str, str]) -> bool:
    return all(actual.get(key) == value for key, value in wanted.items())


SeatKind = Literal["human", "bot"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; ``number`` counts from 1, the start player, in turn order.

    ``colours`` are those it plays, more than one only in a game with factions; ``faction`` is ""
    in a game without.
    """

    number: int
    kind: SeatKind
    colours: tuple[str, ...]
    faction: str = ""

    @property
    def name(self) -> str:
        """The prefix of its zones: ``seat1`` of ``seat1.hand``."""
        return f"seat{self.number}"

    @property
    def colour(self) -> str:
        """Its first colour, "" in a game whose seats have none."""
        return self.colours[0] if self.colours else ""

    @property
    def side(self) -> str:
        """Faction and colours as people say them: ``Pro, white and yellow``; "" without any."""
        return ", ".join(filter(None, (self.faction, " and ".join(self.colours))))

    def __str__(self) -> str:
        """As people say it: ``seat 1 (red)``, ``bot at seat 4 (green)``."""
        side = f" ({self.side})" if self.side else ""
        return f"{'bot at ' if self.kind == 'bot' else ''}seat {self.number}{side}"


def seats_of(game: Game, configuration: Configuration) -> tuple[Seat, ...]:
    """The seats in turn order: humans first, then bots; colours as ``seat_colours`` lists them."""
    kinds: list[SeatKind] = ["human"] * configuration.players
    kinds += ["bot"] * configuration.bots
    return tuple(
        Seat(
            number=at + 1,
            kind=kind,
            colours=game.colours_of(at, configuration.total),
            faction=game.factions[at % len(game.factions)] if game.factions else "",
        )
        for at, kind in enumerate(kinds)
    )


Zones = dict[str, list[str]]
"""Zone name to the pieces in it; the top of a pile is the last item."""


class Pieces(dict[str, Component]):
    """Every piece of a game by name, with the pieces that a field test means worked out once."""

    def __init__(self, game: Game) -> None:
        super().__init__(instances(game))
        self._meant: dict[object, frozenset[str]] = {}
        self.operations: dict[object, tuple[Any, tuple[Any, ...], list[Finding]]] = {}
        self._by_set: dict[str, list[Component]] = {}
        for component in game.components():
            self._by_set.setdefault(component.set_id, []).append(component)

    @property
    def set_ids(self) -> tuple[str, ...]:
        """The sets that the pieces belong to."""
        return tuple(self._by_set)

    def select(self, selection: Selection, seat: Seat | None) -> frozenset[str]:
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
                name for name, one in self.items() if not one.mark.admits(total)
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


@lru_cache(maxsize=65536)
def component_id(instance: str) -> str:
    """The component a piece is a copy of."""
    return instance.partition("#")[0]


def find_lost_and_doubled(
    zones: Mapping[str, Sequence[str]], pieces: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Pieces that lie in no zone, and pieces that lie in more than one place; both sorted."""
    found = set[str]().union(*zones.values())
    if sum(map(len, zones.values())) == len(found) == len(pieces) and found.issuperset(pieces):
        return (), ()
    known = frozenset(pieces)
    seen = Counter(piece for items in zones.values() for piece in items)
    lost = tuple(sorted(piece for piece in known if piece not in seen))
    doubled = tuple(
        sorted(piece for piece, times in seen.items() if times > 1 or piece not in known)
    )
    return lost, doubled


Chooser: TypeAlias = Callable[[int, str, Sequence[str]], str]
"""``choose(seat, what, options)`` returns one of ``options``; ``seat`` counts from 0."""

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(slots=True)
class SetupRun:
    """A set-up in progress: the zones, the luck, who chooses, and what went wrong."""

    game: str
    pieces: Pieces
    zones: Zones
    luck: Rng
    choose: Chooser
    problems: list[Finding] = field(default_factory=list)
    telling: bool = False
    log: list[str] = field(default_factory=list)

    def zone(self, name: str) -> list[str]:
        """The zone ``name``, made if it is new."""
        return self.zones.setdefault(name, [])

    def tell(self, line: str) -> None:
        """Write a line of the log, if one is kept."""
        if self.telling:
            self.log.append(line)

    def report(self, code: str, place: Place, message: str, hint: str = "") -> None:
        """Note an error of the script or of the data."""
        self.problems.append(Finding(code, Severity.ERROR, self.game, place, message, hint))


@dataclass(frozen=True, slots=True)
class OperationSource:
    """What an operation comes from: the step's place, the acting seat, the card it reads.

    ``places`` has the spots of the step's keys.
    """

    place: Place
    seat: Seat | None = None
    read: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)

    def who(self) -> str:
        """The acting seat as the start of a sentence part, or nothing."""
        return f" for {self.seat}" if self.seat else ""


def fill(text: str, origin: OperationSource, run: SetupRun) -> str | None:
    """Replace ``{field}`` by the field of the card that is read; None (reported) if it cannot."""
    if "{" not in text:
        return text
    card = _card(origin, run)
    if card is None:
        return None
    for name in _HOLE.findall(text):
        value = value_of(card, name)
        if value is None:
            message = f"the card that is read has no field {name!r}"
            fields = ", ".join(card.fields) or "no fields"
            hint = did_you_mean(name, card.fields, f"name a field: {card.id!r} has {fields}")
            run.report("setup-field", origin.place, message, hint)
            return None
        text = text.replace("{" + name + "}", str(value))
    return text


def _card(origin: OperationSource, run: SetupRun) -> Component | None:
    read = origin.read
    cards = run.zones.get(read, []) if read else []
    if len(cards) == 1:
        return run.pieces[cards[0]]
    where = f"the zone {read!r} holds {len(cards)} cards" if read else "there is no `read`"
    hint = "`read` names a zone that holds exactly one card at this moment"
    run.report(
        "setup-read", place_in(origin, "read"), f"no card to read{origin.who()}: {where}", hint
    )
    return None
