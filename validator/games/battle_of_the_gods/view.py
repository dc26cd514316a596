"""Battle of the Gods: a game as pieces in zones, and as text."""

from __future__ import annotations

from validator.games.battle_of_the_gods.scoring import scores as points_of
from validator.games.battle_of_the_gods.state import State
from validator.play.anew import Unseen


def census(state: State) -> dict[str, list[str]]:
    """Every zone with its pieces; followers of both kinds are equal (BG-COMP-01)."""
    ids = state.rules.cards.ids
    zones = {
        "draw_pile": [ids[card] for card in state.deck.cards],
        "discard": [ids[card] for card in state.deck.discards],
        "box": [],
    }
    for seat, colour in enumerate(state.rules.seats):
        name = f"seat{seat + 1}"
        zones[f"{name}.hand"] = [ids[card] for card in state.hands[seat]]
        zones[f"{name}.followers"] = [f"follower-{colour}"] * state.left[seat]
        zones[f"{name}.god"] = [] if state.god_at[seat] else [f"figure-{colour}"]
        zones["box"] += [f"follower-{colour}"] * state.fallen[seat]
    for space in range(1, len(state.owner)):
        seat = state.owner[space]
        if seat >= 0:
            kind = "figure" if state.god_at[seat] == space else "follower"
            zones[f"space.{space}"] = [f"{kind}-{state.rules.seats[seat]}"]
    return zones


def unseen(state: State, seat: int) -> Unseen:
    """What lies face down before ``seat``."""
    hands = {f"seat{at + 1}.hand": hand for at, hand in enumerate(state.hands) if at != seat}
    return Unseen({"draw_pile": state.deck.cards, "discard": state.deck.discards, **hands})


def show(state: State, cause: int, reason: str) -> str:
    """Ring, hands and scores: a letter for a follower, a capital for a god.

    In the last round, ``reason`` is what has caused the end and ``cause`` the seat that did.
    """
    letters = [colour[0] for colour in state.rules.seats]
    ring = "".join(
        "." if seat < 0 else letters[seat].upper() if state.god_at[seat] == space else letters[seat]
        for space, seat in enumerate(state.owner)
        if space
    )
    scores = points_of(state)
    names = state.rules.cards.names
    lines = [f"ring {ring}  draw pile {len(state.deck.cards)}"]
    for seat, colour in enumerate(state.rules.seats):
        hand = " ".join(names[card] for card in state.hands[seat])
        lines.append(
            f"{colour}: {scores[seat]} points, {state.left[seat]} left, hand {hand or '-'}"
        )
    if state.final:
        lines.append(f"last round: {reason} by {state.rules.seats[cause]}, who is last")
    return "\n".join(lines)
