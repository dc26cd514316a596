"""Names of Henge as small numbers, and the few numbers that its rulebook alone states."""

from __future__ import annotations

from typing import Final

# HEN-BOARD-13: the seven rondel actions.
ACTIONS: Final = ("install", "druid", "income", "quarry", "carve", "luck", "arrive")
INSTALL, DRUID, INCOME, QUARRY, CARVE, LUCK, ARRIVE = range(7)

# HEN-MAT-05: the five privileges.
PRIVILEGES: Final = ("steps", "coin", "luck", "stone", "druid")
STEPS_LEVEL, COIN_LEVEL, LUCK_LEVEL, STONE_LEVEL, DRUID_LEVEL = range(5)

# HEN-STONE-01, HEN-BOARD-23
SIZES: Final = ("large", "small", "either")
LARGE, SMALL, EITHER = range(3)

# HEN-STONE-11: what the slot makes of a stone.
ROLES: Final = ("upright", "lintel", "monolith")
LINTEL, MONOLITH = 1, 2

FIGURES: Final = ("large_upright", "large_lintel", "small_upright", "small_lintel")
"""Kinds of figures; the index is ``2 * size + (role is lintel)``."""

PILES: Final = (
    *("stone_deck", "quarry", "luck_deck", "eog_deck", "spring_deck", "hengebot_deck"),
    *("reward_a", "reward_b", "coins", "travel", "markers", "druids"),
    *FIGURES,
)
P_STONES, P_QUARRY, P_LUCK, P_EOG, P_SPRING, P_BOTS = range(6)
P_REWARD_A, P_REWARD_B, P_COINS, P_TRAVEL, P_MARKERS, P_DRUIDS, P_FIGURES = range(6, 13)

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
