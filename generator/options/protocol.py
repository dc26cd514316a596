"""What an output is: a name, options, and a function that makes it and says what it found.

A new output is a module with an ``OUTPUT`` and one line in :mod:`generator.commands.registry`.
The command and its ``--help`` are built from it, and nothing that makes it is imported for that:
the function that does lies in another module where it needs more than that of the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from generator.atomic import below
from generator.failures import DataError
from validator.findings import Finding, Severity, has_errors
from validator.progress import Watch, unwatched
from validator.project import find_project

if TYPE_CHECKING:
    from validator.catalogue.model import Catalogue, Game
    from validator.simulation.shards import Found, Part

OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True)
class Context:
    """Where an output works: the project asked for (or None), and who watches its progress.

    ``language`` (BCP 47) is that of its texts; empty for the one that the games are written in.
    ``found`` is what shards have played, which is then not played again.
    """

    project: Path | None = None
    watch: Watch = unwatched
    language: str = ""
    found: Found | None = None

    def __post_init__(self) -> None:
        """Take a language only as BCP 47 has it.

        Raises:
            UsageError: it is no tag.
        """
        if self.language:
            from validator.catalogue.translating.files import checked_tag

            checked_tag(self.language)

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

    def shard(self, command: str, options: Any, part: Part, out: Path | None = None) -> Made:
        """Write the file of a shard, in place of what the command would make of the whole.

        Raises:
            WrongUseError: it cannot be written.
        """
        from generator.options.running import write_shard

        folder = below(self.folder(out), "shards")
        path = write_shard(folder, command, options, part)
        said = f"wrote {path}; with the others: trilith merge {folder}/{command}-*.json"
        return Made((path,), aside=said)

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
class Made:
    """What came about: the files written, what was found on the way, and what is said of it.

    ``told`` is for standard output (None: nothing), ``aside`` for standard error. Findings of
    severity ``least`` and worse are shown. An error among them ends the command: what an output
    would make next is not begun. A ``status`` other than 0 ends it too, with that exit status.
    """

    files: tuple[Path, ...] = ()
    findings: tuple[Finding, ...] = ()
    told: str | None = None
    aside: str = ""
    least: Severity = Severity.ERROR
    status: int = 0


Maker: TypeAlias = Callable[[Context, OptionsT], Iterable[Made]]


@dataclass(frozen=True, slots=True)
class Output(Generic[OptionsT]):
    """One output of the command line.

    ``options`` is a frozen dataclass whose fields are annotated as typer takes them; its docstring
    is the command's help. ``maker`` names the function that makes it, as ``module:function``: it is
    imported as it is asked for. What people read of ``translates`` can be had in a language of the
    project, by ``--language``.
    """

    name: str
    options: type[OptionsT]
    maker: str
    translates: bool = False

    @property
    def make(self) -> Maker[OptionsT]:
        """The function that yields what it has made bit by bit.

        It raises WrongUseError, FailedError or DataError (:mod:`generator.failures`) where it
        cannot go on.
        """
        module, _, name = self.maker.partition(":")
        made: Maker[OptionsT] = getattr(import_module(module), name)
        return made
