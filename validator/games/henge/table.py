"""A table of Henge made ready: data read, set-up worked out, games dealt from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Move
from validator.games.fields import whole
from validator.games.henge.dealing import Dealing
from validator.games.henge.match import HengeMatch
from validator.games.henge.position.hands import Hands
from validator.games.henge.position.options import Menu
from validator.games.henge.position.state import State
from validator.games.henge.printed.board import Board, read_board
from validator.games.henge.printed.cards import Cards, read_cards
from validator.games.henge.printed.codes import (
    CARVE_PRICE,
    FIGURES,
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
)
from validator.games.henge.printed.mat import read_mat
from validator.games.henge.printed.stock import Counts, Piles
from validator.games.henge.proofs import Box, bounds
from validator.games.henge.rules import Rules, switches
from validator.games.henge.rulings import BotsSide, Rulings
from validator.games.henge.turns.bots import errands_of, ranks_of
from validator.games.henge.turns.menu import actions
from validator.games.henge.turns.moving import Rondel
from validator.games.henge.vocabulary import check_effects, check_sets
from validator.play.declared_rulings import read_rulings
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.tally import Tally
from validator.rng import Rng, Streams
from validator.setup.compiled import compile_setup
from validator.setup.pieces import component_id


@dataclass(frozen=True, slots=True)
class Table:
    """A table of people and bots, ready to deal; ``bare`` is its board before the first piece."""

    frame: Frame
    rules: Rules
    bare: State
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
        return bounds(Box(self.frame, self.rules, self.piles))


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read the data of this table from the catalogue and its start from the set-up script.

    Raises:
        UsageError: a set or a side of the board is missing, or an effect of a card, chit or
            mat says what Henge has no rule for.
    """
    check_sets(game)
    declared = read_rulings(Rulings, rulings)
    if declared.bots_side is BotsSide.BOTS_LARGE and configuration.bots:
        configuration = replace(configuration, options={**configuration.options, "side": "45"})
    cards, mat = read_cards(game), read_mat(game)
    check_effects(cards, mat)
    plan = compile_setup(game, configuration, rulings)
    after = plan.run(Rng(1, 2, 3)).zones
    board = read_board(game, configuration.options.get("side", ""))
    ruled = switches(declared)
    menu = Menu(cards, board)
    rules = Rules(
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
    return Table(
        frame=_frame(game, configuration, rules, piles, after),
        rules=rules,
        bare=_bare(rules),
        rondel=Rondel(rules, actions(rules)),
        piles=piles,
    )


def _dearest(board: Board, cards: Cards) -> int:
    """The highest of all prices: more money than that makes nothing else possible."""
    stones = [stone.cost for stone in cards.stones.values()]
    return max(CARVE_PRICE, *stones, *[price for path in board.prices for price in path])


def _bare(rules: Rules) -> State:
    """The board without figures and druids; the figures lie in the supply."""
    state = State(rules, Tally(0, ()))
    state.count_sizes()
    state.find_open()
    state.find_prices()
    return state


def _piles(cards: Cards, start: Mapping[str, Sequence[str]]) -> Piles:
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


def _counts(game: Game, after: Mapping[str, Sequence[str]]) -> Counts:
    """Numbers of pieces, as the set-up script leaves them."""
    values = {coin.id: whole(coin.fields["value"]) for coin in game.sets["coin"].components}
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


def _dealt(game: Game, zone: str) -> int:
    """How many cards the script deals into a zone of each seat."""
    for step in game.setup.steps:
        if isinstance(step, Move) and zone in step.targets:
            return step.count or 0
    return 0


def _frame(
    game: Game,
    configuration: Configuration,
    rules: Rules,
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


def _sizes(counts: Counts, piles: Piles, after: Mapping[str, Sequence[str]]) -> dict[int, int]:
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


def _supplies(game: Game, counts: Counts) -> tuple[SupplySpec, ...]:
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
