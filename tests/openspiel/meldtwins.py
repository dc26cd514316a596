"""The games of melds that OpenSpiel knows too: which action each of our options stands for."""

from typing import ClassVar

from openspiel.mirror import Twin

SUITS = ("clubs", "diamonds", "hearts", "spades")


class Melds(Twin):
    """Cards are numbered by suit, then by rank from the ace up."""

    SUITS = SUITS

    def number(self, piece):
        """The number of a piece among OpenSpiel's cards."""
        fields = self.table.program.tables.pieces[piece].fields
        return self.SUITS.index(fields["suit"]) * 13 + fields["rank"] - 1

    def lying(self, match, zone, seat=0):
        """The numbers of the cards that lie in a zone."""
        tables = match.program.tables
        return [self.number(piece) for piece in match.z[tables.zones[zone].at + seat]]


class Cribbage(Melds):
    """A card is its number; two that are laid away come after them, the lower rank first."""

    # Each point counts one, and the winner gets a thousand of the others.
    game = "cribbage(players={players})"
    PASS, BONUS = 2756, 1000

    def chance(self, match, state):
        """Hand by hand, what goes to the crib, then the starter: all of it lies there already."""
        if not self.luck and "Phase: Play" in str(state):
            self.luck = self.lying(match, "starter")
        elif not self.luck:
            hands = [self.lying(match, "seat.hand", at) for at in range(self.players)]
            self.luck = [*(card for hand in hands for card in hand), *self.lying(match, "crib")]
        return self.luck.pop(0)

    def actions(self, option):
        if option.id == "go":
            return (self.PASS,)
        if option.id == "lay":
            return (self.number(option.picked["card"]),)
        cards = sorted(map(self.number, option.picked["cards"]), key=lambda card: card % 13)
        return (52 * (1 + cards[0]) + cards[1],) if len(cards) == 2 else (cards[0],)

    def returns(self, outcome):
        """Two of four win together."""
        won = len(outcome.winners)
        gain, loss = self.BONUS / won, self.BONUS / (self.players - won)
        return [
            score + (gain if at in outcome.winners else -loss)
            for at, score in enumerate(outcome.scores)
        ]


class GinRummy(Melds):
    """Cards are their numbers, then come drawing, passing and knocking, then the melds."""

    game = "gin_rummy"
    SUITS = ("spades", "clubs", "diamonds", "hearts")
    TAKE, DRAW, PASS, KNOCK, MELD = range(52, 57)
    SETS = 65
    RUNS: ClassVar = {3: SETS, 4: SETS + 44, 5: SETS + 84}

    def opening(self, match):
        """Hand by hand, the card of the pile, then what is drawn."""
        hands = [self.lying(match, "seat.hand", at) for at in range(2)]
        deck = reversed(self.lying(match, "deck"))
        self.luck = [*hands[0], *hands[1], *self.lying(match, "pile"), *deck]

    def actions(self, option):
        match option.id:
            case "take":
                return (self.TAKE,)
            case "draw":
                return (self.DRAW,)
            case "knock":
                return (self.KNOCK,)
            case "meld":
                return (self.MELD + self.meld(sorted(map(self.number, option.picked["cards"]))),)
            case "discard" | "lay_off":
                return (self.number(option.picked["card"]),)
            case _:
                return (self.PASS,)

    def meld(self, cards):
        """Sets are numbered by rank, then by the suit that is not there; runs by length."""
        low, rank = divmod(cards[0], 13)
        if cards[1] == cards[0] + 1:
            assert len(cards) in self.RUNS, "longer runs are laid in parts"
            return self.RUNS[len(cards)] + low * (14 - len(cards)) + rank
        missing = {0, 1, 2, 3} - {card // 13 for card in cards}
        return rank * 5 + min(missing, default=4)

    def returns(self, outcome):
        """What one has won the other has lost."""
        mine, other = outcome.scores
        return [float(mine - other), float(other - mine)]
