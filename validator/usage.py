"""What a person asked for and cannot have, with what would do."""

from __future__ import annotations


class UsageError(ValueError):
    """An unknown policy, ruling, table or pile: ``hint`` lists the right ones."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}; {hint}")
        self.message = message
        self.hint = hint


class UnplayableError(UsageError):
    """The data have what their rules module has no rule for; ``component`` is where, if known."""

    def __init__(self, message: str, hint: str, component: str | None = None) -> None:
        super().__init__(message, hint)
        self.component = component


class UnreadableError(UsageError):
    """The rules module misses something of the data that it counts on."""


class GameFaultError(RuntimeError):
    """A rules module failed in the middle of a game; the message says which game it was."""
