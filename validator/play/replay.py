"""``trilith replay``: one game again, turn by turn, as text; and records of games as data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from validator.catalogue.model import Catalogue
from validator.catalogue.seats import table_name
from validator.catalogue.source import read_json
from validator.findings import UsageError
from validator.play.driver import (
    GameRecord,
    PlayedGame,
    Policy,
    ScriptPolicy,
    make_policies,
    parse_policy,
    play_match,
)
from validator.play.modules import Plan, playable, prepare, select_tables
from validator.play.observers import Observer
from validator.play.rules import Frame, Match, Option, Outcome
from validator.play.rulings import resolve_rulings, rulings_not_default

CHANGED = "the rules or the data have changed since it was recorded"
"""What is said of a record that does not fit."""


class Narrator(Observer):
    """An observer that writes a game down, turn by turn, decision by decision.

    With ``options`` it lists what else was legal, with ``positions`` what has changed on the table
    at each turn; the first and the last position are told whole.
    """

    def __init__(self, frame: Frame, options: bool = False, positions: bool = True) -> None:
        self.frame = frame
        self.lines: list[str] = []
        self.options = options
        self.positions = positions
        self.told: list[str] = []

    def before(self, match: Match) -> None:
        """Write the position after set-up."""
        self.lines.append(f"{self.frame.game} {self.frame.table}: {', '.join(self.frame.seats)}")
        self._position(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Write what has changed in the position since the turn before began."""
        if number > 1 and self.positions:
            self._position(match, self.told)
        self.lines.append(f"turn {number}, {self.frame.seats[seat]}")

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Write a decision and how many options there were (or, if asked, all of them)."""
        name = self.frame.seats[seat]
        said = options[index].say()
        self.lines.append(f"  {name} {what}: {said} ({index + 1} of {len(options)})")
        if self.options:
            others = [option.say() for option in options]
            self.lines.append(f"    of {' | '.join(others)}")

    def after(self, match: Match, outcome: Outcome) -> None:
        """Write the end, and what the points are made of."""
        self._position(match)
        self.lines.extend(ending(self.frame, match, outcome))

    def _position(self, match: Match, before: Sequence[str] = ()) -> None:
        self.told = match.show().splitlines()
        lines = _changes(before, self.told) if before else self.told
        self.lines.extend(f"    | {line}".rstrip() for line in lines)


_PART = re.compile(r"(?:[^,(]|\([^)]*\))+")
"""A part of a line of a position: ``cash 12`` or ``hand (ace, king)``."""


def _changes(before: Iterable[str], lines: Sequence[str]) -> Iterator[str]:
    """The lines of a position with only those parts that are new; ``-`` is what went."""
    known = {head: body for head, colon, body in _split(before) if colon}
    for head, colon, body in _split(lines):
        if not colon:
            yield head
            continue
        was, there = _parts(known.pop(head, "")), _parts(body)
        gone = [f"{name.strip()} -" for name in was if name not in there]
        new = [part for name, part in there.items() if was.get(name) != part]
        if new or gone:
            yield f"{head}: {', '.join([*new, *gone])}"


def _split(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    return (line.partition(": ") for line in lines)


def _parts(body: str) -> dict[str, str]:
    """The parts of a line by what they are called."""
    return {_name(part): part for one in _PART.finditer(body) if (part := one[0].strip())}


def _name(part: str) -> str:
    """What a part is called: ``cash`` of `cash 12`, ``points`` of `3 points`."""
    first, _, rest = part.partition(" ")
    if "(" in part:
        return part.partition("(")[0]
    return rest if first.isdigit() else part.rpartition(" ")[0]


def ending(frame: Frame, match: Match, outcome: Outcome) -> list[str]:
    """The end as lines: why, what the points are made of, the scores and who won."""
    pairs = zip(frame.seats, outcome.scores, strict=True)
    winners = [frame.seats[seat] for seat in outcome.winners]
    return [
        f"the end: {outcome.reason}",
        *(f"  {line}" for line in match.account()),
        "scores: " + ", ".join(f"{name} {score}" for name, score in pairs),
        f"won by: {', '.join(winners) or 'nobody'}",
    ]


def plan_of(
    catalogue: Catalogue,
    game: str,
    players: int | None = None,
    bots: int | None = None,
    policy: str = "random",
    seed: int = 1,
    rulings: Sequence[str] = (),
) -> Plan:
    """Return the plan of one table; UsageError unless exactly one table fits."""
    tables = select_tables(playable(catalogue, [game]), players, bots)
    if len(tables) > 1:
        listed = ", ".join(table_name(configuration) for _, configuration in tables)
        raise UsageError(f"{len(tables)} tables of {game} fit", f"name one of {listed}")
    owner, configuration = tables[0]
    in_force = resolve_rulings(owner, rulings)
    frame = prepare(Plan(owner, configuration, in_force, (), seed)).frame
    return Plan(owner, configuration, in_force, parse_policy(policy, frame), seed)


def replay(
    plan: Plan,
    index: int,
    choices: Sequence[int] | None = None,
    options: bool = False,
    unfinished: bool = False,
) -> tuple[str, PlayedGame]:
    """Play game ``index`` of ``plan`` and return its story; with ``choices`` repeat a record.

    With ``options`` every legal option of each decision is written; a record that is
    ``unfinished`` is told as far as it goes. Raise ValueError where the record does not fit the
    rules as they are now.
    """
    prepared = prepare(plan)
    streams = plan.streams(index)
    script = ScriptPolicy(choices, unfinished) if choices is not None else None
    seats = len(prepared.frame.seats)
    policies: list[Policy] = (
        make_policies(plan.policies, streams) if script is None else [script] * seats
    )
    narrator = Narrator(prepared.frame, options)
    observers: list[Observer] = [narrator]
    played = play_match(prepared, streams, policies, observers)
    return "\n".join(narrator.lines) + "\n", played


def record_of(plan: Plan, index: int, choices: tuple[int, ...]) -> GameRecord:
    """What is needed to play a game again, whatever becomes of the policies: its choices so far."""
    changed = [text.partition("=") for text in rulings_not_default(plan.game, plan.rulings)]
    return GameRecord(
        plan.game.id,
        table_name(plan.configuration),
        plan.seed,
        index,
        tuple((identity, option) for identity, _, option in changed),
        choices,
    )


def dump_record(record: GameRecord) -> str:
    """Return a record as JSON text."""
    data = asdict(record) | {"rulings": dict(record.rulings)}
    if not record.seats:
        del data["seats"], data["unfinished"]
    return json.dumps(data) + "\n"


def load_record(text: str) -> GameRecord:
    """Read a record; UsageError where the text is none."""
    try:
        data = read_json(text)
        rulings = tuple((str(key), str(value)) for key, value in data["rulings"].items())
        choices = tuple(int(choice) for choice in data["choices"])
        seed, index = int(data["seed"]), int(data["index"])
        seats = tuple(str(word) for word in data.get("seats", ()))
        game, table, unfinished = (
            str(data["game"]),
            str(data["table"]),
            bool(data.get("unfinished")),
        )
        return GameRecord(game, table, seed, index, rulings, choices, seats, unfinished)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"this is no record of a game ({type(error).__name__}: {error})",
            "a record is written by `trilith play`, and by `trilith replay --save FILE`",
        ) from error


def is_record(raw: bytes) -> bool:
    """Tell whether a file is the record of a game."""
    try:
        load_record(raw.decode("utf-8-sig"))
    except ValueError:
        return False
    return True


def plan_of_record(catalogue: Catalogue, record: GameRecord) -> Plan:
    """The plan of the table that a record names; UsageError where there is none."""
    humans, _, bots = record.table.partition("+")
    rulings = [f"{identity}={option}" for identity, option in record.rulings]
    if not (humans.isdecimal() and bots.isdecimal()):
        raise UsageError(f"{record.table!r} is no table", "write humans+bots, such as 2+1")
    table = (int(humans), int(bots))
    return plan_of(catalogue, record.game, *table, seed=record.seed, rulings=rulings)


def replay_record(
    catalogue: Catalogue, record: GameRecord, options: bool = False
) -> tuple[str, PlayedGame]:
    """Play a record again and return its story; UsageError where it no longer fits."""
    plan = plan_of_record(catalogue, record)
    try:
        return replay(plan, record.index, record.choices, options, record.unfinished)
    except ValueError as error:
        raise UsageError(str(error), CHANGED) from error
