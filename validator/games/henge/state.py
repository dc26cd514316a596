"""The state of a game of Henge: its seats, its table, and what conditions count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from validator.catalogue.effects import Count, EffectCondition, Score
from validator.games.henge.codes import (
    ANY_KIND,
    CLOSED,
    EITHER,
    KINDS,
    LARGE,
    LINTEL,
    NONE,
    P_COINS,
    P_FIGURES,
    P_TRAVEL,
    PRIVILEGES,
    ROLES,
    SIZES,
    SMALL,
)
from validator.games.henge.modifiers import PLAIN, Mods
from validator.games.henge.rules import HengeRules
from validator.play.match import Deck, Tally


class Player:
    """A seat, human or bot.

    ``stones`` are the Stone cards held; ``to_go`` the steps each still has to go and ``carved``
    whether its slot has a marker. ``row`` are the cards installed, ``row_slots`` and
    ``row_carved`` how. ``on_path`` counts own druids of each area, ``last`` is the space of the
    farthest. ``in_force`` are the levels that count now: ``levels`` themselves, but until an action
    ends those at its start, if raising one then changes nothing (X-HEN-26). ``druids`` are those
    not placed yet, ``carver`` a bot's token (true: face-up); ``winter`` are benefits that score at
    the end.
    """

    __slots__ = (
        "bot",
        "carved",
        "carver",
        "cash",
        "chits",
        "druids",
        "eog",
        "hand",
        "in_force",
        "last",
        "levels",
        "luck_at",
        "markers",
        "met",
        "on_path",
        "row",
        "row_carved",
        "row_slots",
        "score",
        "seat",
        "spring",
        "stones",
        "to_go",
        "travel",
        "winter",
    )

    def __init__(self, seat: int, *, bot: bool, areas: int, druids: int) -> None:
        self.seat = seat
        self.bot = bot
        self.cash = 0
        self.travel = 0
        self.score = 0
        self.druids = druids
        self.markers = 0
        self.on_path = [0] * areas
        self.last = [-1] * areas
        self.levels = [0, 0, 0, 0, 0]
        self.in_force = self.levels
        self.luck_at = 0
        self.hand: list[int] = []
        self.stones: list[int] = []
        self.to_go: list[int] = []
        self.carved: list[bool] = []
        self.row: list[int] = []
        self.row_slots: list[int] = []
        self.row_carved: list[bool] = []
        self.spring = NONE
        self.met = False
        self.eog: list[int] = []
        self.chits: list[int] = []
        self.carver = False
        self.winter: list[Score] = []

    def take_stone(self, card: int, steps: int) -> None:
        """Lay a Stone card out with a marker on its Quarry step (HEN-QUA-10, HEN-PSET-17)."""
        self.stones.append(card)
        self.to_go.append(steps)
        self.carved.append(False)
        self.markers -= 1

    def copy(self) -> Player:
        """The same seat, to be played on apart."""
        other = Player(self.seat, bot=self.bot, areas=len(self.on_path), druids=self.druids)
        other.cash, other.travel, other.score = self.cash, self.travel, self.score
        other.markers, other.luck_at = self.markers, self.luck_at
        other.spring, other.met, other.carver = self.spring, self.met, self.carver
        other.on_path, other.last = self.on_path.copy(), self.last.copy()
        other.levels, other.hand = self.levels.copy(), self.hand.copy()
        other.in_force = other.levels if self.in_force is self.levels else self.in_force
        other.stones, other.to_go = self.stones.copy(), self.to_go.copy()
        other.carved, other.row = self.carved.copy(), self.row.copy()
        other.row_slots, other.row_carved = self.row_slots.copy(), self.row_carved.copy()
        other.winter = self.winter.copy()
        other.eog, other.chits = self.eog.copy(), self.chits.copy()
        return other


class HengeState:
    """Everything on the table, and the data it is played with.

    ``covered`` counts the druids on each path, ``prices`` are those of its next space and
    ``near_prices`` the lowest there and in the bordering areas; ``filled`` tells which slots hold a
    figure and ``kinds`` which one; ``slot_bits`` are the kinds of stones that each slot takes now,
    ``open_bits`` those that each area still takes, ``areas_for`` the areas that still take each
    kind. ``quarry`` has a fixed number of places, ``NONE`` where one is empty (HEN-QUA-13).
    ``local`` is the local area (HEN-BOARD-11). ``end_near`` tells that the end was triggered,
    ``final`` that the last round is played (HEN-END-01, HEN-END-04). ``luck_played`` are the Luck
    cards that are being carried out. ``offers`` are the
    Spring cards that each seat may choose from, ``upgrades`` the First Upgrades not taken yet.
    """

    __slots__ = (
        "areas_for",
        "bank",
        "board",
        "box",
        "cards",
        "carved_now",
        "covered",
        "end_near",
        "eog_deck",
        "figures",
        "filled",
        "final",
        "hands",
        "hengebots",
        "kinds",
        "local",
        "luck",
        "luck_deck",
        "luck_played",
        "mat",
        "menu",
        "mods",
        "near_prices",
        "offers",
        "open_bits",
        "open_sizes",
        "pawn",
        "placed_now",
        "players",
        "pools",
        "prices",
        "quarry",
        "raised_now",
        "rewards",
        "round",
        "ruled",
        "rules",
        "slot_bits",
        "stone_deck",
        "stones",
        "tally",
        "travel",
        "travel_gone",
        "upgrades",
    )

    def __init__(self, rules: HengeRules, tally: Tally) -> None:
        board, cards = rules.board, rules.cards
        self.rules = rules
        self.ruled = rules.ruled
        self.board = board
        self.cards = cards
        self.stones = cards.stones
        self.luck = cards.luck
        self.mat = rules.mat
        self.menu = rules.menu
        self.hands = rules.hands
        self.tally = tally
        self.players: list[Player] = []
        self.pawn = 0
        self.local = 0
        self.round = 0
        self.end_near = False
        self.final = False
        self.bank = rules.counts.dollars
        self.travel = rules.counts.travel_box
        self.travel_gone = 0
        self.box: list[int] = []
        self.quarry: list[int] = []
        self.figures = [*rules.counts.figures]
        self.covered = [0] * len(board.areas)
        self.prices = [CLOSED] * len(board.areas)
        self.near_prices = [CLOSED] * len(board.areas)
        self.filled = [False] * len(board.slots)
        self.kinds = [NONE] * len(board.slots)
        self.slot_bits = [0] * len(board.slots)
        self.open_bits = [0] * len(board.areas)
        self.areas_for = [0] * KINDS
        self.pools: tuple[list[int], list[int]] = ([], [])
        self.mods = PLAIN
        self.luck_played: list[int] = []
        self.offers: list[list[int]] = [[] for _ in rules.colours]
        self.upgrades: list[int] = []
        self.raised_now = 0
        self.placed_now = 0
        self.carved_now = 0
        self.open_sizes: list[int]
        self.stone_deck: Deck
        self.luck_deck: Deck
        self.eog_deck: Deck
        self.hengebots: Deck
        self.rewards: tuple[Deck, Deck]

    def take_over(self, other: HengeState) -> None:
        """Stand as ``other`` does at the start of a turn, apart from it (the tally is there)."""
        tally = self.tally
        self.players = [player.copy() for player in other.players]
        self.pawn, self.local, self.round = other.pawn, other.local, other.round
        self.end_near, self.final = other.end_near, other.final
        self.bank, self.travel, self.travel_gone = other.bank, other.travel, other.travel_gone
        self.box, self.quarry = other.box.copy(), other.quarry.copy()
        self.take_board(other)
        self.pools = (other.pools[0].copy(), other.pools[1].copy())
        self.offers = [offer.copy() for offer in other.offers]
        self.upgrades = other.upgrades.copy()
        self.stone_deck = other.stone_deck.copy(other.stone_deck.rng.copy(), tally)
        self.luck_deck = other.luck_deck.copy(other.luck_deck.rng.copy(), tally)
        self.eog_deck = other.eog_deck.copy(other.eog_deck.rng.copy(), tally)
        self.hengebots = other.hengebots.copy(other.hengebots.rng.copy(), tally)
        first, second = other.rewards
        self.rewards = (
            first.copy(first.rng.copy(), tally),
            second.copy(second.rng.copy(), tally),
        )

    def take_board(self, other: HengeState) -> None:
        """Lay figures and druids as they lie there, with all that is worked out from them."""
        self.figures, self.covered = other.figures.copy(), other.covered.copy()
        self.prices, self.near_prices = other.prices.copy(), other.near_prices.copy()
        self.filled, self.kinds = other.filled.copy(), other.kinds.copy()
        self.slot_bits = other.slot_bits.copy()
        self.open_bits, self.areas_for = other.open_bits.copy(), other.areas_for.copy()
        self.open_sizes = other.open_sizes.copy()

    def people(self) -> list[Player]:
        """The human seats in turn order."""
        return [player for player in self.players if not player.bot]

    # --- money and tokens ---------------------------------------------------------------

    def receive(self, player: Player, dollars: int) -> None:
        """Give dollars from the bank; what it cannot pay is lost if X-HEN-06-BANK says so."""
        if self.ruled.bank_is_limited:
            dollars = min(dollars, max(self.bank, 0))
        player.cash += dollars
        self.bank -= dollars
        self.tally.level(P_COINS, self.bank)

    def spend(self, player: Player, dollars: int) -> None:
        """Put dollars into the bank."""
        player.cash -= dollars
        self.bank += dollars

    def receive_travel(self, player: Player, tokens: int) -> None:
        """Give Free Travel tokens while there are any (X-HEN-07)."""
        tokens = min(tokens, self.travel)
        player.travel += tokens
        self.travel -= tokens
        self.tally.level(P_TRAVEL, self.travel)

    # --- Druid Paths --------------------------------------------------------------------

    def cover(self, area: int) -> None:
        """Cover the lowest empty space of a path (HEN-DRU-06)."""
        self.covered[area] += 1
        self.find_price(area)

    def find_prices(self) -> None:
        """Work out what the next space of every path costs."""
        for area in range(len(self.board.areas)):
            self.find_price(area)

    def find_price(self, area: int) -> None:
        """Work out what the next space of a path costs (HEN-DRU-07, HEN-DRU-08)."""
        path, covered = self.board.prices[area], self.covered[area]
        price = path[covered] if covered < len(path) else CLOSED
        if price != self.prices[area]:
            self.prices[area] = price
            for one in self.board.around[area]:
                self.near_prices[one] = self.least_around(one)

    def least_around(self, area: int) -> int:
        """The lowest price in an area and those that border it."""
        return min([self.prices[one] for one in self.board.around[area]], default=CLOSED)

    # --- slots --------------------------------------------------------------------------

    def is_open(self, slot: int) -> bool:
        """Tell whether a slot is empty and, for a lintel, its uprights stand (HEN-INS-04, -10)."""
        filled = self.filled
        if filled[slot]:
            return False
        for upright in self.board.slots[slot].supports:  # noqa: SIM110 - asked for all slots
            if not filled[upright]:
                return False
        return True

    def waives(self, size: int) -> bool:
        """Tell whether stones of this size may go anywhere (HEN-INS-07)."""
        return self.board.size_waiver and self.open_sizes[size] == 0

    def figure_for(self, slot: int, size: int) -> int:
        """The kind of figure that a stone of ``size`` becomes there (HEN-INS-12, X-HEN-10)."""
        place = self.board.slots[slot]
        shown = size if place.size == EITHER or self.ruled.figure_follows_stone else place.size
        return 2 * shown + (len(place.supports) > 0)

    def fill(self, slot: int, size: int) -> None:
        """Put the fitting figure on a slot (HEN-INS-12)."""
        kind = self.figure_for(slot, size)
        self.figures[kind] -= 1
        self.tally.level(P_FIGURES + kind, self.figures[kind])
        before = self.waives(LARGE), self.waives(SMALL)
        self.filled[slot] = True
        self.kinds[slot] = kind
        self.count_sizes()
        if (self.waives(LARGE), self.waives(SMALL)) != before or not self.figures[kind]:
            self.find_open()
        else:
            self.find_open_at(slot)
            for lintel in self.board.lintels_on[slot]:
                self.find_open_at(lintel)

    def count_sizes(self) -> None:
        """Count the slots left for each size: the empty ones, or those open now (X-HEN-30)."""
        slots = [at for at, filled in enumerate(self.filled) if not filled]
        if self.ruled.waiver_asks_open_slots:
            slots = [at for at in slots if self.is_open(at)]
        sizes = [self.board.slots[at].size for at in slots]
        self.open_sizes = [sum(one in (size, EITHER) for one in sizes) for size in (LARGE, SMALL)]

    def find_open(self) -> None:
        """Work out which stones every slot takes."""
        for slot in range(len(self.board.slots)):
            self.find_open_at(slot)

    def find_open_at(self, slot: int) -> None:
        """Work out which stones a slot takes, as :meth:`takes` tells, and its areas thereby."""
        bits = self._bits_of(slot) if self.is_open(slot) else 0
        if bits != self.slot_bits[slot]:
            self.slot_bits[slot] = bits
            for area in self.board.slots[slot].areas:
                self._find_open_in(area)

    def _find_open_in(self, area: int) -> None:
        """Put together which stones the slots of an area take."""
        taken, slot_bits = 0, self.slot_bits
        for slot in self.board.slots_of[area]:
            taken |= slot_bits[slot]
        turn_kinds(self.areas_for, area, taken ^ self.open_bits[area])
        self.open_bits[area] = taken

    def _bits_of(self, slot: int) -> int:
        """The kinds that an open slot takes now."""
        bits = self.board.slots[slot].takes
        if self.waives(LARGE):
            bits |= bits >> 2
        if self.waives(SMALL):
            bits |= (bits & 3) << 2
        return bits & self.kinds_for_slot(slot)

    def kinds_for_slot(self, slot: int) -> int:
        """The kinds of stones for which a figure is left that fits a slot (HEN-INS-12)."""
        bits = ANY_KIND
        if 0 in self.figures:
            for size in (LARGE, SMALL):
                if not self.figures[self.figure_for(slot, size)]:
                    bits &= ~(3 << (2 * size))
        return bits

    def takes(self, slot: int, size: int, carved: bool, mods: Mods) -> bool:
        """Tell whether a stone may be installed in a slot (HEN-INS-04 to HEN-INS-12)."""
        if not self.is_open(slot):
            return False
        place = self.board.slots[slot]
        if place.carved and not carved and not mods.any_carving:
            return False
        if place.size not in (size, EITHER) and not mods.any_size and not self.waives(size):
            return False
        return self.figures[self.figure_for(slot, size)] > 0


def turn_kinds(areas_for: list[int], area: int, kinds: int) -> None:
    """Let an area take the kinds of stones that it did not take, and no more those that it did."""
    bit = 1 << area
    for kind in range(KINDS):
        if kinds >> kind & 1:
            areas_for[kind] ^= bit


def first_in(state: HengeState, player: Player, area: int) -> bool:
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


def count(state: HengeState, player: Player, counted: Count) -> int:
    """The number that ``counted`` means, for one player or (``whose: all``) for the table."""
    measure = MEASURES[counted.of]
    if counted.whose != "all" or counted.of == "lintel":
        return measure(state, player, counted)
    return sum([measure(state, one, counted) for one in seats_counted(state, counted)])


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
    if counted.of == "druid" and not state.ruled.bots_rank:
        return state.people()
    return state.players


def _count_installed(state: HengeState, player: Player, counted: Count) -> int:
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


def _size(state: HengeState, player: Player, at: int, value: object) -> bool:
    return SIZES[state.stones[player.row[at]].size] == value


def _privilege(state: HengeState, player: Player, at: int, value: object) -> bool:
    return PRIVILEGES[state.stones[player.row[at]].privilege] == value


def _role(state: HengeState, player: Player, at: int, value: object) -> bool:
    return ROLES[state.board.slots[player.row_slots[at]].role] == value


def _border(state: HengeState, player: Player, at: int, value: object) -> bool:
    return (len(state.board.slots[player.row_slots[at]].areas) > 1) is value


def _in_area(state: HengeState, player: Player, at: int, value: object) -> bool:
    areas = state.board.slots[player.row_slots[at]].areas
    return any(state.board.areas[area] == value for area in areas)


def _is_carved(state: HengeState, player: Player, at: int, value: object) -> bool:
    return player.row_carved[at] is value


def _starter(state: HengeState, player: Player, at: int, value: object) -> bool:
    return bool(state.stones[player.row[at]].starter_area) is value


def _min_steps(state: HengeState, player: Player, at: int, value: object) -> bool:
    assert isinstance(value, int)
    return state.stones[player.row[at]].steps >= value


def _min_cost(state: HengeState, player: Player, at: int, value: object) -> bool:
    assert isinstance(value, int)
    return state.stones[player.row[at]].cost >= value


def _druid(state: HengeState, player: Player, counted: Count) -> int:
    on_path = player.on_path
    if counted.distinct == "area":
        return len(on_path) - on_path.count(0)
    for item in counted.where:
        if item.field == "in-one-area":
            return max(on_path)
        if item.field == "area":
            return on_path[state.board.areas.index(str(item.value))]
    return sum(on_path)


def _pair(state: HengeState, player: Player, counted: Count) -> int:
    sizes = [state.stones[card].size for card in player.row]
    return min(sizes.count(LARGE), sizes.count(SMALL))


def _majority(state: HengeState, player: Player, counted: Count) -> int:
    return sum(first_in(state, player, area) for area in range(len(state.board.areas)))


def _coin(state: HengeState, player: Player, counted: Count) -> int:
    return player.cash


def _luck_card(state: HengeState, player: Player, counted: Count) -> int:
    return len(player.hand)


def _reward(state: HengeState, player: Player, counted: Count) -> int:
    return len(player.chits)


def _travel(state: HengeState, player: Player, counted: Count) -> int:
    return player.travel


def _luck_step(state: HengeState, player: Player, counted: Count) -> int:
    return player.luck_at


def _level_up(state: HengeState, player: Player, counted: Count) -> int:
    return sum(player.levels)


def _top_level(state: HengeState, player: Player, counted: Count) -> int:
    tops = state.mat.tops
    return sum(level == top for level, top in zip(player.levels, tops, strict=True))


def _lintel(state: HengeState, player: Player, counted: Count) -> int:
    slots = state.board.slots
    return sum(
        filled and slot.role == LINTEL for filled, slot in zip(state.filled, slots, strict=True)
    )


def _count_delivered(state: HengeState, player: Player, counted: Count) -> int:
    return player.to_go.count(0)


def _count_raised(state: HengeState, player: Player, counted: Count) -> int:
    return state.raised_now


def _count_placed(state: HengeState, player: Player, counted: Count) -> int:
    return state.placed_now


def _count_carved_now(state: HengeState, player: Player, counted: Count) -> int:
    return state.carved_now


Measure = Callable[[HengeState, Player, Count], int]
Test = Callable[[HengeState, Player, int, object], bool]

MEASURES: dict[str, Measure] = {
    "installed": _count_installed,
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
    "delivered": _count_delivered,
    "raised": _count_raised,
    "placed": _count_placed,
    "carved-now": _count_carved_now,
}
STONE_FILTERS: dict[str, Test] = {
    "size": _size,
    "privilege": _privilege,
    "slot": _role,
    "border": _border,
    "area": _in_area,
    "carved": _is_carved,
    "starter": _starter,
    "min-steps": _min_steps,
    "min-cost": _min_cost,
}
DRUID_FILTERS = ("area", "in-one-area")
DISTINCT = {"installed": ("privilege", "size", "area"), "druid": ("area",)}
