"""Battle of the Gods: the table between two turns, and what moves on it (BG-ACT-09 to -12)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.battle_of_the_gods.rules import FOLLOWERS, Rules
from validator.play.deck import Deck
from validator.play.rules import Frame
from validator.play.tally import Tally

FREE = -1


class State:
    """All that lives on from turn to turn; spaces count from 1 (``owner[0]`` is unused).

    ``owner`` is a seat or FREE, ``soft`` the seat whose unprotected follower stands there or
    FREE, ``god_at`` the space of a god or 0, ``left`` the followers in front of each seat,
    ``fallen`` those out of the game, ``kills`` the eliminations each seat made. ``short`` tells
    that a hand could not be filled, ``final`` that the last round is played.
    """

    __slots__ = (
        "deck",
        "fallen",
        "final",
        "frame",
        "free",
        "god_at",
        "hands",
        "kills",
        "left",
        "owner",
        "rules",
        "short",
        "soft",
        "tally",
    )

    def __init__(
        self, rules: Rules, frame: Frame, deck: Deck, hands: list[list[int]], left: list[int]
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.deck = deck
        self.hands = hands
        self.left = left
        self.tally: Tally = deck.tally
        self.owner = [FREE] * (rules.ring.spaces + 1)
        self.soft = [FREE] * (rules.ring.spaces + 1)
        self.free = rules.ring.spaces
        self.god_at = [0] * len(hands)
        self.fallen = [0] * len(hands)
        self.kills = [0] * len(hands)
        self.final = False
        self.short = False

    def take_over(self, other: State) -> None:
        """Stand as ``other`` does, apart from it (deck, hands and followers are there already)."""
        self.owner = other.owner.copy()
        self.soft = other.soft.copy()
        self.free = other.free
        self.god_at = other.god_at.copy()
        self.fallen = other.fallen.copy()
        self.kills = other.kills.copy()
        self.final = other.final
        self.short = other.short

    # --- definitions ------------------------------------------------------------------

    def free_spaces(self) -> list[int]:
        """The spaces nobody holds."""
        owner = self.owner
        return [space for space in range(1, len(owner)) if owner[space] == FREE]

    def in_clans(self, seat: int) -> list[int]:
        """``owner`` as far as it counts in clans of ``seat`` (BG-DEF-01); not to be changed.

        X-BG-06 may leave the god out; it then parts the followers on both sides of it.
        """
        if self.rules.ruled.god_in_clan or not self.god_at[seat]:
            return self.owner
        owner = self.owner.copy()
        owner[self.god_at[seat]] = FREE
        return owner

    def protect(self, seat: int) -> None:
        """Everything joined to the god is protected, now and as it grows (BG-DEF-05, -06)."""
        ring = self.rules.ring
        god = self.god_at[seat]
        space = ring.after(god)
        while self.owner[space] == seat and space != god:
            self.soft[space] = FREE
            space = ring.after(space)
        space = ring.before(god)
        while self.owner[space] == seat and space != god:
            self.soft[space] = FREE
            space = ring.before(space)

    # --- pieces -----------------------------------------------------------------------

    def place_follower(self, seat: int, space: int) -> None:
        """Put a follower of ``seat`` on an empty space."""
        self.owner[space] = seat
        self.free -= 1
        self.left[seat] -= 1
        self.tally.level(FOLLOWERS, self.left[seat])
        self.soft[space] = seat
        if self.god_at[seat]:
            self.protect(seat)

    def place_god(self, seat: int, space: int) -> None:
        """Put the god of ``seat`` on an empty space."""
        self.owner[space] = seat
        self.free -= 1
        self.god_at[seat] = space
        self.protect(seat)

    def eliminate(self, seat: int, space: int, to: list[int]) -> None:
        """A follower goes by the hand of ``seat`` to those of its owner in ``to``.

        These are ``fallen``, out of the game (BG-ACT-10), or ``left`` by X-BG-13.
        """
        to[self.owner[space]] += 1
        self.kills[seat] += 1
        self.owner[space] = FREE
        self.soft[space] = FREE
        self.free += 1

    # --- cards ------------------------------------------------------------------------

    def spend(self, seat: int, card: int) -> None:
        """A played card goes to the discards (BG-ACT-11)."""
        self.hands[seat].remove(card)
        self.tally.plays(card)
        self.deck.discards.append(card)

    def discard(self, seat: int, chosen: Sequence[int]) -> None:
        """The chosen cards go to the discards, unseen (BG-SETUP-04)."""
        self.deck.discards += chosen
        self.hands[seat] = [card for card in self.hands[seat] if card not in chosen]

    def refill(self, seat: int) -> None:
        """Draw up to the hand of the set-up, or what is there (BG-ACT-12, X-BG-04)."""
        hand = self.hands[seat]
        while len(hand) < self.rules.hand:
            card = self.deck.draw()
            if card < 0:
                self.short = True
                return
            self.tally.drew(card)
            hand.append(card)
