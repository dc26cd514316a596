"""What outputs are made of: where they work, options that several take, and what came about.

A new output is a module with an ``OUTPUT`` and one line in :mod:`generator.commands.registry`.
The command and its ``--help`` are built from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

import typer

from generator.atomic import below
from generator.failures import DataError
from validator.findings import Finding, Severity, has_errors
from validator.progress import Watch, watch_nothing
from validator.project import find_project

if TYPE_CHECKING:
    from validator.catalogue.model import Catalogue, Game
    from validator.simulation.shards import ShardFiles

OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True)
class Context:
    """Where an output works: the project asked for (or None), and who watches its progress.

    ``language`` (BCP 47) is that of its texts; empty for the one that the games are written in.
    ``found`` is what shards have played, which is then not played again.
    """

    project: Path | None = None
    watch: Watch = watch_nothing
    language: str = ""
    found: ShardFiles | None = None

    def __post_init__(self) -> None:
        """Take a language only as BCP 47 has it.

        Raises:
            UsageError: it is no tag.
        """
        if self.language:
            from validator.catalogue.translating.files import check_tag

            check_tag(self.language)

    @cached_property
    def root(self) -> Path:
        """The project's folder.

        Raises:
            NotAProjectError: there is none.
        """
        return find_project(self.project, Path.cwd())

    def folder(self, out: Path | None) -> Path:
        """Where files go: ``out``, or ``output/`` of the project; in it those of a language.

        Raises:
            LinkError: ``output`` of the project is a link.
        """
        folder = out or below(self.root, "output")
        return below(folder, self.language) if self.language else folder

    def catalogue(self, names: Sequence[str] | None) -> Catalogue:
        """The catalogue of the named games; of all without names.

        Raises:
            UsageError: there is no such game, or it is not translated into the language.
            DataError: the data has errors.
        """
        from validator.catalogue.load import load

        catalogue, findings = load(self.root, names or None, self.language)
        stop_on_errors(findings)
        return catalogue

    def game(self, name: str) -> Game:
        """One game; raises as :meth:`catalogue` does."""
        return self.catalogue([name]).games[name]


def stop_on_errors(findings: Sequence[Finding]) -> None:
    """Go on only where nothing is an error.

    Raises:
        DataError: something is.
    """
    if has_errors(findings):
        raise DataError(findings)


@dataclass(frozen=True, slots=True)
class OutputResult:
    """What came about: what was found on the way, and what is said of it.

    ``told`` is for standard output (None: nothing), ``aside`` for standard error. Findings of
    severity ``least`` and worse are shown. An error among them ends the command: what an output
    would make next is not begun. A ``status`` other than 0 ends it too, with that exit status.
    """

    findings: tuple[Finding, ...] = ()
    told: str | None = None
    aside: str = ""
    least: Severity = Severity.ERROR
    status: int = 0


@dataclass(frozen=True, slots=True)
class Output(Generic[OptionsT]):
    """One output of the command line.

    ``options`` is a frozen dataclass whose fields are annotated as typer takes them; its docstring
    is the command's help. ``make`` yields what it has made bit by bit, and raises WrongUseError,
    FailedError or DataError (:mod:`generator.failures`) where it cannot go on; it imports what it
    needs as it runs, so that help is told without. What people read of ``translates`` can be had in
    a language of the project, by ``--language``.
    """

    name: str
    options: type[OptionsT]
    make: Callable[[Context, OptionsT], Iterable[OutputResult]]
    translates: bool = False


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


class OutputForm(StrEnum):
    """Forms of a result on the command line."""

    TEXT = "text"
    JSON = "json"


AsForm = Annotated[OutputForm, typer.Option("--format", help="How to print the result.")]


class PictureKind(StrEnum):
    """What a picture shows; the cards of a hand or a spread lie so."""

    FACES = "faces"
    SPRITES = "sprites"
    HAND = "hand"
    SPREAD = "spread"


class TableProgram(StrEnum):
    """The virtual tables that a table is laid for: Tabletop Simulator and playingcards.io."""

    TTS = "tts"
    PCIO = "pcio"


class BookPaper(StrEnum):
    """Papers that books are set for."""

    A4 = "a4"
    LETTER = "letter"
    A5 = "a5"


class Booklet(StrEnum):
    """How sheets become a booklet: folded into each other, or one sheet folded into eight."""

    SADDLE = "saddle"
    ZINE = "zine"


class InkChoice(StrEnum):
    """How much ink a print may take."""

    NORMAL = "normal"
    GREY = "grey"
    LOW = "low"


InkOption = Annotated[
    InkChoice, typer.Option("--ink", help="low: outlines and text only; grey: no colours.")
]

Draft = Annotated[
    bool, typer.Option("--draft", help="Placeholders with the piece's name for missing pictures.")
]
