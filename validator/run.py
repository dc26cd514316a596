"""The whole check of a project, as one recipe."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from validator.catalogue.file_cache import FileCache
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue
from validator.findings import Finding, has_errors, sort_key
from validator.processes import run_in_background
from validator.progress import Watch, count_steps, watch_nothing
from validator.simulation.shards import RunConfig

_STAGES = 12
"""How many times :func:`stages` yields, besides once for each extra check."""

ExtraCheck: TypeAlias = Callable[[Catalogue, Path], Iterable[Finding]]
"""A check that an installed package adds: catalogue and project root to findings."""

EXTRA_CHECKS = "trilith.checks"
"""Entry-point group of extra checks; drawing's own (does the text fit?) comes this way."""


def extra_checks() -> tuple[ExtraCheck, ...]:
    """The installed extra checks, the last by name first.

    So a rulebook is looked at while a worker makes ready what faces are laid out and drawn with.
    """
    points = entry_points(group=EXTRA_CHECKS)
    found = sorted(points, key=lambda point: point.name, reverse=True)
    return tuple(point.load() for point in found)


@dataclass(frozen=True, slots=True)
class Means:
    """What a check is made with.

    The ``config`` says who plays (default: a process a core); with several the data are looked at
    beside the drawing of faces. ``watch`` shows how far it is. What was ``kept`` of an earlier
    load is not read again, and ``once_read`` is the context of all that follows the load.
    """

    config: RunConfig | None = None
    watch: Watch = watch_nothing
    kept: FileCache | None = None
    once_read: AbstractContextManager[object] = field(default_factory=nullcontext)


def check(
    root: Path,
    games: Sequence[str] | None = None,
    extra: Sequence[ExtraCheck] | None = None,
    simulate: bool = False,
    language: str = "",
    means: Means = Means(),
) -> tuple[Finding, ...]:
    """Check the named games of the project at ``root`` (all by default).

    Findings come sorted by game and place; ``extra`` replaces the installed extra checks.
    ``simulate`` adds some games at every table: which piles run out, what stalls. With a
    ``language`` (BCP 47) they are checked as they are in it.

    Raises:
        UsageError: there is no such game, or it is not translated into the language.
    """
    catalogue, findings = load(root, games, language, means.kept)
    collected = [*findings]
    can_play = False
    shares = means.config is not None and means.config.max_workers > 1
    with means.watch("checking") as tell, ExitStack() as aside, means.once_read:
        ahead = [
            aside.enter_context(run_in_background(look)) if shares else look
            for look in _looks(catalogue, root, findings)
        ]
        extra = extra_checks() if extra is None else extra  # loaded while the data are looked at
        asked = _STAGES + len(extra)
        for number, more in enumerate(stages(catalogue, root, findings, extra, ahead), 1):
            # what departs from the rules, which the last stage tells, can still be played
            can_play = not has_errors(collected)
            collected.extend(more)
            tell(number, asked, "")
    if simulate and can_play:
        config = means.config or RunConfig(os.cpu_count() or 1)
        collected.extend(_simulate(catalogue, config, means.watch))
    return tuple(sorted(dict.fromkeys(collected), key=sort_key))


def stages(
    catalogue: Catalogue,
    root: Path,
    loaded: Sequence[Finding],
    extra: Sequence[ExtraCheck] | None = None,
    looks: Sequence[Callable[[], Iterable[Sequence[Finding]]]] | None = None,
) -> Iterator[Sequence[Finding]]:
    """What :func:`check` finds in a catalogue that was ``loaded`` with findings, bit by bit.

    All but what it finds by playing. What ``looks`` find may be made ahead, elsewhere.
    """
    for more in extra_checks() if extra is None else extra:
        yield tuple(more(catalogue, root))
    for look in _looks(catalogue, root, loaded) if looks is None else looks:
        yield from look()


def _looks(
    catalogue: Catalogue, root: Path, loaded: Sequence[Finding]
) -> tuple[Callable[[], Sequence[Sequence[Finding]]], ...]:
    """What looks at data alone; what departs from what rules state comes last."""
    return partial(_look_at_scripts, catalogue), partial(_look_at_data, catalogue, root, loaded)


def _look_at_scripts(catalogue: Catalogue) -> Sequence[Sequence[Finding]]:
    if all(game.play is None for game in catalogue.games.values()):
        return ((),)
    from validator.compiler.checks import check_scripts

    return (tuple(check_scripts(catalogue)),)


def _look_at_data(
    catalogue: Catalogue, root: Path, loaded: Sequence[Finding]
) -> Sequence[Sequence[Finding]]:
    from validator.data_checks import find_in_data
    from validator.play.rulings import ready
    from validator.rules.check import check_stated

    found = list(find_in_data(catalogue, root))
    if not has_errors([*loaded, *chain(*found)]):
        found.append(ready(catalogue))
    return (*found, tuple(check_stated(catalogue)))


def _simulate(catalogue: Catalogue, config: RunConfig, watch: Watch) -> Sequence[Finding]:
    from validator.simulation import depletion as trials
    from validator.simulation.trials import TableChoice
    from validator.simulation.unused import check_unused
    from validator.simulation.worth_notes import check_unplayed

    total = trials.survey_games(catalogue.games.values(), trials.CHECK)
    with watch("playing") as tell:
        telling = config.with_progress(count_steps(tell, total))
        played = trials.exhaustion(catalogue, TableChoice(), config=telling)
    results = played.results
    unneeded = (*check_unplayed(results), *check_unused(results))
    return (*trials.exhaustion_findings(played), *unneeded)
