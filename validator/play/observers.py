"""Who watches a game: observers, the referee, and what a seat sees and does not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, runtime_checkable

from validator.catalogue.model import Configuration, Form, Game
from validator.catalogue.seats import component_id
from validator.catalogue.setup_script import BOX, FaceVisibility, who_sees
from validator.play.rules import Frame, Match, NamesPieces, Option, Outcome, Piece, ShowsToSeats
from validator.rng import Rng, Streams


class Watcher:
    """Who watches turns: before the first one, at the start of each, after the end."""

    def before(self, match: Match) -> None:
        """See the table after set-up."""
        return

    def turn(self, match: Match, number: int, seat: int) -> None:
        """See the table as turn ``number`` (from 1) of ``seat`` begins."""
        return

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""
        return


class Observer(Watcher):
    """Who watches every step too."""

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """See a decision and the table it is taken at; forced ones (one option) too."""

    def hear(self, match: Match, seat: int, what: str, deed: Option) -> None:
        """Hear of a deed that nobody decides for; each seat knows what it says to that one."""
        self.step(match, seat, what, (deed,), 0)


@runtime_checkable
class SitsDown(Protocol):
    """Who wants to know which table it is, before a game begins or is played on."""

    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is."""


# What a seat sees of a game: zones as they face it, and texts with what is hidden left out.
#
# It knows nothing of any game's rules. Zones say in setup.yaml who sees them
# (:mod:`validator.catalogue.setup_script`); nobody looks into the box. A text of a rules module
# (the position, what another seat did) names cards by their name or id; where a card of that name
# is hidden from the seat that reads, ``??`` stands for it.


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
    faces: FaceVisibility
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
        self._facing = who_sees(game.setup)
        self._names = {one.id: one.name for one in game.components()}
        self._ranks = {one.id: at for at, one in enumerate(game.components())}
        self._copies = {one.id: one.copies for one in game.components()}
        cards = (one for one in game.sets.values() if one.form is Form.CARD)
        self._cards = {card.id for found in cards for card in found.components}

    def faces(self, zone: str) -> FaceVisibility:
        """Who sees what lies in a zone."""
        return FaceVisibility.DOWN if zone == BOX else self._facing(zone)

    def sees(self, viewer: int, zone: str) -> bool:
        """Whether the seat ``viewer`` sees the faces of what lies in ``zone``."""
        faces = self.faces(zone)
        return faces is FaceVisibility.UP or (
            faces is FaceVisibility.OWNER and owner_of(zone) == viewer
        )

    def zones(self, match: Match, viewer: int) -> Iterator[SeenZone]:
        """Every zone that is not empty, as ``viewer`` sees it, in the order of the census.

        What lies there is in its order, the top of a pile last; hands are sorted as in the data.
        """
        for zone, pieces in match.census().items():
            if pieces:
                faces = self.faces(zone)
                held = sorted(pieces, key=self._rank) if faces is FaceVisibility.OWNER else pieces
                shown = tuple(map(self._name, held)) if self.sees(viewer, zone) else None
                rest = zone.partition(".")[2] if owner_of(zone) >= 0 else zone
                listed = f"seat.{rest}" if owner_of(zone) >= 0 else zone
                label = self.game.setup.zones.get(listed)
                yield SeenZone(
                    zone,
                    label.name if label else rest.replace("_", " "),
                    owner_of(zone),
                    faces,
                    len(pieces),
                    shown,
                )

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
            return match.show_to(lambda zone: self.faces(zone) is FaceVisibility.UP)
        return self.mask(match.show(), self.glimpse(match, viewer).hidden)

    def deed(self, done: Option, before: Glimpse, after: Glimpse, latest: Glimpse) -> str:
        """What another seat did, as one may know it who saw the table before, after and latest.

        A card is known that was played, or that came into sight or left it, between ``before``
        and ``after``; of cards that are there only once, also what came of it until ``latest``.
        """
        later = {one for one in self._find_changed(before, latest) if self._copies.get(one) == 1}
        hidden = (before.hidden | after.hidden) - self._find_changed(before, after) - later
        if isinstance(done, NamesPieces):
            return done.say_without(hidden, HIDDEN)
        return self.mask(done.say(), hidden)

    def _find_changed(self, before: Glimpse, after: Glimpse) -> set[str]:
        played = zip(self.frame.cards, before.played, after.played, strict=True)
        found = {identity for identity, was, now in played if was != now}
        hidden = before.hidden | after.hidden
        return found | {one for one in hidden if before.seen.get(one, 0) != after.seen.get(one, 0)}

    def mask(self, text: str, hidden: Collection[str]) -> str:
        """``text`` without the names of the components ``hidden``."""
        words = {word for one in hidden for word in (one, self._names.get(one, one))}
        return _pattern(words).sub(HIDDEN, text) if words else text

    def is_open(self, match: Match) -> bool:
        """Whether no seat has anything that the others cannot see."""
        zones = match.census()
        return not any(
            pieces and self.faces(zone) is FaceVisibility.OWNER for zone, pieces in zones.items()
        )

    def _identity(self, piece: Piece) -> str:
        return self.frame.cards[piece] if isinstance(piece, int) else component_id(piece)

    def _name(self, piece: Piece) -> str:
        identity = self._identity(piece)
        return self._names.get(identity, identity)

    def _rank(self, piece: Piece) -> int:
        return self._ranks.get(self._identity(piece), len(self._ranks))


def group_names(names: Iterable[str]) -> str:
    """Names with how often they come: ``2 x Candle, Bonfire``."""
    counts = Counter(names)
    return ", ".join(name if times == 1 else f"{times} x {name}" for name, times in counts.items())


def owner_of(zone: str) -> int:
    """The seat (from 0) whose zone it is, -1 for nobody's: ``seat2.hand`` is seat 1's."""
    number = zone.partition(".")[0].removeprefix("seat")
    return int(number) - 1 if zone.startswith("seat") and number.isdecimal() else -1


def _pattern(words: Collection[str]) -> re.Pattern[str]:
    """Any of the words where it stands alone, the longest first."""
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)


# The referee: watches a game and says what cannot be, after every step.
#
# It knows nothing of any game's rules: pieces are neither made nor lost, each is in one place,
# options are ordered and legal indexes are taken, supplies stay within the box and their piles
# tell what is taken. Slow (it counts the whole table at each step): for tests and samples of a
# run.


class RefereeError(AssertionError):
    """A game broke a law of the table; the message says which, when and by how much."""


class Referee(Observer):
    """An observer that raises RefereeError at the first step that cannot be."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pieces: Counter[Piece] = Counter()
        self.steps = 0
        self.turns = 0

    def before(self, match: Match) -> None:
        """Take stock of the table after set-up."""
        self.pieces = Counter(chain.from_iterable(match.census().values()))
        self._check(match, "after set-up")

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Check the table as a turn begins."""
        self.turns += 1
        if number != self.turns:
            raise RefereeError(f"turn {number} follows turn {self.turns - 1}")
        self._check(match, f"at the start of turn {number} (seat {seat + 1})")

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Check the decision and the table it is taken at."""
        self.steps += 1
        when = f"at step {self.steps}, turn {self.turns}, {what!r} of seat {seat + 1}"
        if not isinstance(options, Sequence):
            raise RefereeError(f"{when}: options come from a {type(options).__name__}, not ordered")
        if not 0 <= index < len(options):
            raise RefereeError(f"{when}: took option {index} of {len(options)}")
        if seat not in range(len(self.frame.seats)):
            raise RefereeError(f"{when}: there is no such seat")
        twice = _find_double(options)
        if twice is not None:
            raise RefereeError(f"{when}: the option {twice.say()!r} is there twice")
        self._check(match, when)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Check the table and the result at the end."""
        self._check(match, "at the end")
        seats = len(self.frame.seats)
        if len(outcome.scores) != seats:
            raise RefereeError(f"at the end: {len(outcome.scores)} scores for {seats} seats")
        if any(seat not in range(seats) for seat in outcome.winners):
            raise RefereeError(f"at the end: winners {outcome.winners} of {seats} seats")

    def _check(self, match: Match, when: str) -> None:
        """Compare the table with what set-up put on it, and with the box."""
        stock = Counter(chain.from_iterable(match.census().values()))
        if stock.items() != self.pieces.items():
            lost = self.pieces - stock
            made = stock - self.pieces
            raise RefereeError(f"{when}: lost {_list(lost)}, made {_list(made)}")
        for pile, level in zip(self.frame.piles, match.levels(), strict=True):
            most = max(pile.size, pile.most)
            if not 0 <= level <= most:
                raise RefereeError(f"{when}: pile {pile.id} holds {level} of {most}")
        self._check_supplies(match, when)

    def _check_supplies(self, match: Match, when: str) -> None:
        """Compare what is in use with nothing, and with what its pile has told to lack."""
        gauges = match.tally.gauges
        told = {pile.id: gauge.least for pile, gauge in zip(self.frame.piles, gauges, strict=True)}
        for supply, used in zip(self.frame.supplies, match.used(), strict=True):
            if used < 0:
                raise RefereeError(f"{when}: {used} of {supply.name} in use")
            if supply.pile and used > supply.box - told[supply.pile]:
                raise RefereeError(
                    f"{when}: {used} of {supply.box} {supply.name} in use, but pile {supply.pile} "
                    f"told no level below {told[supply.pile]}: call tally.level after taking"
                )


def _find_double(options: Sequence[Option]) -> Option | None:
    """The first option that is there again; values that have no hash are compared one by one."""
    with suppress(TypeError):
        if len(set(options)) == len(options):
            return None
    return next((one for at, one in enumerate(options) if one in options[:at]), None)


def _list(pieces: Counter[Piece]) -> str:
    return ", ".join(f"{count} x {piece}" for piece, count in sorted(pieces.items(), key=str)) or (
        "nothing"
    )


# Games that a seat may take the one at its table for: what it cannot see dealt anew.
#
# A player that searches imagines how a game could go on. It may know no more than its seat does,
# so that what lies face down is dealt anew first, among all places where it could lie, and other
# luck comes. A match that says where that is can be searched.


Known = Mapping[str, Counter[int]]
"""Cards that a seat knows to lie in zones into which it cannot look, by the zones' names."""

NOTHING: Counter[int] = Counter()


@dataclass(frozen=True, slots=True)
class Unseen:
    """Zones that a seat cannot look into, by their names in the census, with the cards there.

    ``zones`` are the lists of the match itself. Cards of one kind may have changed places, those of
    different ``kinds`` (by card number) never; without ``kinds`` all are of one.
    """

    zones: Mapping[str, MutableSequence[int]]
    kinds: Sequence[int] = ()


@runtime_checkable
class CanHide(Match, Protocol):
    """A match that says what a seat cannot see, and can go on with other luck."""

    def unseen(self, seat: int) -> Sequence[Unseen]:
        """What ``seat`` cannot see, parted where it knows that cards cannot have changed places."""

    def renew_luck(self, streams: Streams) -> None:
        """Take all luck that is to come from ``streams``."""


@runtime_checkable
class Foresees(CanHide, Protocol):
    """A match of which a copy may be taken at any decision, and that knows what players want."""

    def position(self) -> object:
        """What tells a position from others; the same positions are equal."""

    def prospects(self) -> list[int]:
        """Points of each seat as they stand, with what it wants beside them."""

    def reckons(self, options: Sequence[Option]) -> bool:
        """Whether each option says what it is worth, so that rating them is fast."""


def deal_anew(match: CanHide, seat: int, known: Known, streams: Streams) -> None:
    """Deal what ``seat`` cannot see anew, in place; ``match`` is a copy that nobody else plays on.

    Each zone holds as many cards of each kind as before. Those ``known`` stay in their zone, but
    nobody knows where in it.
    """
    rng = streams.rng("unseen")
    for unseen in match.unseen(seat):
        _mix(unseen, known, rng)
    match.renew_luck(streams)


def _mix(unseen: Unseen, known: Known, rng: Rng) -> None:
    """Deal anew what may have changed places; what comes of it tells nothing of what was there."""
    pools: defaultdict[int, list[int]] = defaultdict(list)
    places = [
        (cards, sorted(known.get(zone, NOTHING).elements()), _places(cards, unseen.kinds))
        for zone, cards in unseen.zones.items()
    ]
    for cards, kept, spots in places:
        for kind in spots:  # their order says which luck each of them has
            pools[kind] += ()
        for card in (Counter(cards) - Counter(kept)).elements():
            pools[unseen.kinds[card] if unseen.kinds else 0].append(card)
    for pool in pools.values():
        pool.sort()
        rng.shuffle(pool)
    for cards, kept, spots in places:
        for kind, at in spots.items():
            dealt = [card for card in kept if not unseen.kinds or unseen.kinds[card] == kind]
            if dealt:
                dealt += [pools[kind].pop() for _ in range(len(at) - len(dealt))]
                rng.shuffle(dealt)
            else:
                dealt = [pools[kind].pop() for _ in at]
            for place, card in zip(at, dealt, strict=True):
                cards[place] = card


def _places(cards: Sequence[int], kinds: Sequence[int]) -> dict[int, list[int]]:
    if not kinds:
        return {0: list(range(len(cards)))}
    places: dict[int, list[int]] = {}
    for at, card in enumerate(cards):
        places.setdefault(kinds[card], []).append(at)
    return places
