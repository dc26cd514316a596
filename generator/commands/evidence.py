"""Commands that show evidence: rule coverage and the simulation report."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from generator.commands.table import AsForm, Form
from generator.console import Rulings, Seed, counting, loaded, loaded_game, save, stop_on_errors
from validator.catalogue.model import Game
from validator.command import GameNames, ProjectDir, fail
from validator.coverage import cover, project_texts
from validator.coverage_report import as_json, as_text, coverage_findings
from validator.findings import Finding
from validator.report import as_text as findings_text
from validator.rulebook import read_rulebook
from validator.run import check as run_check
from validator.trials import exhaustion_text
from validator.trials.exhaustion import REPORT, Effort, exhaustion, exhaustion_findings
from validator.usage import UsageError


def rules(
    game: Annotated[str, typer.Argument(help="A game of the project.")],
    form: AsForm = Form.TEXT,
    project: ProjectDir = None,
) -> None:
    """List every numbered rule with where it lives: data, check, engine line, face, test.

    Rules that nothing carries out, and open ones that nothing settles, are findings below.
    """
    root, found = loaded_game(game, project)
    rulebook, findings = read_rulebook(root, game)
    stop_on_errors(findings)
    if rulebook is None:
        raise fail(f"{game} has no components/{game}/rules.yaml with its numbered rules")
    coverage = cover(found, rulebook, project_texts(root, found))
    if form is Form.JSON:
        typer.echo(json.dumps(as_json(coverage), indent=2, ensure_ascii=False))
        return
    typer.echo(as_text(coverage).rstrip("\n"))
    more = coverage_findings(coverage, rulebook, found)
    if more:
        typer.echo("\n" + findings_text(more))


def piles(
    games: GameNames = None,
    count: Annotated[int, typer.Option("--games", min=5, help="Random games at each table.")] = 100,
    seed: Seed = 1,
    rulings: Rulings = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0: one a core.")] = 0,
    project: ProjectDir = None,
) -> None:
    """Tell of every pile at every table: can it run out, does it, when, and what then.

    The worst case is proved by arithmetic, with the sum shown; random, greedy and draining
    players show how often it happens, with a command that replays a game in which it does.
    """
    _, catalogue = loaded(games, project)
    effort = Effort(count, max(count // 10, 2), max(count // 20, 2))
    named = [game for game in catalogue.games.values() if not game.is_box]
    total = sum(
        len(game.configurations) * (effort.random + effort.greedy + len(game.piles) * effort.drain)
        for game in named
        if game.module
    )
    try:
        with counting("playing", total) as more:
            found = exhaustion(
                catalogue,
                [game.id for game in named],
                effort,
                seed,
                rulings or (),
                jobs or os.cpu_count() or 1,
                more,
            )
    except UsageError as error:
        raise fail(str(error)) from error
    typer.echo(exhaustion_text.as_text(found).rstrip("\n"))


def report(
    games: GameNames = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder to write to; default: output/.")
    ] = None,
    count: Annotated[
        int, typer.Option("--games", min=10, help="Random games at each table.")
    ] = REPORT.random,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0: one a core.")] = 0,
    project: ProjectDir = None,
) -> None:
    """Write a page a game with plots of length, scores, wins, piles, supplies and rulings.

    OUT/GAME/report/index.html works offline. Simulation shows termination, counts and balance
    between these policies, not fun.
    """
    root, catalogue = loaded(games, project)
    played = [game for game in catalogue.games.values() if game.module]
    if not played:
        raise fail("none of these games has a rules module, so there is nothing to play")
    effort = Effort(count, max(count // 4, 5), max(count // 20, 2))
    for game in played:
        page = _page(root, game, effort, seed, jobs or os.cpu_count() or 1)
        save((out or root / "output") / game.id / "report" / "index.html", page)


def _page(root: Path, game: Game, effort: Effort, seed: int, jobs: int) -> str:
    from generator.outputs.report.data import gather, report_games
    from generator.outputs.report.page import report_html
    from validator.catalogue.load import load

    catalogue, _ = load(root, [game.id])
    found: tuple[Finding, ...] = run_check(root, [game.id])
    total = report_games(game, effort, len(game.piles))
    with counting(f"playing {game.name}", total) as more:
        figures = gather(catalogue, catalogue.games[game.id], effort, seed, jobs, more)
    own = [finding for finding in found if finding.game == game.id]
    return report_html(figures, [*own, *exhaustion_findings(figures.exhaustion)])
