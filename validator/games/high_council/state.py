"""The High Council: the numbers that a match plays by, the circle, the table between two turns."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.rulings import CouncilRulings, CouncilShape, Refill, Victory
from validator.games.stonehenge import BoxCards, Ring, Saying
from validator.play.match import Deck
from validator.play.rules import Frame

ENOUGH = Saying("no more cards")


@dataclass(frozen=True, slots=True)
class Space:
    """A space to sit down on, or whose supporter gets up to be placed elsewhere."""

    number: int

    def say(self) -> str:
        """The choice in a few words."""
        return f"space {self.number}"


@dataclass(frozen=True, slots=True)
class Colour:
    """The colour whose supporter comes to a space, or whose speaker takes a supporter's place."""

    colour: int
    name: str

    def say(self) -> str:
        """The choice in a few words."""
        return self.name


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments that a trilithon card brings: two colours (maybe the same), or one."""

    colours: tuple[int, ...]
    names: tuple[str, ...]

    def say(self) -> str:
        """The colours in a few words."""
        return " and ".join(self.names)


@dataclass(frozen=True, slots=True)
class CouncilPiece:
    """A supporter or the speaker of a colour, to take a seat."""

    colour: int
    speaks: bool
    name: str

    def say(self) -> str:
        """The piece in a few words."""
        return f"the {self.name} {'speaker' if self.speaks else 'supporter'}"


FACTIONS = ("pro", "con")

BLACK = -1
TRILITHON = -2
"""Argument colour of a black card or space, and of a trilithon card."""

CAP = 6
"""Arguments of one colour that a faction may hold (HC-DEB-07)."""
SEAT_PRICE = 3
"""Arguments for a seat on another space of the card's colour (HC-SEAT-04)."""
PONDERED = 3
"""Cards drawn for one card given up (HC-POND-02)."""
BLOC = 16
"""Pieces of a winning bloc (HC-WIN-01)."""
SPEAKER_PRICE = 3
"""Arguments to convert a speaker or a member of a group of three or more (HC-CONV-06)."""


@dataclass(frozen=True, slots=True)
class CouncilRules:
    """Data and rulings of a table.

    ``colours`` are the piece colours in seat order, even ones Pro and odd ones Con;
    ``arguments`` the five argument colours; ``strip[space]`` and ``suit[card]`` are indexes
    of ``arguments``, BLACK or TRILITHON; ``own[seat]`` the piece colours of a seat.
    ``trilithon`` are the parts that mark the voting (HC-END-02).
    ``origins[space]`` are the spaces from which a piece there can be converted, ``pairs`` what
    a trilithon card can bring.
    """

    cards: BoxCards
    ring: Ring
    colours: tuple[str, ...]
    arguments: tuple[str, ...]
    strip: tuple[int, ...]
    suit: tuple[int, ...]
    own: tuple[tuple[int, ...], ...]
    origins: tuple[tuple[int, ...], ...]
    hand: int
    trilithon: tuple[str, ...]
    ruled: CouncilRulings
    pairs: tuple[Arguments, ...]


def side(number: int) -> int:
    """Faction of a piece colour or seat: 0 Pro, 1 Con; they alternate (HC-SETUP-02, -03)."""
    return number % 2


NOBODY = -1


class CouncilCircle:
    """Who sits where: ``piece[space]`` is a piece colour or NOBODY, spaces count from 1.

    ``sides[space]`` is the faction of that piece or NOBODY.
    ``speaker[colour]`` is the space of that colour's speaker, 0 while it is not seated.
    ``after`` and ``before`` lead around; where the ring is open they end at space 0, which
    stays empty.
    """

    def __init__(self, ring: Ring, colours: int, *, closed: bool) -> None:
        self.ring = ring
        self.after = [0, *range(2, ring.spaces + 1), 1 if closed else 0]
        self.before = [0, ring.spaces if closed else 0, *range(1, ring.spaces)]
        self.piece = [NOBODY] * (ring.spaces + 1)
        self.sides = [NOBODY] * (ring.spaces + 1)
        self.speaker = [0] * colours

    def copy(self) -> CouncilCircle:
        """The same pieces on the same spaces, to be moved apart."""
        other = CouncilCircle(self.ring, 0, closed=True)
        other.after, other.before = self.after, self.before
        other.piece = self.piece.copy()
        other.sides = self.sides.copy()
        other.speaker = self.speaker.copy()
        return other

    @property
    def free(self) -> int:
        """How many spaces nobody sits on."""
        return self.piece.count(NOBODY) - 1  # space 0 is none

    def put(self, space: int, colour: int) -> None:
        """Seat a supporter or speaker of ``colour`` on a free space."""
        self.piece[space] = colour
        self.sides[space] = side(colour)

    def take(self, space: int) -> None:
        """Clear a space."""
        self.piece[space] = NOBODY
        self.sides[space] = NOBODY

    def is_speaker(self, space: int) -> bool:
        """Tell whether a speaker sits on ``space``."""
        colour = self.piece[space]
        return colour >= 0 and self.speaker[colour] == space

    def free_spaces(self) -> list[int]:
        """The spaces nobody sits on."""
        return [space for space in range(1, len(self.piece)) if self.piece[space] < 0]

    def supporters(self, colour: int) -> list[int]:
        """Spaces of the supporters of ``colour``."""
        speaker = self.speaker[colour]
        return [
            space
            for space in range(1, len(self.piece))
            if self.piece[space] == colour and space != speaker
        ]

    def group(self, space: int) -> int:
        """Size of the group around ``space``: one colour, without a gap (HC-DEF-01, -03)."""
        piece = self.piece
        colour = piece[space]
        size = 1
        beside = self.after[space]  # 1 follows the last space (HC-DEF-04)
        while piece[beside] == colour and beside != space:
            size += 1
            beside = self.after[beside]
        if beside == space:
            return size
        beside = self.before[space]
        while piece[beside] == colour:
            size += 1
            beside = self.before[beside]
        return size

    def arm(self, start: int, step: int, faction: int) -> int:
        """Pieces of ``faction`` without a gap from ``start`` on, clockwise or (-1) back."""
        sides = self.sides
        lead = self.after if step > 0 else self.before
        length = 0
        space = start
        while sides[space] == faction and length < self.ring.spaces:
            length += 1
            space = lead[space]
        return length

    def bloc(self, space: int) -> int:
        """Size of the bloc around ``space``: one faction, without a gap (HC-DEF-02)."""
        faction = self.sides[space]
        right = self.arm(space, 1, faction)
        if right >= self.ring.spaces:
            return right
        return right + self.arm(self.before[space], -1, faction)

    def members(self, faction: int) -> int:
        """Pieces of a faction on the circle."""
        return self.sides.count(faction)

    def longest(self, faction: int) -> list[int]:
        """The spaces of the longest bloc of a faction, clockwise."""
        starts = [
            space
            for space in range(1, len(self.sides))
            if self.sides[space] == faction != self.sides[self.before[space]]
        ]
        if not starts and self.sides[1] == faction:
            starts = [1]
        best: list[int] = []
        for start in starts:
            run = [start]
            while len(run) < self.ring.spaces and self.sides[self.after[run[-1]]] == faction:
                run.append(self.after[run[-1]])
            best = max(best, run, key=len)
        return best


class CouncilState:
    """All that lies on the table.

    ``held[seat][colour]`` are the arguments in front of a seat, ``pool`` those in the centre,
    ``spent`` those out of the game; ``supporters[colour]`` wait in front of their owner;
    ``laid`` are cards put down for a debate that is being made. ``winner`` is a faction or NOBODY;
    ``seat`` is next.
    """

    def __init__(
        self,
        rules: CouncilRules,
        frame: Frame,
        decks: list[Deck],
        hands: list[list[int]],
        pool: list[int],
        supporters: list[int],
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.decks = decks
        self.hands = hands
        self.pool = pool
        self.supporters = supporters
        self.tally = decks[0].tally
        self.circle = CouncilCircle(
            rules.ring, len(rules.colours), closed=rules.ruled.shape is CouncilShape.CIRCLE
        )
        self.held = [[0] * len(rules.arguments) for _ in hands]
        self.spent = [0] * len(rules.arguments)
        self.laid: list[int] = []
        self.voting = False
        self.winner = NOBODY
        self.seat = 0

    # --- cards ------------------------------------------------------------------------

    def play_card(self, seat: int, card: int) -> None:
        """A card is played and goes to the faction's discards."""
        self.hands[seat].remove(card)
        self.laid.append(card)
        self.put_away(seat)

    def put_away(self, seat: int) -> None:
        """The cards laid have been played and go to the faction's discards."""
        deck = self.decks[side(seat)]
        for card in self.laid:
            self.tally.plays(card)
            deck.discard(card)
        self.laid.clear()

    def refill(self, seat: int, played: int) -> None:
        """Up to the hand of the set-up, or as many as were played (HC-DEB-10, X-HC-02-REFILL)."""
        missing = self.rules.hand - len(self.hands[seat])
        self.draw(seat, played if self.rules.ruled.refill is Refill.AS_PLAYED else missing)

    def draw(self, seat: int, count: int) -> None:
        """Draw from the faction's deck, shuffled anew when used up (HC-SETUP-11, X-HC-05)."""
        for card in self.decks[side(seat)].draw_up_to(count):
            self.tally.drew(card)
            self.hands[seat].append(card)

    # --- arguments --------------------------------------------------------------------

    def take(self, seat: int, colour: int, count: int) -> None:
        """Arguments come from the centre to the seat; the decks come first among the piles."""
        self.pool[colour] -= count
        self.held[seat][colour] += count
        self.tally.level(len(FACTIONS) + colour, self.pool[colour])

    # --- pieces -----------------------------------------------------------------------

    def seat_supporter(self, colour: int, space: int, moved: int = 0) -> None:
        """Put a supporter on ``space``, from the space ``moved`` where none is left (HC-SUP-02)."""
        if moved:
            self.circle.take(moved)
        else:
            self.supporters[colour] -= 1
            pile = len(FACTIONS) + len(self.rules.arguments) + colour
            self.tally.level(pile, self.supporters[colour])
        self.circle.put(space, colour)
        self.note_seat(space)

    def seat_speaker(self, colour: int, space: int) -> None:
        """Put the speaker of ``colour`` on ``space``."""
        self.circle.speaker[colour] = space
        self.circle.put(space, colour)
        self.note_seat(space)

    def unseat(self, space: int) -> None:
        """The piece on ``space`` goes back to its owner."""
        colour = self.circle.piece[space]
        if self.circle.is_speaker(space):
            self.circle.speaker[colour] = 0
        else:
            self.supporters[colour] += 1
        self.circle.take(space)

    def note_seat(self, space: int) -> None:
        """After a piece was seated: has its faction won (HC-WIN-01), does voting begin?"""
        faction = side(self.circle.piece[space])
        by_bloc = self.rules.ruled.victory is Victory.BLOC  # HC-META-02, X-HC-03
        size = self.circle.bloc(space) if by_bloc else self.circle.members(faction)
        if size >= BLOC:
            self.winner = faction
        if self.circle.free == 0:
            self.voting = True  # HC-END-01, -02; also for the rest of this turn (HC-END-07)
