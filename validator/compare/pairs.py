"""What is counted of pairs of games: each figure of both sides, value by value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from validator.play.driver import Played
from validator.play.rules import Frame
from validator.trials.stats import merge
from validator.usage import UsageError


class Kind(StrEnum):
    """Kinds of figures of one game."""

    WINS = "wins"
    LEAD = "lead"
    STALLS = "stalls"
    LENGTH = "length"
    SCORE = "score"
    PILE = "pile"
    DRAWN = "drawn"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Figure:
    """One whole number of each game; ``of`` is the seat (from 0), the pile or the card.

    ``lead`` is how far a person is above an equal share of the wins, times the number of people:
    with two of them 1 for a game won alone, -1 for one lost, 0 for a draw.
    """

    kind: Kind
    of: str | int = ""


Pairs = dict[int, dict[int, int]]
"""How often each pair of values came: by that before, by that now."""


@dataclass(slots=True)
class PairSums:
    """Sums over a range of pairs, ``values`` in the order of the figures.

    ``same`` are those that went the same way on both sides; ``other`` is the number of the first
    game that did not, -1 where there is none.
    """

    values: list[Pairs]
    games: int = 0
    same: int = 0
    other: int = -1

    def add(self, index: int, before: Sequence[int], now: Sequence[int], same: bool) -> None:
        """Count the pair number ``index`` by the figures of both games."""
        self.games += 1
        self.same += same
        if not same and self.other < 0:
            self.other = index
        for counted, old, new in zip(self.values, before, now, strict=True):
            row = counted.setdefault(old, {})
            row[new] = row.get(new, 0) + 1

    def merge(self, later: PairSums) -> None:
        """Add a later range of the same run."""
        self.games += later.games
        self.same += later.same
        if self.other < 0:
            self.other = later.other
        for counted, more in zip(self.values, later.values, strict=True):
            for old, row in more.items():
                merge(counted.setdefault(old, {}), row)


def no_pairs(figures: Sequence[Figure]) -> PairSums:
    """The sums over no games."""
    return PairSums([{} for _ in figures])


@dataclass(frozen=True, slots=True)
class Sheet:
    """How figures are read off the games of one side; both sides have the same ``figures``."""

    frame: Frame
    figures: tuple[Figure, ...]
    cards: tuple[int, ...]
    piles: tuple[int, ...]

    def read(self, game: Played) -> list[int]:
        """The figures of a game; a card or pile that this side lacks counts 0."""
        winners, scores = game.outcome.winners, game.outcome.scores
        seats = range(len(self.frame.seats))
        read = [int(seat in winners) for seat in seats]
        people = people_of(self.frame)
        if len(people) > 1:
            won = sum(seat in winners for seat in people)
            read += [len(people) * (seat in winners) - won for seat in people]
        read += [int(not game.outcome.finished), game.turns]
        read += scores
        gauges, drawn, played = game.tally.gauges, game.tally.drawn, game.tally.played
        read += [int(at >= 0 and gauges[at].first > 0) for at in self.piles]
        for card in self.cards:
            read += (drawn[card], played[card]) if card >= 0 else (0, 0)
        return read


def people_of(frame: Frame) -> list[int]:
    """The seats that are no bots."""
    return [seat for seat in range(len(frame.seats)) if seat not in frame.bots]


def sheets(before: Frame, now: Frame) -> tuple[Sheet, Sheet]:
    """How both sides of a table are read: the cards and piles that either has, those of now first.

    Raises:
        UsageError: the sides differ in their seats.
    """
    if (len(before.seats), before.bots) != (len(now.seats), now.bots):
        raise UsageError(
            f"the table {now.table} has {len(before.seats)} seats before and {len(now.seats)} now",
            "choose tables whose seats are the same with --players and --bots",
        )
    cards = _either(now.cards, before.cards)
    piles = _either([one.id for one in now.piles], [one.id for one in before.piles])
    figures = tuple(_figures(now, cards, piles))
    return _sheet(before, figures, cards, piles), _sheet(now, figures, cards, piles)


def _figures(frame: Frame, cards: Sequence[str], piles: Sequence[str]) -> Iterator[Figure]:
    seats, people = range(len(frame.seats)), people_of(frame)
    yield from (Figure(Kind.WINS, seat) for seat in seats)
    if len(people) > 1:
        yield from (Figure(Kind.LEAD, seat) for seat in people)
    yield Figure(Kind.STALLS)
    yield Figure(Kind.LENGTH)
    yield from (Figure(Kind.SCORE, seat) for seat in seats)
    yield from (Figure(Kind.PILE, pile) for pile in piles)
    yield from (Figure(kind, card) for card in cards for kind in (Kind.DRAWN, Kind.PLAYED))


def _sheet(
    frame: Frame, figures: tuple[Figure, ...], cards: Sequence[str], piles: Sequence[str]
) -> Sheet:
    own = {card: at for at, card in enumerate(frame.cards)}
    held = {pile.id: at for at, pile in enumerate(frame.piles)}
    return Sheet(
        frame,
        figures,
        tuple(own.get(card, -1) for card in cards),
        tuple(held.get(pile, -1) for pile in piles),
    )


def _either(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def each(pairs: Pairs) -> Iterator[tuple[int, int, int]]:
    """Each pair of values that came: before, now, how often."""
    return ((old, new, times) for old, row in pairs.items() for new, times in row.items())


def bounded_difference(before: int, now: int, low: int, high: int) -> int:
    """A difference (now less before), values beyond bounds counted as them."""
    return min(max(now, low), high) - min(max(before, low), high)


def differences(pairs: Pairs, low: int, high: int) -> dict[float, int]:
    """How often each difference (now less before) came, values beyond bounds counted as them."""
    found: dict[float, int] = {}
    for old, new, times in each(pairs):
        shift = bounded_difference(old, new, low, high)
        found[shift] = found.get(shift, 0) + times
    return found


def marginal(pairs: Pairs, now: bool) -> dict[int, int]:
    """How often each value came on one side."""
    found: dict[int, int] = {}
    for old, new, times in each(pairs):
        value = new if now else old
        found[value] = found.get(value, 0) + times
    return found
