"""Battle of the Gods: the actions of a turn, in the order of the rulebook (BG-ACT-01 to -14).

Each action says when it may be taken, what it does and how it is told. A number card acts on
its own space: what may be done there depends on who stands on it. To add an action, write
its class and name it in the menu at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, overload

from validator.games.battle_of_the_gods.rules import Rules
from validator.games.battle_of_the_gods.state import FREE, State
from validator.play.rules import Ask


class Action:
    """One thing to do in a turn, made once a table; by itself it does nothing."""

    __slots__ = ()

    brings_god: ClassVar[bool] = False
    places_follower: ClassVar[bool] = False

    def uses(self, state: State, seat: int) -> int:
        """Cards that leave the hand, at most."""
        return 0

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for what it leaves open."""

    def say(self) -> str:
        """The action in a few words."""
        return "nothing"


@dataclass(frozen=True, slots=True)
class Nothing(Action):
    """What is left where a player has no card and no other choice."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space to put a piece on."""

    number: int

    def say(self) -> str:
        """The space in a few words."""
        return f"on space {self.number}"


@dataclass(frozen=True, slots=True)
class Target:
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


class Parts(Sequence[Discards]):
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
class Played(Action):
    """An action by one card: its number, its space (0 for a trilithon card) and its name."""

    card: int
    space: int
    name: str

    def uses(self, state: State, seat: int) -> int:
        """One card leaves the hand."""
        return 1


class PlaceFollower(Played):
    """A number card puts a follower on its empty space (BG-ACT-01)."""

    __slots__ = ()
    places_follower = True

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """It takes a follower in front of the player."""
        return state.left[seat] > 0

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Place it."""
        state.spend(seat, self.card)
        state.place_follower(seat, self.space)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a follower with {self.name}"


class PlaceGod(Played):
    """A number card puts the god on its empty space (BG-ACT-02)."""

    __slots__ = ()
    brings_god = True

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """The god comes once."""
        return state.god_at[seat] == 0

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Place it."""
        state.spend(seat, self.card)
        state.place_god(seat, self.space)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a god with {self.name}"


class PlaceFollowerAnywhere(Played):
    """A trilithon card puts a follower on any empty space (BG-ACT-03)."""

    __slots__ = ()
    places_follower = True

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """It takes a follower and an empty space."""
        return state.free > 0 and state.left[seat] > 0

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Ask for the space and place it."""
        space = ask.choose(seat, "space", menu.spaces_of(state.free_spaces()))
        state.spend(seat, self.card)
        state.place_follower(seat, space.number)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a follower with {self.name} on any space"


class PlaceGodAnywhere(Played):
    """A trilithon card puts the god on any empty space (BG-ACT-03)."""

    __slots__ = ()
    brings_god = True

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """The god comes once, and needs an empty space."""
        return state.free > 0 and state.god_at[seat] == 0

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Ask for the space and place it."""
        space = ask.choose(seat, "space", menu.spaces_of(state.free_spaces()))
        state.spend(seat, self.card)
        state.place_god(seat, space.number)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a god with {self.name} on any space"


class Strike(Played):
    """The card of an own follower in a clan removes an enemy in the opposite quadrant.

    An own follower takes its place (BG-ACT-04, -05, -06).
    """

    __slots__ = ()
    places_follower = True

    def may(self, state: State, seat: int) -> bool:
        """The card's space is a base, there is somebody to hit, and a follower to put there.

        X-BG-08 lets one remove without a follower left (BG-ACT-14).
        """
        if not state.left[seat] and not state.rules.ruled.may_only_remove:
            return False
        return self.is_base(state, seat) and bool(self.targets(state, seat))

    def is_base(self, state: State, seat: int) -> bool:
        """The own piece there is in a clan, and no god unless X-BG-12 allows it (BG-ACT-13)."""
        rules = state.rules
        if state.god_at[seat] == self.space and not rules.ruled.god_is_base:
            return False
        ring = rules.ring
        owner = state.in_clans(seat)
        return owner[ring.before(self.space)] == seat or owner[ring.after(self.space)] == seat

    def targets(self, state: State, seat: int) -> list[int]:
        """Unprotected enemy followers in reach; a god never falls (BG-ACT-09)."""
        soft = state.soft
        return [
            space
            for space in state.rules.reach[self.space]
            if soft[space] >= 0 and soft[space] != seat
        ]

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
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
class Smite(Action):
    """A trilithon card and a number card remove an unprotected enemy on that number.

    From anywhere, and nobody takes its place (BG-ACT-07).
    """

    wild: int
    card: int
    space: int
    names: tuple[str, str]

    def may(self, state: State) -> bool:
        """An enemy stands there whom no god protects (BG-ACT-09)."""
        return state.soft[self.space] >= 0

    def uses(self, state: State, seat: int) -> int:
        """Two cards leave the hand."""
        return 2

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Remove it (X-BG-13)."""
        state.spend(seat, self.wild)
        state.spend(seat, self.card)
        back = state.rules.ruled.removed_go_back
        state.eliminate(seat, self.space, state.left if back else state.fallen)

    def say(self) -> str:
        """The action in a few words."""
        return f"remove a follower with {self.names[0]} and {self.names[1]}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Any cards of the hand are given up (BG-ACT-08)."""

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """It takes a card, unless X-BG-07 lets one give up none."""
        return bool(state.hands[seat]) or state.rules.ruled.may_discard_none

    def uses(self, state: State, seat: int) -> int:
        """The whole hand may go."""
        return len(state.hands[seat])

    def carry_out(self, menu: Menu, state: State, ask: Ask, seat: int) -> None:
        """Ask for the cards and give them up."""
        rules = state.rules
        first = 0 if rules.ruled.may_discard_none else 1
        parts = Parts(state.hands[seat], rules.cards.names, first)
        state.discard(seat, ask.choose(seat, "discard", parts).cards)

    def say(self) -> str:
        """The action in a few words."""
        return "discard"


class Menu:
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

    def __init__(self, rules: Rules) -> None:
        cards = rules.cards
        deck = range(len(cards.ids))
        by_card = [(card, cards.number[card], cards.names[card]) for card in deck]
        followers = [PlaceFollower(*one) for one in by_card]
        gods = [PlaceGod(*one) for one in by_card]
        none: list[tuple[Action, ...]] = [()] * len(by_card)
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
        self.discard = Discard()
        self.nothing = Nothing()
        self.spaces = [Space(number) for number in range(rules.ring.spaces + 1)]
        self.targets = [Target(number) for number in range(rules.ring.spaces + 1)]

    def spaces_of(self, numbers: Iterable[int]) -> list[Space]:
        """The choices that stand for spaces."""
        return [self.spaces[number] for number in numbers]


def actions(menu: Menu, state: State, seat: int) -> list[Action]:
    """Every action open to ``seat``, card by card."""
    rules = state.rules
    number = rules.cards.number
    owner = state.owner
    on_empty = menu.on_empty[PlaceFollower.may(state, seat)][PlaceGod.may(state, seat)]
    wild = wild_card(state, seat)
    options: list[Action] = []
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
    if Discard.may(state, seat):
        options.append(menu.discard)
    return options or [menu.nothing]


def wild_card(state: State, seat: int) -> int | None:
    """The first trilithon card of the hand, if any; dead in the last round (BG-END-05)."""
    if state.final and not state.rules.ruled.wild_to_the_end:
        return None
    number = state.rules.cards.number
    for card in state.hands[seat]:
        if number[card] == 0:
            return card
    return None
