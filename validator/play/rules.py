"""What a rules module offers, and what a game ends with.

A rules module is what an entry point names, a module (or folder) with the function
``prepare(game, configuration, rulings) -> Prepared``: everything that is the same in each game
at this table, worked out once. ``Prepared.deal(streams, tally)`` sets up one game and returns a
``Match``; its ``play`` is the rulebook from top to bottom as straight-line code that asks every
decision by ``ask.choose(seat, what, options)``.

``docs/rules-modules.md`` says what a module keeps to, and has a small one to begin from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from validator.catalogue.model import Configuration, Game
from validator.play.match import Ask, O, Option, Tally
from validator.rng import Streams

__all__ = ["Ask", "O", "Option"]

Piece: TypeAlias = int | str
"""A piece in a zone: a card as its number, anything else by its name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: ``winners`` are seats (several share, none is a draw).

    ``reason`` is a short constant phrase; ``finished`` is False where the game was stopped, and
    ``stuck`` tells that it was because somebody was asked and had nothing to choose.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    finished: bool = True
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class PileSpec:
    """A pile the module keeps count of: ``size`` at the start, ``id`` as in game.yaml.

    ``most`` is what it can hold after a reshuffle, where that is more than at the start.
    """

    id: str
    size: int
    most: int = 0


@dataclass(frozen=True, slots=True)
class SupplySpec:
    """A family of pieces (coins of $1, red cubes): how many the box holds.

    ``pile`` is the id of the pile that is what is left of it, if there is one: what it lacked
    at its lowest level is the peak. Others are looked at as turns begin.
    """

    name: str
    box: int
    pile: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """The worst case of a pile by arithmetic, with the sum that shows it.

    ``can_run_out``: something may be wanted that is not there, even after any reshuffle.
    """

    pile: str
    can_run_out: bool
    sum: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What is fixed at a table before any luck.

    ``seats`` names every seat in turn order of seat number (colour or role); ``bots``
    holds the seats no policy plays. ``cards`` are component ids: the index of a card here
    is the number by which ``Tally`` counts it. A game longer than
    ``turn_cap`` turns or ``choice_cap`` choices is stopped and reported as stalled.
    ``least_wins``: fewest points win. Seats whose numbers are equal modulo ``teams`` are partners;
    0 where everybody plays for themselves, 1 where all win or nobody. ``in_rounds``: people tell
    its length in rounds.
    """

    game: str
    table: str
    seats: tuple[str, ...]
    piles: tuple[PileSpec, ...] = ()
    supplies: tuple[SupplySpec, ...] = ()
    cards: tuple[str, ...] = ()
    bots: tuple[int, ...] = ()
    turn_cap: int = 1000
    choice_cap: int = 20000
    least_wins: bool = False
    teams: int = 0
    in_rounds: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that are no bots."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.bots)


class Match(Protocol):
    """One game in progress: its state and the rules that move it.

    All that lives on from one turn to the next is kept in attributes, so that a copy taken
    at the start of any turn can be played on.
    """

    @property
    def tally(self) -> Tally:
        """The counts of this game."""

    def copy(self) -> Match:
        """The same game with the same luck to come, to be played on apart; at a turn's start."""

    def play(self, ask: Ask) -> Outcome:
        """Play to the end from wherever the game stands, asking decisions through ``ask``."""

    def scores(self) -> list[int]:
        """Points of each seat as they stand (all 0 in a game without points)."""

    def account(self) -> list[str]:
        """The scores as lines, seat by seat and item by item; without points, what decided."""

    def levels(self) -> list[int]:
        """Cards or pieces left in each pile, in the order of ``Frame.piles``."""

    def used(self) -> list[int]:
        """Pieces of each supply that are out of the box, in the order of ``Frame.supplies``."""

    def census(self) -> Mapping[str, Sequence[Piece]]:
        """Every zone with the pieces in it; true whenever ``choose`` or ``turn`` is called."""

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``, by what that seat can know; higher is better."""

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``; higher is faster, all equal where none does."""

    def show(self) -> str:
        """The position in a few lines of text, for replays and golden playthroughs."""


@runtime_checkable
class AsksTogether(Protocol):
    """A match in which seats choose at the same time: none may know what the others take.

    ``together`` numbers such a decision while its choices are collected, from 1; 0 at all other
    times.
    """

    together: int


@runtime_checkable
class ShowsToSeats(Protocol):
    """A match that can say its position as one seat sees it; of others names are left out."""

    def show_to(self, sees: Callable[[str], bool]) -> str:
        """The position, with what lies in a zone only where ``sees`` says so of it."""


@runtime_checkable
class SaysToSeats(Protocol):
    """A deed that is told to each seat as far as that one may know of it; ``say`` tells all."""

    def say_to(self, reader: int) -> str:
        """What the seat ``reader`` may know, in a few words."""


@runtime_checkable
class NamesPieces(Protocol):
    """An option that knows which pieces its words name, so that they can be left out."""

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The option in words, with ``mark`` for pieces whose ids are ``hidden``."""


@runtime_checkable
class NamesCards(Protocol):
    """An option by which a seat chooses cards."""

    def cards(self) -> Collection[int]:
        """Their numbers in ``Frame.cards``."""


@runtime_checkable
class NamesZones(Protocol):
    """An option that is a choice of zones or spaces, so that what lies there can be shown."""

    def zones(self) -> Mapping[str, str]:
        """Their names as in the census, each by what people call it."""


class Prepared(Protocol):
    """A table ready to deal: data read, rulings resolved, set-up compiled."""

    @property
    def frame(self) -> Frame:
        """What is fixed at this table."""

    def deal(self, streams: Streams, tally: Tally) -> Match:
        """Set up one game with the luck of ``streams``."""

    def bounds(self) -> tuple[Bound, ...]:
        """For each pile, the worst case that arithmetic alone proves."""


class RulesModule(Protocol):
    """What a rules module offers."""

    def prepare(
        self, game: Game, configuration: Configuration, rulings: Mapping[str, str]
    ) -> Prepared:
        """Work out once what is the same in each game; ``rulings`` has an option for every id."""
