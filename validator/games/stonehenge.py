"""What the games of the Stonehenge box share: its cards and ring, read from the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from validator.catalogue.model import Component, Game, Value
from validator.games.fields import mapping, sequence, text, whole


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a table as parallel tuples; a card is its index (K-SH-02).

    ``number`` is 0 and ``phase`` empty for a trilithon card.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    number: tuple[int, ...]
    colour: tuple[str, ...]
    phase: tuple[str, ...]

    def index(self) -> dict[str, int]:
        """Card by component id."""
        return {identity: card for card, identity in enumerate(self.ids)}


def read_cards(game: Game) -> Cards:
    """The number cards and trilithon cards of the box, each by id."""
    records = [*game.sets["number"].by_id(), *game.sets["trilithon"].by_id()]
    return Cards(
        ids=tuple(record.id for record in records),
        names=tuple(_short(record) for record in records),
        number=tuple(whole(record.fields.get("number", 0)) for record in records),
        colour=tuple(text(record.fields["colour"]) for record in records),
        phase=tuple(text(record.fields.get("phase", "")) for record in records),
    )


def _short(record: Component) -> str:
    """A card in a few letters: ``12n``, ``12d``, ``trilithon-red``."""
    if "number" not in record.fields:
        return record.id
    return f"{record.fields['number']}{text(record.fields['phase'])[0]}"


@dataclass(frozen=True, slots=True)
class Ring:
    """The outer ring: ``spaces`` numbered from 1 clockwise, the colour of each (K-SH-01).

    ``colour_of[0]`` is empty, so that a space is its own index. ``quadrants`` holds the
    first and last space of the quarters (K-SH-05).
    """

    spaces: int
    colour_of: tuple[str, ...]
    quadrants: tuple[tuple[int, int], ...]
    bluestones: int
    phases: tuple[str, ...]

    def after(self, space: int) -> int:
        """The next space clockwise; 1 after the last."""
        return space % self.spaces + 1

    def before(self, space: int) -> int:
        """The next space anticlockwise; the last before 1."""
        return space - 1 or self.spaces


def read_ring(game: Game) -> Ring:
    """The ring as the board record of the box declares it."""
    board = game.sets["board"].components[0].fields
    outer = mapping(board["outer"])
    spaces = whole(outer["spaces"])
    colours = [text(colour) for colour in sequence(outer["colours"])]
    return Ring(
        spaces=spaces,
        colour_of=("", *(colours[(space - 1) % len(colours)] for space in range(1, spaces + 1))),
        quadrants=tuple(_pair(quarter) for quarter in sequence(board["quadrants"])),
        bluestones=whole(board["bluestones"]),
        phases=tuple(text(phase) for phase in sequence(mapping(board["inner"])["phases"])),
    )


def _pair(value: Value) -> tuple[int, int]:
    """Two whole numbers."""
    first, last = sequence(value)
    return whole(first), whole(last)
