"""What may be chosen besides the moves and the steps of an action, and what a hand brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from validator.games.henge.codes import ACTIONS, PRIVILEGES, QUARRY
from validator.games.henge.modifiers import NO_AID, PLAIN, Aid, Mods
from validator.games.henge.printed import HengeBoard, HengeCards


@dataclass(frozen=True, slots=True)
class Stop:
    """End an action, or do not take a sub-action at all."""

    def say(self) -> str:
        """The option in a few words."""
        return "stop"


@dataclass(frozen=True, slots=True)
class HengeDecline:
    """Leave an offer."""

    def say(self) -> str:
        """The option in a few words."""
        return "no"


@dataclass(frozen=True, slots=True)
class PayPrice:
    """Pay the price of an offer."""

    def say(self) -> str:
        """The option in a few words."""
        return "pay"


@dataclass(frozen=True, slots=True)
class HengeCardChoice:
    """A card, by number and name; the kind of choice tells what becomes of it."""

    card: int
    name: str

    def say(self) -> str:
        """The card in a few words."""
        return self.name


class KeepSpring(HengeCardChoice):
    """Keep this Spring card of those dealt (HEN-FSET-09)."""

    __slots__ = ()


class TakeUpgrade(HengeCardChoice):
    """Take this First Upgrade (HEN-FSET-12)."""

    __slots__ = ()


class DiscardLuck(HengeCardChoice):
    """Discard this Luck card, because of a draw or as a price."""

    __slots__ = ()


class ThrowAway(HengeCardChoice):
    """Discard this Luck card unused for a step on the Luck Track (HEN-TURN-13)."""

    __slots__ = ()


class GiveUpBonus(HengeCardChoice):
    """Give this Bonus card up (HEN-BON-03)."""

    __slots__ = ()


class TakeReward(HengeCardChoice):
    """Take this Reward chit from the pool."""

    __slots__ = ()


class PlayLuck(HengeCardChoice):
    """Play this Luck card with the action at hand (HEN-LUCK-02)."""

    __slots__ = ()

    def say(self) -> str:
        """The card in a few words."""
        return f"play {self.name}"


class PlayBeforeMove(PlayLuck):
    """Play this Luck card before the rondel move, as its text allows (HEN-LUCK-02)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RaiseLevel:
    """Raise this privilege by one step."""

    privilege: int

    def say(self) -> str:
        """The privilege in a few words."""
        return f"raise {PRIVILEGES[self.privilege]}"


@dataclass(frozen=True, slots=True)
class TakeAction:
    """Take this action as a sub-action, where any may be taken."""

    action: int

    def say(self) -> str:
        """The action in a few words."""
        return ACTIONS[self.action]


@dataclass(frozen=True, slots=True)
class ActInArea:
    """Take a sub-action as if this area were the local one."""

    area: int
    name: str

    def say(self) -> str:
        """The area in a few words."""
        return f"area {self.name}"


@dataclass(frozen=True, slots=True)
class PlaceInArea:
    """Place a druid in this area, outside a Druid action."""

    area: int
    name: str

    def say(self) -> str:
        """The area in a few words."""
        return f"place {self.name}"


@dataclass(frozen=True, slots=True)
class TransportStone:
    """Move this one of the stones held towards the site; ``called`` is its card's name."""

    stone: int
    called: str = field(default="a stone", compare=False)

    def say(self) -> str:
        """The stone in a few words."""
        return f"transport {self.called}"


@dataclass(frozen=True, slots=True)
class TransportAll:
    """Move all stones so many steps of those that the icons passed allow (X-HEN-29)."""

    steps: int

    def say(self) -> str:
        """The steps in a few words."""
        return f"transport {self.steps} step{'' if self.steps == 1 else 's'}"


STOP: Final = Stop()
DECLINE: Final = HengeDecline()
PAY: Final = PayPrice()


class HengeMenu:
    """The choices of a table: by card, by area, by place among the stones held.

    ``play_main`` and ``play_sub`` are the Luck cards that fit each main action and sub-action; with
    a sub-action only cards that say so (HEN-CONC-03).
    """

    __slots__ = (
        "actions",
        "areas",
        "before_move",
        "discard",
        "give_up",
        "levels",
        "places",
        "play_main",
        "play_sub",
        "rewards",
        "spring",
        "throw_away",
        "transport",
        "upgrades",
    )

    def __init__(self, cards: HengeCards, board: HengeBoard) -> None:
        named = list(enumerate(cards.names))
        self.spring = [KeepSpring(*card) for card in named]
        self.upgrades = [TakeUpgrade(*card) for card in named]
        self.discard = [DiscardLuck(*card) for card in named]
        self.throw_away = [ThrowAway(*card) for card in named]
        self.give_up = [GiveUpBonus(*card) for card in named]
        self.rewards = [TakeReward(*card) for card in named]
        self.play_main = [_playable_with(cards, action) for action in range(len(ACTIONS))]
        self.play_sub = [
            {card: play for card, play in fitting.items() if cards.luck[card].in_sub_actions}
            for fitting in self.play_main
        ]
        self.before_move = {
            card: PlayBeforeMove(card, cards.names[card])
            for card, printed in cards.luck.items()
            if printed.before_move
        }
        self.levels = [RaiseLevel(privilege) for privilege in range(len(PRIVILEGES))]
        self.actions = [TakeAction(action) for action in range(len(ACTIONS))]
        self.areas = [ActInArea(*area) for area in enumerate(board.areas)]
        self.places = [PlaceInArea(*area) for area in enumerate(board.areas)]
        names = cards.names[: len(cards.stones)]
        self.transport = [[TransportStone(at, name) for name in names] for at in range(len(names))]


def _playable_with(cards: HengeCards, action: int) -> dict[int, PlayLuck]:
    """The Luck cards that may be played with an action, by number.

    HEN-LUCK-02, HEN-LUCK-03, HEN-LUCK-04, HEN-LUCK-05.
    """
    return {
        card: PlayLuck(card, cards.names[card])
        for card, printed in cards.luck.items()
        if printed.actions >> action & 1 and not printed.before_move
    }


HANDS_KEPT: Final = 4096
"""Hands of a table that are kept: most come again in some game of a run."""


class Held:
    """What a hand brings: its ``aids`` by action, the cards to play ``early``, before the move."""

    __slots__ = ("aids", "early")

    def __init__(self, aids: list[Aid], early: Sequence[PlayBeforeMove]) -> None:
        self.aids = aids
        self.early = early


class Hands(dict[tuple[int, ...], Held]):
    """The hands of a table that were met, with what they bring where nothing is changed yet."""

    __slots__ = ("_aids", "cards", "menu")

    def __init__(self, cards: HengeCards, menu: HengeMenu) -> None:
        super().__init__()
        self.cards = cards
        self.menu = menu
        self._aids: list[dict[tuple[int, ...], Aid]] = [{} for _ in ACTIONS]

    def __missing__(self, hand: tuple[int, ...]) -> Held:
        """Work out what a hand brings that is not kept."""
        if len(self) >= HANDS_KEPT:
            self._forget()
        self[hand] = found = self._make(hand)
        return found

    def aids(self, hand: Sequence[int], mods: Mods) -> list[Aid]:
        """What the hand brings each action, with what is changed for it already."""
        aids = [NO_AID if mods is PLAIN else Aid(mods)] * len(ACTIONS)
        helped = self._actions_helped(hand)
        for action in range(len(ACTIONS)):
            if helped >> action & 1:
                aids[action] = self.aid(hand, action, mods)
        return aids

    def aid(self, hand: Iterable[int], action: int, mods: Mods) -> Aid:
        """What the hand brings an action, with what is changed for it already."""
        helpers = self.cards.helpers[action]
        cards = tuple([card for card in hand if card in helpers])
        if mods is not PLAIN:
            return self._sum(cards, mods)
        known = self._aids[action]
        if cards not in known:
            known[cards] = self._sum(cards, mods)
        return known[cards]

    def _sum(self, cards: Iterable[int], mods: Mods) -> Aid:
        aid = Aid(mods)
        for card in cards:
            for effect in self.cards.effects[card]:
                aid.add(effect)
        return aid

    def _forget(self) -> None:
        self.clear()
        for known in self._aids:
            known.clear()

    def _actions_helped(self, hand: Iterable[int]) -> int:
        """The actions that some card may make possible, as bits (HEN-LUCK-02)."""
        bits = 0
        for card in hand:
            printed = self.cards.luck[card]
            bits |= printed.helps
            if printed.transports:  # they may make room (X-HEN-09)
                bits |= printed.actions & (1 << QUARRY)
        return bits

    def _make(self, hand: Sequence[int]) -> Held:
        early = self.menu.before_move
        return Held(
            self.aids(hand, PLAIN),
            [early[card] for card in dict.fromkeys(hand) if card in early],
        )
