"""What the games of the Stonehenge box share: fields, set-up, cards, ring, and what options say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game, Value
from validator.catalogue.seats import Seat, component_id
from validator.compiler.setup import compile_setup
from validator.play.match import Tally
from validator.setup.deal import run_with_seed

# Fields of a record as the types that the schema of its set promises.
#
# Raises:
#     TypeError: a field is of another type.


def whole(value: Value) -> int:
    """``value`` as the whole number that the schema promises."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def text(value: Value) -> str:
    """``value`` as the text that the schema promises."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def sequence(value: Value) -> Sequence[Value]:
    """``value`` as the list that the schema promises."""
    if not isinstance(value, tuple):
        raise TypeError(f"{value!r} is no list")
    return value


def mapping(value: Value) -> Mapping[str, Value]:
    """``value`` as the mapping that the schema promises."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} is no mapping")
    return value


def flag(value: Value) -> bool:
    """``value`` as the yes or no that the schema promises."""
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def texts(value: Value) -> list[str]:
    """``value`` as the list of texts that the schema promises."""
    return [text(one) for one in sequence(value)]


def entries(value: Value) -> list[Mapping[str, Value]]:
    """``value`` as the list of mappings that the schema promises."""
    return [mapping(one) for one in sequence(value)]


@dataclass(frozen=True, slots=True)
class Saying:
    """A choice or a deed that is nothing but its words."""

    words: str

    def say(self) -> str:
        """The words."""
        return self.words


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to lay, to give, to give up: what for says the decision that it is offered for."""

    card: int
    name: str

    def say(self) -> str:
        """The choice in a few words."""
        return self.name


@dataclass(frozen=True, slots=True)
class BoxCards:
    """The cards of a table as parallel tuples; a card is its index (K-SH-02).

    ``number`` is 0 and ``phase`` empty for a trilithon card.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    number: tuple[int, ...]
    colour: tuple[str, ...]
    phase: tuple[str, ...]
    choices: tuple[CardChoice, ...]

    def choices_of(self, cards: Iterable[int]) -> list[CardChoice]:
        """Each of ``cards`` as a choice."""
        choices = self.choices
        return [choices[card] for card in cards]

    def ids_of(self, cards: Iterable[int]) -> list[str]:
        """The component id of each of ``cards``."""
        return [self.ids[card] for card in cards]

    def say(self, cards: Iterable[int]) -> str:
        """The names of ``cards``, or a dash for none."""
        return " ".join([self.names[card] for card in cards]) or "-"


def read_cards(game: Game) -> BoxCards:
    """The number cards and trilithon cards of the box, each by id; named ``12n``, ``12d``."""
    records = [*game.sets["number"].by_id(), *game.sets["trilithon"].by_id()]
    number = tuple(whole(record.fields.get("number", 0)) for record in records)
    phase = tuple(text(record.fields.get("phase", "")) for record in records)
    names = tuple(
        f"{of}{when[0]}" if of else record.id
        for record, of, when in zip(records, number, phase, strict=True)
    )
    return BoxCards(
        ids=tuple(record.id for record in records),
        names=names,
        number=number,
        colour=tuple(text(record.fields["colour"]) for record in records),
        phase=phase,
        choices=tuple(CardChoice(card, name) for card, name in enumerate(names)),
    )


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
        quadrants=tuple(
            (whole(first), whole(last))
            for first, last in map(sequence, sequence(board["quadrants"]))
        ),
        bluestones=whole(board["bluestones"]),
        phases=tuple(text(phase) for phase in sequence(mapping(board["inner"])["phases"])),
    )


# The start of a game of the Stonehenge box: its set-up script, run once for each table.
#
# A match shuffles and deals by itself, in the order of the script and with the same stream of
# luck, so that it starts from the very table that the set-up shows.


@dataclass(frozen=True, slots=True)
class Opening:
    """Zones before anything is shuffled, and how many pieces they hold after the deal."""

    seats: tuple[Seat, ...]
    before: Mapping[str, Sequence[str]]
    after: Mapping[str, int]

    @property
    def colours(self) -> tuple[str, ...]:
        """The first colour of each seat."""
        return tuple(seat.colour for seat in self.seats)

    def pool(self, cards: BoxCards, zone: str) -> tuple[int, ...]:
        """The cards of ``zone`` before it is shuffled, in order."""
        return tuple(cards.ids.index(one) for one in self.components(zone))

    def components(self, zone: str) -> tuple[str, ...]:
        """The component id of each piece in ``zone`` before it is shuffled, in order."""
        return tuple(component_id(piece) for piece in self.before.get(zone, ()))

    def count(self, zone: str) -> int:
        """Pieces in ``zone`` after the deal."""
        return self.after.get(zone, 0)

    def counts(self, name: str) -> tuple[int, ...]:
        """Pieces in the zone ``name`` of each seat after the deal."""
        return tuple(self.count(f"seat{at}.{name}") for at in range(1, len(self.seats) + 1))


def open_table(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Opening:
    """Run the set-up script once; the counts it leaves do not depend on luck."""
    plan = compile_setup(game, configuration, rulings)
    run = run_with_seed(plan, 1, told=True)
    after = {zone: len(pieces) for zone, pieces in run.zones.items()}
    return Opening(plan.seats, run.before, after)


def deal_hands(cards: list[int], counts: Iterable[int], tally: Tally) -> list[list[int]]:
    """Deal each seat so many of ``cards`` off their end, or what is there."""
    hands = [[cards.pop() for _ in range(min(count, len(cards)))] for count in counts]
    for hand in hands:
        tally.drew_each(hand)
    return hands
