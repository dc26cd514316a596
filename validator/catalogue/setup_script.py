"""The set-up of a game as it is written: its zones, and the steps done before the first turn."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from validator.catalogue.formulas import Formula
from validator.catalogue.script import Step, nodes
from validator.findings import Place

BOX = "box"
"""The zone where every piece starts and to which unused pieces return."""
HAND = "hand"
"""What a zone is called that is its owner's without a word in the script."""


class FaceVisibility(StrEnum):
    """Who sees the faces of what lies in a zone: everybody, nobody, or only whose seat it is."""

    UP = "up"
    DOWN = "down"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class ZoneLabel:
    """A zone as people call it.

    ``phrase`` says where pieces go (``on the table``) where "in the <name>" reads badly.
    ``faces`` is what the script says of them; None leaves it to what is done in the zone.
    ``noun`` says how a language inflects the name. A zone that is a ``board`` has a zone for each
    of its spaces: ``ring.5``. ``when`` tells at which tables there is such a zone (None: at all).
    Where it is empty and has no ``room`` there is no place for it on the table.
    """

    name: str
    place: Place
    phrase: str = ""
    faces: FaceVisibility | None = None
    noun: str = ""
    board: str = ""
    when: Formula | None = None
    room: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """The zones of a game by name, and the steps of its set-up."""

    place: Place
    zones: Mapping[str, ZoneLabel]
    steps: tuple[Step, ...]


NO_SETUP = Setup(Place(""), {}, ())
"""The set-up of a game that has none, such as a box of parts."""


def plain_zone(zone: str) -> str:
    """A zone as `zones` lists it: ``seat1.hand`` is ``seat.hand``, ``ring.5`` is ``ring``."""
    owner, dot, name = zone.partition(".")
    if not dot:
        return zone
    if owner.startswith("seat") and owner[4:].isdigit():
        return f"seat.{name.partition('.')[0]}"
    return zone if owner == "seat" else owner


def label_of(zone: str, zones: Mapping[str, ZoneLabel]) -> ZoneLabel | None:
    """What the list says of a zone; None where it is not listed."""
    return zones.get(plain_zone(zone))


def who_sees(setup: Setup) -> Callable[[str], FaceVisibility]:
    """Tells of any zone of a table, such as ``seat2.hand``, who sees what lies there.

    A zone says so in setup.yaml (``faces``). Where it does not, what a step shuffles lies face
    down, a zone called ``hand`` is its owner's, and all else lies face up.
    """
    shuffled = {
        ast.unparse(node)
        for step in nodes(setup.steps)
        if isinstance(step, Step) and step.verb == "shuffle"
        for formula in step.values["what"]
        for node in (formula.tree.elts if isinstance(formula.tree, ast.List) else [formula.tree])
    }

    def faces_of(zone: str) -> FaceVisibility:
        plain = plain_zone(zone)
        label = setup.zones.get(plain)
        if label is not None and label.faces is not None:
            return label.faces
        if plain in shuffled:
            return FaceVisibility.DOWN
        return FaceVisibility.OWNER if plain in (HAND, f"seat.{HAND}") else FaceVisibility.UP

    return faces_of
