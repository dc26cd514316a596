"""Options that several outputs take, as the command line explains them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(help="A game of the project.")]
Players = Annotated[int | None, typer.Option("--players", min=0, help="Number of human players.")]
Bots = Annotated[int | None, typer.Option("--bots", min=0, help="Number of bots.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Same seed, same result.")]
Rulings = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="ID=OPTION", help="Play by another ruling; may be repeated."),
]
Policy = Annotated[
    str,
    typer.Option(
        "--policy",
        help="random, greedy, drain:PILE, search or search:NUMBER (so many games imagined at each "
        "decision); one for all, or one a seat: search,greedy,random.",
    ),
]
Search = Annotated[
    int,
    typer.Option("--search", min=0, help="Games of searching players too at each table: slow."),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="NAME|FIELD=VALUE",
        help="Only a piece, a set, or what has a value: suit=harbour; may be repeated.",
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", help="Folder to write to; default: output/ of the project.")
]

Language = Annotated[
    str,
    typer.Option("--language", metavar="TAG", help="Texts in a language of the project, as de."),
]

Jobs = Annotated[
    int, typer.Option("--jobs", min=0, help="Processes; 0: one a core. Same result for any.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the workers of this dask scheduler: tcp://desk:8786.",
    ),
]
ShardText = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Play part I of N and write a file for `trilith merge`: 2/5.",
    ),
]


class Form(StrEnum):
    """Forms of a result on the command line."""

    TEXT = "text"
    JSON = "json"


AsForm = Annotated[Form, typer.Option("--format", help="How to print the result.")]


class Ink(StrEnum):
    """How much ink a print may take."""

    NORMAL = "normal"
    GREY = "grey"
    LOW = "low"


InkOption = Annotated[
    Ink, typer.Option("--ink", help="low: outlines and text only; grey: no colours.")
]

Draft = Annotated[
    bool, typer.Option("--draft", help="Placeholders with the piece's name for missing pictures.")
]
