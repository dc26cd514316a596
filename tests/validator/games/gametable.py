"""Help for tests of rules modules: tables, smaller boxes, scripted decisions, whole games."""

from dataclasses import replace

import matches
from matches import play_game, shipped_table
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.compiler.tables import FIRST
from validator.play.match import Tally
from validator.rng import Streams
from validator.setup.deal import set_up


def table_of(name, players, *rulings, game=None):
    """A prepared table; ``rulings`` as on the command line, ``game`` for a changed box."""
    if game is None:
        return shipped_table(name, players, 0, *rulings)
    return matches.table_of(game, players, *rulings)


def dealt(table, index=0):
    """A match just after the deal."""
    frame = table.frame
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    return table.deal(Streams(1, frame.game, frame.table, index), tally)


def lying(match, zone):
    """The pieces in a zone of a game that is data."""
    return match.z[match.program.tables.zone_at[zone]]


def ids(match, zone):
    """The ids of the pieces in a zone, in their order."""
    return [match.program.tables.pieces[piece].id for piece in lying(match, zone)]


def move(match, pieces, zone):
    """Lay pieces into a zone, wherever they are now."""
    match.move(list(pieces), match.program.tables.zone_at[zone])


def card(name):
    """The id of a card of the Stonehenge box: ``5n`` is that of 5 night."""
    return name.replace("n", "-night").replace("d", "-day") if name[0].isdigit() else name


class Stopped(Exception):  # noqa: N818 - it ends a turn, it is not an error
    """Raised as a turn begins that is not played, or where an answer is missing."""


def take_turn(match, turn, seat=0):
    """Let ``turn`` answer for the first turn, which is that of ``seat``; return it."""
    match.ask = turn
    match.n[FIRST] = seat
    try:
        match.go(match.program.start)
    except Stopped:
        assert not turn.answers
    return turn


def smaller(game, set_id, keep):
    """The game with only those components of a set that pass ``keep``."""
    old = game.sets[set_id]
    components = tuple(component for component in old.components if keep(component))
    return replace(game, sets={**game.sets, set_id: replace(old, components=components)})


def fewer(game, set_id, copies):
    """The game with ``copies`` of each component of a set."""
    old = game.sets[set_id]
    components = tuple(replace(component, copies=copies) for component in old.components)
    return replace(game, sets={**game.sets, set_id: replace(old, components=components)})


def small_box(name, top, **copies):
    """A game with number cards up to ``top``, and so many copies of each piece of some sets."""
    game = smaller(game_of(name), "number", lambda one: int(str(one.fields["number"])) <= top)
    for set_id, count in copies.items():
        game = fewer(game, set_id, count)
    return game


def laid_out(name, players):
    """A game on the table as its set-up lays it out."""
    game = game_of(name)
    return set_up(game, find_configuration(game, players), seed=1)


def capped(table, turns):
    """The table with games that are cut off after so many turns."""
    return replace(table, frame=replace(table.frame, turn_cap=turns))


def wins(table, policy, seat, games):
    """How many of ``games`` the seat wins or shares."""
    return sum(
        seat in play_game(table, policy, index, referee=False).outcome.winners
        for index in range(games)
    )
