"""What a match asks of whoever drives it, and the options it offers.

In the compiled build a class that inherits :class:`Ask` by name is called directly, any other one
that has its methods as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Option(Protocol):
    """What a seat may choose: an immutable value of a class that says what kind of choice it is.

    Two options that mean the same are equal; those that are the same in every game are made
    once a table.
    """

    def say(self) -> str:
        """The option in a few words, for replays."""


O = TypeVar("O", bound=Option)  # noqa: E741 - an option


class Ask(Protocol):
    """What a match asks of whoever drives it."""

    __slots__ = ()

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Ask ``seat`` which of ``options`` it takes; ``what`` names the decision in replays."""

    def turn(self, seat: int) -> None:
        """Begin a turn of ``seat``: the table is whole, and a copy taken now can go on."""

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Let everybody see what a seat did that nobody decides for, such as a bot.

        One that is a ``SaysToSeats`` (validator.play.rules) is told to each as far as it may know.
        """
