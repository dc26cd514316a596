"""A project with a game, a print of it, and a game that was played at a table."""

import pytest
from playedgames import PLAYED, print_of

from generator.changes.print_records import PrintRecord, Question, record_path, record_text

PLAYED = """\
kind: playtest
game: fog
print: KWXMPA
date: "2026-05-30"
players: 3
minutes: 40
seats:
  - seat: 1
    score: 12
    won: true
    answers: {fun: "4"}
  - seat: 2
    score: 0
remarks:
  - seat: 1  # said twice
    card: candle
    ticked: [weak]
    says: Nobody buys it.
  - card: lantern
    says: Lovely.
  - says: Too long.
    state: done
    answer: One round less.
"""
QUESTIONS = (
    Question("fun", "How much fun was it?", ("1", "2", "3", "4", "5")),
    Question("liked", "What did you like?", ("cards", "coins"), many=True),
    Question("hours", "How many hours?", digits=1, of_table=True),
)


def print_of(marks, questions=QUESTIONS, pages=()):
    return PrintRecord("KWXMPA", "fog", "1", "en", "2026-05-29", "", marks, questions, pages)


@pytest.fixture
def printed(tiny):
    """A project whose game was printed once; candle has changed since, if marks say anything."""
    path = record_path(tiny, "fog", "KWXMPA")
    path.parent.mkdir(parents=True)
    marks = dict.fromkeys(("candle", "lantern", "moonrise"), "rxxxxx")
    path.write_text(record_text(print_of(marks)), encoding="utf-8")
    return tiny


@pytest.fixture
def played(printed):
    """The file of a game that was played, in its project."""
    path = printed / "playtests" / "fog" / "2026-05-30-KWXMPA.yaml"
    path.write_text(PLAYED, encoding="utf-8")
    return path
