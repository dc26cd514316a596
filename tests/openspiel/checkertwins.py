"""Checkers and Backgammon in OpenSpiel: which action each of our options stands for."""

from itertools import combinations

from openspiel.boardtwins import OnBoard
from openspiel.mirror import remembered


class Checkers(OnBoard):
    """A move is its square, then its way, counted round from the northwest, and whether it takes.

    Ours are counted round as well, the four along rows and columns first, then from the northeast.
    """

    game = "checkers"

    def actions(self, option):
        way = (option.picked["way"] + 1) % 4
        return ((self.picked(option, "man") * 4 + way) * 2 + (option.id == "leap"),)


class SingleMoves:
    """A state of Backgammon in which checkers move one at a time.

    An action of OpenSpiel is two moves, each a number of the dice and a point. Here an action is
    the next of them, one of all with which an action of OpenSpiel may go on. A double is two
    actions of OpenSpiel; where the second one has to be a pass, nobody is asked.
    """

    def __init__(self, state, dice):
        self._state = state
        self._dice = dice
        self.done = ()

    def __getattr__(self, name):
        return getattr(self._state, name)

    def legal_actions(self):
        """The next moves, or outcomes of the dice."""
        if self._state.is_chance_node():
            return self._state.legal_actions()
        at = len(self.done)
        return list({moves[at] for moves in self._words() if moves[:at] == self.done})

    def apply_action(self, action):
        """Note a move; the action of OpenSpiel is done once it is whole."""
        if self._state.is_chance_node():
            self._state.apply_action(action)
            return
        self.done = (*self.done, action)
        whole = self._words().get(self.done)
        if whole is None:
            return
        self._state.apply_action(whole)
        self.done = ()
        if self._state.current_player() >= 0 and list(words := self._words()) == [("pass",)]:
            self._state.apply_action(words["pass",])

    def _words(self):
        """The legal actions of OpenSpiel by their moves."""
        return {self._moves(action): action for action in self._state.legal_actions()}

    def _moves(self, action):
        low, high = sorted(self._dice())
        numbers = (low, high) if action >= 676 else (high, low)
        points = (action % 26, action % 676 // 26)
        moves = [move for move in zip(numbers, points, strict=True) if move[1] != 25]
        return tuple(moves) or ("pass",)


class Backgammon(OnBoard):
    """A move is a number of the dice and a point, from 0 on as the first player moves, or the bar.

    Rolls go by their lower number, then by the higher; of two alike the first one is that in which
    the first player has the higher, the doubles come last.
    """

    # No limit of turns.
    game = "backgammon(max_player_turns=100000)"
    ROLLS = (*combinations(range(1, 7), 2),)
    BAR = 24

    def told(self, state):
        self.state = SingleMoves(state, self.dice)
        return self.state

    def opening(self, match):
        self.match = match

    def dice(self):
        """What the dice show, in rising order."""
        return sorted(remembered(self.match, f"table.{name}") for name in ("one", "two"))

    def chance(self, match, state):
        low, high = self.dice()
        if low == high:
            return len(self.ROLLS) * 2 + low - 1
        return self.ROLLS.index((low, high)) * 2 + (remembered(match, "table.two") == high)

    def actions(self, option):
        """A number that is not picked is what the move before has left."""
        if option.id == "pass":
            return ("pass",)
        low, high = self.dice()
        [(before, _)] = self.state.done or [(low, 0)]
        point = self.space(option.picked["point"])
        bar = point in (0, 25)
        return ((option.picked.get("die", low + high - before), self.BAR if bar else point - 1),)


class BackgammonInFull(Backgammon):
    """Backgammon where a gammon counts two and a backgammon three."""

    game = "backgammon(max_player_turns=100000,scoring_type=full_scoring)"

    def returns(self, outcome):
        """Points of the one are lost by the other."""
        one, two = outcome.scores
        return [float(one - two), float(two - one)]
