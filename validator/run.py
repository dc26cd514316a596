"""The whole check of a project, as one recipe."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeAlias

from validator.catalogue.load import load
from validator.catalogue.model import Catalogue
from validator.chunks.crew import Crew
from validator.citations.check import check_citations
from validator.findings import Finding, has_errors, sort_key
from validator.misspelt import check_misspelt
from validator.play.ready import missing_modules, ready
from validator.play.ruling_readers import check_readers
from validator.progress import Watch, counted, unwatched
from validator.registry import run_checks
from validator.script.check import check_scripts
from validator.setup.rehearse import rehearse
from validator.setup.zones import check_zones
from validator.stated.check import check_stated
from validator.translations.check import check_translations
from validator.trials.exhaustion import CHECK, exhaustion, exhaustion_findings, survey_games
from validator.variants import check_variants
from validator.worth.notes import unplayed_findings

_STAGES = 12
"""How many times :func:`stages` yields, besides once for each extra check."""

ExtraCheck: TypeAlias = Callable[[Catalogue, Path], Iterable[Finding]]
"""A check that an installed package adds: catalogue and project root to findings."""

EXTRA_CHECKS = "trilith.checks"
"""Entry-point group of extra checks; drawing's own (does the text fit?) comes this way."""


def extra_checks() -> tuple[ExtraCheck, ...]:
    """The installed extra checks, in the order of their names."""
    found = sorted(entry_points(group=EXTRA_CHECKS), key=lambda point: point.name)
    return tuple(point.load() for point in found)


def check(
    root: Path,
    games: Sequence[str] | None = None,
    extra: Sequence[ExtraCheck] | None = None,
    simulate: bool = False,
    language: str = "",
    crew: Crew | None = None,
    watch: Watch = unwatched,
) -> tuple[Finding, ...]:
    """Check the named games of the project at ``root`` (all by default).

    Findings come sorted by game and place; ``extra`` replaces the installed extra checks.
    ``simulate`` adds some games at every table, played by a ``crew`` (default: a process a core):
    which piles run out, what stalls. With a ``language`` (BCP 47) they are checked as they are in
    it. ``watch`` shows how far it is.

    Raises:
        UsageError: there is no such game, or it is not translated into the language.
    """
    catalogue, findings = load(root, games, language)
    collected = [*findings]
    asked = _STAGES + len(extra_checks() if extra is None else extra)
    can_play = False
    with watch("checking") as tell:
        for number, more in enumerate(stages(catalogue, root, findings, extra), 1):
            # what departs from the rules, which the last stage tells, can still be played
            can_play = not has_errors(collected)
            collected.extend(more)
            tell(number, asked, "")
    if simulate and can_play:
        collected.extend(_simulated(catalogue, crew or Crew(os.cpu_count() or 1), watch))
    return tuple(sorted(dict.fromkeys(collected), key=sort_key))


def stages(
    catalogue: Catalogue,
    root: Path,
    loaded: Sequence[Finding],
    extra: Sequence[ExtraCheck] | None = None,
) -> Iterator[Sequence[Finding]]:
    """What :func:`check` finds in a catalogue that was ``loaded`` with findings, bit by bit.

    All but what it finds by playing.
    """
    told = [*loaded]

    def all_of(findings: Iterable[Finding]) -> Sequence[Finding]:
        found = tuple(findings)
        told.extend(found)
        return found

    for of_data in (check_readers, check_variants, check_citations, check_misspelt):
        yield all_of(of_data(catalogue))
    yield all_of(missing_modules(catalogue))
    yield all_of(check_scripts(catalogue))
    yield all_of(check_translations(catalogue, root))
    for more in extra_checks() if extra is None else extra:
        yield all_of(more(catalogue, root))
    rehearsal = rehearse(catalogue)
    yield all_of(rehearsal.findings)
    yield all_of(run_checks(catalogue, rehearsal.tables))
    yield all_of(check_zones(catalogue, rehearsal.tables))
    if not has_errors(told):
        yield all_of(ready(catalogue))
    yield all_of(check_stated(catalogue))


def _simulated(catalogue: Catalogue, crew: Crew, watch: Watch) -> Sequence[Finding]:
    """What is found by playing some games at every table."""
    total = survey_games(catalogue.games.values(), CHECK)
    with watch("playing") as tell:
        played = exhaustion(catalogue, crew=crew.telling(counted(tell, total)))
    return (*exhaustion_findings(played), *unplayed_findings(played.results))
