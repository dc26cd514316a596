"""From sums of pairs to verdicts: both sides play the same luck until every figure is known."""

from __future__ import annotations

import operator
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import exp, inf, log, log1p
from typing import ClassVar

from validator.catalogue.words.language import mark_sentence
from validator.findings import UsageError
from validator.play.modules import Plan, prepare
from validator.simulation.chunks import Run, TrialTask, digest_of
from validator.simulation.margins import BUDGET, MARGINS, Family
from validator.simulation.pairs import (
    ComparedLine,
    FigureKind,
    FigureSheet,
    FirstDifference,
    GameFigure,
    Meeting,
    Pairs,
    PairSums,
    clip_difference,
    count,
    differences,
    each,
    efficiency,
    find_misaligned,
    first_difference,
    marginal,
    no_pairs,
)
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import mean
from validator.simulation.totals import Sampler
from validator.simulation.trials import key_of, play_one

# Intervals for a mean that hold at any time, by betting against what it might be.
#
# Whoever claims that the mean of bounded values is at most ``m`` offers a fair bet: a stake of the
# share ``c`` of one's wealth is worth ``1 - c + c * x / m`` after a value ``x``, both counted from
# the lower bound. Were the claim true, wealth would not grow on average, and the chance that it
# *ever* grows to ``1 / alpha`` is at most ``alpha`` (Ville's inequality). So one may look after
# every game and stop when one likes; the interval holds what no bettor got rich against.
#
# The method is that of I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random
# variables by betting", Journal of the Royal Statistical Society B 86 (2024). Of the strategies
# there this is a fixed mixture of constant stakes: half the wealth is bet on a higher mean, half
# on a lower one, each spread evenly over ``STAKES``. The wealth then depends on how often each
# value came and not on the order, so that parts of a run add up, and it is monotone in ``m``, so
# that the bound is found by halving.
#
# Values are counted in a mapping from value to how often it came.


Counts = Mapping[int, int]

STAKES = tuple(0.98 * 2 ** (-at / 2) for at in range(18))
"""Shares of the wealth that are bet: 0.98 down to 0.0027, each the next one over the root of 2.

Large stakes find large shifts within tens of games, small ones small shifts within millions. None
is 1: the bettor must not be ruined by one value.
"""
HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Bounded:
    """Values between ``low`` and ``high``, and the chance ``alpha`` to err about their mean.

    ``alpha`` is shared by both sides of the mean.
    """

    low: float
    high: float
    alpha: float

    def above(self, counts: Counts, at: float) -> bool:
        """Tell whether it is shown that the mean is higher than ``at``."""
        if at < self.low:
            return True
        return at < self.high and self._refutes(self._from_low(counts), at - self.low)

    def below(self, counts: Counts, at: float) -> bool:
        """Tell whether it is shown that the mean is lower than ``at``."""
        return Bounded(-self.high, -self.low, self.alpha).above(_turn(counts), -at)

    def interval(self, counts: Counts) -> tuple[float, float]:
        """The means that nothing was shown against; from ``low`` to ``high`` without values."""
        turned = Bounded(-self.high, -self.low, self.alpha)
        return self._lowest(counts), -turned._lowest(_turn(counts))

    def _refutes(self, shifted: list[tuple[float, int]], mean: float) -> bool:
        """Tell whether somebody got rich who bet on more than ``mean``; both count from 0."""
        return _log_wealth(shifted, mean) >= log(2 / self.alpha)

    def _from_low(self, counts: Counts) -> list[tuple[float, int]]:
        return [(value - self.low, times) for value, times in counts.items() if times]

    def _lowest(self, counts: Counts) -> float:
        """The lowest mean that nothing was shown against."""
        shifted = self._from_low(counts)
        games = sum(times for _, times in shifted)
        if not games:
            return self.low
        # at the mean that was seen no stake has won, at the lower bound every one has
        low, high = 0.0, sum(value * times for value, times in shifted) / games
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if middle > 0 and self._refutes(shifted, middle):
                low = middle
            else:
                high = middle
        return self.low + low


def _turn(counts: Counts) -> Counts:
    return {-value: times for value, times in counts.items()}


def _log_wealth(shifted: list[tuple[float, int]], mean: float) -> float:
    """The logarithm of what a unit has become that was bet on more than ``mean``; both from 0."""
    if mean <= 0:
        return inf if any(value > 0 for value, _ in shifted) else 0.0
    gains = [(value / mean - 1, times) for value, times in shifted]
    logs = [sum(times * log1p(stake * gain) for gain, times in gains) for stake in STAKES]
    top = max(logs)
    return top + log(sum(exp(one - top) for one in logs) / len(logs))


# From sums of pairs to verdicts: each figure's shift, its interval, and what it means.
#
# The first ``PILOT`` games of a table set the bounds of the figures that have none by themselves
# (length, scores, cards) and are not counted. The chance of any false alarm in a whole comparison
# is ``ERROR``: it is shared out over the lines (a table and its players), there over the families
# of figures by ``WEIGHTS``, and in a family evenly (Bonferroni's inequality). So every interval of
# a comparison holds, all at the same time and at any time, with 95 %.


ERROR = 0.05
"""The chance that a comparison of two versions that play alike tells any shift."""
PILOT = 64
"""Games that set the bounds and are not counted."""
REACH = 4
"""Bounds lie beyond what these games showed by its spread over this, and not below 0 if they did
not; a value beyond counts as the bound itself, on both sides alike, and is made up for: the
interval is wider by how often that may happen, times the farthest that a pair was seen beyond."""
RARE = 0.1
"""The share of the chance to err that goes to how often pairs lie beyond their bounds."""


FAMILIES: Mapping[FigureKind, Family] = {
    FigureKind.WINS: Family.WINS,
    FigureKind.LEAD: Family.WINS,
    FigureKind.STALLS: Family.PILES,
    FigureKind.LENGTH: Family.LENGTH,
    FigureKind.SCORE: Family.SCORES,
    FigureKind.PILE: Family.PILES,
    FigureKind.DRAWN: Family.CARDS,
    FigureKind.PLAYED: Family.CARDS,
}
WEIGHTS: Mapping[Family, int] = {
    Family.WINS: 8,
    Family.LENGTH: 2,
    Family.SCORES: 2,
    Family.PILES: 2,
    Family.CARDS: 2,
}
"""How the chance to err is shared out: half of it goes to what one asks first."""
QUALITY = 0.2
"""The share of a seat's chance that goes to whether its shift is for the better."""


class Verdict(StrEnum):
    """What a comparison says of a figure."""

    WORSE = mark_sentence("worse", context="verdict")
    BETTER = mark_sentence("better", context="verdict")
    HIGHER = mark_sentence("higher", context="verdict")
    LOWER = mark_sentence("lower", context="verdict")
    SAME = mark_sentence("practically the same", context="verdict")
    UNDECIDED = mark_sentence("undecided", context="verdict")

    @property
    def differs(self) -> bool:
        """Tell whether a shift was shown."""
        return self not in (Verdict.SAME, Verdict.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Measure:
    """How one figure is judged: values from ``low`` to ``high``, the chance to err, the margin."""

    figure: GameFigure
    low: int
    high: int
    alpha: float
    margin: float

    @property
    def bounds(self) -> Bounded:
        """How differences of this figure are bounded.

        Wins leave a part of the chance to leads, what has no bounds by itself to what lies beyond.
        """
        reach = self.high - self.low
        left = {FigureKind.WINS: QUALITY, FigureKind.STALLS: 0.0, FigureKind.PILE: 0.0}.get(
            self.figure.kind, RARE
        )
        return Bounded(-reach, reach, self.alpha * (1 - left))

    def excess(self, pairs: Pairs) -> tuple[float, float]:
        """By how much at most the mean difference is lower, and higher, than of bounded values.

        Either is how often pairs may lie beyond the bounds, times the farthest that was seen.
        """
        missed = [
            (now - before - clip_difference(before, now, self.low, self.high), times)
            for before, now, times in each(pairs)
        ]
        return self._farther([(-one, times) for one, times in missed]), self._farther(missed)

    def _farther(self, missed: Sequence[tuple[int, int]]) -> float:
        farthest = max((excess for excess, _ in missed), default=0)
        if farthest <= 0:
            return 0.0
        games = sum(times for _, times in missed)
        seen = sum(times for excess, times in missed if excess > 0)
        rare = Bounded(0, 1, self.alpha * RARE)
        return float(farthest * rare.interval({0: games - seen, 1: seen})[1])


@dataclass(frozen=True, slots=True)
class Judged:
    """A figure of both sides: means, the shift with its interval, the verdict.

    ``beyond`` is how many values lay beyond the bounds; the interval makes up for them.
    """

    measure: Measure
    before: float
    now: float
    shift: float
    low: float
    high: float
    verdict: Verdict
    beyond: int

    @property
    def figure(self) -> GameFigure:
        """What was judged."""
        return self.measure.figure


def measures(
    figures: Sequence[GameFigure], pilot: PairSums, alpha: float, margins: Mapping[Family, float]
) -> tuple[Measure, ...]:
    """How each figure of a line is judged, by its first games; ``alpha`` is the line's chance.

    Without points (nobody ever had more than 1) scores are not judged.
    """
    seen = dict(zip(figures, pilot.values, strict=True))
    scores = [pairs for figure, pairs in seen.items() if figure.kind is FigureKind.SCORE]
    has_points = any(abs(value) > 1 for pairs in scores for value in _values(pairs))
    left_out = {FigureKind.LEAD} if has_points else {FigureKind.LEAD, FigureKind.SCORE}
    judged = [one for one in figures if one.kind not in left_out]
    members = Counter(FAMILIES[one.kind] for one in judged)
    share = alpha / sum(WEIGHTS[one] for one in members)
    return tuple(
        _measure(one, seen[one], share * WEIGHTS[family] / members[family], margins[family])
        for one in judged
        for family in (FAMILIES[one.kind],)
    )


def _measure(figure: GameFigure, seen: Pairs, alpha: float, percent: float) -> Measure:
    if figure.kind in (FigureKind.WINS, FigureKind.STALLS, FigureKind.PILE):
        return Measure(figure, 0, 1, alpha, percent / 100)
    values = _values(seen)
    least, most = min(values, default=0), max(values, default=0)
    reach = max(most - least, 1)
    beyond = -(-reach // REACH)
    low, high = least - beyond, most + beyond
    if least >= 0:
        low = max(low, 0)
    if figure.kind is FigureKind.SCORE:
        return Measure(figure, low, high, alpha, reach * percent / 100)
    margin = percent / 100
    if figure.kind is FigureKind.LENGTH:
        margin *= mean(marginal(seen, False))
    return Measure(figure, low, high, alpha, margin)


def _judge(measure: Measure, seen: Mapping[GameFigure, Pairs], silent: Collection[str]) -> Judged:
    pairs = seen[measure.figure]
    before, now = mean(marginal(pairs, False)), mean(marginal(pairs, True))
    low, high = measure.bounds.interval(differences(pairs, measure.low, measure.high))
    lower, higher = measure.excess(pairs)
    return Judged(
        measure,
        before,
        now,
        now - before,
        low - lower,
        high + higher,
        _verdict(measure, seen, silent),
        sum(
            times * sum(not measure.low <= value <= measure.high for value in (old, new))
            for old, new, times in each(pairs)
        ),
    )


def _verdict(
    measure: Measure, seen: Mapping[GameFigure, Pairs], silent: Collection[str]
) -> Verdict:
    pairs = seen[measure.figure]
    bounded, margin, (lower, higher) = measure.bounds, measure.margin, measure.excess(pairs)
    shifts = differences(pairs, measure.low, measure.high)
    if bounded.above(shifts, lower - margin) and bounded.below(shifts, margin - higher):
        return Verdict.SAME
    rises, falls = bounded.above(shifts, lower), bounded.below(shifts, -higher)
    if not rises and not falls:
        return Verdict.UNDECIDED
    figure = measure.figure
    if figure.kind is FigureKind.STALLS or (figure.kind is FigureKind.PILE and figure.of in silent):
        return Verdict.WORSE if rises else Verdict.BETTER
    fair = _fairer(measure, seen) if figure.kind is FigureKind.WINS else None
    if fair is not None:
        return Verdict.BETTER if fair else Verdict.WORSE
    return Verdict.HIGHER if rises else Verdict.LOWER


def _fairer(measure: Measure, seen: Mapping[GameFigure, Pairs]) -> bool | None:
    """Tell whether a seat came nearer to an equal share of the wins; None where that is not shown.

    Of its leads ``before`` and ``now``, ``now`` is nearer to 0 where their difference and their sum
    have different signs.
    """
    pairs = seen.get(GameFigure(FigureKind.LEAD, measure.figure.of))
    if pairs is None:
        return None
    reach = 2 * (sum(one.kind is FigureKind.LEAD for one in seen) - 1)
    leads = Bounded(-reach, reach, measure.alpha * QUALITY / 2)
    change = _sign(leads, differences(pairs, -reach, reach))
    signs = change * _sign(leads, count(pairs, operator.add))
    return None if signs == 0 else signs < 0


def _sign(bounded: Bounded, counts: Counts) -> int:
    return int(bounded.above(counts, 0)) - int(bounded.below(counts, 0))


def _values(pairs: Pairs) -> set[int]:
    return {value for before, now, _ in each(pairs) for value in (before, now)}


def looks(games: int) -> Iterator[tuple[int, int]]:
    """Ranges after each of which a line is judged, up to ``games``; the first sets the bounds.

    Each is an eighth of all games before, so that few are played in vain.
    """
    at = 0
    while at < games:
        stop = min(at + max(PILOT, at // 8), games)
        yield at, stop
        at = stop


@dataclass(slots=True)
class Evidence:
    """Pairs of one line, taken in as they are played; ``alpha`` is the line's chance to err.

    Of the piles ``silent`` the rules do not say what when they run out.
    """

    figures: Sequence[GameFigure]
    alpha: float
    margins: Mapping[Family, float]
    silent: Collection[str] = ()
    measures: tuple[Measure, ...] = ()
    pilot: PairSums = field(init=False)
    counted: PairSums = field(init=False)
    is_known: bool = False

    def __post_init__(self) -> None:
        self.pilot = self.counted = no_pairs(self.figures)

    def take(self, sums: PairSums) -> None:
        """Take in the pairs of the next look; those that come when all is known are left aside."""
        if not self.measures:
            self.pilot, self.counted = sums, no_pairs(self.figures)
            self.measures = measures(self.figures, sums, self.alpha, self.margins)
        elif not self.is_known:
            self.counted.merge(sums)
            self.is_known = self._knows()

    def _knows(self) -> bool:
        """Tell whether every figure but those of cards is known.

        Of a seat that can be nearer to an equal share of the wins it is to be known whether it is.
        """
        seen = self._seen
        for one in self.measures:
            if FAMILIES[one.figure.kind] is not Family.CARDS:
                open_still = {Verdict.UNDECIDED}
                lead = GameFigure(FigureKind.LEAD, one.figure.of)
                if one.figure.kind is FigureKind.WINS and lead in seen:
                    open_still |= {Verdict.HIGHER, Verdict.LOWER}
                if _verdict(one, seen, self.silent) in open_still:
                    return False
        return True

    @property
    def judged(self) -> tuple[Judged, ...]:
        """Every figure as it stands."""
        seen = self._seen
        return tuple(_judge(one, seen, self.silent) for one in self.measures)

    @property
    def _seen(self) -> dict[GameFigure, Pairs]:
        return dict(zip(self.figures, self.counted.values, strict=True))

    @property
    def games(self) -> int:
        """Pairs that were played, those that set the bounds among them."""
        return self.pilot.games + self.counted.games

    @property
    def same(self) -> int:
        """Pairs that went the same way on both sides."""
        return self.pilot.same + self.counted.same

    @property
    def other(self) -> int:
        """The number of the first pair that did not, -1 where there is none."""
        return self.pilot.other if self.pilot.other >= 0 else self.counted.other


@dataclass(frozen=True, slots=True)
class PairJob:
    """Pairs of games of one line, as a job that is shared out."""

    sums: ClassVar[type[PairSums]] = PairSums

    before: Plan
    now: Plan
    sheets: tuple[FigureSheet, FigureSheet]

    def key(self) -> str:
        """A hash of all that both sides depend on."""
        return digest_of("pairs", key_of(self.before), key_of(self.now))

    def prepare(self) -> Run[PairSums]:
        """Prepare both tables."""
        tables = [prepare(plan) for plan in (self.before, self.now)]
        quiet = [Sampler(table.frame, [], False) for table in tables]
        old, new = self.sheets

        def run(start: int, stop: int) -> PairSums:
            sums = no_pairs(new.figures)
            for index in range(start, stop):
                before = play_one(self.before, tables[0], index, quiet[0])
                now = play_one(self.now, tables[1], index, quiet[1])
                sums.add(index, old.read(before), new.read(now), before.course == now.course)
            return sums

        return run


@dataclass(frozen=True, slots=True)
class ComparisonRules:
    """How far a comparison goes: pairs at most on each line, and margins in per cent."""

    games: int = BUDGET
    margins: Mapping[Family, float] = field(default_factory=lambda: MARGINS)


@dataclass(frozen=True, slots=True)
class LineResult:
    """What came of one line.

    ``games`` were played on each side, the first ``PILOT`` of them not counted; ``same`` of all
    went the same way. ``gain`` is the efficiency of pairing by family, None where no pair differed.
    """

    line: ComparedLine
    games: int
    same: int
    judged: tuple[Judged, ...]
    is_known: bool
    gain: Mapping[Family, float | None]
    first: FirstDifference | None
    misaligned: tuple[str, ...]

    def of(self, *families: Family) -> tuple[Judged, ...]:
        """The figures of some families."""
        return tuple(one for one in self.judged if FAMILIES[one.figure.kind] in families)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions compared, line by line."""

    meeting: Meeting
    rules: ComparisonRules
    results: tuple[LineResult, ...]

    def verdicts(self) -> Iterator[Verdict]:
        """The verdict of every figure."""
        return (one.verdict for result in self.results for one in result.judged)


PROBED = 256
"""Pairs of each line that are played to see how many a comparison needs."""
SURE = 1.6449
"""Standard errors below its mean in which 95 of 100 samples lie (one-sided)."""
MOST_NEEDED = 10_000_000


def probe(met: Meeting, config: RunConfig = SERIAL) -> list[PairSums]:
    """Some pairs of each line, from which :func:`count_needed` reckons."""
    jobs = [PairJob(line.before, line.now, line.sheets) for line in met.lines]
    return list(run_tasks([TrialTask(job, 0, PROBED) for job in jobs], config))


def count_needed(line: ComparedLine, probed: PairSums, alpha: float, shift: float) -> list[int]:
    """Games after which a seat that wins ``shift`` (0 to 1) more is told in 95 of 100 comparisons.

    Two numbers: with as many games that go the same way as in ``probed``, and with none; of the
    seat that takes most, ``MOST_NEEDED`` at most. ``alpha`` is the line's chance to err.
    """
    figures = line.sheets[1].figures
    needed = [PILOT, PILOT]
    seen = dict(zip(figures, probed.values, strict=True))
    for measure in measures(figures, probed, alpha, MARGINS):
        if measure.figure.kind is FigureKind.WINS:
            pairs = seen[measure.figure]
            turned = sum(times for old, new, times in each(pairs) if old != new) / PROBED
            won = mean(marginal(pairs, False))
            for at, differ in enumerate((turned / 2, won * (1 - won))):
                needed[at] = max(needed[at], _reckon_games(measure.bounds, differ, shift))
    return needed


def _reckon_games(bounds: Bounded, differ: float, shift: float) -> int:
    """Games that tell a shift where so many pairs differ in either direction without it."""
    games = float(PILOT)
    while games < MOST_NEEDED:
        games *= 1.05
        spread = max(2 * differ + shift - shift**2, 0.0)
        short = SURE * (spread / games) ** 0.5 / 2  # a sample as poor as one of twenty is
        more, less = games * (differ + shift - short), games * (differ + short)
        counts = {1: round(more), -1: round(less), 0: round(games - more - less)}
        if more > less and counts[0] >= 0 and bounds.above(counts, 0):
            return round(games) + PILOT
    return MOST_NEEDED


def compare(met: Meeting, rules: ComparisonRules, config: RunConfig = SERIAL) -> Comparison:
    """Play all lines and judge them; the same however they are run.

    Raises:
        UsageError: the budget is smaller than what sets the bounds.
        GameFaultError: a rules module fails.
    """
    if rules.games <= PILOT:
        raise UsageError(f"{rules.games} games are too few", f"play more than {PILOT}")
    gathered = [
        Evidence(line.sheets[1].figures, ERROR / len(met.lines), rules.margins, line.silent)
        for line in met.lines
    ]
    handed: deque[Evidence] = deque()

    def tasks() -> Iterator[TrialTask[PairSums]]:
        """The looks of each line until it is known; ``handed`` is told whose each one is."""
        for line, evidence in zip(met.lines, gathered, strict=True):
            job = PairJob(line.before, line.now, line.sheets)
            for start, stop in looks(rules.games):
                if evidence.is_known:
                    config.progress(rules.games - start)
                    break
                handed.append(evidence)
                yield TrialTask(job, start, stop)

    for sums in run_tasks(tasks(), config):
        handed.popleft().take(sums)
    pairs = zip(met.lines, gathered, strict=True)
    return Comparison(met, rules, tuple(_result(*pair) for pair in pairs))


def _result(line: ComparedLine, evidence: Evidence) -> LineResult:
    parted = evidence.other >= 0
    kinds = {
        Family.WINS: FigureKind.WINS,
        Family.LENGTH: FigureKind.LENGTH,
        Family.SCORES: FigureKind.SCORE,
    }
    counted = list(zip(evidence.figures, evidence.counted.values, strict=True))
    return LineResult(
        line,
        evidence.games,
        evidence.same,
        evidence.judged,
        evidence.is_known,
        {
            family: efficiency(pairs for figure, pairs in counted if figure.kind is kind)
            for family, kind in kinds.items()
        },
        first_difference(line.before, line.now, evidence.other) if parted else None,
        find_misaligned(line.before, line.now),
    )
