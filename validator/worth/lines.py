"""What is asked about cards, the tables and policies it comes to, and what is found at each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.catalogue.model import Catalogue, Component
from validator.play.plan import Plan, prepare
from validator.play.playable import playable, select_tables
from validator.play.policies import parse_policy
from validator.play.rules import Frame
from validator.play.rulings import resolve_rulings, split_by_game
from validator.worth.sums import Counts, Trial


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard the worth of cards is looked into, at each table under each policy.

    Cards are counted in ``games`` games; each is tried in ``coarse`` of those in which it was used.
    What is not settled then is tried in more, up to ``tries`` trials of all cards together.
    """

    games: int
    coarse: int
    tries: int

    @property
    def steps(self) -> int:
        """The games of one table under one policy: as they are, and tried coarsely and finely."""
        return 3 * self.games


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What is asked: how hard, games (without names all that can be played), tables and luck."""

    effort: Effort
    games: tuple[str, ...] = ()
    players: int | None = None
    bots: int | None = None
    policies: tuple[str, ...] = ("random", "greedy")
    seed: int = 1
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One table under one policy, as it was asked for."""

    plan: Plan
    frame: Frame
    policy: str


class Standing(StrEnum):
    """Whether the worth of a card is known, or why it is not."""

    KNOWN = "known"
    NO_EFFECTS = "no effects"
    UNUSED = "never used"
    FIXED = "cannot be switched off"
    UNENDED = "no game of it ended"


@dataclass(frozen=True, slots=True)
class CardWorth:
    """One card at one table under one policy: how often what came of it, and its trial.

    ``used`` is how often its effects were carried out, ``held`` how often it was in a hand at the
    end; ``trial`` is that of its effects against nothing.
    """

    component: Component
    standing: Standing
    drawn: int
    played: int
    held: int
    used: int
    trial: Trial

    @property
    def dead(self) -> int:
        """How often it was drawn and never played."""
        return max(self.drawn - self.played, 0)


@dataclass(frozen=True, slots=True)
class TableWorth:
    """The cards of one table under one policy, in the order of the data, and their counts."""

    line: Line
    counts: Counts
    cards: tuple[CardWorth, ...]


def lines_of(catalogue: Catalogue, asked: Appraisal) -> list[Line]:
    """Every table that is asked for, under every policy; UsageError for what there is not."""
    chosen = playable(catalogue, asked.games)
    shares = split_by_game(chosen, asked.rulings)
    lines = []
    for game, configuration in select_tables(chosen, asked.players, asked.bots):
        in_force = resolve_rulings(game, shares[game.id])
        frame = prepare(Plan(game, configuration, in_force, (), asked.seed)).frame
        for policy in asked.policies:
            words = parse_policy(policy, frame)
            plan = Plan(game, configuration, in_force, words, asked.seed)
            lines.append(Line(plan, frame, policy))
    return lines


def table_worth(line: Line, counts: Counts, trials: dict[int, Trial]) -> TableWorth:
    """What was found at a table: counts by card, and the trials of those that were tried."""
    numbers = {identity: number for number, identity in enumerate(line.frame.cards)}
    cards = tuple(
        _card(component, numbers[component.id], counts, trials)
        for component in line.plan.game.components()
        if component.id in numbers
    )
    return TableWorth(line, counts, cards)


def _card(component: Component, number: int, counts: Counts, trials: dict[int, Trial]) -> CardWorth:
    trial = trials.get(number, Trial())
    played, used = counts.played[number], counts.used[number]
    return CardWorth(
        component,
        _standing(component, played, used, trial),
        counts.drawn[number],
        played,
        counts.held[number],
        used,
        trial,
    )


def _standing(component: Component, played: int, used: int, trial: Trial) -> Standing:
    if not component.effects:
        return Standing.NO_EFFECTS
    if trial.broken or (played and not used):
        return Standing.FIXED
    if not used:
        return Standing.UNUSED
    return Standing.KNOWN if trial.uses else Standing.UNENDED
