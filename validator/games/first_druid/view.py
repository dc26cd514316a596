"""First Druid: a game as pieces in zones, and as text."""

from __future__ import annotations

from validator.games.first_druid.rules import SECTIONS
from validator.games.first_druid.scoring import scores
from validator.games.first_druid.state import State
from validator.play.anew import Unseen


def census(state: State) -> dict[str, list[str]]:
    """Every zone with its pieces."""
    ids = state.rules.cards.ids
    seats = state.rules.seats
    phase = state.rules.ring.phases[state.phase()]
    zones = {
        "deck": [ids[card] for card in state.deck.cards],
        "discard": [ids[card] for card in state.deck.discards],
        "centre": [ids[card] for card in state.centre],
        "laid": [ids[card] for card in (*state.laid, *state.returned)],
        "supports": ["support"] * state.supports_left(),
        "capstones": ["capstone"] * state.capstones_left(),
        f"{phase}.{state.space()}": ["figure-grey"],
        "altar": [],
    }
    for seat, colour in enumerate(seats):
        name = f"seat{seat + 1}"
        zones[f"{name}.hand"] = [ids[card] for card in state.hands[seat]]
        zones[f"{name}.offered"] = [ids[card] for card in state.offered[seat]]
        zones[f"{name}.disks"] = [f"disk-{colour}"] * state.disks[seat]
        zones[f"{name}.bars"] = [f"bar-{colour}"] * state.bars[seat]
        zones["altar"] += [f"bar-{colour}"] * state.altar[seat]
        zones.setdefault(f"space.{state.at[seat]}", []).append(f"figure-{colour}")
    for index, seat in enumerate(state.clans, 1):
        zones[f"bluestone.{index}"] = [f"disk-{seats[seat]}"]
    for day, seat in enumerate(state.spirits):
        if seat >= 0:
            zones[f"outer.{day}"] = [f"bar-{seats[seat]}"]
    for number in range(-(-state.sections // SECTIONS)):
        zones[f"trilithon.{number + 1}"] = _trilithon(state, number)
    return zones


def _trilithon(state: State, number: int) -> list[str]:
    """The sections of a trilithon and the disk in its capstone."""
    built = min(state.sections - number * SECTIONS, SECTIONS)
    pieces = ["support"] * min(built, SECTIONS - 1)
    if built == SECTIONS:
        pieces.append("capstone")
        if state.owners[number] >= 0:
            pieces.append(f"disk-{state.rules.seats[state.owners[number]]}")
    return pieces


def unseen(state: State, seat: int) -> Unseen:
    """What lies face down before ``seat``."""
    zones = {"deck": state.deck.cards}
    for at, (hand, offered) in enumerate(zip(state.hands, state.offered, strict=True)):
        if at != seat:
            zones[f"seat{at + 1}.hand"] = hand
            zones[f"seat{at + 1}.offered"] = offered
    return Unseen(zones)


def show(state: State) -> str:
    """Time, rows, altar, hands and scores: a letter for each owner."""
    rules = state.rules
    letters = [colour[0] for colour in rules.seats]
    clans = "".join(letters[seat] for seat in state.clans) or "-"
    spirits = "".join("." if seat < 0 else letters[seat] for seat in state.spirits[1:])
    stones = "".join("." if seat < 0 else letters[seat] for seat in state.owners)
    centre = " ".join(rules.cards.names[card] for card in state.centre)
    altar = "".join(letter * bars for letter, bars in zip(letters, state.altar, strict=True))
    lines = [
        f"{rules.ring.phases[state.phase()]} of {state.space()} "
        f"({rules.ring.colour_of[state.space()]})  card of the day {centre or '-'}  "
        f"deck {len(state.deck.cards)}  clans {clans}  spirits {spirits}",
        f"sections {state.sections}  capstones {stones or '-'}  altar {altar or '-'}",
    ]
    points = scores(state)
    for seat, colour in enumerate(rules.seats):
        hand = " ".join(rules.cards.names[card] for card in state.hands[seat]) or "-"
        behind = " (passed by time)" if state.fallen[seat] else ""
        left = f"{state.disks[seat]} disks, {state.bars[seat]} bars"
        lines.append(
            f"{colour}: space {state.at[seat]}{behind}, {points[seat]} points, {left}, hand {hand}"
        )
    return "\n".join(lines)
