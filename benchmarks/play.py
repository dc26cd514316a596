"""Decisions and games a second of every game, one process, beside a naive engine.

Decisions are those of players with more than one option; time is that of the processor. Games of
this project are measured at their smallest and largest table, the starters, played from data, at
their largest. Circles of objects are looked for as often as ``trilith`` does.

The naive engine is what one writes first: dataclasses for cards and actions, enums, a list
of legal actions made anew and validated again, ``random.Random``. It and the same little
game on trilith's driver give the ratio that travels between machines.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from benchmarks.scripts import starter
from generator.starter import starters
from validator.catalogue.load import load
from validator.catalogue.model import Configuration, Game
from validator.catalogue.seats import table_name
from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.match import Deck, Tally
from validator.play.modules import Plan, playable, prepare
from validator.play.rules import Ask, Bound, Frame, Option, Outcome
from validator.play.rulings import resolve_rulings
from validator.rng import Streams
from validator.simulation.totals import Sampler, no_totals, peak_use
from validator.simulation.trials import play_one

ROOT = Path(__file__).parent.parent
SECONDS = 0.7
"""Least time each figure is measured for."""
FIRST_SECONDS = 0.3
"""Least time that is played before: what a run of games keeps is there, as in most of its games."""


def run() -> list[tuple[str, str]]:
    naive = decisions_per_second(play_naive)
    ours = decisions_per_second(play_small)
    figures = [
        ("small card game, naive engine", f"{naive:,.0f} decisions/s"),
        ("the same on trilith's driver", f"{ours:,.0f} decisions/s, {ours / naive:.1f} x naive"),
    ]
    for game, configuration, policy in measured():
        figures.append(measure(game, configuration, policy, naive))
    return figures


def measured() -> Iterator[tuple[Game, Configuration, str]]:
    """Which games are measured, at which tables, and who plays."""
    catalogue, _ = load(ROOT)
    for game in playable(catalogue):
        for configuration in game.configurations[:1] + game.configurations[1:][-1:]:
            yield game, configuration, "random"
            yield game, configuration, "greedy"
    with tempfile.TemporaryDirectory() as folder:
        for name in starters():
            made = starter(Path(folder), name)
            yield made, made.configurations[-1], "random"


def measure(game: Game, configuration: Configuration, policy: str, naive: float) -> tuple[str, str]:
    rulings = resolve_rulings(game)
    table = prepare(Plan(game, configuration, rulings, (), 1))
    plan = Plan(game, configuration, rulings, parse_policy(policy, table.frame), 1)
    sums = no_totals(table.frame)

    def play(seconds: float) -> tuple[float, float]:
        """Games and decisions a second of the next games of the run."""
        games, choices, start = sums.games, sums.choices, time.process_time()
        while time.process_time() - start < seconds:
            sampler = Sampler(table.frame, sums.curves, False)
            played = play_one(plan, table, sums.games, sampler)
            sums.add(sums.games, played, peak_use(table.frame, sampler.peaks, played.tally))
        took = time.process_time() - start
        return (sums.games - games) / took, (sums.choices - choices) / took

    play(FIRST_SECONDS)
    games, speed = play(SECONDS)
    return (
        f"{game.id} {table_name(configuration)}, {policy}",
        f"{games:8,.0f} games/s {speed:9,.0f} decisions/s, {speed / naive:.2f} x naive",
    )


def decisions_per_second(play: object) -> float:
    decisions = index = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        decisions += play(index)  # type: ignore[operator]
        index += 1
    return decisions / (time.process_time() - start)


# --- the small game: two players, 52 cards, hands of five; lay a card of the same suit or
# --- rank as the last one, or draw; who is rid of all cards wins


class Suit(Enum):
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: int


@dataclass(frozen=True)
class Action:
    kind: str
    card: Card | None = None


@dataclass
class NaiveGame:
    deck: list[Card]
    hands: list[list[Card]]
    pile: list[Card]
    player: int = 0
    history: list[Action] = field(default_factory=list)

    def legal(self) -> list[Action]:
        top = self.pile[-1]
        fits = [
            Action("lay", card)
            for card in self.hands[self.player]
            if card.suit == top.suit or card.rank == top.rank
        ]
        return [*fits, Action("draw")]

    def apply(self, action: Action) -> None:
        if action not in self.legal():
            raise ValueError("illegal")
        if action.kind == "lay" and action.card is not None:
            self.hands[self.player].remove(action.card)
            self.pile.append(action.card)
        elif self.deck:
            self.hands[self.player].append(self.deck.pop())
        self.history.append(action)
        self.player = 1 - self.player


def play_naive(index: int) -> int:
    rng = random.Random(index)
    deck = [Card(suit, rank) for suit in Suit for rank in range(13)]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(5)] for _ in range(2)]
    game = NaiveGame(deck, hands, [deck.pop()])
    decisions = 0
    while all(game.hands) and game.deck:
        options = game.legal()
        decisions += len(options) > 1
        game.apply(rng.choice(options))
    return decisions


FRAME = Frame("small", "2+0", ("one", "two"), cards=tuple(str(card) for card in range(52)))


@dataclass(frozen=True, slots=True)
class Lay:
    card: int

    def say(self) -> str:
        return f"lay {self.card}"


DRAW = Lay(-1)
LAYS = [Lay(card) for card in range(52)]


class SmallTable:
    frame = FRAME

    def deal(self, streams: Streams, tally: Tally) -> SmallMatch:
        rng = streams.rng("setup")
        cards = list(range(52))
        rng.shuffle(cards)
        return SmallMatch(Deck(cards, rng, tally, 0))

    def bounds(self) -> tuple[Bound, ...]:
        return ()


class SmallMatch:
    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.tally = deck.tally
        self.seat = 0
        self.hands = [deck.cards[:5], deck.cards[5:10]]
        self.pile = [deck.cards[10]]
        del deck.cards[:11]

    def play(self, ask: Ask) -> Outcome:
        deck, pile = self.deck.cards, self.pile
        while deck and self.hands[0] and self.hands[1]:
            seat = self.seat
            ask.turn(seat)
            hand = self.hands[seat]
            suit, rank = divmod(pile[-1], 13)
            options = [LAYS[card] for card in hand if card // 13 == suit or card % 13 == rank]
            options.append(DRAW)
            option = ask.choose(seat, "lay", options)
            if option is DRAW:
                hand.append(deck.pop())
            else:
                hand.remove(option.card)
                pile.append(option.card)
            self.seat = 1 - seat
        return Outcome((self.seat,), (0, 0), "out")

    def copy(self) -> SmallMatch:
        other = copy(self)
        other.tally = self.tally.copy()
        other.deck = self.deck.copy(self.deck.rng.copy(), other.tally)
        other.hands = [hand.copy() for hand in self.hands]
        other.pile = self.pile.copy()
        return other

    def scores(self) -> list[int]:
        return [0, 0]

    def levels(self) -> list[int]:
        return []

    def used(self) -> list[int]:
        return []

    def census(self) -> dict[str, list[int]]:
        return {"deck": self.deck.cards, "pile": self.pile, "a": self.hands[0], "b": self.hands[1]}

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        return [0] * len(options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        return [0] * len(options)

    def show(self) -> str:
        return ""


def play_small(index: int) -> int:
    streams = Streams(1, "small", "2+0", index)
    policies = make_policies(("random", "random"), streams)
    return len(play_match(SmallTable(), streams, policies).choices)
