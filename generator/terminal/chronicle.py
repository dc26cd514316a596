"""What every person at the table may know of what was done: an observer with a book for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from validator.play.observers import Glimpse, Hearer, Observer, Sight
from validator.play.rules import AsksTogether, Match, Option, Outcome, SaysToSeats


@dataclass(slots=True)
class Book:
    """The lines of one reader: all, and how many of them it has read."""

    lines: list[str] = field(default_factory=list)
    read: int = 0

    def unread(self) -> list[str]:
        """What came since this was asked last, without turns in which nothing was told."""
        fresh = self.lines[self.read :]
        self.read = len(self.lines)
        behind = [*fresh, "turn"][1:] if fresh else []
        told = zip(fresh, behind, strict=True)
        return [line for line, then in told if not line.startswith("turn") or then[:1] == " "]


@dataclass(slots=True)
class Deed:
    """A deed of this turn in the book of a seat that did not do it: ``line`` is where.

    ``before`` is what the reader saw when it was decided, ``after`` when it was done; ``together``
    numbers the decision if others chose at the same time.
    """

    head: str
    done: Option
    before: Glimpse
    together: int
    after: Glimpse | None = None
    line: int = -1


class Chronicle(Observer, Hearer):
    """Writes down every deed for every reader, once it can be seen what has come of it.

    What shows later in the turn is put in: a card may be named first and laid at the end. What
    seats choose at the same time is told when all have chosen.
    """

    def __init__(self, sight: Sight, readers: Iterable[int]) -> None:
        self.sight = sight
        self.books = {seat: Book() for seat in readers}
        self.deeds: dict[int, list[Deed]] = {seat: [] for seat in self.books}

    def before(self, match: Match) -> None:
        """See the table after set-up."""

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Begin a turn in every book."""
        self.settle(match)
        for reader, book in self.books.items():
            self.deeds[reader].clear()
            book.lines.append(f"turn {number}, {self.sight.frame.seats[seat]}")

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Take a deed down; what is told of it to others shows when it is done."""
        self.settle(match)
        head, done = f"  {self.sight.frame.seats[seat]} {what}: ", options[index]
        for reader, book in self.books.items():
            if reader == seat:
                book.lines.append(head + done.say())
            else:
                before = self.sight.glimpse(match, reader)
                self.deeds[reader].append(Deed(head, done, before, together(match)))

    def hear(self, match: Match, seat: int, what: str, deed: Option) -> None:
        """Write down what is told to everybody, or to each what it may know."""
        self.settle(match)
        head = f"  {self.sight.frame.seats[seat]} {what}: "
        for reader, book in self.books.items():
            said = deed.say_to(reader) if isinstance(deed, SaysToSeats) else deed.say()
            book.lines.append(head + said)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Write the last deed."""
        self.settle(match)

    def settle(self, match: Match) -> None:
        """Write what is known by now of the deeds of this turn."""
        now = together(match)
        for reader, all_deeds in self.deeds.items():
            deeds = [deed for deed in all_deeds if not now or deed.together != now]
            if deeds:
                self._write(self.books[reader].lines, deeds, self.sight.glimpse(match, reader))

    def _write(self, lines: list[str], deeds: Iterable[Deed], latest: Glimpse) -> None:
        for deed in deeds:
            if deed.after is None:
                deed.after, deed.line = latest, len(lines)
                lines.append("")
            told = self.sight.deed(deed.done, deed.before, deed.after, latest)
            lines[deed.line] = deed.head + told


def together(match: Match) -> int:
    """The number of the decision that seats make at the same time, 0 if each chooses alone."""
    return match.together if isinstance(match, AsksTogether) else 0
