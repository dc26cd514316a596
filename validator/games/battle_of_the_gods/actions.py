"""Battle of the Gods: the state between two turns, the actions of a turn, and the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, overload

from validator.games.battle_of_the_gods.rulings import (
    BareStrike,
    BattleBase,
    BattleRulings,
    BattleTie,
    EmptyDiscard,
    Exhausted,
    GodInClan,
    GodsDuty,
    Kills,
    LastTrilithons,
    Removal,
)
from validator.games.stonehenge import BoxCards, Ring
from validator.play.match import Deck, Tally
from validator.play.rules import Ask, Frame

DRAW_PILE = 0
FOLLOWERS = 1
"""Indexes of the piles."""

BEST_CLAN = 25
"""Points of the largest clans (BG-SCORE-02)."""


@dataclass(frozen=True, slots=True)
class BattleSwitches:
    """The rulings in force as a game asks for them, each named after what is true."""

    god_must_come: bool
    kills_score: bool
    ends_on_last_card: bool
    clan_breaks_tie: bool
    god_in_clan: bool
    god_is_base: bool
    may_discard_none: bool
    may_only_remove: bool
    wild_to_the_end: bool
    removed_go_back: bool


def switches(rulings: BattleRulings) -> BattleSwitches:
    """Decide once a table what every turn asks.

    The base of a strike is in a clan (BG-ACT-04), so a god that is in none (X-BG-06) is no base.
    """
    in_clan = rulings.god_in_clan is GodInClan.MEMBER
    return BattleSwitches(
        god_must_come=rulings.gods_duty is GodsDuty.DUTY,
        kills_score=rulings.kills is Kills.ELIMINATIONS,
        ends_on_last_card=rulings.exhausted is Exhausted.LAST_CARD,
        clan_breaks_tie=rulings.tie is BattleTie.LARGEST_CLAN,
        god_in_clan=in_clan,
        god_is_base=in_clan and rulings.base is BattleBase.GOD_TOO,
        may_discard_none=rulings.empty_discard is EmptyDiscard.ZERO_ALLOWED,
        may_only_remove=rulings.bare_strike is BareStrike.REMOVE_ONLY,
        wild_to_the_end=rulings.last_trilithons is LastTrilithons.PLAYABLE,
        removed_go_back=rulings.removal is Removal.OWNER,
    )


@dataclass(frozen=True, slots=True)
class BattleRules:
    """Cards, ring and rulings; ``reach[space]`` is what a strike from there can hit."""

    cards: BoxCards
    ring: Ring
    seats: tuple[str, ...]
    hand: int
    reach: tuple[tuple[int, ...], ...]
    ruled: BattleSwitches


def clan_points(size: int) -> int:
    """Points for a clan of ``size``: 1, 4, 9, 16 for 2 to 5, 25 for 6 or more (BG-SCORE-02).

    One player's 21 pieces are worth 100 points at most, in clans of 6, 6, 6 and 3 (BG-SCORE-06).
    """
    return min((size - 1) * (size - 1), BEST_CLAN) if size > 1 else 0


FREE = -1


class BattleState:
    """All that lives on from turn to turn; spaces count from 1 (``owner[0]`` is unused).

    ``owner`` is a seat or FREE, ``soft`` the seat whose unprotected follower stands there or
    FREE, ``god_at`` the space of a god or 0, ``left`` the followers in front of each seat,
    ``fallen`` those out of the game, ``kills`` the eliminations each seat made. ``short`` tells
    that a hand could not be filled, ``final`` that the last round is played.
    """

    __slots__ = (
        "deck",
        "fallen",
        "final",
        "frame",
        "free",
        "god_at",
        "hands",
        "kills",
        "left",
        "owner",
        "rules",
        "short",
        "soft",
        "tally",
    )

    def __init__(
        self, rules: BattleRules, frame: Frame, deck: Deck, hands: list[list[int]], left: list[int]
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.deck = deck
        self.hands = hands
        self.left = left
        self.tally: Tally = deck.tally
        self.owner = [FREE] * (rules.ring.spaces + 1)
        self.soft = [FREE] * (rules.ring.spaces + 1)
        self.free = rules.ring.spaces
        self.god_at = [0] * len(hands)
        self.fallen = [0] * len(hands)
        self.kills = [0] * len(hands)
        self.final = False
        self.short = False

    def take_over(self, other: BattleState) -> None:
        """Stand as ``other`` does, apart from it (deck, hands and followers are there already)."""
        self.owner = other.owner.copy()
        self.soft = other.soft.copy()
        self.free = other.free
        self.god_at = other.god_at.copy()
        self.fallen = other.fallen.copy()
        self.kills = other.kills.copy()
        self.final = other.final
        self.short = other.short

    # --- definitions ------------------------------------------------------------------

    def free_spaces(self) -> list[int]:
        """The spaces nobody holds."""
        owner = self.owner
        return [space for space in range(1, len(owner)) if owner[space] == FREE]

    def in_clans(self, seat: int) -> list[int]:
        """``owner`` as far as it counts in clans of ``seat`` (BG-DEF-01); not to be changed.

        X-BG-06 may leave the god out; it then parts the followers on both sides of it.
        """
        if self.rules.ruled.god_in_clan or not self.god_at[seat]:
            return self.owner
        owner = self.owner.copy()
        owner[self.god_at[seat]] = FREE
        return owner

    def protect(self, seat: int) -> None:
        """Everything joined to the god is protected, now and as it grows (BG-DEF-05, -06)."""
        ring = self.rules.ring
        god = self.god_at[seat]
        space = ring.after(god)
        while self.owner[space] == seat and space != god:
            self.soft[space] = FREE
            space = ring.after(space)
        space = ring.before(god)
        while self.owner[space] == seat and space != god:
            self.soft[space] = FREE
            space = ring.before(space)

    # --- pieces -----------------------------------------------------------------------

    def place_follower(self, seat: int, space: int) -> None:
        """Put a follower of ``seat`` on an empty space."""
        self.owner[space] = seat
        self.free -= 1
        self.left[seat] -= 1
        self.tally.level(FOLLOWERS, self.left[seat])
        self.soft[space] = seat
        if self.god_at[seat]:
            self.protect(seat)

    def place_god(self, seat: int, space: int) -> None:
        """Put the god of ``seat`` on an empty space."""
        self.owner[space] = seat
        self.free -= 1
        self.god_at[seat] = space
        self.protect(seat)

    def eliminate(self, seat: int, space: int, to: list[int]) -> None:
        """A follower goes by the hand of ``seat`` to those of its owner in ``to``.

        These are ``fallen``, out of the game (BG-ACT-10), or ``left`` by X-BG-13.
        """
        to[self.owner[space]] += 1
        self.kills[seat] += 1
        self.owner[space] = FREE
        self.soft[space] = FREE
        self.free += 1

    # --- cards ------------------------------------------------------------------------

    def spend(self, seat: int, card: int) -> None:
        """A played card goes to the discards (BG-ACT-11)."""
        self.hands[seat].remove(card)
        self.tally.plays(card)
        self.deck.discards.append(card)

    def discard(self, seat: int, chosen: Sequence[int]) -> None:
        """The chosen cards go to the discards, unseen (BG-SETUP-04)."""
        self.deck.discards += chosen
        self.hands[seat] = [card for card in self.hands[seat] if card not in chosen]

    def refill(self, seat: int) -> None:
        """Draw up to the hand of the set-up, or what is there (BG-ACT-12, X-BG-04)."""
        hand = self.hands[seat]
        while len(hand) < self.rules.hand:
            card = self.deck.draw()
            if card < 0:
                self.short = True
                return
            self.tally.drew(card)
            hand.append(card)


# Battle of the Gods: the actions of a turn, in the order of the rulebook (BG-ACT-01 to -14).
#
# Each action says when it may be taken, what it does and how it is told. A number card acts on its
# own space: what may be done there depends on who stands on it. To add an action, write its class
# and name it in the menu at the end.


class BattleAction:
    """One thing to do in a turn, made once a table; by itself it does nothing."""

    __slots__ = ()

    brings_god: ClassVar[bool] = False
    places_follower: ClassVar[bool] = False

    def uses(self, state: BattleState, seat: int) -> int:
        """Cards that leave the hand, at most."""
        return 0

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for what it leaves open."""

    def say(self) -> str:
        """The action in a few words."""
        return "nothing"


@dataclass(frozen=True, slots=True)
class Nothing(BattleAction):
    """What is left where a player has no card and no other choice."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space to put a piece on."""

    number: int

    def say(self) -> str:
        """The space in a few words."""
        return f"on space {self.number}"


@dataclass(frozen=True, slots=True)
class BattleTarget:
    """A space to strike at."""

    number: int

    def say(self) -> str:
        """The space in a few words."""
        return f"on space {self.number}"


@dataclass(frozen=True, slots=True)
class Discards:
    """Cards to give up together; ``names`` are those of all cards."""

    cards: tuple[int, ...]
    names: tuple[str, ...]

    def say(self) -> str:
        """The cards in a few words."""
        return " ".join(self.names[card] for card in self.cards) or "no card"


class BattleParts(Sequence[Discards]):
    """Every part of a hand, each made when it is asked for.

    Bit ``n`` of a part's number (from ``first`` on: 1 leaves out the empty part) tells whether
    card ``n`` of the hand is in it.
    """

    __slots__ = ("first", "hand", "names")

    def __init__(self, hand: Sequence[int], names: tuple[str, ...], first: int) -> None:
        self.hand = hand
        self.names = names
        self.first = first

    def __len__(self) -> int:
        return (1 << len(self.hand)) - self.first

    @overload
    def __getitem__(self, at: int) -> Discards: ...
    @overload
    def __getitem__(self, at: slice) -> list[Discards]: ...
    def __getitem__(self, at: int | slice) -> Discards | list[Discards]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        bits = at + self.first
        cards = tuple(card for place, card in enumerate(self.hand) if bits >> place & 1)
        return Discards(cards, self.names)

    def sums(self, worth: Sequence[int]) -> list[int]:
        """The sum of each part, where card ``n`` of the hand is worth ``worth[n]``."""
        found = [0]
        for one in worth:
            found += [one + rest for rest in found]
        return found[self.first :]


@dataclass(frozen=True, slots=True)
class BattlePlayed(BattleAction):
    """An action by one card: its number, its space (0 for a trilithon card) and its name."""

    card: int
    space: int
    name: str

    def uses(self, state: BattleState, seat: int) -> int:
        """One card leaves the hand."""
        return 1


class PlaceFollower(BattlePlayed):
    """A number card puts a follower on its empty space (BG-ACT-01)."""

    __slots__ = ()
    places_follower = True

    @staticmethod
    def may(state: BattleState, seat: int) -> bool:
        """It takes a follower in front of the player."""
        return state.left[seat] > 0

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Place it."""
        state.spend(seat, self.card)
        state.place_follower(seat, self.space)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a follower with {self.name}"


class PlaceGod(BattlePlayed):
    """A number card puts the god on its empty space (BG-ACT-02)."""

    __slots__ = ()
    brings_god = True

    @staticmethod
    def may(state: BattleState, seat: int) -> bool:
        """The god comes once."""
        return state.god_at[seat] == 0

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Place it."""
        state.spend(seat, self.card)
        state.place_god(seat, self.space)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a god with {self.name}"


class PlaceFollowerAnywhere(BattlePlayed):
    """A trilithon card puts a follower on any empty space (BG-ACT-03)."""

    __slots__ = ()
    places_follower = True

    @staticmethod
    def may(state: BattleState, seat: int) -> bool:
        """It takes a follower and an empty space."""
        return state.free > 0 and state.left[seat] > 0

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Ask for the space and place it."""
        space = ask.choose(seat, "space", menu.spaces_of(state.free_spaces()))
        state.spend(seat, self.card)
        state.place_follower(seat, space.number)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a follower with {self.name} on any space"


class PlaceGodAnywhere(BattlePlayed):
    """A trilithon card puts the god on any empty space (BG-ACT-03)."""

    __slots__ = ()
    brings_god = True

    @staticmethod
    def may(state: BattleState, seat: int) -> bool:
        """The god comes once, and needs an empty space."""
        return state.free > 0 and state.god_at[seat] == 0

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Ask for the space and place it."""
        space = ask.choose(seat, "space", menu.spaces_of(state.free_spaces()))
        state.spend(seat, self.card)
        state.place_god(seat, space.number)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a god with {self.name} on any space"


class Strike(BattlePlayed):
    """The card of an own follower in a clan removes an enemy in the opposite quadrant.

    An own follower takes its place (BG-ACT-04, -05, -06).
    """

    __slots__ = ()
    places_follower = True

    def may(self, state: BattleState, seat: int) -> bool:
        """The card's space is a base, there is somebody to hit, and a follower to put there.

        X-BG-08 lets one remove without a follower left (BG-ACT-14).
        """
        if not state.left[seat] and not state.rules.ruled.may_only_remove:
            return False
        return self.is_base(state, seat) and bool(self.targets(state, seat))

    def is_base(self, state: BattleState, seat: int) -> bool:
        """The own piece there is in a clan, and no god unless X-BG-12 allows it (BG-ACT-13)."""
        rules = state.rules
        if state.god_at[seat] == self.space and not rules.ruled.god_is_base:
            return False
        ring = rules.ring
        owner = state.in_clans(seat)
        return owner[ring.before(self.space)] == seat or owner[ring.after(self.space)] == seat

    def targets(self, state: BattleState, seat: int) -> list[int]:
        """Unprotected enemy followers in reach; a god never falls (BG-ACT-09)."""
        soft = state.soft
        return [
            space
            for space in state.rules.reach[self.space]
            if soft[space] >= 0 and soft[space] != seat
        ]

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Ask for the target, remove it, and put an own follower there if one is left."""
        targets = [menu.targets[space] for space in self.targets(state, seat)]
        space = ask.choose(seat, "strike", targets).number
        state.spend(seat, self.card)
        state.eliminate(seat, space, state.fallen)
        if state.left[seat]:
            state.place_follower(seat, space)

    def say(self) -> str:
        """The action in a few words."""
        return f"strike with {self.name}"


@dataclass(frozen=True, slots=True)
class Smite(BattleAction):
    """A trilithon card and a number card remove an unprotected enemy on that number.

    From anywhere, and nobody takes its place (BG-ACT-07).
    """

    wild: int
    card: int
    space: int
    names: tuple[str, str]

    def may(self, state: BattleState) -> bool:
        """An enemy stands there whom no god protects (BG-ACT-09)."""
        return state.soft[self.space] >= 0

    def uses(self, state: BattleState, seat: int) -> int:
        """Two cards leave the hand."""
        return 2

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Remove it (X-BG-13)."""
        state.spend(seat, self.wild)
        state.spend(seat, self.card)
        back = state.rules.ruled.removed_go_back
        state.eliminate(seat, self.space, state.left if back else state.fallen)

    def say(self) -> str:
        """The action in a few words."""
        return f"remove a follower with {self.names[0]} and {self.names[1]}"


@dataclass(frozen=True, slots=True)
class BattleDiscard(BattleAction):
    """Any cards of the hand are given up (BG-ACT-08)."""

    @staticmethod
    def may(state: BattleState, seat: int) -> bool:
        """It takes a card, unless X-BG-07 lets one give up none."""
        return bool(state.hands[seat]) or state.rules.ruled.may_discard_none

    def uses(self, state: BattleState, seat: int) -> int:
        """The whole hand may go."""
        return len(state.hands[seat])

    def carry_out(self, menu: BattleMenu, state: BattleState, ask: Ask, seat: int) -> None:
        """Ask for the cards and give them up."""
        rules = state.rules
        first = 0 if rules.ruled.may_discard_none else 1
        parts = BattleParts(state.hands[seat], rules.cards.names, first)
        state.discard(seat, ask.choose(seat, "discard", parts).cards)

    def say(self) -> str:
        """The action in a few words."""
        return "discard"


class BattleMenu:
    """Every action and choice of a table, made once; lists are by card or by space.

    ``on_empty[a][b]`` are those of a number card whose space is empty, where a follower (a) or
    the god (b) may be placed.
    """

    __slots__ = (
        "discard",
        "nothing",
        "on_empty",
        "smites",
        "spaces",
        "strikes",
        "targets",
        "wild_followers",
        "wild_gods",
    )

    def __init__(self, rules: BattleRules) -> None:
        cards = rules.cards
        deck = range(len(cards.ids))
        by_card = [(card, cards.number[card], cards.names[card]) for card in deck]
        followers = [PlaceFollower(*one) for one in by_card]
        gods = [PlaceGod(*one) for one in by_card]
        none: list[tuple[BattleAction, ...]] = [()] * len(by_card)
        self.on_empty = (
            (none, [(god,) for god in gods]),
            ([(follower,) for follower in followers], list(zip(followers, gods, strict=True))),
        )
        self.wild_followers = [PlaceFollowerAnywhere(*one) for one in by_card]
        self.wild_gods = [PlaceGodAnywhere(*one) for one in by_card]
        self.strikes = [Strike(*one) for one in by_card]
        self.smites = {
            wild: [Smite(wild, *one[:2], (cards.names[wild], one[2])) for one in by_card]
            for wild in deck
            if cards.number[wild] == 0
        }
        self.discard = BattleDiscard()
        self.nothing = Nothing()
        self.spaces = [Space(number) for number in range(rules.ring.spaces + 1)]
        self.targets = [BattleTarget(number) for number in range(rules.ring.spaces + 1)]

    def spaces_of(self, numbers: Iterable[int]) -> list[Space]:
        """The choices that stand for spaces."""
        return [self.spaces[number] for number in numbers]


def actions(menu: BattleMenu, state: BattleState, seat: int) -> list[BattleAction]:
    """Every action open to ``seat``, card by card."""
    rules = state.rules
    number = rules.cards.number
    owner = state.owner
    on_empty = menu.on_empty[PlaceFollower.may(state, seat)][PlaceGod.may(state, seat)]
    wild = wild_card(state, seat)
    options: list[BattleAction] = []
    seen: list[int] = []
    for card in state.hands[seat]:
        space = number[card]
        if space == 0 or space in seen:
            continue  # day and night of a number do the same (BG-COMP-05)
        seen.append(space)
        holder = owner[space]
        if holder == FREE:
            options += on_empty[card]
        elif holder == seat:
            if menu.strikes[card].may(state, seat):
                options.append(menu.strikes[card])
        elif wild is not None and menu.smites[wild][card].may(state):
            options.append(menu.smites[wild][card])
    if wild is not None:
        if PlaceFollowerAnywhere.may(state, seat):
            options.append(menu.wild_followers[wild])
        if PlaceGodAnywhere.may(state, seat):
            options.append(menu.wild_gods[wild])
    if state.final and rules.ruled.god_must_come:  # BG-END-07, X-BG-01
        coming = [option for option in options if option.brings_god]
        if coming:
            return coming
    if BattleDiscard.may(state, seat):
        options.append(menu.discard)
    return options or [menu.nothing]


def wild_card(state: BattleState, seat: int) -> int | None:
    """The first trilithon card of the hand, if any; dead in the last round (BG-END-05)."""
    if state.final and not state.rules.ruled.wild_to_the_end:
        return None
    number = state.rules.cards.number
    for card in state.hands[seat]:
        if number[card] == 0:
            return card
    return None


@dataclass(frozen=True, slots=True)
class Clan:
    """Pieces of one player on consecutive spaces, from ``first`` clockwise to ``last``."""

    first: int
    last: int
    size: int

    def say(self) -> str:
        """The clan in a few words."""
        return f"clan of {self.size} on {self.first} to {self.last}"


def scores(state: BattleState) -> list[int]:
    """What each seat's pieces, clans and, by X-BG-02, eliminations are worth."""
    return [
        pieces(state, seat)
        + sum(clan_points(clan.size) for clan in clans(state, seat))
        + eliminations(state, seat)
        for seat in range(len(state.hands))
    ]


def account(state: BattleState) -> list[str]:
    """The points of each seat, item by item."""
    lines: list[str] = []
    for seat, (name, total) in enumerate(zip(state.rules.seats, scores(state), strict=True)):
        lines.append(f"{name}: pieces on the board: {pieces(state, seat)}")
        lines += [f"{name}: {clan.say()}: {clan_points(clan.size)}" for clan in clans(state, seat)]
        if state.rules.ruled.kills_score:
            lines.append(f"{name}: eliminated followers: {eliminations(state, seat)}")
        lines.append(f"{name}: {total} in all")
    return lines


def pieces(state: BattleState, seat: int) -> int:
    """A point for each follower and the god on the board, in a clan or alone (BG-SCORE-01)."""
    return state.owner.count(seat)


def eliminations(state: BattleState, seat: int) -> int:
    """No points for eliminations (BG-META-02, BG-SCORE-03), unless by X-BG-02."""
    return state.kills[seat] if state.rules.ruled.kills_score else 0


def clans(state: BattleState, seat: int) -> list[Clan]:
    """The clans of ``seat`` by their first space; one may pass from the last space to the first.

    A piece alone is no clan (BG-DEF-01).
    """
    ring = state.rules.ring
    owner = state.in_clans(seat)
    own = [space for space in range(1, len(owner)) if owner[space] == seat]
    if len(own) == ring.spaces:
        return [Clan(1, ring.spaces, ring.spaces)]
    found: list[Clan] = []
    for first in own:
        if owner[ring.before(first)] != seat and owner[ring.after(first)] == seat:
            size, last = 2, ring.after(first)
            while owner[ring.after(last)] == seat:
                size, last = size + 1, ring.after(last)
            found.append(Clan(first, last, size))
    return found


def winners(state: BattleState, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (BG-SCORE-04); ties by ruling X-BG-05 (BG-SCORE-05)."""
    best = max(points)
    first = [seat for seat, score in enumerate(points) if score == best]
    if len(first) > 1 and state.rules.ruled.clan_breaks_tie:
        sizes = [max((clan.size for clan in clans(state, seat)), default=0) for seat in first]
        first = [seat for seat, size in zip(first, sizes, strict=True) if size == max(sizes)]
    return tuple(first)
