"""The two sides of a comparison, what is counted of their pairs of games, and where these part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest

from validator.catalogue.model import Configuration, Game, WhenEmpty
from validator.catalogue.seats import table_name
from validator.findings import UsageError
from validator.play.driver import PlayedGame, make_policies, parse_policy, play_match
from validator.play.match import Tally
from validator.play.modules import Plan, prepare, select_tables
from validator.play.observers import Observer
from validator.play.rules import Frame, Match, Option
from validator.play.rulings import resolve_rulings
from validator.simulation.chunks import Sums, first_game
from validator.simulation.statistics import add, mean


class FigureKind(StrEnum):
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
class GameFigure:
    """One whole number of each game; ``of`` is the seat (from 0), the pile or the card.

    ``lead`` is how far a person is above an equal share of the wins, times the number of people:
    with two of them 1 for a game won alone, -1 for one lost, 0 for a draw.
    """

    kind: FigureKind
    of: str | int = ""


Pairs = dict[int, dict[int, int]]
"""How often each pair of values came: by that before, by that now."""


@dataclass(slots=True)
class PairSums(Sums):
    """Sums over a range of pairs, ``values`` in the order of the figures.

    ``same`` are those that went the same way on both sides; ``other`` is the number of the first
    game that did not, -1 where there is none.
    """

    values: list[Pairs]
    games: int = 0
    same: int = 0
    other: int = field(default=-1, metadata={"merge": first_game})

    def add(
        self, index: int, before: Sequence[int | None], now: Sequence[int | None], same: bool
    ) -> None:
        """Count the pair number ``index`` by the figures of both games; None is not known."""
        self.games += 1
        self.same += same
        if not same and self.other < 0:
            self.other = index
        for counted, old, new in zip(self.values, before, now, strict=True):
            if old is None or new is None:
                continue
            row = counted.setdefault(old, {})
            row[new] = row.get(new, 0) + 1


def no_pairs(figures: Sequence[GameFigure]) -> PairSums:
    """The sums over no games."""
    return PairSums([{} for _ in figures])


@dataclass(frozen=True, slots=True)
class FigureSheet:
    """How figures are read off the games of one side; both sides have the same ``figures``.

    ``in_rounds``: both tell the length of a game in rounds.
    """

    frame: Frame
    figures: tuple[GameFigure, ...]
    cards: tuple[int, ...]
    piles: tuple[int, ...]
    in_rounds: bool

    def read(self, game: PlayedGame) -> list[int]:
        """The figures of a game; a card or pile that this side lacks counts 0."""
        winners, scores = game.outcome.winners, game.outcome.scores
        seats = range(len(self.frame.seats))
        read = [int(seat in winners) for seat in seats]
        people = self.frame.people
        if len(people) > 1:
            won = sum(seat in winners for seat in people)
            read += [len(people) * (seat in winners) - won for seat in people]
        length = game.rounds if self.in_rounds else game.turns
        read += [int(not game.outcome.finished), length]
        read += scores
        gauges, drawn, played = game.tally.gauges, game.tally.drawn, game.tally.played
        read += [int(at >= 0 and gauges[at].first > 0) for at in self.piles]
        for card in self.cards:
            read += (drawn[card], played[card]) if card >= 0 else (0, 0)
        return read


def sheets(before: Frame, now: Frame) -> tuple[FigureSheet, FigureSheet]:
    """How both sides of a table are read: the cards and piles that either has, those of now first.

    Raises:
        UsageError: the sides differ in their seats.
    """
    if (len(before.seats), before.bots) != (len(now.seats), now.bots):
        raise UsageError(
            f"the table {now.table} has {len(before.seats)} seats before and {len(now.seats)} now",
            "choose tables whose seats are the same with --players and --bots",
        )
    cards = tuple(dict.fromkeys((*now.cards, *before.cards)))
    piles = tuple(dict.fromkeys(pile.id for pile in (*now.piles, *before.piles)))
    seats, people = range(len(now.seats)), now.people
    figures = (
        *(GameFigure(FigureKind.WINS, seat) for seat in seats),
        *(GameFigure(FigureKind.LEAD, seat) for seat in people if len(people) > 1),
        GameFigure(FigureKind.STALLS),
        GameFigure(FigureKind.LENGTH),
        *(GameFigure(FigureKind.SCORE, seat) for seat in seats),
        *(GameFigure(FigureKind.PILE, pile) for pile in piles),
        *(
            GameFigure(kind, card)
            for card in cards
            for kind in (FigureKind.DRAWN, FigureKind.PLAYED)
        ),
    )
    made, in_rounds = [], before.in_rounds and now.in_rounds
    for frame in (before, now):
        own = {card: at for at, card in enumerate(frame.cards)}
        held = {pile.id: at for at, pile in enumerate(frame.piles)}
        card_numbers = tuple(own.get(card, -1) for card in cards)
        pile_numbers = tuple(held.get(pile, -1) for pile in piles)
        made.append(FigureSheet(frame, figures, card_numbers, pile_numbers, in_rounds))
    return made[0], made[1]


def each(pairs: Pairs) -> Iterator[tuple[int, int, int]]:
    """Each pair of values that came: before, now, how often."""
    return ((old, new, times) for old, row in pairs.items() for new, times in row.items())


def clip_difference(before: int, now: int, low: int, high: int) -> int:
    """A difference (now less before), values beyond bounds counted as them."""
    return min(max(now, low), high) - min(max(before, low), high)


def count(pairs: Pairs, value: Callable[[int, int], int]) -> dict[int, int]:
    """How often each ``value`` of pairs (before, now) came."""
    found: dict[int, int] = {}
    for old, new, times in each(pairs):
        add(found, value(old, new), times)
    return found


def differences(pairs: Pairs, low: int, high: int) -> dict[int, int]:
    """How often each difference (now less before) came, values beyond bounds counted as them."""
    return count(pairs, lambda old, new: clip_difference(old, new, low, high))


def marginal(pairs: Pairs, now: bool) -> dict[int, int]:
    """How often each value came on one side."""
    return count(pairs, lambda old, new: new if now else old)


def efficiency(figures: Iterable[Pairs]) -> float | None:
    """How many times as many games two sides with luck of their own would take.

    The variance of the difference of independent games over that of paired ones, summed over
    figures of one kind. None where no difference was ever seen: no number is large enough.
    """
    apart = together = 0.0
    for pairs in figures:
        apart += _variance(marginal(pairs, False)) + _variance(marginal(pairs, True))
        together += _variance(count(pairs, lambda old, new: new - old))
    return apart / together if together else None


def _variance(counts: Mapping[int, int]) -> float:
    if not counts:
        return 0.0
    middle = mean(counts)
    squares = sum(times * (value - middle) ** 2 for value, times in counts.items())
    return squares / sum(counts.values())


@dataclass(frozen=True, slots=True)
class GameVersion:
    """One version of a game: how it is called, its data, rulings ``ID=OPTION``, and who plays.

    ``policies`` has a word (or one a seat with commas) for each line of a table.
    """

    label: str
    game: Game
    rulings: tuple[str, ...] = ()
    policies: tuple[str, ...] = ("random", "greedy")


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A table with its players: what both sides play there, and how their games are read."""

    before: Plan
    now: Plan
    policies: tuple[str, str]
    sheets: tuple[FigureSheet, FigureSheet]

    @property
    def configuration(self) -> Configuration:
        """The table."""
        return self.now.configuration

    @property
    def silent(self) -> tuple[str, ...]:
        """The piles of which the rules do not say what when they run out."""
        piles = self.now.game.piles
        return tuple(pile.id for pile in piles if pile.when_empty is WhenEmpty.UNSTATED)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The lines of two sides, and the tables that only one of them has."""

    lines: tuple[ComparedLine, ...]
    only_before: tuple[str, ...]
    only_now: tuple[str, ...]


def meeting_of(
    before: GameVersion,
    now: GameVersion,
    players: int | None = None,
    bots: int | None = None,
    seed: int = 1,
) -> Meeting:
    """The lines on which two sides meet: each table that both have, once for each policy.

    Raises:
        UsageError: a side cannot be played as asked, or no table is left; the message says which.
    """
    old, new = (_tables(side, players, bots) for side in (before, now))
    both = [table for table in new if table in old]
    if not both:
        raise UsageError(
            f"{before.label} and {now.label} have no table in common",
            f"before: {', '.join(old)}; now: {', '.join(new)}",
        )
    lines = [
        _line((before, old[table]), (now, new[table]), at, seed)
        for table in both
        for at in range(len(now.policies))
    ]
    return Meeting(
        tuple(lines),
        tuple(table for table in old if table not in new),
        tuple(table for table in new if table not in old),
    )


def _tables(side: GameVersion, players: int | None, bots: int | None) -> dict[str, Configuration]:
    if not side.game.is_played:
        hint = "compare games that have a play script or a rules module"
        raise UsageError(f"{side.label}: {side.game.id} cannot be played", hint)
    try:
        tables = select_tables([side.game], players, bots)
    except UsageError as error:
        raise UsageError(f"{side.label}: {error.message}", error.hint) from error
    return {table_name(one): one for _, one in tables}


def _line(
    before: tuple[GameVersion, Configuration],
    now: tuple[GameVersion, Configuration],
    at: int,
    seed: int,
) -> ComparedLine:
    plans, frames = [], []
    for side, configuration in (before, now):
        try:
            in_force = resolve_rulings(side.game, side.rulings)
            frame = prepare(Plan(side.game, configuration, in_force, (), seed)).frame
            words = parse_policy(side.policies[at], frame)
        except UsageError as error:
            raise UsageError(f"{side.label}: {error.message}", error.hint) from error
        plans.append(Plan(side.game, configuration, in_force, words, seed))
        frames.append(frame)
    policies = (before[0].policies[at], now[0].policies[at])
    return ComparedLine(plans[0], plans[1], policies, sheets(frames[0], frames[1]))


def are_the_same(lines: Sequence[ComparedLine]) -> bool:
    """Tell whether both sides are the same data, rulings and players."""
    return all(line.before == line.now for line in lines)


class Parting(StrEnum):
    """What differs first."""

    SETUP = "set-up"
    DECISION = "decision"
    END = "end"


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first difference of game number ``index``: on which turn, and what each side says."""

    index: int
    parting: Parting
    turn: int
    before: str
    now: str


class _CourseObserver(Observer):
    """An observer that keeps the zones after set-up and every decision.

    Of a decision it keeps what makes it the same one (the turn first), and how it is told.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.zones: dict[str, list[str]] = {}
        self.steps: list[tuple[tuple[int, str, int, int], str]] = []
        self.number = 0

    def before(self, match: Match) -> None:
        """Keep the table after set-up."""
        self.zones = _zones(self.frame, match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Keep which turn it is."""
        self.number = number

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Keep a decision."""
        many, name = len(options), self.frame.seats[seat]
        told = f"{name} {what}: {options[index].say()} ({index + 1} of {many})"
        self.steps.append(((self.number, what, many, index), told))


def _zones(frame: Frame, match: Match) -> dict[str, list[str]]:
    """What lies where, cards by their ids."""
    cards = frame.cards
    return {
        zone: [
            cards[piece] if isinstance(piece, int) and piece < len(cards) else str(piece)
            for piece in pieces
        ]
        for zone, pieces in match.census().items()
    }


def first_difference(before: Plan, now: Plan, index: int) -> FirstDifference:
    """Play game number ``index`` of both sides and tell where they part."""
    (old, ended), (new, ends) = (_follow(plan, index) for plan in (before, now))
    for zone in dict.fromkeys((*new.zones, *old.zones)):
        then, here = old.zones.get(zone), new.zones.get(zone)
        if then != here:
            said = (_say_zone(zone, then, here), _say_zone(zone, here, then))
            return FirstDifference(index, Parting.SETUP, 0, *said)
    for one, other in zip_longest(old.steps, new.steps):
        if one is None or other is None or one[0] != other[0]:
            (turn, *_), _ = one or other
            said = (one[1] if one else _OVER, other[1] if other else _OVER)
            return FirstDifference(index, Parting.DECISION, turn, *said)
    return FirstDifference(index, Parting.END, ends.turns, _end(old, ended), _end(new, ends))


_OVER = "the game is over"


def _follow(plan: Plan, index: int) -> tuple[_CourseObserver, PlayedGame]:
    table = prepare(plan)
    streams = plan.streams(index)
    course = _CourseObserver(table.frame)
    return course, play_match(table, streams, make_policies(plan.policies, streams), [course])


def _say_zone(zone: str, pieces: Sequence[str] | None, other: Sequence[str] | None) -> str:
    """What lies in a zone, from the first piece that the other side has not there."""
    if pieces is None:
        return f"no zone {zone}"
    pairs = list(zip(pieces, other or (), strict=False))
    at = next((at for at, (one, two) in enumerate(pairs) if one != two), len(pairs))
    place = pieces[at] if at < len(pieces) else "nothing more"
    return f"{zone} ({len(pieces)} pieces): {place} as number {at + 1}"


def _end(course: _CourseObserver, game: PlayedGame) -> str:
    names, outcome = course.frame.seats, game.outcome
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    winners = ", ".join(names[seat] for seat in outcome.winners) or "nobody"
    return f"{outcome.reason}; {scores}; won by {winners}"


DEALS = 8
"""Deals that are compared to see whether the luck of both sides aligns."""
FEWEST = 4
"""Zones with fewer pieces are not looked at."""


def find_misaligned(before: Plan, now: Plan) -> tuple[str, ...]:
    """Zones that are mostly laid in another order, so that both sides meet other luck.

    Pieces that only one side has leave the others in their order.
    """
    sides = [prepare(before), prepare(now)]
    equal: dict[str, int] = {}
    sizes: dict[str, list[int]] = {}
    for index in range(DEALS):
        old, new = (
            _zones(
                side.frame,
                side.deal(
                    plan.streams(index),
                    Tally(len(side.frame.cards), [pile.size for pile in side.frame.piles]),
                ),
            )
            for plan, side in zip((before, now), sides, strict=True)
        )
        for zone in old.keys() & new.keys():
            fewer = min(len(old[zone]), len(new[zone]))
            if fewer >= FEWEST:
                order = SequenceMatcher(None, old[zone], new[zone], autojunk=False)
                same = sum(block.size for block in order.get_matching_blocks())
                equal[zone] = equal.get(zone, 0) + same
                sizes.setdefault(zone, [len(old[zone]), len(new[zone]), 0])[2] += fewer
    return tuple(
        f"{zone} ({old} pieces before, {new} now)"
        for zone, (old, new, places) in sorted(sizes.items())
        if 2 * equal[zone] < places
    )
