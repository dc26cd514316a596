"""Can the rules module read its game? Asked before anybody plays."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Catalogue, Configuration, Game, place_in
from validator.findings import Finding, Place, Severity
from validator.hints import did_you_mean
from validator.play.modules import find_module, installed_modules
from validator.play.plan import prepared
from validator.play.rulings import resolve_rulings
from validator.usage import UnplayableError, UnreadableError, UsageError


def missing_modules(catalogue: Catalogue) -> Iterator[Finding]:
    """The games whose rules module is not there."""
    for game in catalogue.games.values():
        if game.module is not None:
            try:
                find_module(game)
            except UsageError as missing:
                place = place_in(game, "module")
                known = f"modules: {', '.join(installed_modules())}"
                hint = f"{did_you_mean(game.module, installed_modules(), known)}; {missing.hint}"
                yield Finding("play-refused", Severity.ERROR, game.id, place, missing.message, hint)


def ready(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Prepare every game whose rules module is there, once for each set of table options."""
    missing = {finding.game for finding in missing_modules(catalogue)}
    found = (
        finding
        for game in catalogue.games.values()
        if game.is_played and game.complete and game.id not in missing
        for configuration in _kinds_of_table(game)
        for finding in _problem(game, configuration)
    )
    return tuple(dict.fromkeys(found))


def _kinds_of_table(game: Game) -> list[Configuration]:
    """The first table for each different set of options."""
    kinds: dict[str, Configuration] = {}
    for configuration in game.configurations:
        kinds.setdefault(repr(sorted(configuration.options.items())), configuration)
    return list(kinds.values())


def _problem(game: Game, configuration: Configuration) -> Iterator[Finding]:
    """The finding that explains why the module cannot play the table, if it cannot."""
    try:
        prepared(game, configuration, resolve_rulings(game))
    except UnreadableError as missed:
        place = place_in(game, "module")
        yield Finding(
            "play-unreadable", Severity.ERROR, game.id, place, missed.message, missed.hint
        )
    except UsageError as refusal:
        about = refusal.component if isinstance(refusal, UnplayableError) else None
        place = _place_of_effects(game, about)
        yield Finding("play-refused", Severity.ERROR, game.id, place, refusal.message, refusal.hint)


def _place_of_effects(game: Game, component_id: str | None) -> Place:
    """Where the effects of a component stand, or the game where none is named."""
    for component in game.components():
        if component.id == component_id:
            return component.place_of("effects")
    return place_in(game, "module")
