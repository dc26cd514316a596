"""A person as a policy: shown the table and the options, asked until one is taken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from generator.terminal import menu, screen
from generator.terminal.chronicle import Chronicle, together
from generator.terminal.desk import Desk
from validator.play.observers import Sight
from validator.play.rules import Match, Option

SINCE = 20
"""Lines of what the others did that are shown unasked."""
HISTORY = 30
"""Lines of what was done that ``h`` shows."""


class PutAsideError(Exception):
    """The person wants to stop here."""


class TakeBackError(Exception):
    """The person takes its last choice back."""


@dataclass(slots=True)
class Menu:
    """A decision that is being made: all options, those that are left, and the page shown."""

    every: list[menu.Entry]
    left: list[menu.Entry]
    page: int = 0


class Person:
    """Who decides for the seats ``seats``; one object for all of them, who share the terminal.

    ``can_take_back`` tells whether a choice of theirs was made before.
    """

    def __init__(
        self,
        desk: Desk,
        sight: Sight,
        chronicle: Chronicle,
        seats: Collection[int],
        can_take_back: Callable[[], bool],
    ) -> None:
        self.desk = desk
        self.sight = sight
        self.chronicle = chronicle
        self.seats = seats
        self.can_take_back = can_take_back
        self.last = -1
        self.seen: tuple[int, list[str]] = (-1, [])

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option that the person takes.

        Raises:
            PutAsideError: the game is to be put aside.
            TakeBackError: the last choice is to be taken back.
            EOFError: there is no more input.
        """
        self.chronicle.settle(match)
        self._look(match, seat)
        every = menu.entries_of([option.say() for option in options])
        decision = Menu(every, every)
        self.desk.tell(menu.listed(every))
        while True:
            name = self.sight.frame.seats[seat]
            typed = self.desk.ask(f"{name}, {what} (1-{len(options)}, ? help): ")
            taken = self._answer(typed, decision, match, seat)
            if taken is not None:
                return taken.number - 1

    def _look(self, match: Match, seat: int) -> None:
        """Show what came since, and the table; within a turn only what is new of it."""
        secret = bool(together(match)) or not self.sight.is_open(match)
        if len(self.seats) > 1 and self.last != seat and secret:
            self.desk.hand_over(self.sight.frame.seats[seat])
        position = screen.opening(self.sight, match, seat)
        again = (self.last, self.seen[0]) == (seat, match.tally.turn)
        known = self.seen[1] if again else []
        self.last, self.seen = seat, (match.tally.turn, position)
        since = self.chronicle.books[seat].unread()
        earlier = [f"  ... {len(since) - SINCE} lines before: h"] if len(since) > SINCE else []
        self.desk.tell(["", *earlier, *since[-SINCE:]])
        self.desk.tell(line for line in position if line not in known)

    def _answer(self, typed: str, decision: Menu, match: Match, seat: int) -> menu.Entry | None:
        """The option that ``typed`` takes; else do what it asks for."""
        if typed.isdecimal():
            return self._numbered(typed, decision)
        word, _, rest = typed.partition(" ")
        if word.casefold() in ("q", "quit"):
            raise PutAsideError
        if word.casefold() in ("u", "undo"):
            self._take_back()
        elif not self._told(word.casefold(), rest, match, seat):
            return self._narrowed(typed, decision)
        return None

    def _numbered(self, typed: str, decision: Menu) -> menu.Entry | None:
        number = int(typed) if len(typed) < _LONGEST_NUMBER else 0
        if 1 <= number <= len(decision.every):
            return decision.every[number - 1]
        self.desk.tell([f"there is no option {typed[:20]}: 1 to {len(decision.every)}"])
        return None

    def _take_back(self) -> None:
        if self.can_take_back():
            raise TakeBackError
        self.desk.tell(["there is no choice of yours to take back"])

    def _told(self, word: str, rest: str, match: Match, seat: int) -> bool:
        """Tell what ``word`` asks for; False where it is no such word."""
        match word:
            case "?" | "help":
                self.desk.tell(screen.HELP)
            case "t" | "table":
                self.desk.tell(screen.table(self.sight, match, seat))
            case "c" | "card":
                self.desk.tell(screen.cards(self.sight.game, rest))
            case "h" | "history":
                count = int(rest) if rest.isdecimal() and len(rest) < _LONGEST_NUMBER else HISTORY
                self.desk.tell(self.chronicle.books[seat].lines[-max(count, 1) :])
            case _:
                return False
        return True

    def _narrowed(self, typed: str, decision: Menu) -> menu.Entry | None:
        """Turn a page, or keep the options that have the words typed."""
        if typed in ("n", "p"):
            turned = decision.page + (1 if typed == "n" else -1)
            decision.page = turned % menu.pages(decision.left)
        elif typed == "*":
            decision.left, decision.page = decision.every, 0
        elif not typed:
            if len(decision.left) == 1:
                return decision.left[0]
        else:
            words = typed.removeprefix("/")
            taken = menu.exact(decision.every, words)
            found = menu.matching(decision.every, words)
            if taken is not None or not found:
                if taken is None:
                    self.desk.tell([f"no option has {words[:40]!r}; ? for help"])
                return taken
            decision.left, decision.page = found, 0
        self.desk.tell(menu.listed(decision.left, decision.page))
        if len(decision.left) == 1:
            self.desk.tell(["Enter takes it"])
        return None


_LONGEST_NUMBER = 7
