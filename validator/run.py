"""The whole check of a project, as one recipe."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
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

_WORTH_A_PROCESS = 60
"""Components from which on data are looked at beside the drawing of faces."""
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

    def shares(self, catalogue: Catalogue) -> bool:
        """Tell whether a second process is worth it."""
        games = catalogue.games.values()
        size = sum(len(one.components) for game in games for one in game.sets.values())
        return self.config is not None and self.config.max_workers > 1 and size >= _WORTH_A_PROCESS


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
    with (
        means.watch("checking") as tell,
        _begin(catalogue, root, findings) if means.shares(catalogue) else nullcontext() as ahead,
        means.once_read,
    ):
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


@dataclass(frozen=True, slots=True)
class OfData:
    """What is found in data alone: as they are written, at every table, ready to be played, stated.

    Each is made as it is asked for, but for what another process has made.
    """

    written: Iterable[Sequence[Finding]]
    tables: Iterable[Sequence[Finding]]
    ready: Iterable[Sequence[Finding]]
    stated: Iterable[Sequence[Finding]]


def of_data(catalogue: Catalogue, root: Path) -> OfData:
    """What is found in data alone, each as it is asked for."""
    from validator import data_checks as data

    return OfData(
        data.find_in_data(catalogue, root),
        data.at_tables(catalogue),
        data.playable(catalogue),
        data.find_departures(catalogue),
    )


def stages(
    catalogue: Catalogue,
    root: Path,
    loaded: Sequence[Finding],
    extra: Sequence[ExtraCheck] | None = None,
    ahead: Callable[[], OfData] | None = None,
) -> Iterator[Sequence[Finding]]:
    """What :func:`check` finds in a catalogue that was ``loaded`` with findings, bit by bit.

    All but what it finds by playing. What is found in data alone is waited for last where it is
    made ``ahead``, elsewhere.
    """
    told = [*loaded]

    def note(found: Iterable[Sequence[Finding]]) -> Iterator[Sequence[Finding]]:
        for one in found:
            told.extend(one)
            yield one

    data = of_data(catalogue, root) if ahead is None else None
    if data is not None:
        yield from note(data.written)
    for more in extra_checks() if extra is None else extra:
        yield from note([tuple(more(catalogue, root))])
    if data is None and ahead is not None:
        data = ahead()
        yield from note(data.written)
    assert data is not None
    yield from note(data.tables)
    if not has_errors(told):
        yield from note(data.ready)
    yield from note(data.stated)


def _begin(
    catalogue: Catalogue, root: Path, loaded: Sequence[Finding]
) -> AbstractContextManager[Callable[[], OfData]]:
    """Begin to look at the data in a process of its own."""

    def whole() -> OfData:
        data = of_data(catalogue, root)
        written, tables = tuple(data.written), tuple(data.tables)
        sound = not has_errors([*loaded, *chain(*written, *tables)])
        return OfData(written, tables, tuple(data.ready) if sound else (), tuple(data.stated))

    return run_in_background(whole)


def _simulate(catalogue: Catalogue, config: RunConfig, watch: Watch) -> Sequence[Finding]:
    """What is found by playing some games at every table."""
    from validator.simulation import depletion as trials
    from validator.simulation.trials import check_unoffered
    from validator.simulation.worth_notes import check_unplayed

    total = trials.survey_games(catalogue.games.values(), trials.CHECK)
    with watch("playing") as tell:
        played = trials.exhaustion(catalogue, config=config.with_progress(count_steps(tell, total)))
    results = played.results
    unneeded = (*check_unplayed(results), *check_unoffered(results))
    return (*trials.exhaustion_findings(played), *unneeded)
