"""The High Council: a game as pieces in zones, and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from validator.games.high_council.rules import (
    BUY,
    CONSULT,
    CONVERT,
    DEBATE,
    DOUBLE,
    FACTIONS,
    PONDER,
    SIT,
    SWAP,
    Option,
)

if TYPE_CHECKING:
    from validator.games.high_council.match import CouncilMatch


def census(match: CouncilMatch) -> dict[str, list[str]]:
    """Every zone with its pieces."""
    rules = match.rules
    ids = rules.cards.ids
    zones = {"laid": [ids[card] for card in match.laid], "box": []}
    for faction, deck in zip(FACTIONS, match.decks, strict=True):
        zones[f"{faction}_deck"] = [ids[card] for card in deck.cards]
        zones[f"{faction}_discard"] = [ids[card] for card in deck.discards]
    for colour, name in enumerate(rules.arguments):
        zones[f"arguments_{name}"] = [f"bar-{name}"] * match.pool[colour]
        zones["box"] += [f"bar-{name}"] * match.spent[colour]
    for seat, hand in enumerate(match.hands):
        zones[f"seat{seat + 1}.hand"] = [ids[card] for card in hand]
        zones[f"seat{seat + 1}.arguments"] = [
            f"bar-{name}"
            for colour, name in enumerate(rules.arguments)
            for _ in range(match.held[seat][colour])
        ]
    for colour, name in enumerate(rules.colours):
        zones[f"supporters_{name}"] = [f"disk-{name}"] * match.supporters[colour]
        zones[f"speaker_{name}"] = [] if match.circle.speaker[colour] else [f"figure-{name}"]
    for space, colour in enumerate(match.circle.piece):
        if colour >= 0:
            kind = "figure" if match.circle.is_speaker(space) else "disk"
            zones[f"space.{space}"] = [f"{kind}-{rules.colours[colour]}"]
    zones["voting"] = ["trilithon"] if match.voting else []  # HC-END-02
    if not match.voting:
        zones["box"].append("trilithon")
    return zones


def show(match: CouncilMatch) -> str:
    """Circle, decks, hands and arguments: a letter for a supporter, a capital for a speaker."""
    rules = match.rules
    circle = match.circle
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
        for faction, deck in zip(FACTIONS, match.decks, strict=True)
    )
    pool = _arguments(match, match.pool)
    lines = [f"circle {ring}{' (voting)' if match.voting else ''}  {decks}", f"centre {pool}"]
    for seat, hand in enumerate(match.hands):
        cards = " ".join(rules.cards.names[card] for card in hand) or "-"
        own = _arguments(match, match.held[seat])
        lines.append(f"{match.frame.seats[seat]}: hand {cards}; arguments {own}")
    return "\n".join(lines)


def _arguments(match: CouncilMatch, held: list[int]) -> str:
    """Arguments by colour in words."""
    parts = [f"{n} {match.rules.arguments[at]}" for at, n in enumerate(held) if n]
    return ", ".join(parts) or "none"


def say(match: CouncilMatch, what: str, option: Any) -> str:
    """An option in a few words."""
    rules = match.rules
    if what == "turn":
        return _say_turn(match, option)
    if what == "piece":
        return f"the {rules.colours[option[0]]} {'speaker' if option[1] else 'supporter'}"
    if what == "pair":
        return " and ".join(rules.arguments[colour] for colour in option)
    if what in ("colour", "speaker"):
        return str(rules.colours[option])
    if what in ("space", "move"):
        return f"space {option}"
    return "no more cards" if option < 0 else str(rules.cards.names[option])


def _say_turn(match: CouncilMatch, option: Option) -> str:
    """An option of the turn in a few words."""
    rules = match.rules
    kind, first, second = option
    if kind == CONVERT:
        return f"convert space {first} with {rules.arguments[second]} arguments"
    if kind == DEBATE:
        return f"debate for {rules.arguments[first]}"
    if kind == DOUBLE:
        return f"debate with {rules.cards.names[first]}"
    if kind == SIT:
        return f"take the seat of {rules.cards.names[first]}"
    if kind == SWAP:
        return f"seat the speaker with {rules.cards.names[first]}"
    if kind == BUY:
        return f"take a seat with {rules.cards.names[first]} and {rules.arguments[second]}"
    return {PONDER: "ponder", CONSULT: "consult"}.get(kind, "end the turn")
