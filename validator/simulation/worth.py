"""The worth of every card at every table: counted, tried coarsely, then finely where it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf, sqrt
from typing import Any, ClassVar, TypeAlias, cast

from validator.catalogue.model import Catalogue, Component
from validator.catalogue.words.language import mark_sentence
from validator.play.driver import PlayedGame, Policy, make_policies, play_match, play_on
from validator.play.match import NOTHING, Switch
from validator.play.modules import FAULTS, Plan, playable, prepare
from validator.play.observers import Observer, Watcher
from validator.play.rules import Match, Outcome, Prepared
from validator.simulation.chunks import Run, Sums, TrialTask
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import ERROR, student, unseen
from validator.simulation.totals import Totals
from validator.simulation.trials import TableChoice, TrialLine, key_of, lines_of, run_plans

BEYOND = 1e18
"""More than any difference."""
FEWEST = 5
"""Games from which on an interval is given."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A mean for each time that effects were carried out, with its 95 % interval.

    That has no end where fewer than ``FEWEST`` games speak for it.
    """

    mean: float
    low: float = -inf
    high: float = inf

    @property
    def reach(self) -> float:
        """Half the interval."""
        return self.mean - self.low


@dataclass(slots=True)
class Paired(Sums):
    """Differences of one figure over games: their sum, their squares, and products with uses.

    For each use they go from ``least`` to ``most``.
    """

    total: int = 0
    squares: int = 0
    products: int = 0
    least: float = field(default=BEYOND, metadata={"merge": min})
    most: float = field(default=-BEYOND, metadata={"merge": max})

    def add(self, change: int, uses: int) -> None:
        """Count one game in which the effects were carried out ``uses`` times."""
        self.total += change
        self.squares += change * change
        self.products += change * uses
        self.least, self.most = min(self.least, change / uses), max(self.most, change / uses)


@dataclass(slots=True)
class CardTrial(Sums):
    """One card tried: what its own effects brought the seats that used it, over what else it did.

    ``uses`` is how often they were carried out in ``games``, ``used_squares`` the sum of their
    squares by game. ``better`` and ``worse`` are the games in which those seats came out better or
    worse by the card's own effects. Games in which one of the two did not end count for nothing,
    nor do ``broken`` ones, in which the rules failed without the effects.
    """

    games: int = 0
    uses: int = 0
    used_squares: int = 0
    better: int = 0
    worse: int = 0
    broken: int = 0
    points: Paired = field(default_factory=Paired)
    wins: Paired = field(default_factory=Paired)

    def add(self, points: int, wins: int, uses: int) -> None:
        """Count one game: the change of the points and of the wins of all seats that used it."""
        self.games += 1
        self.uses += uses
        self.used_squares += uses * uses
        self.better += points > 0 or (points == 0 and wins > 0)
        self.worse += points < 0 or (points == 0 and wins < 0)
        self.points.add(points, uses)
        self.wins.add(wins, uses)

    @property
    def rank(self) -> tuple[float, float]:
        """The mean change of the wins, then of the points; who used it is somebody."""
        return self.wins.total / self.uses, self.points.total / self.uses

    def worth_in_points(self, error: float = ERROR) -> Worth | None:
        """The mean change of the points of who used it; None if nobody did.

        Its interval misses the truth with the chance ``error``.
        """
        return self._worth(self.points, error)

    def worth_in_wins(self, error: float = ERROR, most: float = 1.0) -> Worth | None:
        """The mean change of the wins, 1 for a game that is won by it; None if nobody used it.

        No change is more than ``most``.
        """
        worth = self._worth(self.wins, error)
        if worth is None or worth.reach == inf:
            return worth
        return Worth(worth.mean, max(worth.low, -most), min(worth.high, most))

    def _worth(self, figure: Paired, error: float) -> Worth | None:
        """The mean a use: a ratio of sums by game, and the interval of such an estimator.

        It is linearised: Cochran, Sampling Techniques, chapter 6. What did not happen in n games
        may still happen in some of them (``unseen``), so the interval reaches as far at least: in
        each of these by the farthest that a game was seen from the mean, or a point (a win).
        """
        if not self.uses:
            return None
        mean = figure.total / self.uses
        if self.games < FEWEST:
            return Worth(mean)
        rest = figure.squares - 2 * mean * figure.products + mean * mean * self.used_squares
        spread = max(rest, 0.0) * self.games / (self.games - 1)
        farthest = max(figure.most - mean, mean - figure.least) * self.uses / self.games
        missed = unseen(error) * max(farthest, 1.0)
        reach = max(student(self.games - 1, error) * sqrt(spread), missed) / self.uses
        return Worth(mean, mean - reach, mean + reach)


@dataclass(slots=True)
class Trials(Sums):
    """The trials of a job, in its order."""

    of: list[CardTrial] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WorthEffort:
    """How hard the worth of cards is looked into, at each table under each policy.

    Cards are counted in ``games`` games; each is tried in ``coarse`` of those in which it was used.
    What is not settled then is tried in more, up to ``tries`` trials of all cards together.
    """

    games: int
    coarse: int
    tries: int

    @property
    def steps(self) -> int:
        """The games of one table under one policy: effects and choices, each counted and tried."""
        return 6 * self.games


class WorthStanding(StrEnum):
    """Whether the worth of a card is known, or why not; earlier ones outdo later ones."""

    KNOWN = "known"
    FIXED = mark_sentence("cannot be switched off", context="worth")
    UNENDED = mark_sentence("no game of it ended", context="worth")
    UNUSED = mark_sentence("never used", context="worth")
    NO_EFFECTS = mark_sentence("no effects", context="worth")


@dataclass(frozen=True, slots=True)
class CardWorth:
    """One card at one table under one policy: how often what came of it, and its trial.

    ``used`` is how often its effects were carried out, ``held`` how often it was in a hand at the
    end; ``trial`` is that of its effects against nothing, ``printed`` that of choosing it.
    """

    component: Component
    standing: WorthStanding
    drawn: int
    played: int
    held: int
    used: int
    trial: CardTrial
    printed: CardTrial = field(default_factory=CardTrial)

    @property
    def dead(self) -> int:
        """How often it was drawn and never played."""
        return max(self.drawn - self.played, 0)


@dataclass(frozen=True, slots=True)
class TableWorth:
    """The cards of one table under one policy, in the order of the data, and their counts.

    ``pairs`` are those that were looked into: what both chosen bring beyond each of them alone.
    """

    line: TrialLine
    counts: Totals
    cards: tuple[CardWorth, ...]
    pairs: Mapping[tuple[str, str], CardTrial] = field(default_factory=dict)

    @property
    def sure(self) -> list[tuple[tuple[str, str], CardTrial]]:
        """The pairs that are shown to bring more together, the best first: all hold together."""
        found = [(pair, one) for pair, one in self.pairs.items() if self.is_sure(one)]
        return sorted(found, key=lambda one: one[1].rank, reverse=True)

    def is_sure(self, trial: CardTrial) -> bool:
        """Whether a pair is shown to bring wins, or points."""
        error = ERROR / 2 / len(self.pairs)
        worths = (trial.worth_in_wins(error, 2.0), trial.worth_in_points(error))
        return any(one is not None and one.low > 0 for one in worths)


def table_worth(line: TrialLine, counts: Totals, trials: dict[int, CardTrial]) -> TableWorth:
    """What was found at a table: counts by card, and the trials of those that were tried."""
    numbers = {identity: number for number, identity in enumerate(line.frame.cards)}
    cards = []
    for component in line.plan.game.components():
        if component.id in numbers:
            number = numbers[component.id]
            trial = trials.get(number, CardTrial())
            played, used = counts.played[number], counts.used[number]
            standing = _standing_of(component, played, used, trial)
            drawn, held = counts.drawn[number], counts.held[number]
            cards.append(CardWorth(component, standing, drawn, played, held, used, trial))
    return TableWorth(line, counts, tuple(cards))


def _standing_of(component: Component, played: int, used: int, trial: CardTrial) -> WorthStanding:
    if not component.effects:
        return WorthStanding.NO_EFFECTS
    if trial.broken or (played and not used):
        return WorthStanding.FIXED
    if not used:
        return WorthStanding.UNUSED
    return WorthStanding.KNOWN if trial.uses else WorthStanding.UNENDED


# A game once more, on the same luck, with the effects of one card switched.
#
# Until a seat uses the card both games are the same: players go by what is printed. So the game is
# played on from the start of the turn in which it was first used, from a copy taken there.


Start: TypeAlias = tuple[Match, list[Policy]]
"""A copy from the start of a turn: of the match, and of who decides in it."""


Seating: TypeAlias = Callable[[list[Policy]], list[Policy]]
"""Says who decides, given who did."""


class Marker(Watcher):
    """Keeps the start of each turn in which a card is first used by a seat.

    None in the place of a start is the deal.
    """

    def __init__(self, policies: Sequence[Any]) -> None:
        self._policies = policies if all(hasattr(one, "copy") for one in policies) else ()
        self._last: Start | None = None
        self._seen = 0
        self.first: dict[tuple[int, int], Start | None] = {}
        self.uses: dict[tuple[int, int], int] = {}

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Note what was used in the turn before, and keep the start of this one."""
        self.look_back(match)
        if self._policies:
            self._last = (match.copy(), [one.copy() for one in self._policies])

    def after(self, match: Match, outcome: Outcome) -> None:
        """Note what was used in the last turn and at the end."""
        self.look_back(match)

    def look_back(self, match: Match) -> None:
        """Note what was used since it was looked at last."""
        used = match.tally.carried
        for card, seat, _ in used[self._seen :]:
            self.note(card, seat)
        self._seen = len(used)

    def note(self, card: int, seat: int) -> None:
        """Note a use."""
        self.first.setdefault((card, seat), self._last)
        self.uses[card, seat] = self.uses.get((card, seat), 0) + 1


Tried: TypeAlias = tuple[int, ...]
"""A card, and the card whose effects it has instead (``NOTHING`` for none)."""


class SwitchBase:
    """Game number ``index`` of a plan as it is, to be played on under switches."""

    marks: type[Marker] = Marker

    def __init__(self, plan: Plan, prepared: Prepared, index: int) -> None:
        self.plan = plan
        self.prepared = prepared
        self.index = index
        streams = plan.streams(index)
        policies = make_policies(plan.policies, streams)
        self.marker = self.marks(policies)
        watching = [self.marker] if isinstance(self.marker, Observer) else []
        watchers = () if watching else [self.marker]
        self.played = play_match(prepared, streams, policies, watching, watchers)

    def under(self, switch: Switch) -> PlayedGame | None:
        """The same game under a switch; None where its rules fail without the effects."""
        start = self.marker.first.get((switch.card, switch.seat))
        return self.again(start, switch, list)

    def again(
        self, start: Start | None, switch: Switch | None, seated: Seating
    ) -> PlayedGame | None:
        """The same game from a start on; ``seated`` says who decides for each seat."""
        try:
            if start is not None:
                match = start[0].copy()
                match.tally.put_under(switch)
                policies = [cast(Any, one).copy() for one in start[1]]
                return play_on(self.prepared.frame, match, seated(policies))
            streams = self.plan.streams(self.index)
            policies = make_policies(self.plan.policies, streams)
            return play_match(self.prepared, streams, seated(policies), switch=switch)
        except FAULTS:
            return None

    def try_out(self, tried: Tried, trial: CardTrial) -> None:
        """Count in a trial what changes when a card does what another does, if anybody used it.

        What its own effects changed for the seats that used it, taken together. Each seat by
        itself: the points and the win that it had, less those that it has when its own uses of
        the card, and nobody else's, do something else.
        """
        card, to = tried
        uses = {seat: times for (one, seat), times in self.marker.uses.items() if one == card}
        own = self.played.outcome
        points = wins = 0
        for seat in uses:
            game = self.under(Switch(card, seat, to))
            if game is None:
                trial.broken += 1
                return
            other = game.outcome
            if not (own.finished and other.finished):
                return
            points += own.scores[seat] - other.scores[seat]
            wins += (seat in own.winners) - (seat in other.winners)
        if uses:
            trial.add(points, wins, sum(uses.values()))


@dataclass(frozen=True, slots=True)
class TryJob:
    """Cards tried in games of a plan: ``games`` has the number of each with the trials in it."""

    sums: ClassVar[type[Trials]] = Trials

    plan: Plan
    trials: tuple[Tried, ...]
    games: tuple[tuple[int, tuple[int, ...]], ...]
    base: type[SwitchBase] = SwitchBase

    def key(self) -> str:
        """A hash of all that its trials depend on."""
        return key_of(self.plan, self.base.__name__, self.trials, self.games)

    def prepare(self) -> Run[Trials]:
        """Prepare the table."""
        prepared = prepare(self.plan)

        def run(start: int, stop: int) -> Trials:
            sums = Trials([CardTrial() for _ in self.trials])
            for index, wanted in self.games[start:stop]:
                base = self.base(self.plan, prepared, index)
                for number in wanted:
                    base.try_out(self.trials[number], sums.of[number])
            return sums

        return run


SETTLED = 0.05
"""Points are known well enough within this share of the way from the worst card to the best."""
SETTLED_WINS = 0.1
"""Wins are known well enough within one in ten."""

Wanted = dict[Tried, Sequence[int]]
"""In which games each pair of cards is to be tried."""


def appraise(
    catalogue: Catalogue,
    chosen: TableChoice,
    effort: WorthEffort,
    policies: Sequence[str] = ("random", "greedy"),
    config: RunConfig = SERIAL,
) -> list[TableWorth]:
    """Count and try the cards of every table that is chosen, under each policy.

    The progress counts half of ``effort.steps`` for each table under each policy. What is tried
    depends on what was counted, so a shard does nothing of it, and who puts shards together all.
    """
    if config.part is not None:
        return []
    config = replace(config, found=None)
    games = playable(catalogue, chosen.games)
    lines = lines_of(games, replace(chosen, tracks=True), lambda _: policies)
    counts = run_plans([line.plan for line in lines], effort.games, config)
    coarse = [coarse_of(*pair, effort) for pair in zip(lines, counts, strict=True)]
    found = attempt(lines, coarse, effort.games, config)
    fine = [fine_of(*one, effort) for one in zip(counts, coarse, found, strict=True)]
    for known, more in zip(found, attempt(lines, fine, effort.games, config), strict=True):
        for pair, trial in more.items():
            known[pair].merge(trial)
    return [
        table_worth(line, cards, {card: trial for (card, _), trial in known.items()})
        for line, cards, known in zip(lines, counts, found, strict=True)
    ]


def coarse_of(line: TrialLine, counts: Totals, effort: WorthEffort) -> Wanted:
    """The first games in which each card with effects was used."""
    effects = {one.id: one.effects for one in line.plan.game.components()}
    used = [
        card
        for card, identity in enumerate(line.frame.cards)
        if effects[identity] and counts.used[card]
    ]
    return {(card, NOTHING): counts.used_in[card][: effort.coarse] for card in used}


def fine_of(
    counts: Totals, coarse: Wanted, found: dict[Tried, CardTrial], effort: WorthEffort
) -> Wanted:
    """One more game for each card that is not settled, the widest interval first, and again.

    As long as there are trials and games left.
    """
    open_pairs = find_unsettled(found)
    left = effort.tries - sum(map(len, coarse.values()))
    more: dict[Tried, list[int]] = {pair: [] for pair in open_pairs}
    depth = 0
    while open_pairs and left > 0:
        open_pairs = [
            pair for pair in open_pairs if len(coarse[pair]) + depth < len(counts.used_in[pair[0]])
        ]
        for pair in open_pairs[:left]:
            more[pair].append(counts.used_in[pair[0]][len(coarse[pair]) + depth])
        left -= len(open_pairs)
        depth += 1
    return {pair: games for pair, games in more.items() if games}


def find_unsettled(found: dict[Tried, CardTrial]) -> list[Tried]:
    """The cards of which more is to be known, those of which least is known first."""
    trials = {pair: trial for pair, trial in found.items() if not trial.broken}
    means = [trial.points.total / trial.uses for trial in trials.values() if trial.uses]
    enough = SETTLED * (max(means) - min(means)) if means else 0.0
    doubts = {pair: _doubt(trial, enough) for pair, trial in trials.items()}
    return sorted((pair for pair in doubts if doubts[pair] > 1), key=lambda at: (-doubts[at], at))


def _doubt(trial: CardTrial, enough: float) -> float:
    """How many times wider than wanted the wider one of both intervals is."""
    points, wins = trial.worth_in_points(), trial.worth_in_wins()
    if points is None or wins is None:
        return inf
    in_points = points.reach / enough if enough else 0.0
    return max(in_points, wins.reach / SETTLED_WINS)


def attempt(
    lines: Sequence[TrialLine],
    wanted: Iterable[Wanted],
    games: int,
    config: RunConfig,
    base: type[SwitchBase] = SwitchBase,
) -> list[dict[Tried, CardTrial]]:
    """Try what is wanted of each line, in its games; the progress counts ``games`` for each."""
    jobs = []
    for line, trials in zip(lines, wanted, strict=True):
        numbers: dict[int, list[int]] = {}
        for number, trial in enumerate(trials):
            for game in trials[trial]:
                numbers.setdefault(game, []).append(number)
        in_games = tuple((game, tuple(numbers[game])) for game in sorted(numbers))
        jobs.append(TryJob(line.plan, tuple(trials), in_games, base))
    sums = run_tasks([TrialTask(job, 0, len(job.games)) for job in jobs], config)
    found = [
        dict(zip(job.trials, one.of, strict=True)) for job, one in zip(jobs, sums, strict=True)
    ]
    config.progress(sum(games - len(job.games) for job in jobs))
    return found
