"""Cards as they are printed: what it is worth to be able to choose one, and two of them together.

A game in which a seat chose a card is played again on the same luck, and that seat passes over the
card: of what it may take it leaves out what would choose the card, as long as there is anything
else. So all counts that comes of a choice: effects, price, points, and what is done instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import sqrt
from typing import Any, ClassVar, cast

from validator.play.driver import SEARCH, Policy
from validator.play.match import Option
from validator.play.modules import Plan, prepare
from validator.play.observers import Observer
from validator.play.rules import Frame, Match
from validator.simulation.chunks import Run, Sums, TrialTask
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import add
from validator.simulation.trials import TrialLine, key_of
from validator.simulation.worth import (
    FEWEST,
    CardTrial,
    Marker,
    SwitchBase,
    TableWorth,
    Tried,
    Wanted,
    WorthEffort,
    attempt,
)

MOST_PAIRS = 10
"""Pairs of cards that are looked into at a table: those that seem to win most together."""


def chosen_cards(option: Option) -> frozenset[int]:
    """The numbers of the cards that an option chooses; a rules module may not say (none)."""
    return frozenset(cast(Any, option).cards()) if hasattr(option, "cards") else frozenset()


class ChoiceMarker(Marker, Observer):
    """Keeps the start of each turn in which a seat first chose a card, where it had a choice."""

    def look_back(self, match: Match) -> None:
        """Effects that were carried out count for nothing."""

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Note the cards that are chosen."""
        for card in chosen_cards(options[index]) if len(options) > 1 else ():
            self.note(card, seat)


class Passing(Policy):
    """Decides as another does, who may not choose some cards where there is anything else."""

    def __init__(self, policy: Policy, cards: Tried) -> None:
        self.policy, self.cards = policy, frozenset(cards)

    def sit_down(self, frame: Frame) -> None:
        """Let who decides learn which table it is."""
        if hasattr(self.policy, "sit_down"):
            self.policy.sit_down(frame)

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option taken."""
        chosen = map(chosen_cards, options)
        rest = [at for at, cards in enumerate(chosen) if not self.cards & cards]
        if not rest or len(rest) == len(options):
            return self.policy.pick(match, seat, what, options)
        left = [options[at] for at in rest]
        return rest[self.policy.pick(match, seat, what, left) if len(left) > 1 else 0]


class PassingBase(SwitchBase):
    """Game ``index`` of a plan as it is, to be played on by a seat that passes over cards."""

    marks = ChoiceMarker

    def without(self, seat: int, cards: Tried) -> Any:
        """The same game in which a seat passes over cards."""
        starts = [self.marker.first[card, seat] for card in cards]
        first = min((one[0].tally.turn if one else -1, at) for at, one in enumerate(starts))[1]

        def seated(policies: list[Policy]) -> list[Policy]:
            policies[seat] = Passing(policies[seat], cards)
            return policies

        return self.again(starts[first], None, seated)

    def change_for(self, seat: int, cards: Tried) -> tuple[int, int] | None:
        """What the choice of one card brought a seat in points and wins; of several, all at once.

        That is beyond what they bring one by one. None where one of the games did not end.
        """
        points = wins = 0
        for count in range(len(cards) + 1):
            for some in combinations(cards, count):
                game = self.without(seat, some) if some else self.played
                if game is None or not game.outcome.finished:
                    return None
                sign = -1 if count % 2 else 1
                points += sign * game.outcome.scores[seat]
                wins += sign * (seat in game.outcome.winners)
        return points, wins

    def try_out(self, tried: Tried, trial: CardTrial) -> None:
        """Count in a trial what cards brought the seats that chose them all."""
        seats = [seat for seat in self.prepared.frame.people if self.chose(seat, tried)]
        changes = [self.change_for(seat, tried) for seat in seats]
        known = [one for one in changes if one is not None]
        if seats and len(known) == len(seats):
            trial.add(sum(one[0] for one in known), sum(one[1] for one in known), len(seats))

    def chose(self, seat: int, cards: Tried) -> bool:
        """Whether a seat chose all of these cards."""
        return all((card, seat) in self.marker.first for card in cards)


def _join(mine: dict[int, list[int]], more: dict[int, list[int]]) -> dict[int, list[int]]:
    return {key: mine.get(key, []) + more.get(key, []) for key in mine | more}


@dataclass(slots=True)
class ChoiceCounts(Sums):
    """By the number of a card, or of a pair: in which games a seat chose it, and what came of it.

    Of games of even numbers: how often a seat chose it (``seats``) and ``won``. So pairs that seem
    good in these are tried in the others.
    """

    games: dict[int, list[int]] = field(default_factory=dict, metadata={"merge": _join})
    seats: dict[int, int] = field(default_factory=dict)
    won: dict[int, int] = field(default_factory=dict)

    def add(self, index: int, base: PassingBase) -> None:
        """Count a game."""
        frame, winners, seen = base.prepared.frame, base.played.outcome.winners, set[int]()
        for seat in frame.people:
            chosen = sorted(card for card, one in base.marker.first if one == seat)
            keys = chosen + [_number(frame, *pair) for pair in combinations(chosen, 2)]
            seen.update(keys)
            for key in keys if index % 2 == 0 else ():
                add(self.seats, key)
                add(self.won, key, int(seat in winners))
        for key in sorted(seen):
            self.games.setdefault(key, []).append(index)


def _number(frame: Frame, card: int, other: int) -> int:
    return (card + 1) * len(frame.cards) + other


@dataclass(frozen=True, slots=True)
class ChoiceJob:
    """The games of a plan in which it is counted who chose what."""

    sums: ClassVar[type[ChoiceCounts]] = ChoiceCounts

    plan: Plan

    def key(self) -> str:
        """A hash of all that its games depend on."""
        return key_of(self.plan, "choices")

    def prepare(self) -> Run[ChoiceCounts]:
        """Prepare the table."""
        prepared = prepare(self.plan)

        def run(start: int, stop: int) -> ChoiceCounts:
            counts = ChoiceCounts()
            for index in range(start, stop):
                counts.add(index, PassingBase(self.plan, prepared, index))
            return counts

        return run


def appraise_choices(
    tables: Sequence[TableWorth],
    effort: WorthEffort,
    config: RunConfig = SERIAL,
    policy: str | None = None,
) -> list[TableWorth]:
    """These tables with what it is worth to choose a card, and the pairs that win most together.

    Of one ``policy`` or all; who searches counts on what may be chosen later, so nothing is found
    where anybody does. The progress counts ``effort.games`` three times for each table.
    """
    config, lines = replace(config, found=None), [one.line for one in tables]
    asked = [one for one in lines if policy in (None, one.policy) and SEARCH not in one.policy]
    config.progress(3 * effort.games * (len(lines) - len(asked)))
    tasks = [TrialTask(ChoiceJob(one.plan), 0, effort.games) for one in asked]
    counts = list(run_tasks(tasks, config))
    wanted = [_plan_trials(line, one, effort) for line, one in zip(asked, counts, strict=True)]
    tried = attempt(asked, wanted, 2 * effort.games, config, PassingBase)
    found = {id(line): one for line, one in zip(asked, tried, strict=True)}
    return [_with_trials(table, found.get(id(table.line), {})) for table in tables]


def _with_trials(table: TableWorth, found: Mapping[Tried, CardTrial]) -> TableWorth:
    ids = table.line.frame.cards
    named = {tuple(ids[card] for card in key): one for key, one in found.items()}
    cards = (
        replace(card, printed=named.get((card.component.id,), CardTrial())) for card in table.cards
    )
    pairs = {(key[0], key[1]): one for key, one in named.items() if len(key) == 2}
    return replace(table, cards=tuple(cards), pairs=pairs)


def _plan_trials(line: TrialLine, counts: ChoiceCounts, effort: WorthEffort) -> Wanted:
    """In which games cards and pairs are tried: each card as often, pairs in uneven ones."""
    cards = range(len(line.frame.cards))
    chosen = [card for card in cards if card in counts.games]
    each = max(effort.coarse, effort.tries // max(len(chosen), 1))
    wanted: dict[Tried, Sequence[int]] = {(card,): counts.games[card][:each] for card in chosen}
    pairs = sorted(combinations(chosen, 2), key=partial(_seems, line.frame, counts))
    for pair in pairs[:MOST_PAIRS]:
        games = [one for one in counts.games.get(_number(line.frame, *pair), ()) if one % 2]
        if len(games) >= FEWEST:
            wanted[pair] = games[: 4 * each]
    return wanted


def _seems(frame: Frame, counts: ChoiceCounts, pair: tuple[int, int]) -> float:
    """How seldom a pair seems to win, against the better one of its cards, in standard errors."""
    key = _number(frame, *pair)
    seats = counts.seats.get(key, 0)
    if not seats or not all(map(counts.seats.get, pair)):
        return 0.0
    usual = max(counts.won[card] / counts.seats[card] for card in pair)
    return (seats * usual - counts.won[key]) / sqrt(seats)
