"""Tables, seats and pieces as they are called, and which tables a game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from validator.catalogue.model import Component, Configuration, Game
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.findings import UsageError


def find_configuration(game: Game, players: int, bots: int = 0) -> Configuration:
    """The configuration of ``game`` for this many humans and bots.

    Raises:
        UsageError: the rules do not allow it; the message says why, the hint what is legal.
    """
    for configuration in game.configurations:
        if (configuration.players, configuration.bots) == (players, bots):
            return configuration
    raise UsageError(refusal_text(game, players, bots), f"legal tables: {legal_tables(game)}")


def refusal_text(game: Game, players: int, bots: int = 0) -> str:
    """Why ``game`` cannot be played by this many humans and bots."""
    table = f"{game.name} cannot be set up for {table_words(players, bots)}"
    for refusal in game.refusals:
        if (refusal.players, refusal.bots) == (players, bots):
            source = f" ({refusal.finding})" if refusal.finding else ""
            return f"{table}: {refusal.reason.rstrip('.')}{source}"
    return f"{table}: the rules name no such table"


def legal_tables(game: Game) -> str:
    """The legal tables of ``game`` in words, such as ``2 players, 4 players``."""
    if not game.configurations:
        return "none (this folder holds parts for other games)"
    return ", ".join(table_words(one.players, one.bots) for one in game.configurations)


def table_words(players: int, bots: int, tongue: Tongue = ENGLISH) -> str:
    """A table in words: ``1 player and 2 bots``."""
    people = tongue.count("{number} player", "{number} players", players)
    if bots == 0:
        return people
    automated = tongue.count("{number} bot", "{number} bots", bots)
    return tongue.say("{people} and {bots}", people=people, bots=automated)


def table_name(configuration: Configuration) -> str:
    """A table as addresses and file names say it: ``2+1``, humans and bots."""
    return f"{configuration.players}+{configuration.bots}"


def rulings_in_force(game: Game, overrides: Mapping[str, str]) -> dict[str, str]:
    """The option of every ruling: its default unless ``overrides`` names another."""
    return {ruling.id: overrides.get(ruling.id, ruling.default) for ruling in game.rulings}


SeatKind = Literal["human", "bot"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; ``number`` counts from 1, the start player, in turn order.

    ``colours`` are those it plays, more than one only in a game with factions; ``faction`` is ""
    in a game without.
    """

    number: int
    kind: SeatKind
    colours: tuple[str, ...]
    faction: str = ""

    @property
    def name(self) -> str:
        """The prefix of its zones: ``seat1`` of ``seat1.hand``."""
        return f"seat{self.number}"

    @property
    def colour(self) -> str:
        """Its first colour, "" in a game whose seats have none."""
        return self.colours[0] if self.colours else ""

    @property
    def side(self) -> str:
        """Faction and colours as people say them: ``Pro, white and yellow``; "" without any."""
        return ", ".join(filter(None, (self.faction, " and ".join(self.colours))))

    def __str__(self) -> str:
        """As people say it: ``seat 1 (red)``, ``bot at seat 4 (green)``."""
        side = f" ({self.side})" if self.side else ""
        return f"{'bot at ' if self.kind == 'bot' else ''}seat {self.number}{side}"


def seats_of(game: Game, configuration: Configuration) -> tuple[Seat, ...]:
    """The seats in turn order: humans first, then bots; colours as ``seat_colours`` lists them."""
    kinds: list[SeatKind] = ["human"] * configuration.players
    kinds += ["bot"] * configuration.bots
    return tuple(
        Seat(
            number=at + 1,
            kind=kind,
            colours=game.colours_of(at, configuration.total),
            faction=game.factions[at % len(game.factions)] if game.factions else "",
        )
        for at, kind in enumerate(kinds)
    )


def instances(game: Game) -> dict[str, Component]:
    """Every piece of the game and its box: ``id``, or ``id#1``, ``id#2``, ... with copies."""
    pieces: dict[str, Component] = {}
    for component in game.components():
        for name in instance_names(component):
            pieces[name] = component
    return pieces


def instance_names(component: Component) -> tuple[str, ...]:
    """The names of a component's copies."""
    if component.copies == 1:
        return (component.id,)
    return tuple(f"{component.id}#{copy}" for copy in range(1, component.copies + 1))


def component_id(instance: str) -> str:
    """The component a piece is a copy of."""
    return instance.partition("#")[0]
