"""``trilith simulate``, ``piles`` and ``report``: many games played; ``replay``: one again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.atomic import below
from generator.commands.merge import run_config, write_shard
from generator.console import ON_PAGE
from generator.failures import WrongUseError
from generator.options import Context, Output, OutputForm, OutputResult
from validator.command import GameNames
from validator.findings import Severity, UsageError
from validator.progress import count_steps

if TYPE_CHECKING:
    from validator.catalogue.model import Catalogue, Game
    from validator.simulation import trials as simulating
    from validator.simulation.shards import RunConfig
    from validator.simulation.trials import TableChoice
    from validator.simulation.worth import TableWorth


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """Play many games at every table and tell lengths, wins, scores, piles and supplies.

    Simulation shows termination, counts and balance between these policies, not fun.
    """

    games: GameNames = None
    players: Annotated[str, typer.Option("--players", help="Number of human players, or all.")] = (
        "all"
    )
    bots: options.Bots = None
    count: Annotated[int, typer.Option("--games", min=1, help="Games at each table.")] = 200
    policy: options.Policy = "random"
    seed: options.Seed = 1
    rulings: options.Rulings = None
    jobs: options.Jobs = 0
    cluster: options.Cluster = None
    shard: options.ShardText = None
    worth: Annotated[
        bool,
        typer.Option("--worth", help="Also what each card is worth; takes several times as long."),
    ] = False
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder", help="Instead: what skill is worth, one better player among others; slow."
        ),
    ] = False
    form: options.AsForm = OutputForm.TEXT
    out: Annotated[
        Path | None, typer.Option("--out", help="Write simulation.json or .txt there instead.")
    ] = None


def simulate_games(context: Context, options: SimulationOptions) -> Iterator[OutputResult]:
    """Play, and tell or write the figures of every table."""
    from validator.play.modules import playable, select_tables
    from validator.simulation import trials as simulating
    from validator.simulation.printed import appraise_choices
    from validator.simulation.trials import TableChoice
    from validator.simulation.worth import WorthEffort, appraise

    catalogue = context.catalogue(options.games)
    if options.players != "all" and not options.players.isdecimal():
        message = f"--players {options.players} is not a number"
        raise UsageError(message, "write a number, or all")
    humans = None if options.players == "all" else int(options.players)
    chosen = playable(catalogue, options.games or ())
    ids, rulings = tuple(game.id for game in chosen), tuple(options.rulings or ())
    asked = TableChoice(ids, humans, options.bots, options.seed, rulings)
    count, policy = options.count, options.policy
    if options.ladder:
        yield _ladder(context, catalogue, asked, options)
        return
    effort = WorthEffort(count, coarse=5, tries=5 * count)
    steps = count + (effort.steps if options.worth else 0)
    tables = len(select_tables(chosen, humans, options.bots))
    config = run_config(context, options)
    with context.watch("playing") as tell:
        is_seen = ON_PAGE and config.part is None and options.form is OutputForm.TEXT
        for few in (10**power * 2 for power in range(1, 6) if is_seen and 10**power * 10 <= count):
            telling = config.with_progress(count_steps(tell, tables * few, "the first ones"))
            early = simulating.simulate(catalogue, asked, few, policy, telling)
            yield OutputResult(aside=f"of {few:,} games so far:\n{simulating.as_text(early)}")
        telling = config.with_progress(count_steps(tell, tables * steps))
        results = simulating.simulate(catalogue, asked, count, policy, telling)
        worth = appraise(catalogue, asked, effort, [policy], telling) if options.worth else []
        worth = appraise_choices(worth, effort, telling)
    if config.part is not None:
        yield write_shard(context, "simulate", options, config.part, options.out)
    else:
        yield _report(results, worth, options)


def _ladder(
    context: Context, catalogue: Catalogue, asked: TableChoice, options: SimulationOptions
) -> OutputResult:
    """The steps of the ladder, told or as data."""
    from validator.simulation import ladder

    planned = ladder.plan_steps(catalogue, asked, options.count)
    total = sum(games for _, games in planned)
    with context.watch("playing") as tell:
        config = run_config(context, options).with_progress(count_steps(tell, total))
        steps = ladder.climb(planned, config)
    if options.form is OutputForm.JSON:
        return OutputResult(told=json.dumps(ladder.as_json(steps), indent=2))
    return OutputResult(told=ladder.as_text(steps))


def _report(
    results: Sequence[simulating.TrialResult],
    worth: Sequence[TableWorth],
    options: SimulationOptions,
) -> OutputResult:
    from generator.text_files import save_text
    from validator.simulation import trials as simulating
    from validator.simulation import worth_notes
    from validator.simulation.depletion import check_stuck

    if options.form is OutputForm.JSON:
        name, tables = "simulation.json", simulating.as_json(results)
        for table, its in zip(tables, worth, strict=False):  # none where it was not asked
            table.update(worth_notes.cards_as_json(its))
        text = json.dumps(tables, indent=2) + "\n"
    else:
        name, text = "simulation.txt", simulating.as_text(results)
        text += f"\n{worth_notes.as_text(worth)}" if worth else ""
    found = tuple(check_stuck(results))
    if options.out is None:
        return OutputResult(findings=found, told=text, least=Severity.WARNING)
    path = options.out / name
    save_text(path, text)
    return OutputResult(found, aside=f"wrote {path}", least=Severity.WARNING)


SIMULATE = Output("simulate", SimulationOptions, simulate_games)


@dataclass(frozen=True, slots=True)
class PileOptions:
    """Tell of every pile at every table: can it run out, does it, when, and what then.

    The worst case is proved by arithmetic, with the sum shown; random, greedy and draining
    players show how often it happens, with a command that replays a game in which it does.
    """

    games: GameNames = None
    count: Annotated[int, typer.Option("--games", min=5, help="Random games at each table.")] = 100
    search: options.Search = 0
    seed: options.Seed = 1
    rulings: options.Rulings = None
    jobs: options.Jobs = 0
    cluster: options.Cluster = None
    shard: options.ShardText = None


def survey_piles(context: Context, options: PileOptions) -> Iterator[OutputResult]:
    """Play, and tell what became of every pile."""
    from validator.simulation import depletion
    from validator.simulation.depletion import DepletionEffort, exhaustion, survey_games
    from validator.simulation.trials import TableChoice

    catalogue = context.catalogue(options.games)
    count = options.count
    effort = DepletionEffort(count, max(count // 10, 2), max(count // 20, 2), options.search)
    named = [game for game in catalogue.games.values() if not game.is_box]
    ids = tuple(game.id for game in named)
    chosen = TableChoice(ids, seed=options.seed, rulings=tuple(options.rulings or ()))
    total = survey_games(named, effort)
    config = run_config(context, options)
    with context.watch("playing") as tell:
        telling = config.with_progress(count_steps(tell, total))
        found = exhaustion(catalogue, chosen, effort, telling)
    if config.part is not None:
        yield write_shard(context, "piles", options, config.part)
    else:
        yield OutputResult(told=depletion.as_text(found))


PILES = Output("piles", PileOptions, survey_piles)


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """Write a page a game with plots of length, scores, wins, piles, supplies and rulings.

    OUT/GAME/report/index.html works offline; worth.json and worth.txt beside it say what each card
    is worth. Simulation shows termination, counts and balance between these policies, not fun.
    """

    games: GameNames = None
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder to write to; default: output/.")
    ] = None
    count: Annotated[int, typer.Option("--games", min=10, help="Random games at each table.")] = 200
    search: options.Search = 0
    seed: options.Seed = 1
    jobs: options.Jobs = 0
    cluster: options.Cluster = None
    shard: options.ShardText = None


def write_reports(context: Context, options: ReportOptions) -> Iterator[OutputResult]:
    """Play each game and write its page."""
    catalogue = context.catalogue(options.games)
    played = [game for game in catalogue.games.values() if game.is_played]
    if not played:
        message = "none of these games has a play script or a rules module"
        raise WrongUseError(f"{message}, so there is nothing to play")
    config = run_config(context, options)
    for game in played:
        yield from _write(context, game, options, config)
    if config.part is not None:
        yield write_shard(context, "report", options, config.part, options.out)


def _write(
    context: Context, game: Game, options: ReportOptions, config: RunConfig
) -> Iterator[OutputResult]:
    """Write what is told of a game; nothing in a shard."""
    from generator.outputs.report.figures import gather, report_games
    from generator.outputs.report.page import report_html
    from generator.playtest.notes import read_playtests
    from generator.text_files import save_text
    from validator.catalogue.load import load
    from validator.run import check
    from validator.simulation import worth_notes
    from validator.simulation.depletion import DepletionEffort, exhaustion_findings
    from validator.simulation.worth_notes import check_dominated, check_unplayed

    catalogue, _ = load(context.root, [game.id], context.language)
    found = check(context.root, [game.id])
    count = options.count
    effort = DepletionEffort(count, max(count // 4, 5), max(count // 20, 2), options.search)
    total = report_games(game, effort, len(game.piles))
    with context.watch(f"playing {game.name}") as tell:
        telling = config.with_progress(count_steps(tell, total))
        figures = gather(catalogue, catalogue.games[game.id], effort, options.seed, telling)
    if config.part is not None:
        return
    own = [finding for finding in found if finding.game == game.id]
    notes = (*check_unplayed(figures.exhaustion.results), *check_dominated(figures.dominated))
    played = [(one.revision, one.data) for one in read_playtests(context.root, game.id)[0]]
    told = [*own, *exhaustion_findings(figures.exhaustion), *notes]
    html = report_html(figures, told, played)
    folder = below(context.folder(options.out), game.id, "report")
    texts = {
        "index.html": html,
        "worth.json": json.dumps(worth_notes.as_json(figures.worth), indent=2) + "\n",
        "worth.txt": worth_notes.as_text(figures.worth),
    }
    for name, text in texts.items():
        save_text(folder / name, text, force=options.out is None)
    yield OutputResult(notes, aside=f"wrote {folder / 'index.html'}", least=Severity.NOTE)


REPORT = Output("report", ReportOptions, write_reports, translates=True)


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """Play one game again, turn by turn, as text.

    `trilith simulate` prints the command that replays a game it names.
    """

    game: Annotated[str | None, typer.Argument(help="A game of the project.")] = None
    players: options.Players = None
    bots: options.Bots = None
    policy: options.Policy = "random"
    seed: options.Seed = 1
    index: Annotated[int, typer.Option("--index", min=0, help="Number of the game.")] = 0
    rulings: options.Rulings = None
    options: Annotated[
        bool, typer.Option("--options", help="Show every legal option of each decision.")
    ] = False
    record: Annotated[
        Path | None, typer.Option("--record", help="Replay a game that --save wrote.")
    ] = None
    keep: Annotated[
        Path | None, typer.Option("--save", help="Write the game's record to this file.")
    ] = None


def replay_game(context: Context, options: ReplayOptions) -> Iterator[OutputResult]:
    """Tell a game of a seed, or of a record."""
    from generator.text_files import read_text, save_text
    from validator.play import replay as replaying

    catalogue = context.catalogue([options.game] if options.game else None)
    if options.record is not None:
        record = replaying.load_record(read_text(options.record))
        text, _ = replaying.replay_record(catalogue, record)
    elif options.game is None:
        raise WrongUseError("name a game, or a record with --record FILE")
    else:
        asked = (options.players, options.bots, options.policy, options.seed, options.rulings or ())
        plan = replaying.plan_of(catalogue, options.game, *asked)
        text, played = replaying.replay(plan, options.index, options=options.options)
        if options.keep is not None:
            kept = replaying.dump_record(replaying.record_of(plan, options.index, played.choices))
            save_text(options.keep, kept, replaying.is_record)
            yield OutputResult(aside=f"wrote {options.keep}")
    yield OutputResult(told=text)


REPLAY = Output("replay", ReplayOptions, replay_game)
