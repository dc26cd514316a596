"""The High Council: the numbers that a match plays by, the circle, the table between two turns."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.rulings import (
    CouncilReach,
    CouncilRulings,
    CouncilShape,
    EqualPrice,
    Excess,
    FirstPlayer,
    Leaving,
    Mixture,
    Pondering,
    Refill,
    SeatPrice,
    Shortage,
    SpeakerPrice,
    SpeakerSeat,
    Trilithons,
    Victory,
    Voting,
)
from validator.games.stonehenge import BoxCards, Ring
from validator.play.match import Deck, Tally
from validator.play.rules import Frame


@dataclass(frozen=True, slots=True)
class Laid:
    """A card to lay down for arguments."""

    card: int
    name: str

    def say(self) -> str:
        """The card in a few words."""
        return self.name


@dataclass(frozen=True, slots=True)
class Enough:
    """Lay no more cards."""

    def say(self) -> str:
        """The choice in a few words."""
        return "no more cards"


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


@dataclass(frozen=True, slots=True)
class OwnSpeaker:
    """The colour whose speaker takes the place of a supporter."""

    colour: int
    name: str

    def say(self) -> str:
        """The colour in a few words."""
        return self.name


@dataclass(frozen=True, slots=True)
class OwnSupporter:
    """The colour whose supporter comes to a space."""

    colour: int
    name: str

    def say(self) -> str:
        """The colour in a few words."""
        return self.name


@dataclass(frozen=True, slots=True)
class FreeSpace:
    """A space to sit down on."""

    number: int

    def say(self) -> str:
        """The space in a few words."""
        return f"space {self.number}"


@dataclass(frozen=True, slots=True)
class Moved:
    """A space whose supporter gets up to be placed elsewhere."""

    number: int

    def say(self) -> str:
        """The space in a few words."""
        return f"space {self.number}"


@dataclass(frozen=True, slots=True)
class Given:
    """A card to give up, or to give to the partner."""

    card: int
    name: str

    def say(self) -> str:
        """The card in a few words."""
        return self.name


class CouncilChoices:
    """Every such value of a table: by card, by piece colour, by argument colour or by space.

    ``pairs`` are all pairs of argument colours, ``singles`` one argument of each colour.
    """

    __slots__ = (
        "enough",
        "free_spaces",
        "given",
        "laid",
        "moved",
        "own_speakers",
        "own_supporters",
        "pairs",
        "singles",
        "speakers",
        "supporters",
    )

    def __init__(
        self, cards: BoxCards, spaces: int, colours: tuple[str, ...], arguments: tuple[str, ...]
    ) -> None:
        self.laid = [Laid(card, name) for card, name in enumerate(cards.names)]
        self.enough = Enough()
        self.given = [Given(card, name) for card, name in enumerate(cards.names)]
        self.singles = [Arguments((one,), (name,)) for one, name in enumerate(arguments)]
        self.pairs = [
            Arguments((one, other), (arguments[one], arguments[other]))
            for one in range(len(arguments))
            for other in range(one, len(arguments))
        ]
        self.supporters = [CouncilPiece(colour, False, name) for colour, name in enumerate(colours)]
        self.speakers = [CouncilPiece(colour, True, name) for colour, name in enumerate(colours)]
        self.own_supporters = [OwnSupporter(*one) for one in enumerate(colours)]
        self.own_speakers = [OwnSpeaker(*one) for one in enumerate(colours)]
        self.free_spaces = [FreeSpace(number) for number in range(spaces + 1)]
        self.moved = [Moved(number) for number in range(spaces + 1)]


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
class CouncilSwitches:
    """The rulings in force as a game asks for them, each named after what is true."""

    ponders_one: bool
    speaker_sits: bool
    refill_played: bool
    bloc_wins: bool
    must_touch: bool
    ponder_needs_cards: bool
    voting_lasts: bool
    equal_is_larger: bool
    speaker_stays_dear: bool
    surplus_lost: bool
    trilithon_joins: bool
    several_trilithons: bool
    seat_price_returns: bool
    may_pass: bool
    closed: bool
    start_by_lot: bool


def switches(rulings: CouncilRulings) -> CouncilSwitches:
    """Decide once a table what every turn asks."""
    return CouncilSwitches(
        ponders_one=rulings.pondering is Pondering.ONE_CARD,
        speaker_sits=rulings.speaker_seat is SpeakerSeat.MAY_SIT,
        refill_played=rulings.refill is Refill.AS_PLAYED,
        bloc_wins=rulings.victory is Victory.BLOC,
        must_touch=rulings.reach is CouncilReach.ADJACENT,
        ponder_needs_cards=rulings.shortage is Shortage.FORBID,
        voting_lasts=rulings.voting is Voting.LASTS,
        equal_is_larger=rulings.equal_price is EqualPrice.ONE,
        speaker_stays_dear=rulings.speaker_price is SpeakerPrice.THREE,
        surplus_lost=rulings.excess is Excess.SURPLUS_LOST,
        trilithon_joins=rulings.mixture is Mixture.JOINS,
        several_trilithons=rulings.trilithons is Trilithons.SEVERAL,
        seat_price_returns=rulings.seat_price is SeatPrice.POOL,
        may_pass=rulings.leaving is Leaving.PASS,
        closed=rulings.shape is CouncilShape.CIRCLE,
        start_by_lot=rulings.first_player is FirstPlayer.LOT,
    )


@dataclass(frozen=True, slots=True)
class CouncilRules:
    """Data and rulings of a table.

    ``colours`` are the piece colours in seat order, even ones Pro and odd ones Con;
    ``arguments`` the five argument colours; ``strip[space]`` and ``suit[card]`` are indexes
    of ``arguments``, BLACK or TRILITHON; ``own[seat]`` the piece colours of a seat.
    ``trilithon`` are the parts that mark the voting (HC-END-02).
    ``origins[space]`` are the spaces from which a piece there can be converted.
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
    ruled: CouncilSwitches
    choices: CouncilChoices


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

    __slots__ = ("after", "before", "free", "piece", "ring", "sides", "speaker")

    def __init__(self, ring: Ring, colours: int, *, closed: bool) -> None:
        self.ring = ring
        self.after = [0, *range(2, ring.spaces + 1), 1 if closed else 0]
        self.before = [0, ring.spaces if closed else 0, *range(1, ring.spaces)]
        self.piece = [NOBODY] * (ring.spaces + 1)
        self.sides = [NOBODY] * (ring.spaces + 1)
        self.speaker = [0] * colours
        self.free = ring.spaces

    def copy(self) -> CouncilCircle:
        """The same pieces on the same spaces, to be moved apart."""
        other = CouncilCircle(self.ring, 0, closed=True)
        other.after, other.before = self.after, self.before
        other.piece = self.piece.copy()
        other.sides = self.sides.copy()
        other.speaker = self.speaker.copy()
        other.free = self.free
        return other

    def put(self, space: int, colour: int) -> None:
        """Seat a supporter or speaker of ``colour`` on a free space."""
        self.piece[space] = colour
        self.sides[space] = side(colour)
        self.free -= 1

    def take(self, space: int) -> None:
        """Clear a space."""
        self.piece[space] = NOBODY
        self.sides[space] = NOBODY
        self.free += 1

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
    ``laid`` are cards put down for a debate that is being made. ``winner`` is a faction or NOBODY.
    """

    __slots__ = (
        "circle",
        "decks",
        "frame",
        "hands",
        "held",
        "laid",
        "pool",
        "rules",
        "spent",
        "supporters",
        "tally",
        "voting",
        "winner",
    )

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
        self.tally: Tally = decks[0].tally
        self.circle = CouncilCircle(rules.ring, len(rules.colours), closed=rules.ruled.closed)
        self.held = [[0] * len(rules.arguments) for _ in hands]
        self.spent = [0] * len(rules.arguments)
        self.laid: list[int] = []
        self.voting = False
        self.winner = NOBODY

    def take_over(self, other: CouncilState) -> None:
        """Stand as ``other`` does, apart from it (decks, hands and waiting pieces are there)."""
        self.circle = other.circle.copy()
        self.held = [held.copy() for held in other.held]
        self.spent = other.spent.copy()
        self.laid = other.laid.copy()
        self.voting = other.voting
        self.winner = other.winner

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
        self.draw(seat, played if self.rules.ruled.refill_played else missing)

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
        by_bloc = self.rules.ruled.bloc_wins  # HC-META-02, X-HC-03
        size = self.circle.bloc(space) if by_bloc else self.circle.members(faction)
        if size >= BLOC:
            self.winner = faction
        if self.circle.free == 0:
            self.voting = True  # HC-END-01, -02; also for the rest of this turn (HC-END-07)
