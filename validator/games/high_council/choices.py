"""The High Council: what a seat chooses within an action; each value is made once a table."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.stonehenge import Cards


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
class Piece:
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


class Choices:
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
        self, cards: Cards, spaces: int, colours: tuple[str, ...], arguments: tuple[str, ...]
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
        self.supporters = [Piece(colour, False, name) for colour, name in enumerate(colours)]
        self.speakers = [Piece(colour, True, name) for colour, name in enumerate(colours)]
        self.own_supporters = [OwnSupporter(*one) for one in enumerate(colours)]
        self.own_speakers = [OwnSpeaker(*one) for one in enumerate(colours)]
        self.free_spaces = [FreeSpace(number) for number in range(spaces + 1)]
        self.moved = [Moved(number) for number in range(spaces + 1)]
