"""What ``trilith list`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator.options import choices
from generator.options.protocol import Output
from validator.command import GameNames


class ListFormat(StrEnum):
    """Forms of the card list."""

    MD = "md"
    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ListOptions:
    """List every card with its text, for a rulebook.

    What the rules do not state is marked as reconstructed.
    """

    games: GameNames = None
    form: Annotated[ListFormat, typer.Option("--format", help="Form of the list.")] = ListFormat.MD
    only: choices.Only = None
    everything: Annotated[
        bool, typer.Option("--all", help="Chits, boards and all other components too.")
    ] = False


OUTPUT = Output("list", ListOptions, "generator.outputs.card_list:make", translates=True)
