"""A set-up in progress: zones, luck, choices, and what went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from validator.catalogue.model import Component, place_in
from validator.catalogue.select import value_of
from validator.findings import Finding, Place, Severity
from validator.hints import did_you_mean
from validator.setup.pieces import Pieces, Zones
from validator.setup.seats import Seat

Chooser: TypeAlias = Callable[[int, str, Sequence[str]], str]
"""``choose(seat, what, options)`` returns one of ``options``; ``seat`` counts from 0."""

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class Luck(Protocol):
    """Random numbers as :class:`validator.rng.Rng` gives them."""

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``."""

    def shuffle(self, items: list[str], name: Callable[[str], str]) -> None:
        """Put ``items`` into random order, each where luck puts its ``name``."""


@dataclass(slots=True)
class Run:
    """A set-up in progress: the zones, the luck, who chooses, and what went wrong."""

    game: str
    pieces: Pieces
    zones: Zones
    luck: Luck
    choose: Chooser
    problems: list[Finding] = field(default_factory=list)
    telling: bool = False
    log: list[str] = field(default_factory=list)

    def zone(self, name: str) -> list[str]:
        """The zone ``name``, made if it is new."""
        return self.zones.setdefault(name, [])

    def tell(self, line: str) -> None:
        """Write a line of the log, if one is kept."""
        if self.telling:
            self.log.append(line)

    def report(self, code: str, place: Place, message: str, hint: str = "") -> None:
        """Note an error of the script or of the data."""
        self.problems.append(Finding(code, Severity.ERROR, self.game, place, message, hint))


@dataclass(frozen=True, slots=True)
class Origin:
    """What an operation comes from: the step's place, the acting seat, the card it reads.

    ``places`` has the spots of the step's keys.
    """

    place: Place
    seat: Seat | None = None
    read: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)

    def who(self) -> str:
        """The acting seat as the start of a sentence part, or nothing."""
        return f" for {self.seat}" if self.seat else ""


def fill(text: str, origin: Origin, run: Run) -> str | None:
    """Replace ``{field}`` by the field of the card that is read; None (reported) if it cannot."""
    if "{" not in text:
        return text
    card = _card(origin, run)
    if card is None:
        return None
    for name in _HOLE.findall(text):
        value = value_of(card, name)
        if value is None:
            message = f"the card that is read has no field {name!r}"
            fields = ", ".join(card.fields) or "no fields"
            hint = did_you_mean(name, card.fields, f"name a field: {card.id!r} has {fields}")
            run.report("setup-field", origin.place, message, hint)
            return None
        text = text.replace("{" + name + "}", str(value))
    return text


def _card(origin: Origin, run: Run) -> Component | None:
    read = origin.read
    cards = run.zones.get(read, []) if read else []
    if len(cards) == 1:
        return run.pieces[cards[0]]
    where = f"the zone {read!r} holds {len(cards)} cards" if read else "there is no `read`"
    hint = "`read` names a zone that holds exactly one card at this moment"
    run.report(
        "setup-read", place_in(origin, "read"), f"no card to read{origin.who()}: {where}", hint
    )
    return None
