"""Which zones have a spot on a board, a mat or a card that lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.design.spots.marks import Spot
from generator.outputs.tables.laid import LaidTable
from validator.catalogue.setup_script import Faces

Zones = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Host:
    """The piece that has the spots of a zone, and these spots; the piece lies in ``zone``."""

    part: str
    zone: str
    spots: tuple[Spot, ...]


def hosts_of(table: LaidTable, zones: Zones, faces: Mapping[str, Faces]) -> dict[str, Host]:
    """The host of every zone that has one.

    A seat's zone looks on the seat's own pieces, then on those of nobody; a shared zone only on
    those. What lies face down, or in a pile, hosts nothing.
    """
    carriers = {zone: _carriers(table, zones[zone], faces[zone]) for zone in zones}
    found: dict[str, Host] = {}
    for zone in zones:
        host = next(_hosts(zone, carriers), None)
        if host is not None and not _stands_on(host.zone, zone, found):
            found[zone] = host
    return found


def seat_of(zone: str) -> int:
    """The number of the seat whose zone it is; 0 for nobody's."""
    number = zone.partition(".")[0].removeprefix("seat")
    return int(number) if zone.startswith("seat") and "." in zone and number.isdigit() else 0


def _carriers(table: LaidTable, parts: tuple[str, ...], faces: Faces) -> dict[str, list[Spot]]:
    if faces is not Faces.UP:
        return {}
    kinds = {part: table.kind(part) for part in parts}
    return {
        part: [spot for spot in kind.spots if spot.zone]
        for part, kind in kinds.items()
        if kind.spots and (kind.is_furniture or len(parts) == 1)
    }


def _hosts(zone: str, carriers: Mapping[str, Mapping[str, list[Spot]]]) -> Iterator[Host]:
    seat = seat_of(zone)
    scopes = [(seat, zone.partition(".")[2])] if seat else []
    for scope, name in [*scopes, (0, zone)]:
        for place, held in carriers.items():
            if place == zone or seat_of(place) != scope:
                continue
            for part, spots in held.items():
                mine = tuple(spot for spot in spots if spot.zone == name)
                if mine:
                    yield Host(part, place, mine)


def _stands_on(zone: str, other: str, found: Mapping[str, Host]) -> bool:
    """Tell whether ``zone`` lies, over however many pieces, on something of ``other``."""
    while zone in found:
        zone = found[zone].zone
        if zone == other:
            return True
    return zone == other
