"""``trilith list`` and ``trilith diff``: the cards of a game, and which of them changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator import options
from generator.options import Context, GameName, Output, OutputResult, stop_on_errors
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
    from generator.printing.selection import only_of

    games = context.catalogue(options.games).games.values()
    only = only_of(options.only or (), games)
    every = options.everything
    listed = [entry for game in games for entry in entries(game, every_form=every, only=only)]
    form = {ListFormat.MD: as_markdown, ListFormat.CSV: as_csv, ListFormat.JSON: as_json}
    aside = "" if listed else "there are no cards; --all lists what else there is"
    yield OutputResult(told=form[options.form](listed), aside=aside)


LIST = Output("list", ListOptions, list_cards, translates=True)


class DiffFormat(StrEnum):
    """Forms of a comparison."""

    TEXT = "text"
    MD = "md"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """List added, changed and removed cards field by field, against a git revision.

    Cards whose words are the same but whose picture differs are listed as looking different.
    """

    game: GameName
    revision: Annotated[
        str, typer.Argument(metavar="[GIT-REV]", help="Commit, tag or branch to compare with.")
    ] = "HEAD"
    form: Annotated[DiffFormat, typer.Option("--format", help="md is a changelog for testers.")] = (
        DiffFormat.TEXT
    )


def list_differences(context: Context, options: DiffOptions) -> Iterator[OutputResult]:
    """Compare the game with what it was at a revision."""
    from generator.changes import differences
    from generator.changes.ledger import faces_now
    from generator.changes.revisions import as_it_was
    from generator.facts import field_labels
    from generator.outputs.kit import templates_of
    from generator.typeset.words import plain

    now = context.game(options.game)
    with context.watch("comparing") as tell:
        tell(0, 2, "laying out the faces of today")
        faces, problems = faces_now(now, templates_of(context.root, draft=True))
        stop_on_errors(problems)
        tell(1, 2, f"laying out the faces of {options.revision}")
        with as_it_was(context.root, options.game, options.revision, now.translated) as then:
            listed = then.diff(now, faces)
    aside = "\n".join(f"at {then.commit}: {one.place}: {one.message}" for one in then.findings)
    if options.form is DiffFormat.TEXT:
        text = differences.as_text(listed, now.tongue)
    elif options.form is DiffFormat.JSON:
        text = differences.as_json(listed)
    else:
        words = (lambda text: plain(text, now), now.tongue, field_labels(now))
        text = differences.as_markdown(listed, differences.ChangelogWords(*words))
    yield OutputResult(told=text.rstrip("\n"), aside=aside)


DIFF = Output("diff", DiffOptions, list_differences, translates=True)
