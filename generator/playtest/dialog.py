"""A game that was played, asked for question after question, or all at once on a page.

What is typed is kept beside the playtests until the game is written, so that nothing of it is lost,
and one way goes on where the other was left.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from generator.atomic import below, write_bytes
from generator.changes.print_records import FOLDER
from generator.failures import WrongUseError
from generator.playtest.answers import AskedSheets, Said, add_said
from generator.playtest.notes import TICKED, write_playtests
from validator.catalogue.source import JsonError, read_json
from validator.plainfile import read_plain

_YES_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class DialogQuestion:
    """What is asked of somebody: in words, and by its key (see :meth:`AskedSheets.read`).

    ``who`` is asked about, such as "seat 2", with ``number`` of their remarks; ``answers`` are all
    that can be said, if it is not free, ``hint`` tells what an empty line means.
    """

    asks: str
    key: str
    who: str = ""
    number: int = 0
    answers: Sequence[str] = ()
    many: bool = False
    hint: str = ""

    @property
    def name(self) -> str:
        """What it is called among all that are asked about a game."""
        return f"{self.who} {self.number or ''}".strip() + f" {self.key}"

    @property
    def prompt(self) -> str:
        """The line before which it is answered."""
        choice = ", ".join(self.answers) if self.answers != _YES_NO else "yes or no"
        told = [choice, "several with commas" if self.many else "", self.hint]
        may = "; ".join(one for one in told if one)
        who = f"{self.who}: " if self.who else ""
        return f"{who}{self.asks}{f' ({may})' if may else ''}"


class Dialog:
    """Questions, one after the other, to somebody who answers in lines.

    ``type_in`` gives the line that is typed behind a prompt; ``typed`` are those that are known
    already, by the names of their questions, and ``keep`` is told of all at each new one.
    """

    def __init__(
        self,
        asked: AskedSheets,
        type_in: Callable[[str], str],
        typed: dict[str, str] | None = None,
        keep: Callable[[Mapping[str, str]], None] = lambda _: None,
    ) -> None:
        self.asked, self.type_in, self.typed, self.keep = asked, type_in, typed or {}, keep

    def ask(self, question: DialogQuestion) -> Any:
        """The value that is typed; None for an empty line.

        What is none is asked again, and what would be is said.
        """
        name, wrong = question.name, ""
        while True:
            known = self.typed.get(name)
            text = self.type_in(f"{wrong}{question.prompt}: ") if known is None else known
            try:
                value = self.asked.read(question.key, text) if text else None
            except ValueError as error:
                self.typed.pop(name, None)
                wrong = f"  {error}\n"
                continue
            if known is None:
                self.typed[name] = text
                self.keep(self.typed)
            return value

    def settle(self, asks: str) -> bool | None:
        """Whether something is so; None for an empty line. It is asked each time."""
        question = DialogQuestion(asks, "won", answers=_YES_NO, hint="Enter leaves it open")
        answer = self.ask(question)
        self.typed.clear()
        return None if answer is None else bool(answer)

    def table(self, who: str = "") -> Said:
        """When a game was played, and by how many; without a day it was today."""
        today = self.typed.setdefault("today", date.today().isoformat())
        day = DialogQuestion("day of the game", "date", who, hint=f"Enter: {today}")
        yield "date", self.ask(day) or today
        yield "players", self.ask(DialogQuestion("how many people played?", "players", who))
        yield "bots", self.ask(DialogQuestion("how many bots?", "bots", who))

    def whole_game(self) -> Said:
        """All that is asked about a game, in its order."""
        table = dict(self.table())
        yield from table.items()
        yield "minutes", self.ask(DialogQuestion("how many minutes did it last?", "minutes"))
        people = table["players"] or 0
        if people:
            yield "began", self.ask(DialogQuestion("which seat began?", "began"))
        for seat in range(1, people + (table["bots"] or 0) + 1):
            who = f"seat {seat}"
            yield "seat", seat
            yield "score", self.ask(DialogQuestion("score", "score", who))
            yield "won", self.ask(DialogQuestion("did it win?", "won", who, answers=_YES_NO))
            if seat <= people:
                yield from self._answers(who, "seats")
        yield "seat", 0
        yield from self._answers("the table", "table")

    def _answers(self, who: str, of: str) -> Said:
        for one in self.asked.own:
            if one.of == of:
                yield (
                    one.id,
                    self.ask(DialogQuestion(one.ask, one.id, who, 0, one.answers, one.many)),
                )
        for number in range(1, 1000):
            on = "card or rule of a remark"
            subject = self.ask(DialogQuestion(on, "on", who, number, hint="Enter: none"))
            if subject is None:
                break
            yield subject
            ticks = DialogQuestion("what is it?", "ticked", who, number, TICKED, many=True)
            yield "ticked", self.ask(ticks)
            yield "remark", self.ask(DialogQuestion("in words", "remark", who, number))
        yield "remarks", self.ask(DialogQuestion("what else?", "remarks", who))


class PlaytestForm(Dialog):
    """All questions at once, with what is typed, which need not be right.

    ``rows`` are the questions, ``values`` what is said, ``wrong`` what is to be typed instead, both
    by the names of these; ``said`` is all that is said of the game.
    """

    def __init__(self, asked: AskedSheets, typed: dict[str, str]) -> None:
        super().__init__(asked, lambda _: "", typed)
        self.rows = list[DialogQuestion]()
        self.values = dict[str, Any]()
        self.wrong = dict[str, str]()
        self.said = list(self.whole_game())

    def ask(self, question: DialogQuestion) -> Any:
        """The value that is typed; None for nothing, or what is none."""
        self.rows.append(question)
        text = self.typed.get(question.name, "").strip()
        try:
            value = self.asked.read(question.key, text) if text else None
        except ValueError as error:
            self.wrong[question.name] = str(error)
            return None
        self.values[question.name] = value
        return value


@dataclass(frozen=True, slots=True)
class Draft:
    """What is kept of a game until it is written: the ``code`` of its print, and what is typed."""

    root: Path
    game: str
    code: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return below(self.root, FOLDER, self.game, ".draft.json")

    def read(self) -> Draft:
        """What was typed before, or nothing.

        Raises:
            WrongUseError: it cannot be read.
        """
        if not self.path.exists():
            return Draft(self.root, self.game, self.code)
        with suppress(JsonError, OSError, KeyError, TypeError, AttributeError):
            kept = read_json(read_plain(self.path, 1_000_000, inside=self.root))
            if all(isinstance(one, str) for one in (kept["print"], *kept["typed"].values())):
                return Draft(self.root, self.game, kept["print"], dict(kept["typed"]))
        raise WrongUseError(f"{self.path} is no draft of `trilith notes add`; remove it")

    def keep(self, typed: Mapping[str, str]) -> None:
        """Write down what is typed by now."""
        told = json.dumps({"print": self.code, "typed": typed}, ensure_ascii=False, indent=1)
        write_bytes(self.path, f"{told}\n".encode())

    def write(self, asked: AskedSheets, said: Said) -> str:
        """Write the whole game that was said, and drop the draft; its path inside the project.

        Raises:
            DataError: it does not fit the schema; nothing is written.
        """
        played = {"game": self.game, "print": self.code}
        played |= {"revision": "" if self.code else asked.revision}
        add_said(played, said)
        (path,) = write_playtests(self.root, self.game, [(played, {})])
        self.path.unlink(missing_ok=True)
        return path
