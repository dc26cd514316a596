"""A table of Henge made ready: data read, set-up worked out, games dealt from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Count,
    Discard,
    Discount,
    Draw,
    Effect,
    EffectCondition,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
)
from validator.catalogue.model import Configuration, Game
from validator.catalogue.setup_script import SetupMove
from validator.findings import UnplayableError
from validator.games.henge.benefits import ACTION_NAMES, LEVEL_TRACKS
from validator.games.henge.bots import errands_of, ranks_of
from validator.games.henge.codes import (
    CARVE_PRICE,
    FIGURES,
    NONE,
    P_BOTS,
    P_COINS,
    P_DRUIDS,
    P_EOG,
    P_FIGURES,
    P_LUCK,
    P_MARKERS,
    P_QUARRY,
    P_REWARD_A,
    P_REWARD_B,
    P_SPRING,
    P_STONES,
    P_TRAVEL,
    PILES,
    HengeCounts,
    Mat,
    Piles,
    read_mat,
)
from validator.games.henge.match import HengeMatch
from validator.games.henge.moves import Rondel, actions
from validator.games.henge.options import Hands, HengeMenu
from validator.games.henge.printed import CARD_SETS, HengeBoard, HengeCards, read_board, read_cards
from validator.games.henge.proofs import HengeBox, bounds
from validator.games.henge.rules import HengeRules, switches
from validator.games.henge.rulings import BotsSide, HengeRulings
from validator.games.henge.state import (
    DISTINCT,
    DRUID_FILTERS,
    MEASURES,
    STONE_FILTERS,
    HengeState,
    Player,
)
from validator.games.stonehenge import whole
from validator.play.match import Deck, Tally
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Rng, Streams
from validator.setup.deal import compile_setup
from validator.setup.pieces import component_id

SETS = (*CARD_SETS, *FIGURES, "board", "mat", "coin", "druid", "marker", "travel")
GAINS = ("coin", "travel", "bonus", "reward-a", "reward-b")
TRACKS = (*LEVEL_TRACKS, "transport-track", "luck-track", "privilege-track")
AREAS = ("adjacent", "remote", "any-area")
WAIVERS = ("stone-size", "carving-duty", "area-match", "transit")
MORE = ("place druid", "buy stone", "hold stone", "move free-step")

Unknown: TypeAlias = tuple[str, tuple[str, ...]]
"""A word without a rule, and the words that have one."""


def check_sets(game: Game) -> None:
    """Raise UnplayableError unless the game has all the sets that Henge is played with."""
    for name in SETS:
        if name not in game.sets or not game.sets[name].components:
            raise UnplayableError(
                f"Henge cannot be played without the component set {name!r}",
                f"add components/{game.id}/{name}.yaml; sets needed: {', '.join(SETS)}",
            )


def check_effects(cards: HengeCards, mat: Mat) -> None:
    """Raise UnplayableError for the first effect of a card or mat that Henge has no rule for."""
    for card, effects in zip(cards.ids, cards.effects, strict=True):
        _refuse(effects, card, card)
    for name, spaces in (
        ("the Druid Track", mat.druid_track),
        ("the Luck Track", mat.luck_track),
        ("a Privilege track", mat.ends),
    ):
        for effects in spaces:
            _refuse(effects, name)


def _refuse(effects: tuple[Effect, ...], where: str, component: str | None = None) -> None:
    for effect in effects:
        for word, known in unknown(effect):
            raise UnplayableError(
                f"Henge has no rule for {word!r} in the effects of {where}",
                f"use one of: {', '.join(known)}",
                component,
            )


def unknown(effect: Effect) -> list[Unknown]:
    """Words of an effect that Henge has no rule for, each with those it has."""
    match effect:
        case Gain(what=what, per=per, when=when):
            return _word(what, GAINS) + _count(per) + _condition(when)
        case Pay(what=what, to=to):
            return _word(what, ("coin",)) + _inner(to)
        case Draw(what=what, by=by):
            return _word(what, ("luck-card",)) + _word(by or "luck-level", ("luck-level",))
        case Discard(what=what, to=to):
            return _word(what, ("luck-card",)) + _inner(to)
        case Place(what=what, where=where):
            return _word(what, ("druid",)) + _word(where, ("local", *AREAS))
        case Advance(track=track):
            return _word(track, TRACKS)
        case Score(what=what, per=per, when=when):
            return _word(what, ("vp-summer", "vp-winter")) + _count(per) + _condition(when)
        case Act(action=action, area=area):
            return _word(action, (*ACTION_NAMES, "any")) + _word(area or "adjacent", AREAS[:2])
        case Discount(of=of, what=what):
            return _word(of, ("stone", "druid", "carving")) + _word(what, ("coin",))
        case Reach(what=what, area=area):
            return _word(what, ("stone", "druid")) + _word(area, AREAS)
        case Allow(verb=verb, what=what, waive=waive):
            if waive is not None:
                return _word(waive, WAIVERS)
            return _word(f"{verb} {what}", MORE)
        case Special(rule=rule):
            return [(rule, ())]
        case _:
            assert_never(effect)


def _word(word: str, known: tuple[str, ...]) -> list[Unknown]:
    return [] if word in known else [(word, known)]


def _inner(effects: tuple[Effect, ...]) -> list[Unknown]:
    return [found for effect in effects for found in unknown(effect)]


def _condition(condition: EffectCondition | None) -> list[Unknown]:
    return [] if condition is None else _count(condition.count)


def _count(count: Count | None) -> list[Unknown]:
    if count is None:
        return []
    filters = {"installed": tuple(STONE_FILTERS), "druid": DRUID_FILTERS}.get(count.of, ())
    found = _word(count.of, tuple(MEASURES))
    for item in count.where:
        found += _word(item.field, filters)
    if count.distinct is not None:
        found += _word(count.distinct, DISTINCT.get(count.of, ()))
    return found


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


@dataclass(frozen=True, slots=True)
class HengeTable:
    """A table of people and bots, ready to deal; ``bare`` is its board before the first piece."""

    frame: Frame
    rules: HengeRules
    bare: HengeState
    rondel: Rondel
    piles: Piles

    def deal(self, streams: Streams, tally: Tally) -> HengeMatch:
        """Set up one game, shuffling in the order of the set-up script."""
        match = HengeMatch(self.rules, self.rondel, tally)
        match.take_board(self.bare)
        Dealing(match, self.piles, self.frame.bots, streams).lay_out()
        return match

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of every pile, with the sum that shows it."""
        return bounds(HengeBox(self.frame, self.rules, self.piles))


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> HengeTable:
    """Read the data of this table from the catalogue and its start from the set-up script.

    Raises:
        UsageError: a set or a side of the board is missing, or an effect of a card, chit or
            mat says what Henge has no rule for.
    """
    check_sets(game)
    declared = read_rulings(HengeRulings, rulings)
    if declared.bots_side is BotsSide.BOTS_LARGE and configuration.bots:
        configuration = replace(configuration, options={**configuration.options, "side": "45"})
    cards, mat = read_cards(game), read_mat(game)
    check_effects(cards, mat)
    plan = compile_setup(game, configuration, rulings)
    after = plan.run(Rng(1, 2, 3)).zones
    board = read_board(game, configuration.options.get("side", ""))
    ruled = switches(declared)
    menu = HengeMenu(cards, board)
    rules = HengeRules(
        ruled=ruled,
        board=board,
        cards=cards,
        mat=mat,
        counts=_counts(game, after),
        menu=menu,
        hands=Hands(cards, menu),
        colours=game.seat_colours[: configuration.total],
        bot_ranks=ranks_of(board, ruled),
        errands=errands_of(board, cards, ruled),
        dearest=_dearest(board, cards),
    )
    piles = _piles(cards, plan.start)
    return HengeTable(
        frame=_frame(game, configuration, rules, piles, after),
        rules=rules,
        bare=_bare(rules),
        rondel=Rondel(rules, actions(rules)),
        piles=piles,
    )


def _dearest(board: HengeBoard, cards: HengeCards) -> int:
    """The highest of all prices: more money than that makes nothing else possible."""
    stones = [stone.cost for stone in cards.stones.values()]
    return max(CARVE_PRICE, *stones, *[price for path in board.prices for price in path])


def _bare(rules: HengeRules) -> HengeState:
    """The board without figures and druids; the figures lie in the supply."""
    state = HengeState(rules, Tally(0, ()))
    state.count_sizes()
    state.find_open()
    state.find_prices()
    return state


def _piles(cards: HengeCards, start: Mapping[str, Sequence[str]]) -> Piles:
    """The piles before anything is shuffled."""
    numbers = cards.numbers()

    def pile(zone: str) -> tuple[int, ...]:
        found = (component_id(piece) for piece in start.get(zone, ()))
        return tuple(sorted(numbers[one] for one in found if one in numbers))

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


def _counts(game: Game, after: Mapping[str, Sequence[str]]) -> HengeCounts:
    """Numbers of pieces, as the set-up script leaves them."""
    values = {coin.id: whole(coin.fields["value"]) for coin in game.sets["coin"].components}
    coins = [values[component_id(piece)] for piece in after.get("seat1.coins", ())]
    markers = len(after.get("seat1.markers", ())) + len(after.get("seat1.transport", ()))
    return HengeCounts(
        cash=sum(coins),
        travel=len(after.get("seat1.travel", ())),
        markers=markers,
        druids=_in_seat(game, after, "druid"),
        quarry=len(after.get("quarry", ())),
        pool=(len(after.get("reward_pool_a", ())), len(after.get("reward_pool_b", ()))),
        spring=_cards_dealt(game, "seat.spring_offer"),
        dollars=sum(values[one.id] * one.copies for one in game.sets["coin"].components),
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


def _cards_dealt(game: Game, zone: str) -> int:
    """How many cards the script deals into a zone of each seat."""
    for step in game.setup.steps:
        if isinstance(step, SetupMove) and zone in step.targets:
            return step.count or 0
    return 0


def _frame(
    game: Game,
    configuration: Configuration,
    rules: HengeRules,
    piles: Piles,
    after: Mapping[str, Sequence[str]],
) -> Frame:
    """The frame of a table: seats, piles, supplies."""
    seats, people = configuration.total, configuration.players
    sizes = _sizes(rules.counts, piles, after)
    return Frame(
        game=game.id,
        table=f"{people}+{configuration.bots}",
        seats=rules.colours,
        piles=tuple(PileSpec(name, sizes[pile]) for pile, name in enumerate(PILES)),
        supplies=_supplies(game, rules.counts),
        cards=rules.cards.ids,
        bots=tuple(range(people, seats)),
        turn_cap=1500,
        choice_cap=40000,
    )


def _sizes(counts: HengeCounts, piles: Piles, after: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """How much lies in each pile at the start."""
    sizes = {
        P_STONES: len(after.get("stone_deck", ())),
        P_QUARRY: counts.quarry,
        P_LUCK: len(piles.luck),
        P_EOG: len(piles.eog),
        P_SPRING: len(piles.spring),
        P_BOTS: len(piles.hengebots),
        P_REWARD_A: len(after.get("reward_a", ())),
        P_REWARD_B: len(after.get("reward_b", ())),
        P_COINS: counts.dollars,
        P_TRAVEL: counts.travel_box,
        P_MARKERS: counts.markers_box,
        P_DRUIDS: counts.druids,
    }
    sizes.update(enumerate(counts.figures, start=P_FIGURES))
    return sizes


def _supplies(game: Game, counts: HengeCounts) -> tuple[SupplySpec, ...]:
    """What the box holds of everything that is taken from it and put back."""
    return (
        SupplySpec("dollars", counts.dollars, PILES[P_COINS]),
        SupplySpec("Free Travel tokens", counts.travel_box, PILES[P_TRAVEL]),
        SupplySpec("markers of one colour", counts.markers_box, PILES[P_MARKERS]),
        SupplySpec("druids of one colour", counts.druids, PILES[P_DRUIDS]),
        *[
            SupplySpec(game.sets[name].name.lower(), figures, name)
            for name, figures in zip(FIGURES, counts.figures, strict=True)
        ],
    )
