"""Who watches a game: at each turn, at each step, or while deciding for a seat in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from validator.play.rules import Frame, Match, Option, Outcome


class Watcher(Protocol):
    """Who watches turns: before the first one, at the start of each, after the end."""

    def before(self, match: Match) -> None:
        """See the table after set-up."""

    def turn(self, match: Match, number: int, seat: int) -> None:
        """See the table as turn ``number`` (from 1) of ``seat`` begins."""

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""


class Observer(Watcher, Protocol):
    """Who watches every step too."""

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """See a decision and the table it is taken at; forced ones (one option) too."""


class WatchingPolicy(ABC):
    """Who decides for a seat and is an :class:`Observer` of the game too; the driver sees to it."""

    __slots__ = ()

    @abstractmethod
    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is, before the game begins."""

    @abstractmethod
    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option taken."""

    @abstractmethod
    def before(self, match: Match) -> None:
        """See the table after set-up."""

    @abstractmethod
    def turn(self, match: Match, number: int, seat: int) -> None:
        """See the table as a turn begins."""

    @abstractmethod
    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """See a decision, by whomever."""

    @abstractmethod
    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""


@runtime_checkable
class SitsDown(Protocol):
    """Who wants to know which table it is, before a game begins or is played on."""

    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is."""


@runtime_checkable
class Hearer(Protocol):
    """An observer that tells what is told to all seats from what one decides."""

    def hear(self, match: Match, seat: int, what: str, deed: Option) -> None:
        """Hear of a deed that nobody decides for; each seat knows what it says to that one."""
