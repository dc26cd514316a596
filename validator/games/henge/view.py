"""The table in numbers and words: piles, supplies, zones, the position."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge import scoring
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import (
    FIGURES,
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
from validator.play.anew import Unseen
from validator.play.rules import Piece
from validator.rng import Streams


def levels(state: State) -> list[int]:
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


def used(state: State) -> list[int]:
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


def census(state: State) -> dict[str, list[Piece]]:
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


def unseen(state: State, seat: int) -> list[Unseen]:
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


def renew_luck(state: State, streams: Streams) -> None:
    """Other luck for decks that are shuffled again."""
    decks = {P_LUCK: state.luck_deck, P_EOG: state.eog_deck, P_BOTS: state.hengebots}
    for pile, deck in decks.items():
        deck.rng = streams.rng(PILES[pile])


def show(state: State, order: Sequence[int]) -> str:
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


def _show_path(state: State, area: int) -> str:
    """What a path is worth and its druids, first place first: ``heel 12 (red 2, blue 1)``."""
    druids = [
        f"{state.rules.colours[player.seat]} {player.on_path[area]}"
        for player in scoring.by_place(state.players, area)
    ]
    return f"{state.board.areas[area]} {scoring.worth(state, area)} ({', '.join(druids) or 'none'})"


def _show_seat(state: State, player: Player) -> str:
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


def _bonus(state: State, player: Player) -> list[str]:
    """The Bonus cards kept, by name; a Spring card with its mark."""
    names = state.cards.names
    spring = [f"{names[player.spring]} (Spring{', marked' if player.met else ''})"]
    return (spring if player.spring != NONE else []) + [names[card] for card in player.eog]


def _count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
