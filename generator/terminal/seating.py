"""Who decides for each seat: persons and policies, from what was asked for or a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.terminal.sitting import PERSON
from validator.findings import UsageError, did_you_mean
from validator.play.driver import Record, parse_policy
from validator.play.modules import Plan, prepare
from validator.play.rules import Frame

ALL = "all"
"""The word for every seat of a player."""


def seated(plan: Plan, asked: Sequence[str], against: str) -> Plan:
    """The plan with persons in the seats ``asked`` and the policy ``against`` in the others.

    Raises:
        UsageError: there is no such seat, or no such policy.
    """
    frame = prepare(plan).frame
    persons = {seat for word in asked for seat in _seats(word, frame)}
    others = parse_policy(against, frame)
    words = tuple(PERSON if seat in persons else word for seat, word in enumerate(others))
    return replace(plan, policies=words)


def seats_of_record(plan: Plan, record: Record) -> Plan:
    """The plan with everybody where the record says; UsageError where it says no such thing."""
    frame = prepare(plan).frame
    if len(record.seats) != len(frame.seats):
        said = f"the record has {len(record.seats)} seats, the table {len(frame.seats)}"
        raise UsageError(said, "the game has changed since it was recorded")
    humans = [word for seat, word in enumerate(record.seats) if seat not in frame.bots]
    parse_policy(",".join("random" if word == PERSON else word for word in humans), frame)
    return replace(plan, policies=record.seats)


def _seats(word: str, frame: Frame) -> Iterator[int]:
    """The seats that a word means: a number from 1, a name or the part of one, or all."""
    humans = [seat for seat in range(len(frame.seats)) if seat not in frame.bots]
    names = {frame.seats[seat]: seat for seat in humans}
    found = [seat for name, seat in names.items() if word.casefold() in _parts(name)]
    if word == ALL:
        yield from humans
    elif word.isdecimal() and len(word) < 4 and int(word) - 1 in humans:
        yield int(word) - 1
    elif len(found) == 1:
        yield found[0]
    else:
        listed = f"seats: {', '.join(names)}, or {ALL}"
        raise UsageError(f"{word!r} is no seat here", did_you_mean(word, names, listed))


def _parts(name: str) -> list[str]:
    return [name.casefold(), *name.casefold().replace("/", " ").split()]
