"""Which games and tables can be played: those asked for, or an error that lists the right ones."""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.model import Catalogue, Configuration, Game
from validator.usage import UsageError


def playable(catalogue: Catalogue, names: Sequence[str] = ()) -> list[Game]:
    """Return the games that can be played, or those named; UsageError for one that can't."""
    games = [game for game in catalogue.games.values() if game.is_played]
    if not games and not names:
        hint = "none of them has a play script or a rules module"
        raise UsageError("no game here can be played", hint)
    if not names:
        return games
    known = {game.id: game for game in games}
    for name in names:
        if name not in known:
            listed = ", ".join(known) or "none"
            raise UsageError(f"{name!r} cannot be played", f"games that can be: {listed}")
    return [known[name] for name in dict.fromkeys(names)]


def select_tables(
    games: Sequence[Game], players: int | None = None, bots: int | None = None
) -> list[tuple[Game, Configuration]]:
    """Return the configurations with these humans and bots; UsageError if there is none.

    Every game keeps its order of configurations. A table that a game refuses is an error
    that gives the game's reason.
    """
    chosen = [
        (game, configuration)
        for game in games
        for configuration in game.configurations
        if players in (None, configuration.players) and bots in (None, configuration.bots)
    ]
    if chosen:
        return chosen
    reasons = [
        f"{game.id}: {refusal.reason}"
        for game in games
        for refusal in game.refusals
        if refusal.players == players and bots in (None, refusal.bots)
    ]
    legal = "; ".join(f"{game.id} {_tables(game)}" for game in games)
    why = f" ({'; '.join(reasons)})" if reasons else ""
    asked = " and ".join(
        f"{count} {word}"
        for count, word in ((players, "players"), (bots, "bots"))
        if count is not None
    )
    raise UsageError(f"no table for {asked}{why}", f"legal tables (humans+bots): {legal}")


def _tables(game: Game) -> str:
    """List the legal tables of a game."""
    return " ".join(f"{table.players}+{table.bots}" for table in game.configurations)
