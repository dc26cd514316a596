"""What cards are worth, as the page shows it: bars on one scale, figures, and table by table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from validator.setup.pieces import table_words
from validator.simulation.worth import CardWorth, Standing, TableWorth, Worth
from validator.simulation.worth_notes import by_worth, in_points, in_wins, pooled

POLICIES = ("greedy", "random")
"""Whose bars are shown, the upper one first; cards are sorted by the first."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its interval, all in percent of the width of the scale, and its figure."""

    policy: str
    start: float
    width: float
    low: float
    high: float
    said: str


@dataclass(frozen=True, slots=True)
class Row:
    """One card: its bars, what it does for wins, and what came of it a game with greedy players."""

    name: str
    bars: tuple[Bar, ...]
    wins: str
    counts: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The cards of one set: the place of zero on the scale in percent, rows, the heads of tables,
    and names of cards without a worth, by the reason."""

    name: str
    zero: float
    rows: tuple[Row, ...]
    tables: tuple[str, ...]
    without: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scale:
    """What the width of the bars stands for."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Where a value is, in percent; beyond the ends at the end."""
        whole = self.high - self.low or 1.0
        return round(100 * (min(max(value, self.low), self.high) - self.low) / whole, 2)


def sections(tables: Sequence[TableWorth], points: bool) -> list[Section]:
    """The sections of a game, set by set; bars are points, or wins of a game without points."""
    by_policy = {policy: pooled(tables, policy) for policy in POLICIES}
    names = {card.component.set_id: "" for card in by_policy[POLICIES[0]]}
    sets = {one: tables[0].line.plan.game.sets[one].name for one in names}
    found = [_section(name, _of(by_policy, one), tables, points) for one, name in sets.items()]
    return [section for section in found if section.rows]


def _of(cards: Mapping[str, Sequence[CardWorth]], one_set: str) -> dict[str, list[CardWorth]]:
    """The cards of one set that were in the game, by policy."""
    return {
        policy: [card for card in listed if card.component.set_id == one_set]
        for policy, listed in cards.items()
    }


def _worth(card: CardWorth, points: bool) -> Worth | None:
    return card.trial.worth_in_points() if points else card.trial.worth_in_wins()


def _scale(cards: Iterable[Sequence[CardWorth]], points: bool) -> Scale:
    worths = [_worth(card, points) for listed in cards for card in listed]
    means = [worth.mean for worth in worths if worth]
    return Scale(min([0.0, *means]) * 1.1, max([0.0, *means]) * 1.1 or 1.0)


def _section(
    name: str,
    cards: Mapping[str, Sequence[CardWorth]],
    tables: Sequence[TableWorth],
    points: bool,
) -> Section:
    scale = _scale(cards.values(), points)
    first, other = (cards[policy] for policy in POLICIES)
    known = by_worth(first)
    listed = {card.component.id for card in known}
    known += [card for card in by_worth(other) if card.component.id not in listed]
    rows = [_row(card.component.id, cards, tables, scale, points) for card in known]
    shown = {card.component.id for card in known}
    without: dict[str, list[str]] = {}
    for card in other:
        if card.component.id not in shown:
            why = card.standing.value if card.drawn or card.played else "never drawn"
            without.setdefault(why, []).append(card.component.name)
    said = {why: ", ".join(names) for why, names in without.items()}
    return Section(name, scale.at(0.0), tuple(rows), _heads(tables), said)


def _heads(tables: Sequence[TableWorth]) -> tuple[str, ...]:
    """The tables in words, each once."""
    seated = (table.line.plan.configuration for table in _greedy(tables))
    return tuple(table_words(one.players, one.bots) for one in seated)


def _greedy(tables: Sequence[TableWorth]) -> list[TableWorth]:
    return [table for table in tables if table.line.policy == POLICIES[0]]


def _row(
    identity: str,
    cards: Mapping[str, Sequence[CardWorth]],
    tables: Sequence[TableWorth],
    scale: Scale,
    points: bool,
) -> Row:
    own = {
        policy: next(card for card in listed if card.component.id == identity)
        for policy, listed in cards.items()
    }
    card = own[POLICIES[0]]
    games = sum(table.counts.games for table in _greedy(tables)) or 1
    wins = card.trial.worth_in_wins()
    counts = (card.drawn, card.played, card.dead, card.held)
    bars = (_bar(policy, own[policy], scale, points) for policy in POLICIES)
    return Row(
        card.component.name,
        tuple(bars),
        in_wins(wins) if wins else "not used",
        tuple(f"{count / games:.2f}" for count in counts),
        tuple(_cell(table, identity, points) for table in _greedy(tables)),
    )


def _bar(policy: str, card: CardWorth, scale: Scale, points: bool) -> Bar:
    worth = _worth(card, points) if card.standing is Standing.KNOWN else None
    zero = scale.at(0.0)
    if worth is None:
        return Bar(policy, zero, 0.0, zero, zero, card.standing.value)
    ends = sorted((zero, scale.at(worth.mean)))
    low, high = (worth.mean if end is None else end for end in (worth.low, worth.high))
    said = in_points(worth) if points else in_wins(worth)
    return Bar(policy, ends[0], ends[1] - ends[0], scale.at(low), scale.at(high), said)


def _cell(table: TableWorth, identity: str, points: bool) -> str:
    """The figure of a card at one table; a dash where there is none."""
    for card in table.cards:
        worth = _worth(card, points) if card.component.id == identity else None
        if worth is not None:
            return f"{worth.mean:+z.1f}" if points else f"{worth.mean:+z.0%}"
    return "–"
