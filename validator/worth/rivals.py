"""Cards held against each other: is one of them never better than another?

Which pairs: cards of one set that are alike in all that their records state but price, name and
text, of which the one costs no less, was found no better at any table, and whose rival is in every
game that it is in. How: in games in which it was used it does what its rival does, on the same
luck; a pair is given up at the first game in which its own effects left their player better off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from validator.catalogue.model import Component, Game
from validator.chunks.config import SERIAL, RunConfig
from validator.worth.appraisal import Wanted, attempt
from validator.worth.jobs import Tried
from validator.worth.lines import CardWorth, Standing, TableWorth
from validator.worth.pooled import pooled
from validator.worth.sums import Trial

PRICES = ("cost", "price")
"""Fields of a card that say what it costs."""
MOST_RIVALS = 3
"""How many better cards a card is held against: those worth most."""
ROUNDS = (1, 5, 20, 60)
"""Games of each line in which a pair is tried, round by round; most pairs end in the first."""
ENOUGH = 60
"""Games that a verdict takes, over all tables and policies: a card that is better in none of these
is so in less than one of twenty, with 95 % confidence (the rule of three)."""


@dataclass(frozen=True, slots=True)
class Dominated:
    """A card that was never better than ``rival``.

    ``trial`` is that of its own effects against those of the rival, ``tables`` at how many tables,
    ``policies`` by which players.
    """

    game: Game
    component: Component
    rival: Component
    trial: Trial
    tables: int
    policies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A card and one that may be better in everything."""

    card: CardWorth
    rival: CardWorth


def dominated(tables: Sequence[TableWorth], config: RunConfig = SERIAL) -> list[Dominated]:
    """The cards of one game that are never better than another one, each told with the best such.

    The progress counts as many games for each of ``ROUNDS`` as cards were counted in.
    """
    if not tables:
        return []
    config = replace(config, found=None)
    pairs = candidates(tables)
    sums: dict[tuple[str, str], Trial] = {_key(pair): Trial() for pair in pairs}
    lines = [table.line for table in tables]
    games = max((table.counts.games for table in tables), default=0)
    for before, most in pairwise((0, *ROUNDS)):
        wanted = [_wanted(table, pairs, before, most) for table in tables]
        for line, found in zip(lines, attempt(lines, wanted, games, config), strict=True):
            for (card, rival), trial in found.items():
                sums[line.frame.cards[card], line.frame.cards[rival]].merge(trial)
        pairs = [pair for pair in pairs if _stands(sums[_key(pair)])]
    proven = [pair for pair in pairs if _proven(pair, sums[_key(pair)])]
    best = {pair.card.component.id: pair for pair in reversed(proven)}
    return [_verdict(tables, pair, sums[_key(pair)]) for pair in best.values()]


def _key(pair: Pair) -> tuple[str, str]:
    return pair.card.component.id, pair.rival.component.id


def candidates(tables: Sequence[TableWorth]) -> list[Pair]:
    """The pairs to be tried, card by card, the best rival first."""
    cards = [card for card in pooled(tables) if card.standing is Standing.KNOWN]
    labels = {id(one): _labels(cards, one.component.set_id) for one in cards}
    pairs = []
    for card in cards:
        rivals = [
            other
            for other in cards
            if other is not card
            and _comparable(card.component, other.component, labels[id(card)])
            and _mean(other) >= _mean(card)
            and all(_no_better(table, card, other) for table in tables)
        ]
        rivals.sort(key=_mean, reverse=True)
        pairs += [Pair(card, rival) for rival in rivals[:MOST_RIVALS]]
    return pairs


def _mean(card: CardWorth) -> tuple[float, float]:
    trial = card.trial
    return trial.points.total / trial.uses, trial.wins.total / trial.uses


def _labels(cards: Sequence[CardWorth], set_id: str) -> frozenset[str]:
    """The fields of a set that only label its cards: texts that differ from card to card."""
    records = [card.component.fields for card in cards if card.component.set_id == set_id]
    names = {name for record in records for name in record}
    return frozenset(name for name in names if _is_label([one.get(name) for one in records]))


def _is_label(values: Sequence[object]) -> bool:
    texts = [value for value in values if isinstance(value, str)]
    return len(texts) == len(values) and len(texts) > 2 and len(set(texts)) == len(texts)


def _comparable(one: Component, other: Component, labels: frozenset[str]) -> bool:
    """Whether ``other`` is of the same set, alike but for price and effects, and costs no more."""
    dearer = price(one) > price(other) or (
        price(one) == price(other) and one.effects != other.effects
    )
    return one.set_id == other.set_id and dearer and _alike(one, other, labels)


def _alike(one: Component, other: Component, labels: frozenset[str]) -> bool:
    left_out = labels | set(PRICES)
    return _rest(one.fields, left_out) == _rest(other.fields, left_out)


def _rest(fields: Mapping[str, object], left_out: frozenset[str]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name not in left_out}


def price(component: Component) -> float:
    """What a card costs by its fields; 0 where they do not say."""
    found = (component.fields.get(name) for name in PRICES)
    return next((float(one) for one in found if isinstance(one, int | float)), 0.0)


def _no_better(table: TableWorth, card: CardWorth, rival: CardWorth) -> bool:
    """Whether a card is not seen to be better at one table, and its rival is there too."""
    here = {one.component.id: one for one in table.cards}
    mine, theirs = here.get(card.component.id), here.get(rival.component.id)
    if mine is None or not mine.used:
        return True
    if theirs is None or not theirs.used:
        return False
    left, right = mine.trial.worth_in_points(), theirs.trial.worth_in_points()
    if left is None or right is None or left.low is None or right.high is None:
        return True
    return left.low <= right.high


def _wanted(table: TableWorth, pairs: Sequence[Pair], before: int, most: int) -> Wanted:
    numbers = {identity: number for number, identity in enumerate(table.line.frame.cards)}
    wanted: dict[Tried, Sequence[int]] = {}
    for pair in pairs:
        card, rival = (numbers.get(identity, -1) for identity in _key(pair))
        games = table.counts.used_in[card][before:most] if min(card, rival) >= 0 else ()
        if games:
            wanted[card, rival] = games
    return wanted


def _stands(trial: Trial) -> bool:
    """Whether nothing yet speaks for the card's own effects."""
    return not trial.better and not trial.broken


def _proven(pair: Pair, trial: Trial) -> bool:
    """Whether its own effects were worse by an interval, or no better at a higher price."""
    if trial.games < ENOUGH:
        return False
    worth = trial.worth_in_points() if trial.points.squares else trial.worth_in_wins()
    if trial.worse:
        return worth is not None and worth.high is not None and worth.high < 0
    return price(pair.card.component) > price(pair.rival.component)


def _verdict(tables: Sequence[TableWorth], pair: Pair, trial: Trial) -> Dominated:
    used = [table.line for table in _using(tables, pair.card.component.id)]
    return Dominated(
        tables[0].line.plan.game,
        pair.card.component,
        pair.rival.component,
        trial,
        len({line.frame.table for line in used}),
        tuple(dict.fromkeys(line.policy for line in used)),
    )


def _using(tables: Sequence[TableWorth], identity: str) -> Iterator[TableWorth]:
    for table in tables:
        if any(card.used for card in table.cards if card.component.id == identity):
            yield table
