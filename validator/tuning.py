"""Numbers tuned: what is wanted of a game, and which few edits are shown to bring it about.

Edits race on the same luck: all play the first games, the better half twice as many, and so on.
What is left is confirmed on games that no race saw, so that luck in picking it is found out. Which
combinations race is told by adding up what their edits did alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from math import sqrt
from statistics import NormalDist
from typing import ClassVar, TypeAlias

from validator.catalogue.model import Game, WhenEmpty
from validator.findings import UsageError
from validator.play.driver import PlayedGame
from validator.play.modules import Plan, prepare
from validator.play.rules import Frame, Prepared
from validator.progress import Counter
from validator.simulation.chunks import Run, Sums, TrialTask, digest_of
from validator.simulation.pairs import PairSums, count, marginal
from validator.simulation.printed import PassingBase
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import RunConfig
from validator.simulation.statistics import mean
from validator.simulation.totals import Sampler
from validator.simulation.trials import TrialLine, faults_told, key_of, play_one
from validator.variants import GameVariants, NumberEdits, VariedNumber

ERROR = 0.05
"""The chance that anything that is told as shown is not so."""
FRESH = 10_000_000
"""Number of the first game that confirms; races play those from 0 on."""
LOOKS = (8, 1)
"""A confirmation is looked at after an eighth of its games, and after all of them."""
TRIES, RACED, COMBINED = 2, 32, 60
"""Edits of a number that are confirmed; combinations that race; single edits that are combined."""
FIRST = 32
"""Games of the first round of a race at least, else a 256th of those that confirm.

So many times more as there are cards whose worth is wanted: a game tells of one of them.
"""


class Goal(StrEnum):
    """What can be wanted: seats, piles, ends and worth as shares of the games, length in rounds."""

    SEATS = "seats"
    LENGTH = "length"
    PILES = "piles"
    ENDS = "ends"
    WORTH = "worth"


@dataclass(frozen=True, slots=True)
class WantedFigure:
    """A whole number of each game whose mean, in ``unit``, is wanted from ``low`` to ``high``.

    ``of`` is the seat (from 1), the pile or the card. It is at most ``reach`` from 0 (None: nobody
    knows). Of seats it is how far one is above an equal share of the wins, times the number of
    people; of cards what it brings to be able to choose it, in some games in which somebody did.
    """

    want: Goal
    low: float
    high: float
    of: str | int = ""
    unit: int = 1
    reach: int | None = 1

    def off(self, value: float) -> float:
        """How far a mean is from the middle of what is wanted, in halves of its range."""
        return (2 * value - self.low - self.high) / (self.high - self.low)


_BOUND = re.compile(r"(\d+(?:\.\d+)?) ?%?|(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)")
EVERYTHING = tuple(WantedFigure(one, -0.01, 0.01) for one in Goal if one is not Goal.WORTH)
"""All that one game tells."""
USUAL: Mapping[str, str] = dict.fromkeys((Goal.SEATS, Goal.PILES, Goal.ENDS), "1%")
"""What is wanted where nothing is said; that games end always is."""


def read_wanted(texts: Mapping[str, str]) -> tuple[WantedFigure, ...]:
    """What is wanted, by texts such as ``1%`` (of a length ``10..14``) for names of :class:`Goal`.

    Raises:
        UsageError: a text or a name is none.
    """
    asked: dict[str, str] = {Goal.ENDS: "1%", **(texts or USUAL)}
    return tuple(_limit(name, text or "1%") for name, text in asked.items())


def _limit(name: str, text: str) -> WantedFigure:
    if name not in list(Goal):
        raise UsageError(f"{name!r} cannot be wanted", f"what can: {', '.join(Goal)}")
    found, is_length = _BOUND.fullmatch(text), name == Goal.LENGTH
    if found and is_length and found[2] and float(found[2]) < float(found[3]):
        return WantedFigure(Goal.LENGTH, float(found[2]), float(found[3]), reach=None)
    if found and not is_length and found[1] and 0 < float(found[1]) <= 100:
        return WantedFigure(Goal(name), -float(found[1]) / 100, float(found[1]) / 100)
    example = "rounds from least to most: 10..14" if is_length else "per cent of games: 1%"
    raise UsageError(f"{name}={text} is no bound", f"write {example}")


def measure(line: TrialLine, wanted: Sequence[WantedFigure]) -> Iterator[WantedFigure]:
    """What of all that is wanted can be measured at a line, seat by seat and pile by pile.

    Piles that end the game or are made anew may run out. Of two people one is enough.
    """
    game, frame = line.plan.game, line.frame
    people = frame.people
    seats = people[: len(people) - (len(people) < 3)]
    dry = {one.id for one in game.piles if one.when_empty in (WhenEmpty.STOP, WhenEmpty.UNSTATED)}
    by_round = game.play is not None and bool(game.play.round)
    for one in wanted:
        if one.want is Goal.SEATS:
            most = len(people) - 1
            yield from (replace(one, of=seat + 1, unit=most + 1, reach=most) for seat in seats)
        elif one.want is Goal.PILES:
            yield from (replace(one, of=pile.id) for pile in frame.piles if pile.id in dry)
        elif one.want is Goal.WORTH:
            yield from (replace(one, of=card) for card in frame.cards)
        elif one.want is Goal.LENGTH:
            yield replace(one, unit=1 if by_round else len(frame.seats), reach=None)
        else:
            yield one


def _read(
    base: PassingBase | None, game: PlayedGame, frame: Frame, measured: WantedFigure
) -> int | None:
    """What is measured of a game; a pile counts that was dry before the last turn.

    Of all cards one a game is passed over; None of the others, and where nobody chose it.
    """
    match measured.want:
        case Goal.WORTH:
            card = frame.cards.index(str(measured.of))
            if base is None or card != base.index % len(frame.cards):
                return None
            seat = next((one for one in frame.people if base.chose(one, (card,))), None)
            change = None if seat is None else base.change_for(seat, (card,))
            return change and change[1]
        case Goal.SEATS:
            people, winners = frame.people, game.outcome.winners
            won = [seat + 1 for seat in people if seat in winners]
            return len(people) * (measured.of in won) - len(won)
        case Goal.LENGTH:
            return game.turns
        case Goal.PILES:
            gauges = zip(frame.piles, game.tally.gauges, strict=True)
            return sum(one.id == measured.of and 0 < at.first < game.turns for one, at in gauges)
        case Goal.ENDS:
            return int(not game.outcome.finished)


@dataclass(slots=True)
class SideSums(Sums):
    """Of each version what was measured, in pairs with the game as it is."""

    sides: list[PairSums]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Versions of the game of a plan, which play on the same luck beside it, as a job."""

    sums: ClassVar[type[SideSums]] = SideSums

    plan: Plan
    versions: tuple[Game, ...]
    measured: tuple[WantedFigure, ...]

    def key(self) -> str:
        """A hash of all that the games depend on."""
        return digest_of("tune", *map(key_of, self._plans), self.measured)

    @property
    def _plans(self) -> list[Plan]:
        """That of the game as it is, unless it plays alone, and those of the versions."""
        others = [replace(self.plan, game=one) for one in self.versions]
        return others if self.versions[0] is self.plan.game else [self.plan, *others]

    def prepare(self) -> Run[SideSums]:
        """Prepare the table of each version."""
        tables = [(plan, prepare(plan)) for plan in self._plans]
        quiet = Sampler(tables[0][1].frame, [], False)
        passes = any(one.want is Goal.WORTH for one in self.measured)

        def play(plan: Plan, prepared: Prepared, index: int) -> list[int | None]:
            if not passes:
                game, base = play_one(plan, prepared, index, quiet), None
            else:
                with faults_told(plan, index):
                    base = PassingBase(plan, prepared, index)
                game = base.played
            return [_read(base, game, prepared.frame, one) for one in self.measured]

        def run(start: int, stop: int) -> SideSums:
            sums = SideSums([PairSums([{} for _ in self.measured]) for _ in self.versions])
            for index in range(start, stop):
                values = [play(*table, index) for table in tables]
                for side, now in zip(reversed(sums.sides), reversed(values), strict=False):
                    side.add(index, values[0], now, same=False)
            return sums

        return run


def interval(counts: Mapping[int, int], reach: int | None, chance: float) -> tuple[float, float]:
    """An interval for a mean that misses it by ``chance``; 0 of nothing.

    The normal one with half of z squared added at either end of what can be, as Agresti and Coull
    do for shares (*Approximate is better than "exact"*, The American Statistician 52, 1998): what
    was never seen is not taken for impossible. Without ``reach`` the ends are one beyond the seen.
    """
    if not counts:
        return 0.0, 0.0
    z = NormalDist().inv_cdf(1 - chance / 2)
    low, high = (min(counts) - 1, max(counts) + 1) if reach is None else (-reach, reach)
    low = max(low, 0) if min(counts) >= 0 else low
    weights = [*counts.items(), (low, z * z / 2), (high, z * z / 2)]
    total = sum(times for _, times in weights)
    middle = sum(value * times for value, times in weights) / total
    half = z * sqrt(sum(times * (value - middle) ** 2 for value, times in weights)) / total
    return middle - half, middle + half


class Met(StrEnum):
    """What was shown of something wanted."""

    MET = "met"
    OPEN = "undecided"
    MISSED = "not met"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is measured of a version at a line, and on the same luck of the game as it is.

    The interval is that of ``now`` where a version was confirmed, else that of the shift.
    """

    edits: NumberEdits
    line: TrialLine
    measured: WantedFigure
    before: float
    now: float
    low: float
    high: float

    @property
    def verdict(self) -> Met:
        """Whether it is shown to be as wanted."""
        low, high = self.measured.low, self.measured.high
        if low <= self.low and self.high <= high:
            return Met.MET
        return Met.MISSED if self.high < low or high < self.low else Met.OPEN

    @property
    def size(self) -> float:
        """The least that the shift is shown to be, in halves of the range that is wanted."""
        least = 0 if self.low <= 0 <= self.high else min(abs(self.low), abs(self.high))
        return 2 * least / (self.measured.high - self.measured.low)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A version that played so many games of each line on fresh luck, and what they show."""

    edits: NumberEdits
    games: int
    shown: tuple[Estimate, ...]

    @property
    def verdict(self) -> Met:
        """Whether all that is wanted is shown to be met, or anything not to be."""
        return max((one.verdict for one in self.shown), key=list(Met).index)

    @property
    def rank(self) -> tuple[int, float]:
        """The lower, the better."""
        worst = max(abs(one.measured.off(one.now)) for one in self.shown)
        return list(Met).index(self.verdict), worst


@dataclass(frozen=True, slots=True)
class Tuning:
    """As it is and the best with each number of edits; what each number moves most; all tried."""

    front: tuple[Confirmed, ...]
    effects: tuple[Estimate, ...]
    tried: int

    @property
    def proposal(self) -> NumberEdits:
        """The fewest edits with which all that is wanted is met, if any are needed and found."""
        return self.front[-1].edits if self.front[-1].verdict is Met.MET else ()


@dataclass(slots=True)
class _Version:
    """What was counted of a version so far, by lines."""

    edits: NumberEdits
    sums: list[PairSums] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.sums[0].games if self.sums else 0


Lines: TypeAlias = "Sequence[tuple[TrialLine, tuple[WantedFigure, ...]]]"


@dataclass(slots=True)
class Tuner:
    """Plays versions of a game; so many ``games`` at most confirm one.

    ``watch`` is told how many games each stage has, and gives who counts them.
    """

    lines: Lines
    variants: GameVariants
    config: RunConfig
    watch: Callable[[int, str], Counter]
    games: int
    tried: int = 0

    def tune(self, varied: Sequence[VariedNumber], most: int) -> Tuning:
        """Look for the fewest edits that do it, unless nothing is shown to be missed.

        Raises:
            GameFaultError: a version fails as it is played.
        """
        share = ERROR / (1 + TRIES * most) / len(LOOKS)
        front, singles = [self.confirm((), share)], list[_Version]()
        for number in range(1, min(most, len(varied)) + 1):
            if front[0].verdict is not Met.MISSED or front[-1].verdict is Met.MET:
                break
            if number == 1:
                every = (((one, to),) for one, others in varied for to in others)
                ranked = singles = self._race(every)
            else:
                ranked = self._race(self._combine(singles, number))
            tries = list[Confirmed]()
            for one in ranked[:TRIES]:
                if not tries or tries[-1].verdict is not Met.MET:
                    tries.append(self.confirm(one.edits, share))
            front += sorted(tries, key=lambda one: one.rank)[:1]
        effects: dict[str, Estimate] = {}
        for shift in sorted(self._shifts(singles), key=lambda one: -one.size):
            effects.setdefault(shift.edits[0][0].name, shift)
        return Tuning(tuple(front), tuple(effects.values()), self.tried)

    def sweep(self, varied: VariedNumber) -> list[Estimate]:
        """What each other value of a number shifts, on the same luck."""
        number, others = varied
        versions = [_Version(((number, to),)) for to in others]
        self._play(versions, self.games, f"{len(versions)} values")
        return list(self._shifts(versions))

    def confirm(self, edits: NumberEdits, share: float) -> Confirmed:
        """Play a version on fresh luck until it is known, or to the last game.

        ``share`` is the chance to err of one look at it.
        """
        version = _Version(edits)
        chance = share / sum(len(measured) for _, measured in self.lines)
        for look in LOOKS:
            self._play([version], self.games // look, "confirming", alone=True)
            shown = self._estimates(version, chance, is_shift=False)
            done = Confirmed(edits, version.games, tuple(shown))
            if done.verdict is not Met.OPEN:
                break
        return done

    def _estimates(
        self, version: _Version, chance: float = 1, is_shift: bool = True
    ) -> Iterator[Estimate]:
        for (line, measured), sums in zip(self.lines, version.sums, strict=True):
            for one, seen in zip(measured, sums.values, strict=True):
                reach, counts = one.reach, marginal(seen, now=True)
                means = (mean(marginal(seen, now=False)) / one.unit, mean(counts) / one.unit)
                if is_shift:
                    reach, counts = reach and 2 * reach, count(seen, lambda old, new: new - old)
                ends = (end / one.unit for end in interval(counts, reach, chance))
                yield Estimate(version.edits, line, one, *means, *ends)

    def _shifts(self, versions: Sequence[_Version]) -> Iterator[Estimate]:
        spots = sum(len(measured) for _, measured in self.lines)
        for version in versions:
            yield from self._estimates(version, ERROR / len(versions) / spots)

    def _play(
        self, versions: Sequence[_Version], games: int, what: str, alone: bool = False
    ) -> None:
        """Let versions play on up to so many games: beside the game as it is, or one by itself."""
        done = versions[0].games
        made = tuple(self.variants.build(one.edits) for one in versions)
        start, base = (FRESH, made[0]) if alone else (0, self.variants.build(()))
        tasks = [
            TrialTask(SideBySide(plan, made, measured), start + done, start + games)
            for line, measured in self.lines
            for plan in (replace(line.plan, game=base),)
        ]
        counted = self.watch(len(tasks) * (games - done), what)
        played = list(run_tasks(tasks, self.config.with_progress(counted)))
        for at, version in enumerate(versions):
            own = [sums.sides[at] for sums in played]
            for mine, more in zip(version.sums, own, strict=False):
                mine.merge(more)
            version.sums = version.sums or own

    def _race(self, coming: Iterable[NumberEdits]) -> list[_Version]:
        """All versions, the best first."""
        alive, lost = [_Version(edits) for edits in coming], list[_Version]()
        self.tried += len(alive)
        cards = max(sum(one.want is Goal.WORTH for one in measured) for _, measured in self.lines)
        games = max(min(FIRST, self.games), self.games // 256) * max(cards, 1)
        while True:
            self._play(alive, games, f"{len(alive)} versions race")
            alive.sort(key=self._rank)
            games *= 2
            half = max(len(alive) // 2, TRIES)
            if len(alive) <= half or games > self.games // 4:
                return alive + lost
            alive, lost = alive[:half], alive[half:] + lost

    def _rank(self, version: _Version) -> tuple[float, float]:
        missed = _miss(one.measured.off(one.now) for one in self._estimates(version))
        far = sum(abs(to - one.value) / (1 + abs(one.value)) for one, to in version.edits)
        return round(missed, 2), far

    def _combine(self, singles: Sequence[_Version], number: int) -> list[NumberEdits]:
        """The combinations that come nearest if what their edits did alone adds up."""
        start = [one.measured.off(one.before) for one in self._estimates(singles[0])]
        known = [
            (one, [each.measured.off(each.now) - each.measured.off(each.before) for each in alone])
            for one in singles[:COMBINED]
            for alone in (self._estimates(one),)
        ]
        found: list[tuple[float, NumberEdits]] = []
        for chosen in combinations(known, number):
            edits = tuple(edit for one, _ in chosen for edit in one.edits)
            if len({one.name for one, _ in edits}) == number:
                moved = zip(start, *(moves for _, moves in chosen), strict=True)
                found.append((_miss(map(sum, moved)), edits))
        return [edits for _, edits in sorted(found, key=lambda one: one[0])[:RACED]]


def _miss(offs: Iterable[float]) -> float:
    """How far all means together are from the inner half of what is wanted."""
    return float(sum(max(0.0, abs(off) - 0.5) ** 2 for off in offs))
