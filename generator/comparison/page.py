"""A comparison as one HTML page that works without a network: no scripts, fonts inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from generator.comparison.asked import Asked
from generator.comparison.said import (
    CAVEATS,
    HEADLINES,
    MOST_CARDS,
    amount,
    beyond_told,
    cards_told,
    counted,
    ended,
    gains,
    interval,
    luck_told,
    name_of,
    notes,
    parting,
    piles_shown,
    piles_told,
    shifted_cards,
    table_of,
)
from generator.publish.pictures import page_template
from generator.typeset.webfonts import font_faces
from validator.simulation.compare import Comparison, LineResult
from validator.simulation.pairs import Family
from validator.simulation.verdicts import ERROR, Judged, Verdict

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


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval as it is drawn, in per cent of a bar whose middle is no shift."""

    left: float
    width: float
    dot: float
    band_left: float
    band_width: float


@dataclass(frozen=True, slots=True)
class Row:
    """A figure as the page shows it."""

    name: str
    before: str
    now: str
    shift: str
    span: str
    verdict: str
    style: str
    bar: Bar


@dataclass(frozen=True, slots=True)
class Group:
    """Figures of one family, on one scale."""

    heading: str
    rows: tuple[Row, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One line: a table and its players."""

    anchor: str
    name: str
    ended: str
    gains: str
    luck: str
    beyond: str
    groups: tuple[Group, ...]
    cells: tuple[tuple[str, str], ...]
    parting: tuple[str, str, str, str] | None


def as_page(comparison: Comparison, asked: Asked) -> str:
    """The page of a comparison."""
    game = comparison.meeting.lines[0].now.game
    verdicts = list(comparison.verdicts())
    sections = [_section(at, one, asked) for at, one in enumerate(comparison.results, 1)]
    said = "".join((game.name, asked.before, asked.now, *(one.name for one in sections)))
    page = page_template("comparison", "compare.html.j2").render(
        game=game,
        asked=asked,
        tiles=[(verdicts.count(one), str(one), _style(one)) for one in Verdict],
        total=counted(verdicts),
        families=[_short(family) for family in Family],
        sections=sections,
        notes=notes(comparison),
        caveats=CAVEATS,
        confidence=f"{1 - ERROR:.0%}",
        margins=comparison.rules.margins,
        budget=comparison.rules.games,
        fonts=Markup(font_faces(said)),
    )
    return f"{page}\n"


def _short(family: Family) -> str:
    return HEADINGS[family].partition(" ")[0].rstrip(",")


def _section(at: int, result: LineResult, asked: Asked) -> Section:
    groups = [
        Group(HEADINGS[family], _rows(result.of(family), result))
        for family in HEADLINES
        if result.of(family)
    ]
    shown = _rows(piles_shown(result), result)
    groups.append(Group(HEADINGS[Family.PILES], shown, piles_told(result)))
    if result.of(Family.CARDS):
        shown = _rows(shifted_cards(result)[:MOST_CARDS], result)
        groups.append(Group(HEADINGS[Family.CARDS], shown, cards_told(result)))
    beyond = beyond_told(result, [*result.of(*HEADLINES), *shifted_cards(result)[:MOST_CARDS]])
    first = result.first
    return Section(
        f"line-{at}",
        table_of(result),
        ended(result),
        gains(result),
        luck_told(result),
        beyond,
        tuple(groups),
        tuple(_cell(result.of(family)) for family in Family),
        None if first is None else (parting(first), first.before, first.now, asked.replay(result)),
    )


def _cell(judged: Sequence[Judged]) -> tuple[str, str]:
    """What stands for a family in the overview: the verdict to look at first, and how many."""
    seen = [one.verdict for one in judged]
    worst = next((one for one in WORST if one in seen), None)
    if worst is None:
        return "", ""
    times = f" ({seen.count(worst)} of {len(seen)})" if len(seen) > 1 else ""
    said = "same" if worst is Verdict.SAME else str(worst)
    return f"{said}{times}", _style(worst)


def _rows(judged: Sequence[Judged], result: LineResult) -> tuple[Row, ...]:
    """Figures with their bars on one scale."""
    reach = max(
        (max(abs(one.low), abs(one.high), 2 * one.measure.margin) for one in judged), default=1.0
    )
    return tuple(
        Row(
            name_of(one.figure, result),
            amount(one.figure, one.before),
            amount(one.figure, one.now),
            amount(one.figure, one.shift, signed=True),
            interval(one),
            str(one.verdict),
            _style(one.verdict),
            _bar(one, reach),
        )
        for one in judged
    )


def _bar(judged: Judged, reach: float) -> Bar:
    def at(value: float) -> float:
        return round(50 + 49 * value / reach, 2)

    left, band = at(judged.low), at(-judged.measure.margin)
    return Bar(
        left,
        round(max(at(judged.high) - left, 0.6), 2),
        at(min(max(judged.shift, judged.low), judged.high)),
        band,
        round(at(judged.measure.margin) - band, 2),
    )


def _style(verdict: Verdict) -> str:
    """The class that colours a verdict."""
    return "same" if verdict is Verdict.SAME else str(verdict)
