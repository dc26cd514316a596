"""What ``trilith compare`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.options.choices import (
    AsForm,
    Bots,
    Cluster,
    Form,
    GameName,
    Jobs,
    Out,
    Players,
    Rulings,
    Seed,
    ShardText,
)
from generator.options.protocol import Output
from validator.simulation.pairs import BUDGET, MARGINS

if TYPE_CHECKING:
    from validator.simulation.verdicts import Verdict


FAILED = 4
"""Exit status where `--fail-on` asks for it."""


class FailOn(StrEnum):
    """What `--fail-on` takes."""

    WORSE = "worse"
    DIFFERENT = "different"
    UNDECIDED = "undecided"

    def meets(self, verdict: Verdict) -> bool:
        """Tell whether a verdict is one to fail on."""
        if self is FailOn.DIFFERENT:
            return verdict.differs
        return verdict.value == self.value


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """Play two versions of a game on the same luck and tell what shifted, and how sure that is.

    \b
    trilith compare henge                         what changed since the last commit
    trilith compare henge v1.2 --players 3        since a tag, at the tables of three
    trilith compare henge --with ../fork          against another project
    trilith compare henge --against-ruling X-HEN-02=bots_large      a ruling, all else equal
    trilith compare henge --policy greedy --against-policy random  two kinds of players
    trilith compare henge --fail-on worse         for CI

    Each table and each kind of players is played until every figure is known (better, worse,
    higher, lower, or practically the same) or to a budget. Writes OUT/GAME/compare/index.html.
    """

    game: GameName
    revision: Annotated[
        str | None,
        typer.Argument(
            metavar="[GIT-REV]",
            help="Commit, tag or branch before; default: HEAD, where no other side is named.",
            show_default=False,
        ),
    ] = None
    folder: Annotated[
        Path | None, typer.Option("--with", help="Project whose version was before, for GIT-REV.")
    ] = None
    rulings: Rulings = None
    against_rulings: Annotated[
        list[str] | None,
        typer.Option(
            "--against-ruling", metavar="ID=OPTION", help="A ruling of the side before alone."
        ),
    ] = None
    policies: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            help="Who plays, as for simulate; repeat it for several. Default: random, and greedy.",
        ),
    ] = None
    against_policy: Annotated[
        str | None, typer.Option("--against-policy", help="Who plays on the side before instead.")
    ] = None
    players: Players = None
    bots: Bots = None
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games at most on each side, for each line.")
    ] = BUDGET
    margins: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="FAMILY=PERCENT",
            help="What still counts as the same; default: "
            + " ".join(f"{family}={margin:g}" for family, margin in MARGINS.items()),
        ),
    ] = None
    fail_on: Annotated[
        list[FailOn] | None,
        typer.Option("--fail-on", help=f"Exit with {FAILED} where this is found; repeatable."),
    ] = None
    replay: Annotated[
        int | None,
        typer.Option("--replay", min=0, help="Tell this game on both sides; plays no others."),
    ] = None
    seed: Seed = 1
    jobs: Jobs = 0
    cluster: Cluster = None
    shard: ShardText = None
    form: AsForm = Form.TEXT
    out: Out = None


OUTPUT = Output("compare", CompareOptions, "generator.comparison.command:make")
