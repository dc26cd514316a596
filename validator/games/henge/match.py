"""Henge, one game: set-up choices, rounds and turns, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.games.henge import drains, greedy, luck, view
from validator.games.henge.actions import carry_out, luck_step
from validator.games.henge.board import Board
from validator.games.henge.bonus import mark_spring, refill_pool
from validator.games.henge.bots import bot_turn
from validator.games.henge.cards import Cards
from validator.games.henge.codes import (
    LAST_ROUND,
    NO_ACTION,
    NONE,
    STOP,
)
from validator.games.henge.moving import move
from validator.games.henge.player import Counts, Player
from validator.games.henge.quarry import arrive, refill
from validator.games.henge.rules import Mat, Rules
from validator.games.henge.scoring import final_scoring, winner
from validator.games.henge.state import State
from validator.play.driver import Driver
from validator.play.rules import Outcome
from validator.play.tally import Tally


class HengeMatch(State):
    """The course of a game; the parts of a turn are functions of the other modules."""

    __slots__ = ("counts", "offers", "upgrades")

    def __init__(
        self,
        rules: Rules,
        board: Board,
        cards: Cards,
        mat: Mat,
        colours: tuple[str, ...],
        tally: Tally,
        counts: Counts,
    ) -> None:
        super().__init__(rules, board, cards, mat, colours, tally)
        self.counts = counts
        self.offers: list[list[int]] = [[] for _ in colours]
        self.upgrades: list[int] = []

    def play(self, ask: Driver) -> Outcome:
        """Play from the set-up choices to the Clan Chief."""
        self.choose_spring_cards(ask)
        self.draft_upgrades(ask)
        reason = self.play_rounds(ask)
        final_scoring(self)
        scores = tuple(self.scores())
        return Outcome((winner(self),), scores, reason)

    # --- set-up choices -----------------------------------------------------------------

    def choose_spring_cards(self, ask: Driver) -> None:
        """Each player keeps one of the Spring cards dealt (HEN-FSET-08 to HEN-FSET-10)."""
        for player in self.people():
            offer = self.offers[player.seat]
            if not offer:
                continue
            kept = ask.choose(player.seat, "spring", luck.distinct(offer))
            offer.remove(kept)
            player.spring = kept
            self.box += offer
            offer.clear()

    def draft_upgrades(self, ask: Driver) -> None:
        """Each player takes a First Upgrade, the last in turn order first (HEN-FSET-12 to -15)."""
        for player in reversed(self.people()):
            if not self.upgrades:
                break
            card = ask.choose(player.seat, "upgrade", list(self.upgrades))
            self.upgrades.remove(card)
            self.box.append(card)
            self.tally.drew(card)
            self.tally.plays(card)
            privilege = self.cards.privilege[card]
            if player.levels[privilege] < self.mat.tops[privilege]:
                player.levels[privilege] += 1
        self.box += self.upgrades
        self.upgrades.clear()

    def people(self) -> list[Player]:
        """The human seats in turn order."""
        return [player for player in self.players if not player.bot]

    # --- rounds and turns ---------------------------------------------------------------

    def play_rounds(self, ask: Driver) -> str:
        """Rounds until the end comes near, then one more (HEN-END-01 to HEN-END-04)."""
        while not self.end_near:
            if self.rules.round_limit and self.round >= LAST_ROUND:  # X-HEN-14
                return "round limit"
            self.play_round(ask)
        for player in self.people():
            arrive(player)  # HEN-END-03
        self.final = True
        self.play_round(ask)
        return "stone deck empty"

    def play_round(self, ask: Driver) -> None:
        """One turn for every seat, clockwise from the start player (HEN-PSET-05, HEN-END-02)."""
        self.round += 1
        for player in self.players:
            ask.turn(player.seat)
            if player.bot:
                deed = bot_turn(self, player)
                for observer in ask.observers:
                    observer.step(self, player.seat, "hengebot", (deed,), 0)
            else:
                self.play_turn(ask, player)

    def play_turn(self, ask: Driver, player: Player) -> None:
        """Move, act, mark the Spring card, throw a Luck card away, refill (HEN-TURN-01 to -15)."""
        self.forget_mods()
        self.raised_now = self.placed_now = self.carved_now = 0
        action = move(self, ask, player)
        if action != NO_ACTION:
            carry_out(self, ask, player, action, True, 0, False)
        if self.raised_now or self.placed_now:
            mark_spring(self, player)  # HEN-TURN-12
        if player.hand:
            self.throw_away(ask, player)
        if NONE in self.quarry:
            refill(self)  # HEN-TURN-15
        if not self.rules.rewards_refill_at_once:
            for kind, pool in enumerate(self.pools):
                refill_pool(self, kind, self.counts.pool[kind] - len(pool))

    def throw_away(self, ask: Driver, player: Player) -> None:
        """Discard one Luck card unused for a Luck Track step (HEN-TURN-13, HEN-TURN-14)."""
        at_end = player.luck_at >= len(self.mat.luck_track) - 1
        if at_end and not self.rules.luck_track_repeats:
            return
        card = ask.choose(player.seat, "throw away", [STOP, *luck.distinct(player.hand)])
        if card != STOP:
            luck.discard(self, player, card)
            self.forget_mods()
            luck_step(self, ask, player)
            if self.raised_now or self.placed_now:
                mark_spring(self, player)

    # --- what the framework asks --------------------------------------------------------

    def scores(self) -> list[int]:
        """Points on the score track; bots have none."""
        return [player.score for player in self.players]

    def levels(self) -> list[int]:
        """What is left in each pile."""
        return view.levels(self, self.counts)

    def used(self) -> list[int]:
        """Pieces out of the box, in the order of the frame's supplies."""
        return view.used(self, self.counts)

    def census(self) -> dict[str, list[Any]]:
        """Every zone with its pieces."""
        zones = view.census(self)
        zones["upgrades"] = list(self.upgrades)
        for seat, offer in enumerate(self.offers):
            zones[f"seat{seat + 1}.offer"] = list(offer)
        return zones

    def rate(self, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How good each option looks to a sensible player."""
        return greedy.rate(self, self.players[seat], what, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How fast each option empties a pile."""
        return drains.drain(self, self.players[seat], pile, what, options)

    def show(self) -> str:
        """The position in a few lines."""
        return view.show(self)

    def say(self, what: str, option: Any) -> str:
        """An option in a few words."""
        return view.say(self, what, option)
