"""What is wrong with play scripts: each is made ready for every table of its game."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Catalogue, Game, place_in
from validator.catalogue.playing.script import Play
from validator.findings import Finding, Severity
from validator.play.rulings import resolve_rulings
from validator.script.checks.base import Script
from validator.script.checks.ends import check_ends
from validator.script.checks.idle import check_idle
from validator.script.checks.options import check_options
from validator.script.checks.piles import check_piles
from validator.script.checks.reach import check_reach
from validator.script.layout import lay_out
from validator.script.program import compile_play
from validator.script.workshop import Workshop

CHECKS = (check_ends, check_options, check_piles, check_idle, check_reach)
"""What is looked at once every word is understood."""


def check_scripts(catalogue: Catalogue) -> Iterator[Finding]:
    """The faults of every play script, each once."""
    for game in catalogue.games.values():
        if game.play is not None:
            yield from _of_both(game)
            if game.complete and game.configurations:
                yield from dict.fromkeys(_of_script(game, game.play))


def _of_both(game: Game) -> Iterator[Finding]:
    if game.module is not None and game.play is not None:
        message = f"{game.id} has a play script and the rules module {game.module!r}"
        hint = f"take `module` out, or {game.play.place.file}"
        place = place_in(game, "module")
        yield Finding("play-module", Severity.ERROR, game.id, place, message, hint)


def _of_script(game: Game, play: Play) -> Iterator[Finding]:
    made = tuple(shops(game, play))
    found = [finding for shop in made for finding in (*shop.findings, *shop.doubts)]
    yield from found
    if not found:
        for check in CHECKS:
            yield from check(Script(game, play, made))


def shops(game: Game, play: Play) -> Iterator[Workshop]:
    """The script made ready for every table, under the rulings in force."""
    rulings = resolve_rulings(game)
    for configuration in game.configurations:
        yield compile_play(lay_out(game, configuration, rulings), play)[1]
