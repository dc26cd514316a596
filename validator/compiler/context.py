"""What a script becomes while it is compiled: typed source of values, names, constants, faults."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from validator.catalogue.effects import Effect
from validator.catalogue.formulas import Formula
from validator.catalogue.script import Script, Step, nodes, options_of, runs_itself, steps_reached
from validator.compiler.tables import Tables
from validator.findings import Finding, Place, Severity


@dataclass(frozen=True, slots=True)
class Type:
    """What a value is: its ``kind``, of a list what its ``items`` are.

    ``values`` are those that a text or number of a field may have, of the spaces of an area its own
    fields with their values, ``board`` the zone whose spaces or ways are meant.
    ``optional``: it may be nothing.
    """

    kind: str
    items: Type | None = None
    values: tuple[Any, ...] = ()
    board: str = ""
    optional: bool = False

    def __str__(self) -> str:
        words = {"yes_no": "yes or no", "list": f"several of: {self.items}"}
        return words.get(self.kind, self.kind)

    def maybe(self) -> Type:
        """The same, or nothing."""
        return replace(self, optional=True)


NUMBER, YES_NO, TEXT, NOTHING = Type("number"), Type("yes_no"), Type("text"), Type("nothing")
SEAT, PIECE, ZONE, BOARD = Type("seat"), Type("piece"), Type("zone"), Type("board")
TEAM = Type("team")
"""The team of a seat; its source is that seat."""
PLACES = ("zone", "space")
"""Kinds whose source is a place in the list of zones."""


def list_of(items: Type) -> Type:
    """The type of a list."""
    return Type("list", items)


@dataclass(frozen=True, slots=True)
class Value:
    """Python source of a value, and what is known of it.

    ``known``: it is the same in every game, and ``value`` is it. ``zones`` are the names of those
    in which a piece may lie, or that a zone is. ``span``: the least and most that a number may be.
    """

    type: Type
    code: str
    known: bool = False
    value: Any = None
    zones: tuple[str, ...] = ()
    span: tuple[int, int] | None = None

    def numbers(self) -> tuple[int, int] | None:
        """The least and most that it may be; None where that is not known."""
        if self.known and isinstance(self.value, int):
            return self.value, self.value
        if self.span is None and self.type.kind == "number" and self.type.values:
            return min(self.type.values), max(self.type.values)
        return self.span


def literal(value: Any) -> str:
    """A number, text, truth or nothing as source, by way of a node of syntax."""
    return ast.unparse(ast.Constant(value))


def constant(type_: Type, value: Any) -> Value:
    """A value that is the same in every game."""
    code = literal(value)
    return Value(type_, f"({code})" if code.startswith("-") else code, True, value)


TRUE, FALSE, ZERO = constant(YES_NO, True), constant(YES_NO, False), constant(NUMBER, 0)
ALL = 1000
"""What `all` of something, or as far as it goes, counts in an effect."""


@dataclass(frozen=True, slots=True)
class Recursion:
    """Where a procedure that runs itself begins, and what of each of its runs is kept.

    ``head`` is its first function, ``stack`` the place of the runs that wait for one inside them,
    ``kept`` the constant that names the places they kept things in, ``given`` what it is given.
    """

    head: str
    stack: str
    kept: str
    given: Mapping[str, Value]
    seat: Value | None


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean at a place of a script.

    ``seat`` is who acts. ``thing`` is the one of several that a test is put to (``it``). ``turn``,
    ``round`` and ``loop`` say what leaves them: the name of a function, ``break``, or nothing
    where there is none; ``given`` is the function behind a procedure that gives something back.
    ``effect`` is that of a card which is carried out, with its amount.
    ``recursions`` are the procedures inside of which this is that run themselves; ``size`` is how
    many things the tests around it come to.
    """

    seat: Value | None = None
    names: Mapping[str, Value] = field(default_factory=dict)
    thing: Value | None = None
    turn: str = ""
    round: str = ""
    loop: str = ""
    given: str = ""
    effect: Effect | None = None
    amount: Value | None = None
    recursions: Mapping[str, Recursion] = field(default_factory=dict)
    size: int = 1

    def bind(self, /, **names: Value) -> Scope:
        """The same with more names."""
        return replace(self, names={**self.names, **names})


Made = tuple[bool, Scope]
"""Whether the game goes on behind a step, and what names mean there."""

ASKING = ("choose", "together", "ask", "turns", "effects", "give")
"""Verbs behind which the game goes on in another function of the source."""


class TooLongError(Exception):
    """A script comes to more source than is compiled."""


MOST_LINES = 30_000
"""Lines of source that a script may come to."""
MOST_READ = 50_000
"""Values and steps that are compiled for a script, those of names as often as they are used."""


class Writer:
    """The source of functions, each a list of lines; ``here`` is the one that is written.

    ``steps`` has for each function where what a step or option comes to begins in it.
    """

    def __init__(self) -> None:
        self.steps: dict[str, list[tuple[int, Place]]] = {}
        self.place: Place | None = None
        self.functions: dict[str, list[str]] = {}
        self.given: dict[str, str] = {}
        self.here = ""
        self.depth = 1
        self.names = 0
        self.lines = 0

    def name(self, kind: str) -> str:
        """A name that no other has."""
        self.names += 1
        return f"{kind}_{self.names}"

    def begin(self, name: str, given: str = "m") -> None:
        """Go on with another function, with the names of what it is given."""
        self.here = name
        self.given[name] = given
        self.functions.setdefault(name, [])
        self.depth = 1
        self.note(self.place)

    def note(self, place: Place | None) -> None:
        """Note of what step or option is what is written next."""
        self.place = place
        if place is not None:
            self.steps.setdefault(self.here, []).append((len(self.functions[self.here]), place))

    def line(self, *texts: str) -> None:
        """Write lines of the function."""
        for text in texts:
            self.lines += 1
            if self.lines > MOST_LINES:
                raise TooLongError
            self.functions[self.here].append("    " * self.depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a line and others inside of it; `pass` where there are none."""
        self.line(head)
        here, before = self.here, len(self.functions[self.here])
        self.depth += 1
        yield
        if self.here == here:
            if len(self.functions[here]) == before:
                self.line("pass")
            self.depth -= 1


def _sets_owner(step: Step) -> bool:
    what = step.values.get("what")
    return isinstance(what, Formula) and getattr(what.tree, "attr", "") == "owner"


class CompileContext:
    """A script on its way to source for one table.

    ``constants`` are what the source refers to by name. ``setup_steps`` are those of the set-up
    that count, in the order in which the source marks them, ``in_setup`` is true while they are
    written, ``placed`` has the sets that they put from the box into zones. ``moved`` are the ways
    of pieces from zone to zone; ``taken``, ``filled``, ``drawn``, ``read``, ``written``, ``ran``
    and ``meant`` say what of the game the script uses, ``opened`` and ``closed`` which options may
    be legal at this table and which are not where they stand. ``sayings`` has the table and most of
    what effects say; ``never`` and ``possible`` say the same of comparisons, by place and text.
    ``given`` has what procedures give back, by the functions behind them. ``hoisted`` are names of
    what a decision works out once, by source, while one is written; ``inlined`` has what names of
    the script came to meanwhile, by all that it depends on, and how much was read for it. ``block``
    writes steps, ``ends`` what is looked at as a turn ends, ``ends_now`` what is as somebody is
    asked, ``loop`` something for each of several things, ``call`` gives what a function of a
    formula comes to; :mod:`validator.compiler.program` sets them.
    """

    def __init__(self, tables: Tables, script: Script) -> None:
        self.tables = tables
        self.script = script
        self.writer = Writer()
        self.constants: dict[str, Any] = {}
        self.slots = 0
        self.reads = 0
        self.findings: dict[Finding, None] = {}
        self.options = options_of((script, tables.game.setup))
        steps = [one for one in nodes(script) if isinstance(one, Step)]
        self.eliminates = any(one.verb == "eliminate" for one in steps)
        self.extends = any(one.verb == "extra_turn" for one in steps)
        self.gives = any(_sets_owner(one) for one in steps if one.verb == "set")
        self.sayings: dict[str, tuple[str, int]] = {}
        self.counted_by: dict[str, list[int]] = {}
        for number, pile in enumerate(tables.piles):
            if pile.counted is not None:
                self.counted_by.setdefault(pile.counted, []).append(number)
        self.in_setup = False
        self.setup_steps: list[Step] = []
        self.placed: dict[str, set[str]] = {}
        self.moved: set[tuple[str, str]] = set()
        self.taken: dict[str, Place] = {}
        self.drawn: dict[str, Place] = {}
        self.filled: set[str] = set()
        self.read: set[str] = set()
        self.written: set[str] = set()
        self.ran: set[str] = set()
        self.meant: set[int] = set()
        self.opened: set[Place] = set()
        self.closed: set[Place] = set()
        self.given: dict[str, Value] = {}
        self.never: dict[tuple[Place, str], str] = {}
        self.possible: set[tuple[Place, str]] = set()
        self.menus: dict[str, tuple[Any, ...]] = {}
        self.hoisted: dict[str, str] | None = None
        self.inlined: dict[tuple[Any, ...], tuple[Value, int]] = {}
        self.states: dict[str, list[str]] = {}
        self.block: Callable[[CompileContext, Sequence[Any], Scope], bool]
        self.ends: Callable[[CompileContext, Scope], None]
        self.ends_now: Callable[[CompileContext, Scope], None]
        self.loop: Callable[..., None]
        self.call: Callable[..., Value]

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The procedures that run themselves."""
        return frozenset(one for one in self.script.procedures if runs_itself(self.script, one))

    @cached_property
    def asking(self) -> frozenset[str]:
        """The procedures in which somebody may decide, or that run themselves."""
        return self.recursive.union(
            name
            for name, one in self.script.procedures.items()
            if any(step.verb in ASKING for step in steps_reached(self.script, one.steps))
        )

    @contextmanager
    def apart(self, hoisted: dict[str, str] | None) -> Iterator[None]:
        """Keep to itself what is worked out once, and what names came to, meanwhile."""
        before = self.hoisted, self.inlined
        self.hoisted, self.inlined = hoisted, {}
        yield
        self.hoisted, self.inlined = before

    def count_read(self, many: int = 1) -> None:
        """Count values or steps that are compiled.

        Raises:
            TooLongError: these are too many.
        """
        self.reads += many
        if self.reads > MOST_READ:
            raise TooLongError

    def slot(self) -> str:
        """A place for what lives on over decisions, as source."""
        self.slots += 1
        return f"r[{self.slots - 1}]"

    def constant(self, kind: str, value: Any) -> str:
        """The name of a constant of the source; the same for what is equal."""
        for name, known in self.constants.items():
            if type(known) is type(value) and known == value:
                return name
        name = self.writer.name(re.sub(r"[^a-z0-9_]", "_", kind))
        self.constants[name] = value
        return name

    def column(self, field_name: str) -> str:
        """The name of a field's values, by piece."""
        name = f"f_{re.sub(r'[^a-z0-9_]', '_', field_name.lower())}"
        while name in self.constants and self.constants[name] != self.tables.column(field_name):
            name += "_"
        self.constants[name] = self.tables.column(field_name)
        return name

    def report(
        self, code: str, place: Place, message: str, hint: str, how: Severity = Severity.ERROR
    ) -> None:
        """Note a fault of the script, or what can hardly be meant, once."""
        self.findings[Finding(code, how, self.tables.game.id, place, message, hint)] = None

    def flow(self, sources: Iterable[str], target: str, place: Place) -> None:
        """Note that pieces go from zones to a zone."""
        for source in sources:
            if not self.in_setup:
                self.taken.setdefault(source, place)
            self.moved.add((source, target))
        self.filled.add(target)
