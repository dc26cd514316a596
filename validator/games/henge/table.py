"""A table of Henge made ready: data read, set-up worked out, games dealt from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import assert_never

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
from validator.catalogue.seats import component_id
from validator.compiler.setup import CompiledSetup, SetupRun, compile_setup
from validator.findings import UnplayableError
from validator.games.henge.benefits import ACTION_NAMES, LEVEL_TRACKS
from validator.games.henge.codes import (
    FIGURES,
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
from validator.games.henge.match import HengeMatch
from validator.games.henge.moves import Rondel
from validator.games.henge.printed import (
    CARD_SETS,
    HengeCards,
    Mat,
    read_board,
    read_cards,
    read_mat,
)
from validator.games.henge.proofs import bounds
from validator.games.henge.rulings import HengeRulings
from validator.games.henge.state import (
    DISTINCT,
    DRUID_FILTERS,
    MEASURES,
    STONE_FILTERS,
    HengeCounts,
    HengeRules,
    Player,
)
from validator.games.stonehenge import whole
from validator.play.match import Deck, Tally
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams
from validator.setup.deal import run_with_seed

SETS = (*CARD_SETS, *FIGURES, "board", "mat", "coin", "druid", "marker", "travel")
GAINS = ("coin", "travel", "bonus", "reward-a", "reward-b")
TRACKS = (*LEVEL_TRACKS, "transport-track", "luck-track", "privilege-track")
AREAS = ("adjacent", "remote", "any-area")
WAIVERS = ("stone-size", "carving-duty", "area-match", "transit")
MORE = ("place druid", "buy stone", "hold stone", "move free-step")


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


def unknown(effect: Effect) -> list[tuple[str, tuple[str, ...]]]:
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


def _word(word: str, known: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [] if word in known else [(word, known)]


def _inner(effects: tuple[Effect, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [found for effect in effects for found in unknown(effect)]


def _condition(condition: EffectCondition | None) -> list[tuple[str, tuple[str, ...]]]:
    return [] if condition is None else _count(condition.count)


def _count(count: Count | None) -> list[tuple[str, tuple[str, ...]]]:
    if count is None:
        return []
    filters = {"installed": tuple(STONE_FILTERS), "druid": DRUID_FILTERS}.get(count.of, ())
    found = _word(count.of, tuple(MEASURES))
    for item in count.where:
        found += _word(item.field, filters)
    if count.distinct is not None:
        found += _word(count.distinct, DISTINCT.get(count.of, ()))
    return found


TURN_CAP = 1500
"""Turns after which a game is stopped."""


@dataclass(frozen=True, slots=True)
class HengeTable:
    """A table of people and bots, ready to deal by ``plan``: the set-up script to its choices."""

    frame: Frame
    rules: HengeRules
    rondel: Rondel
    plan: CompiledSetup
    opening: SetupRun

    def pile(self, zones: Mapping[str, Sequence[str]], zone: str) -> list[int]:
        """The cards of a zone, by number."""
        ids = (component_id(piece) for piece in zones.get(zone, ()))
        return [self.rules.cards.numbers[one] for one in ids if one in self.rules.cards.numbers]

    def deal(self, streams: Streams, tally: Tally) -> HengeMatch:
        """Set up one game by the script; the match asks for what is chosen there."""
        match = HengeMatch(self.rules, self.rondel, tally)
        match.order = self.turn_order(streams)
        zones = self.plan.run(streams).zones

        def pile(zone: str) -> list[int]:
            return self.pile(zones, zone)

        def deck(number: int, renews: bool = False) -> Deck:
            rng, name = streams.rng(f"{PILES[number]} again"), match.cards.ids.__getitem__
            return Deck(pile(PILES[number]), rng, tally, number, renews, name=name)

        renews = match.ruled.empty_decks == "reshuffle"
        match.hengebots = deck(P_BOTS, renews=True)  # HEN-BSET-05, HEN-BOT-06
        match.stone_deck = deck(P_STONES)  # HEN-FSET-01 to HEN-FSET-03, HEN-PSET-03
        match.quarry = pile("quarry")
        match.luck_deck = deck(P_LUCK, renews)  # HEN-FSET-04 to HEN-FSET-06
        match.rewards = (deck(P_REWARD_A), deck(P_REWARD_B))
        match.pools = (pile("reward_pool_a"), pile("reward_pool_b"))
        match.eog_deck = deck(P_EOG, renews)  # HEN-FSET-07 to HEN-FSET-11
        side = "45" if "rondel_45" in self.plan.zones else "3"
        names = [f"rondel_{side}.{one}" for one in match.board.steps]
        steps = [at for at, name in enumerate(names) if zones.get(name)]
        match.pawn = steps[0] if steps else 0  # HEN-PSET-06
        match.local = match.board.step_area[match.pawn]
        for seat in range(len(self.rules.colours)):
            starters, offer = pile(f"seat{seat + 1}.starter"), pile(f"seat{seat + 1}.spring_offer")
            match.players.append(self.seat_player(match, seat, starters))
            match.offers[seat] = offer
            for card in offer:
                tally.drew(card)
        boxed, upgrades = sorted(pile("box")), match.cards.upgrades
        match.upgrades = [card for card in boxed if card in upgrades]
        match.box += [card for card in boxed if card not in upgrades]
        match.box += pile("spring_deck")  # HEN-FSET-10
        tally.level(P_SPRING, len(pile("spring_deck")))
        tally.level(P_COINS, match.bank)
        tally.level(P_TRAVEL, match.travel)
        return match

    def seat_player(self, match: HengeMatch, seat: int, starters: Sequence[int]) -> Player:
        """A seat with its pieces (HEN-PSET-07, HEN-BSET-02), what only people get (HEN-BSET-04).

        And a Starter Stone each (HEN-PSET-01 to HEN-PSET-06); a bot's is laid away (X-HEN-12).
        """
        counts, areas = self.rules.counts, len(self.rules.board.areas)
        player = Player(seat, seat in self.frame.bots, counts.druids, [0] * areas, [-1] * areas)
        if player.bot:
            match.box += starters
            return player
        player.cash, player.travel, player.markers = counts.cash, counts.travel, counts.markers
        match.bank -= counts.cash
        match.travel -= counts.travel
        for card in starters:
            player.take_stone(card, match.stones[card].steps)
            match.tally.drew(card)
        match.tally.level(P_MARKERS, player.markers)
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
    cards, mat = read_cards(game), read_mat(game)
    check_effects(cards, mat)
    certain = tuple(takewhile(lambda step: step.verb != "choose", game.setup.steps))
    dealt = replace(game, setup=replace(game.setup, steps=certain))
    plan = compile_setup(dealt, configuration, rulings)
    opening = run_with_seed(plan, 1, told=True)
    rules = HengeRules(
        ruled=ruled,
        board=read_board(game, configuration.options.get("side", "")),
        cards=cards,
        mat=mat,
        counts=_counts(game, opening.zones),
        colours=game.seat_colours[: configuration.total],
    )
    frame = _frame(game, configuration, rules, opening)
    return HengeTable(frame, rules, Rondel(rules.board), plan, opening)


def _counts(game: Game, after: Mapping[str, Sequence[str]]) -> HengeCounts:
    """Numbers of pieces, as the set-up script leaves them."""
    values = {coin.id: whole(coin.fields["value"]) for coin in game.sets["coin"].components}

    def pieces(zone: str) -> int:
        return len(after.get(zone, ()))

    return HengeCounts(
        cash=sum(values[component_id(piece)] for piece in after.get("seat1.coins", ())),
        travel=pieces("seat1.travel"),
        markers=pieces("seat1.markers") + pieces("seat1.transport"),
        druids=pieces("seat1.druids"),
        pool=(pieces("reward_pool_a"), pieces("reward_pool_b")),
        spring=pieces("seat1.spring_offer"),
        dollars=sum(values[one.id] * one.copies for one in game.sets["coin"].components),
        travel_box=game.sets["travel"].count,
        markers_box=game.sets["marker"].components[0].copies,
        figures=tuple(game.sets[name].count for name in FIGURES),
    )


def _frame(
    game: Game,
    configuration: Configuration,
    rules: HengeRules,
    opening: SetupRun,
) -> Frame:
    """The frame of a table: seats, piles, supplies."""
    counts, people = rules.counts, configuration.players
    sizes = {
        **{name: len(opening.zones.get(name, ())) for name in PILES},
        "spring_deck": len(opening.before["spring_deck"]),
        "coins": counts.dollars,
        "travel": counts.travel_box,
        "markers": counts.markers_box,
        "druids": counts.druids,
        **dict(zip(FIGURES, counts.figures, strict=True)),
    }
    return Frame(
        game=game.id,
        table=f"{people}+{configuration.bots}",
        seats=rules.colours,
        piles=tuple(PileSpec(name, sizes[name]) for name in PILES),
        supplies=(
            SupplySpec("dollars", counts.dollars, "coins"),
            SupplySpec("Free Travel tokens", counts.travel_box, "travel"),
            SupplySpec("markers of one colour", counts.markers_box, "markers"),
            SupplySpec("druids of one colour", counts.druids, "druids"),
            *[SupplySpec(game.sets[one].name.lower(), sizes[one], one) for one in FIGURES],
        ),
        cards=rules.cards.ids,
        bots=tuple(range(people, configuration.total)),
        turn_cap=TURN_CAP,
        choice_cap=40000,
    )
