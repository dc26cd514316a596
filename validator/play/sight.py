"""What a seat sees of a game: zones as they face it, and texts with what is hidden left out.

It knows nothing of any game's rules. Zones say in setup.yaml who sees them
(:mod:`validator.setup.facing`); nobody looks into the box. A text of a rules module (the position,
what another seat did) names cards by their name, their id or ``Frame.names``; where a card of
that name is hidden from the seat that reads, ``??`` stands for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Form, Game
from validator.catalogue.script import BOX, Faces
from validator.play.rules import Frame, Match, NamesPieces, Option, Piece, ShowsToSeats
from validator.setup.facing import facing_at
from validator.setup.pieces import component_id

HIDDEN = "??"
"""What stands for the name of a card that the reader cannot see."""


@dataclass(frozen=True, slots=True)
class SeenZone:
    """A zone as a seat sees it: the names of its pieces, or (``shown`` is None) how many.

    ``seat`` is whose it is, -1 for nobody's.
    """

    zone: str
    label: str
    seat: int
    faces: Faces
    count: int
    shown: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a seat sees at one moment: how often each component, which it cannot, what was played.

    Components are ids; ``hidden`` are those of which a copy lies where the seat cannot look.
    """

    seen: Mapping[str, int]
    hidden: frozenset[str]
    played: tuple[int, ...]


class Sight:
    """Who sees what at one table."""

    def __init__(
        self, game: Game, configuration: Configuration, rulings: Mapping[str, str], frame: Frame
    ) -> None:
        self.game = game
        self.frame = frame
        self._facing = facing_at(game, configuration, rulings)
        self._faces: dict[str, Faces] = {}
        self._patterns: dict[frozenset[str], re.Pattern[str]] = {}
        self._names = {one.id: one.name for one in game.components()}
        self._ranks = {one.id: at for at, one in enumerate(game.components())}
        self._copies = {one.id: one.copies for one in game.components()}
        cards = (one for one in game.sets.values() if one.form is Form.CARD)
        self._cards = {card.id for found in cards for card in found.components}
        self._called = dict(zip(frame.cards, frame.names, strict=False))

    def faces(self, zone: str) -> Faces:
        """Who sees what lies in a zone."""
        if zone not in self._faces:
            self._faces[zone] = Faces.DOWN if zone == BOX else self._facing(zone)
        return self._faces[zone]

    def sees(self, viewer: int, zone: str) -> bool:
        """Whether the seat ``viewer`` sees the faces of what lies in ``zone``."""
        faces = self.faces(zone)
        return faces is Faces.UP or (faces is Faces.OWNER and owner_of(zone) == viewer)

    def zones(self, match: Match, viewer: int) -> Iterator[SeenZone]:
        """Every zone that is not empty, as ``viewer`` sees it, in the order of the census.

        What lies there is in its order, the top of a pile last; hands are sorted as in the data.
        """
        for zone, pieces in match.census().items():
            if pieces:
                faces = self.faces(zone)
                held = sorted(pieces, key=self._rank) if faces is Faces.OWNER else pieces
                shown = tuple(map(self._name, held)) if self.sees(viewer, zone) else None
                yield SeenZone(zone, self._label(zone), owner_of(zone), faces, len(pieces), shown)

    def glimpse(self, match: Match, viewer: int) -> Glimpse:
        """What ``viewer`` sees now."""
        seen: Counter[str] = Counter()
        hidden: set[str] = set()
        for zone, pieces in match.census().items():
            found = map(self._identity, pieces)
            if self.sees(viewer, zone):
                seen.update(found)
            else:
                hidden.update(one for one in found if zone != BOX or one in self._cards)
        return Glimpse(seen, frozenset(hidden), tuple(match.tally.played))

    def position(self, match: Match, viewer: int) -> str:
        """The position in the words of the rules, as far as ``viewer`` may read it.

        What is left out depends on nothing but what lies where the seat can look: of a match
        that knows what to leave out, all but what everybody sees, so that its own pieces are
        told apart; of any other, every name of which one copy is hidden.
        """
        if isinstance(match, ShowsToSeats):
            return match.show_to(lambda zone: self.faces(zone) is Faces.UP)
        return self.masked(match.show(), self.glimpse(match, viewer).hidden)

    def deed(self, done: Option, before: Glimpse, after: Glimpse, latest: Glimpse) -> str:
        """What another seat did, as one may know it who saw the table before, after and latest.

        A card is known that was played, or that came into sight or left it, between ``before``
        and ``after``; of cards that are there only once, also what came of it until ``latest``.
        """
        later = {one for one in self._changed(before, latest) if self._copies.get(one) == 1}
        hidden = (before.hidden | after.hidden) - self._changed(before, after) - later
        if isinstance(done, NamesPieces):
            return done.say_without(hidden, HIDDEN)
        return self.masked(done.say(), hidden)

    def _changed(self, before: Glimpse, after: Glimpse) -> set[str]:
        played = zip(self.frame.cards, before.played, after.played, strict=True)
        found = {identity for identity, was, now in played if was != now}
        hidden = before.hidden | after.hidden
        return found | {one for one in hidden if before.seen.get(one, 0) != after.seen.get(one, 0)}

    def masked(self, text: str, hidden: Collection[str]) -> str:
        """``text`` without the names of the components ``hidden``."""
        key = frozenset(hidden)
        if not key:
            return text
        if key not in self._patterns:
            self._patterns[key] = _pattern({word for one in key for word in self._words(one)})
        return self._patterns[key].sub(HIDDEN, text)

    def is_open(self, match: Match) -> bool:
        """Whether no seat has anything that the others cannot see."""
        zones = match.census()
        return not any(pieces and self.faces(zone) is Faces.OWNER for zone, pieces in zones.items())

    def _identity(self, piece: Piece) -> str:
        return self.frame.cards[piece] if isinstance(piece, int) else component_id(piece)

    def _name(self, piece: Piece) -> str:
        identity = self._identity(piece)
        return self._names.get(identity, identity)

    def _rank(self, piece: Piece) -> int:
        return self._ranks.get(self._identity(piece), len(self._ranks))

    def _words(self, identity: str) -> Iterator[str]:
        yield from (identity, self._names.get(identity, identity))
        if identity in self._called:
            yield self._called[identity]

    def _label(self, zone: str) -> str:
        rest = zone.partition(".")[2] if owner_of(zone) >= 0 else zone
        listed = f"seat.{rest}" if owner_of(zone) >= 0 else zone
        label = self.game.setup.zones.get(listed)
        return label.name if label else rest.replace("_", " ")


def owner_of(zone: str) -> int:
    """The seat (from 0) whose zone it is, -1 for nobody's: ``seat2.hand`` is seat 1's."""
    number = zone.partition(".")[0].removeprefix("seat")
    return int(number) - 1 if zone.startswith("seat") and number.isdecimal() else -1


def _pattern(words: Collection[str]) -> re.Pattern[str]:
    """Any of the words where it stands alone, the longest first."""
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)
