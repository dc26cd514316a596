"""Battle of the Gods: what is fixed before the first turn, and what arithmetic proves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.battle_of_the_gods.actions import Menu
from validator.games.battle_of_the_gods.match import BattleMatch
from validator.games.battle_of_the_gods.rules import DRAW_PILE, FOLLOWERS, Rules, switches
from validator.games.battle_of_the_gods.rulings import Rulings
from validator.games.opening import Opening, open_table
from validator.games.stonehenge import Cards, Ring, read_cards, read_ring
from validator.play.deck import Deck
from validator.play.declared_rulings import read_rulings
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.tally import Tally
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class Table:
    """A table of 2 to 4 gods (BG-META-01), ready to deal."""

    frame: Frame
    rules: Rules
    menu: Menu
    pool: tuple[int, ...]
    hand: int
    followers: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> BattleMatch:
        """Shuffle, deal each seat its hand; the rest is the draw pile (BG-SETUP-02, -03)."""
        rng = streams.rng("setup")
        cards = list(self.pool)
        rng.shuffle(cards, self.rules.cards.ids.__getitem__)
        hands: list[list[int]] = []
        for _ in self.frame.seats:
            hand = [cards.pop() for _ in range(min(self.hand, len(cards)))]
            for card in hand:
                tally.drew(card)
            hands.append(hand)
        deck = Deck(cards, rng, tally, DRAW_PILE)
        return BattleMatch(self.rules, self.menu, self.frame, deck, hands, list(self.followers))

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of the draw pile and of one player's followers."""
        pile = self.frame.piles[DRAW_PILE].size
        hand = self.hand
        turns = -(-pile // max(hand, 1))
        drained = f"{pile} cards, a hand of {hand} discarded every turn: empty after {turns} turns"
        return (
            Bound("draw_pile", pile > 0, drained),
            _bound_of_followers(self, pile),
        )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read the cards, the ring and the set-up of this table from the catalogue."""
    cards = read_cards(game)
    ring = read_ring(game)
    opening = open_table(game, configuration, rulings)
    pool = opening.pool(cards, "draw_pile")
    followers = opening.counts("followers")
    hand = max(opening.counts("hand"))
    rules = Rules(
        cards=cards,
        ring=ring,
        seats=opening.colours,
        hand=hand,
        reach=tuple(reach(ring, space) for space in range(ring.spaces + 1)),
        ruled=switches(read_rulings(Rulings, rulings)),
    )
    return Table(
        frame=_frame(game, configuration, cards, opening, followers),
        rules=rules,
        menu=Menu(rules),
        pool=pool,
        hand=hand,
        followers=followers,
    )


def _frame(
    game: Game,
    configuration: Configuration,
    cards: Cards,
    opening: Opening,
    followers: tuple[int, ...],
) -> Frame:
    """The frame of a table."""
    sizes = {DRAW_PILE: opening.count("draw_pile"), FOLLOWERS: min(followers)}
    return Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=opening.colours,
        piles=tuple(PileSpec(pile.id, sizes[at]) for at, pile in enumerate(game.piles)),
        supplies=(SupplySpec("followers of one player", max(followers), game.piles[FOLLOWERS].id),),
        cards=cards.ids,
        names=cards.names,
        turn_cap=1000,
    )


def reach(ring: Ring, base: int) -> tuple[int, ...]:
    """Spaces that a strike from ``base`` reaches: the quadrants opposite its own.

    BG-DEF-02 to BG-DEF-04; a base on a fold has two quadrants and reaches two (BG-ACT-05).
    """
    half = len(ring.quadrants) // 2
    found: list[int] = []
    for at, (first, last) in enumerate(ring.quadrants):
        if first <= base <= last:
            low, high = ring.quadrants[(at + half) % len(ring.quadrants)]
            found += [space for space in range(low, high + 1) if space not in found]
    return tuple(sorted(found))


def _bound_of_followers(table: Table, pile: int) -> Bound:
    """Can one player place every follower before the draw pile ends the game (X-BG-03)?"""
    seats = len(table.frame.seats)
    followers = table.frame.piles[FOLLOWERS].size
    last = (followers - 1) * seats + 1
    if table.rules.ruled.may_discard_none:
        why = "a discard of no card draws none, so the draw pile need not end the game"
        return Bound("followers", True, why)
    most = -(-pile // seats) + 1
    why = (
        f"the first seat places its follower {followers} on turn {last}; {pile} cards last at most "
        f"{pile} turns, so one player has at most {most} turns with the last one"
    )
    return Bound("followers", most >= followers, why)
