"""Which components a kit needs, and how many of each: all of them, or those of one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.printing.sheets.options import OptionError
from validator.catalogue.model import Component, ComponentSet, Form, Game, Use, matches
from validator.setup.pieces import applies, rulings_in_force, seats_of
from validator.setup.plan import acting, selections_of

_COLOURED = frozenset({Form.CHIT, Form.TOKEN, Form.MARKER, Form.MAT, Form.STANDEE, Form.UPRIGHT})
"""Forms whose ``colour`` is a seat's; the colour of a card is not."""


def totals_for(game: Game, players: int | None, bots: int | None) -> tuple[int, ...]:
    """Return the numbers of seats of the tables asked for, rising; none named means all.

    Raises:
        OptionError: the rules refuse the table; the message gives the reason and the legal ones.
    """
    tables = [
        table
        for table in game.configurations
        if players in (None, table.players) and bots in (None, table.bots)
    ]
    if tables or not (game.configurations and (players is not None or bots is not None)):
        return tuple(sorted({table.total for table in tables}))
    raise OptionError(_refusal(game, players, bots))


def sets_left_in_box(game: Game, players: int | None, bots: int | None) -> frozenset[str]:
    """Return the sets that the set-up script mentions, but at none of the tables asked for.

    These are what only other tables need, such as the cards of bots where no bot plays.
    """
    rulings = rulings_in_force(game, {})
    mentioned: set[str] = set()
    needed: set[str] = set()
    for step in game.setup.steps:
        sets = {selection.set_id for selection in selections_of(step) if selection.set_id}
        mentioned |= sets
        for table in game.configurations:
            asked = players in (None, table.players) and bots in (None, table.bots)
            there = acting(step.common.each, seats_of(game, table))
            if asked and there and applies(step.common.when, table, rulings):
                needed |= sets
    return frozenset(mentioned - needed)


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
    colours = _colours(game, seats)
    for component_set in game.sets.values():
        if game.uses and component_set.id not in boxed and _from_box(game, component_set):
            continue
        for component in component_set.components:
            copies = component.copies
            if component_set.id in boxed:
                copies = _used(game, component_set, component, seats, colours)
            elif totals is not None and not _wanted(component_set, component, seats, colours, game):
                copies = 0
            if copies:
                found[component.id] = copies
    return found


def copies_at(game: Game, players: int | None, bots: int | None) -> Mapping[str, int]:
    """Return how many of each component the tables asked for use, by component id.

    None named means all tables; what only other tables need stays in the box.

    Raises:
        OptionError: the rules refuse the table.
    """
    totals = totals_for(game, players, bots)
    if players is None and bots is None:
        return copies_needed(game)
    copies = copies_needed(game, totals)
    left = sets_left_in_box(game, players, bots)
    kept = (c.id for c in game.components() if c.set_id not in left and c.id in copies)
    return {component: copies[component] for component in kept}


def _from_box(game: Game, component_set: ComponentSet) -> bool:
    folders = component_set.place.file.split("/")
    return game.box is not None and game.box in folders[:-1]


def _wanted(
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


def _used(
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


def _colours(game: Game, totals: Sequence[int]) -> frozenset[str]:
    return game.colours_at(max(totals, default=len(game.seat_colours)))


def _refusal(game: Game, players: int | None, bots: int | None) -> str:
    asked = " and ".join(_asked(players, bots))
    for refusal in game.refusals:
        if players in (None, refusal.players) and (bots or 0) == refusal.bots:
            return f"{game.name} cannot be played by {asked}: {refusal.reason}"
    legal = ", ".join(f"{table.players}+{table.bots}" for table in game.configurations)
    return f"{game.name} has no table of {asked}; legal tables (players + bots) are {legal}"


def _asked(players: int | None, bots: int | None) -> Iterator[str]:
    if players is not None:
        yield f"{players} player{'' if players == 1 else 's'}"
    if bots is not None:
        yield f"{bots} bot{'' if bots == 1 else 's'}"
