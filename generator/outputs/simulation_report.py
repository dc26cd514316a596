"""The simulation report of a game: a page that works without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator

from generator.atomic import below
from generator.failures import WrongUseError
from generator.options.protocol import Context, Made
from generator.options.running import run_config
from generator.options.simulation_report import OUTPUT, ReportOptions
from generator.outputs.report.data import gather, report_games
from generator.outputs.report.page import report_html
from generator.textfiles import save_text
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.findings import Severity
from validator.progress import counted
from validator.run import check
from validator.simulation import worth_notes
from validator.simulation.depletion import Effort, exhaustion_findings
from validator.simulation.shards import RunConfig
from validator.simulation.worth_notes import dominated_findings, unplayed_findings


def make(context: Context, options: ReportOptions) -> Iterator[Made]:
    """Play each game and write its page."""
    catalogue = context.catalogue(options.games)
    played = [game for game in catalogue.games.values() if game.is_played]
    if not played:
        message = "none of these games has a play script or a rules module"
        raise WrongUseError(f"{message}, so there is nothing to play")
    config = run_config(context.root, options, context.found)
    for game in played:
        yield from _write(context, game, options, config)
    if config.part is not None:
        yield context.shard(OUTPUT.name, options, config.part, options.out)


def _effort(options: ReportOptions) -> Effort:
    """How many games are played under each policy."""
    count = options.count
    return Effort(count, max(count // 4, 5), max(count // 20, 2), options.search)


def _write(
    context: Context, game: Game, options: ReportOptions, config: RunConfig
) -> Iterator[Made]:
    """Write what is told of a game; nothing in a shard."""
    catalogue, _ = load(context.root, [game.id])
    found = check(context.root, [game.id])
    effort = _effort(options)
    total = report_games(game, effort, len(game.piles))
    with context.watch(f"playing {game.name}") as tell:
        telling = config.with_progress(counted(tell, total))
        figures = gather(catalogue, catalogue.games[game.id], effort, options.seed, telling)
    if config.part is not None:
        return
    own = [finding for finding in found if finding.game == game.id]
    notes = (
        *unplayed_findings(figures.exhaustion.results),
        *dominated_findings(figures.dominated),
    )
    html = report_html(figures, [*own, *exhaustion_findings(figures.exhaustion), *notes])
    folder = below(context.folder(options.out), game.id, "report")
    texts = {
        "index.html": html,
        "worth.json": json.dumps(worth_notes.as_json(figures.worth), indent=2) + "\n",
        "worth.txt": worth_notes.as_text(figures.worth),
    }
    for name, text in texts.items():
        save_text(folder / name, text, force=options.out is None)
    files = tuple(folder / name for name in texts)
    yield Made(files, notes, aside=f"wrote {files[0]}", least=Severity.NOTE)
