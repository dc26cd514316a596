"""What ``trilith translate`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from generator.options.choices import GameName
from generator.options.protocol import Output


@dataclass(frozen=True, slots=True)
class TranslateOptions:
    """Write the texts of a game into components/GAME/languages/TAG.po, or bring it up to date.

    Every name and text that players read is in it, with its place; what is translated stays, what
    changed is marked to be looked at again (fuzzy), what is no longer used is kept at the end.
    Without --to all languages that are there. Edit it with Poedit, Weblate or any editor; then
    `trilith print GAME --language TAG`. --check: exit status 1 if a file is not up to date, or
    not all is translated.
    """

    game: GameName
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="TAG", help="A language, as de or pt-BR; may be repeated."),
    ] = None
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail where something is to be done.")
    ] = False


OUTPUT = Output(
    "translate",
    TranslateOptions,
    "generator.translating.command:make",
)
