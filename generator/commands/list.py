"""``trilith list``: every card with its text, for a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator import options
from generator.options import Context, Output, OutputResult
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
    only: options.Only = None
    everything: Annotated[
        bool, typer.Option("--all", help="Chits, boards and all other components too.")
    ] = False


def list_cards(context: Context, options: ListOptions) -> Iterator[OutputResult]:
    """List the cards of the games named, or of all."""
    from generator.outputs.card_list import as_csv, as_json, as_markdown, entries
    from generator.printing.kit.only import only_of

    games = context.catalogue(options.games).games.values()
    only = only_of(options.only or (), games)
    every = options.everything
    listed = [entry for game in games for entry in entries(game, every_form=every, only=only)]
    form = {ListFormat.MD: as_markdown, ListFormat.CSV: as_csv, ListFormat.JSON: as_json}
    aside = "" if listed else "there are no cards; --all lists what else there is"
    yield OutputResult(told=form[options.form](listed), aside=aside)


OUTPUT = Output("list", ListOptions, list_cards, translates=True)
