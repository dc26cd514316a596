"""The games of boards that OpenSpiel knows too: which action each of our options stands for."""

from openspiel.mirror import Twin


class OnBoard(Twin):
    """A game that one of two wins, or nobody. Spaces are numbered row by row from the top left."""

    def picked(self, option, name="space"):
        """The number of a space that is picked, or of that on which a picked piece stands."""
        place = option.picked[name]
        return self.space(place if name == "space" else self.match.at[place])

    def actions(self, option):
        return (self.picked(option),)

    def returns(self, outcome):
        """The winner gets 1 of the other; nobody gets anything of a draw."""
        if len(outcome.winners) != 1:
            return [0.0, 0.0]
        return [1.0 if at in outcome.winners else -1.0 for at in range(2)]


class TicTacToe(OnBoard):
    """A mark is the number of its square."""

    game = "tic_tac_toe"


class ConnectFour(OnBoard):
    """A disc is the number of its column."""

    game = "connect_four(rows=6,columns=7,x_in_row=4)"

    def actions(self, option):
        return (self.picked(option) % 7,)


class Breakthrough(OnBoard):
    """A step is the number of its square, times 6 its way, times 2 whether it takes.

    Ways go by column within the direction of play, those of the second player after the first's.
    """

    game = "breakthrough(rows=8,columns=8)"

    def actions(self, option):
        start, end = self.picked(option, "pawn"), self.picked(option)
        way = end % 8 - start % 8 + (1 if end > start else 4)
        takes = bool(self.match.z[option.picked["space"]])
        return ((start * 6 + way) * 2 + takes,)


class NineMensMorris(OnBoard):
    """A man set or taken is the number of its point, a move that of both points.

    Points are numbered row by row across the three rings; ours go round ring by ring.
    """

    game = "nine_mens_morris"
    POINTS = (
        *(0, 1, 2, 14, 23, 22, 21, 9),
        *(3, 4, 5, 13, 20, 19, 18, 10),
        *(6, 7, 8, 12, 17, 16, 15, 11),
    )

    def actions(self, option):
        names = {"set": ["space"], "go": ["man", "space"], "take": ["enemy"]}[option.id]
        points = [self.POINTS[self.picked(option, name)] for name in names]
        return (24 + points[0] * 24 + points[1],) if len(points) == 2 else (points[0],)


class Hex(OnBoard):
    """A stone is the number of its space."""

    game = "hex(board_size=11,swap=false)"


class Othello(OnBoard):
    """A disc is the number of its space, and there is a number for passing."""

    game = "othello"

    def actions(self, option):
        return (64,) if option.id == "pass" else (self.picked(option),)
