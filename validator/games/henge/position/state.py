"""The state of a game of Henge: the table between the seats, and the data it is played with."""

from __future__ import annotations

from validator.games.henge.position.player import Player
from validator.games.henge.printed.codes import (
    ANY_KIND,
    CLOSED,
    EITHER,
    KINDS,
    LARGE,
    NONE,
    P_COINS,
    P_FIGURES,
    P_TRAVEL,
    SMALL,
)
from validator.games.henge.printed.mods import PLAIN, Mods
from validator.games.henge.rules import Rules
from validator.play.deck import Deck
from validator.play.tally import Tally


class State:
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

    def __init__(self, rules: Rules, tally: Tally) -> None:
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

    def take_over(self, other: State) -> None:
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

    def take_board(self, other: State) -> None:
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
        return bits & self.figured(slot)

    def figured(self, slot: int) -> int:
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
