"""Which pieces go into a print, how many of each, what is told of them, and papers beside them.

``bonfire`` is a piece or a set, ``bonfire:2`` two copies of it, ``suit=harbour,hill`` the pieces
whose field has one of these values (or has it in its list). Names add up; a field narrows what the
names gave, two values of one field add up, two fields must both fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeAlias

from generator.design.templates import Templates
from generator.failures import WrongUseError
from generator.printing.imposition import Document, ReadOut
from generator.printing.options import OptionError
from generator.typeset.words import plain, typographic
from validator.catalogue.model import (
    OF_EVERY_COMPONENT,
    Component,
    ComponentSet,
    Configuration,
    Form,
    Game,
    Use,
    Value,
    matches,
    value_of,
)
from validator.catalogue.seats import Seat, instances
from validator.catalogue.setup_script import BOX
from validator.catalogue.words.effect_text import text_of
from validator.compiler.setup import compile_setup
from validator.findings import did_you_mean
from validator.setup.deal import run_with_seed

_COLOURED = frozenset({Form.CHIT, Form.TOKEN, Form.MARKER, Form.MAT, Form.STANDEE, Form.UPRIGHT})
"""Forms whose ``colour`` is a seat's; the colour of a card is not."""


def tables_asked(game: Game, players: int | None, bots: int | None) -> list[Configuration]:
    """The legal tables of so many players and bots, each any number if None."""
    return [
        table
        for table in game.configurations
        if players in (None, table.players) and bots in (None, table.bots)
    ]


def totals_for(game: Game, players: int | None, bots: int | None) -> tuple[int, ...]:
    """Return the numbers of seats of the tables asked for, rising; none named means all.

    Raises:
        OptionError: the rules refuse the table; the message gives the reason and the legal ones.
    """
    tables = tables_asked(game, players, bots)
    if tables or not (game.configurations and (players is not None or bots is not None)):
        return tuple(sorted({table.total for table in tables}))
    raise OptionError(_refusal(game, players, bots))


def sets_taken(game: Game) -> Sequence[frozenset[str]]:
    """Return the sets that set-up takes from the box, at each of ``game.configurations``."""
    pieces = instances(game)
    found = []
    for table in game.configurations:
        run = run_with_seed(compile_setup(game, table), 1, told=True)
        moved = (one for event in run.events for one in event.moved)
        found.append(frozenset(pieces[piece].set_id for piece, at, _ in moved if at == BOX))
    return found


def sets_left_in_box(
    game: Game, players: int | None, bots: int | None, taken: Sequence[frozenset[str]]
) -> frozenset[str]:
    """Return the sets that a set-up takes from the box, but at none of the tables asked for.

    These are what only other tables need, such as the cards of bots where no bot plays. ``taken``
    is what :func:`sets_taken` gives.
    """
    asked = tables_asked(game, players, bots)
    sides = list(zip(game.configurations, taken, strict=True))
    needed = {one for table, sets in sides if table in asked for one in sets}
    return frozenset(one for table, sets in sides if table not in asked for one in sets - needed)


def copies_needed(game: Game, totals: Sequence[int] | None = None) -> Mapping[str, int]:
    """Return how many of each component tables of ``totals`` seats use, by component id.

    Without ``totals`` it is all that the game can use, whatever the number of seats. A game with
    a shared box takes from the box what its ``uses`` name; a box of parts takes all.
    """
    seats = totals
    if seats is None:
        seats = tuple(sorted({table.total for table in game.configurations}))
    found: dict[str, int] = {}
    boxed = {use.set_id for use in game.uses}
    colours = game.colours_at(max(seats, default=len(game.seat_colours)))
    for component_set in game.sets.values():
        folders = component_set.place.file.split("/")[:-1]
        if game.uses and component_set.id not in boxed and game.box in folders:
            continue
        for component in component_set.components:
            copies = component.copies
            if component_set.id in boxed:
                copies = _copies_used(game, component_set, component, seats, colours)
            elif totals is not None and not _is_wanted(
                component_set, component, seats, colours, game
            ):
                copies = 0
            if copies:
                found[component.id] = copies
    return found


def copies_at(
    game: Game,
    players: int | None,
    bots: int | None,
    taken: Sequence[frozenset[str]] | None = None,
) -> Mapping[str, int]:
    """Return how many of each component the tables asked for use, by component id.

    None named means all tables; what only other tables need stays in the box. Who asks for many
    tables gives what :func:`sets_taken` says as ``taken``.

    Raises:
        OptionError: the rules refuse the table.
    """
    totals = totals_for(game, players, bots)
    if players is None and bots is None:
        return copies_needed(game)
    copies = copies_needed(game, totals)
    left = sets_left_in_box(game, players, bots, taken or sets_taken(game))
    kept = (c.id for c in game.components() if c.set_id not in left and c.id in copies)
    return {component: copies[component] for component in kept}


def _is_wanted(
    component_set: ComponentSet,
    component: Component,
    totals: Sequence[int],
    colours: frozenset[str],
    game: Game,
) -> bool:
    if totals and not any(component.mark.admits(total) for total in totals):
        return False
    if component_set.form is Form.BOARD and not _side_in_play(component, totals, game):
        return False
    colour = component.fields.get("colour")
    if component_set.form not in _COLOURED or colour not in game.seat_colours:
        return True
    return colour in colours


def _side_in_play(component: Component, totals: Sequence[int], game: Game) -> bool:
    """Tell whether a board's fields fit the options (such as ``side``) of a table of ``totals``."""
    tables = [table for table in game.configurations if table.total in totals]
    return not tables or any(
        all(component.fields.get(key, value) == value for key, value in table.options.items())
        for table in tables
    )


def _copies_used(
    game: Game,
    component_set: ComponentSet,
    component: Component,
    totals: Sequence[int],
    colours: frozenset[str],
) -> int:
    """The most copies that any use of the set at these totals asks for."""
    uses = [
        use
        for use in game.uses
        if use.set_id == component_set.id
        and (not use.totals or not totals or set(use.totals) & set(totals))
        and matches(component, use.where)
    ]
    return max((_share(use, component_set, component, colours) for use in uses), default=0)


def _share(
    use: Use, component_set: ComponentSet, component: Component, colours: frozenset[str]
) -> int:
    """How many of a use's pieces are this component: all if the count covers them, else its part.

    A count that is smaller than what matches is dealt out in the order of the file.
    """
    if use.per_seat and component.fields.get("colour") not in colours:
        return 0
    if use.count is None or use.per_seat:
        return component.copies
    left = use.count
    for other in component_set.components:
        if matches(other, use.where):
            share = min(left, other.copies)
            if other.id == component.id:
                return share
            left -= share
    return 0


def _refusal(game: Game, players: int | None, bots: int | None) -> str:
    words = [
        f"{count} {what}{'' if count == 1 else 's'}"
        for count, what in ((players, "player"), (bots, "bot"))
        if count is not None
    ]
    asked = " and ".join(words)
    for refusal in game.refusals:
        if players in (None, refusal.players) and (bots or 0) == refusal.bots:
            return f"{game.name} cannot be played by {asked}: {refusal.reason}"
    legal = ", ".join(f"{table.players}+{table.bots}" for table in game.configurations)
    return f"{game.name} has no table of {asked}; legal tables (players + bots) are {legal}"


@dataclass(frozen=True, slots=True)
class Only:
    """A choice of pieces: the most copies of each name (None: all), and values by field.

    Without any name and field it is every piece.
    """

    names: Mapping[str, int | None]
    fields: Mapping[str, tuple[str, ...]]

    def __bool__(self) -> bool:
        return bool(self.names or self.fields)

    def takes(self, component: Component) -> bool:
        """Tell whether a piece is chosen."""
        named = not self.names or component.id in self.names or component.set_id in self.names
        return named and all(
            any(value in values for value in value_words(value_of(component, field)))
            for field, values in self.fields.items()
        )

    def most(self, component: Component) -> int | None:
        """The most copies of a chosen piece; None where all are wanted."""
        counts = [self.names[n] for n in (component.id, component.set_id) if n in self.names]
        return counts[0] if counts else None

    def copies(self, game: Game) -> Mapping[str, int] | None:
        """The most copies of each chosen piece of a game, by id; None where none was named."""
        if not self:
            return None
        chosen = (component for component in game.components() if self.takes(component))
        return {one.id: self.most(one) or one.copies for one in chosen}


def only_of(words: Sequence[str], games: Iterable[Game], *, counted: bool = False) -> Only:
    """Read the words after ``--only`` for these games; ``counted`` allows numbers of copies.

    Raises:
        WrongUseError: a name, field or value is in none of the games, or no piece has them all.
    """
    only = Only(dict(_names(words, counted)), _fields(words))
    pieces = [component for game in games for component in game.components()]
    known = dict.fromkeys([*(one.set_id for one in pieces), *(one.id for one in pieces)])
    for name in only.names:
        if name not in known:
            sets = dict.fromkeys(one.set_id for one in pieces)
            hint = did_you_mean(name, known, f"sets are {', '.join(sets)}")
            raise WrongUseError(f"there is no piece or set {name!r} for --only; {hint}")
    _check_fields(only, pieces)
    if only and not any(map(only.takes, pieces)):
        raise WrongUseError(f"no piece is all of --only {' '.join(words)}")
    return only


def value_words(value: Value) -> tuple[str, ...]:
    """A field's value as it is typed: ``3``, ``true``, ``harbour``; a list's items one by one."""
    match value:
        case None:
            return ()
        case bool():
            return ("true", "yes") if value else ("false", "no")
        case tuple():
            return tuple(said for item in value for said in value_words(item))
        case Mapping():
            return tuple(str(key) for key in value)
        case _:
            return (str(value),)


def _names(words: Sequence[str], counted: bool) -> Iterator[tuple[str, int | None]]:
    for word in _parts(word for word in words if "=" not in word):
        name, colon, count = word.partition(":")
        if not colon:
            yield word, None
        elif not counted:
            raise WrongUseError(f"--only {word}: a number of copies is for `print`; write {name}")
        elif not count.isdecimal() or int(count) < 1:
            raise WrongUseError(f"--only {word}: {count!r} is no number of copies; write {name}:1")
        else:
            yield name, int(count)


def _fields(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        if equals:
            found[name.strip()] = (*found.get(name.strip(), ()), *_parts([values]))
    return found


def _parts(words: Iterable[str]) -> Iterator[str]:
    return (part.strip() for word in words for part in word.split(",") if part.strip())


def _check_fields(only: Only, pieces: Sequence[Component]) -> None:
    for field, values in only.fields.items():
        found = [one for one in pieces if field in OF_EVERY_COMPONENT or field in one.fields]
        if not found:
            known = dict.fromkeys([*OF_EVERY_COMPONENT, *(key for c in pieces for key in c.fields)])
            hint = did_you_mean(field, known, f"fields are {', '.join(known)}")
            raise WrongUseError(f"no piece has a field {field!r} for --only; {hint}")
        there = dict.fromkeys(said for one in found for said in value_words(value_of(one, field)))
        for value in values:
            if value not in there:
                hint = did_you_mean(value, there, f"there are {', '.join(list(there)[:12])}")
                raise WrongUseError(f"no piece has {field}={value}; {hint}")


WORDS = ReadOut(fronts={"": ""})
"""What is told of a cover: its words, which are no component's."""


def _labels(game: Game) -> Mapping[str, str]:
    """Words for fields and values by which a game in another language than English tells them."""
    return game.almanac.labels if game.language else {}


def side_of(seat: Seat, game: Game) -> str:
    """Faction and colours of a seat as people say them: ``Pro, white and yellow``."""
    labels, say = _labels(game), game.tongue.say
    colours = [labels.get(one, one) for one in seat.colours]
    said = reduce(
        lambda one, other: say("{one} and {other}", one=one, other=other), colours or [""]
    )
    return ", ".join(filter(None, (labels.get(seat.faction, seat.faction), said)))


def piece_texts(game: Game, plan: Document) -> ReadOut:
    """What is told of the pieces of a print file, fronts by component and backs by set."""
    used = {placed.component for page in plan.pages for placed in page.placed}
    fronts = {
        component.id: _front(component, component_set, game)
        for component_set in game.sets.values()
        for component in component_set.components
        if component.id in used
    }
    decks = {placed.deck for page in plan.pages for placed in page.placed}
    backs = {
        deck: game.tongue.say("Back: {deck}", deck=game.sets[deck].name)
        for deck in sorted(decks & set(game.sets))
    }
    return ReadOut(fronts, backs)


def _front(component: Component, component_set: ComponentSet, game: Game) -> str:
    """A piece as people would read it out: its name, what it is, and what it says."""
    name = typographic(component.name, language=game.language)
    kind = component_set.singular or component_set.name
    head = name if kind.casefold() in name.casefold() else f"{name} ({kind})"
    says = plain(text_of(component, game), game).replace("\n", " ")
    if not says:
        says = ", ".join(_plain_fields(component, _labels(game)))
    return f"{head}: {says}" if says else head


def _plain_fields(component: Component, labels: Mapping[str, str]) -> Iterator[str]:
    """The fields of a piece that can be said in a word, by their labels if there are any."""
    for key, value in component.fields.items():
        if isinstance(value, str | int | float) and value != "":
            yield f"{labels.get(key, key.replace('_', ' '))} {labels.get(str(value), value)}"


GROUP = "trilith.inserts"
"""Entry-point group of inserts, by the names of their options."""


@dataclass(frozen=True, slots=True)
class Insert:
    """A finished file of a kit: its name, what is in it, and how many pages it has."""

    file: str
    data: bytes
    pages: int


Maker: TypeAlias = Callable[[Path, Game, Templates, str], Insert | None]
"""Makes the insert of a game for a paper: project root, game, templates, and the paper's id."""


def inserts(
    name: str, root: Path, game: Game, templates: Templates, paper: str
) -> Iterator[Insert]:
    """The inserts of that name that a game has."""
    for point in entry_points(group=GROUP, name=name):
        make: Maker = point.load()
        made = make(root, game, templates, paper)
        if made is not None:
            yield made
