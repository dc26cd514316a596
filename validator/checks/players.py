"""How many can play: the title block against the tables, and the colours of the seats."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Game, place_in
from validator.catalogue.tables import Tables
from validator.checks.base import error, warning
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
