"""A comparison: both sides play the same luck until every figure is known, or to a budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from validator.findings import UsageError
from validator.play.modules import Plan, prepare
from validator.simulation.chunks import Run, TrialTask, digest_of
from validator.simulation.margins import BUDGET, MARGINS, Family
from validator.simulation.pairs import (
    ComparedLine,
    FigureKind,
    FigureSheet,
    FirstDifference,
    Meeting,
    PairSums,
    efficiency,
    find_misaligned,
    first_difference,
    no_pairs,
    same_course,
)
from validator.simulation.sampler import Sampler
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.trials import key_of, play_one
from validator.simulation.verdicts import ERROR, FAMILIES, PILOT, Evidence, Judged, Verdict, looks


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
                sums.add(index, old.read(before), new.read(now), same_course(before, now))
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
