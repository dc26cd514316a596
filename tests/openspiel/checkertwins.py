"""Checkers and Backgammon in OpenSpiel: which action each of our options stands for."""

from openspiel.boardtwins import OnBoard


class Checkers(OnBoard):
    """A move is its square, then its way, counted round from the northwest, and whether it takes.

    Ours are counted round as well, the four along rows and columns first, then from the northeast.
    """

    game = "checkers"

    def actions(self, option):
        way = (option.picked["way"] + 1) % 4
        return ((self.picked(option, "man") * 4 + way) * 2 + (option.id == "leap"),)
