"""Battle of the Gods: a table made ready, its games from first turn to last, and its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.battle_of_the_gods import actions as scoring
from validator.games.battle_of_the_gods.actions import (
    DRAW_PILE,
    FOLLOWERS,
    FREE,
    BattleAction,
    BattleMenu,
    BattleParts,
    BattleRules,
    BattleState,
    BattleTarget,
    Discards,
    PlaceFollower,
    PlaceFollowerAnywhere,
    PlaceGod,
    PlaceGodAnywhere,
    Smite,
    Space,
    Strike,
    actions,
    clan_points,
    switches,
)
from validator.games.battle_of_the_gods.actions import scores as points_of
from validator.games.battle_of_the_gods.rulings import BattleRulings
from validator.games.stonehenge import BoxCards, Opening, Ring, open_table, read_cards, read_ring
from validator.play.match import Deck, Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams


def census(state: BattleState) -> dict[str, list[str]]:
    """Every zone with its pieces; followers of both kinds are equal (BG-COMP-01)."""
    ids = state.rules.cards.ids
    zones = {
        "draw_pile": [ids[card] for card in state.deck.cards],
        "discard": [ids[card] for card in state.deck.discards],
        "box": [],
    }
    for seat, colour in enumerate(state.rules.seats):
        name = f"seat{seat + 1}"
        zones[f"{name}.hand"] = [ids[card] for card in state.hands[seat]]
        zones[f"{name}.followers"] = [f"follower-{colour}"] * state.left[seat]
        zones[f"{name}.god"] = [] if state.god_at[seat] else [f"figure-{colour}"]
        zones["box"] += [f"follower-{colour}"] * state.fallen[seat]
    for space in range(1, len(state.owner)):
        seat = state.owner[space]
        if seat >= 0:
            kind = "figure" if state.god_at[seat] == space else "follower"
            zones[f"space.{space}"] = [f"{kind}-{state.rules.seats[seat]}"]
    return zones


def unseen(state: BattleState, seat: int) -> Unseen:
    """What lies face down before ``seat``."""
    hands = {f"seat{at + 1}.hand": hand for at, hand in enumerate(state.hands) if at != seat}
    return Unseen({"draw_pile": state.deck.cards, "discard": state.deck.discards, **hands})


def show(state: BattleState, cause: int, reason: str) -> str:
    """Ring, hands and scores: a letter for a follower, a capital for a god.

    In the last round, ``reason`` is what has caused the end and ``cause`` the seat that did.
    """
    letters = [colour[0] for colour in state.rules.seats]
    ring = "".join(
        "." if seat < 0 else letters[seat].upper() if state.god_at[seat] == space else letters[seat]
        for space, seat in enumerate(state.owner)
        if space
    )
    scores = points_of(state)
    names = state.rules.cards.names
    lines = [f"ring {ring}  draw pile {len(state.deck.cards)}"]
    for seat, colour in enumerate(state.rules.seats):
        hand = " ".join(names[card] for card in state.hands[seat])
        lines.append(
            f"{colour}: {scores[seat]} points, {state.left[seat]} left, hand {hand or '-'}"
        )
    if state.final:
        lines.append(f"last round: {reason} by {state.rules.seats[cause]}, who is last")
    return "\n".join(lines)


# Battle of the Gods: a sensible player, and one that empties a pile.
#
# The greedy player counts points: what an action adds to its own score and takes from others. It
# sees the board and its own hand only.


POINT = 10
"""Rating of one point."""
THRIFT = 12
"""What a trilithon card is worth kept in the hand."""
ANYWHERE: frozenset[type] = frozenset((PlaceFollowerAnywhere, PlaceGodAnywhere))
"""Actions that leave the space open."""


def rate(state: BattleState, seat: int, options: Sequence[Option]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    if isinstance(options, BattleParts):  # numbers that do nothing now go, the others are kept
        return options.sums([_worthless(state, card) for card in options.hand])
    anywhere = 0
    if not ANYWHERE.isdisjoint([type(option) for option in options]):
        anywhere = best_place(state, seat)
    return [worth(state, seat, option, anywhere) for option in options]


def worth(state: BattleState, seat: int, option: Option, anywhere: int) -> int:
    """What an option is worth; 0 for one that is nothing special.

    ``anywhere`` is what the best empty space is worth, if an option leaves the space open.
    """
    match option:
        case PlaceFollower(space=space) | Space(number=space):
            return place_value(state, seat, space)
        case PlaceGod(space=space):
            return place_value(state, seat, space) + shelter_value(state, seat, space)
        case Strike():
            return max(strike_value(state, seat, space) for space in option.targets(state, seat))
        case BattleTarget(number=space):
            return strike_value(state, seat, space)
        case Smite(space=space):
            return loss_value(state, seat, space) - THRIFT
        case PlaceFollowerAnywhere():
            return anywhere - THRIFT
        case PlaceGodAnywhere():
            return anywhere - THRIFT - POINT
        case _:
            return 0


def best_place(state: BattleState, seat: int) -> int:
    """What the best empty space is worth."""
    return max(place_value(state, seat, space) for space in state.free_spaces())


def place_value(state: BattleState, seat: int, space: int) -> int:
    """Points that a piece on ``space`` adds, and a little for what it may join or part."""
    spaces = state.rules.ring.spaces
    owner = state.owner
    before, after = space - 1 or spaces, space % spaces + 1
    near = 0
    if owner[before - 1 or spaces] == seat:
        near = 2
    if owner[after % spaces + 1] == seat:
        near += 2
    if FREE != owner[before] != seat:
        near += 3
    if FREE != owner[after] != seat:
        near += 3
    return worth_of_joining(state, seat, space) * POINT + near


def shelter_value(state: BattleState, seat: int, space: int) -> int:
    """What the god's protection is worth: much in a long clan, less than nothing alone."""
    left, right = lengths_beside(state, seat, space)
    return (left + right) * 8 - 15


def strike_value(state: BattleState, seat: int, space: int) -> int:
    """An own follower in place of an enemy's."""
    return place_value(state, seat, space) + loss_value(state, seat, space)


def loss_value(state: BattleState, seat: int, space: int) -> int:
    """What the holder of ``space`` loses, shared among the rivals of ``seat``."""
    loss = worth_of_joining(state, state.owner[space], space)
    if state.rules.ruled.kills_score:
        return loss * POINT // max(len(state.hands) - 1, 1) + POINT
    return loss * POINT // max(len(state.hands) - 1, 1)


def worth_of_joining(state: BattleState, seat: int, space: int) -> int:
    """Points that a follower on ``space`` is worth to ``seat``, between what it joins."""
    left, right = lengths_beside(state, seat, space)
    return clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1


def lengths_beside(state: BattleState, seat: int, space: int) -> tuple[int, int]:
    """Pieces of clans of ``seat`` without a gap before ``space`` and after it."""
    spaces = state.rules.ring.spaces
    owner = state.in_clans(seat)
    left = right = 0
    at = space - 1 or spaces  # Ring.before and Ring.after, written out: this is where time goes
    while owner[at] == seat and left < spaces:
        left += 1
        at = at - 1 or spaces
    at = space % spaces + 1
    while owner[at] == seat and right < spaces:
        right += 1
        at = at % spaces + 1
    return left, right


def _worthless(state: BattleState, card: int) -> int:
    """Positive for a card that cannot be used."""
    number = state.rules.cards.number[card]
    if number == 0:
        return POINT if state.final else -POINT
    if state.owner[number] < 0:
        return -1
    return 2


def drain(state: BattleState, pile: str, seat: int, options: Sequence[Option]) -> list[int]:
    """How many cards, or followers of the seat, an option uses up."""
    of_followers = state.frame.piles[FOLLOWERS].id == pile
    return [_drain(state, of_followers, seat, option) for option in options]


def _drain(state: BattleState, of_followers: bool, seat: int, option: Option) -> int:
    """What one option uses up; to place followers, the draw pile must last."""
    if isinstance(option, Discards):
        return -len(option.cards) if of_followers else len(option.cards)
    if not isinstance(option, BattleAction):
        return 0
    return int(option.places_follower) if of_followers else option.uses(state, seat)


@dataclass(frozen=True, slots=True)
class LastRound:
    """What has caused the end: everybody has one last turn (BG-END-04)."""

    reason: str

    def say(self) -> str:
        """The cause in a few words."""
        return f"{self.reason}, the last round begins"


class BattleMatch(BattleState):
    """The course of a game.

    ``seat`` is next, -1 when everybody has had the last turn; ``reason`` is what caused the end,
    on the turn of ``cause``.
    """

    __slots__ = ("cause", "menu", "reason", "seat")

    def __init__(
        self,
        rules: BattleRules,
        menu: BattleMenu,
        frame: Frame,
        deck: Deck,
        hands: list[list[int]],
        left: list[int],
    ) -> None:
        super().__init__(rules, frame, deck, hands, left)
        self.menu = menu
        self.seat = 0
        self.cause = -1
        self.reason = ""

    def copy(self) -> BattleMatch:
        """The same game, to be played on apart."""
        deck = self.deck.copy(self.deck.rng.copy(), self.tally.copy())
        hands = [hand.copy() for hand in self.hands]
        other = BattleMatch(self.rules, self.menu, self.frame, deck, hands, self.left.copy())
        other.take_over(self)
        other.seat, other.cause, other.reason = self.seat, self.cause, self.reason
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Clockwise turns until the end is caused, then one last turn each (BG-SETUP-05)."""
        while self.seat >= 0:
            seat = self.seat
            ask.turn(seat)
            self.take_turn(ask, seat)
            self.end_turn(ask, seat)
        scores = self.scores()
        return Outcome(scoring.winners(self, scores), tuple(scores), self.reason)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """One action (BG-ACT-01 to BG-ACT-08), then the hand is filled again (BG-ACT-12)."""
        action = ask.choose(seat, "action", actions(self.menu, self, seat))
        action.carry_out(self.menu, self, ask, seat)
        self.refill(seat)

    def end_turn(self, ask: Ask, seat: int) -> None:
        """Pass the turn on; has this one caused the end?"""
        if not self.final:
            self.reason = self.cause_of_end(seat)
            if self.reason:
                self.final = True
                self.cause = seat
                ask.tell(seat, "end", LastRound(self.reason))
        elif seat == self.cause:  # BG-END-04: the player who caused the end is last
            self.seat = -1
            return
        self.seat = (seat + 1) % len(self.hands)

    def cause_of_end(self, seat: int) -> str:
        """What has ended the game on the turn of ``seat``, or an empty text."""
        if not self.deck.cards if self.rules.ruled.ends_on_last_card else self.short:
            return "draw pile exhausted"  # BG-END-01, X-BG-04; never reshuffled (BG-END-06)
        if self.left[seat] == 0:
            return "last follower placed"  # BG-END-02
        if self.free == 0:
            return "all spaces claimed"  # BG-END-03
        return ""

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        return scoring.scores(self)

    def account(self) -> list[str]:
        """The points of each seat, item by item."""
        return scoring.account(self)

    def levels(self) -> list[int]:
        """Cards of the draw pile; followers of the seat that has fewest."""
        return [len(self.deck.cards), min(self.left)]

    def used(self) -> list[int]:
        """Most followers that one player has placed."""
        return [self.frame.supplies[0].box - min(self.left)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """The draw pile, the discards (BG-SETUP-04), the hands of the others."""
        return [unseen(self, seat)]

    def renew_luck(self, streams: Streams) -> None:
        """There is none: the draw pile is never shuffled again (BG-END-06)."""

    def show(self) -> str:
        """The position in a few lines."""
        return show(self, self.cause, self.reason)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return drain(self, pile, seat, options)


@dataclass(frozen=True, slots=True)
class BattleTable:
    """A table of 2 to 4 gods (BG-META-01), ready to deal."""

    frame: Frame
    rules: BattleRules
    menu: BattleMenu
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
            _prove_followers(self, pile),
        )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> BattleTable:
    """Read the cards, the ring and the set-up of this table from the catalogue."""
    cards = read_cards(game)
    ring = read_ring(game)
    opening = open_table(game, configuration, rulings)
    pool = opening.pool(cards, "draw_pile")
    followers = opening.counts("followers")
    hand = max(opening.counts("hand"))
    rules = BattleRules(
        cards=cards,
        ring=ring,
        seats=opening.colours,
        hand=hand,
        reach=tuple(reach(ring, space) for space in range(ring.spaces + 1)),
        ruled=switches(read_rulings(BattleRulings, rulings)),
    )
    return BattleTable(
        frame=_frame(game, configuration, cards, opening, followers),
        rules=rules,
        menu=BattleMenu(rules),
        pool=pool,
        hand=hand,
        followers=followers,
    )


def _frame(
    game: Game,
    configuration: Configuration,
    cards: BoxCards,
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


def _prove_followers(table: BattleTable, pile: int) -> Bound:
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
