"""Faults of play scripts that show before anything is played."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Catalogue, Game, place_in
from validator.catalogue.script import Script
from validator.compiler.program import compile_script
from validator.compiler.tables import lay_out
from validator.findings import Finding, Severity
from validator.play.rulings import resolve_rulings


def check_scripts(catalogue: Catalogue) -> Iterator[Finding]:
    """The faults of every play script, each once."""
    for game in catalogue.games.values():
        if game.play is not None:
            if game.module is not None:
                message = f"{game.id} has a play script and the rules module {game.module!r}"
                hint = f"take `module` out, or {game.play.place.file}"
                place = place_in(game, "module")
                yield Finding("play-module", Severity.ERROR, game.id, place, message, hint)
            if game.complete and game.configurations:
                yield from dict.fromkeys(_of_script(game, game.play))


def _of_script(game: Game, play: Script) -> Iterator[Finding]:
    rulings = resolve_rulings(game)
    for configuration in game.configurations:
        tables = lay_out(game, play, configuration, rulings)
        yield from compile_script(tables, play)[1].findings
