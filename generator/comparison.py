"""A comparison of two versions of a game as a page, as text and as data."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from generator.changes.git_files import commit_of
from generator.changes.revisions import export
from generator.failures import FailedError, WrongUseError
from generator.options import stop_on_errors
from generator.publish.pictures import page_template
from generator.typeset.fonts import font_faces
from generator.upgrade import plan_upgrade, write
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors
from validator.play.replay import replay
from validator.project import find_project
from validator.setup.pieces import table_words
from validator.simulation.compare import Comparison, LineResult
from validator.simulation.margins import Family
from validator.simulation.pairs import (
    ComparedLine,
    FigureKind,
    FirstDifference,
    GameFigure,
    Parting,
)
from validator.simulation.verdicts import ERROR, PILOT, Judged, Verdict

# The two sides of a comparison: which data, rulings and players, and how they are called.
#
# Today's engine plays both sides: of a revision only the data count, not the program of that day.


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """How both sides are called, and the words of the command line that choose them."""

    game: str
    before: str
    now: str
    words: tuple[str, ...]
    seed: int

    def replay(self, result: LineResult) -> str:
        """The command that tells the first game that went another way on both sides."""
        assert result.first is not None
        table = result.line.configuration
        before, now = result.line.policies
        words = ["trilith", "compare", self.game, *self.words]
        words += ["--players", str(table.players), "--bots", str(table.bots), "--policy", now]
        if before != now:
            words += ["--against-policy", before]
        return shlex.join([*words, "--seed", str(self.seed), "--replay", str(result.first.index)])


_SHORT = 10
"""Digits of a commit's id that are shown."""


def of_revision(root: Path, name: str, revision: str) -> tuple[str, Game]:
    """How a revision is called, and the game as it was there.

    Data of an older format are carried over as `trilith upgrade` does it, in a temporary folder.

    Raises:
        RevisionError: there is no such revision.
        WrongUseError: it does not have the game.
        FailedError: today's trilith cannot read its data.
    """
    commit = commit_of(root, revision)
    short = commit[:_SHORT]
    label = short if commit.startswith(revision) else f"{revision} ({short})"
    with export(root, commit) as unpacked:
        folder = unpacked.resolve()
        if name not in game_names(folder):
            raise WrongUseError(f"there is no game {name!r} at {label}; name a later revision")
        game, findings = _load_game(folder, name)
        if game is None:
            write(plan_upgrade(folder, [name]))
            label = f"{label}, carried over to today's format"
            game, findings = _load_game(folder, name)
    if game is None:
        errors = [one for one in findings if one.severity is Severity.ERROR]
        first = f": {errors[0].place}: {errors[0].message}" if errors else ""
        more = f" (and {len(errors) - 1} more errors)" if len(errors) > 1 else ""
        raise FailedError(
            f"the data at {label} cannot be played by today's trilith{first}{more}; compare with a "
            "later revision, or mend a copy of it in a folder and name that: --with FOLDER"
        )
    return label, game


def _load_game(folder: Path, name: str) -> tuple[Game | None, tuple[Finding, ...]]:
    """A game; None where its data have errors."""
    catalogue, findings = load(folder, [name])
    game = catalogue.games.get(name)
    sound = game is not None and game.complete and not has_errors(findings)
    return (game if sound else None), findings


def of_folder(folder: Path, name: str) -> tuple[str, Game]:
    """How another project is called, and its game of that name.

    Raises:
        NotAProjectError: it is none.
        UsageError: it does not have the game.
        DataError: its data have errors.
    """
    root = find_project(folder, Path.cwd())
    catalogue, findings = load(root, [name])
    stop_on_errors(findings)
    return str(folder), catalogue.games[name]


HEADLINES = (Family.WINS, Family.LENGTH, Family.SCORES)
"""Families of which every figure is shown; of the others those that shifted."""
MOST_CARDS = 10
"""So many of the cards that shifted are shown, those that shifted most."""
_RATES = (FigureKind.WINS, FigureKind.STALLS, FigureKind.PILE)
_CARDS = (FigureKind.DRAWN, FigureKind.PLAYED)

CAVEATS = (
    "All intervals hold together and at any time with 95 %: to look again does no harm.",
    "Both sides are played by today's engine; only the data, rulings and players differ.",
    "Players of this kind do not adapt to an edit as people do, and fun is not measured.",
)
"""What is to be kept in mind of every comparison."""


def name_of(figure: GameFigure, result: LineResult) -> str:
    """What a figure is called at a table."""
    game, frame = result.line.now.game, result.line.sheets[1].frame
    older = result.line.before.game
    match figure.kind:
        case FigureKind.WINS:
            return f"wins of seat {int(figure.of) + 1}, {frame.seats[int(figure.of)]}"
        case FigureKind.SCORE:
            return f"score of seat {int(figure.of) + 1}, {frame.seats[int(figure.of)]}"
        case FigureKind.STALLS:
            return "games without an end"
        case FigureKind.PILE:
            names = {one.id: one.name for one in (*older.piles, *game.piles)}
            return f"{names.get(str(figure.of)) or figure.of} runs out"
        case FigureKind.DRAWN | FigureKind.PLAYED:
            names = {one.id: one.name for one in (*older.components(), *game.components())}
            return f"{names.get(str(figure.of), figure.of)}, {figure.kind}"
    return "turns"


def amount(figure: GameFigure, value: float, signed: bool = False) -> str:
    """A mean or a shift as it is written: rates in per cent, cards a hundred games."""
    sign = "+" if signed else ""
    if figure.kind in _RATES:
        return f"{100 * value:{sign}.1f} %"
    if figure.kind in _CARDS:
        return f"{100 * value:{sign}.0f}"
    return f"{value:{sign}.2f}"


def interval(judged: Judged) -> str:
    """The interval of a shift."""
    low, high = (amount(judged.figure, one, signed=True) for one in (judged.low, judged.high))
    return f"{low.removesuffix(' %')} to {high}"


def table_of(result: LineResult) -> str:
    """A table with its players, in words."""
    table = result.line.configuration
    return f"{table_words(table.players, table.bots)}, {result.line.policy}"


def gains(result: LineResult) -> str:
    """What it was worth to play both sides on the same luck."""
    if result.same == result.games:
        return "no game differs: the change does not show here"
    known = [
        f"{gain:,.{1 if gain < 10 else 0}f} for {family}"
        for family in HEADLINES
        if result.of(family) and (gain := result.gain[family]) is not None
    ]
    if not known:
        return "wins, length and scores are the same in every game"
    return f"with luck of its own each side would need so many times the games: {', '.join(known)}"


def piles_shown(result: LineResult) -> tuple[Judged, ...]:
    """The piles and endings that shifted, or that may have."""
    found = result.of(Family.PILES)
    return tuple(one for one in found if one.verdict is not Verdict.SAME and one.shift != 0)


def piles_told(result: LineResult) -> str:
    """How many piles and endings came out how."""
    piles = result.of(Family.PILES)
    counts = verdict_counts(one.verdict for one in piles)
    return f"piles that run out, and games without an end: {counts}"


def cards_that_shift(result: LineResult) -> tuple[Judged, ...]:
    """The cards that were shown to shift, the largest shift first."""
    found = [one for one in result.of(Family.CARDS) if one.verdict.differs]
    return tuple(sorted(found, key=lambda one: (-abs(one.shift), str(one.figure.of))))


def cards_told(result: LineResult) -> str:
    """How many figures of cards came out how."""
    cards = result.of(Family.CARDS)
    return f"cards, each drawn and played: {verdict_counts(one.verdict for one in cards)}"


def verdict_counts(verdicts: Iterable[Verdict]) -> str:
    """How many verdicts of each kind there are."""
    seen = Counter(verdicts)
    return ", ".join(f"{seen[one]} {one}" for one in Verdict if seen[one]) or "nothing to judge"


def part_at(first: FirstDifference) -> str:
    """Where the first game that went another way did so."""
    where = {
        Parting.SETUP: "at the set-up",
        Parting.DECISION: f"on turn {first.turn}",
        Parting.END: f"only at the end, after {first.turn} turns",
    }
    return f"game {first.index} is the first that went another way, {where[first.parting]}"


def how_it_ended(result: LineResult) -> str:
    """How far a line went and why it stopped."""
    why = "all is known" if result.is_known else "the budget is spent"
    return f"{result.games:,} games on the same luck, {result.same:,} went the same way; {why}"


def notes(comparison: Comparison) -> Sequence[str]:
    """What else is to be told: tables that only one side has."""
    met = comparison.meeting
    return [
        *(f"only before: the table {table}, not compared" for table in met.only_before),
        *(f"only now: the table {table}, not compared" for table in met.only_now),
    ]


def luck_told(result: LineResult) -> str:
    """Where both sides were dealt in another order; empty where they were not."""
    if not result.misaligned:
        return ""
    listed = ", ".join(result.misaligned)
    return (
        f"the luck does not align: each side is dealt in an order of its own from {listed}, so "
        "that pairing removes little luck, and more games are needed"
    )


def beyond_told(result: LineResult) -> str:
    """Which figures had values beyond their bounds, and how many; empty where none had."""
    listed = [
        f"{name_of(one.figure, result)} {one.beyond:,} ({one.measure.low} to {one.measure.high})"
        for one in (*result.of(*HEADLINES), *cards_that_shift(result)[:MOST_CARDS])
        if one.beyond
    ]
    told = f"values beyond the bounds, for which intervals are wider: {', '.join(listed)}"
    return told if listed else ""


def as_text(comparison: Comparison, asked: ComparisonRequest) -> str:
    """All lines of a comparison, with the commands that replay the games that differ."""
    game = comparison.meeting.lines[0].now.game
    parts = [
        [f"{game.name}: {asked.before} before, {asked.now} now"],
        *(list(_line(result, asked)) for result in comparison.results),
        [f"all: {verdict_counts(comparison.verdicts())}", *notes(comparison), *CAVEATS],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _line(result: LineResult, asked: ComparisonRequest) -> Iterator[str]:
    yield f"{table_of(result)}: {how_it_ended(result)}"
    yield from _rows(result.of(*HEADLINES), result)
    yield f"  {piles_told(result)}"
    yield from _rows(piles_shown(result), result)
    if result.of(Family.CARDS):
        yield f"  {cards_told(result)}"
        yield from _rows(cards_that_shift(result)[:MOST_CARDS], result)
    if beyond_told(result):
        yield f"  {beyond_told(result)}"
    yield f"  {gains(result)}"
    if luck_told(result):
        yield f"  {luck_told(result)}"
    if result.first is not None:
        yield f"  {part_at(result.first)}"
        yield f"    before: {result.first.before}"
        yield f"    now:    {result.first.now}"
        yield f"    {asked.replay(result)}"


def _words(judged: Judged, result: LineResult) -> dict[str, Any]:
    figure = judged.figure
    return {
        "name": name_of(figure, result),
        "before": amount(figure, judged.before),
        "now": amount(figure, judged.now),
        "shift": amount(figure, judged.shift, signed=True),
        "span": interval(judged),
        "verdict": str(judged.verdict),
    }


def _rows(shown: Sequence[Judged], result: LineResult) -> Iterator[str]:
    rows = [list(_words(one, result).values()) for one in shown]
    widths = [max(len(row[at]) for row in rows) for at in range(5)] if rows else []
    for name, before, now, shift, span, verdict in rows:
        yield (
            f"  {name:<{widths[0]}}  {before:>{widths[1]}} to {now:>{widths[2]}}  "
            f"{shift:>{widths[3]}}  ({span})".ljust(sum(widths) + 14)
            + f"  {verdict}"
        )


def as_data(comparison: Comparison, asked: ComparisonRequest) -> dict[str, Any]:
    """Everything of a comparison, one mapping a line (a table and its players)."""
    return {
        "game": asked.game,
        "before": asked.before,
        "now": asked.now,
        "seed": asked.seed,
        "confidence": 1 - ERROR,
        "budget": comparison.rules.games,
        "not_counted": PILOT,
        "margins_percent": {
            str(family): margin for family, margin in comparison.rules.margins.items()
        },
        "notes": list(notes(comparison)),
        "lines": [_line_data(result, asked) for result in comparison.results],
    }


def _line_data(result: LineResult, asked: ComparisonRequest) -> dict[str, Any]:
    table, (before, now), first = result.line.configuration, result.line.policies, result.first
    return {
        "players": table.players,
        "bots": table.bots,
        "policy_before": before,
        "policy_now": now,
        "games": result.games,
        "same": result.same,
        "stopped": "known" if result.is_known else "budget",
        "efficiency": {
            str(family): None if gain is None else round(gain, 3)
            for family, gain in result.gain.items()
            if result.of(family)
        },
        "misaligned": list(result.misaligned),
        "first_difference": first
        and {
            "index": first.index,
            "at": str(first.parting),
            "turn": first.turn,
            "before": first.before,
            "now": first.now,
            "replay": asked.replay(result),
        },
        "figures": [_figure(one) for one in result.judged],
    }


def _figure(judged: Judged) -> dict[str, Any]:
    figure, measure = judged.figure, judged.measure
    of = int(figure.of) + 1 if figure.kind in (FigureKind.WINS, FigureKind.SCORE) else figure.of
    return {
        "figure": str(figure.kind),
        "of": of,
        "before": round(judged.before, 6),
        "now": round(judged.now, 6),
        "shift": round(judged.shift, 6),
        "low": round(judged.low, 6),
        "high": round(judged.high, 6),
        "margin": round(measure.margin, 6),
        "bounds": [measure.low, measure.high],
        "beyond_bounds": judged.beyond,
        "verdict": str(judged.verdict),
    }


_SHARED = 6
"""Lines before the first difference that are shown again."""


def both_told(line: ComparedLine, index: int, before: str, now: str) -> str:
    """Game number ``index`` as both sides tell it; ``before`` and ``now`` are their names."""
    old, new = (replay(plan, index)[0].splitlines() for plan in (line.before, line.now))
    shared = next(
        (at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two),
        min(len(old), len(new)),
    )
    if shared == len(old) == len(new):
        return "\n".join([*old, "", f"game {index} is told alike on both sides"]) + "\n"
    parts = [
        f"== both sides, {shared} lines, the last of them ==",
        *old[max(0, shared - _SHARED) : shared],
        *("", f"== before: {before} ==", *old[shared:]),
        *("", f"== now: {now} ==", *new[shared:]),
    ]
    return "\n".join(parts) + "\n"


HEADINGS = {
    Family.WINS: "Wins",
    Family.LENGTH: "Length",
    Family.SCORES: "Scores",
    Family.PILES: "Piles and endings",
    Family.CARDS: "Cards, times in a hundred games",
}
WORST = (
    Verdict.WORSE,
    Verdict.HIGHER,
    Verdict.LOWER,
    Verdict.BETTER,
    Verdict.UNDECIDED,
    Verdict.SAME,
)
"""Which verdict stands for several: the one to look at first."""


def as_page(comparison: Comparison, asked: ComparisonRequest) -> str:
    """The page of a comparison."""
    game = comparison.meeting.lines[0].now.game
    verdicts = list(comparison.verdicts())
    sections = [_section(at, one, asked) for at, one in enumerate(comparison.results, 1)]
    said = "".join((game.name, asked.before, asked.now, *map(table_of, comparison.results)))
    page = page_template("comparison", "compare.html.j2").render(
        game=game,
        asked=asked,
        tiles=[(verdicts.count(one), str(one), _style(one)) for one in Verdict],
        total=verdict_counts(verdicts),
        families=[HEADINGS[family].partition(" ")[0].rstrip(",") for family in Family],
        sections=sections,
        notes=notes(comparison),
        caveats=CAVEATS,
        confidence=f"{1 - ERROR:.0%}",
        margins=comparison.rules.margins,
        budget=comparison.rules.games,
        fonts=Markup(font_faces(said)),
    )
    return f"{page}\n"


def _section(at: int, result: LineResult, asked: ComparisonRequest) -> dict[str, Any]:
    """One line, a table and its players, as the page shows it."""
    groups = [
        {"heading": HEADINGS[family], "rows": _bars(result.of(family), result), "more": ""}
        for family in HEADLINES
        if result.of(family)
    ]
    shown = _bars(piles_shown(result), result)
    groups.append({"heading": HEADINGS[Family.PILES], "rows": shown, "more": piles_told(result)})
    if result.of(Family.CARDS):
        shown = _bars(cards_that_shift(result)[:MOST_CARDS], result)
        more = cards_told(result)
        groups.append({"heading": HEADINGS[Family.CARDS], "rows": shown, "more": more})
    first = result.first
    return {
        "anchor": f"line-{at}",
        "name": table_of(result),
        "ended": how_it_ended(result),
        "gains": gains(result),
        "luck": luck_told(result),
        "beyond": beyond_told(result),
        "groups": groups,
        "cells": [_cell(result.of(family)) for family in Family],
        "parting": first and (part_at(first), first.before, first.now, asked.replay(result)),
    }


def _cell(judged: Sequence[Judged]) -> tuple[str, str]:
    """What stands for a family in the overview: the verdict to look at first, and how many."""
    seen = [one.verdict for one in judged]
    worst = next((one for one in WORST if one in seen), None)
    if worst is None:
        return "", ""
    times = f" ({seen.count(worst)} of {len(seen)})" if len(seen) > 1 else ""
    said = "same" if worst is Verdict.SAME else str(worst)
    return f"{said}{times}", _style(worst)


def _bars(judged: Sequence[Judged], result: LineResult) -> list[dict[str, Any]]:
    """Figures with their bars on one scale: in per cent of a bar whose middle is no shift."""
    reach = max(
        (max(abs(one.low), abs(one.high), 2 * one.measure.margin) for one in judged), default=1.0
    )

    def at(value: float) -> float:
        return round(50 + 49 * value / reach, 2)

    return [
        _words(one, result)
        | {
            "style": _style(one.verdict),
            "bar": {
                "left": at(one.low),
                "width": round(max(at(one.high) - at(one.low), 0.6), 2),
                "dot": at(min(max(one.shift, one.low), one.high)),
                "band_left": at(-one.measure.margin),
                "band_width": round(at(one.measure.margin) - at(-one.measure.margin), 2),
            },
        }
        for one in judged
    ]


def _style(verdict: Verdict) -> str:
    return "same" if verdict is Verdict.SAME else str(verdict)
