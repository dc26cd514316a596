"""Henge, one game: set-up choices, rounds and turns, the end, final scoring."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge import players
from validator.games.henge.actions import arrive
from validator.games.henge.benefits import Benefits, person_turn
from validator.games.henge.bots import bot_turn
from validator.games.henge.cards import card_points, points
from validator.games.henge.codes import (
    FIGURES,
    LAST_ROUND,
    NONE,
    P_BOTS,
    P_COINS,
    P_DRUIDS,
    P_EOG,
    P_FIGURES,
    P_LUCK,
    P_MARKERS,
    P_QUARRY,
    P_REWARD_A,
    P_REWARD_B,
    P_SPRING,
    P_STONES,
    P_TRAVEL,
    PILES,
    PRIVILEGES,
)
from validator.games.henge.moves import Rondel
from validator.games.henge.rules import HengeRules
from validator.games.henge.state import HengeState, Player
from validator.play.match import Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Option, Outcome, Piece
from validator.rng import Streams

PLACES = ("1st", "2nd", "3rd")
"""The places on a Druid Path that score."""


class HengeItem:
    """Winter points of a seat: for a Bonus card, a place on the path of an area, or a benefit."""

    __slots__ = ("area", "card", "place", "points", "seat")

    def __init__(
        self, seat: int, points: int, *, card: int = NONE, area: int = NONE, place: int = 0
    ) -> None:
        self.seat = seat
        self.points = points
        self.card = card
        self.area = area
        self.place = place


def final_scoring(state: HengeState) -> None:
    """Add the winter points to the score track (HEN-END-05, HEN-CONC-05, HEN-SCORE-01)."""
    for item in items(state):
        gained = item.points
        if item.card != NONE:
            gained = score_card(state, item)
            if item.points:
                state.tally.plays(item.card)
        state.players[item.seat].score += gained


def score_card(state: HengeState, item: HengeItem) -> int:
    """The points of a Bonus card, or of what it was switched to."""
    doing = state.tally.acts_as(item.card, item.seat)
    if doing == item.card:
        return item.points
    return 0 if doing == NONE else card_points(state, state.players[item.seat], doing)


def items(state: HengeState) -> list[HengeItem]:
    """All that scores at the end, seat by seat: Bonus cards, benefits, then Druid Paths."""
    on_paths: list[list[HengeItem]] = [[] for _ in state.players]
    for area in range(len(state.board.areas)):
        for item in majorities(state, area):
            on_paths[item.seat].append(item)
    found: list[HengeItem] = []
    for player in state.people():
        found += bonus_items(state, player)
        found += on_paths[player.seat]
    return found


def bonus_items(state: HengeState, player: Player) -> list[HengeItem]:
    """The Bonus cards of a player, the Spring card first, and winter points of benefits."""
    seat, found = player.seat, []
    if player.spring != NONE:
        worth_now = card_points(state, player, player.spring, met=player.met)
        found.append(HengeItem(seat, worth_now, card=player.spring))
    for card in player.eog:
        found.append(HengeItem(seat, card_points(state, player, card), card=card))
    for score in player.winter:  # HEN-CONC-05
        found.append(HengeItem(seat, points(state, player, score)))
    return found


def what_for(state: HengeState, item: HengeItem) -> str:
    """What winter points are for, in a few words."""
    if item.area != NONE:
        place, area = PLACES[item.place], state.board.areas[item.area]
        return f"{place} in {area}, worth {worth(state, item.area)}"
    if item.card == NONE:
        return "a benefit"
    player, name = state.players[item.seat], state.cards.names[item.card]
    if item.card == player.spring:
        return f"Spring card {name}{', marked' if player.met else ''}"
    return f"Bonus card {name}"


def account(state: HengeState) -> list[str]:
    """The scoring of a game that has ended, seat by seat and item by item."""
    lines: list[str] = []
    scored = items(state)
    for player in state.people():
        own = [item for item in scored if item.seat == player.seat]
        name = state.rules.colours[player.seat]
        before = player.score - sum(item.points for item in own)
        lines.append(f"{name}: on the score track: {before}")
        lines += [f"{name}: {what_for(state, item)}: {item.points}" for item in own]
        lines.append(f"{name}: in all: {player.score}")
    return lines


def ranking(state: HengeState, area: int) -> list[Player]:
    """Seats that take a place in an area; whether bots do is X-HEN-16 (HEN-SCORE-09)."""
    bots_too = state.ruled.bots_rank
    return by_place([one for one in state.players if bots_too or not one.bot], area)


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

    HEN-SCORE-02, HEN-SCORE-03, HEN-SCORE-04; others score nothing (HEN-SCORE-05). A
    bot uses up its place but scores nothing (X-HEN-16).
    """
    value = worth(state, area)
    return [
        HengeItem(player.seat, value // (place + 1), area=area, place=place)
        for place, player in enumerate(ranking(state, area)[: len(PLACES)])
        if not player.bot
    ]


def winner(state: HengeState) -> int:
    """The seat of the Clan Chief; the last tie-break decides (HEN-META-04).

    People keep their order whatever places bots get, so the highest seat is last in turn order.
    """
    people = state.people()
    best = max(
        people,
        key=lambda player: (
            player.score,  # HEN-WIN-01
            len(player.row),  # HEN-WIN-02
            sum(player.on_path),  # HEN-WIN-03
            player.cash,  # HEN-WIN-04
            player.seat,  # HEN-WIN-05
        ),
    )
    return best.seat


def levels(state: HengeState) -> list[int]:
    """What is left in each pile, in the order of ``codes.PILES``."""
    people = state.people()
    left = {
        P_STONES: len(state.stone_deck.cards),
        P_QUARRY: len(state.quarry) - state.quarry.count(NONE),
        P_LUCK: len(state.luck_deck.cards),
        P_EOG: len(state.eog_deck.cards),
        P_SPRING: 0,
        P_BOTS: len(state.hengebots.cards),
        P_REWARD_A: len(state.rewards[0].cards),
        P_REWARD_B: len(state.rewards[1].cards),
        P_COINS: min(max(state.bank, 0), state.rules.counts.dollars),
        P_TRAVEL: state.travel,
        P_MARKERS: min(player.markers for player in people),
        P_DRUIDS: min(player.druids for player in state.players),
    }
    left.update(enumerate(state.figures, start=P_FIGURES))
    return [left[pile] for pile in range(len(PILES))]


def pieces_in_use(state: HengeState) -> list[int]:
    """Pieces of each supply in use: dollars, tokens, markers and druids of one colour, figures."""
    counts = state.rules.counts
    markers, druids = counts.markers_box, counts.druids
    boxed, left = counts.figures, state.figures
    for player in state.players:
        if player.druids < druids:  # noqa: PLR1730 - sampled each turn
            druids = player.druids
        if player.markers < markers and not player.bot:
            markers = player.markers
    return [
        counts.dollars - state.bank,
        counts.travel_box - state.travel - state.travel_gone,
        counts.markers_box - markers,
        counts.druids - druids,
        boxed[0] - left[0],
        boxed[1] - left[1],
        boxed[2] - left[2],
        boxed[3] - left[3],
    ]


def census(state: HengeState) -> dict[str, list[Piece]]:
    """Every zone with its pieces; cards are numbers, other pieces words.

    Dollars of the bank and of all seats are one zone: an unlimited bank pays with notes when
    its coins are gone (X-HEN-06-BANK), so that its own may be less than nothing.
    """
    dollars = state.bank + sum(player.cash for player in state.players)
    zones: dict[str, list[Piece]] = {
        "stone_deck": [*state.stone_deck.cards],
        "quarry": [card for card in state.quarry if card != NONE],
        "luck_deck": [*state.luck_deck.cards],
        "luck_discard": [*state.luck_deck.discards],
        "luck_played": [*state.luck_played],
        "eog_deck": [*state.eog_deck.cards],
        "eog_discard": [*state.eog_deck.discards],
        "hengebot_deck": [*state.hengebots.cards],
        "hengebot_discard": [*state.hengebots.discards],
        "box": [*state.box, *["travel"] * state.travel_gone],
        "dollars": ["dollar"] * dollars,
        "travel_supply": ["travel"] * state.travel,
        "upgrades": [*state.upgrades],
        "rondel": ["master druid"],
        "slots": [FIGURES[kind] for kind in state.kinds if kind != NONE],
        "figures": [name for name, n in zip(FIGURES, state.figures, strict=True) for _ in range(n)],
    }
    for kind, name in enumerate(("a", "b")):
        zones[f"reward_{name}"] = [*state.rewards[kind].cards]
        zones[f"reward_pool_{name}"] = [*state.pools[kind]]
    for player in state.players:
        zones.update(_seat_zones(player))
    for seat, offer in enumerate(state.offers):
        zones[f"seat{seat + 1}.offer"] = [*offer]
    return zones


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


def unseen(state: HengeState, seat: int) -> list[Unseen]:
    """What lies face down before ``seat``; decks are never mixed with each other.

    Of the box only what was left of the Spring cards matters, while some are on offer.
    """
    others = [player for player in state.players if player.seat != seat]
    luck = {f"seat{player.seat + 1}.hand": player.hand for player in others}
    bonus = {f"seat{player.seat + 1}.bonus": player.eog for player in others}
    offers = {f"seat{player.seat + 1}.offer": state.offers[player.seat] for player in others}
    found = [
        Unseen({"stone_deck": state.stone_deck.cards}),
        Unseen({"luck_deck": state.luck_deck.cards, **luck}),
        Unseen({"eog_deck": state.eog_deck.cards, **bonus}),
        Unseen({"hengebot_deck": state.hengebots.cards}),
        Unseen({"reward_a": state.rewards[0].cards}),
        Unseen({"reward_b": state.rewards[1].cards}),
    ]
    if any(offers.values()):
        found.append(Unseen({**offers, "box": state.box}, state.cards.kinds))
    return found


def renew_luck(state: HengeState, streams: Streams) -> None:
    """Other luck for decks that are shuffled again."""
    decks = {P_LUCK: state.luck_deck, P_EOG: state.eog_deck, P_BOTS: state.hengebots}
    for pile, deck in decks.items():
        deck.rng = streams.rng(PILES[pile])


def show(state: HengeState, order: Sequence[int]) -> str:
    """The position in a few lines; ``order`` are the seats in turn order."""
    board, cards = state.board, state.cards
    pool = ", ".join(cards.names[card] for card in state.quarry if card != NONE) or "empty"
    filled = sum(state.filled)
    lines = [
        f"Round {state.round}{', the last' if state.final else ''}; "
        f"Master Druid on {board.step_names[state.pawn]}; "
        f"{len(state.stone_deck.cards)} in the Stone deck; {filled} of {len(board.slots)} slots",
        f"Quarry: {pool}",
        f"Druid Paths: {', '.join(_show_path(state, area) for area in range(len(board.areas)))}",
    ]
    if len(state.people()) < len(state.players):
        lines.append("Turn order: " + ", ".join(state.rules.colours[seat] for seat in order))
    return "\n".join(lines + [_show_seat(state, player) for player in state.players])


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
        for privilege, level in zip(PRIVILEGES, player.levels, strict=True)
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


class HengeMatch(HengeState):
    """The course of a game.

    ``order`` are the seats in turn order, ``place`` the one that is next in the round;
    ``reason`` is what ended the game, empty until then.
    """

    __slots__ = ("order", "place", "reason", "rondel")

    def __init__(self, rules: HengeRules, rondel: Rondel, tally: Tally) -> None:
        super().__init__(rules, tally)
        self.rondel = rondel
        self.order: tuple[int, ...]
        self.place = 0
        self.reason = ""

    def copy(self) -> HengeMatch:
        """The same game, to be played on apart."""
        other = HengeMatch(self.rules, self.rondel, self.tally.copy())
        other.take_over(self)
        other.order, other.place, other.reason = self.order, self.place, self.reason
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Set-up choices, then clockwise turns round by round to the Clan Chief (HEN-PSET-05)."""
        if not self.round:
            self.choose_spring_cards(ask)
            self.draft_upgrades(ask)
            self.round = 1
        turn = Benefits(self, ask, self.players[0], self.rondel.actions)
        while not self.reason:
            self.play_round(turn)
            self.end_round()
        final_scoring(self)
        return Outcome((winner(self),), tuple(self.scores()), self.reason)

    def choose_spring_cards(self, ask: Ask) -> None:
        """Each player keeps one of the Spring cards dealt (HEN-FSET-08 to HEN-FSET-10)."""
        for player in self.people():
            offer = self.offers[player.seat]
            if offer:
                options = [self.menu.spring[card] for card in dict.fromkeys(offer)]
                player.spring = ask.choose(player.seat, "spring", options).card
                offer.remove(player.spring)
                self.box += offer
                offer.clear()

    def draft_upgrades(self, ask: Ask) -> None:
        """Each player takes a First Upgrade, the last in turn order first (HEN-FSET-12 to -15)."""
        for player in reversed(self.people()):
            if not self.upgrades:
                break
            options = [self.menu.upgrades[card] for card in self.upgrades]
            card = ask.choose(player.seat, "upgrade", options).card
            self.upgrades.remove(card)
            self.box.append(card)
            self.tally.drew(card)
            self.tally.plays(card)
            privilege = self.cards.upgrades[card]
            if player.levels[privilege] < self.mat.tops[privilege]:
                player.levels[privilege] += 1
        self.box += self.upgrades
        self.upgrades.clear()

    def play_round(self, turn: Benefits) -> None:
        """The turns that are left of the round, from the seat that is next."""
        ask, order = turn.ask, self.order
        for place in range(self.place, len(order)):
            self.place = place
            seat = order[place]
            ask.turn(seat)
            player = self.players[seat]
            if player.bot:
                ask.tell(seat, "hengebot", bot_turn(self, player))
            else:
                person_turn(turn, player, self.rondel)

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
        elif self.ruled.round_limit and self.round >= LAST_ROUND:
            self.reason = "round limit"
        else:
            self.round += 1

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points on the score track; bots have none."""
        return [player.score for player in self.players]

    def account(self) -> list[str]:
        """The final scoring as lines, once the game has ended."""
        return account(self) if self.reason else []

    def levels(self) -> list[int]:
        """What is left in each pile."""
        return levels(self)

    def used(self) -> list[int]:
        """Pieces out of the box, in the order of the frame's supplies."""
        return pieces_in_use(self)

    def census(self) -> dict[str, list[Piece]]:
        """Every zone with its pieces."""
        return census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """The decks and stacks, the Luck, Bonus and Spring cards of the others, and the box."""
        return unseen(self, seat)

    def renew_luck(self, streams: Streams) -> None:
        """Decks that are shuffled again."""
        renew_luck(self, streams)

    def show(self) -> str:
        """The position in a few lines."""
        return show(self, self.order)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option looks to a sensible player."""
        return players.rate(self, self.players[seat], options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties a pile."""
        return players.drain(self, self.players[seat], pile, what, options)
