"""The games that OpenSpiel knows too: which action each of our options stands for."""

import re
from collections import Counter

from openspiel.boardtwins import Breakthrough, ConnectFour, Hex, NineMensMorris, Othello, TicTacToe
from openspiel.checkertwins import Backgammon, BackgammonInFull, Checkers
from openspiel.meldtwins import Cribbage, GinRummy
from openspiel.mirror import Pairing, Twin, ids, remembered

RANKS = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
SUITS = ("clubs", "diamonds", "hearts", "spades")


def rank_of(card):
    """The rank that the id of a card says: 1 is the ace."""
    rank = card.partition("-")[0]
    return RANKS.get(rank) or int(rank)


def number_of(card):
    """The number of a card in OpenSpiel's packs: by rank from the two up, then by suit."""
    return (rank_of(card) - 2) % 13 * 4 + SUITS.index(card.partition("-")[2])


class Goofspiel(Twin):
    """A bid is the number of its card, counted from 0."""

    # Prizes in random order; returns are the points.
    game = "goofspiel(players={players},num_cards=13,points_order=random,returns_type=total_points)"

    def opening(self, match):
        """The prizes come from the top."""
        prizes = ids(self.table, match.census(), "prizes")
        self.luck = [rank_of(card) - 1 for card in reversed(prizes)]

    def actions(self, option):
        return (rank_of(self.card(option)) - 1,)

    def returns(self, outcome):
        return [float(score) for score in outcome.scores]


class CrazyEights(Twin):
    """Cards 0 to 51, then draw, pass and the four suits."""

    DRAW, PASS, SUIT = 52, 53, 54

    # The plain game: no special cards, the deck is not renewed.
    game = "crazy_eights(players={players})"

    def opening(self, match):
        """The last player deals; cards go round one by one, then one is turned."""
        zones = match.census()
        hands = [ids(self.table, zones, f"seat{at + 1}.hand") for at in range(self.players)]
        dealt = [hand[turn] for turn in range(len(hands[0])) for hand in hands]
        dealt += ids(self.table, zones, "discard")
        dealt += reversed(ids(self.table, zones, "deck"))
        dealer = self.DRAW + self.players - 1
        self.luck = [dealer, *(number_of(card) for card in dealt)]

    def actions(self, option):
        match option.id:
            case "play":
                return (number_of(self.card(option)),)
            case "name":
                return (self.SUIT + SUITS.index(option.picked["suit"]),)
            case "draw":
                return (self.DRAW,)
            case _:
                return (self.PASS,)

    def returns(self, outcome):
        """What lies in a hand counts against it."""
        return [-float(score) for score in outcome.scores]


class Hearts(Twin):
    """A pass is three actions, one a card."""

    # Hearts with passing, as OpenSpiel has it, but for what breaks hearts.
    game = "hearts(qs_breaks_hearts=false)"

    def opening(self, match):
        zones = match.census()
        hands = [ids(self.table, zones, f"seat{at + 1}.hand") for at in range(4)]
        self.luck = [number_of(hand[turn]) for turn in range(13) for hand in hands]
        self.way_known = False

    def chance(self, match, state):
        """First the way of passing, which a die has shown: 0 is nobody, 1 to 3 so many seats."""
        if self.way_known:
            return self.luck.pop(0)
        self.way_known = True
        return remembered(match, "table.way") % 4

    def actions(self, option):
        """One card, or the three that are passed."""
        if option.id == "pass":
            pieces = self.table.program.tables.pieces
            return tuple(sorted(number_of(pieces[card].id) for card in option.picked["cards"]))
        return (number_of(self.card(option)),)

    def returns(self, outcome):
        """Points are taken off 26."""
        return [26.0 - score for score in outcome.scores]


class QueenBreaks(Hearts):
    """Hearts where the queen of spades breaks hearts as well, as OpenSpiel has it by default."""

    game = "hearts(qs_breaks_hearts=true)"


class GoFish(Twin):
    """Whom, times 13, and the rank that is asked for."""

    # Most books win.
    game = "go_fish(players={players},ask_after_empty_draw=true)"

    def opening(self, match):
        """A hand is dealt after the other; a book in it first, since more cards then follow."""
        zones = match.census()
        deck = [*reversed(ids(self.table, zones, "deck"))]
        for at in range(self.players):
            hand = [rank_of(card) for card in ids(self.table, zones, f"seat{at + 1}.hand")]
            hand.sort(key=Counter(hand).__getitem__, reverse=True)
            if hand.count(hand[0]) == 4:
                hand += [rank_of(deck.pop(0)) for _ in range(4)]
            self.luck += [rank - 1 for rank in hand]
        self.luck += [rank_of(card) - 1 for card in deck]

    def actions(self, option):
        return (option.picked["that"] * 13 + option.picked["wanted"] - 1,)

    def returns(self, outcome):
        """Winners share 1, the others lose as much."""
        won = len(outcome.winners)
        if won == self.players:
            return [0.0] * self.players
        lost = -1 / (self.players - won)
        return [1 / won if at in outcome.winners else lost for at in range(self.players)]


class EmptyDraws(GoFish):
    """Go Fish where a draw to an empty hand ends the turn."""

    game = "go_fish(players={players},ask_after_empty_draw=false)"


class Pig(Twin):
    """Roll or hold. The die is read off the points of the turn, which a 1 brings to an end."""

    ROLL, HOLD = 0, 1

    # A hundred points, as many turns as it takes.
    game = "pig(players={players},horizon=100000)"

    def chance(self, match, state):
        """The die that was rolled, counted from 0: by how much the points of the turn grew."""
        points = remembered(match, "turn.points")
        [before] = re.findall(r"Turn total: (\d+)", str(state))
        return points - int(before) - 1 if points else 0

    def actions(self, option):
        if option.id == "hold":
            return (self.HOLD,)
        return (self.ROLL,)

    def returns(self, outcome):
        """One wins, the others share the loss."""
        lost = -1 / (self.players - 1)
        return [1.0 if at in outcome.winners else lost for at in range(self.players)]


class OhHell(Twin):
    """Cards are numbered by rank, then by suit; bids come after them."""

    # Ten tricks of one deal; the last player deals, so that the first one bids first.
    game = "oh_hell(players={players},num_tricks_fixed=10,off_bid_penalty=false)"
    SUITS = ("clubs", "diamonds", "spades", "hearts")

    def number(self, card):
        return (rank_of(card) - 2) % 13 * 4 + self.SUITS.index(card.partition("-")[2])

    def opening(self, match):
        """How many tricks, who deals, the cards one by one, and the one that is turned."""
        zones = match.census()
        hands = [ids(self.table, zones, f"seat{at + 1}.hand") for at in range(self.players)]
        dealt = [hand[turn] for turn in range(10) for hand in hands]
        dealt += ids(self.table, zones, "turned")
        self.luck = [10, self.players - 1, *map(self.number, dealt)]

    def actions(self, option):
        if option.id == "bid":
            return (52 + option.picked["tricks"],)
        return (self.number(self.card(option)),)

    def returns(self, outcome):
        """Returns are the points."""
        return [float(score) for score in outcome.scores]


class Spades(OhHell):
    """Cards are numbered by suit, then by rank. Partners get what they have together."""

    # One deal from 0 points: nobody comes near those at which a game is won or lost.
    game = "spades"

    def number(self, card):
        return SUITS.index(card.partition("-")[2]) * 13 + (rank_of(card) - 2) % 13

    def opening(self, match):
        zones = match.census()
        hands = [ids(self.table, zones, f"seat{at + 1}.hand") for at in range(4)]
        self.luck = [self.number(hand[turn]) for turn in range(13) for hand in hands]

    def returns(self, outcome):
        scores = outcome.scores
        return [float(scores[at] + scores[(at + 2) % 4]) for at in range(4)]


GIN_RUMMY = tuple(
    f"GIN-{ruling}"
    for ruling in ("BACK=once", "TAKEN=fifty", "WALL=knock", "RUN=five", "OFF=two", "EVEN=none")
)
"""The rulings of gin rummy that OpenSpiel has. By chance hardly anybody ever knocks."""
# a book among the cards dealt comes once in three hundred games of two: the rare ones have one
PAIRINGS = (
    Pairing("goofspiel", 2, ("GOOF-TIE=lost",), Goofspiel),
    Pairing("goofspiel", 3, ("GOOF-TIE=lost",), Goofspiel),
    Pairing("crazy_eights", 2, ("C8-COUNT=place",), CrazyEights),
    Pairing("crazy_eights", 5, ("C8-COUNT=place",), CrazyEights),
    Pairing("hearts", 4, ("HEA-DEALS=one",), Hearts),
    Pairing("hearts", 4, ("HEA-DEALS=one", "HEA-BREAK=hearts_or_queen"), QueenBreaks),
    Pairing("go_fish", 2, ("FISH-DEALT=replaced",), GoFish, (1048, 1834, 1966)),
    Pairing("go_fish", 4, ("FISH-DEALT=replaced", "FISH-EMPTY=draws"), EmptyDraws),
    Pairing("pig", 2, ("PIG-HOLD=at_once",), Pig),
    Pairing("pig", 4, ("PIG-HOLD=at_once",), Pig),
    Pairing("oh_hell", 3, (), OhHell),
    Pairing("oh_hell", 4, (), OhHell),
    Pairing("spades", 4, ("SPA-BROKEN=last",), Spades),
    *(
        Pairing("cribbage", players, ("CRIB-END=counted", "CRIB-FLUSH=four"), Cribbage)
        for players in (2, 3, 4)
    ),
    Pairing("gin_rummy", 2, GIN_RUMMY, GinRummy),
    Pairing("gin_rummy", 2, GIN_RUMMY, GinRummy, policy="greedy"),
    Pairing("tic_tac_toe", 2, (), TicTacToe),
    Pairing("connect_four", 2, (), ConnectFour),
    Pairing("breakthrough", 2, (), Breakthrough),
    Pairing("nine_mens_morris", 2, (), NineMensMorris),
    Pairing("hex", 2, (), Hex),
    Pairing("othello", 2, (), Othello),
    Pairing("checkers", 2, ("CHE-DRAW=takes",), Checkers),
    Pairing("backgammon", 2, ("BAC-WORTH=gammons",), BackgammonInFull),
    Pairing("backgammon", 2, ("BAC-WORTH=one",), Backgammon),
)
