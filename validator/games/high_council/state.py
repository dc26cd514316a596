"""The High Council: the table between two turns, and what moves on it."""

from __future__ import annotations

from validator.games.high_council.circle import Circle
from validator.games.high_council.rules import BLOC, FACTIONS, Rules, side
from validator.play.deck import Deck
from validator.play.rules import Frame
from validator.play.tally import Tally

NOBODY = -1
"""The winner while nobody has won."""


class State:
    """All that lies on the table.

    ``held[seat][colour]`` are the arguments in front of a seat, ``pool`` those in the centre,
    ``spent`` those out of the game; ``supporters[colour]`` wait in front of their owner;
    ``laid`` are cards put down for a debate that is being made. ``winner`` is a faction or NOBODY.
    """

    __slots__ = (
        "circle",
        "decks",
        "frame",
        "hands",
        "held",
        "laid",
        "pool",
        "rules",
        "spent",
        "supporters",
        "tally",
        "voting",
        "winner",
    )

    def __init__(
        self,
        rules: Rules,
        frame: Frame,
        decks: list[Deck],
        hands: list[list[int]],
        pool: list[int],
        supporters: list[int],
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.decks = decks
        self.hands = hands
        self.pool = pool
        self.supporters = supporters
        self.tally: Tally = decks[0].tally
        self.circle = Circle(rules.ring, len(rules.colours), closed=rules.ruled.closed)
        self.held = [[0] * len(rules.arguments) for _ in hands]
        self.spent = [0] * len(rules.arguments)
        self.laid: list[int] = []
        self.voting = False
        self.winner = NOBODY

    def take_over(self, other: State) -> None:
        """Stand as ``other`` does, apart from it (decks, hands and waiting pieces are there)."""
        self.circle = other.circle.copy()
        self.held = [held.copy() for held in other.held]
        self.spent = other.spent.copy()
        self.laid = other.laid.copy()
        self.voting = other.voting
        self.winner = other.winner

    # --- cards ------------------------------------------------------------------------

    def play_card(self, seat: int, card: int) -> None:
        """A card is played and goes to the faction's discards."""
        self.hands[seat].remove(card)
        self.laid.append(card)
        self.put_away(seat)

    def put_away(self, seat: int) -> None:
        """The cards laid have been played and go to the faction's discards."""
        deck = self.decks[side(seat)]
        for card in self.laid:
            self.tally.plays(card)
            deck.discard(card)
        self.laid.clear()

    def refill(self, seat: int, played: int) -> None:
        """Up to the hand of the set-up, or as many as were played (HC-DEB-10, X-HC-02-REFILL)."""
        missing = self.rules.hand - len(self.hands[seat])
        self.draw(seat, played if self.rules.ruled.refill_played else missing)

    def draw(self, seat: int, count: int) -> None:
        """Draw from the faction's deck, shuffled anew when used up (HC-SETUP-11, X-HC-05)."""
        for card in self.decks[side(seat)].draw_up_to(count):
            self.tally.drew(card)
            self.hands[seat].append(card)

    # --- arguments --------------------------------------------------------------------

    def take(self, seat: int, colour: int, count: int) -> None:
        """Arguments come from the centre to the seat; the decks come first among the piles."""
        self.pool[colour] -= count
        self.held[seat][colour] += count
        self.tally.level(len(FACTIONS) + colour, self.pool[colour])

    # --- pieces -----------------------------------------------------------------------

    def seat_supporter(self, colour: int, space: int, moved: int = 0) -> None:
        """Put a supporter on ``space``, from the space ``moved`` where none is left (HC-SUP-02)."""
        if moved:
            self.circle.take(moved)
        else:
            self.supporters[colour] -= 1
            pile = len(FACTIONS) + len(self.rules.arguments) + colour
            self.tally.level(pile, self.supporters[colour])
        self.circle.put(space, colour)
        self.seated(space)

    def seat_speaker(self, colour: int, space: int) -> None:
        """Put the speaker of ``colour`` on ``space``."""
        self.circle.speaker[colour] = space
        self.circle.put(space, colour)
        self.seated(space)

    def unseat(self, space: int) -> None:
        """The piece on ``space`` goes back to its owner."""
        colour = self.circle.piece[space]
        if self.circle.is_speaker(space):
            self.circle.speaker[colour] = 0
        else:
            self.supporters[colour] += 1
        self.circle.take(space)

    def seated(self, space: int) -> None:
        """After a piece was seated: has its faction won (HC-WIN-01), does voting begin?"""
        faction = side(self.circle.piece[space])
        by_bloc = self.rules.ruled.bloc_wins  # HC-META-02, X-HC-03
        size = self.circle.bloc(space) if by_bloc else self.circle.members(faction)
        if size >= BLOC:
            self.winner = faction
        if self.circle.free == 0:
            self.voting = True  # HC-END-01, -02; also for the rest of this turn (HC-END-07)
