"""``trilith compare``: whether an edit changed the game, by playing both versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.atomic import below
from generator.commands.merge import run_config, write_shard
from generator.failures import WrongUseError
from generator.options import Context, Output, OutputForm, OutputResult
from validator.findings import UsageError
from validator.progress import count_steps
from validator.simulation.margins import BUDGET, MARGINS, Family

if TYPE_CHECKING:
    from generator.comparison import ComparisonRequest
    from validator.catalogue.model import Game
    from validator.simulation.compare import Comparison, Verdict
    from validator.simulation.pairs import GameVersion

FAILED = 4
"""Exit status where `--fail-on` asks for it."""


class FailOn(StrEnum):
    """What `--fail-on` takes."""

    WORSE = "worse"
    DIFFERENT = "different"
    UNDECIDED = "undecided"

    def meets(self, verdict: Verdict) -> bool:
        """Tell whether a verdict is one to fail on."""
        return verdict.differs if self is FailOn.DIFFERENT else verdict.value == self.value


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

    game: options.GameName
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
    rulings: options.Rulings = None
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
    players: options.Players = None
    bots: options.Bots = None
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
    need: Annotated[
        float | None,
        typer.Option(
            "--need",
            metavar="PERCENT",
            min=0.1,
            max=50,
            help="Only tell how many games it takes to find so many per cent more wins of a seat.",
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
    seed: options.Seed = 1
    jobs: options.Jobs = 0
    cluster: options.Cluster = None
    shard: options.ShardText = None
    form: options.AsForm = OutputForm.TEXT
    out: options.Out = None


POLICIES = ("random", "greedy")
"""Who plays where nobody is named: what holds for both may hold for people."""


def compare_versions(context: Context, options: CompareOptions) -> Iterator[OutputResult]:
    """Play both sides, or tell the first game that went another way."""
    from generator.comparison import both_told, tell_needed
    from validator.simulation.compare import PROBED, ComparisonRules, compare, probe
    from validator.simulation.pairs import GameVersion, are_the_same, meeting_of

    game = replace(context, language="").game(options.game)
    asked, before = _before(context.root, game, options)
    policies = tuple(dict.fromkeys(options.policies or POLICIES))
    now = GameVersion(asked.now.told(), game, tuple(options.rulings or ()), policies)
    met = meeting_of(before, now, options.players, options.bots, options.seed)
    rules = ComparisonRules(options.games, _margins(options.margins or ()))
    if options.replay is not None:
        line = met.lines[0]
        if len(met.lines) > 1:
            raise WrongUseError("name one table and one policy with --players, --bots and --policy")
        sides = asked.before.told(), asked.now.told()
        yield OutputResult(told=both_told(line, options.replay, *sides))
        return
    if options.need is not None:
        with context.watch(f"trying {game.name}") as tell:
            telling = run_config(context, options).with_progress(
                count_steps(tell, len(met.lines) * PROBED)
            )
            yield OutputResult(told=tell_needed(met, probe(met, telling), options.need))
        return
    if are_the_same(met.lines):
        yield _say_same(asked, options.form)
        return
    config = run_config(context, options)
    with context.watch(f"comparing {game.name}") as tell:
        told = count_steps(tell, len(met.lines) * options.games)
        comparison = compare(met, rules, config.with_progress(told))
    if config.part is not None:
        yield write_shard(context, "compare", options, config.part, options.out)
    else:
        yield from _report(context, comparison, asked, options)


def _before(
    root: Path, game: Game, options: CompareOptions
) -> tuple[ComparisonRequest, GameVersion]:
    """The side before: its data, its rulings, its players."""
    from generator.comparison import ComparisonRequest, Side, edit_of, of_folder, of_revision
    from validator.simulation.pairs import GameVersion

    if options.revision is not None and options.folder is not None:
        raise WrongUseError("name a git revision or a folder with --with, not both")
    other = options.against_policy
    words: list[str] = []
    name, data = "", game
    if options.folder is not None:
        name, data = of_folder(options.folder, game.id)
        words += ["--with", str(options.folder)]
    elif options.revision is not None or not (options.against_rulings or other):
        words.append(options.revision or "HEAD")
        name, data = of_revision(root, game.id, words[0])
    both, alone = options.rulings or [], options.against_rulings or []
    words += [word for one in both for word in ("--ruling", one)]
    words += [word for one in alone for word in ("--against-ruling", one)]
    policies = tuple(dict.fromkeys(options.policies or POLICIES))
    before = Side(name, (*both, *alone), (other,) if other else ())
    now = Side("", tuple(both), policies if other else ())
    if other is not None:
        policies = (other,) * len(policies)
    edit = edit_of(data, game)
    asked = ComparisonRequest(game.id, before, now, tuple(words), options.seed, edit)
    return asked, GameVersion(before.told(), data, (*both, *alone), policies)


def _margins(texts: Sequence[str]) -> Mapping[Family, float]:
    """The margins asked for, over those by default.

    Raises:
        UsageError: a text is none.
    """
    margins = dict(MARGINS)
    for text in texts:
        family, _, percent = text.partition("=")
        try:
            margins[Family(family)] = float(percent)
            if not 0 < float(percent) < float("inf"):
                raise ValueError
        except ValueError as error:
            known = ", ".join(Family)
            hint = f"write one of {known}, and a number above 0: wins=1.5"
            raise UsageError(f"--margin {text} is no margin", hint) from error
    return margins


def _say_same(asked: ComparisonRequest, form: OutputForm) -> OutputResult:
    before, now = asked.before.told(), asked.now.told()
    said = f"{before} and {now} are the same data, rulings and players"
    if form is OutputForm.JSON:
        same = {"game": asked.game, "before": before, "now": now, "lines": []}
        return OutputResult(told=json.dumps({**same, "notes": [said]}, indent=2) + "\n")
    return OutputResult(told=f"{said}: nothing can differ\n")


def _report(
    context: Context, comparison: Comparison, asked: ComparisonRequest, options: CompareOptions
) -> Iterator[OutputResult]:
    from generator.comparison import as_data, as_page, as_text
    from generator.text_files import save_text

    path = below(context.folder(options.out), asked.game, "compare", "index.html")
    save_text(path, as_page(comparison, asked, context.game(asked.game)), force=options.out is None)
    text = as_text(comparison, asked)
    if options.form is OutputForm.JSON:
        text = json.dumps(as_data(comparison, asked), indent=2) + "\n"
    fails = [one for one in options.fail_on or () if any(map(one.meets, comparison.verdicts()))]
    yield OutputResult(told=text)
    yield OutputResult(aside=f"wrote {path}")
    if fails:
        yield OutputResult(aside=f"found what --fail-on names: {', '.join(fails)}", status=FAILED)


OUTPUT = Output("compare", CompareOptions, compare_versions, translates=True)
