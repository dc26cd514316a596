"""The state of a game of Henge: its seats, its table, and what conditions count."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from validator.catalogue.effects import Count, EffectCondition, Score
from validator.games.henge import codes
from validator.games.henge.codes import CLOSED, EITHER, FIGURES, LARGE, LINTEL, NONE, PRIVILEGES
from validator.games.henge.modifiers import Mods
from validator.games.henge.printed import HengeBoard, HengeCards, Mat
from validator.games.henge.rulings import HengeRulings
from validator.play.match import Deck, Tally


@dataclass(frozen=True, slots=True)
class HengeRules:
    """Board, cards and mat in play, the rulings, the seats' colours, and how many pieces there are.

    ``sizes`` has the pieces of each pile in the box, or of one colour if each colour has its own
    (coins in dollars), and of each zone as the set-up leaves it; ``cash`` are the dollars that each
    person starts with.
    """

    ruled: HengeRulings
    board: HengeBoard
    cards: HengeCards
    mat: Mat
    sizes: Mapping[str, int]
    cash: int
    colours: tuple[str, ...]


@dataclass(eq=False)
class Player:
    """A seat, human or bot.

    ``on_path`` counts own druids of each area, ``last`` is the space of the farthest. ``stones``
    are the Stone cards held; ``to_go`` the steps each still has to go and ``carved`` whether its
    slot has a marker. ``row`` are the cards installed, ``row_slots`` and ``row_carved`` how.
    ``in_force`` are the levels that count now: ``levels`` themselves, but until an action
    ends those at its start, if raising one then changes nothing (X-HEN-26). ``druids`` are those
    not placed yet, ``carver`` a bot's token (true: face-up); ``winter`` are benefits that score at
    the end.
    """

    seat: int
    bot: bool
    druids: int
    on_path: list[int]
    last: list[int]
    cash: int = 0
    travel: int = 0
    score: int = 0
    markers: int = 0
    levels: list[int] = field(default_factory=lambda: [0] * len(PRIVILEGES))
    in_force: list[int] = field(default_factory=list)
    luck_at: int = 0
    hand: list[int] = field(default_factory=list)
    stones: list[int] = field(default_factory=list)
    to_go: list[int] = field(default_factory=list)
    carved: list[bool] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    row_slots: list[int] = field(default_factory=list)
    row_carved: list[bool] = field(default_factory=list)
    spring: int = NONE
    met: bool = False
    eog: list[int] = field(default_factory=list)
    chits: list[int] = field(default_factory=list)
    carver: bool = False
    winter: list[Score] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.in_force:
            self.in_force = self.levels

    def take_stone(self, card: int, steps: int) -> None:
        """Lay a Stone card out with a marker on its Quarry step (HEN-QUA-10, HEN-PSET-17)."""
        self.stones.append(card)
        self.to_go.append(steps)
        self.carved.append(False)
        self.markers -= 1

    def copy(self) -> Player:
        """The same seat, to be played on apart."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, value.copy())
        if self.in_force is self.levels:
            other.in_force = other.levels
        return other


class HengeState:
    """Everything on the table, and the data it is played with.

    ``covered`` counts the druids on each path, ``kinds`` tells which figure stands on each slot.
    ``quarry`` has a fixed number of places, ``NONE`` where one is empty (HEN-QUA-13).
    ``local`` is the local area (HEN-BOARD-11). ``end_near`` tells that the end was triggered,
    ``final`` that the last round is played (HEN-END-01, HEN-END-04). ``luck_played`` are the Luck
    cards that are being carried out. ``offers`` are the
    Spring cards that each seat may choose from, ``upgrades`` the First Upgrades not taken yet.
    """

    def __init__(self, rules: HengeRules, tally: Tally) -> None:
        self.rules = rules
        self.ruled = rules.ruled
        self.board = rules.board
        self.cards = rules.cards
        self.stones = rules.cards.stones
        self.mat = rules.mat
        self.tally = tally
        self.players: list[Player] = []
        self.pawn = 0
        self.local = 0
        self.round = 0
        self.end_near = False
        self.final = False
        self.bank = rules.sizes["coins"]
        self.travel = rules.sizes["travel"]
        self.travel_gone = 0
        self.box: list[int] = []
        self.quarry: list[int] = []
        self.figures = [rules.sizes[name] for name in FIGURES]
        self.covered = [0] * len(rules.board.areas)
        self.kinds = [NONE] * len(rules.board.slots)
        self.pools: tuple[list[int], list[int]] = ([], [])
        self.mods = Mods()
        self.luck_played: list[int] = []
        self.offers: list[list[int]] = [[] for _ in rules.colours]
        self.upgrades: list[int] = []
        self.raised_now = self.placed_now = self.carved_now = 0
        self.stone_deck: Deck
        self.luck_deck: Deck
        self.eog_deck: Deck
        self.hengebots: Deck
        self.rewards: tuple[Deck, Deck]

    def copied(self, value: Any) -> Any:
        """What lies on the table of another game, to be changed apart; what is the same in each."""
        if isinstance(value, list | tuple):
            return type(value)(self.copied(one) for one in value)
        if isinstance(value, Deck):
            return value.copy(value.rng.copy(), self.tally)
        return value.copy() if isinstance(value, Player) else value

    def people(self) -> list[Player]:
        """The human seats in turn order."""
        return [player for player in self.players if not player.bot]

    # --- money and tokens ---------------------------------------------------------------

    def receive(self, player: Player, dollars: int) -> None:
        """Give dollars from the bank; what it cannot pay is lost if X-HEN-06-BANK says so."""
        if self.ruled.bank == "limited":
            dollars = min(dollars, max(self.bank, 0))
        player.cash += dollars
        self.bank -= dollars
        self.tally.level(codes.P_COINS, self.bank)

    def spend(self, player: Player, dollars: int) -> None:
        """Put dollars into the bank."""
        player.cash -= dollars
        self.bank += dollars

    def receive_travel(self, player: Player, tokens: int) -> None:
        """Give Free Travel tokens while there are any (X-HEN-07)."""
        tokens = min(tokens, self.travel)
        player.travel += tokens
        self.travel -= tokens
        self.tally.level(codes.P_TRAVEL, self.travel)

    # --- Druid Paths and slots ------------------------------------------------------------

    def price(self, area: int) -> int:
        """What the next space of a path costs (HEN-DRU-07, HEN-DRU-08)."""
        path, covered = self.board.prices[area], self.covered[area]
        return path[covered] if covered < len(path) else CLOSED

    def is_open(self, slot: int) -> bool:
        """Tell whether a slot is empty and, for a lintel, its uprights stand (HEN-INS-04, -10)."""
        return self.kinds[slot] == NONE and all(
            self.kinds[upright] != NONE for upright in self.board.slots[slot].supports
        )

    def waives(self, size: int) -> bool:
        """Tell whether stones of this size may go anywhere, as no slot of it is left (HEN-INS-07).

        Those left are the empty ones, or those open now (X-HEN-30).
        """
        if not self.board.size_waiver:
            return False
        only_open = self.ruled.waived_slots == "open"
        return not any(
            slot.size in (size, EITHER)
            and (self.is_open(at) if only_open else self.kinds[at] == NONE)
            for at, slot in enumerate(self.board.slots)
        )

    def figure_for(self, slot: int, size: int) -> int:
        """The kind of figure that a stone of ``size`` becomes there (HEN-INS-12, X-HEN-10)."""
        place = self.board.slots[slot]
        if place.size != EITHER and self.ruled.waived_figure != "stone":
            size = place.size
        return 2 * size + (place.role == LINTEL)

    def fill(self, slot: int, size: int) -> None:
        """Put the fitting figure on a slot (HEN-INS-12)."""
        kind = self.figure_for(slot, size)
        self.figures[kind] -= 1
        self.tally.level(codes.P_FIGURES + kind, self.figures[kind])
        self.kinds[slot] = kind

    def takes(self, slot: int, size: int, carved: bool, any_size: bool) -> bool:
        """Tell whether a stone may be installed in a slot (HEN-INS-04 to HEN-INS-12)."""
        place = self.board.slots[slot]
        return (
            (carved or not place.carved)  # HEN-INS-08, HEN-INS-09
            and (any_size or place.size in (size, EITHER))  # HEN-INS-05, HEN-INS-06
            and self.is_open(slot)
            and self.figures[self.figure_for(slot, size)] > 0
        )


def first_in(state: HengeState, player: Player, area: int) -> bool:
    """Tell whether the player has most druids on a path; ties as in HEN-SCORE-07."""
    own = player.on_path[area], player.last[area]
    return own[0] > 0 and not any(
        (other.on_path[area], other.last[area]) > own
        for other in state.players
        if not other.bot or state.ruled.bot_druids == "rank"
    )


def count(state: HengeState, player: Player, counted: Count) -> int:
    """The number that ``counted`` means, for one player or (``whose: all``) for the table."""
    if counted.whose != "all" or counted.of == "lintel":
        return measure(state, player, counted)
    return sum(measure(state, one, counted) for one in seats_counted(state, counted))


def holds(state: HengeState, player: Player, condition: EffectCondition) -> bool:
    """Tell whether a condition is met."""
    own = count(state, player, condition.count)
    if condition.most:
        return own > 0 and all(
            count(state, other, condition.count) < own
            for other in seats_counted(state, condition.count)
            if other is not player
        )
    if condition.at_least is not None and own < condition.at_least:
        return False
    return condition.at_most is None or own <= condition.at_most


def seats_counted(state: HengeState, counted: Count) -> list[Player]:
    """The seats whose pieces count; a bot's druids may only cover spaces (X-HEN-16)."""
    if counted.of == "druid" and state.ruled.bot_druids != "rank":
        return state.people()
    return state.players


MEASURES = (
    *("installed", "pair", "druid", "majority", "coin", "luck-card", "reward", "travel"),
    *("luck-step", "level-up", "top-level", "lintel", "delivered"),
    *("raised", "placed", "carved-now"),
)
"""What can be counted: pieces and levels of a player, and what was done this turn."""
STONE_FILTERS = (
    *("size", "privilege", "slot", "border", "area", "carved", "starter"),
    *("min-steps", "min-cost"),
)
DRUID_FILTERS = ("area", "in-one-area")
DISTINCT = {"installed": ("privilege", "size", "area"), "druid": ("area",)}


def measure(state: HengeState, player: Player, counted: Count) -> int:
    """What one player has of what is counted."""
    match counted.of:
        case "installed":
            return _count_installed(state, player, counted)
        case "druid":
            return _count_druids(state, player, counted)
        case "pair":
            sizes = [state.stones[card].size for card in player.row]
            return min(sizes.count(LARGE), sizes.count(codes.SMALL))
        case "majority":
            return sum(first_in(state, player, area) for area in range(len(player.on_path)))
        case "top-level":
            tops = state.mat.tops
            return sum(level == top for level, top in zip(player.levels, tops, strict=True))
        case "lintel":
            slots = zip(state.kinds, state.board.slots, strict=True)
            return sum(kind != NONE and slot.role == LINTEL for kind, slot in slots)
        case simple:
            return {
                "coin": player.cash,
                "luck-card": len(player.hand),
                "reward": len(player.chits),
                "travel": player.travel,
                "luck-step": player.luck_at,
                "level-up": sum(player.levels),
                "delivered": player.to_go.count(0),
                "raised": state.raised_now,
                "placed": state.placed_now,
                "carved-now": state.carved_now,
            }[simple]


def _count_installed(state: HengeState, player: Player, counted: Count) -> int:
    found = [
        at
        for at in range(len(player.row))
        if all(_passes(state, player, at, item.field, item.value) for item in counted.where)
    ]
    if counted.distinct == "privilege":
        return len({state.stones[player.row[at]].privilege for at in found})
    if counted.distinct == "size":
        return len({state.stones[player.row[at]].size for at in found})
    if counted.distinct == "area":
        slots = state.board.slots
        return len({area for at in found for area in slots[player.row_slots[at]].areas})
    return len(found)


def _passes(state: HengeState, player: Player, at: int, name: str, value: object) -> bool:
    """Tell whether an installed stone is one of those that a filter means."""
    stone, slot = state.stones[player.row[at]], state.board.slots[player.row_slots[at]]
    match name:
        case "min-steps":
            return isinstance(value, int) and stone.steps >= value
        case "min-cost":
            return isinstance(value, int) and stone.cost >= value
        case "area":
            return any(state.board.areas[area] == value for area in slot.areas)
        case same:
            return (
                value
                == {
                    "size": codes.SIZES[stone.size],
                    "privilege": PRIVILEGES[stone.privilege],
                    "slot": codes.ROLES[slot.role],
                    "border": len(slot.areas) > 1,
                    "carved": player.row_carved[at],
                    "starter": bool(stone.starter_area),
                }[same]
            )


def _count_druids(state: HengeState, player: Player, counted: Count) -> int:
    on_path = player.on_path
    if counted.distinct == "area":
        return len(on_path) - on_path.count(0)
    for item in counted.where:
        if item.field == "in-one-area":
            return max(on_path)
        if item.field == "area":
            return on_path[state.board.areas.index(str(item.value))]
    return sum(on_path)
