"""A position in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from validator.catalogue.boards.geometry import Geometry
from validator.catalogue.setup_script import BOX
from validator.compiler.runtime.match import ScriptMatch
from validator.compiler.tables import MemorySlot, Zone
from validator.play.observers import group_names


class ShownMatch(ScriptMatch):
    """A game in progress that can say how it stands."""

    __slots__ = ()

    def show(self) -> str:
        """The position: what lies on the table, then seat by seat."""
        tables, seats = self.program.tables, len(self.out)
        hidden = {at for zone in tables.zones.values() if zone.hidden for at in zone.places(seats)}
        unseen = {name for name, at in tables.zone_at.items() if at in hidden}
        return self.show_to(lambda zone: zone not in unseen, of_turn=False)

    def show_to(self, sees: Callable[[str], bool], of_turn: bool = True) -> str:
        """The position: what lies where ``sees`` says so, what is remembered, ``of_turn`` too."""
        tables = self.program.tables
        memories = tables.memories.values() if of_turn else ()
        turn = (_values_of(self, one, 0) for one in memories if one.what.owner == "turn")
        said = [f"{words} this turn".replace("_", " ") for one in turn for words in one]
        table = ", ".join([*_items(self, -1, sees), *said])
        seats = [
            f"{seat.colour or seat.name}: {', '.join(_items(self, at, sees))}"
            for at, seat in enumerate(tables.seats)
        ]
        pictures = [
            line
            for zone in tables.zones.values()
            if zone.board is not None and not zone.of_seats
            for line in _picture(self, zone, zone.board)
        ]
        return "\n".join([*pictures, *([f"table: {table}"] if table else []), *seats])


def _items(match: ScriptMatch, seat: int, sees: Callable[[str], bool]) -> list[str]:
    """What lies before a seat (-1: in the middle) and is remembered of it.

    Neither zones that are empty and no piles, nor what is still as it was at the start.
    """
    tables = match.program.tables
    of_seat = seat >= 0
    said = [words for one in tables.memories.values() for words in _memory_words(match, one, seat)]
    for zone in tables.zones.values():
        if zone.of_seats is of_seat and zone.name != BOX and zone.board is None:
            pieces = match.z[zone.at + max(seat, 0)]
            if not pieces and (zone.pile < 0 or tables.piles[zone.pile].counted):
                continue
            lying = str(len(pieces))
            if sees(f"seat{seat + 1}.{zone.name[5:]}" if of_seat else zone.name):
                lying = f"({group_names(_piece_words(match, piece) for piece in pieces)})"
            said.append(f"{_zone_words(match, zone)} {lying}")
        if zone.of_seats is of_seat and zone.board is not None:
            standing = [*_standing(match, zone, seat)]
            if standing:
                said.append(f"{_zone_words(match, zone)} ({', '.join(standing)})")
    return said


def _zone_words(match: ScriptMatch, zone: Zone) -> str:
    """What people call a zone."""
    label = match.program.tables.game.setup.zones.get(zone.name)
    return label.name if label else zone.name.rpartition(".")[2].replace("_", " ")


def _piece_words(match: ScriptMatch, piece: int) -> str:
    """A piece in words, and whether it was turned face down."""
    tables = match.program.tables
    face = tables.memories.get("piece.face")
    down = face is not None and match.n[face.at + piece] == "down"
    return f"{tables.pieces[piece].name}{' face down' if down else ''}"


def _memory_words(match: ScriptMatch, memory: MemorySlot, seat: int) -> list[str]:
    """What is remembered of a seat (-1: the table) in words: nothing, one, or one for each key."""
    if memory.what.owner not in (("seat", "team") if seat >= 0 else ("table", "round")):
        return []
    return _values_of(match, memory, seat)


def _values_of(match: ScriptMatch, memory: MemorySlot, seat: int) -> list[str]:
    called, what = memory.name.partition(".")[2], memory.what
    if what.owner == "team":
        called, seat = f"team's {called}", seat % match.program.scoring.teams
    keys = [f" {one + 1 if what.index == 'seat' else one}" for one in memory.keys]
    places, begun = memory.places(max(seat, 0)), match.program.tables.fresh
    return [
        f"{called}{key} {_value_words(match, what.kind, match.n[place])}"
        for key, place in zip(keys or [""], places, strict=False)
        if match.n[place] != begun[place]
    ]


def _standing(match: ScriptMatch, zone: Zone, seat: int) -> Iterator[str]:
    """The spaces of a board with what lies on them, if it is not drawn."""
    assert zone.board is not None
    drawn = not zone.of_seats and _picture(match, zone, zone.board)
    for space, place in zip(zone.board.spaces, zone.of(seat) or zone.places(1), strict=True):
        lying = match.z[place]
        if lying and not (drawn and all(_sign(match, one) for one in lying[-1:])):
            words = [_piece_words(match, piece) for piece in lying]
            alike = len(set(words)) == 1
            yield f"{space.id}: {group_names(words) if alike else ' '.join(words)}"


def _sign(match: ScriptMatch, piece: int) -> str:
    """The sign of a piece in pictures; none where it has none, or lies face down."""
    face = match.program.tables.memories.get("piece.face")
    down = face is not None and match.n[face.at + piece] == "down"
    return "" if down else match.program.signs.get(match.program.kind[piece], "")


def _picture(match: ScriptMatch, zone: Zone, board: Geometry) -> list[str]:
    """The squares of a board row by row, if the set-up draws pieces; `*` is one without a sign."""
    if not match.program.signs or board.keys != ("row", "column"):
        return []
    signs = [
        "".join(_sign(match, one) or "*" for one in match.z[place][-1:]) or "."
        for place in zone.places(1)
    ]
    rows = list(dict.fromkeys(str(space.fields["row"]) for space in board.spaces))
    columns = list(dict.fromkeys(str(space.fields["column"]) for space in board.spaces))
    width, left = max(map(len, (*columns, *signs))), max(map(len, rows))
    lines = [columns, *(signs[at : at + len(columns)] for at in range(0, len(signs), len(columns)))]
    return [
        " ".join([head.rjust(left), *(one.rjust(width) for one in line)])
        for head, line in zip(["", *rows], lines, strict=True)
    ]


def _value_words(match: ScriptMatch, kind: str, value: Any) -> str:
    tables = match.program.tables
    if value is None or (kind in ("seat", "piece", "space") and value < 0):
        return "-"
    if kind == "seat":
        return str(tables.seats[value].colour or tables.seats[value].name)
    if kind == "piece":
        return str(tables.pieces[value].name)
    if kind == "space":
        return next(name for name, at in tables.zone_at.items() if at == value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
