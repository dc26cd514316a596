"""What conditions and "for each" count: one function a noun (HEN-BON-02, K-BONUS-02)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from validator.catalogue.effects import Condition, Count
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import LARGE, LINTEL, PRIVILEGES, ROLES, SIZES, SMALL


def first_in(state: State, player: Player, area: int) -> bool:
    """Tell whether the player has most druids on a path; ties as in HEN-SCORE-07."""
    own = player.on_path[area]
    if not own:
        return False
    for other in state.players:
        if other is player or (other.bot and not state.ruled.bots_rank):
            continue
        rank = (other.on_path[area], other.last[area])
        if rank > (own, player.last[area]):
            return False
    return True


def count(state: State, player: Player, counted: Count) -> int:
    """The number that ``counted`` means, for one player or (``whose: all``) for the table."""
    measure = MEASURES[counted.of]
    if counted.whose != "all" or counted.of == "lintel":
        return measure(state, player, counted)
    return sum([measure(state, one, counted) for one in counting(state, counted)])


def holds(state: State, player: Player, condition: Condition) -> bool:
    """Tell whether a condition is met."""
    own = count(state, player, condition.count)
    if condition.most:
        return own > 0 and all(
            count(state, other, condition.count) < own
            for other in counting(state, condition.count)
            if other is not player
        )
    if condition.at_least is not None and own < condition.at_least:
        return False
    return condition.at_most is None or own <= condition.at_most


def counting(state: State, counted: Count) -> list[Player]:
    """The seats whose pieces count; a bot's druids may only cover spaces (X-HEN-16)."""
    if counted.of == "druid" and not state.ruled.bots_rank:
        return state.people()
    return state.players


def _installed(state: State, player: Player, counted: Count) -> int:
    found: Sequence[int] = range(len(player.row))
    for item in counted.where:
        has = STONE_FILTERS[item.field]
        found = [at for at in found if has(state, player, at, item.value)]
    if counted.distinct == "privilege":
        return len({state.stones[player.row[at]].privilege for at in found})
    if counted.distinct == "size":
        return len({state.stones[player.row[at]].size for at in found})
    if counted.distinct == "area":
        slots = state.board.slots
        return len({area for at in found for area in slots[player.row_slots[at]].areas})
    return len(found)


def _size(state: State, player: Player, at: int, value: object) -> bool:
    return SIZES[state.stones[player.row[at]].size] == value


def _privilege(state: State, player: Player, at: int, value: object) -> bool:
    return PRIVILEGES[state.stones[player.row[at]].privilege] == value


def _role(state: State, player: Player, at: int, value: object) -> bool:
    return ROLES[state.board.slots[player.row_slots[at]].role] == value


def _border(state: State, player: Player, at: int, value: object) -> bool:
    return (len(state.board.slots[player.row_slots[at]].areas) > 1) is value


def _in_area(state: State, player: Player, at: int, value: object) -> bool:
    areas = state.board.slots[player.row_slots[at]].areas
    return any(state.board.areas[area] == value for area in areas)


def _carved(state: State, player: Player, at: int, value: object) -> bool:
    return player.row_carved[at] is value


def _starter(state: State, player: Player, at: int, value: object) -> bool:
    return bool(state.stones[player.row[at]].starter_area) is value


def _min_steps(state: State, player: Player, at: int, value: object) -> bool:
    assert isinstance(value, int)
    return state.stones[player.row[at]].steps >= value


def _min_cost(state: State, player: Player, at: int, value: object) -> bool:
    assert isinstance(value, int)
    return state.stones[player.row[at]].cost >= value


def _druid(state: State, player: Player, counted: Count) -> int:
    on_path = player.on_path
    if counted.distinct == "area":
        return len(on_path) - on_path.count(0)
    for item in counted.where:
        if item.field == "in-one-area":
            return max(on_path)
        if item.field == "area":
            return on_path[state.board.areas.index(str(item.value))]
    return sum(on_path)


def _pair(state: State, player: Player, counted: Count) -> int:
    sizes = [state.stones[card].size for card in player.row]
    return min(sizes.count(LARGE), sizes.count(SMALL))


def _majority(state: State, player: Player, counted: Count) -> int:
    return sum(first_in(state, player, area) for area in range(len(state.board.areas)))


def _coin(state: State, player: Player, counted: Count) -> int:
    return player.cash


def _luck_card(state: State, player: Player, counted: Count) -> int:
    return len(player.hand)


def _reward(state: State, player: Player, counted: Count) -> int:
    return len(player.chits)


def _travel(state: State, player: Player, counted: Count) -> int:
    return player.travel


def _luck_step(state: State, player: Player, counted: Count) -> int:
    return player.luck_at


def _level_up(state: State, player: Player, counted: Count) -> int:
    return sum(player.levels)


def _top_level(state: State, player: Player, counted: Count) -> int:
    tops = state.mat.tops
    return sum(level == top for level, top in zip(player.levels, tops, strict=True))


def _lintel(state: State, player: Player, counted: Count) -> int:
    slots = state.board.slots
    return sum(
        filled and slot.role == LINTEL for filled, slot in zip(state.filled, slots, strict=True)
    )


def _delivered(state: State, player: Player, counted: Count) -> int:
    return player.to_go.count(0)


def _raised(state: State, player: Player, counted: Count) -> int:
    return state.raised_now


def _placed(state: State, player: Player, counted: Count) -> int:
    return state.placed_now


def _carved_now(state: State, player: Player, counted: Count) -> int:
    return state.carved_now


Measure = Callable[[State, Player, Count], int]
Test = Callable[[State, Player, int, object], bool]

MEASURES: dict[str, Measure] = {
    "installed": _installed,
    "pair": _pair,
    "druid": _druid,
    "majority": _majority,
    "coin": _coin,
    "luck-card": _luck_card,
    "reward": _reward,
    "travel": _travel,
    "luck-step": _luck_step,
    "level-up": _level_up,
    "top-level": _top_level,
    "lintel": _lintel,
    "delivered": _delivered,
    "raised": _raised,
    "placed": _placed,
    "carved-now": _carved_now,
}
STONE_FILTERS: dict[str, Test] = {
    "size": _size,
    "privilege": _privilege,
    "slot": _role,
    "border": _border,
    "area": _in_area,
    "carved": _carved,
    "starter": _starter,
    "min-steps": _min_steps,
    "min-cost": _min_cost,
}
DRUID_FILTERS = ("area", "in-one-area")
DISTINCT = {"installed": ("privilege", "size", "area"), "druid": ("area",)}
