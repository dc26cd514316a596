"""What was read from photographs of sheets, as one game that was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.changes.print_records import FOLDER, PrintRecord, find_record
from generator.failures import WrongUseError
from generator.playtest.answers import AskedSheets, add_said
from validator.catalogue.model import SheetQuestion

if TYPE_CHECKING:
    from generator.playtest.photographs import SheetReading

Marks = dict[str, tuple[str, ...]]
"""The values that are marked, by what they answer."""


def find_print(root: Path, code: str) -> PrintRecord:
    """The print of a code, of whatever game.

    Raises:
        WrongUseError: there is none, or its file is damaged.
    """
    record = find_record(root, code)
    if record is None:
        raise WrongUseError(f"there is no print {code} in {FOLDER}/; is it one of another project?")
    return record


def play_read(
    asked: AskedSheets,
    readings: Sequence[SheetReading],
    settle: Callable[[str], bool | None],
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """A game that was played, from its sheets, and pictures of what is written on them by name.

    ``settle`` tells of a mark whether it is one, or None where that stays open.
    """
    record = asked.record
    assert record is not None
    played: dict[str, Any] = {"game": asked.game, "print": record.code, "unsure": []}
    pictures: dict[str, bytes] = {}
    seats = {one.page: record.page(one.page).seat for one in readings}
    for reading in sorted(readings, key=lambda one: seats[one.page]):
        seat = seats[reading.page]
        marks = dict(reading.marks)
        for answers, value in reading.unsure:
            may_be = _words(asked, answers, value)
            where = f"seat {seat}" if seat else "the table"
            is_mark = settle(f"{where}, {answers}: is {may_be!r} marked?")
            if is_mark:
                marks[answers] = (*marks.get(answers, ()), value)
            elif is_mark is None:
                doubt = {"seat": seat or None, "asks": answers, "may_be": may_be}
                played["unsure"].append(doubt)
        names = {answers: f"{reading.page}-{answers}" for answers in reading.pictures}
        pictures |= {name: reading.pictures[answers] for answers, name in names.items()}
        add_said(played, _pairs(asked, seat, marks, names))
    return played, pictures


def _pairs(
    asked: AskedSheets, seat: int, marks: Marks, pictures: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    """What the marks of a sheet say, in the order of its questions."""
    for one in asked.questions:
        yield "seat", seat
        if one.id == "won":
            for winner in marks.get("won", ()):
                yield from (("seat", int(winner)), ("won", True))
        elif one.id == "began":
            yield "began", next(map(int, marks.get("began", ())), None)
        elif one.id == "minutes":
            yield "minutes", _number(marks, one) or None
        elif one.id.startswith("score-"):
            _, _, scored = one.id.partition("-")
            score = _number(marks, one)
            if score is not None:
                sign = -1 if scored in marks.get("minus", ()) else 1
                yield from (("seat", int(scored)), ("score", sign * score))
        elif one.id != "minus":
            yield one.id, _answer(marks, one)
    yield "seat", seat
    for key in ("remark-1", "remark-2", "remark-3", "remark-4", "remarks"):
        number = _number(marks, SheetQuestion(f"{key}.card", "", digits=3))
        ticks, picture = marks.get(f"{key}.is", ()), pictures.get(key)
        if ticks or picture or number:
            pieces = dict(enumerate(asked.pieces, 1))
            yield "card", pieces.get(number or 0, "")
            if number and number not in pieces:
                yield "remark", f"(of number {number}, which no piece has)"
            yield from (("ticked", [*ticks] or None), ("picture", picture))


def _number(marks: Marks, question: SheetQuestion) -> int | None:
    """The number whose digits are marked; None without any. A digit left out is 0."""
    rows = [marks.get(f"{question.id}.{at}", ()) for at in range(1, question.digits + 1)]
    return int("".join(row[0] if row else "0" for row in rows)) if any(rows) else None


def _answer(marks: Marks, question: SheetQuestion) -> Any:
    if question.digits:
        return _number(marks, question)
    chosen = [question.answers[int(one) - 1] for one in marks.get(question.id, ())]
    return (chosen if question.many else chosen[0]) if chosen else None


def _words(asked: AskedSheets, answers: str, value: str) -> str:
    """What a mark says, as people read it."""
    for one in asked.questions:
        if one.id == answers and one.answers:
            return one.answers[int(value) - 1]
    return value


def one_of_each(readings: Sequence[SheetReading]) -> Mapping[str, list[SheetReading]]:
    """The sheets by the code of their print.

    Raises:
        WrongUseError: a sheet is there twice.
    """
    found: dict[str, list[SheetReading]] = {}
    for one in readings:
        known = found.setdefault(one.code, [])
        if any(other.page == one.page for other in known):
            raise WrongUseError(
                f"two photographs show sheet {one.code}-{one.page}; leave one out, or read two "
                "games of one print one after the other"
            )
        known.append(one)
    return found
