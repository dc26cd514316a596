"""First Druid: a game as pieces in zones, and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from validator.games.first_druid.rules import (
    ADVANCE,
    ALTAR_PAIR,
    ALTAR_SUM,
    BUILD,
    CLAN,
    CONVERT_CLAN,
    CONVERT_SPIRIT,
    NOTHING,
    REST,
    SECTIONS,
    STOP,
    TAKE,
    TRADE,
    Option,
)

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch

_SAID = {
    ADVANCE: "complete a day of preparations",
    CLAN: "ally a clan",
    CONVERT_CLAN: "convert the latest clan",
    CONVERT_SPIRIT: "convert the latest spirit",
    BUILD: "build a section",
    ALTAR_SUM: "dress the altar with a sum",
    ALTAR_PAIR: "dress the altar with a pair",
    REST: "rest and draw",
}


def census(match: DruidMatch) -> dict[str, list[str]]:
    """Every zone with its pieces."""
    ids = match.rules.cards.ids
    seats = match.rules.seats
    phase = match.rules.ring.phases[match.phase()]
    zones = {
        "deck": [ids[card] for card in match.deck.cards],
        "discard": [ids[card] for card in match.deck.discards],
        "centre": [ids[card] for card in match.centre],
        "laid": [ids[card] for card in match.laid],
        "supports": ["support"] * match.supports_left(),
        "capstones": ["capstone"] * match.capstones_left(),
        f"{phase}.{match.space()}": ["figure-grey"],
        "altar": [],
    }
    for seat, colour in enumerate(seats):
        name = f"seat{seat + 1}"
        zones[f"{name}.hand"] = [ids[card] for card in match.hands[seat]]
        zones[f"{name}.offered"] = [ids[card] for card in match.offered[seat]]
        zones[f"{name}.disks"] = [f"disk-{colour}"] * match.disks[seat]
        zones[f"{name}.bars"] = [f"bar-{colour}"] * match.bars[seat]
        zones["altar"] += [f"bar-{colour}"] * match.altar[seat]
        zones.setdefault(f"space.{match.at[seat]}", []).append(f"figure-{colour}")
    for index, seat in enumerate(match.clans, 1):
        zones[f"bluestone.{index}"] = [f"disk-{seats[seat]}"]
    for day, seat in enumerate(match.spirits):
        if seat >= 0:
            zones[f"outer.{day}"] = [f"bar-{seats[seat]}"]
    for number in range(-(-match.sections // SECTIONS)):
        zones[f"trilithon.{number + 1}"] = _trilithon(match, number)
    return zones


def _trilithon(match: DruidMatch, number: int) -> list[str]:
    """The sections of a trilithon and the disk in its capstone."""
    built = min(match.sections - number * SECTIONS, SECTIONS)
    pieces = ["support"] * min(built, SECTIONS - 1)
    if built == SECTIONS:
        pieces.append("capstone")
        if match.owners[number] >= 0:
            pieces.append(f"disk-{match.rules.seats[match.owners[number]]}")
    return pieces


def show(match: DruidMatch) -> str:
    """Time, rows, altar, hands and scores: a letter for each owner."""
    rules = match.rules
    letters = [colour[0] for colour in rules.seats]
    clans = "".join(letters[seat] for seat in match.clans) or "-"
    spirits = "".join("." if seat < 0 else letters[seat] for seat in match.spirits[1:])
    stones = "".join("." if seat < 0 else letters[seat] for seat in match.owners)
    altar = "".join(letter * bars for letter, bars in zip(letters, match.altar, strict=True))
    lines = [
        f"{rules.ring.phases[match.phase()]} of {match.space()}  deck {len(match.deck.cards)}  "
        f"clans {clans}  spirits {spirits}",
        f"sections {match.sections}  capstones {stones or '-'}  altar {altar or '-'}",
    ]
    points = match.scores()
    for seat, colour in enumerate(rules.seats):
        hand = " ".join(rules.cards.names[card] for card in match.hands[seat]) or "-"
        behind = " (behind)" if match.is_behind(seat) else ""
        lines.append(
            f"{colour}: space {match.at[seat]}{behind}, {points[seat]} points, hand {hand}"
        )
    return "\n".join(lines)


def say(match: DruidMatch, what: str, option: Any) -> str:
    """An option in a few words."""
    if what == "turn":
        return _say_turn(match, option)
    if what == "run":
        low, missing = option
        return f"run from {low}" + (f" with the trilithon as {missing}" if missing else "")
    if what in ("own", "drain"):
        return "yes" if option else "no"
    if option == NOTHING:
        return "as a gift"
    if option == STOP:
        return "no more" if what == "offer" else "no"
    return str(match.rules.cards.names[option])


def _say_turn(match: DruidMatch, option: Option) -> str:
    """An option of the turn in a few words."""
    kind, number = option
    if kind == TAKE:
        return f"take over trilithon {number + 1}"
    if kind == TRADE:
        return f"trade with {match.rules.seats[number]}"
    return _SAID.get(kind, "end the turn")
