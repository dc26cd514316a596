"""Player-count marks: the one place that says which totals a card is used at."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARK = re.compile(r"^(?:\*|\d+\+|\d+(?:/\d+)*)$")


@dataclass(frozen=True, slots=True)
class PlayerMark:
    """A mark as printed: ``*`` any total, ``3+`` at least three, ``3/4`` either, ``5`` only five.

    Rule HEN-PC-15; the total counts humans and bots together (HEN-PC-17).
    """

    text: str = "*"

    def admits(self, total: int) -> bool:
        """Tell whether a component with this mark is used with ``total`` seats."""
        if self.text == "*":
            return True
        if self.text.endswith("+"):
            return total >= int(self.text[:-1])
        return total in {int(number) for number in self.text.split("/")}


def is_mark(text: str) -> bool:
    """Tell whether ``text`` is a well-formed player-count mark."""
    return _MARK.match(text) is not None
