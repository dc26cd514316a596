"""Henge, one game: set-up choices, rounds and turns, the end."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge import scoring, view
from validator.games.henge.actions.arrive import arrive
from validator.games.henge.policies import drains, greedy
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import LAST_ROUND
from validator.games.henge.rules import Rules
from validator.games.henge.turns.benefits import Benefits
from validator.games.henge.turns.bots import bot_turn
from validator.games.henge.turns.moving import Rondel
from validator.games.henge.turns.person import person_turn
from validator.play.anew import Unseen
from validator.play.rules import Ask, Option, Outcome, Piece
from validator.play.tally import Tally
from validator.rng import Streams


class HengeMatch(State):
    """The course of a game.

    ``order`` are the seats in turn order, ``place`` the one that is next in the round;
    ``reason`` is what ended the game, empty until then.
    """

    __slots__ = ("order", "place", "reason", "rondel")

    def __init__(self, rules: Rules, rondel: Rondel, tally: Tally) -> None:
        super().__init__(rules, tally)
        self.rondel = rondel
        self.order: tuple[int, ...]
        self.place = 0
        self.reason = ""

    def copy(self) -> HengeMatch:
        """The same game, to be played on apart."""
        other = HengeMatch(self.rules, self.rondel, self.tally.copy())
        other.take_over(self)
        other.order, other.place, other.reason = self.order, self.place, self.reason
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Set-up choices, then clockwise turns round by round to the Clan Chief (HEN-PSET-05)."""
        if not self.round:
            self.choose_spring_cards(ask)
            self.draft_upgrades(ask)
            self.round = 1
        turn = Benefits(self, ask, self.players[0], self.rondel.actions)
        while not self.reason:
            self.play_round(turn)
            self.end_round()
        scoring.final_scoring(self)
        return Outcome((scoring.winner(self),), tuple(self.scores()), self.reason)

    def choose_spring_cards(self, ask: Ask) -> None:
        """Each player keeps one of the Spring cards dealt (HEN-FSET-08 to HEN-FSET-10)."""
        for player in self.people():
            offer = self.offers[player.seat]
            if offer:
                options = [self.menu.spring[card] for card in dict.fromkeys(offer)]
                player.spring = ask.choose(player.seat, "spring", options).card
                offer.remove(player.spring)
                self.box += offer
                offer.clear()

    def draft_upgrades(self, ask: Ask) -> None:
        """Each player takes a First Upgrade, the last in turn order first (HEN-FSET-12 to -15)."""
        for player in reversed(self.people()):
            if not self.upgrades:
                break
            options = [self.menu.upgrades[card] for card in self.upgrades]
            card = ask.choose(player.seat, "upgrade", options).card
            self.upgrades.remove(card)
            self.box.append(card)
            self.tally.drew(card)
            self.tally.plays(card)
            privilege = self.cards.upgrades[card]
            if player.levels[privilege] < self.mat.tops[privilege]:
                player.levels[privilege] += 1
        self.box += self.upgrades
        self.upgrades.clear()

    def play_round(self, turn: Benefits) -> None:
        """The turns that are left of the round, from the seat that is next."""
        ask, order = turn.ask, self.order
        for place in range(self.place, len(order)):
            self.place = place
            seat = order[place]
            ask.turn(seat)
            player = self.players[seat]
            if player.bot:
                ask.tell(seat, "hengebot", bot_turn(self, player))
            else:
                person_turn(turn, player, self.rondel)

    def end_round(self) -> None:
        """The next round, unless the game ends; nothing else ends it (HEN-END-07, X-HEN-14).

        HEN-END-01, HEN-END-02, HEN-END-04.
        """
        self.place = 0
        if self.final:
            self.reason = "stone deck empty"
        elif self.end_near:
            for player in self.people():
                arrive(player)  # HEN-END-03
            self.final = True
            self.round += 1
        elif self.ruled.round_limit and self.round >= LAST_ROUND:
            self.reason = "round limit"
        else:
            self.round += 1

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points on the score track; bots have none."""
        return [player.score for player in self.players]

    def account(self) -> list[str]:
        """The final scoring as lines, once the game has ended."""
        return scoring.account(self) if self.reason else []

    def levels(self) -> list[int]:
        """What is left in each pile."""
        return view.levels(self)

    def used(self) -> list[int]:
        """Pieces out of the box, in the order of the frame's supplies."""
        return view.used(self)

    def census(self) -> dict[str, list[Piece]]:
        """Every zone with its pieces."""
        return view.census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """The decks and stacks, the Luck, Bonus and Spring cards of the others, and the box."""
        return view.unseen(self, seat)

    def renew_luck(self, streams: Streams) -> None:
        """Decks that are shuffled again."""
        view.renew_luck(self, streams)

    def show(self) -> str:
        """The position in a few lines."""
        return view.show(self, self.order)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option looks to a sensible player."""
        return greedy.rate(self, self.players[seat], options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties a pile."""
        return drains.drain(self, self.players[seat], pile, what, options)
