"""A game that is played from data, and the same game in OpenSpiel, step by step.

The luck is ours: each chance node of OpenSpiel gets the card that lies next in our deck, or the
number that our die shows. Each of our options stands for one sequence of OpenSpiel's actions; at
every decision these must be exactly the sequences that OpenSpiel allows, and at the end both must
give the same returns.
"""

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

from matches import Watching, play_game, table_of

from generator.starter import write_starter
from validator.catalogue.load import load


class Twin:
    """How one of our games is said in OpenSpiel, for one match of it."""

    game = ""
    """OpenSpiel's name of the game, with its parameters."""

    def __init__(self, table, players):
        self.table = table
        self.players = players
        self.luck = []
        self.match = None

    def told(self, state):
        """A new state of OpenSpiel's game, as steps of ours are told in it."""
        return state

    def opening(self, match):
        """Note the luck of the set-up."""

    def card(self, option, name="card"):
        """The id of the piece that an option picks."""
        return self.table.program.tables.pieces[option.picked[name]].id

    def space(self, place):
        """The number of a space on its board, counted from 0."""
        zones = self.table.program.tables.zones.values()
        return next(place - zone.at for zone in zones if zone.board and place in zone.places(0))

    def chance(self, match, state):
        """What comes up at the chance node that ``state`` has reached: the next card."""
        return self.luck.pop(0)

    # And `actions(option)` it stands for, several only where their order means nothing;
    # `returns(outcome)`: what OpenSpiel gives each player for such an end.


class Mirror(Watching):
    """An observer that plays each step of ours in OpenSpiel as well, and compares."""

    def __init__(self, twin, state):
        self.twin = twin
        self.state = state
        self.bids = {}
        self.decisions = 0

    def before(self, match):
        """Take the luck of the set-up."""
        self.twin.opening(match)

    def step(self, match, seat, what, options, index):
        """Compare the options of a decision, and take the same one."""
        self.catch_up(match)
        if self.state.is_terminal():  # what is left without a choice it plays by itself
            assert len(options) == 1, f"{what!r} is asked after the end"
            return
        self.decisions += 1
        ours = {self.twin.actions(option) for option in options}
        assert len(ours) == len(options), f"two options of {what!r} mean the same"
        taken = self.twin.actions(options[index])
        if self.state.is_simultaneous_node():
            self._bid(seat, ours, taken)
            return
        assert self.state.current_player() == seat, f"{what!r} is asked of the wrong seat"
        assert ours == self._theirs(len(taken)), f"{what!r}:\n{self.state}"
        for action in taken:
            self.state.apply_action(action)

    def hear(self, match, seat, what, deed):
        """What nobody decides for is no decision in OpenSpiel, either."""

    def after(self, match, outcome):
        """Compare the end."""
        self._settle(match)
        assert self.state.is_terminal(), f"it goes on in OpenSpiel:\n{self.state}"
        returns, ours = self.state.returns(), self.twin.returns(outcome)
        assert all(abs(a - b) < 1e-9 for a, b in zip(returns, ours, strict=True)), (returns, ours)

    def catch_up(self, match):
        """Let the luck be known that has come since the last step."""
        self._settle(match)
        self.twin.match = match

    def _settle(self, match):
        while self.state.is_chance_node():
            action = self.twin.chance(match, self.state)
            assert action in self.state.legal_actions(), f"no such luck: {action}\n{self.state}"
            self.state.apply_action(action)

    def _theirs(self, length):
        """All sequences of so many actions, those of the same actions once, in rising order."""
        found = {(action,) for action in self.state.legal_actions()}
        for _ in range(length - 1):
            found = {(*done, more) for done in found for more in self._legal_after(done)}
        same = {tuple(sorted(sequence)) for sequence in found}
        for sequence in same:
            assert all(order in found for order in permutations(sequence)), "the order matters"
        return same

    def _legal_after(self, done):
        later = self.state.clone()
        for action in done:
            later.apply_action(action)
        return later.legal_actions()

    def _bid(self, seat, ours, taken):
        assert ours == {(action,) for action in self.state.legal_actions(seat)}
        [self.bids[seat]] = taken
        if len(self.bids) == self.state.num_players():
            self.state.apply_actions([self.bids[at] for at in sorted(self.bids)])
            self.bids = {}


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of ours and the game of OpenSpiel that it is compared with.

    The game is a starter, or one of ``tests/openspiel/games``. ``rare`` are numbers of games in
    which something happens that hardly ever does; ``policy`` is who plays it at all seats.
    """

    game: str
    players: int
    rulings: tuple[str, ...]
    twin: type[Twin]
    rare: tuple[int, ...] = ()
    policy: str = "random"

    @property
    def name(self):
        """The table, its rulings and who plays if not by chance, for tests and reports."""
        policy = [self.policy] if self.policy != "random" else []
        return " ".join([self.game, str(self.players), *self.rulings, *policy])

    def games(self, count):
        """The numbers of so many games, and of the rare ones."""
        return [*dict.fromkeys((*range(count), *self.rare))]


def compare(pairing, table, index, open_game):
    """Play game ``index`` in both; how many decisions were compared.

    ``open_game`` gives a new game of OpenSpiel. Raises AssertionError where the two differ.
    """
    twin = pairing.twin(table, pairing.players)
    game = open_game(twin.game.format(players=pairing.players))
    mirror = Mirror(twin, twin.told(game.new_initial_state()))
    play_game(table, pairing.policy, index, referee=False, observers=[mirror])
    return mirror.decisions


def ids(table, zones, zone):
    """The cards of a zone by their ids, the top one last."""
    cards = table.frame.cards
    return [cards[piece] if isinstance(piece, int) else piece for piece in zones[zone]]


def remembered(match, name):
    """What the game remembers for the table under ``name``."""
    return match.n[match.program.tables.memories[name].at]


GAMES = Path(__file__).parent / "games"


def prepared(pairing):
    """The table of a pairing; a starter is written as ``trilith new`` writes it."""
    if (GAMES / "components" / pairing.game).is_dir():
        game = load(GAMES, [pairing.game])[0].games[pairing.game]
    else:
        with TemporaryDirectory() as folder:
            write_starter(Path(folder), pairing.game, pairing.game)
            [game] = load(Path(folder))[0].games.values()
    return table_of(game, pairing.players, *pairing.rulings)
