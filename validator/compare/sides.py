"""The two sides of a comparison, and the lines on which they meet: a table and who plays there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game, WhenEmpty
from validator.compare.pairs import Sheet, sheets
from validator.play.plan import Plan, prepare
from validator.play.playable import select_tables
from validator.play.policies import parse_policy
from validator.play.rulings import resolve_rulings
from validator.setup.legal import table_name
from validator.usage import UsageError


@dataclass(frozen=True, slots=True)
class Side:
    """One version of a game: how it is called, its data, rulings ``ID=OPTION``, and who plays.

    ``policies`` has a word (or one a seat with commas) for each line of a table.
    """

    label: str
    game: Game
    rulings: tuple[str, ...] = ()
    policies: tuple[str, ...] = ("random", "greedy")


@dataclass(frozen=True, slots=True)
class Line:
    """A table with its players: what both sides play there, and how their games are read."""

    before: Plan
    now: Plan
    policies: tuple[str, str]
    sheets: tuple[Sheet, Sheet]

    @property
    def configuration(self) -> Configuration:
        """The table."""
        return self.now.configuration

    @property
    def policy(self) -> str:
        """Who plays, in words."""
        before, now = self.policies
        return now if before == now else f"{before} before, {now} now"

    @property
    def silent(self) -> tuple[str, ...]:
        """The piles of which the rules do not say what when they run out."""
        piles = self.now.game.piles
        return tuple(pile.id for pile in piles if pile.when_empty is WhenEmpty.UNSTATED)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The lines of two sides, and the tables that only one of them has."""

    lines: tuple[Line, ...]
    only_before: tuple[str, ...]
    only_now: tuple[str, ...]


def meeting(
    before: Side, now: Side, players: int | None = None, bots: int | None = None, seed: int = 1
) -> Meeting:
    """The lines on which two sides meet: each table that both have, once for each policy.

    Raises:
        UsageError: a side cannot be played as asked, or no table is left; the message says which.
    """
    old, new = (_tables(side, players, bots) for side in (before, now))
    both = [table for table in new if table in old]
    if not both:
        raise UsageError(
            f"{before.label} and {now.label} have no table in common",
            f"before: {', '.join(old)}; now: {', '.join(new)}",
        )
    lines = [
        _line((before, old[table]), (now, new[table]), at, seed)
        for table in both
        for at in range(len(now.policies))
    ]
    return Meeting(
        tuple(lines),
        tuple(table for table in old if table not in new),
        tuple(table for table in new if table not in old),
    )


def _tables(side: Side, players: int | None, bots: int | None) -> dict[str, Configuration]:
    if not side.game.is_played:
        hint = "compare games that have a play script or a rules module"
        raise UsageError(f"{side.label}: {side.game.id} cannot be played", hint)
    try:
        tables = select_tables([side.game], players, bots)
    except UsageError as error:
        raise UsageError(f"{side.label}: {error.message}", error.hint) from error
    return {table_name(one): one for _, one in tables}


def _line(
    before: tuple[Side, Configuration], now: tuple[Side, Configuration], at: int, seed: int
) -> Line:
    plans, frames = [], []
    for side, configuration in (before, now):
        try:
            in_force = resolve_rulings(side.game, side.rulings)
            frame = prepare(Plan(side.game, configuration, in_force, (), seed)).frame
            words = parse_policy(side.policies[at], frame)
        except UsageError as error:
            raise UsageError(f"{side.label}: {error.message}", error.hint) from error
        plans.append(Plan(side.game, configuration, in_force, words, seed))
        frames.append(frame)
    policies = (before[0].policies[at], now[0].policies[at])
    return Line(plans[0], plans[1], policies, sheets(frames[0], frames[1]))


def are_the_same(lines: Sequence[Line]) -> bool:
    """Tell whether both sides are the same data, rulings and players."""
    return all(line.before == line.now for line in lines)
