"""The work as jobs that are cut into ranges of games: counting cards, and trying some of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from validator.catalogue.script import Faces
from validator.chunks.digest import digest_of, digest_of_game
from validator.play.driver import play_match
from validator.play.modules import code_of
from validator.play.plan import Plan, prepare
from validator.play.policies import make_policies
from validator.play.rules import Match, Prepared
from validator.play.sight import owner_of
from validator.program import hashes_of_code
from validator.setup.facing import facing_at
from validator.worth.replays import base_of, change
from validator.worth.sums import Counts, Trial, Trials, no_counts

Tried = tuple[int, int]
"""A card, and the card whose effects it has instead (``NOTHING`` for none)."""


def key_of(plan: Plan, *more: object) -> str:
    """A hash of the table, its data, who plays, the rulings, the luck, and what else is asked."""
    return digest_of(
        *more,
        digest_of_game(plan.game),
        plan.configuration,
        plan.rulings,
        plan.policies,
        plan.seed,
        *hashes_of_code(code_of(plan.game)),
    )


@dataclass(frozen=True, slots=True)
class CountJob:
    """The games of a plan, in which cards are counted."""

    sums: ClassVar[type[Counts]] = Counts

    plan: Plan

    def key(self) -> str:
        """A hash of all that its counts depend on."""
        return key_of(self.plan, "cards counted")

    def prepare(self) -> Counting:
        """Prepare the table."""
        plan = self.plan
        return Counting(plan, prepare(plan), facing_at(plan.game, plan.configuration, plan.rulings))


@dataclass(frozen=True, slots=True)
class Counting:
    """A plan ready to be played."""

    plan: Plan
    prepared: Prepared
    facing: Callable[[str], Faces]

    def run(self, start: int, stop: int) -> Counts:
        """Count the cards of the games ``start`` to ``stop - 1``."""
        counts = no_counts(len(self.prepared.frame.cards))
        for index in range(start, stop):
            self._add(counts, index)
        return counts

    def _add(self, counts: Counts, index: int) -> None:
        streams = self.plan.streams(index)
        policies = make_policies(self.plan.policies, streams)
        game = play_match(self.prepared, streams, policies)
        counts.games += 1
        for card, times in enumerate(game.tally.drawn):
            counts.drawn[card] += times
        for card, times in enumerate(game.tally.played):
            counts.played[card] += times
        for card in self._held(game.match):
            counts.held[card] += 1
        for card, _, _ in game.tally.carried:
            counts.used[card] += 1
        for card in {card for card, _, _ in game.tally.carried}:
            counts.used_in[card].append(index)

    def _held(self, match: Match) -> list[int]:
        """The cards that lie where only their owner sees them."""
        return [
            piece
            for zone, pieces in match.census().items()
            if owner_of(zone) >= 0 and self.facing(zone) is Faces.OWNER
            for piece in pieces
            if isinstance(piece, int)
        ]


@dataclass(frozen=True, slots=True)
class TryJob:
    """Cards tried in games of a plan: ``games`` has the number of each with the trials in it."""

    sums: ClassVar[type[Trials]] = Trials

    plan: Plan
    trials: tuple[Tried, ...]
    games: tuple[tuple[int, tuple[int, ...]], ...]

    def key(self) -> str:
        """A hash of all that its trials depend on."""
        return key_of(self.plan, "cards tried", self.trials, self.games)

    def prepare(self) -> Trying:
        """Prepare the table."""
        return Trying(self, prepare(self.plan))


@dataclass(frozen=True, slots=True)
class Trying:
    """A plan ready to be played, with what is tried."""

    job: TryJob
    prepared: Prepared

    def run(self, start: int, stop: int) -> Trials:
        """Try cards in the games that stand from ``start`` to ``stop - 1`` in the job's list."""
        sums = Trials([Trial() for _ in self.job.trials])
        for index, wanted in self.job.games[start:stop]:
            base = base_of(self.job.plan, self.prepared, index)
            for number in wanted:
                changed = change(base, *self.job.trials[number])
                if changed is None:
                    continue
                trial = sums.of[number]
                if changed.broken or changed.unended:
                    trial.broken += changed.broken
                    trial.unended += changed.unended
                else:
                    trial.add(changed.points, changed.wins, changed.uses)
        return sums
