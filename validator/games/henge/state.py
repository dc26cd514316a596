"""The state of a game of Henge: the table between the seats, and the data it is played with."""

from __future__ import annotations

from validator.games.henge.board import Board
from validator.games.henge.cards import Cards
from validator.games.henge.codes import (
    EITHER,
    LARGE,
    NONE,
    P_COINS,
    P_FIGURES,
    P_TRAVEL,
    SMALL,
)
from validator.games.henge.player import Mods, Player
from validator.games.henge.rules import Mat, Rules
from validator.play.deck import Deck
from validator.play.tally import Tally

CLOSED = 999
"""Price of a path whose last space alone is left (HEN-DRU-07)."""


class State:
    """Everything on the table, and the data it is played with.

    ``covered`` counts the druids on each path, ``prices`` are those of its next space and
    ``near_prices`` the lowest there and in the bordering areas; ``filled`` tells which slots hold a
    figure and ``kinds`` which one;
    ``open_bits`` are the kinds of stones that each area still takes. ``quarry`` has a fixed
    number of places, ``NONE`` where one is empty (HEN-QUA-13). ``local`` is the local area
    (HEN-BOARD-11). ``end_near`` tells that the end was triggered, ``final`` that the last
    round is played (HEN-END-01, HEN-END-04). ``favours`` is what each card would change if it
    were played; nobody writes to it.
    """

    __slots__ = (
        "bank",
        "board",
        "box",
        "cards",
        "carved_now",
        "colours",
        "covered",
        "end_near",
        "eog_deck",
        "favours",
        "figures",
        "filled",
        "final",
        "hengebots",
        "kinds",
        "local",
        "luck_deck",
        "mat",
        "mods",
        "mods_used",
        "near_prices",
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
        "rules",
        "stone_deck",
        "tally",
        "travel",
        "travel_gone",
    )

    def __init__(
        self,
        rules: Rules,
        board: Board,
        cards: Cards,
        mat: Mat,
        colours: tuple[str, ...],
        tally: Tally,
    ) -> None:
        self.rules = rules
        self.board = board
        self.cards = cards
        self.mat = mat
        self.colours = colours
        self.tally = tally
        self.players: list[Player] = []
        self.pawn = 0
        self.local = 0
        self.round = 0
        self.end_near = False
        self.final = False
        self.bank = 0
        self.travel = 0
        self.travel_gone = 0
        self.box: list[int] = []
        self.quarry: list[int] = []
        self.figures = [0, 0, 0, 0]
        self.covered = [0] * len(board.areas)
        self.prices = [CLOSED] * len(board.areas)
        self.near_prices = [CLOSED] * len(board.areas)
        self.filled = [False] * len(board.slots)
        self.kinds = [NONE] * len(board.slots)
        self.open_bits = [0] * len(board.areas)
        self.open_sizes = [0, 0]
        self.pools: tuple[list[int], list[int]] = ([], [])
        self.mods = Mods()
        self.mods_used = False
        self.favours: tuple[Mods, ...] = ()
        self.raised_now = 0
        self.placed_now = 0
        self.carved_now = 0
        self.stone_deck: Deck
        self.luck_deck: Deck
        self.eog_deck: Deck
        self.hengebots: Deck
        self.rewards: tuple[Deck, Deck]

    def forget_mods(self) -> None:
        """Begin an action that no card has changed yet."""
        if self.mods_used:
            self.mods = Mods()
            self.mods_used = False

    # --- money and tokens ---------------------------------------------------------------

    def receive(self, player: Player, dollars: int) -> None:
        """Give dollars from the bank; what it cannot pay is lost if X-HEN-06-BANK says so."""
        if self.rules.bank_is_limited:
            dollars = min(dollars, max(self.bank, 0))
        player.cash += dollars
        self.bank -= dollars
        self.tally.level(P_COINS, max(self.bank, 0))

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
        self.find_prices()

    def find_prices(self) -> None:
        """Work out what the next space of every path costs (HEN-DRU-07, HEN-DRU-08)."""
        board = self.board
        self.prices = prices = [
            price[covered] if covered < len(price) else CLOSED
            for price, covered in zip(board.prices, self.covered, strict=True)
        ]
        self.near_prices = [
            min(price, *[prices[other] for other in board.neighbours[area]])
            for area, price in enumerate(prices)
        ]

    # --- slots --------------------------------------------------------------------------

    def is_open(self, slot: int) -> bool:
        """Tell whether a slot is empty and, for a lintel, its uprights stand (HEN-INS-04, -10)."""
        if self.filled[slot]:
            return False
        return all(self.filled[upright] for upright in self.board.slots[slot].supports)

    def waives(self, size: int) -> bool:
        """Tell whether stones of this size may go anywhere (HEN-INS-07)."""
        return self.board.size_waiver and self.open_sizes[size] == 0

    def figure_for(self, slot: int, size: int) -> int:
        """The kind of figure that a stone of ``size`` becomes there (HEN-INS-12, X-HEN-10)."""
        place = self.board.slots[slot]
        shown = size if place.size == EITHER or self.rules.figure_follows_stone else place.size
        return 2 * shown + (len(place.supports) > 0)

    def fill(self, slot: int, size: int) -> None:
        """Put the fitting figure on a slot (HEN-INS-12)."""
        kind = self.figure_for(slot, size)
        self.figures[kind] -= 1
        self.tally.level(P_FIGURES + kind, self.figures[kind])
        self.filled[slot] = True
        self.kinds[slot] = kind
        place = self.board.slots[slot]
        for one in (LARGE, SMALL):
            if place.size in (one, EITHER):
                self.open_sizes[one] -= 1
        if self.board.size_waiver:
            self.find_open()
        else:
            for area in place.areas:
                self.open_bits[area] = self._bits_of(area)

    def find_open(self) -> None:
        """Work out which stones every area takes."""
        for area in range(len(self.board.areas)):
            self.open_bits[area] = self._bits_of(area)

    def _bits_of(self, area: int) -> int:
        bits = 0
        slots = self.board.slots
        for slot in self.board.slots_of[area]:
            if self.is_open(slot):
                bits |= slots[slot].takes
        if self.board.size_waiver and bits:
            if self.open_sizes[LARGE] == 0:
                bits |= bits >> 2
            if self.open_sizes[SMALL] == 0:
                bits |= (bits & 3) << 2
        return bits

    def takes(self, slot: int, size: int, carved: bool, any_size: bool, any_carving: bool) -> bool:
        """Tell whether a stone may be installed in a slot (HEN-INS-04 to HEN-INS-12)."""
        if not self.is_open(slot):
            return False
        place = self.board.slots[slot]
        if place.carved and not carved and not any_carving:
            return False
        if place.size not in (size, EITHER) and not any_size and not self.waives(size):
            return False
        return self.figures[self.figure_for(slot, size)] > 0
