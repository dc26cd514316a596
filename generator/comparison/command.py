"""``trilith compare``: whether an edit changed the game, by playing both versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.atomic import below
from generator.comparison.as_data import as_data
from generator.comparison.as_text import as_text
from generator.comparison.asked import Asked
from generator.comparison.both_told import both_told
from generator.comparison.page import as_page
from generator.comparison.versions import of_folder, of_revision
from generator.failures import WrongUseError
from generator.options.choices import (
    Form,
)
from generator.options.comparison import FAILED, OUTPUT, CompareOptions
from generator.options.protocol import Context, Made
from generator.options.running import run_config
from generator.textfiles import save_text
from validator.catalogue.model import Game
from validator.findings import UsageError
from validator.progress import counted
from validator.simulation.compare import Comparison, Rules, compare
from validator.simulation.pairs import MARGINS, Family, Side, are_the_same, meeting

POLICIES = ("random", "greedy")
"""Who plays where nobody is named: what holds for both may hold for people."""


def make(context: Context, options: CompareOptions) -> Iterator[Made]:
    """Play both sides, or tell the first game that went another way."""
    game = context.game(options.game)
    asked, before = _before(context.root, game, options)
    now = Side(asked.now, game, tuple(options.rulings or ()), _policies(options))
    met = meeting(before, now, options.players, options.bots, options.seed)
    rules = Rules(options.games, _margins(options.margins or ()))
    if options.replay is not None:
        line = met.lines[0]
        if len(met.lines) > 1:
            raise WrongUseError("name one table and one policy with --players, --bots and --policy")
        yield Made(told=both_told(line, options.replay, asked.before, asked.now))
        return
    if are_the_same(met.lines):
        yield _nothing(asked, options.form)
        return
    config = run_config(context.root, options, context.found)
    with context.watch(f"comparing {game.name}") as tell:
        told = counted(tell, len(met.lines) * options.games)
        comparison = compare(met, rules, config.with_progress(told))
    if config.part is not None:
        yield context.shard(OUTPUT.name, options, config.part, options.out)
    else:
        yield from _told(context, comparison, asked, options)


def _before(root: Path, game: Game, options: CompareOptions) -> tuple[Asked, Side]:
    """The side before: its data, its rulings, its players."""
    if options.revision is not None and options.folder is not None:
        raise WrongUseError("name a git revision or a folder with --with, not both")
    other = bool(options.against_rulings or options.against_policy)
    words: list[str] = []
    if options.folder is not None:
        label, data = of_folder(options.folder, game.id)
        words += ["--with", str(options.folder)]
    elif options.revision is not None or not other:
        revision = options.revision or "HEAD"
        label, data = of_revision(root, game.id, revision)
        words.append(revision)
    else:
        label, data = HERE, game
    both, alone = options.rulings or [], options.against_rulings or []
    words += [word for one in both for word in ("--ruling", one)]
    words += [word for one in alone for word in ("--against-ruling", one)]
    policies = _policies(options)
    if options.against_policy is not None:
        policies = (options.against_policy,) * len(policies)
    said = (_said(label, [*both, *alone]), _said(HERE, both))
    if options.against_policy is not None:
        players = (options.against_policy, " and ".join(_policies(options)))
        said = (f"{said[0]} played by {players[0]}", f"{said[1]} played by {players[1]}")
    asked = Asked(game.id, *said, tuple(words), options.seed)
    return asked, Side(said[0], data, (*both, *alone), policies)


HERE = "this working copy"


def _said(label: str, rulings: Sequence[str]) -> str:
    return f"{label} by {', '.join(rulings)}" if rulings else label


def _policies(options: CompareOptions) -> tuple[str, ...]:
    return tuple(dict.fromkeys(options.policies or POLICIES))


def _margins(texts: Sequence[str]) -> Mapping[Family, float]:
    """The margins asked for, over those by default.

    Raises:
        UsageError: a text is none.
    """
    margins = dict(MARGINS)
    for text in texts:
        family, _, percent = text.partition("=")
        try:
            margins[Family(family)] = _percent(percent)
        except ValueError as error:
            known = ", ".join(Family)
            hint = f"write one of {known}, and a number above 0: wins=1.5"
            raise UsageError(f"--margin {text} is no margin", hint) from error
    return margins


def _percent(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError(text)
    return value


def _nothing(asked: Asked, form: Form) -> Made:
    said = f"{asked.before} and {asked.now} are the same data, rulings and players"
    if form is Form.JSON:
        same = {"game": asked.game, "before": asked.before, "now": asked.now, "lines": []}
        return Made(told=json.dumps({**same, "notes": [said]}, indent=2) + "\n")
    return Made(told=f"{said}: nothing can differ\n")


def _told(
    context: Context, comparison: Comparison, asked: Asked, options: CompareOptions
) -> Iterator[Made]:
    path = below(context.folder(options.out), asked.game, "compare", "index.html")
    save_text(path, as_page(comparison, asked), force=options.out is None)
    text = as_text(comparison, asked)
    if options.form is Form.JSON:
        text = json.dumps(as_data(comparison, asked), indent=2) + "\n"
    asked_for = options.fail_on or ()
    fails = [one for one in asked_for if any(map(one.meets, comparison.verdicts()))]
    yield Made(told=text)
    yield Made((path,), aside=f"wrote {path}")
    if fails:
        yield Made(aside=f"found what --fail-on names: {', '.join(fails)}", status=FAILED)
