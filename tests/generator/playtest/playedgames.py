"""A game that was played at a table, and the print of it."""

from generator.changes.print_records import PrintRecord, SheetQuestion

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
TAKEN_DOWN = """\
kind: playtest
game: fog
print: KWXMPA
date: "2026-06-02"
players: 2
began: 2
minutes: 45
seats:
  - seat: 1
    score: 12
    won: true
    answers: {fun: "4", liked: [coins, cards]}
  - seat: 2
    score: -3
answers: {hours: 3}
remarks:
  - seat: 1
    card: candle
    ticked: [weak, unclear]
    says: "Too # cheap"
  - seat: 1
    says: Nice
  - seat: 2
    says: What
  - says: Again
"""
"""What the tests of each way to take a game down tell."""
QUESTIONS = (
    SheetQuestion("fun", "How much fun was it?", ("1", "2", "3", "4", "5")),
    SheetQuestion("liked", "What did you like?", ("cards", "coins"), many=True),
    SheetQuestion("hours", "How many hours?", digits=1, of="table"),
)


def print_of(marks, questions=QUESTIONS, pages=()):
    return PrintRecord("KWXMPA", "fog", "1", "en", "2026-05-29", "", marks, questions, pages)
