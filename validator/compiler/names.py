"""What a word of a formula means where it stands: things bound, fields, seats, zones, memories."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from validator.catalogue.boards.geometry import Geometry
from validator.catalogue.formulas import spot
from validator.catalogue.model import OF_EVERY_COMPONENT, value_of
from validator.catalogue.script import Memory
from validator.compiler.context import (
    BOARD,
    FALSE,
    NOTHING,
    NUMBER,
    PIECE,
    SEAT,
    TEAM,
    TEXT,
    TRUE,
    YES_NO,
    ZONE,
    CompileContext,
    Scope,
    Type,
    Value,
    constant,
    list_of,
)
from validator.compiler.tables import (
    DIRECTION,
    FINAL,
    FIRST,
    ROUND,
    SINGLE,
    TURN_SEAT,
    TURNS,
    MemorySlot,
    Zone,
)
from validator.findings import did_you_mean


def once(context: CompileContext, found: Value, scope: Scope) -> Value:
    """The same, worked out once where it is so for all things that are looked through."""
    code = found.code
    if context.hoisted is None or scope.size == 1 or found.known or found.type.kind == "board":
        return found
    if re.fullmatch(r"\w+(\[\d+\])?", code):
        return found
    inside = r"\b(?:for|lambda) ([xy]_\d+)\b|\(([xy]_\d+) :="
    own = {one for pair in re.findall(inside, code) for one in pair}
    if set(re.findall(r"\b[xy]_\d+\b", code)) - own or "m.lot(" in code:
        return found
    for at, one in enumerate(sorted(filter(None, own))):  # what is asked twice is one text
        code = re.sub(rf"\b{one}\b", f"x_0{at}", code)
    return replace(found, code=hoist(context, code))


def hoist(context: CompileContext, code: str) -> str:
    """The name of what is worked out once, before things are looked through."""
    assert context.hoisted is not None
    return context.hoisted.setdefault(code, context.writer.name("known"))


@contextmanager
def hoisting(context: CompileContext, whole: bool = False) -> Iterator[None]:
    """Write what is hoisted before all that is written meanwhile.

    Where that is the ``whole`` of what may ask for it, only what is asked for is worked out.
    """
    writer = context.writer
    here, top, depth = writer.here, len(writer.functions[writer.here]), writer.depth
    hoisted: dict[str, str] = {}
    with context.apart(hoisted):
        yield
    written = "\n".join(writer.functions[here][top:])
    known: list[str] = []
    for code, name in reversed(hoisted.items()):
        if not whole or re.search(rf"\b{name}\b", written):
            known.insert(0, f"{'    ' * depth}{name} = {code}")
            written += code
    writer.functions[here][top:top] = known


UNKNOWN = Value(Type("unknown"), "None", True)
"""What stands for a word that was reported."""
OWNERS = ("table", "turn", "round", "effect", "length", "options", "action")
"""Words that mean something only before a dot."""
NUMBERS = {"round": ROUND, "turns": TURNS}
GROUPS = ("seats", "others", "humans", "bots", "team")
NEIGHBOURS = ("next", "previous", "left", "right", "partner")
_SEATS = ("seat", "first", "last", *NEIGHBOURS)
_PIECE_WORDS = ("fits", "set", "name", "id", "owner", "space", "was", "zone")
_SPACE_WORDS = ("piece", "pieces", "marks", "empty", "beside", "before", "after", "areas", "id")


def name(context: CompileContext, node: ast.Name, scope: Scope, wanted: Type | None) -> Value:
    """A bare word: a thing's field, a bound name, a word of the language, a zone, a value."""
    word = node.id
    found = bound(context, word, scope)
    field = None if scope.thing is None else field_of(context, scope.thing, word)
    if field is not None and found is not None and word not in ("seat", "first"):
        message = f"`{word}` is a field of the things that are looked at, and a name outside"
        context.report("play-word", spot(node), message, f"write `it.{word}` for the field")
    found = field or found
    if found is not None:
        return found
    if wanted is not None and wanted.kind in ("text", "number") and word in wanted.values:
        return constant(wanted, word)
    return unknown(context, node, scope, wanted)


def bound(context: CompileContext, word: str, scope: Scope) -> Value | None:
    """What a bare word means beside a thing's fields."""
    if word in scope.names:
        return scope.names[word]
    tables = context.tables
    match word:
        case "true":
            return TRUE
        case "false":
            return FALSE
        case "nothing" | "nobody":
            return Value(NOTHING, "None", True)
        case "it":
            return scope.thing
        case "players" | "total":
            configuration = tables.configuration
            many = configuration.players if word == "players" else configuration.total
            return constant(NUMBER, many)
        case "round" | "turns":
            return Value(NUMBER, f"n[{NUMBERS[word]}]")
        case "final":
            return Value(YES_NO, f"(n[{FINAL}] > 0)")
        case "repeats":
            return Value(NUMBER, "m.repeats")
        case _ if word in _SEATS:
            return seat_word(context, word, scope)
        case _ if word in GROUPS:
            return group(context, word, scope)
    zone = tables.zones.get(word)
    if zone is not None:
        return zone_value(zone, str(zone.at))
    if word == "pieces":
        return Value(list_of(PIECE), f"range({len(tables.pieces)})")
    known = ways(context)
    if word in known:
        return Value(Type("way"), str(known.index(word)), True, known.index(word))
    return None


def ways(context: CompileContext) -> list[str]:
    """The names of all ways of boards, whose numbers are those of constants of the source."""
    boards = (zone.board for zone in context.tables.zones.values() if zone.board is not None)
    return list(dict.fromkeys(way for board in boards for way in board.ways))


def seat_word(context: CompileContext, word: str, scope: Scope) -> Value | None:
    """The seat who acts, has the first turn, or sits beside; None where nobody acts."""
    if word == "first":
        return Value(SEAT, f"n[{FIRST}]")
    if word == "last":
        return Value(SEAT, f"((n[{FIRST}] - n[{DIRECTION}]) % {len(context.tables.seats)})")
    if scope.seat is None:
        return None
    if word == "seat":
        return scope.seat
    found = beside(context, scope.seat, word)
    return None if found is None else once(context, found, scope)


def beside(context: CompileContext, seat: Value, word: str) -> Value | None:
    """The seat that sits somewhere from another: in the order of turns, or round the table."""
    total, one = len(context.tables.seats), seat.code
    match word:
        case "next":
            return Value(SEAT, f"m.next_seat({one}, n[{DIRECTION}])")
        case "previous":
            return Value(SEAT, f"m.next_seat({one}, -n[{DIRECTION}])")
        case "left" | "right":
            return Value(SEAT, f"(({one} {'+' if word == 'left' else '-'} 1) % {total})")
        case "partner" if context.script.teams:
            return Value(SEAT, f"(({one} + {context.script.teams}) % {total})")
        case _:
            return None


def group(context: CompileContext, word: str, scope: Scope) -> Value | None:
    """Seats in turn order: all from the first, others from the one behind who acts."""
    total, humans = len(context.tables.seats), context.tables.configuration.players
    seats = list_of(SEAT)
    if word in ("others", "team"):
        if scope.seat is None:
            return None
        if word == "others":
            return Value(seats, f"m.others({scope.seat.code})")
        return Value(TEAM, scope.seat.code)
    kinds = {"seats": (0, total), "humans": (0, humans), "bots": (humans, total)}
    return Value(seats, f"m.seats({kinds[word][0]}, {kinds[word][1]})")


def zone_value(zone: Zone, code: str) -> Value:
    """A zone, or all spaces of a board; ``code`` is its place, of one of every seat that seat."""
    if zone.board is not None:
        size = len(zone.board.spaces)
        by = f" + {size} * {code}" if zone.of_seats else ""
        span = f"range({zone.at}{by}, {zone.at + size}{by})"
        return Value(replace(BOARD, board=zone.name), span, zones=(zone.name,))
    return Value(ZONE, code, zones=(zone.name,))


def memory_value(
    context: CompileContext, slot: MemorySlot, owner: str, key: str | None = None
) -> Value:
    """What is remembered of an owner, read at its place; a family where nothing says the key."""
    context.read.add(slot.name)
    type_ = memory_type(context, slot.what)
    if slot.what.index and key is None:
        return Value(Type("family", items=type_), "None", value=(slot, owner))
    span = (slot.what.least, slot.what.most) if slot.what.kind == "number" else None
    return Value(type_, memory_place(slot, owner, key), span=span)


def memory_place(slot: MemorySlot, owner: str, key: str | None = None) -> str:
    """The place of what is remembered of an owner, under a key of a family, as source."""
    stride = f"{slot.width} * ({owner})" if slot.width > 1 else owner
    return f"n[{' + '.join(filter(None, (str(slot.at), owner and stride, key)))}]"


def memory_of(context: CompileContext, base: Value, word: str) -> tuple[MemorySlot, str] | None:
    """What is remembered under a name of a seat, a team, a space or a piece, and whose it is."""
    owners = {one: [one] for one in ("seat", "team", "space")}
    owners["piece"] = ["piece", *context.tables.game.sets]
    owner = team_number(context, base) if base.type.kind == "team" else base.code
    memories = context.tables.memories
    listed = [f"{owner}.{word}" for owner in owners.get(base.type.kind, ())]
    return next(((memories[one], owner) for one in listed if one in memories), None)


def team_number(context: CompileContext, team: Value) -> str:
    """The number of a team from 0, as source; -1 for nobody's."""
    seats = range(len(context.tables.seats))
    numbers = (*(seat % max(context.script.teams, 1) for seat in seats), -1)
    return f"{context.constant('teams', numbers)}[{team.code}]"


def memory_type(context: CompileContext, what: Memory) -> Type:
    """What a memory may hold."""
    match what.kind:
        case "field":
            values = dict.fromkeys(context.tables.column(what.field))
            known = tuple(one for one in values if one is not None)
            numbers = all(isinstance(one, int) for one in known)
            return Type("number" if numbers else "text", values=known, optional=True)
        case "values":
            return Type("text", values=tuple(what.values), optional=True)
        case "space":
            return Type("space", board=what.field, optional=True)
        case kind:
            return Type(kind, optional=kind not in ("number", "yes_no"))


def find_memory(context: CompileContext, node: ast.Attribute) -> MemorySlot | None:
    """The memory of the table, the turn, the round or an action that a dotted word names."""
    owner = node.value.id if isinstance(node.value, ast.Name) else ""
    name_ = f"{owner}.{node.attr}"
    return context.tables.memories.get(name_) if owner in SINGLE else None


def owned(context: CompileContext, node: ast.Attribute, scope: Scope) -> Value | None:
    """What a word before a dot has that is no value of its own: ``turn.seat``, ``length.most``."""
    assert isinstance(node.value, ast.Name)
    owner, attr = node.value.id, node.attr
    tables = context.tables
    slot = find_memory(context, node)
    if slot is not None:
        return memory_value(context, slot, "")
    if owner == "turn" and attr == "seat":
        return Value(SEAT, f"n[{TURN_SEAT}]")
    if owner == "length" and tables.game.length is not None and attr in ("least", "most"):
        return constant(NUMBER, getattr(tables.game.length, attr))
    many = {"seats": tables.configuration.total, "humans": tables.configuration.players}
    many["bots"] = tables.configuration.bots
    if attr == "count" and owner in many and not context.eliminates:
        return constant(NUMBER, many[owner])
    tabled = [one.options[attr] for one in tables.game.configurations if attr in one.options]
    if owner == "options" and tabled:
        here = tables.configuration.options.get(attr, "")
        return constant(Type("text", values=tuple(dict.fromkeys(tabled))), here)
    return _of_effect(attr, scope) if owner == "effect" else None


def _of_effect(word: str, scope: Scope) -> Value | None:
    """How much an effect of a card says, or another of its keys."""
    if word == "amount" and scope.amount is not None:
        return scope.amount
    given = getattr(scope.effect, word, None)
    if isinstance(given, str | int):
        return constant(Type("text" if isinstance(given, str) else "number"), given)
    return None


def field_of(context: CompileContext, base: Value, word: str) -> Value | None:
    """A field of a thing: of a piece, a space, a seat, a zone, a board or a list; None if none."""
    match base.type.kind:
        case "piece":
            return _of_piece(context, base, word)
        case "space":
            return _of_space(context, base, word)
        case "seat":
            return _of_seat(context, base, word)
        case "zone":
            return _of_zone(context, base, word)
        case "board":
            return _of_board(context, base, word)
        case "list" if word in ("count", "empty"):
            return _count(base, word)
        case "list":  # of an area's own fields
            found = dict(base.type.values).get(word)
            kind = NUMBER if isinstance(found, int) else Type("text", values=(found,))
            return None if found is None else constant(kind, found)
        case "team" if word in ("count", "empty"):
            return _count(replace(base, code=f"m.team({base.code})"), word)
        case "team":
            held = memory_of(context, base, word)
            return None if held is None else memory_value(context, *held)
        case _:
            return None


def _of_piece(context: CompileContext, base: Value, word: str) -> Value | None:
    tables, one = context.tables, base.code
    held = memory_of(context, base, word)
    if held is not None:
        return memory_value(context, *held)
    match word:
        case "owner":
            return Value(SEAT.maybe(), f"owner[{one}]")
        case "space" | "zone":
            boards = [zone.name for zone in tables.zones.values() if zone.board is not None]
            if word == "space" and boards:
                board = boards[0] if len(boards) == 1 else ""
                space = Type("space", board=board, optional=True)
                return Value(space, f"{_spaces(context)}[at[{one}]]")
            return Value(ZONE, f"at[{one}]", zones=base.zones)
        case "was":
            return Value(Type("space", optional=True), f"m.was[{one}]")
        case "fits":
            seats = len(tables.seats)
            marks = (*(piece.mark.admits(seats) for piece in tables.pieces), False)
            return Value(YES_NO, f"{context.constant('fits', marks)}[{one}]")
    column = [piece.set_id for piece in tables.pieces] if word == "set" else None
    values = tables.column(word) if column is None else (*column, None)
    if values.count(None) == len(values):
        return None
    table, kind = _column(context, word, values)
    may_lack = kind.optional or base.type.optional
    return Value(replace(kind, optional=may_lack), f"{table}[{one}]")


def _spaces(context: CompileContext) -> str:
    """The name of the table of spaces by place: -1 where a place is none."""
    if "spaces" not in context.constants:
        zones = context.tables.zones.values()
        seats = len(context.tables.seats)
        found = {at for zone in zones if zone.board is not None for at in zone.places(seats)}
        places = range(context.tables.zone_count)
        context.constants["spaces"] = tuple(at if at in found else -1 for at in places)
    return "spaces"


def end_of(place: str, at: int = -1) -> str:
    """The piece that lies on top of a zone or space (``at`` 0: at the bottom); -1 for none."""
    return f"(z[{place}] or none)[{at}]"


def _column(context: CompileContext, word: str, values: Sequence[Any]) -> tuple[str, Type]:
    """The name of the table of a field by piece, and the type of what stands there."""
    each = {id(one): one for one in values}.values()  # copies of a piece share what it has
    known = tuple(dict.fromkeys(_scalars(each)))
    if any(isinstance(one, tuple) for one in each):
        rows = context.constant(f"f_{word}", tuple(tuple(_scalars([one])) for one in values))
        kind = "number" if all(isinstance(one, int) for one in known) else "text"
        return rows, list_of(Type(kind, values=known))
    if word == "set":
        table = context.constants.setdefault("f_set", tuple(values)) and "f_set"
    else:
        table = context.column(word)
    return table, Type(_kind(known), values=known, optional=None in values[:-1])


def _kind(values: Sequence[Any]) -> str:
    """The kind of values of a field."""
    if values and all(isinstance(one, bool) for one in values):
        return "yes_no"
    return "number" if values and all(isinstance(one, int) for one in values) else "text"


def _scalars(values: Iterable[Any]) -> Iterator[Any]:
    """The texts and numbers among values, and those in lists among them."""
    for value in values:
        listed = value if isinstance(value, list | tuple) else (value,)
        yield from (one for one in listed if isinstance(one, str | int | float))


def boards_of(context: CompileContext, space: Type) -> list[Zone]:
    """The boards on which a space of a type may be: the one that is named, or all."""
    boards = [zone for zone in context.tables.zones.values() if zone.board is not None]
    return [zone for zone in boards if zone.name == space.board] or boards


def _of_space(context: CompileContext, base: Value, word: str) -> Value | None:
    boards, one = boards_of(context, base.type), base.code
    if not boards:
        return None
    only = boards[0].name if len(boards) == 1 else ""
    space = replace(base.type, board=only, optional=False)
    zones = tuple(zone.name for zone in boards)

    def entry(read: Row, none: Any, shift: bool = True) -> str:
        table = by_place(context, word, boards, read, none, shift)
        return f"{table}[{one}]" if table else ""

    match word:
        case "piece":
            return Value(PIECE.maybe(), _top(context, base), zones=zones)
        case "pieces":
            return Value(list_of(PIECE), lying(context, base), zones=zones)
        case "marks":
            return Value(list_of(PIECE), lying(context, base, " in"), zones=zones)
        case "empty":
            known = f"{one} >= 0 and " if base.type.optional else ""
            if any(zone.board is not None and zone.board.marks for zone in boards):
                return Value(YES_NO, f"({known}{_top(context, base)} < 0)")
            return Value(YES_NO, f"({known}not {lying(context, base)})")
        case "beside":
            return Value(list_of(space), f"{beside_table(context, boards)}[{one}]")
        case "before" | "after":
            way = "on" if word == "after" else "back"
            if code := entry(lambda board: board.ahead.get(way), -1):
                return Value(space.maybe(), code)
        case "areas":
            if code := entry(_areas_of, (), False):
                found = dict.fromkeys(
                    one for zone in boards if zone.board for one in zone.board.areas
                )
                return Value(list_of(Type("text", values=tuple(found))), code)
        case "ends":
            if code := entry(lambda board: any(board.ends) and [x or () for x in board.ends], ()):
                return Value(list_of(space), code)
        case "id":
            return Value(TEXT, entry(lambda board: [each.id for each in board.spaces], None, False))
    held = memory_of(context, base, word)
    if held is not None:
        return memory_value(context, *held)
    if code := entry(lambda board: _lines_through(board, word), ()):
        return Value(list_of(list_of(space)), code)
    if code := entry(lambda board: _lies_in(board, word), False, False):
        return Value(YES_NO, code)
    return _field_of_space(context, base, word)


def _lines_through(board: Geometry, word: str) -> Any:
    spaces = range(len(board.spaces))
    lines = board.lines.get(word, ())
    return lines and [tuple(line for line in lines if at in line) for at in spaces]


def _areas_of(board: Geometry) -> Any:
    spaces = range(len(board.spaces))
    return board.areas and [
        tuple(name for name, (members, _) in board.areas.items() if at in members) for at in spaces
    ]


def _lies_in(board: Geometry, word: str) -> Any:
    spaces = range(len(board.spaces))
    return word in board.areas and [at in board.areas[word][0] for at in spaces]


def _field_of_space(context: CompileContext, base: Value, word: str) -> Value | None:
    """A field of a space: a number, a text, or a list of those."""

    def read(board: Geometry) -> list[Any]:
        return [space.fields.get(word) for space in board.spaces]

    boards = boards_of(context, base.type)
    every = [one for zone in boards if zone.board is not None for one in read(zone.board)]
    known = tuple(one for one in dict.fromkeys(every) if one is not None)
    if not known:
        return None
    lists = all(isinstance(one, tuple) for one in known)
    code = f"{by_place(context, f's_{word}', boards, read, None, False)}[{base.code}]"
    single = tuple(dict.fromkeys(one for many in known for one in many)) if lists else known
    type_ = Type(_kind(single), values=single)
    if lists:
        return Value(list_of(type_), f"({code} or ())")
    return Value(replace(type_, optional=base.type.optional or None in every), code)


Row = Callable[[Geometry], Any]
"""Gives what a board says of each of its spaces in turn; nothing where it says nothing."""


def by_place(
    context: CompileContext,
    word: str,
    boards: Sequence[Zone],
    read: Row,
    none: Any,
    shift: bool = True,
) -> str:
    """The name of a table by place of what boards say of spaces; no name if they say nothing.

    Every other place has ``none``. With ``shift`` numbers of spaces become places.
    """
    seats = len(context.tables.seats)
    found = [(one, row) for one in boards if one.board is not None and (row := read(one.board))]
    if not found:
        return ""
    table = [none] * (max(zone.places(seats).stop for zone in boards) + 1)
    for zone, row in found:
        for start in zone.places(seats)[:: len(row)]:
            table[start : start + len(row)] = [_moved(x, start) if shift else x for x in row]
    return context.constant(f"{found[0][0].name}_{word}", tuple(table))


def _moved(row: Any, by: int) -> Any:
    if isinstance(row, tuple):
        return tuple(_moved(one, by) for one in row)
    return row + by if row >= 0 else -1


def lying(context: CompileContext, space: Value, which: str = " not in") -> str:
    """The pieces on a space but for marks, or only those, as source of a list."""
    boards, one = boards_of(context, space.type), space.code
    marks = by_place(context, "marks", boards, partial(_marks, context), frozenset(), False)
    if not marks:
        return f"z[{one}]" if "not" in which else "()"
    return f"[p for p in z[{one}] if p{which} {marks}[{one}]]"


def _top(context: CompileContext, space: Value) -> str:
    """The piece on top of a space, as source; marks lie below all pieces."""
    boards = [zone.board for zone in boards_of(context, space.type) if zone.board is not None]
    marks = {context.tables.marks(board) for board in boards if board.marks}
    if not marks:
        return end_of(space.code)
    if len(boards) > 1:
        return f"({lying(context, space)} or none)[-1]"
    [below] = marks
    table = [-1 if piece in below else piece for piece in range(len(context.tables.pieces))]
    return f"{context.constant('unmarked', (*table, -1))}[{end_of(space.code)}]"


def _marks(context: CompileContext, board: Geometry) -> list[frozenset[int]]:
    return [context.tables.marks(board)] * len(board.spaces) if board.marks else []


def beside_table(context: CompileContext, boards: Sequence[Zone]) -> str:
    """The name of the table of what lies beside each place of boards."""
    return by_place(context, "beside", boards, lambda board: board.beside, ())


def _of_seat(context: CompileContext, base: Value, word: str) -> Value | None:
    tables = context.tables
    zone = tables.zones.get(f"seat.{word}")
    if zone is not None and zone.board is not None:
        return zone_value(zone, base.code)
    if zone is not None:
        return Value(ZONE, f"{zone.at} + {base.code}", zones=(zone.name,))
    held = memory_of(context, base, word)
    if held is not None:
        return memory_value(context, *held)
    if word in NEIGHBOURS:
        return beside(context, base, word)
    if word == "team":
        return Value(TEAM, base.code)
    facts = {
        "colour": tuple(seat.colour or None for seat in tables.seats),
        "faction": tuple(seat.faction or None for seat in tables.seats),
        "number": tuple(seat.number for seat in tables.seats),
    }
    if word == "out":
        return Value(YES_NO, f"m.out[{base.code}]")
    if word not in facts:
        return None
    values = (*facts[word], None)
    known = tuple(one for one in values if one is not None)
    kind = Type("number" if word == "number" else "text", values=known)
    return Value(kind, f"{context.constant(word, values)}[{base.code}]")


def _of_zone(context: CompileContext, base: Value, word: str) -> Value | None:
    match word:
        case "count":
            return Value(NUMBER, f"len(z[{base.code}])", span=(0, len(context.tables.pieces)))
        case "empty":
            return Value(YES_NO, f"(not z[{base.code}])")
        case "top" | "bottom":
            code = end_of(base.code, -1 if word == "top" else 0)
            return Value(PIECE.maybe(), code, zones=base.zones)
        case _:
            return None


def group_name(at: int, word: str) -> str:
    """The function of the source that finds a group of the board whose first space is ``at``."""
    return f"group_{at}_{word}"


def _of_board(context: CompileContext, base: Value, word: str) -> Value | None:
    zone = context.tables.zones[base.type.board]
    assert zone.board is not None
    if word in ("count", "empty"):
        return _count(base, word)
    if word == "pieces":
        return Value(list_of(PIECE), pieces_of(context, base), zones=(zone.name,))
    space, spaces = Type("space", board=zone.name), range(len(zone.board.spaces))
    if word in zone.board.lines:
        lines = _members(context, base, zone, word, zone.board.lines[word])
        return Value(list_of(list_of(space)), lines)
    members, fields = zone.board.areas.get(word, ((), {}))
    if word in ("ways", "towns") and any(zone.board.ends):
        members = tuple(at for at in spaces if (zone.board.ends[at] is None) is (word == "towns"))
    if members:
        of_area = replace(list_of(space), values=tuple(fields.items()))
        return Value(of_area, _members(context, base, zone, word, members))
    if word in zone.board.groups:
        return Value(
            list_of(list_of(PIECE)),
            f"groups(m, {base.code}, {group_name(zone.at, word)})",
            zones=(zone.name,),
        )
    return None


def _members(
    context: CompileContext, base: Value, zone: Zone, word: str, rows: Sequence[Any]
) -> str:
    """Spaces, or lines of them, of a board that is one of every seat or in the middle."""
    if zone.of_seats:
        return f"on_board({base.code}, {context.constant(word, tuple(rows))})"
    return context.constant(word, tuple(_moved(one, zone.at) for one in rows))


def _count(base: Value, word: str) -> Value:
    if word == "count":
        return Value(NUMBER, f"len({base.code})")
    return Value(YES_NO, f"(not {base.code})")


def pieces_of(context: CompileContext, found: Value) -> str:
    """The pieces in a zone, on a space or on a board, as source of a list."""
    match found.type.kind:
        case "zone":
            return f"z[{found.code}]"
        case "space":
            return lying(context, found)
        case "board":
            there = lying(context, Value(replace(found.type, kind="space"), "s"))
            return f"[p for s in {found.code} for p in {there}]"
        case _:
            return found.code


def anywhere(
    context: CompileContext, listed: Value, one: str, tests: Sequence[str]
) -> tuple[str, Sequence[str]]:
    """Where to look for things in the order of their numbers, and what is asked of each.

    Of a board with fewer pieces than spaces these are all pieces, or those of the seat that is
    asked for where none changes hands, and it is asked whether they lie there.
    """
    tables = context.tables
    zone = tables.zones.get(listed.zones[0]) if listed.zones else None
    if zone is None or zone.board is None:
        return listed.code, tests
    if listed.code != pieces_of(context, zone_value(zone, "")):
        return listed.code, tests
    spaces = len(zone.board.spaces)
    there = f"{zone.at} <= at[{one}] < {zone.at + spaces}"
    owned = re.fullmatch(rf"\(owner\[{one}\] == (.+)\)", tests[0]) if tests else None
    if owned is not None and one not in owned[1] and not context.gives:
        seats, marks = range(-1, len(tables.seats)), tables.marks(zone.board)
        pieces = [one for one in range(len(tables.pieces)) if one not in marks]
        table = {seat: [one for one in pieces if tables.owner(one) == seat] for seat in seats}
        if max(len(table[seat]) for seat in seats if seat >= 0) <= spaces:
            return f"{context.constant('made_for', table)}[{owned[1]}]", [there, *tests[1:]]
    if len(tables.pieces) <= spaces and not zone.board.marks:
        return f"range({len(tables.pieces)})", [there, *tests]
    return listed.code, tests


def is_declared(context: CompileContext, word: str, scope: Scope) -> bool:
    """Tell whether a bare word is a formula that the script gives a name, which takes nothing."""
    named = context.script.names.get(word)
    return named is not None and not named.parameters and word not in scope.names


def is_bare(context: CompileContext, node: ast.expr, scope: Scope) -> bool:
    """Tell whether a word means nothing by itself: a value of the field that it meets."""
    if not isinstance(node, ast.Name) or is_declared(context, node.id, scope):
        return False
    thing = scope.thing
    of_thing = thing is not None and field_of(context, thing, node.id) is not None
    return not of_thing and bound(context, node.id, scope) is None


def unknown(context: CompileContext, node: ast.expr, scope: Scope, wanted: Type | None) -> Value:
    """Report a word that means nothing here; what was meant, where one is alike."""
    word = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    if scope.seat is None and (word in _SEATS or word in GROUPS):
        hint = "add `each: seats`, or write it where a seat acts"
        context.report("play-word", spot(node), f"no seat acts here: `{word}` is nobody", hint)
        return UNKNOWN
    values = [str(one) for one in wanted.values] if wanted is not None else []
    if values and wanted is not None and wanted.kind == "text":
        message = f"`{word}` is no name here, and this is never {word!r}"
        hint = did_you_mean(word, values, f"there is {', '.join(values[:20])}")
        context.report("play-never", spot(node), message, hint)
        return UNKNOWN
    owned = [f"{one}.{word}" for one, held in _owners(scope) if field_of(context, held, word)]
    known = list(dict.fromkeys(words(context, scope)))
    otherwise = did_you_mean(word, known, f"known: {', '.join(known[:20])}")
    hint = f"did you mean {owned[0]!r}?" if owned else otherwise
    context.report("play-word", spot(node), f"nothing here is called `{word}`", hint)
    return UNKNOWN


def _owners(scope: Scope) -> Iterable[tuple[str, Value]]:
    """What a word may be a part of that stands alone: things with a name, and who acts."""
    yield from scope.names.items()
    if scope.seat is not None and scope.thing is None:
        yield "seat", scope.seat


def words(context: CompileContext, scope: Scope) -> Iterable[str]:
    """The bare words that mean something here."""
    yield from fields(context, scope.thing)
    yield from scope.names
    yield from context.script.names
    yield from (one for one in context.tables.zones if "." not in one)
    yield from ("seat", "first", *NEIGHBOURS, *GROUPS, "players", "round", "turns", "nothing")
    yield "pieces"


def fields(context: CompileContext, base: Value | None) -> list[str]:
    """The fields that a thing can be asked for."""
    tables = context.tables
    if base is None:
        return []
    match base.type.kind:
        case "piece":
            own = dict.fromkeys(name for piece in tables.pieces for name in piece.fields)
            return [*own, *_PIECE_WORDS]
        case "space":
            boards = [one.board for one in boards_of(context, base.type) if one.board is not None]
            own = dict.fromkeys(name for one in boards for at in one.spaces for name in at.fields)
            return [*own, *_SPACE_WORDS]
        case "seat":
            zones = [one[5:] for one in tables.zones if one.startswith("seat.")]
            return [*zones, *(one[5:] for one in tables.memories if one.startswith("seat."))]
        case "team":
            return [one[5:] for one in tables.memories if one.startswith("team.")]
        case "zone":
            return ["count", "empty", "top", "bottom"]
        case "list" | "board":
            return ["count", "empty"]
        case _:
            return []


def no_field(context: CompileContext, node: ast.Attribute, base: Value) -> Value:
    """Report a field that a thing does not have."""
    written, kind = ast.unparse(node.value), base.type.kind
    things = {"piece": "pieces have", "list": "several things have", "space": "spaces have"}
    said = f"`{ast.unparse(node)}`: {things.get(kind, f'a {base.type} has')} no `{node.attr}`"
    if base.type.kind == "unknown":
        return UNKNOWN
    known = fields(context, base)
    otherwise = f"`{written}` has {', '.join(known[:12])}"
    if not known:
        otherwise = f"take `.{node.attr}` out, or ask it of a zone or a piece"
    context.report("play-word", spot(node), said, did_you_mean(node.attr, known, otherwise))
    return UNKNOWN


def no_memory(context: CompileContext, node: ast.expr, owner: str = "") -> Value:
    """Report that something is not remembered, of an owner (``seat.``) if one is named."""
    written = ast.unparse(node)
    known = [one for one in context.tables.memories if one.startswith(owner)]
    otherwise = f"write it under `remember`: {{{written}: 0 to 9}}"
    hint = did_you_mean(written, known, otherwise)
    context.report("play-word", spot(node), f"`{written}` is not remembered", hint)
    return UNKNOWN


def field_values(context: CompileContext, word: str) -> list[Any]:
    """The values that a field of the pieces has, in their order; none where there is no field."""
    if word not in OF_EVERY_COMPONENT and not any(
        value_of(piece, word) is not None for piece in context.tables.designs
    ):
        return []
    return [*dict.fromkeys(_scalars(value_of(piece, word) for piece in context.tables.designs))]
