"""What a person asked for and cannot have, with what would do."""

from __future__ import annotations


class UsageError(ValueError):
    """An unknown policy, ruling, table or pile: ``hint`` lists the right ones."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}; {hint}")
        self.message = message
        self.hint = hint
