"""The High Council: a game as pieces in zones, and as text."""

from __future__ import annotations

from validator.games.high_council.convert import voting_now
from validator.games.high_council.rules import FACTIONS, side
from validator.games.high_council.state import State
from validator.play.anew import Unseen


def census(state: State) -> dict[str, list[str]]:
    """Every zone with its pieces."""
    rules = state.rules
    ids = rules.cards.ids
    zones = {"laid": [ids[card] for card in state.laid], "box": []}
    for faction, deck in zip(FACTIONS, state.decks, strict=True):
        zones[f"{faction}_deck"] = [ids[card] for card in deck.cards]
        zones[f"{faction}_discard"] = [ids[card] for card in deck.discards]
    for colour, name in enumerate(rules.arguments):
        zones[f"arguments_{name}"] = [f"bar-{name}"] * state.pool[colour]
        zones["box"] += [f"bar-{name}"] * state.spent[colour]
    for seat, hand in enumerate(state.hands):
        zones[f"seat{seat + 1}.hand"] = [ids[card] for card in hand]
        zones[f"seat{seat + 1}.arguments"] = [
            f"bar-{name}"
            for colour, name in enumerate(rules.arguments)
            for _ in range(state.held[seat][colour])
        ]
    for colour, name in enumerate(rules.colours):
        zones[f"supporters_{name}"] = [f"disk-{name}"] * state.supporters[colour]
        zones[f"speaker_{name}"] = [] if state.circle.speaker[colour] else [f"figure-{name}"]
    for space, colour in enumerate(state.circle.piece):
        if colour >= 0:
            kind = "figure" if state.circle.is_speaker(space) else "disk"
            zones[f"space.{space}"] = [f"{kind}-{rules.colours[colour]}"]
    zones["voting"] = list(rules.trilithon) if state.voting else []  # HC-END-02
    zones["trilithon"] = [] if state.voting else list(rules.trilithon)
    return zones


def unseen(state: State, seat: int) -> list[Unseen]:
    """What lies face down before ``seat``: members hold cards of their own faction only."""
    found = []
    for faction, deck in enumerate(state.decks):
        zones = {f"{FACTIONS[faction]}_deck": deck.cards}
        for at, hand in enumerate(state.hands):
            if at != seat and side(at) == faction:
                zones[f"seat{at + 1}.hand"] = hand
        found.append(Unseen(zones))
    return found


def show(state: State) -> str:
    """Circle, decks, hands and arguments: a letter for a supporter, a capital for a speaker."""
    rules = state.rules
    circle = state.circle
    ring = "".join(
        "."
        if colour < 0
        else rules.colours[colour][0].upper()
        if circle.is_speaker(space)
        else rules.colours[colour][0]
        for space, colour in enumerate(circle.piece)
        if space
    )
    decks = ", ".join(
        f"{faction} deck {len(deck.cards)}"
        for faction, deck in zip(FACTIONS, state.decks, strict=True)
    )
    pool = _arguments(state, state.pool)
    lines = [f"circle {ring}{' (voting)' if voting_now(state) else ''}  {decks}", f"centre {pool}"]
    for seat, hand in enumerate(state.hands):
        cards = " ".join(rules.cards.names[card] for card in hand) or "-"
        own = _arguments(state, state.held[seat])
        lines.append(f"{state.frame.seats[seat]}: hand {cards}; arguments {own}")
    return "\n".join(lines)


def account(state: State) -> list[str]:
    """For each faction its pieces on the circle and its longest bloc, colour by colour."""
    return [
        f"{name}: {state.circle.members(faction)} on the circle, {_longest(state, faction)}"
        for faction, name in enumerate(FACTIONS)
    ]


def _longest(state: State, faction: int) -> str:
    """The longest bloc of a faction in words."""
    spaces = state.circle.longest(faction)
    if not spaces:
        return "no bloc"
    pieces = [state.circle.piece[space] for space in spaces]
    colours = [
        f"{pieces.count(colour)} {name}"
        for colour, name in enumerate(state.rules.colours)
        if colour in pieces
    ]
    return (
        f"longest bloc {len(spaces)} on spaces {spaces[0]} to {spaces[-1]} ({', '.join(colours)})"
    )


def _arguments(state: State, held: list[int]) -> str:
    """Arguments by colour in words."""
    parts = [f"{n} {state.rules.arguments[at]}" for at, n in enumerate(held) if n]
    return ", ".join(parts) or "none"
