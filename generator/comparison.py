"""A comparison of two versions of a game as a page, as text and as data."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from generator.changes.differences import as_text as as_text_of_diff
from generator.changes.differences import diff_games
from generator.changes.revisions import project_at
from generator.failures import FailedError, WrongUseError
from generator.installed import page_template
from generator.options import stop_on_errors
from generator.typeset.fonts import font_faces
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.seats import table_words
from validator.catalogue.words.language import ENGLISH, Tongue, mark_sentence
from validator.findings import Finding, Severity, has_errors
from validator.play.replay import replay
from validator.project import find_project
from validator.simulation.chunks import digest_of
from validator.simulation.compare import (
    ERROR,
    PILOT,
    PROBED,
    Comparison,
    Judged,
    LineResult,
    Verdict,
    count_needed,
)
from validator.simulation.margins import Family
from validator.simulation.pairs import (
    ComparedLine,
    FigureKind,
    FirstDifference,
    GameFigure,
    Meeting,
    PairSums,
    Parting,
)
from validator.simulation.trials import policy_name

# The two sides of a comparison: which data, rulings and players, and how they are called.
#
# Today's engine plays both sides: of a revision only the data count, not the program of that day.


@dataclass(frozen=True, slots=True)
class Side:
    """A side: the data by their name, none for the working copy; rulings, and players if told."""

    name: str = ""
    rulings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    def told(self, tongue: Tongue = ENGLISH) -> str:
        """What it is called."""
        said = self.name or tongue.say("this working copy")
        if self.rulings:
            said = tongue.say("{side} by {rulings}", side=said, rulings=", ".join(self.rulings))
        if self.players:
            who = tongue.list_parts([policy_name(one, tongue) for one in self.players])
            said = tongue.say("{side} played by {players}", side=said, players=who)
        return said


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """How both sides are called, the words that choose them, and the lines that tell the edit."""

    game: str
    before: Side
    now: Side
    words: tuple[str, ...]
    seed: int
    edit: tuple[str, ...] = ()

    def replay(self, result: LineResult) -> str:
        """The command that tells the first game that went another way on both sides."""
        assert result.first is not None
        table = result.line.configuration
        before, now = result.line.policies
        words = ["trilith", "compare", self.game, *self.words]
        words += ["--players", str(table.players), "--bots", str(table.bots), "--policy", now]
        words += ["--against-policy", before] if before != now else []
        words += ["--seed", str(self.seed), "--replay", str(result.first.index)]
        return shlex.join(words)


PARTS = ("setup", "play", "piles", "configurations", "boards")
"""Parts of a game beside its components in which sides may differ."""


SAME_DATA = mark_sentence("the data are the same")


def edit_of(before: Game, now: Game) -> tuple[str, ...]:
    """What differs in the data of two versions: a line a card, its fields below, other parts."""
    lines = as_text_of_diff(diff_games(before, now)).splitlines()[1:-1]
    pairs = ((part, getattr(before, part), getattr(now, part)) for part in PARTS)
    lines += [f"~ {part}" for part, old, new in pairs if digest_of(old) != digest_of(new)]
    return tuple(lines)


def of_revision(root: Path, name: str, revision: str) -> tuple[str, Game]:
    """How a revision is called, and the game as it was there.

    Raises:
        RevisionError: there is no such revision.
        WrongUseError: it does not have the game.
        FailedError: today's trilith cannot read its data.
    """
    with project_at(root, revision) as (short, folder):
        is_short = revision.startswith(short) or short.startswith(revision)
        label = short if is_short else f"{revision} ({short})"
        if name not in game_names(folder):
            raise WrongUseError(f"there is no game {name!r} at {label}; name a later revision")
        game, findings = _load_game(folder, name)
    if game is None:
        raise FailedError(_unreadable(label, findings))
    return label, game


def _load_game(folder: Path, name: str) -> tuple[Game | None, tuple[Finding, ...]]:
    """A game; None where its data have errors."""
    catalogue, findings = load(folder, [name])
    game = catalogue.games.get(name)
    sound = game is not None and game.complete and not has_errors(findings)
    return (game if sound else None), findings


def _unreadable(label: str, findings: Sequence[Finding]) -> str:
    errors = [one for one in findings if one.severity is Severity.ERROR]
    first = f": {errors[0].place}: {errors[0].message}" if errors else ""
    more = f" (and {len(errors) - 1} more errors)" if len(errors) > 1 else ""
    return (
        f"the data at {label} cannot be played by today's trilith{first}{more}; compare with a "
        "later revision, or mend a copy of it in a folder and name that: --with FOLDER"
    )


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


HEADINGS = {
    Family.WINS: mark_sentence("Wins"),
    Family.LENGTH: mark_sentence("Length"),
    Family.SCORES: mark_sentence("Scores"),
    Family.PILES: mark_sentence("Piles and endings"),
    Family.CARDS: mark_sentence("Cards, times in a hundred games"),
}
HEADLINES = (Family.WINS, Family.LENGTH, Family.SCORES)
"""Families of which every figure is shown; of the others those that shifted."""
MOST_CARDS = 10
"""So many of the cards that shifted are shown, those that shifted most."""
WORST = (
    Verdict.WORSE,
    Verdict.HIGHER,
    Verdict.LOWER,
    Verdict.BETTER,
    Verdict.UNDECIDED,
    Verdict.SAME,
)
"""Which verdict stands for several: the one to look at first."""
CAVEATS = (
    mark_sentence(
        "All intervals hold together and at any time with 95 %: to look again does no harm."
    ),
    mark_sentence(
        "Both sides are played by today's engine; only the data, rulings and players differ."
    ),
    mark_sentence(
        "Players of this kind do not adapt to an edit as people do, and fun is not measured."
    ),
)
"""What is to be kept in mind of every comparison."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure as it is shown; ``bar`` is its interval in per cent, where 50 is no shift.

    The ends of the scale are as far as ``reach`` from it; ``style`` colours the verdict.
    """

    name: str
    before: str
    now: str
    shift: str
    span: str
    verdict: str
    style: str
    bar: Mapping[str, float]
    reach: str


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """Figures of one family, on one scale; ``more`` counts those that are not shown, too."""

    heading: str
    rows: tuple[FigureRow, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class TableSection:
    """One line: a table and its players, in words."""

    name: str
    ended: str
    gains: str
    luck: str
    beyond: str
    groups: tuple[FigureGroup, ...]
    cells: tuple[tuple[str, str], ...]
    parting: tuple[str, str, str, str] | None


def _section(result: LineResult, asked: ComparisonRequest, tongue: Tongue) -> TableSection:
    first = result.first
    groups = [
        FigureGroup(tongue.say(HEADINGS[one]), _rows(result.of(one), result, tongue))
        for one in HEADLINES
        if result.of(one)
    ]
    piles, cards = result.of(Family.PILES), result.of(Family.CARDS)
    counts = _counts((one.verdict for one in piles), tongue)
    told = tongue.say("piles that run out, and games without an end: {counts}", counts=counts)
    shown = [one for one in piles if one.verdict is not Verdict.SAME and one.shift != 0]
    heading = tongue.say(HEADINGS[Family.PILES])
    groups.append(FigureGroup(heading, _rows(shown, result, tongue), told))
    moved = [one for one in cards if one.verdict.differs]
    moved = sorted(moved, key=lambda one: (-abs(one.shift), str(one.figure.of)))[:MOST_CARDS]
    if cards:
        counts = _counts((one.verdict for one in cards), tongue)
        told = tongue.say("cards, each drawn and played: {counts}", counts=counts)
        heading = tongue.say(HEADINGS[Family.CARDS])
        groups.append(FigureGroup(heading, _rows(moved, result, tongue), told))
    known, spent = tongue.say("all is known"), tongue.say("the budget is spent")
    ended = tongue.say(
        "{games} games on the same luck, {same} went the same way; {why}",
        games=tongue.group(result.games),
        same=tongue.group(result.same),
        why=known if result.is_known else spent,
    )
    parting = None
    if first is not None:
        parting = _part_at(first, tongue), first.before, first.now, asked.replay(result)
    return TableSection(
        _line_words(result.line, tongue),
        ended,
        _gains(result, tongue),
        _luck(result, tongue),
        _beyond(result, [*result.of(*HEADLINES), *moved], tongue),
        tuple(groups),
        tuple(_cell(result.of(family), tongue) for family in Family),
        parting,
    )


def _line_words(line: ComparedLine, tongue: Tongue) -> str:
    """A line in words: its table and its players."""
    table = line.configuration
    before, now = (policy_name(one, tongue) for one in line.policies)
    both = tongue.say("{before} before, {now} now", before=before, now=now)
    said = now if before == now else both
    return f"{table_words(table.players, table.bots, tongue)}, {said}"


def _rows(judged: Sequence[Judged], result: LineResult, tongue: Tongue) -> tuple[FigureRow, ...]:
    """Figures with their bars on one scale."""
    reach = max(
        (max(abs(one.low), abs(one.high), 2 * one.measure.margin) for one in judged), default=1.0
    )
    return tuple(
        FigureRow(
            _name_of(one.figure, result, tongue),
            amount(one.figure, one.before, tongue),
            amount(one.figure, one.now, tongue),
            amount(one.figure, one.shift, tongue, "+"),
            tongue.span(
                amount(one.figure, one.low, tongue, "+").removesuffix(" %"),
                amount(one.figure, one.high, tongue, "+"),
            ),
            tongue.say(one.verdict, context="verdict"),
            one.verdict.name.lower(),
            _bar(one, reach),
            amount(one.figure, reach * 50 / 49, tongue),
        )
        for one in judged
    )


def _name_of(figure: GameFigure, result: LineResult, tongue: Tongue) -> str:
    """What a figure is called at a table."""
    sides = result.line.before.game, result.line.now.game
    of, seats = str(figure.of), result.line.sheets[1].frame.seats
    match figure.kind:
        case FigureKind.WINS:
            said = tongue.say("wins of seat {number}", number=int(of) + 1)
            return f"{said}, {seats[int(of)]}"
        case FigureKind.SCORE:
            said = tongue.say("score of seat {number}", number=int(of) + 1)
            return f"{said}, {seats[int(of)]}"
        case FigureKind.STALLS:
            return tongue.say("games without an end")
        case FigureKind.PILE:
            names = {one.id: one.name for game in sides for one in game.piles}
            return tongue.say("{pile} runs out", pile=names.get(of) or of)
        case FigureKind.DRAWN | FigureKind.PLAYED:
            names = {one.id: one.name for game in sides for one in game.components()}
            drawn, played = tongue.say("drawn"), tongue.say("played")
            return f"{names.get(of, of)}, {drawn if figure.kind is FigureKind.DRAWN else played}"
    rounds, turns = tongue.say("rounds", context="length"), tongue.say("turns", context="length")
    return rounds if result.line.sheets[1].in_rounds else turns


def amount(figure: GameFigure, value: float, tongue: Tongue = ENGLISH, sign: str = "") -> str:
    """A mean or a shift as it is written: rates in per cent, cards a hundred games."""
    if figure.kind in (FigureKind.WINS, FigureKind.STALLS, FigureKind.PILE):
        return f"{tongue.number(100 * value, f'{sign}.1f')} %"
    if figure.kind in (FigureKind.DRAWN, FigureKind.PLAYED):
        return tongue.number(100 * value, f"{sign}.0f")
    return tongue.number(value, f"{sign}.2f")


def _bar(judged: Judged, reach: float) -> Mapping[str, float]:
    def at(value: float) -> float:
        return round(50 + 49 * value / reach, 2)

    left, band = at(judged.low), at(-judged.measure.margin)
    return {
        "left": left,
        "width": round(max(at(judged.high) - left, 0.6), 2),
        "dot": at(min(max(judged.shift, judged.low), judged.high)),
        "band_left": band,
        "band_width": round(at(judged.measure.margin) - band, 2),
    }


def _cell(judged: Sequence[Judged], tongue: Tongue) -> tuple[str, str]:
    """What stands for a family in the overview: the verdict to look at first, and how many."""
    seen = [one.verdict for one in judged]
    worst = next((one for one in WORST if one in seen), None)
    if worst is None:
        return "", ""
    some = tongue.say("{number} of {count}", number=seen.count(worst), count=len(seen))
    times = f" ({some})" if len(seen) > 1 else ""
    same, other = tongue.say("same", context="verdict"), tongue.say(worst, context="verdict")
    return f"{same if worst is Verdict.SAME else other}{times}", worst.name.lower()


def _gains(result: LineResult, tongue: Tongue) -> str:
    """What it was worth to play both sides on the same luck."""
    if result.same == result.games:
        return tongue.say("no game differs: the change does not show here")
    gains = {tongue.say(HEADINGS[one]): result.gain[one] for one in HEADLINES if result.of(one)}
    known = [
        f"{heading} {tongue.number(gain, '.1f') if gain < 10 else tongue.group(round(gain))}"
        for heading, gain in gains.items()
        if gain is not None
    ]
    if not known:
        return tongue.say("wins, length and scores are the same in every game")
    times = ", ".join(known)
    return tongue.say(
        "with luck of its own each side would need so many times the games: {times}", times=times
    )


def _counts(verdicts: Iterable[Verdict], tongue: Tongue) -> str:
    """How many verdicts of each kind there are."""
    seen = Counter(verdicts)
    told = [f"{seen[one]} {tongue.say(one, context='verdict')}" for one in Verdict if seen[one]]
    return ", ".join(told) or tongue.say("nothing to judge")


def _part_at(first: FirstDifference, tongue: Tongue) -> str:
    """Where the first game that went another way did so."""
    where = {
        Parting.SETUP: tongue.say("at the set-up"),
        Parting.DECISION: tongue.say("on turn {number}", number=first.turn),
        Parting.END: tongue.say("only at the end, after {number} turns", number=first.turn),
    }[first.parting]
    return tongue.say(
        "game {number} is the first that went another way, {where}",
        number=first.index,
        where=where,
    )


def _luck(result: LineResult, tongue: Tongue) -> str:
    """Where both sides were dealt in another order; empty where they were not."""
    if not result.misaligned:
        return ""
    return tongue.say(
        "the luck does not align: each side is dealt in an order of its own from {zones}, so that "
        "pairing removes little luck, and more games are needed",
        zones=", ".join(result.misaligned),
    )


def _beyond(result: LineResult, shown: Iterable[Judged], tongue: Tongue) -> str:
    """Which figures had values beyond their bounds, and how many; empty where none had."""
    listed = [
        f"{_name_of(one.figure, result, tongue)} {tongue.group(one.beyond)} "
        f"({tongue.span(str(one.measure.low), str(one.measure.high))})"
        for one in shown
        if one.beyond
    ]
    figures = ", ".join(listed)
    said = tongue.say(
        "values beyond the bounds, for which intervals are wider: {figures}", figures=figures
    )
    return said if listed else ""


def _notes(comparison: Comparison, tongue: Tongue = ENGLISH) -> list[str]:
    """What else is to be told: tables that only one side has."""
    met = comparison.meeting
    return [
        *(
            tongue.say("only before: the table {table}, not compared", table=table)
            for table in met.only_before
        ),
        *(
            tongue.say("only now: the table {table}, not compared", table=table)
            for table in met.only_now
        ),
    ]


MOST_NAMED = 3
"""So many figures that shifted are named in the first sentence."""


def first_sentence(comparison: Comparison, tongue: Tongue = ENGLISH) -> str:
    """What came of it in one sentence: what surely shifted, or that nothing did."""
    verdicts = [*comparison.verdicts()]
    moved = [
        f"{_name_of(one.figure, result, tongue)} {amount(one.figure, one.shift, tongue, '+')} "
        f"({_line_words(result.line, tongue)})"
        for result in comparison.results
        for one in result.judged
        if one.verdict.differs
    ]
    left = verdicts.count(Verdict.UNDECIDED)
    if len(moved) > MOST_NAMED:
        moved[MOST_NAMED:] = [tongue.say("and {number} more", number=len(moved) - MOST_NAMED)]
    unsure, none = tongue.say("No shift is sure"), tongue.say("Nothing shifted")
    some = tongue.say("Surely shifted: {figures}", figures=", ".join(moved))
    parts = {"said": some if moved else unsure if left else none, "count": str(len(verdicts))}
    if not left:
        return tongue.say("{said}, of {count} figures.", **parts)
    return tongue.say(
        "{said}, of {count} figures; {left} are undecided, which more games would tell.",
        left=left,
        **parts,
    )


def tell_needed(met: Meeting, probed: Sequence[PairSums], percent: float) -> str:
    """How many games it takes on each line to find so many per cent more wins of a seat."""
    lines = [
        f"Games on each side that find {percent:g} % more wins of a seat in 95 of 100 comparisons, "
        f"reckoned from {PROBED} games a line:"
    ]
    for line, sums in zip(met.lines, probed, strict=True):
        alike, apart = count_needed(line, sums, ERROR / len(met.lines), percent / 100)
        known = f"{alike:,}, as {sums.same} of {PROBED} games went the same way; "
        told = f"{known if line.before != line.now else ''}{apart:,} if an edit touches every game"
        lines.append(f"  {_line_words(line, ENGLISH)}: {told}")
    lines.append("Fewer lines (--players, --policy) need fewer games; --games is the most of each.")
    return "\n".join(lines) + "\n"


def as_text(comparison: Comparison, asked: ComparisonRequest) -> str:
    """All lines of a comparison, with the commands that replay the games that differ."""
    game = comparison.meeting.lines[0].now.game
    parts = [
        [f"{game.name}: {asked.before.told()} before, {asked.now.told()} now"],
        [first_sentence(comparison)],
        [*asked.edit] or [SAME_DATA],
        *([*_lines(_section(result, asked, ENGLISH))] for result in comparison.results),
        [f"all: {_counts(comparison.verdicts(), ENGLISH)}", *_notes(comparison), *CAVEATS],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _lines(section: TableSection) -> Iterator[str]:
    yield f"{section.name}: {section.ended}"
    yield from _columns([row for one in section.groups if not one.more for row in one.rows])
    for group in section.groups:
        if group.more:
            yield f"  {group.more}"
            yield from _columns(group.rows)
    yield from (f"  {said}" for said in (section.beyond, section.gains, section.luck) if said)
    if section.parting:
        where, before, now, command = section.parting
        yield from (f"  {where}", f"    before: {before}", f"    now:    {now}", f"    {command}")


def _columns(rows: Sequence[FigureRow]) -> Iterator[str]:
    cells = [(one.name, one.before, one.now, one.shift, one.span) for one in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for (name, before, now, shift, span), row in zip(cells, rows, strict=True):
        yield (
            f"  {name:<{widths[0]}}  {before:>{widths[1]}} to {now:>{widths[2]}}  "
            f"{shift:>{widths[3]}}  ({span})".ljust(sum(widths) + 14)
            + f"  {row.verdict}"
        )


def as_page(comparison: Comparison, asked: ComparisonRequest, game: Game) -> str:
    """The page of a comparison, by the texts of ``game``, of now in a language."""
    results = tuple(_spoken(one, game) for one in comparison.results)
    comparison = replace(comparison, results=results)
    tongue, verdicts = game.tongue, list(comparison.verdicts())
    sections = [_section(one, asked, tongue) for one in comparison.results]
    sides = (asked.before.told(tongue), asked.now.told(tongue))
    said = "".join((game.name, *sides, *(one.name for one in sections)))
    kinds = {one: tongue.say(one, context="verdict") for one in Verdict}
    names = {one: tongue.say(HEADINGS[one]).partition(" ")[0].rstrip(",") for one in Family}
    page = page_template("comparison", "compare.html.j2", tongue).render(
        game=game,
        sides=sides,
        edit=asked.edit or [tongue.say(SAME_DATA)],
        seed=asked.seed,
        first=first_sentence(comparison, tongue),
        tiles=[(verdicts.count(one), kinds[one], one.name.lower()) for one in Verdict],
        families=names.values(),
        sections=sections,
        notes=_notes(comparison, tongue),
        caveats=[tongue.say(one) for one in CAVEATS],
        margins={
            names[family]: tongue.number(one, "g")
            for family, one in comparison.rules.margins.items()
        },
        budget=comparison.rules.games,
        fonts=Markup(font_faces(said)),
    )
    return f"{page}\n"


def _spoken(result: LineResult, game: Game) -> LineResult:
    """A line told by the texts of a translation."""
    now = replace(result.line.now, game=game)
    return replace(result, line=replace(result.line, now=now))


def as_data(comparison: Comparison, asked: ComparisonRequest) -> dict[str, Any]:
    """Everything of a comparison, one mapping a line (a table and its players)."""
    return {
        "game": asked.game,
        "before": asked.before.told(),
        "now": asked.now.told(),
        "edit": list(asked.edit),
        "seed": asked.seed,
        "confidence": 1 - ERROR,
        "budget": comparison.rules.games,
        "not_counted": PILOT,
        "margins_percent": {
            str(family): margin for family, margin in comparison.rules.margins.items()
        },
        "notes": _notes(comparison),
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
