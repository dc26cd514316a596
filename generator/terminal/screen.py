"""What a person is shown: the table as their seat sees it, cards, help and the end; only text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from generator.typeset.plainwords import plain
from validator.catalogue.model import Component, Game
from validator.catalogue.setup_script import Faces
from validator.catalogue.words.effect_text import text_of
from validator.play.observers import SeenZone, Sight
from validator.play.rules import Match, ShowsToSeats

HELP = (
    "A number takes the option that has it; words show the options that have them",
    "(/words where a letter would be a command), and Enter takes the last one left.",
    "  t       the whole table, as you see it",
    "  c WORDS what a card says: those whose name has the words",
    "  h [N]   what was done, as far as you saw it: the last N lines (30)",
    "  n, p    next and previous page of options; * all options again",
    "  u       take your last choice back, with all that came after it",
    "  q       put the game aside: it is kept, and you are told how to go on",
)
"""What ``?`` says."""


BAR = "  | "
"""What lines of the position begin with."""


def opening(sight: Sight, match: Match, viewer: int) -> list[str]:
    """The position as ``viewer`` sees it, and what it holds hidden from the others."""
    said = sight.position(match, viewer).splitlines()
    lines = [f"{BAR}{line}".rstrip() for line in said if line.strip()]
    zones = list(sight.zones(match, viewer))
    counted = isinstance(match, ShowsToSeats)
    others = () if counted else _others(zones, viewer, sight.frame.seats)
    return [*lines, *_held(zones, viewer), *others]


def _held(zones: Iterable[SeenZone], viewer: int) -> Iterator[str]:
    for zone in zones:
        if zone.faces is Faces.OWNER and zone.seat == viewer and zone.shown:
            yield f"  your {zone.label.lower()}: {grouped(zone.shown)}"


def _others(zones: Iterable[SeenZone], viewer: int, seats: Sequence[str]) -> Iterator[str]:
    hidden = [
        f"{seats[zone.seat]} {zone.label.lower()} {zone.count}"
        for zone in zones
        if zone.faces is Faces.OWNER and zone.seat != viewer and zone.seat in range(len(seats))
    ]
    if hidden:
        yield f"  hidden from you: {', '.join(hidden)}"


def table(sight: Sight, match: Match, viewer: int) -> list[str]:
    """Every zone with pieces in it, of nobody and of each seat; hidden ones as a number."""
    seats = sight.frame.seats
    lines: list[str] = []
    zones = list(sight.zones(match, viewer))
    for seat in (-1, *range(len(seats))):
        own = [zone for zone in zones if zone.seat == seat]
        if own:
            lines.append(seats[seat] if seat >= 0 else "on the table")
            lines += [f"  {zone.label}: {_content(zone)}" for zone in own]
    return lines


def _content(zone: SeenZone) -> str:
    return f"{zone.count} hidden" if zone.shown is None else grouped(zone.shown)


def grouped(names: Iterable[str]) -> str:
    """Names with how often they come: ``2 x Candle, Bonfire``."""
    counts = Counter(names)
    return ", ".join(name if times == 1 else f"{times} x {name}" for name, times in counts.items())


def cards(game: Game, typed: str) -> list[str]:
    """What the components say whose name has the words that were typed; at most five of them."""
    words = typed.casefold().split()
    found = [
        one
        for one in game.components()
        if words and all(word in one.name.casefold() for word in words)
    ]
    if not found:
        return [f"no card has {typed!r} in its name" if words else "c WORDS: name a card"]
    more = (
        [f"  and {len(found) - _CARDS} more: type more of the name"] if len(found) > _CARDS else []
    )
    return [line for one in found[:_CARDS] for line in _card(one, game)] + more


_CARDS = 5


def _card(card: Component, game: Game) -> Iterator[str]:
    values = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in card.fields.items()
        if isinstance(value, str | int) and not isinstance(value, bool) and name != "art"
    ]
    yield f"  {card.name}" + (f" ({', '.join(values)})" if values else "")
    text = plain(text_of(card, game), game)
    if text:
        yield f"    {text}"
