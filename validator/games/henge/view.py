"""The table in numbers and words: piles, supplies, zones, replays."""

from __future__ import annotations

from typing import Any

from validator.games.henge.bots import Deed
from validator.games.henge.codes import (
    ACTIONS,
    BY_TOKEN,
    FIGURES,
    FIRST_CARD,
    NO_ACTION,
    NONE,
    PRIVILEGES,
    SLOTS,
    STEP,
    STOP,
    card_of,
)
from validator.games.henge.player import Counts, Player
from validator.games.henge.state import State


def levels(state: State, counts: Counts) -> list[int]:
    """What is left in each pile, in the order of ``codes.PILES``."""
    people = [player for player in state.players if not player.bot]
    return [
        len(state.stone_deck.cards),
        len(state.quarry) - state.quarry.count(NONE),
        len(state.luck_deck.cards),
        len(state.eog_deck.cards),
        0,
        len(state.hengebots.cards),
        len(state.rewards[0].cards),
        len(state.rewards[1].cards),
        min(max(state.bank, 0), counts.dollars),
        state.travel,
        min(player.markers for player in people),
        min(player.druids for player in people),
        *state.figures,
    ]


def used(state: State, counts: Counts) -> list[int]:
    """Pieces of each supply in use: dollars, tokens, markers and druids of one colour, figures."""
    cash = travel = placed = 0
    spare = counts.markers_box
    for player in state.players:
        placed = max(placed, sum(player.on_path))
        if not player.bot:
            cash += player.cash
            travel += player.travel
            spare = min(spare, player.markers)
    left = state.figures
    figures = [box - left[kind] for kind, box in enumerate(counts.figures)]
    return [cash, travel, counts.markers_box - spare, placed, *figures]


def census(state: State) -> dict[str, list[Any]]:
    """Every zone with its pieces; cards are numbers, other pieces words.

    Dollars of the bank and of all seats are one zone: an unlimited bank pays with notes when
    its coins are gone (X-HEN-06-BANK), so that its own may be less than nothing.
    """
    dollars = state.bank + sum(player.cash for player in state.players)
    zones: dict[str, list[Any]] = {
        "stone_deck": list(state.stone_deck.cards),
        "quarry": [card for card in state.quarry if card != NONE],
        "luck_deck": list(state.luck_deck.cards),
        "luck_discard": list(state.luck_deck.discards),
        "eog_deck": list(state.eog_deck.cards),
        "eog_discard": list(state.eog_deck.discards),
        "hengebot_deck": list(state.hengebots.cards),
        "hengebot_discard": list(state.hengebots.discards),
        "box": [*state.box, *["travel"] * state.travel_gone],
        "dollars": ["dollar"] * dollars,
        "travel_supply": ["travel"] * state.travel,
        "rondel": ["master druid"],
        "slots": [FIGURES[kind] for kind in state.kinds if kind != NONE],
        "figures": [name for name, n in zip(FIGURES, state.figures, strict=True) for _ in range(n)],
    }
    for kind, name in enumerate(("a", "b")):
        zones[f"reward_{name}"] = list(state.rewards[kind].cards)
        zones[f"reward_pool_{name}"] = list(state.pools[kind])
    for player in state.players:
        zones.update(_seat_zones(player))
    return zones


def _seat_zones(player: Player) -> dict[str, list[Any]]:
    name = f"seat{player.seat + 1}"
    druid, marker = f"druid {player.seat + 1}", f"marker {player.seat + 1}"
    marked = len(player.stones) + sum(player.carved) + player.met
    return {
        f"{name}.travel": ["travel"] * player.travel,
        f"{name}.druids": [druid] * player.druids,
        f"{name}.paths": [druid] * sum(player.on_path),
        f"{name}.markers": [marker] * player.markers,
        f"{name}.marked": [marker] * marked,
        f"{name}.stones": list(player.stones),
        f"{name}.row": list(player.row),
        f"{name}.hand": list(player.hand),
        f"{name}.bonus": list(player.eog),
        f"{name}.spring": [player.spring] if player.spring != NONE else [],
        f"{name}.chits": list(player.chits),
    }


def show(state: State) -> str:
    """The position in a few lines."""
    board, cards = state.board, state.cards
    pool = ", ".join(cards.names[card] for card in state.quarry if card != NONE) or "empty"
    filled = sum(state.filled)
    lines = [
        f"Round {state.round}; Master Druid by {board.areas[state.board.step_area[state.pawn]]}; "
        f"{len(state.stone_deck.cards)} in the Stone deck; {filled} of {len(board.slots)} slots",
        f"Quarry: {pool}",
    ]
    return "\n".join(lines + [_show_seat(state, player) for player in state.players])


def _show_seat(state: State, player: Player) -> str:
    name = f"{state.colours[player.seat]}{' (bot)' if player.bot else ''}"
    druids = sum(player.on_path)
    if player.bot:
        token = "up" if player.carver else "down"
        return f"  {name}: {_count(druids, 'druid')} on paths, Carve token {token}"
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
        f"{_count(druids, 'druid')} on paths, "
        f"{len(player.row)} installed, {len(player.hand)} Luck, {len(player.eog)} Bonus, "
        f"{player.travel} travel; levels {levels_now}; stones: {stones or 'none'}"
    )


def say(state: State, what: str, option: Any) -> str:
    """An option in a few words."""
    if what == "hengebot":
        return _say_deed(state, option)
    return _say_option(state, what, option)


def _say_option(state: State, what: str, option: int) -> str:
    names = state.cards.names
    if what == "move":
        return _say_move(state, option)
    if option <= FIRST_CARD:
        return f"play {names[card_of(option)]}"
    if option == STOP:
        return "stop" if what in ACTIONS else "no"
    if what in ("area", "druid", "place"):
        return f"{what} {state.board.areas[option]}"
    if what == "install":
        return f"install stone {option // SLOTS + 1} at {state.board.slots[option % SLOTS].id}"
    if what == "quarry":
        return f"buy {names[state.quarry[option]]}"
    if what in ("carve", "transport"):
        return f"{what} stone {option + 1}"
    if what == "level":
        return f"raise {PRIVILEGES[option]}"
    if what == "act":
        return ACTIONS[option]
    if what in ("spring", "upgrade", "discard", "throw away", "give up", "reward"):
        return names[option]
    return what


def _say_move(state: State, option: int) -> str:
    if option <= FIRST_CARD:
        return f"play {state.cards.names[card_of(option)]}"
    distance, action = divmod(option % BY_TOKEN, STEP)
    there = state.board.ahead[state.pawn][distance - 1]
    doing = "nothing" if action == NO_ACTION else ACTIONS[action]
    token = " by token" if option >= BY_TOKEN else ""
    return f"{_count(distance, 'step')}{token} to {state.board.areas[there.area]}: {doing}"


def _say_deed(state: State, deed: Deed) -> str:
    """What a bot did, such as ``Clay Mason at the altar: Whistler to altar-left``."""
    card, stone, slot, placed = deed
    names, board = state.cards.names, state.board
    area = board.areas[state.local]
    doing = "a druid" if placed else "nothing"
    if slot != NONE:
        doing = f"{names[stone]} to {board.slots[slot].id}"
    return f"{names[card] if card != NONE else 'no card'} at the {area}: {doing}"


def _count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
