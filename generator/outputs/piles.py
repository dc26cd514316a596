"""What becomes of every pile, as text: proved by arithmetic, and seen in games."""

from __future__ import annotations

from collections.abc import Iterator

from generator.options.piles import OUTPUT, PileOptions
from generator.options.protocol import Context, Made
from generator.options.running import run_config
from validator.progress import counted
from validator.simulation import depletion
from validator.simulation.depletion import Effort, Survey, exhaustion, survey_games


def make(context: Context, options: PileOptions) -> Iterator[Made]:
    """Play, and tell what became of every pile."""
    catalogue = context.catalogue(options.games)
    count = options.count
    effort = Effort(count, max(count // 10, 2), max(count // 20, 2), options.search)
    named = [game for game in catalogue.games.values() if not game.is_box]
    survey = Survey(
        tuple(game.id for game in named), effort, options.seed, tuple(options.rulings or ())
    )
    total = survey_games(named, effort)
    config = run_config(context.root, options, context.found)
    with context.watch("playing") as tell:
        found = exhaustion(catalogue, survey, config.with_progress(counted(tell, total)))
    if config.part is not None:
        yield context.shard(OUTPUT.name, options, config.part)
    else:
        yield Made(told=depletion.as_text(found))
