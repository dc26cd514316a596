"""Tables of games and whole games on them, for the tests of all that plays."""

from functools import lru_cache

from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.modules import find_module
from validator.play.observers import Observer, Referee
from validator.play.rulings import resolve_rulings
from validator.rng import Streams


class Watching(Observer):
    """An observer that does nothing; tests say what they look at."""


def table_of(game, players=2, *rulings):
    """A table of a game with so many players, as it comes first; rulings as on the command line."""
    configuration = next(one for one in game.configurations if one.players == players)
    return find_module(game).prepare(game, configuration, resolve_rulings(game, rulings))


@lru_cache(maxsize=32)
def shipped_table(name, players, bots=0, *rulings):
    """A table of a shipped game, made ready once for all tests that leave it as it is."""
    game = game_of(name)
    configuration = find_configuration(game, players, bots)
    return find_module(game).prepare(game, configuration, resolve_rulings(game, rulings))


def play_game(table, policy="random", index=0, referee=True, observers=()):
    """One whole game; the referee watches unless told otherwise."""
    frame = table.frame
    streams = Streams(1, frame.game, frame.table, index)
    policies = make_policies(parse_policy(policy, frame), streams)
    watching = [Referee(frame), *observers] if referee else observers
    return play_match(table, streams, policies, watching)


class TurnStarts(Watching):
    """Copies the match as each turn begins, with its seat and how many choices were made."""

    def __init__(self):
        self.choices = 0
        self.taken = []

    def turn(self, match, number, seat):
        self.taken.append((match.copy(), seat, self.choices))

    def step(self, match, seat, what, options, index):
        self.choices += len(options) > 1
