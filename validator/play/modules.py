"""Rules modules found, the tables that they can play, and what to play there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from validator.catalogue.model import Catalogue, Configuration, Game
from validator.catalogue.seats import table_name
from validator.findings import UnreadableError, UsageError
from validator.play.rules import Prepared, RulesModule
from validator.rng import Streams

# Finding the rules module of a game, by the name its game.yaml gives: an installed entry point. A
# game folder itself never brings code; its play script is data.


GROUP = "trilith.games"
"""Entry-point group of rules modules that other packages bring."""
SCRIPTED = "validator.compiler.table"
"""What plays games that have a play script instead of a module."""

FAULTS = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(StopIteration, TypeError, ValueError),
)
"""What a mistake in a rules module raises."""


def find_modules() -> Mapping[str, RulesModule]:
    """Every installed rules module that a game may name, by its name."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def find_module(game: Game) -> RulesModule:
    """What plays ``game``: its rules module, or what plays its script.

    Raises:
        UsageError: it has neither, or the module is not installed.
    """
    name = game.module
    if name is None and game.play is not None:
        return cast(RulesModule, import_module(SCRIPTED))
    if name is None:
        raise UsageError(
            f"{game.id} has no rules module and no play script, so it cannot be played",
            "its data is still checked and printed; add play.yaml, or name a module by `module:` "
            "in game.yaml",
        )
    for entry in entry_points(group=GROUP, name=name):
        return cast(RulesModule, entry.load())
    raise UsageError(
        f"{game.id} names the rules module {name!r}, which is not installed",
        f"correct `module:` in {game.place.file}, or install a package with the entry point "
        f"{name!r} in the group {GROUP!r}",
    )


def code_of(game: Game) -> tuple[Path, ...]:
    """The files or folders of what plays ``game`` where it does not come with this package."""
    if game.module is None:
        return ()
    tops = {entry.module.partition(".")[0] for entry in entry_points(group=GROUP, name=game.module)}
    specs = [spec for top in sorted(tops) if (spec := find_spec(top)) is not None]
    folders = [Path(one) for spec in specs for one in spec.submodule_search_locations or ()]
    alone = [one for one in specs if one.origin and not one.submodule_search_locations]
    files = [Path(one.origin) for one in alone if one.origin]
    return (*folders, *files)


@dataclass(frozen=True, slots=True)
class Plan:
    """One line of a simulation: a table, its rulings, who plays and the luck.

    ``policies`` has a word for each seat; with ``tracks`` pile levels are kept by
    turn, and a line for each game.
    """

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    policies: tuple[str, ...]
    seed: int
    tracks: bool = False

    def streams(self, index: int) -> Streams:
        """The random numbers of game number ``index``."""
        return Streams(self.seed, self.game.id, table_name(self.configuration), index)


def prepare(plan: Plan) -> Prepared:
    """Return the table of a plan, ready to deal.

    Raises:
        UsageError: the game has no rules module that is installed, or none that has rules for it.
        UnreadableError: its data lack what the module counts on.
    """
    return prepare_table(plan.game, plan.configuration, plan.rulings)


def prepare_table(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Prepared:
    """Return a table of a game, ready to deal; raises as :func:`prepare`."""
    module = find_module(game)
    try:
        return module.prepare(game, configuration, rulings)
    except UsageError:
        raise
    except FAULTS as fault:
        missed = f"it misses {fault}" if str(fault) else "something that it counts on is not there"
        raise UnreadableError(
            f"the rules module cannot read this game: {missed} ({type(fault).__name__})",
            "put the field, ruling or option back that it names, or change the module with it",
        ) from fault


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

    Of each game those without bots come first. A table that a game refuses is an error
    that gives the game's reason.
    """
    chosen = [
        (game, configuration)
        for game in games
        for configuration in sorted(game.configurations, key=lambda one: one.bots > 0)
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
    return " ".join(f"{table.players}+{table.bots}" for table in game.configurations)
