"""Names of Henge as small numbers, its counts of pieces, and the levels of the player mats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from validator.catalogue.build import parse_effects
from validator.catalogue.effects import Effect
from validator.catalogue.model import Game, Value
from validator.games.stonehenge import entries, mapping, text, whole

# HEN-BOARD-13: the seven rondel actions.
ACTIONS: Final = ("install", "druid", "income", "quarry", "carve", "luck", "arrive")
INSTALL: Final = 0
DRUID: Final = 1
INCOME: Final = 2
QUARRY: Final = 3
CARVE: Final = 4
LUCK: Final = 5
ARRIVE: Final = 6
ANY_ACTION: Final = sum(1 << action for action in range(len(ACTIONS)))
"""Every action as a set of bits."""

# HEN-MAT-05: the five privileges.
PRIVILEGES: Final = ("steps", "coin", "luck", "stone", "druid")
STEPS_LEVEL: Final = 0
COIN_LEVEL: Final = 1
LUCK_LEVEL: Final = 2
STONE_LEVEL: Final = 3
DRUID_LEVEL: Final = 4

# HEN-STONE-01, HEN-BOARD-23
SIZES: Final = ("large", "small", "either")
LARGE: Final = 0
SMALL: Final = 1
EITHER: Final = 2
KINDS: Final = 4
"""Kinds of stones: large and small, uncarved and carved; :func:`stone_bit` is the bit of one."""
ANY_KIND: Final = sum(1 << kind for kind in range(KINDS))
"""Every kind of stone as a set of bits."""

# HEN-STONE-11: what the slot makes of a stone.
ROLES: Final = ("upright", "lintel", "monolith")
LINTEL: Final = 1
MONOLITH: Final = 2

FIGURES: Final = ("large_upright", "large_lintel", "small_upright", "small_lintel")
"""Kinds of figures; the index is ``2 * size + (role is lintel)``."""

PILES: Final = (
    "stone_deck",
    "quarry",
    "luck_deck",
    "eog_deck",
    "spring_deck",
    "hengebot_deck",
    "reward_a",
    "reward_b",
    "coins",
    "travel",
    "markers",
    "druids",
    *FIGURES,
)
P_STONES: Final = 0
P_QUARRY: Final = 1
P_LUCK: Final = 2
P_EOG: Final = 3
P_SPRING: Final = 4
P_BOTS: Final = 5
P_REWARD_A: Final = 6
P_REWARD_B: Final = 7
P_COINS: Final = 8
P_TRAVEL: Final = 9
P_MARKERS: Final = 10
P_DRUIDS: Final = 11
P_FIGURES: Final = 12

CARVE_PRICE: Final = 4
"""Dollars for carving a stone (HEN-CARVE-01)."""
BONUS_DRAWN: Final = 3
BONUS_GIVEN_UP: Final = 2
"""A Bonus benefit draws three cards and gives two up (HEN-BON-03)."""
LAST_ROUND: Final = 30
"""The last round under the option ``round_30`` of X-HEN-14."""

NONE: Final = -1
"""No card, an empty place."""
NO_LIMIT: Final = 1 << 20
"""As often or as far as one likes; as a price, more than anybody has."""
CLOSED: Final = NO_LIMIT
"""Price of a path whose last space alone is left (HEN-DRU-07)."""


def stone_bit(size: int, carved: bool) -> int:
    """The kind of a stone as one of four bits, to be met with those that slots take."""
    return 1 << (2 * size + carved)


@dataclass(frozen=True, slots=True)
class HengeCounts:
    """How many pieces there are, by the set-up script and the box.

    ``cash``, ``travel`` and ``markers`` (those without a fixed spot) are what each person
    starts with; ``druids`` are of one colour, ``dollars`` all coins of the box.
    """

    cash: int
    travel: int
    markers: int
    druids: int
    quarry: int
    pool: tuple[int, int]
    spring: int
    dollars: int
    travel_box: int
    markers_box: int
    figures: tuple[int, ...]


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
class Mat:
    """Levels of the five privileges and the benefits of the tracks.

    HEN-MAT-01, HEN-MAT-02, HEN-MAT-03, HEN-MAT-04, HEN-MAT-05, HEN-MAT-06.
    ``luck`` holds (draw, discard), ``stone`` (buy, hold), ``druid`` (druids, of them adjacent);
    ``tops`` the number of the highest level; ``ends`` what a level-up beyond it gives.
    """

    steps: tuple[int, ...]
    coins: tuple[int, ...]
    luck: tuple[tuple[int, int], ...]
    stone: tuple[tuple[int, int], ...]
    druid: tuple[tuple[int, int], ...]
    tops: tuple[int, ...]
    ends: tuple[tuple[Effect, ...], ...]
    druid_track: tuple[tuple[Effect, ...], ...]
    luck_track: tuple[tuple[Effect, ...], ...]


def read_mat(game: Game) -> Mat:
    """Read the first mat; all mats are equal but for their colour."""
    fields = game.sets["mat"].components[0].fields
    tracks = {text(track["id"]): track for track in entries(fields["privileges"])}
    levels = {name: entries(tracks[name]["levels"]) for name in PRIVILEGES}
    return Mat(
        steps=tuple(whole(level["steps"]) for level in levels["steps"]),
        coins=tuple(whole(level["coins"]) for level in levels["coin"]),
        luck=_pairs(levels["luck"], "draw", "discard"),
        stone=_pairs(levels["stone"], "buy", "hold"),
        druid=_pairs(levels["druid"], "druids", "adjacent"),
        tops=tuple(len(levels[name]) - 1 for name in PRIVILEGES),
        ends=tuple(_effects(mapping(tracks[name]["end"])) for name in PRIVILEGES),
        druid_track=tuple(_effects(space) for space in entries(fields["druid_track"])),
        luck_track=tuple(_effects(space) for space in entries(fields["luck_track"])),
    )


def _pairs(
    levels: Sequence[Mapping[str, Value]], first: str, second: str
) -> tuple[tuple[int, int], ...]:
    """Two numbers of each level."""
    return tuple((whole(level[first]), whole(level[second])) for level in levels)


def _effects(space: Mapping[str, Value]) -> tuple[Effect, ...]:
    """What a space gives; nothing where none is given."""
    return parse_effects(space.get("effects"))
