"""What a script is made into a program with: the code so far, its registers, and its faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from dataclasses import field as fresh
from typing import Any

from validator.catalogue.effects import Effect
from validator.catalogue.play_script import CarryOut, Expr, Play, Step, Test, nodes, options_of
from validator.findings import Finding, Place, Severity
from validator.script.layout import FIRST_REGISTER, TABLE, YOU, ScriptLayout, Zone
from validator.script.state import Op, ScriptMatch

MOST_CODE = 40_000
"""Steps of a program; procedures and effects are written out wherever they are used."""
NUMBER, TEXT, SEAT, CARD, SOME_SEATS, TEST = (*("number", "text", "seat", "card", "seats", "test"),)
"""Kinds of values: a text may also be a number, where a field of cards has both."""


@dataclass(frozen=True, slots=True)
class CompiledExpr:
    """A value, some seats in turn order or a test, ready to be read off a match.

    ``reads`` are the registers that it looks at, ``state`` tells whether it looks at anything
    else; ``constant`` values look at nothing. ``column`` is the field of the card in a register,
    ``span`` the range of a number, where it has one.
    """

    kind: str
    run: Callable[[ScriptMatch], Any]
    reads: frozenset[int] = frozenset()
    state: bool = True
    constant: bool = False
    value: Any = None
    column: tuple[int, tuple[Any, ...]] | None = None
    field: str = ""
    span: tuple[int, int] | None = None

    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that a number can be; None where nobody can tell."""
        if self.constant:
            return whole(self.value), whole(self.value)
        if self.column is not None and self.field:
            numbers = [whole(one) for one in self.column[1]]
            return min(numbers), max(numbers)
        return self.span


def whole(value: Any) -> int:
    """A number as a whole one; 0 for anything else."""
    return int(value) if isinstance(value, int | float) else 0


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A single zone at a moment: its place is ``zone.at`` and what register ``slot`` holds.

    Where ``seat`` is given the seat is worked out. ``held`` is instead a register with pieces.
    """

    zone: Zone
    slot: int = TABLE
    seat: CompiledExpr | None = None
    held: int = -1

    @property
    def reads(self) -> frozenset[int]:
        """The registers that it looks at."""
        if self.held >= 0:
            return frozenset((self.held,))
        return self.seat.reads if self.seat else frozenset((self.slot,))


@dataclass(frozen=True, slots=True)
class Binding:
    """A name that an option or a loop gave to what is in a register; ``zone`` is that of a card."""

    kind: str
    slot: int
    zone: Zone | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean at a place of the script.

    ``seat`` is the register of who acts, -1 where nobody does. In a test of pieces ``piece`` is
    the register of the one that is tested. ``stop``, ``turn`` and ``round`` are where leaving goes.
    """

    seat: int = -1
    names: Mapping[str, Binding] = fresh(default_factory=dict)
    effect: Effect | None = None
    amount: CompiledExpr | None = None
    piece: int = -1
    stop: int = -1
    turn: int = -1
    round: int = -1
    path: tuple[str, ...] = ()

    def bind(self, **names: Binding) -> Scope:
        """The same with more names."""
        return replace(self, names={**self.names, **names})


@dataclass(frozen=True, slots=True)
class Compilers:
    """What makes values, tests and steps ready: each needs the others."""

    value: Callable[[CompileContext, Expr, Scope], CompiledExpr]
    number: Callable[[CompileContext, Expr, Scope], CompiledExpr]
    seat: Callable[[CompileContext, Expr, Scope], CompiledExpr]
    card: Callable[[CompileContext, Expr, Scope], CompiledExpr]
    maybe: Callable[[CompileContext, Test | None, Scope], CompiledExpr]
    block: Callable[[CompileContext, Sequence[Step], Scope, int], int]
    finish: Callable[[CompileContext, str], int]


class CompileContext:
    """A script being made ready. Faults become findings; what has one stands in for itself.

    Constant values are read off ``blank``, a match at which nothing lies.
    """

    def __init__(self, layout: ScriptLayout, play: Play, kit: Compilers) -> None:
        self.layout = layout
        self.play = play
        self.kit = kit
        self.code: list[Op | None] = []
        self.registers = FIRST_REGISTER
        self.findings: dict[Finding, None] = {}
        self.doubts: dict[Finding, None] = {}
        self.leaves: list[CompiledExpr] | None = None
        self.columns: dict[str, tuple[Any, ...]] = {}
        self.numbers: dict[str, tuple[int, ...]] = {}
        self.read: set[str] = set()
        self.written: set[str] = set()
        self.ran: set[str] = set()
        self.meant: set[int] = set()
        self.taken: dict[str, Place] = {}
        self.filled: set[str] = set()
        self.moved: set[tuple[str, str]] = set()
        self.drawn: dict[str, Place] = {}
        self.closed: set[Place] = set()
        self.by_effects = any(isinstance(node, CarryOut) for node in nodes(play))
        self.options = options_of(play)
        self.stall = 0
        self.ends: dict[str, int] = {}
        self.blank: ScriptMatch

    def report(self, code: str, place: Place, message: str, hint: str) -> None:
        """Note an error."""
        game = self.layout.game.id
        self.findings[Finding(code, Severity.ERROR, game, place, message, hint)] = None

    def doubt(self, code: str, place: Place, message: str, hint: str) -> None:
        """Note an error that does not keep the script from being played, as with fewer cards."""
        game = self.layout.game.id
        self.doubts[Finding(code, Severity.ERROR, game, place, message, hint)] = None

    def register(self, count: int = 1) -> int:
        """Take so many registers in a row."""
        self.registers += count
        return self.registers - count

    def reserve(self) -> int:
        """A place in the code that is filled later."""
        if len(self.code) >= MOST_CODE:
            raise TooLongError
        self.code.append(None)
        return len(self.code) - 1

    def emit(self, op: Op) -> int:
        """Add a step to the code; its place."""
        at = self.reserve()
        self.code[at] = op
        return at

    def flows(self, sources: Iterable[tuple[Zone, Place]], target: Zone) -> None:
        """Note that pieces go from zones to another."""
        for zone, place in sources:
            self.taken.setdefault(zone.name, place)
            self.moved.add((zone.name, target.name))
        self.filled.add(target.name)

    def binds(self, zone: Zone, slot: int) -> None:
        """Note that a register may hold pieces of a zone, to be moved by its number."""
        self.moved.add((zone.name, str(slot)))

    def column(self, name: str) -> tuple[Any, ...]:
        """A field of every piece, by number; the last entry is for no piece."""
        if name not in self.columns:
            self.columns[name] = tuple(self.layout.column(name))
        return self.columns[name]

    def number_column(self, name: str) -> tuple[int, ...]:
        """A field of every piece as a whole number, 0 where it is none."""
        if name not in self.numbers:
            self.numbers[name] = tuple(map(whole, self.column(name)))
        return self.numbers[name]

    def leaf(self, code: CompiledExpr) -> CompiledExpr:
        """Note a value that a test looks at, where that is asked for."""
        if self.leaves is not None and not code.constant:
            self.leaves.append(code)
        return code

    @contextmanager
    def gather_leaves(self, leaves: list[CompiledExpr] | None) -> Iterator[None]:
        """Note what tests look at in another list, or nowhere."""
        before, self.leaves = self.leaves, leaves
        try:
            yield
        finally:
            self.leaves = before


class TooLongError(Exception):
    """A script comes to more steps than a program may have."""


def both(codes: Iterable[CompiledExpr | ZoneRef]) -> tuple[frozenset[int], bool]:
    """What several values, tests and zones look at."""
    listed = list(codes)
    reads = frozenset(slot for one in listed for slot in one.reads)
    return reads, any(isinstance(one, ZoneRef) or one.state for one in listed)


def constant(kind: str, value: Any) -> CompiledExpr:
    """A value that never changes."""
    return CompiledExpr(kind, lambda m: value, state=False, constant=True, value=value)


def always(value: bool) -> CompiledExpr:
    """A test that never changes."""
    return constant(TEST, value)


def place_of(spot: ZoneRef) -> Callable[[ScriptMatch], int]:
    """What gives the place of a zone in ``Match.z``."""
    at, slot, seat = spot.zone.at, spot.slot, spot.seat
    if seat is not None:
        run = seat.run
        return lambda m: at + int(run(m))
    if slot == TABLE:
        return lambda m: at
    return lambda m: at + int(m.r[slot])


def pieces_of(spot: ZoneRef) -> Callable[[ScriptMatch], Any]:
    """What gives the pieces of a zone, or those in a register."""
    at, slot, held = spot.zone.at, spot.slot, spot.held
    if held >= 0:
        return lambda m: m.r[held]
    if spot.seat is not None:
        place = place_of(spot)
        return lambda m: m.z[place(m)]
    if slot == TABLE:
        return lambda m: m.z[at]
    return lambda m: m.z[at + m.r[slot]]


ROOT = Scope(seat=YOU)
"""Where the seat whose turn it is acts."""
