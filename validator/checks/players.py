"""How many can play: the title block, the colours of the seats, and player-count marks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from validator.catalogue.model import ComponentSet, Game, place_in
from validator.catalogue.tables import Tables
from validator.checks.base import error, listed, own_sets, totals, warning
from validator.findings import Finding
from validator.hints import did_you_mean

HEADER = "header"
"""The kind of claim that says that the title block contradicts the set-up."""


def check_players(game: Game, tables: Tables) -> Iterator[Finding]:
    """The title block and the colours of the seats must fit the tables and the pieces."""
    yield from _title(game)
    yield from _colours(game)


def _title(game: Game) -> Iterator[Finding]:
    if game.title_players is None:
        return
    least, most = game.title_players
    place = game.places["title_players"]
    if least > most:
        message = f"the title block says {least} to {most} players"
        yield error(game, "title-players", place, message, "write the smaller number first")
        return
    people = [configuration.players for configuration in game.configurations]
    if not people or any(claim.kind == HEADER for claim in game.claims):
        return
    if (least, most) != (min(people), max(people)):
        message = f"the title block says {least} to {most} players, but the tables are for "
        message += f"{min(people)} to {max(people)}"
        hint = "mend `title_players` or `configurations`; a claim of the kind `header` says that "
        hint += "the rules contradict themselves"
        yield warning(game, "title-players", place, message, hint)


def _colours(game: Game) -> Iterator[Finding]:
    known = {str(one.fields["colour"]): None for one in game.components() if "colour" in one.fields}
    for at, colour in enumerate(game.seat_colours):
        if known and colour not in known:
            place = place_in(game, "seat_colours", at)
            hint = did_you_mean(colour, known, f"colours of pieces: {', '.join(known)}")
            yield error(game, "seat-colour", place, f"no piece is {colour!r}", hint)


SPARE = 10
"""A larger table may have fewer pieces of a set by one in so many, and nothing is said."""


def check_marks(game: Game, tables: Tables) -> Iterator[Finding]:
    """Player-count marks must fit the tables that the game allows."""
    legal = totals(game)
    if not legal:
        return
    for component_set in own_sets(game):
        yield from _dead(game, component_set, legal)
        yield from _subsets(game, component_set, legal)


def left_at(component_set: ComponentSet, total: int) -> int:
    """Number of pieces of a set in play with ``total`` seats."""
    return sum(one.copies for one in component_set.components if one.mark.admits(total))


def _dead(game: Game, component_set: ComponentSet, legal: tuple[int, ...]) -> Iterator[Finding]:
    for component in component_set.components:
        if not any(component.mark.admits(total) for total in legal):
            message = (
                f"the mark {component.mark.text!r} of {component.id!r} admits none of the legal "
                f"totals {listed(legal)}"
            )
            hint = "write a mark for one of these totals"
            yield error(game, "mark-dead", component.place_of("players"), message, hint)


def _subsets(game: Game, component_set: ComponentSet, legal: tuple[int, ...]) -> Iterator[Finding]:
    left = {total: left_at(component_set, total) for total in legal}
    shown = ", ".join(f"{number} at {total}" for total, number in left.items())
    for total, number in left.items():
        if number == 0 and component_set.count:
            message = f"no {component_set.name} are left with {total} seats ({shown})"
            hint = f"give some of them a mark that admits {total}"
            yield error(game, "mark-empties", component_set.place, message, hint)
    for fewer, more in itertools.pairwise(legal):
        if left[more] < left[fewer] - component_set.count // SPARE:
            message = (
                f"{more} seats have fewer {component_set.name} in play than {fewer} seats ({shown})"
            )
            hint = "let more of the marks admit the larger table"
            yield warning(game, "mark-shrinks", component_set.place, message, hint)
