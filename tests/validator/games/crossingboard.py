"""Help for tests of Crossing Stonehenge: boards from the names of cells, moves, scripted games."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from gametable import dealt, table_of
from shippedgames import game_of

from validator.catalogue.formulas import read_value
from validator.catalogue.script import ScoreItem

GREEN, YELLOW = 1, -1
PAWN, DRUID = 1, 2
WIDTH = 12
CELLS = [f"{row}{column}" for row in "ABCD" for column in range(10, 22)]
OFFER, AGREE, PASS = "offers a draw", "agrees to a draw", "no legal move"
KINDS = {"g": PAWN, "D": DRUID, "y": -PAWN, "E": -DRUID}
NUMBERS = {("disk", "green"): PAWN, ("disk", "yellow"): -PAWN}
NUMBERS |= {("figure", "green"): DRUID, ("figure", "yellow"): -DRUID}


@dataclass(frozen=True)
class Grid:
    """The grid under some rulings, and the cells of other bars than the game's."""

    rulings: tuple[str, ...] = ()
    bars: tuple[str, str] = ("A10", "A21")

    def ruled(self, *options):
        """Whether one of these options of a ruling is taken."""
        return any(one.partition("=")[2] in options for one in self.rulings)


FIELD = Grid()


def grid(*rulings):
    return Grid(rulings)


def with_goals(field, green, yellow):
    """The grid with its bars on other cells."""
    return replace(field, bars=(green, yellow))


@cache
def table(*rulings):
    return table_of("crossing_stonehenge", 2, *rulings)


@cache
def judging(*rulings):
    """A table whose points tell, cell by cell, who is trapped."""
    game = game_of("crossing_stonehenge")
    place = game.play.place
    asked = [f"1 if any(board, id == '{name}' and trapped(piece)) else 0" for name in CELLS]
    score = tuple(ScoreItem(place, one, read_value(one, place)) for one in asked)
    changed = replace(game, play=replace(game.play, score=score))
    return table_of("crossing_stonehenge", 2, *rulings, game=changed)


def cell(name):
    return CELLS.index(name)


def board(**laid):
    """A board from ``g`` (green pawns), ``D`` (green druid), ``y``, ``E``: names of cells."""
    cells = [0] * 48
    for kind, names in laid.items():
        for name in names.split():
            cells[cell(name)] = KINDS[kind]
    return cells


def zone(game, name):
    return game.program.tables.zone_at[name]


def number_of(game, piece):
    """What a piece is; 0 for one that is not moved."""
    one = game.program.tables.pieces[piece]
    return NUMBERS.get((one.set_id, one.fields.get("colour")), 0)


def pieces(game):
    """What stands on each cell."""
    lying = (game.z[zone(game, f"board.{name}")] for name in CELLS)
    return [sum(number_of(game, one) for one in there) for there in lying]


def captives(game):
    return [number_of(game, one) for one in game.z[zone(game, "captives")]]


def waits(game):
    """The turns without an advance of each side."""
    at = game.program.tables.memories["seat.idle"].at
    return list(game.n[at : at + 2])


def let_wait(game, *turns):
    """Let both sides have been without an advance for so many turns."""
    at = game.program.tables.memories["seat.idle"].at
    game.n[at : at + 2] = turns


class Stopped(Exception):  # noqa: N818 - it stops a game where the test looks at it
    """A turn begins, somebody is asked, or the answers are used up."""


class Looking:
    """Stands in for the driver: keeps what is asked, and stops there or as a turn begins."""

    def __init__(self, turns=0):
        self.turns, self.what, self.options = turns, "", ()

    def turn(self, seat):
        if not self.turns:
            raise Stopped
        self.turns -= 1

    def choose(self, seat, what, options):
        self.what, self.options = what, options
        raise Stopped

    def tell(self, seat, what, deed): ...


def look(game, state, turns=0):
    """Go on until somebody is asked, the game ends, or more turns begin; what was asked."""
    game.ask = Looking(turns)
    with suppress(Stopped):
        game.go(state)
    return game.ask


def match(cells, *rulings, made=None, bars=("A10", "A21")):
    """A match that begins with these pieces, before its first turn."""
    game = dealt(made or table(*rulings))
    men = [one for one in range(len(game.program.tables.pieces)) if number_of(game, one)]
    lying = [game.z[zone(game, f"board.{name}")][:1] for name in ("A10", "A21")]
    game.move([one for one in men if game.at[one] > 0], zone(game, "box"))
    for marks, name in zip(lying, bars, strict=True):
        game.move(marks, zone(game, f"board.{name}"))
    for name, number in zip(CELLS, cells, strict=True):
        if number:
            left = (one for one in men if not game.at[one] and number_of(game, one) == number)
            game.move([next(left)], zone(game, f"board.{name}"))
    look(game, game.program.start)
    return game


@dataclass(frozen=True)
class Move:
    """A move: its cells, those of what it takes, the board behind it, the options that make it."""

    path: tuple[int, ...]
    taken: tuple[int, ...]
    after: tuple[int, ...]
    picks: tuple[object, ...]


def moves_from(game, pick, path=(), picks=()):
    """The moves that begin with an option, the shortest first; ``path`` led up to it."""
    there = game.program.tables.zone_at
    picked, after = pick.picked, game.copy()
    if "man" in picked:
        path = (game.at[picked["man"]],)
    if "enemy" in picked:
        path += (game.at[picked["enemy"]],)
    path += (picked["space"],) if "space" in picked else ()
    asked = look(after, pick.take(after))
    picks = (*picks, pick)
    if asked.what == "jumps on":
        ordered = sorted(asked.options, key=lambda one: one.id != "halt")
        return [move for one in ordered for move in moves_from(after, one, path, picks)]
    return [(tuple(at - there[f"board.{CELLS[0]}"] for at in path), after, picks)]


def legal_moves(field, cells, side):
    """Every legal move of a side, piece by piece in the order of cells."""
    game = match(cells, *field.rulings, bars=field.bars)
    game.r[0] = 0 if side == GREEN else 1
    options = [one for one in look(game, game.pc, turns=1).options if one.picked]
    found = [made for one in options for made in moves_from(game, one)]
    moves = []
    for path, after, picks in sorted(found, key=lambda made: made[0][0]):
        board = pieces(after)
        taken = [at for at, one in enumerate(cells) if one * side < 0 and board[at] != one]
        moves.append(Move(path, tuple(taken), tuple(board), picks))
    return moves


def named(found):
    return ["-".join(CELLS[at] for at in move.path) for move in found]


def moves_of(cells, side, *rulings):
    """Every legal move by name."""
    return named(legal_moves(grid(*rulings), cells, side))


def apply_move(cells, move):
    """Carry out a move on ``cells``; return the pieces it took."""
    taken = [cells[at] for at in move.taken]
    cells[:] = move.after
    return taken


def trapped(cells, name, *rulings):
    """Whether the piece on a cell is trapped, as the script has it."""
    game = match(cells, made=judging(*rulings))
    return bool(game.program.scoring.points(game, 0)[cell(name)])


class Moves:
    """Stands in for the driver: takes these answers in order.

    One is a move as ``B18-B16``, or what is said to a draw. Where there is one thing to do beside
    a draw it takes none, unless the next is a word to that. ``turns`` keeps whose turn it was,
    ``asked`` what was offered.
    """

    def __init__(self, *answers):
        self.answers = list(answers)
        self.turns = []
        self.asked = []

    def turn(self, seat):
        self.turns.append(seat)

    def tell(self, seat, what, deed): ...

    def choose(self, seat, what, options):
        assert (seat, what) == (self.turns[-1], "move")
        names = [self.name(one) for one in options]
        self.asked.append(names)
        deeds = [
            one for one, name in zip(options, names, strict=True) if name not in (OFFER, AGREE)
        ]
        if len(deeds) == 1 and not (self.answers and self.answers[0] in names[1:]):
            return deeds[0]
        if not self.answers:
            raise Stopped
        answer = self.answers.pop(0)
        assert answer in names, f"{answer} is not among {names} on turn {len(self.turns)}"
        return options[names.index(answer)]

    def name(self, option):
        """A move by its cells, anything else in words."""
        words = [word.strip("(),.") for word in option.say().split()]
        cells = [word for word in words if word in CELLS]
        return f"{cells[0]}-{cells[-1]}" if cells else option.say()


def play(game, script):
    """Go on with a game to its end."""
    game.ask = script
    return game.go(game.pc)


def played(cells, *answers, rulings=()):
    """The end of a game from a position in which both seats give these answers."""
    return play(match(cells, *rulings), Moves(*answers))


def stopped(cells, *answers, rulings=()):
    """The game, and what was asked, where the answers are used up and it has not ended."""
    game, script = match(cells, *rulings), Moves(*answers)
    try:
        outcome = play(game, script)
    except Stopped:
        return game, script
    raise AssertionError(f"the game has ended: {outcome}")


START = pieces(dealt(table()))
