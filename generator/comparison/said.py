"""Figures of a comparison in words: names, amounts, intervals, and what came of it in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from validator.setup.pieces import table_words
from validator.simulation.compare import Comparison, LineResult
from validator.simulation.pairs import Family, Figure, FirstDifference, Kind, Parting
from validator.simulation.verdicts import Judged, Verdict

HEADLINES = (Family.WINS, Family.LENGTH, Family.SCORES)
"""Families of which every figure is shown; of the others those that shifted."""
MOST_CARDS = 10
"""So many of the cards that shifted are shown, those that shifted most."""
_RATES = (Kind.WINS, Kind.STALLS, Kind.PILE)
_CARDS = (Kind.DRAWN, Kind.PLAYED)

CAVEATS = (
    "All intervals hold together and at any time with 95 %: to look again does no harm.",
    "Both sides are played by today's engine; only the data, rulings and players differ.",
    "Players of this kind do not adapt to an edit as people do, and fun is not measured.",
)
"""What is to be kept in mind of every comparison."""


def name_of(figure: Figure, result: LineResult) -> str:
    """What a figure is called at a table."""
    game, frame = result.line.now.game, result.line.sheets[1].frame
    older = result.line.before.game
    match figure.kind:
        case Kind.WINS:
            return f"wins of seat {int(figure.of) + 1}, {frame.seats[int(figure.of)]}"
        case Kind.SCORE:
            return f"score of seat {int(figure.of) + 1}, {frame.seats[int(figure.of)]}"
        case Kind.STALLS:
            return "games without an end"
        case Kind.PILE:
            names = {one.id: one.name for one in (*older.piles, *game.piles)}
            return f"{names.get(str(figure.of)) or figure.of} runs out"
        case Kind.DRAWN | Kind.PLAYED:
            names = {one.id: one.name for one in (*older.components(), *game.components())}
            return f"{names.get(str(figure.of), figure.of)}, {figure.kind}"
    return "turns"


def amount(figure: Figure, value: float, signed: bool = False) -> str:
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
    return f"piles that run out, and games without an end: {counted(one.verdict for one in piles)}"


def shifted_cards(result: LineResult) -> tuple[Judged, ...]:
    """The cards that were shown to shift, the largest shift first."""
    found = [one for one in result.of(Family.CARDS) if one.verdict.differs]
    return tuple(sorted(found, key=lambda one: (-abs(one.shift), str(one.figure.of))))


def cards_told(result: LineResult) -> str:
    """How many figures of cards came out how."""
    cards = result.of(Family.CARDS)
    return f"cards, each drawn and played: {counted(one.verdict for one in cards)}"


def counted(verdicts: Iterable[Verdict]) -> str:
    """How many verdicts of each kind there are."""
    seen = Counter(verdicts)
    return ", ".join(f"{seen[one]} {one}" for one in Verdict if seen[one]) or "nothing to judge"


def parting(first: FirstDifference) -> str:
    """Where the first game that went another way did so."""
    where = {
        Parting.SETUP: "at the set-up",
        Parting.DECISION: f"on turn {first.turn}",
        Parting.END: f"only at the end, after {first.turn} turns",
    }
    return f"game {first.index} is the first that went another way, {where[first.parting]}"


def ended(result: LineResult) -> str:
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


def beyond_told(result: LineResult, shown: Sequence[Judged]) -> str:
    """Which figures had values beyond their bounds, and how many; empty where none had."""
    listed = [
        f"{name_of(one.figure, result)} {one.beyond:,} ({one.measure.low} to {one.measure.high})"
        for one in shown
        if one.beyond
    ]
    return (
        f"values beyond the bounds, for which intervals are wider: {', '.join(listed)}"
        if listed
        else ""
    )
