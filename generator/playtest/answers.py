"""What was said at a table, from words that were typed, cells of a form or marks on sheets.

All of it becomes pairs in an order: a key with its value, such as ``seat`` 2, ``score`` 12, ``fun``
"4", ``card`` candle, ``remark`` "too weak". What follows a seat is that seat's, until the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from generator.changes.print_records import FOLDER, PrintRecord, read_record
from generator.playtest.notes import TICKED
from generator.playtest.sheets import questions_of, seat_names
from validator.catalogue.model import Catalogue, SheetQuestion
from validator.findings import did_you_mean
from validator.rules.facts import rulebook_of

Said = Iterable[tuple[str, Any]]
"""Keys with their values, in the order in which they were said."""
OF_GAME = ("date", "print", "players", "bots", "began", "minutes")
"""What is said of the whole game."""
_BOUNDS = {
    **dict.fromkeys(("players", "seat", "began"), (1, 99)),
    "bots": (0, 99),
    "minutes": (1, 9999),
    "score": (-99_999, 99_999),
}
KEYS = (*OF_GAME, "table", "seat", "score", "won", "card", "rule", "ticked", "remark", "remarks")
"""What can be said beside answers to questions."""
_DATE = re.compile(r"(\d{4})[-/.](\d\d?)[-/.](\d\d?)\b|(\d\d?)\.(\d\d?)\.(\d{4})\b")
_WORDS = dict.fromkeys(("yes", "y", "true", "x", "1"), True)
_WORDS |= dict.fromkeys(("no", "n", "false", "0"), False)


@dataclass(frozen=True, slots=True)
class AskedSheets:
    """What can be answered: questions, pieces (names by id, in the order of numbers), rules."""

    game: str
    revision: str
    questions: tuple[SheetQuestion, ...]
    pieces: Mapping[str, str]
    rules: tuple[str, ...] = ()
    record: PrintRecord | None = None

    @property
    def own(self) -> tuple[SheetQuestion, ...]:
        """The questions besides those of scores and the like, which every sheet asks."""
        fixed = ("minus", "won", "began", "minutes")
        return tuple(
            one
            for one in self.questions
            if one.id not in fixed and not re.fullmatch(r"score-\d+", one.id)
        )

    def read(self, key: str, typed: str) -> Any:
        """The value that somebody typed for a key, or for a question by its id.

        Raises:
            ValueError: it is none; the message says what would be.
        """
        text = typed.strip()
        if key in _BOUNDS:
            return _whole(text, *_BOUNDS[key])
        match key:
            case "date":
                return _read_date(text)
            case "won":
                if text.casefold() not in _WORDS:
                    raise ValueError("write yes or no")
                return _WORDS[text.casefold()]
            case "ticked":
                return _choose(text, TICKED, many=True)
            case "card":
                return self.find_piece(text)
            case "on":
                is_rule = text.upper() in self.rules
                return ("rule", text.upper()) if is_rule else ("card", self.find_piece(text))
            case "rule" if text.upper() not in self.rules:
                raise ValueError(did_you_mean(text, self.rules, "write the id of a rule"))
            case "rule":
                return text.upper()
        question = next((one for one in self.questions if one.id == key), None)
        if question is None or not (question.answers or question.digits):
            return text
        if question.digits:
            return _whole(text, 0, 10**question.digits - 1)
        return _choose(text, question.answers, many=question.many)

    def find_piece(self, text: str) -> str:
        """The id of a component, from its id, its name or its number on the sheets.

        Raises:
            ValueError: there is no such component.
        """
        ids = [*self.pieces]
        if text.isascii() and text.isdigit() and 0 < int(text) <= len(ids):
            return ids[int(text) - 1]
        if text in self.pieces:
            return text
        named = [key for key, name in self.pieces.items() if name.casefold() == text.casefold()]
        if len(named) == 1:
            return named[0]
        known = [*ids, *self.pieces.values()]
        raise ValueError(did_you_mean(text, known, "write a card's name, id or number"))


def sheets_of(catalogue: Catalogue, root: Path, game: str, code: str = "") -> AskedSheets:
    """What was asked with a print; without one with the newest, or as the game asks now.

    Raises:
        WrongUseError: there is no such print.
    """
    found, rulebook = catalogue.games[game], rulebook_of(catalogue, game)
    rules = tuple(one.id for one in rulebook.rules) if rulebook else ()
    names = {one.id: one.name for one in found.components()}
    if code:
        record = read_record(root, game, code)
        pieces = {key: names.get(key, key) for key in record.marks}
        return AskedSheets(game, record.revision, record.questions, pieces, rules, record)
    prints = [
        read_record(root, game, path.stem)
        for path in sorted((root / FOLDER / game / "prints").glob("*.json"))
    ]
    if prints:
        questions = max(prints, key=lambda one: one.date).questions
    else:
        largest = max(found.configurations, key=lambda one: one.total, default=None)
        questions = questions_of(found, seat_names(found, largest) if largest else ())
    return AskedSheets(game, found.revision, questions, names, rules)


def _whole(text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,6}", text) or not least <= int(text) <= most:
        raise ValueError(f"write a whole number from {least} to {most}")
    return int(text)


def _read_date(text: str) -> str:
    found = _DATE.match(text)
    try:
        if found is not None:
            parts = found.group(1, 2, 3) if found[1] else found.group(6, 5, 4)
            return date(*map(int, parts)).isoformat()
    except ValueError:
        pass
    raise ValueError("write a day as 2026-05-30")


def _choose(text: str, answers: Sequence[str], *, many: bool) -> Any:
    """The answers that are meant, by their words or by their numbers from 1."""
    by_words = {one.casefold(): one for one in answers}
    parts = re.split(r"\s*[,;]\s*", text) if many and text.casefold() not in by_words else [text]
    chosen = []
    for part in parts:
        number = int(part) if part.isascii() and part.isdigit() and len(part) < 4 else 0
        if part.casefold() in by_words:
            chosen.append(by_words[part.casefold()])
        elif 0 < number <= len(answers):
            chosen.append(answers[number - 1])
        else:
            raise ValueError(f"write one of: {', '.join(answers)}")
    return chosen if many else chosen[0]


def add_said(played: dict[str, Any], said: Said) -> None:
    """Add what was said to a game that was played; values that are None were not said."""
    seats, remarks = played.setdefault("seats", []), played.setdefault("remarks", [])
    seat: int = 0
    remark: dict[str, Any] | None = None
    result = played
    for key, value in said:
        if key == "seat":
            seat, remark, result = value or 0, None, played
            if seat:
                result = next((one for one in seats if one["seat"] == seat), {})
                if not result:
                    result["seat"] = seat
                    seats.append(result)
        elif value is None:
            continue
        elif key in OF_GAME:
            played[key] = value
        elif key in ("score", "won"):
            result[key] = value
        elif key in ("card", "rule"):
            remark = {"seat": seat or None, key: value}
            remarks.append(remark)
        elif key in _OF_REMARK:
            name = _OF_REMARK[key]
            if remark is None or key == "remarks" or name in remark:
                remarks.append({"seat": seat or None, name: value})
            else:
                remark[name] = value
        elif key != "table":
            result.setdefault("answers", {})[key] = value


_OF_REMARK = {"remarks": "says", "remark": "says", "ticked": "ticked", "picture": "picture"}
"""What is said of the card or rule before it, or of nothing in particular, by its key there."""
