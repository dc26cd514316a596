"""Battle of the Gods, one game, from the first turn to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.games.battle_of_the_gods import greedy, scoring, view
from validator.games.battle_of_the_gods.rules import (
    DISCARD,
    FOLLOWER,
    FOLLOWERS,
    GOD,
    NOTHING,
    SMITE,
    STRIKE,
    WILD_FOLLOWER,
    WILD_GOD,
    Action,
    Rules,
)
from validator.play.deck import Deck
from validator.play.driver import Driver
from validator.play.rules import Frame, Outcome
from validator.play.tally import Tally

FREE = -1


class BattleMatch:
    """The state of a game; spaces count from 1 (``owner[0]`` is unused).

    ``owner`` is a seat or FREE, ``soft`` the seat whose unprotected follower stands there or
    FREE, ``god_at`` the space of a god or 0, ``left`` the followers in front of each seat,
    ``fallen`` those out of the game, ``kills`` the eliminations each seat made.
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
        self,
        rules: Rules,
        frame: Frame,
        deck: Deck,
        hands: list[list[int]],
        left: list[int],
        tally: Tally,
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.deck = deck
        self.hands = hands
        self.left = left
        self.tally = tally
        self.owner = [FREE] * (rules.ring.spaces + 1)
        self.soft = [FREE] * (rules.ring.spaces + 1)
        self.free = rules.ring.spaces
        self.god_at = [0] * len(hands)
        self.fallen = [0] * len(hands)
        self.kills = [0] * len(hands)
        self.final = False
        self.short = False

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Driver) -> Outcome:
        """Clockwise turns until the end is caused, then one last turn each (BG-SETUP-05)."""
        seats = len(self.hands)
        seat = 0
        while True:
            ask.turn(seat)
            self.take_turn(ask, seat)
            reason = self.caused(seat)
            if reason:
                break
            seat = (seat + 1) % seats
        self.final = True
        for step in range(1, seats + 1):  # BG-END-04: the player who caused the end is last
            last = (seat + step) % seats
            ask.turn(last)
            self.take_turn(ask, last)
        scores = self.scores()
        return Outcome(scoring.winners(self, scores), tuple(scores), reason)

    def caused(self, seat: int) -> str:
        """What has ended the game on the turn of ``seat``, or an empty text."""
        if self.short if not self.rules.ends_on_last_card else not self.deck.cards:
            return "draw pile exhausted"  # BG-END-01, X-BG-04; never reshuffled (BG-END-06)
        if self.left[seat] == 0:
            return "last follower placed"  # BG-END-02
        if self.free == 0:
            return "all spaces claimed"  # BG-END-03
        return ""

    def take_turn(self, ask: Driver, seat: int) -> None:
        """One action (BG-ACT-01 to BG-ACT-08), then the hand is filled again."""
        action = ask.choose(seat, "action", self.actions(seat))
        kind, card, other = action
        if kind in (FOLLOWER, GOD):
            self.spend(seat, card)
            self.settle(seat, self.rules.cards.number[card], kind == GOD)
        elif kind in (WILD_FOLLOWER, WILD_GOD):
            space = ask.choose(seat, "space", self.free_spaces())
            self.spend(seat, card)
            self.settle(seat, space, kind == WILD_GOD)
        elif kind == STRIKE:
            space = ask.choose(seat, "strike", self.targets(seat, card))
            self.spend(seat, card)
            self.strike(seat, space)
        elif kind == SMITE:  # BG-ACT-07
            self.spend(seat, card)
            self.spend(seat, other)
            self.eliminate(seat, self.rules.cards.number[other])
        elif kind == DISCARD:
            self.discard(seat, ask.choose(seat, "discard", self.discards(seat)))
        self.refill(seat)

    # --- what may be done -------------------------------------------------------------

    def actions(self, seat: int) -> list[Action]:
        """Every action open to ``seat``, in the order of its cards."""
        rules = self.rules
        number = rules.cards.number
        owner = self.owner
        placing = self.left[seat] > 0
        god_waits = self.god_at[seat] == 0
        striking = placing or rules.may_only_remove  # BG-ACT-14, X-BG-08
        wild = self.wild_card(seat)
        options: list[Action] = []
        seen: list[int] = []
        for card in self.hands[seat]:
            space = number[card]
            if space == 0 or space in seen:
                continue  # day and night of a number do the same (BG-COMP-05)
            seen.append(space)
            holder = owner[space]
            if holder == FREE:
                if placing:
                    options.append((FOLLOWER, card, 0))  # BG-ACT-01
                if god_waits:
                    options.append((GOD, card, 0))  # BG-ACT-02
            elif holder == seat:
                if striking and self.is_base(seat, space) and self.targets(seat, card):
                    options.append((STRIKE, card, 0))  # BG-ACT-04
            elif wild >= 0 and self.soft[space] >= 0:
                options.append((SMITE, wild, card))
        if wild >= 0 and self.free:  # BG-ACT-03
            if placing:
                options.append((WILD_FOLLOWER, wild, 0))
            if god_waits:
                options.append((WILD_GOD, wild, 0))
        if self.final and rules.god_must_come and god_waits:  # BG-END-07, X-BG-01
            coming = [option for option in options if option[0] in (GOD, WILD_GOD)]
            if coming:
                return coming
        if self.hands[seat] or rules.may_discard_none:
            options.append((DISCARD, 0, 0))  # BG-ACT-08
        return options or [(NOTHING, 0, 0)]

    def wild_card(self, seat: int) -> int:
        """The first trilithon card of the hand, or -1; dead in the last round (BG-END-05)."""
        if self.final and not self.rules.wild_to_the_end:
            return -1
        number = self.rules.cards.number
        for card in self.hands[seat]:
            if number[card] == 0:
                return card
        return -1

    def free_spaces(self) -> list[int]:
        """The spaces nobody holds."""
        owner = self.owner
        return [space for space in range(1, len(owner)) if owner[space] == FREE]

    def is_base(self, seat: int, space: int) -> bool:
        """Tell whether a strike may start here: an own follower in a clan (BG-ACT-04)."""
        ring = self.rules.ring
        if self.god_at[seat] == space and not self.rules.god_is_base:
            return False  # BG-ACT-13, X-BG-06
        return self.in_clan(seat, ring.before(space)) or self.in_clan(seat, ring.after(space))

    def in_clan(self, seat: int, space: int) -> bool:
        """Tell whether a neighbour on ``space`` makes a clan (BG-DEF-01)."""
        if self.owner[space] != seat:
            return False
        return self.rules.god_in_clan or self.god_at[seat] != space

    def targets(self, seat: int, card: int) -> list[int]:
        """Unprotected enemy followers that a strike with ``card`` reaches."""
        soft = self.soft
        reach = self.rules.reach[self.rules.cards.number[card]]
        return [space for space in reach if soft[space] >= 0 and soft[space] != seat]

    def discards(self, seat: int) -> list[tuple[int, ...]]:
        """Which cards may go together: every part of the hand (X-BG-07)."""
        parts: list[tuple[int, ...]] = [()]
        for card in self.hands[seat]:
            parts += [(*part, card) for part in parts]
        return parts if self.rules.may_discard_none else parts[1:]

    # --- what is done -----------------------------------------------------------------

    def settle(self, seat: int, space: int, god: bool) -> None:
        """Put a follower or the god of ``seat`` on an empty space."""
        self.owner[space] = seat
        self.free -= 1
        if god:
            self.god_at[seat] = space
        else:
            self.left[seat] -= 1
            self.tally.level(FOLLOWERS, self.left[seat])
            self.soft[space] = seat
        if self.god_at[seat]:
            self.protect(seat)

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

    def strike(self, seat: int, space: int) -> None:
        """Remove the enemy on ``space`` and put an own follower there (BG-ACT-04)."""
        self.eliminate(seat, space)
        if self.left[seat]:
            self.settle(seat, space, False)

    def eliminate(self, seat: int, space: int) -> None:
        """A follower leaves the game; a god never does (BG-ACT-09, BG-ACT-10)."""
        self.fallen[self.owner[space]] += 1
        self.kills[seat] += 1
        self.owner[space] = FREE
        self.soft[space] = FREE
        self.free += 1

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

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        return scoring.scores(self)

    def levels(self) -> list[int]:
        """Cards of the draw pile; followers of the seat that has fewest."""
        return [len(self.deck.cards), min(self.left)]

    def used(self) -> list[int]:
        """Most followers that one player has placed."""
        return [max(self.frame.supplies[0].box - left for left in self.left)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return view.census(self)

    def show(self) -> str:
        """The position in a few lines."""
        return view.show(self)

    def say(self, what: str, option: Any) -> str:
        """An option in a few words."""
        return view.say(self, what, option)

    def rate(self, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How good each option is for ``seat``."""
        return greedy.rate(self, seat, what, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How fast each option empties ``pile``."""
        return greedy.drain(self, pile, seat, what, options)
