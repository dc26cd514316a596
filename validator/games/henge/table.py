"""A table of Henge made ready: data read, set-up worked out, games dealt from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from validator.catalogue.effects import Effect
from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Move
from validator.games.henge.board import Board, read_board
from validator.games.henge.cards import Cards, read_cards
from validator.games.henge.codes import (
    FIGURES,
    LARGE,
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
    SMALL,
)
from validator.games.henge.luck import modify
from validator.games.henge.match import HengeMatch
from validator.games.henge.player import Counts, Mods, Player
from validator.games.henge.rules import Mat, Rules, read_mat, read_rules
from validator.games.henge.vocabulary import check_effects, check_sets
from validator.play.deck import Deck
from validator.play.rules import Frame, PileSpec, SupplySpec
from validator.play.tally import Tally
from validator.rng import Rng, Streams
from validator.setup.compiled import compile_setup
from validator.setup.pieces import component_id


@dataclass(frozen=True, slots=True)
class Piles:
    """The cards of each pile before it is shuffled, in the order of the set-up script."""

    starters: tuple[int, ...]
    stones: tuple[int, ...]
    luck: tuple[int, ...]
    rewards: tuple[tuple[int, ...], tuple[int, ...]]
    spring: tuple[int, ...]
    eog: tuple[int, ...]
    hengebots: tuple[int, ...]
    upgrades: tuple[int, ...]
    box: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of people and bots, ready to deal."""

    frame: Frame
    rules: Rules
    board: Board
    cards: Cards
    mat: Mat
    counts: Counts
    piles: Piles
    bots_get_starters: bool
    favours: tuple[Mods, ...]

    def deal(self, streams: Streams, tally: Tally) -> HengeMatch:
        """Set up one game, shuffling in the order of the set-up script."""
        rng = streams.rng("setup")
        match = HengeMatch(
            self.rules, self.board, self.cards, self.mat, self.frame.seats, tally, self.counts
        )
        match.favours = self.favours
        self._seat_players(match)
        self._deal_stones(match, rng, streams)
        self._deal_others(match, rng, streams)
        match.open_sizes = [
            sum(slot.size in (size, 2) for slot in self.board.slots) for size in (LARGE, SMALL)
        ]
        match.find_open()
        match.find_prices()
        return match

    def _seat_players(self, match: HengeMatch) -> None:
        """Money, tokens, druids, markers and figures (HEN-PSET-07 to -18, HEN-BSET-02 to -04)."""
        counts = self.counts
        match.bank = counts.dollars
        match.travel = counts.travel_box
        match.figures = list(counts.figures)
        for seat in range(len(self.frame.seats)):
            bot = seat in self.frame.bots
            player = Player(seat, bot, len(self.board.areas), counts.druids)
            if not bot:
                player.cash = counts.cash
                player.travel = counts.travel
                player.markers = counts.markers
                match.bank -= counts.cash
                match.travel -= counts.travel
                match.tally.level(P_MARKERS, counts.markers)
            match.players.append(player)
        match.tally.level(P_COINS, max(match.bank, 0))
        match.tally.level(P_TRAVEL, match.travel)

    def _deal_stones(self, match: HengeMatch, rng: Rng, streams: Streams) -> None:
        """Starters, the Hengebot deck and the Stone deck (HEN-PSET-01 to -06, HEN-FSET-01..03)."""
        starters = list(self.piles.starters)
        rng.shuffle(starters)
        for player in match.players:
            if not starters or (player.bot and not self.bots_get_starters):
                continue
            card = starters.pop()
            if player.bot:
                match.box.append(card)  # X-HEN-12
                continue
            player.take_stone(card, self.cards.steps[card])
            match.tally.drew(card)
            if player.seat == 0:
                area = self.board.areas.index(self.cards.starter_area[card])
                match.pawn = self.board.starts[area]
                match.local = area
        match.box += self.piles.box
        match.hengebots = self._deck(self.piles.hengebots, rng, streams, match.tally, P_BOTS, True)
        stones = (*self.piles.stones, *starters)  # HEN-PSET-03
        match.stone_deck = self._deck(stones, rng, streams, match.tally, P_STONES, False)
        deck = match.stone_deck.cards
        match.quarry = [deck.pop() if deck else NONE for _ in range(self.counts.quarry)]

    def _deal_others(self, match: HengeMatch, rng: Rng, streams: Streams) -> None:
        """Luck, rewards, Spring and end-of-game cards (HEN-FSET-04 to HEN-FSET-11)."""
        tally, renews = match.tally, self.rules.decks_renew
        match.luck_deck = self._deck(self.piles.luck, rng, streams, tally, P_LUCK, renews)
        match.rewards = (
            self._deck(self.piles.rewards[0], rng, streams, tally, P_REWARD_A, False),
            self._deck(self.piles.rewards[1], rng, streams, tally, P_REWARD_B, False),
        )
        for pool, stack, size in zip(match.pools, match.rewards, self.counts.pool, strict=True):
            pool += [stack.cards.pop() for _ in range(min(size, len(stack.cards)))]
        spring = list(self.piles.spring)
        rng.shuffle(spring)
        match.eog_deck = self._deck(self.piles.eog, rng, streams, tally, P_EOG, renews)
        for player in match.players:
            if not player.bot:
                dealt = [spring.pop() for _ in range(min(self.counts.spring, len(spring)))]
                match.offers[player.seat] = dealt
                tally.level(P_SPRING, len(spring))
                for card in dealt:
                    tally.drew(card)
        match.box += spring  # HEN-FSET-10
        match.upgrades = list(self.piles.upgrades)

    def _deck(
        self,
        cards: Sequence[int],
        rng: Rng,
        streams: Streams,
        tally: Tally,
        pile: int,
        renews: bool,
    ) -> Deck:
        """A shuffled deck; its reshuffles have their own stream of luck."""
        shuffled = list(cards)
        rng.shuffle(shuffled)
        return Deck(shuffled, streams.rng(PILES[pile]), tally, pile, renews)


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read the data of this table from the catalogue and its start from the set-up script.

    Raises:
        UsageError: a set or a side of the board is missing, or an effect of a card, chit or
            mat says what Henge has no rule for.
    """
    check_sets(game)
    if rulings["X-HEN-02"] == "bots_large" and configuration.bots:
        configuration = replace(configuration, options={**configuration.options, "side": "45"})
    cards, mat = read_cards(game), read_mat(game)
    check_effects(cards, mat)
    plan = compile_setup(game, configuration, rulings)
    after = plan.run(Rng(1, 2, 3)).zones
    counts = _counts(game, after, configuration.players)
    piles = _piles(cards, plan.start)
    return Table(
        frame=_frame(game, configuration, cards, counts, piles, after),
        rules=read_rules(rulings),
        board=read_board(game, configuration.options.get("side", "")),
        cards=cards,
        mat=mat,
        counts=counts,
        piles=piles,
        bots_get_starters=rulings["X-HEN-12"] == "everyone",
        favours=tuple(_favours(effects) for effects in cards.effects),
    )


def _favours(effects: tuple[Effect, ...]) -> Mods:
    """What the effects of a card change for the action at hand."""
    mods = Mods()
    for effect in effects:
        modify(mods, effect)
    return mods


def _piles(cards: Cards, start: Mapping[str, Sequence[str]]) -> Piles:
    """The piles before anything is shuffled."""
    numbers = cards.numbers()

    def pile(zone: str) -> tuple[int, ...]:
        found = (component_id(piece) for piece in start.get(zone, ()))
        return tuple(numbers[one] for one in found if one in numbers)

    return Piles(
        starters=pile("starters"),
        stones=pile("stone_deck"),
        luck=pile("luck_deck"),
        rewards=(pile("reward_a"), pile("reward_b")),
        spring=pile("spring_deck"),
        eog=pile("eog_deck"),
        hengebots=pile("hengebot_deck"),
        upgrades=pile("first_upgrades"),
        box=pile("box"),
    )


def _counts(game: Game, after: Mapping[str, Sequence[str]], people: int) -> Counts:
    """Numbers of pieces, as the set-up script leaves them."""
    values: dict[str, Any] = {
        coin.id: coin.fields["value"] for coin in game.sets["coin"].components
    }
    coins = [values[component_id(piece)] for piece in after.get("seat1.coins", ())]
    markers = len(after.get("seat1.markers", ())) + len(after.get("seat1.transport", ()))
    return Counts(
        cash=sum(coins),
        travel=len(after.get("seat1.travel", ())),
        markers=markers,
        druids=_in_seat(game, after, "druid"),
        quarry=len(after.get("quarry", ())),
        pool=(len(after.get("reward_pool_a", ())), len(after.get("reward_pool_b", ()))),
        spring=_dealt(game, "seat.spring_offer"),
        dollars=sum(int(values[one.id]) * one.copies for one in game.sets["coin"].components),
        travel_box=game.sets["travel"].count,
        markers_box=game.sets["marker"].components[0].copies,
        figures=tuple(game.sets[name].count for name in FIGURES),
    )


def _in_seat(game: Game, after: Mapping[str, Sequence[str]], set_id: str) -> int:
    """Pieces of a set in all zones of the first seat."""
    ids = {component.id for component in game.sets[set_id].components}
    return sum(
        component_id(piece) in ids
        for zone, pieces in after.items()
        if zone.startswith("seat1.")
        for piece in pieces
    )


def _dealt(game: Game, zone: str) -> int:
    """How many cards the script deals into a zone of each seat."""
    for step in game.setup.steps:
        if isinstance(step, Move) and zone in step.targets and step.count is not None:
            return step.count
    return 0


def _frame(
    game: Game,
    configuration: Configuration,
    cards: Cards,
    counts: Counts,
    piles: Piles,
    after: Mapping[str, Sequence[str]],
) -> Frame:
    """The frame of a table: seats, piles, supplies."""
    seats, people = configuration.total, configuration.players
    sizes = (
        len(after.get("stone_deck", ())),
        counts.quarry,
        len(piles.luck),
        len(piles.eog),
        len(piles.spring),
        len(piles.hengebots),
        len(after.get("reward_a", ())),
        len(after.get("reward_b", ())),
        counts.dollars,
        counts.travel_box,
        counts.markers_box,
        counts.druids,
        *counts.figures,
    )
    boxes = (counts.dollars, counts.travel_box, counts.markers_box, counts.druids, *counts.figures)
    names = ("dollars", "Free Travel tokens", "markers of one colour", "druids of one colour")
    figures = tuple(game.sets[name].name.lower() for name in FIGURES)
    return Frame(
        game=game.id,
        table=f"{people}+{configuration.bots}",
        seats=game.seat_colours[:seats],
        piles=tuple(PileSpec(name, size) for name, size in zip(PILES, sizes, strict=True)),
        supplies=tuple(
            SupplySpec(name, box, pile)
            for name, box, pile in zip((*names, *figures), boxes, PILES[P_COINS:], strict=True)
        ),
        cards=cards.ids,
        bots=tuple(range(people, seats)),
        turn_cap=1500,
        choice_cap=40000,
    )
