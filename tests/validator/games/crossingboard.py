"""Help for the tests of Crossing Stonehenge: tables, boards from the names of cells, moves."""

from dataclasses import replace
from functools import cache

from gametable import table_of

from validator.games.crossing_stonehenge import moves
from validator.games.crossing_stonehenge.field import DRUID, PAWN, CrossingField, CrossingMove
from validator.games.crossing_stonehenge.moves import Agreement
from validator.games.crossing_stonehenge.table import CrossingTable, board_of
from validator.play.match import Tally
from validator.rng import Streams

WIDTH = 12


@cache
def table(*rulings):
    found = table_of("crossing_stonehenge", 2, *rulings)
    assert isinstance(found, CrossingTable)
    return found


def grid(*rulings):
    """The grid under other rulings."""
    return table(*rulings).field


def with_goals(field, green, yellow):
    """The grid with its bars on other cells."""
    return CrossingField(field.names, len(field.names) // field.width, (green, yellow), field.read)


DEFAULT = table()
FIELD = grid()
START = list(DEFAULT.start)


def cell(name):
    return FIELD.names.index(name)


def board(**laid):
    """A board from ``g`` (green pawns), ``D`` (green druid), ``y``, ``E``: names of cells."""
    kinds = {"g": PAWN, "D": DRUID, "y": -PAWN, "E": -DRUID}
    cells = [0] * 48
    for kind, names in laid.items():
        for name in names.split():
            cells[cell(name)] = kinds[kind]
    return cells


def named(found):
    return ["-".join(FIELD.names[at] for at in move.path) for move in found]


def pieces(laid):
    """What stands on each cell."""
    return [laid.piece(at) for at in range(48)]


def legal_moves(field, cells, side):
    return moves.legal_moves(field, board_of(cells), side)


def apply_move(cells, move):
    """Carry out a move on ``cells``; return the pieces it took."""
    laid = board_of(cells)
    cells[:] = pieces(laid.after(move))
    return [laid.piece(at) for at in move.taken]


def moves_of(cells, side, *rulings):
    """Every legal move by name."""
    return named(legal_moves(grid(*rulings), cells, side))


class NoAnswer(Exception):  # noqa: N818 - it stops a game where the test looks at it
    """The answers are used up."""


class Moves:
    """Stands in for the driver: takes these answers in order.

    One is a move as ``B18-B16``, an ``Agreement`` (a word to a draw) or a ``Pass``. Where there is
    one thing to do beside a draw it takes none, unless the next is a word to that.
    ``turns`` keeps whose turn it was, ``asked`` what was offered.
    """

    def __init__(self, *answers):
        self.answers = list(answers)
        self.turns = []
        self.asked = []

    def turn(self, seat):
        self.turns.append(seat)

    def choose(self, seat, what, options):
        assert (seat, what) == (self.turns[-1], "move")
        names = [named([one])[0] if isinstance(one, CrossingMove) else one for one in options]
        self.asked.append(names)
        deeds = [one for one in options if not isinstance(one, Agreement)]
        if len(deeds) == 1 and not (self.answers and self.answers[0] in names[1:]):
            return deeds[0]
        if not self.answers:
            raise NoAnswer
        answer = self.answers.pop(0)
        assert answer in names, f"{answer} is not among {names} on turn {len(self.turns)}"
        return options[names.index(answer)]


def match(cells, *rulings):
    """A match that begins with these pieces."""
    ruled = replace(table(*rulings), start=tuple(cells))
    return ruled.deal(Streams(1, "crossing_stonehenge", "2+0", 0), Tally(0, ()))


def played(cells, *answers, rulings=()):
    """The end of a game from a position in which both seats give these answers."""
    return match(cells, *rulings).play(Moves(*answers))


def stopped(cells, *answers, rulings=()):
    """The game, and what was asked, where the answers are used up and it has not ended."""
    game, script = match(cells, *rulings), Moves(*answers)
    try:
        outcome = game.play(script)
    except NoAnswer:
        return game, script
    raise AssertionError(f"the game has ended: {outcome}")
