"""Henge, one game: set-up choices, rounds and turns, the end, final scoring, and what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from validator.games.henge import codes, players
from validator.games.henge.actions import arrive
from validator.games.henge.benefits import Benefits, person_turn
from validator.games.henge.bots import bot_turn
from validator.games.henge.cards import card_points, choose_card, points
from validator.games.henge.codes import FIGURES, LAST_ROUND, NONE, P_BOTS, P_EOG, P_LUCK, PILES
from validator.games.henge.state import HengeRules, HengeState, Player
from validator.play.match import Deck, Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Option, Outcome, Piece
from validator.rng import Streams

PLACES = ("1st", "2nd", "3rd")
"""The places on a Druid Path that score."""


@dataclass(frozen=True, slots=True)
class HengeItem:
    """Winter points of a seat: for a Bonus card, a place on a path, or a benefit (``what``)."""

    seat: int
    points: int
    what: str
    card: int = NONE


def final_scoring(state: HengeState) -> None:
    """Add the winter points to the score track (HEN-END-05, HEN-CONC-05, HEN-SCORE-01)."""
    for item in items(state):
        player, gained = state.players[item.seat], item.points
        if item.card != NONE:
            doing = state.tally.acts_as(item.card, item.seat)
            if doing != item.card:
                gained = 0 if doing == NONE else card_points(state, player, doing)
            if item.points:
                state.tally.plays(item.card)
        player.score += gained


def items(state: HengeState) -> list[HengeItem]:
    """All that scores at the end, seat by seat: Bonus cards, benefits, then Druid Paths."""
    paths = [item for area in range(len(state.board.areas)) for item in majorities(state, area)]
    return [
        item
        for player in state.people()
        for item in (
            *bonus_items(state, player),
            *[one for one in paths if one.seat == player.seat],
        )
    ]


def bonus_items(state: HengeState, player: Player) -> Iterator[HengeItem]:
    """The Bonus cards of a player, the Spring card first, and winter points of benefits."""
    seat, names = player.seat, state.cards.names
    if player.spring != NONE:
        score = card_points(state, player, player.spring, met=player.met)
        what = f"Spring card {names[player.spring]}{', marked' if player.met else ''}"
        yield HengeItem(seat, score, what, player.spring)
    for card in player.eog:
        score = card_points(state, player, card)
        yield HengeItem(seat, score, f"Bonus card {names[card]}", card)
    for benefit in player.winter:  # HEN-CONC-05
        yield HengeItem(seat, points(state, player, benefit), "a benefit")


def by_place(players: Sequence[Player], area: int) -> list[Player]:
    """Those of ``players`` with druids in an area: most first, ties to the farthest druid.

    HEN-SCORE-06, HEN-SCORE-07.
    """
    present = [player for player in players if player.on_path[area]]
    return sorted(present, key=lambda player: (-player.on_path[area], -player.last[area]))


def worth(state: HengeState, area: int) -> int:
    """The smallest uncovered number of a path (HEN-SCORE-02)."""
    return state.board.numbers[area][state.covered[area]]


def majorities(state: HengeState, area: int) -> list[HengeItem]:
    """What the first three of an area score: all, half, a third, rounded down.

    HEN-SCORE-02, HEN-SCORE-03, HEN-SCORE-04; others score nothing (HEN-SCORE-05). Whether a
    bot uses up its place is X-HEN-16 (HEN-SCORE-09); it scores nothing.
    """
    value, name = worth(state, area), state.board.areas[area]
    ranked = state.ruled.bot_druids == "rank"
    placed = by_place(state.players if ranked else state.people(), area)
    return [
        HengeItem(player.seat, value // at, f"{place} in {name}, worth {value}")
        for at, (place, player) in enumerate(zip(PLACES, placed, strict=False), start=1)
        if not player.bot
    ]


def winner(state: HengeState) -> int:
    """The seat of the Clan Chief; the last tie-break decides (HEN-META-04).

    People keep their order whatever places bots get, so the highest seat is last in turn order.
    """
    best = max(
        state.people(),
        key=lambda player: (
            player.score,  # HEN-WIN-01
            len(player.row),  # HEN-WIN-02
            sum(player.on_path),  # HEN-WIN-03
            player.cash,  # HEN-WIN-04
            player.seat,  # HEN-WIN-05
        ),
    )
    return best.seat


class HengeMatch(HengeState):
    """The course of a game.

    ``order`` are the seats in turn order, ``place`` the one that is next in the round;
    ``reason`` is what ended the game, empty until then.
    """

    def __init__(self, rules: HengeRules, tally: Tally) -> None:
        super().__init__(rules, tally)
        self.order: tuple[int, ...]
        self.place = 0
        self.reason = ""

    def copy(self) -> HengeMatch:
        """The same game, to be played on apart."""
        other = copy(self)
        other.tally = self.tally.copy()
        for name, value in vars(self).items():
            if isinstance(value, list | tuple | Deck):
                setattr(other, name, other.copied(value))
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Set-up choices, then clockwise turns round by round to the Clan Chief (HEN-PSET-05)."""
        if not self.round:
            self.choose_spring_cards(ask)
            self.draft_upgrades(ask)
            self.round = 1
        while not self.reason:
            self.play_round(ask)
            self.end_round()
        final_scoring(self)
        return Outcome((winner(self),), tuple(self.scores()), self.reason)

    def choose_spring_cards(self, ask: Ask) -> None:
        """Each player keeps one Spring card of those dealt (HEN-FSET-08, HEN-FSET-09, -10)."""
        for player in self.people():
            offer = self.offers[player.seat]
            if offer:
                player.spring = choose_card(self, ask, player.seat, "spring", offer).number
                offer.remove(player.spring)
                self.box += offer
                offer.clear()

    def draft_upgrades(self, ask: Ask) -> None:
        """Each player takes a First Upgrade, the last in turn order first (HEN-FSET-12 to -15)."""
        for player in reversed(self.people()):
            if not self.upgrades:
                break
            card = choose_card(self, ask, player.seat, "upgrade", self.upgrades).number
            self.upgrades.remove(card)
            self.box.append(card)
            self.tally.drew(card)
            self.tally.plays(card)
            privilege = self.cards.upgrades[card]
            if player.levels[privilege] < self.mat.tops[privilege]:
                player.levels[privilege] += 1
        self.box += self.upgrades
        self.upgrades.clear()

    def play_round(self, ask: Ask) -> None:
        """The turns that are left of the round, from the seat that is next."""
        for place in range(self.place, len(self.order)):
            self.place = place
            seat = self.order[place]
            ask.turn(seat)
            player = self.players[seat]
            if player.bot:
                ask.tell(seat, "hengebot", bot_turn(self, player))
            else:
                person_turn(Benefits(self, ask, player))

    def end_round(self) -> None:
        """The next round, unless the game ends; nothing else ends it (HEN-END-07, X-HEN-14).

        HEN-END-01, HEN-END-02, HEN-END-04.
        """
        self.place = 0
        if self.final:
            self.reason = "stone deck empty"
        elif self.end_near:
            for player in self.people():
                arrive(player)  # HEN-END-03
            self.final = True
            self.round += 1
        elif self.ruled.forced_end == "round_30" and self.round >= LAST_ROUND:
            self.reason = "round limit"
        else:
            self.round += 1

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points on the score track; bots have none."""
        return [player.score for player in self.players]

    def account(self) -> list[str]:
        """The final scoring seat by seat and item by item, once the game has ended."""
        lines: list[str] = []
        for player in self.people() if self.reason else ():
            own = [item for item in items(self) if item.seat == player.seat]
            name = self.rules.colours[player.seat]
            before = player.score - sum(item.points for item in own)
            lines.append(f"{name}: on the score track: {before}")
            lines += [f"{name}: {item.what}: {item.points}" for item in own]
            lines.append(f"{name}: in all: {player.score}")
        return lines

    def left(self) -> list[int]:
        """Dollars, tokens, markers and druids of whoever has fewest, figures of each kind."""
        markers = min(player.markers for player in self.people())
        druids = min(player.druids for player in self.players)
        return [self.bank, self.travel, markers, druids, *self.figures]

    def levels(self) -> list[int]:
        """What is left in each pile, in the order of ``codes.PILES``."""
        dollars, *others = self.left()
        return [
            len(self.stone_deck.cards),
            len(self.quarry) - self.quarry.count(NONE),
            len(self.luck_deck.cards),
            len(self.eog_deck.cards),
            0,  # of the Spring deck
            len(self.hengebots.cards),
            *[len(deck.cards) for deck in self.rewards],
            min(max(dollars, 0), self.rules.sizes["coins"]),
            *others,
        ]

    def used(self) -> list[int]:
        """Pieces of each supply in use: dollars, tokens, those of one colour, figures."""
        sizes, piles = self.rules.sizes, PILES[codes.P_COINS :]
        used = [sizes[name] - left for name, left in zip(piles, self.left(), strict=True)]
        used[1] -= self.travel_gone
        return used

    def census(self) -> dict[str, list[Piece]]:
        """Every zone with its pieces; cards are numbers, other pieces words.

        Dollars of the bank and of all seats are one zone: an unlimited bank pays with notes when
        its coins are gone (X-HEN-06-BANK), so that its own may be less than nothing.
        """
        dollars = self.bank + sum(player.cash for player in self.players)
        zones: dict[str, list[Piece]] = {
            "stone_deck": [*self.stone_deck.cards],
            "quarry": [card for card in self.quarry if card != NONE],
            "luck_deck": [*self.luck_deck.cards],
            "luck_discard": [*self.luck_deck.discards],
            "luck_played": [*self.luck_played],
            "eog_deck": [*self.eog_deck.cards],
            "eog_discard": [*self.eog_deck.discards],
            "hengebot_deck": [*self.hengebots.cards],
            "hengebot_discard": [*self.hengebots.discards],
            "box": [*self.box, *["travel"] * self.travel_gone],
            "dollars": ["dollar"] * dollars,
            "travel_supply": ["travel"] * self.travel,
            "upgrades": [*self.upgrades],
            "rondel": ["master druid"],
            "slots": [FIGURES[kind] for kind in self.kinds if kind != NONE],
            "figures": [
                name for name, n in zip(FIGURES, self.figures, strict=True) for _ in range(n)
            ],
        }
        for kind, name in enumerate(("a", "b")):
            zones[f"reward_{name}"] = [*self.rewards[kind].cards]
            zones[f"reward_pool_{name}"] = [*self.pools[kind]]
        for player in self.players:
            zones.update(_seat_zones(player))
        for seat, offer in enumerate(self.offers):
            zones[f"seat{seat + 1}.offer"] = [*offer]
        return zones

    def unseen(self, seat: int) -> list[Unseen]:
        """What lies face down before ``seat``; decks are never mixed with each other.

        Of the box only what was left of the Spring cards matters, while some are on offer.
        """
        others = [player for player in self.players if player.seat != seat]
        luck = {f"seat{player.seat + 1}.hand": player.hand for player in others}
        bonus = {f"seat{player.seat + 1}.bonus": player.eog for player in others}
        offers = {f"seat{player.seat + 1}.offer": self.offers[player.seat] for player in others}
        found = [
            Unseen({"stone_deck": self.stone_deck.cards}),
            Unseen({"luck_deck": self.luck_deck.cards, **luck}),
            Unseen({"eog_deck": self.eog_deck.cards, **bonus}),
            Unseen({"hengebot_deck": self.hengebots.cards}),
            Unseen({"reward_a": self.rewards[0].cards}),
            Unseen({"reward_b": self.rewards[1].cards}),
        ]
        if any(offers.values()):
            found.append(Unseen({**offers, "box": self.box}, self.cards.kinds))
        return found

    def renew_luck(self, streams: Streams) -> None:
        """Other luck for decks that are shuffled again."""
        decks = {P_LUCK: self.luck_deck, P_EOG: self.eog_deck, P_BOTS: self.hengebots}
        for pile, deck in decks.items():
            deck.rng = streams.rng(f"{PILES[pile]} again")

    def show(self) -> str:
        """The position in a few lines."""
        board, cards = self.board, self.cards
        pool = ", ".join(cards.names[card] for card in self.quarry if card != NONE) or "empty"
        filled = len(self.kinds) - self.kinds.count(NONE)
        lines = [
            f"Round {self.round}{', the last' if self.final else ''}; "
            f"Master Druid on {board.step_names[self.pawn]}; "
            f"{len(self.stone_deck.cards)} in the Stone deck; {filled} of {len(board.slots)} slots",
            f"Quarry: {pool}",
            f"Druid Paths: {', '.join(_show_path(self, area) for area in range(len(board.areas)))}",
        ]
        if len(self.people()) < len(self.players):
            lines.append("Turn order: " + ", ".join(self.rules.colours[one] for one in self.order))
        return "\n".join(lines + [_show_seat(self, player) for player in self.players])

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option looks to a sensible player."""
        return [players.rate(self, self.players[seat], what, option) for option in options]

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties a pile."""
        return [players.drain(self, self.players[seat], pile, what, option) for option in options]


def _seat_zones(player: Player) -> dict[str, list[Piece]]:
    name = f"seat{player.seat + 1}"
    druid, marker = f"druid {player.seat + 1}", f"marker {player.seat + 1}"
    marked = len(player.stones) + sum(player.carved) + player.met
    return {
        f"{name}.travel": ["travel"] * player.travel,
        f"{name}.druids": [druid] * player.druids,
        f"{name}.paths": [druid] * sum(player.on_path),
        f"{name}.markers": [marker] * player.markers,
        f"{name}.marked": [marker] * marked,
        f"{name}.stones": [*player.stones],
        f"{name}.row": [*player.row],
        f"{name}.hand": [*player.hand],
        f"{name}.bonus": [*player.eog],
        f"{name}.spring": [player.spring] if player.spring != NONE else [],
        f"{name}.chits": [*player.chits],
    }


def _show_path(state: HengeState, area: int) -> str:
    """What a path is worth and its druids, first place first: ``heel 12 (red 2, blue 1)``."""
    druids = [
        f"{state.rules.colours[player.seat]} {player.on_path[area]}"
        for player in by_place(state.players, area)
    ]
    return f"{state.board.areas[area]} {worth(state, area)} ({', '.join(druids) or 'none'})"


def _show_seat(state: HengeState, player: Player) -> str:
    name = f"{state.rules.colours[player.seat]}{' (bot)' if player.bot else ''}"
    if player.bot:
        token = "up" if player.carver else "down"
        return f"  {name}: {_count(player.druids, 'druid')} left, Carve token {token}"
    levels_now = " ".join(
        f"{privilege} {level + 1}"
        for privilege, level in zip(codes.PRIVILEGES, player.levels, strict=True)
    )
    stones = ", ".join(
        f"{state.cards.names[card]} ({'carved, ' if carved else ''}{left} to go)"
        for card, left, carved in zip(player.stones, player.to_go, player.carved, strict=True)
    )
    return (
        f"  {name}: {_count(player.score, 'point')}, ${player.cash}, "
        f"{_count(player.druids, 'druid')} left, "
        f"{len(player.row)} installed, "
        f"{player.travel} travel; levels {levels_now}; stones: {stones or 'none'}; "
        f"Luck: {', '.join(state.cards.names[card] for card in player.hand) or 'none'}; "
        f"Bonus: {', '.join(_bonus(state, player)) or 'none'}"
    )


def _bonus(state: HengeState, player: Player) -> list[str]:
    """The Bonus cards kept, by name; a Spring card with its mark."""
    names = state.cards.names
    spring = [f"{names[player.spring]} (Spring{', marked' if player.met else ''})"]
    return (spring if player.spring != NONE else []) + [names[card] for card in player.eog]


def _count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
