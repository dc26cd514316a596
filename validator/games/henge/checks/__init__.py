"""What the data of Henge must keep to: its ring board, stones, slots and druid paths."""

from validator.checks.base import Check
from validator.games.henge.checks.claims import CLAIMS
from validator.games.henge.checks.paths import check_paths
from validator.games.henge.checks.rondel import check_rondel
from validator.games.henge.checks.slots import check_slots
from validator.games.henge.checks.stones import check_stones

CHECKS: tuple[Check, ...] = (
    Check(
        (
            *("rondel-area", "rondel-steps", "rondel-reach"),
            *("rondel-action", "rondel-free", "rondel-transport"),
        ),
        check_rondel,
    ),
    Check(("slot-shape", "slot-carved", "slot-figures", "area-privileges"), check_slots),
    Check(("stone-dead", "stone-starter", "stone-track"), check_stones),
    Check(("path-order", "path-price", "path-room"), check_paths),
)
"""The checks that only Henge needs, in the order of its board."""

__all__ = ["CHECKS", "CLAIMS"]
