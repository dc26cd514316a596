"""Many games at every table: lengths, wins, scores, piles and supplies, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from generator.options.choices import Form
from generator.options.protocol import Context, Made
from generator.options.running import run_config
from generator.options.simulation import OUTPUT, SimulationOptions
from generator.textfiles import save_text
from validator.findings import Severity, UsageError
from validator.play.modules import playable, select_tables
from validator.progress import counted
from validator.simulation import trials as simulating
from validator.simulation import worth_notes
from validator.simulation.depletion import stuck_findings
from validator.simulation.trials import Experiment
from validator.simulation.worth import Appraisal, Effort, TableWorth, appraise


def make(context: Context, options: SimulationOptions) -> Iterator[Made]:
    """Play, and tell or write the figures of every table."""
    catalogue = context.catalogue(options.games)
    humans = _humans(options.players)
    chosen = playable(catalogue, options.games or ())
    asked = Experiment(
        games=tuple(game.id for game in chosen),
        players=humans,
        bots=options.bots,
        count=options.count,
        policy=options.policy,
        seed=options.seed,
        rulings=tuple(options.rulings or ()),
    )
    cards = _appraisal(asked)
    steps = options.count + (cards.effort.steps if options.worth else 0)
    total = len(select_tables(chosen, humans, options.bots)) * steps
    config = run_config(context.root, options, context.found)
    with context.watch("playing") as tell:
        telling = config.with_progress(counted(tell, total))
        results = simulating.simulate(catalogue, asked, telling)
        worth = appraise(catalogue, cards, telling) if options.worth else []
    if config.part is not None:
        yield context.shard(OUTPUT.name, options, config.part, options.out)
    else:
        yield _made(results, worth, options)


def _appraisal(asked: Experiment) -> Appraisal:
    """What is asked about the worth of cards in the same games."""
    return Appraisal(
        Effort(asked.count, coarse=5, tries=5 * asked.count),
        *(asked.games, asked.players, asked.bots, (asked.policy,), asked.seed, asked.rulings),
    )


def _made(
    results: Sequence[simulating.Result], worth: Sequence[TableWorth], options: SimulationOptions
) -> Made:
    json_wanted = options.form is Form.JSON
    if json_wanted:
        text = json.dumps(_as_json(results, worth), indent=2) + "\n"
    else:
        text = simulating.as_text(results) + (f"\n{worth_notes.as_text(worth)}" if worth else "")
    found = tuple(stuck_findings(results))
    if options.out is None:
        return Made(findings=found, told=text, least=Severity.WARNING)
    path = options.out / f"simulation.{'json' if json_wanted else 'txt'}"
    save_text(path, text)
    return Made((path,), found, aside=f"wrote {path}", least=Severity.WARNING)


def _as_json(
    results: Sequence[simulating.Result], worth: Sequence[TableWorth]
) -> list[dict[str, Any]]:
    """The figures of each table; those of its cards come with their worth, if it was asked."""
    tables = simulating.as_json(results)
    for table, cards in zip(tables, worth, strict=False):
        table["cards"] = {card.component.id: worth_notes.card_as_json(card) for card in cards.cards}
    return tables


def _humans(text: str) -> int | None:
    """The number of players asked for; None for ``all``."""
    if text == "all":
        return None
    if text.isdecimal():
        return int(text)
    raise UsageError(f"--players {text} is not a number", "write a number, or all")
