"""Battle of the Gods: a game as pieces in zones, and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from validator.games.battle_of_the_gods.rules import (
    DISCARD,
    FOLLOWER,
    GOD,
    NOTHING,
    SMITE,
    STRIKE,
    WILD_FOLLOWER,
    Action,
)

if TYPE_CHECKING:
    from validator.games.battle_of_the_gods.match import BattleMatch


def census(match: BattleMatch) -> dict[str, list[str]]:
    """Every zone with its pieces; followers of both kinds are equal (BG-COMP-01)."""
    ids = match.rules.cards.ids
    zones = {
        "draw_pile": [ids[card] for card in match.deck.cards],
        "discard": [ids[card] for card in match.deck.discards],
        "box": [],
    }
    for seat, colour in enumerate(match.rules.seats):
        name = f"seat{seat + 1}"
        zones[f"{name}.hand"] = [ids[card] for card in match.hands[seat]]
        zones[f"{name}.followers"] = [f"follower-{colour}"] * match.left[seat]
        zones[f"{name}.god"] = [] if match.god_at[seat] else [f"figure-{colour}"]
        zones["box"] += [f"follower-{colour}"] * match.fallen[seat]
    for space in range(1, len(match.owner)):
        seat = match.owner[space]
        if seat >= 0:
            kind = "figure" if match.god_at[seat] == space else "follower"
            zones[f"space.{space}"] = [f"{kind}-{match.rules.seats[seat]}"]
    return zones


def show(match: BattleMatch) -> str:
    """Ring, hands and scores: a letter for a follower, a capital for a god."""
    letters = [colour[0] for colour in match.rules.seats]
    ring = "".join(
        "." if seat < 0 else letters[seat].upper() if match.god_at[seat] == space else letters[seat]
        for space, seat in enumerate(match.owner)
        if space
    )
    scores = match.scores()
    names = match.rules.cards.names
    lines = [f"ring {ring}  draw pile {len(match.deck.cards)}"]
    for seat, colour in enumerate(match.rules.seats):
        hand = " ".join(names[card] for card in match.hands[seat])
        lines.append(
            f"{colour}: {scores[seat]} points, {match.left[seat]} left, hand {hand or '-'}"
        )
    return "\n".join(lines)


def say(match: BattleMatch, what: str, option: Any) -> str:
    """An option in a few words."""
    names = match.rules.cards.names
    if what == "action":
        return _say_action(names, option)
    if what == "discard":
        return " ".join(names[card] for card in option) or "no card"
    return f"on space {option}"


def _say_action(names: Sequence[str], action: Action) -> str:
    """An action in a few words."""
    kind, card, other = action
    if kind == NOTHING:
        return "nothing"
    if kind == DISCARD:
        return "discard"
    if kind == SMITE:
        return f"remove a follower with {names[card]} and {names[other]}"
    if kind == STRIKE:
        return f"strike with {names[card]}"
    piece = "follower" if kind in (FOLLOWER, WILD_FOLLOWER) else "god"
    where = "" if kind in (FOLLOWER, GOD) else " on any space"
    return f"place a {piece} with {names[card]}{where}"
