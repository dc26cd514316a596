"""The set-up of one game of Henge, in the order of the set-up script and with its luck."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge.match import HengeMatch
from validator.games.henge.position.player import Player
from validator.games.henge.printed.codes import (
    NONE,
    P_BOTS,
    P_COINS,
    P_EOG,
    P_LUCK,
    P_MARKERS,
    P_REWARD_A,
    P_REWARD_B,
    P_SPRING,
    P_STONES,
    P_TRAVEL,
    PILES,
)
from validator.games.henge.printed.stock import Piles
from validator.play.deck import Deck
from validator.rng import Streams


class Dealing:
    """Lays a match out; ``bots`` are the seats of Hengebots."""

    __slots__ = ("bots", "match", "name", "piles", "rng", "streams")

    def __init__(
        self, match: HengeMatch, piles: Piles, bots: Sequence[int], streams: Streams
    ) -> None:
        self.match = match
        self.piles = piles
        self.bots = bots
        self.streams = streams
        self.rng = streams.rng("setup")
        self.name = match.cards.ids.__getitem__

    def lay_out(self) -> None:
        """The whole set-up."""
        match = self.match
        match.order = self.turn_order()
        self.seat_players()
        self.lay_stones(self.deal_starters())
        self.lay_luck_and_rewards()
        self.deal_bonus_cards()
        match.upgrades = list(self.piles.upgrades)

    def seat_players(self) -> None:
        """Money, tokens, druids and markers, by colour (HEN-PSET-07, HEN-BSET-02)."""
        match = self.match
        counts = match.rules.counts
        for seat in range(len(match.rules.colours)):
            is_bot = seat in self.bots
            player = Player(seat, bot=is_bot, areas=len(match.board.areas), druids=counts.druids)
            if not is_bot:
                self.fit_out(player)
            match.players.append(player)
        match.tally.level(P_COINS, match.bank)
        match.tally.level(P_TRAVEL, match.travel)

    def turn_order(self) -> tuple[int, ...]:
        """The seats in turn order: a person starts, bots get their places (HEN-BSET-01).

        By lot, between the people or after them (X-HEN-12-ORDER); people keep their order.
        """
        ruled, bots = self.match.ruled, list(self.bots)
        people = [seat for seat in range(len(self.match.rules.colours)) if seat not in bots]
        others = len(people) - 1
        of_bots = [False] * others + [True] * len(bots)
        if ruled.bots_sit_by_lot:
            self.streams.rng("turn order").shuffle(of_bots)
        elif ruled.bots_sit_between:
            pairs = min(others, len(bots))
            of_bots = [True, False] * pairs + [True] * (len(bots) - pairs)
            of_bots += [False] * (others - pairs)
        return (people.pop(0), *[(people, bots)[bot].pop(0) for bot in of_bots])

    def fit_out(self, player: Player) -> None:
        """What a person gets and a bot does not (HEN-BSET-04)."""
        match = self.match
        counts = match.rules.counts
        player.cash = counts.cash
        player.travel = counts.travel
        player.markers = counts.markers
        match.bank -= counts.cash
        match.travel -= counts.travel
        match.tally.level(P_MARKERS, counts.markers)

    def deal_starters(self) -> list[int]:
        """A Starter Stone each, and the Master Druid by the first (HEN-PSET-01 to HEN-PSET-06).

        Return those that are left.
        """
        match = self.match
        starters = list(self.piles.starters)
        self.rng.shuffle(starters, self.name)
        for player in match.players:
            if not starters or (player.bot and not match.ruled.bots_get_starters):
                continue
            card = starters.pop()
            if player.bot:
                match.box.append(card)  # X-HEN-12
                continue
            player.take_stone(card, match.stones[card].steps)
            match.tally.level(P_MARKERS, player.markers)
            match.tally.drew(card)
            if player.seat == 0:
                match.local = match.board.areas.index(match.stones[card].starter_area)
                match.pawn = match.board.starts[match.local]
        match.box += self.piles.box
        return starters

    def lay_stones(self, starters: list[int]) -> None:
        """The Hengebot deck, the Stone deck and the pool (HEN-BSET-05, HEN-FSET-01 to -03)."""
        match = self.match
        match.hengebots = self.deck(self.piles.hengebots, P_BOTS, renews=True)  # HEN-BOT-06
        stones = (*self.piles.stones, *starters)  # HEN-PSET-03
        match.stone_deck = self.deck(stones, P_STONES)
        cards = match.stone_deck.cards
        places = range(match.rules.counts.quarry)
        match.quarry = [cards.pop() if cards else NONE for _ in places]

    def lay_luck_and_rewards(self) -> None:
        """The Luck deck, the stacks of chits and their pools (HEN-FSET-04 to HEN-FSET-06)."""
        match, piles = self.match, self.piles
        match.luck_deck = self.deck(piles.luck, P_LUCK, renews=match.ruled.decks_renew)
        match.rewards = (
            self.deck(piles.rewards[0], P_REWARD_A),
            self.deck(piles.rewards[1], P_REWARD_B),
        )
        sizes = match.rules.counts.pool
        for pool, stack, size in zip(match.pools, match.rewards, sizes, strict=True):
            pool += [stack.cards.pop() for _ in range(min(size, len(stack.cards)))]

    def deal_bonus_cards(self) -> None:
        """Spring cards to choose from, and the end-of-game deck (HEN-FSET-07 to HEN-FSET-11)."""
        match = self.match
        spring = list(self.piles.spring)
        self.rng.shuffle(spring, self.name)
        match.eog_deck = self.deck(self.piles.eog, P_EOG, renews=match.ruled.decks_renew)
        for player in match.people():
            number = min(match.rules.counts.spring, len(spring))
            dealt = [spring.pop() for _ in range(number)]
            match.offers[player.seat] = dealt
            match.tally.level(P_SPRING, len(spring))
            for card in dealt:
                match.tally.drew(card)
        match.box += spring  # HEN-FSET-10

    def deck(self, cards: Sequence[int], pile: int, *, renews: bool = False) -> Deck:
        """A shuffled deck; the reshuffles of one that renews have their own stream of luck."""
        shuffled = list(cards)
        self.rng.shuffle(shuffled, self.name)
        luck = self.streams.rng(PILES[pile]) if renews else self.rng
        return Deck(shuffled, luck, self.match.tally, pile, renews, name=self.name)
