"""A table of Henge made ready: data read, set-up worked out, games dealt from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import takewhile

from validator.catalogue import effects
from validator.catalogue.model import Configuration, Game
from validator.catalogue.seats import component_id
from validator.compiler.setup import CompiledSetup, SetupRun, compile_setup
from validator.findings import UnplayableError
from validator.games.henge import codes
from validator.games.henge.benefits import ACTION_NAMES, LEVEL_TRACKS
from validator.games.henge.codes import FIGURES, PILES
from validator.games.henge.fields import whole
from validator.games.henge.match import HengeMatch
from validator.games.henge.printed import CARD_SETS, read_board, read_cards, read_mat
from validator.games.henge.proofs import bounds
from validator.games.henge.rulings import HengeRulings
from validator.games.henge.state import (
    DISTINCT,
    DRUID_FILTERS,
    MEASURES,
    STONE_FILTERS,
    HengeRules,
    Player,
)
from validator.play.match import Deck, Tally
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams
from validator.setup.deal import run_with_seed

SETS = (*CARD_SETS, *FIGURES, "board", "mat", "coin", "druid", "marker", "travel")
AREAS = ("adjacent", "remote", "any-area")
WORDS: Mapping[type, Mapping[str, tuple[str, ...]]] = {
    effects.Gain: {"what": ("coin", "travel", "bonus", "reward-a", "reward-b")},
    effects.Pay: {"what": ("coin",)},
    effects.Draw: {"what": ("luck-card",), "by": ("luck-level",)},
    effects.Discard: {"what": ("luck-card",)},
    effects.Place: {"what": ("druid",), "where": ("local", *AREAS)},
    effects.Advance: {"track": (*LEVEL_TRACKS, "transport-track", "luck-track", "privilege-track")},
    effects.Score: {"what": ("vp-summer", "vp-winter")},
    effects.Act: {"action": (*ACTION_NAMES, "any"), "area": AREAS[:2]},
    effects.Discount: {"of": ("stone", "druid", "carving"), "what": ("coin",)},
    effects.Reach: {"what": ("stone", "druid"), "area": AREAS},
    effects.Allow: {"waive": ("stone-size", "carving-duty", "area-match", "transit")},
    effects.Special: {"rule": ()},
    effects.Count: {"of": MEASURES},
}
"""The words that Henge has a rule for, by what says them."""
MORE = ("place druid", "buy stone", "hold stone", "move free-step")
"""What more can be allowed, by verb and noun."""
FILTERS = {"installed": STONE_FILTERS, "druid": DRUID_FILTERS}


def check_sets(game: Game) -> None:
    """Raise UnplayableError unless the game has all the sets that Henge is played with."""
    for name in SETS:
        if name not in game.sets or not game.sets[name].components:
            raise UnplayableError(
                f"Henge cannot be played without the component set {name!r}",
                f"add components/{game.id}/{name}.yaml; sets needed: {', '.join(SETS)}",
            )


def check_effects(rules: HengeRules) -> None:
    """Raise UnplayableError for the first effect of a card or mat that Henge has no rule for."""
    cards, mat = rules.cards, rules.mat
    places = [(card, card, said) for card, said in zip(cards.ids, cards.effects, strict=True)]
    tracks = {"Druid": mat.druid_track, "Luck": mat.luck_track, "Privilege": mat.ends}
    spaces = [(f"the {name} Track", None, said) for name, track in tracks.items() for said in track]
    for where, component, said in [*places, *spaces]:
        for word, known in unknown(said):
            raise UnplayableError(
                f"Henge has no rule for {word!r} in the effects of {where}",
                f"use one of: {', '.join(known)}",
                component,
            )


def unknown(said: object) -> list[tuple[str, tuple[str, ...]]]:
    """Words of effects, and of what they count, that Henge has no rule for, with those it has."""
    if isinstance(said, tuple):
        return [found for one in said for found in unknown(one)]
    if not is_dataclass(said):
        return []
    asked = [(getattr(said, name), words) for name, words in WORDS.get(type(said), {}).items()]
    if isinstance(said, effects.Allow) and said.waive is None:
        asked = [(f"{said.verb} {said.what}", MORE)]
    if isinstance(said, effects.Count):
        asked += [(one.field, FILTERS.get(said.of, ())) for one in said.where]
        asked.append((said.distinct, DISTINCT.get(said.of, ())))
    found = [(word, known) for word, known in asked if word is not None and word not in known]
    inside = (getattr(said, one.name) for one in fields(said))
    return found + [word for one in inside for word in unknown(one)]


TURN_CAP = 1500
"""Turns after which a game is stopped."""


@dataclass(frozen=True, slots=True)
class HengeTable:
    """A table of people and bots, ready to deal by ``plan``: the set-up script to its choices."""

    frame: Frame
    rules: HengeRules
    plan: CompiledSetup
    opening: SetupRun

    def pile(self, zones: Mapping[str, Sequence[str]], zone: str) -> list[int]:
        """The cards of a zone, by number."""
        ids = (component_id(piece) for piece in zones.get(zone, ()))
        return [self.rules.cards.numbers[one] for one in ids if one in self.rules.cards.numbers]

    def deal(self, streams: Streams, tally: Tally) -> HengeMatch:
        """Set up one game by the script; the match asks for what is chosen there."""
        match = HengeMatch(self.rules, tally)
        match.order = self.turn_order(streams)
        zones = self.plan.run(streams).zones

        def pile(zone: str) -> list[int]:
            return self.pile(zones, zone)

        def deck(number: int, renews: bool = False) -> Deck:
            rng, name = streams.rng(f"{PILES[number]} again"), match.cards.ids.__getitem__
            return Deck(pile(PILES[number]), rng, tally, number, renews, name=name)

        renews = match.ruled.empty_decks == "reshuffle"
        match.hengebots = deck(codes.P_BOTS, renews=True)  # HEN-BSET-05, HEN-BOT-06
        match.stone_deck = deck(codes.P_STONES)  # HEN-FSET-01 to HEN-FSET-03, HEN-PSET-03
        match.quarry = pile("quarry")
        match.luck_deck = deck(codes.P_LUCK, renews)  # HEN-FSET-04 to HEN-FSET-06
        match.rewards = (deck(codes.P_REWARD_A), deck(codes.P_REWARD_B))
        match.pools = (pile("reward_pool_a"), pile("reward_pool_b"))
        match.eog_deck = deck(codes.P_EOG, renews)  # HEN-FSET-07 to HEN-FSET-11
        side = "45" if "rondel_45" in self.plan.zones else "3"
        names = [f"rondel_{side}.{one}" for one in match.board.steps]
        match.pawn = next((at for at, name in enumerate(names) if zones.get(name)), 0)
        match.local = match.board.step_area[match.pawn]  # HEN-PSET-06
        for seat in range(len(self.rules.colours)):
            match.players.append(self.seat_player(match, seat, pile(f"seat{seat + 1}.starter")))
            match.offers[seat] = pile(f"seat{seat + 1}.spring_offer")
            tally.drew_each(match.offers[seat])
        boxed, upgrades = sorted(pile("box")), match.cards.upgrades
        match.upgrades = [card for card in boxed if card in upgrades]
        match.box += [card for card in boxed if card not in upgrades]
        match.box += pile("spring_deck")  # HEN-FSET-10
        tally.level(codes.P_SPRING, len(pile("spring_deck")))
        tally.level(codes.P_COINS, match.bank)
        tally.level(codes.P_TRAVEL, match.travel)
        return match

    def seat_player(self, match: HengeMatch, seat: int, starters: Sequence[int]) -> Player:
        """A seat with its pieces (HEN-PSET-07, HEN-BSET-02), what only people get (HEN-BSET-04).

        And a Starter Stone each (HEN-PSET-01 to HEN-PSET-06); a bot's is laid away (X-HEN-12).
        """
        sizes, areas = self.rules.sizes, len(self.rules.board.areas)
        bot = seat in self.frame.bots
        player = Player(seat, bot, sizes["druids"], [0] * areas, [-1] * areas)
        if player.bot:
            match.box += starters
            return player
        player.cash, player.travel = self.rules.cash, sizes["seat1.travel"]
        player.markers = sizes["seat1.markers"] + sizes["seat1.transport"]
        match.bank -= player.cash
        match.travel -= player.travel
        for card in starters:
            player.take_stone(card, match.stones[card].steps)
            match.tally.drew(card)
        match.tally.level(codes.P_MARKERS, player.markers)
        return player

    def turn_order(self, streams: Streams) -> tuple[int, ...]:
        """The seats in turn order: a person starts, bots get their places (HEN-BSET-01).

        By lot, between the people or after them (X-HEN-12-ORDER); people keep their order.
        """
        ruled, bots = self.rules.ruled.bot_order, list(self.frame.bots)
        people = [seat for seat in range(len(self.rules.colours)) if seat not in bots]
        others = len(people) - 1
        of_bots = [False] * others + [True] * len(bots)
        if ruled == "drawn":
            streams.rng("turn order").shuffle(of_bots)
        elif ruled == "between":
            pairs = min(others, len(bots))
            of_bots = [True, False] * pairs + [True] * (len(bots) - pairs)
            of_bots += [False] * (others - pairs)
        return (people.pop(0), *[(people, bots)[bot].pop(0) for bot in of_bots])

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of every pile, with the sum that shows it."""
        return bounds(self.frame, self.rules, self.pile(self.opening.before, "luck_deck"))


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> HengeTable:
    """Read the data of this table from the catalogue and its start from the set-up script.

    Raises:
        UsageError: a set or a side of the board is missing, or an effect of a card, chit or
            mat says what Henge has no rule for.
    """
    check_sets(game)
    ruled = read_rulings(HengeRulings, rulings)
    if ruled.bots_side == "bots_large" and configuration.bots:
        configuration = replace(configuration, options={**configuration.options, "side": "45"})
    board = read_board(game, configuration.options.get("side", ""))
    certain = tuple(takewhile(lambda step: step.verb != "choose", game.setup.steps))
    dealt = replace(game, setup=replace(game.setup, steps=certain))
    plan = compile_setup(dealt, configuration, rulings)
    opening = run_with_seed(plan, 1, told=True)
    coins = {one.id: (whole(one.fields["value"]), one.copies) for one in game.sets["coin"].by_id()}
    purse = map(component_id, opening.zones.get("seat1.coins", ()))
    sizes = {name: len(opening.zones.get(name, ())) for name in (*PILES, *opening.zones)}
    sizes |= {name: game.sets[name].count for name in (*FIGURES, "travel")}
    sizes |= {
        "spring_deck": len(opening.before["spring_deck"]),
        "coins": sum(value * copies for value, copies in coins.values()),
        "markers": game.sets["marker"].components[0].copies,
        "druids": sizes["seat1.druids"],
    }
    rules = HengeRules(
        ruled=ruled,
        board=board,
        cards=read_cards(game),
        mat=read_mat(game),
        sizes=sizes,
        cash=sum(coins[coin][0] for coin in purse),
        colours=game.seat_colours[: configuration.total],
    )
    check_effects(rules)
    return HengeTable(_frame(game, configuration, rules), rules, plan, opening)


def _frame(game: Game, configuration: Configuration, rules: HengeRules) -> Frame:
    """The frame of a table: seats, piles, supplies."""
    people, sizes = configuration.players, rules.sizes
    supplies = {
        "coins": "dollars",
        "travel": "Free Travel tokens",
        "markers": "markers of one colour",
        "druids": "druids of one colour",
        **{one: game.sets[one].name.lower() for one in FIGURES},
    }
    return Frame(
        game=game.id,
        table=f"{people}+{configuration.bots}",
        seats=rules.colours,
        piles=tuple(PileSpec(name, sizes[name]) for name in PILES),
        supplies=tuple(SupplySpec(said, sizes[one], one) for one, said in supplies.items()),
        cards=rules.cards.ids,
        bots=tuple(range(people, configuration.total)),
        turn_cap=TURN_CAP,
        choice_cap=40000,
    )
