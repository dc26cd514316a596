"""Options of a script as values: each knows what it binds and where the program goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from validator.catalogue.model import Component
from validator.script.state import Match


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to choose: ``said`` in words; ``pc`` is where what it does begins."""

    id: str
    said: str
    pc: int = field(compare=False)

    def say(self) -> str:
        """The option in a few words."""
        return self.said

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The same with a mark for hidden pieces: these words name none."""
        return self.said

    def take(self, m: Match) -> int:
        """Bind what was chosen; where the program goes on."""
        return self.pc


@dataclass(frozen=True, slots=True)
class CardPick(Pick):
    """A piece of a zone, or several. They go to register ``slot``, their zone's place to the next.

    The place is ``zone`` and what register ``seat`` holds.
    """

    held: int | tuple[int, ...]
    slot: int = field(compare=False)
    zone: int = field(compare=False)
    seat: int = field(compare=False)
    named: Sequence[Component] = field(compare=False, repr=False)
    words: Callable[[Sequence[str]], str] = field(compare=False, repr=False)

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The option in words, with a mark for those of its pieces that are hidden."""
        held = self.held if isinstance(self.held, tuple) else (self.held,)
        pieces = [self.named[one] for one in held]
        return self.words([mark if one.id in hidden else one.name for one in pieces])

    def take(self, m: Match) -> int:
        """Bind what was chosen and where it lies."""
        r = m.r
        slot = self.slot
        r[slot] = self.held
        r[slot + 1] = self.zone + r[self.seat]
        return self.pc


@dataclass(frozen=True, slots=True)
class NamePick(Pick):
    """A seat, a value, or both; -1 and None stand for none."""

    that: int
    it: int | str | bool | None
    that_slot: int = field(compare=False)
    it_slot: int = field(compare=False)

    def take(self, m: Match) -> int:
        """Bind them."""
        if self.that_slot >= 0:
            m.r[self.that_slot] = self.that
        if self.it_slot >= 0:
            m.r[self.it_slot] = self.it
        return self.pc
