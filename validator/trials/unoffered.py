"""Options of play scripts that no player was offered in simulated games."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, is_dataclass

from validator.catalogue.playing.script import Play
from validator.catalogue.playing.steps import Choice, Choose, Perform
from validator.catalogue.playing.walk import nodes, options_of
from validator.catalogue.playing.words import AtTable
from validator.findings import Finding, Place, Severity
from validator.trials.simulate import Result


def unoffered_findings(results: Sequence[Result]) -> Iterator[Finding]:
    """The questions and options of play scripts that came up at no table, under no policy."""
    for game in {result.plan.game.id: result.plan.game for result in results}.values():
        if game.play is None:
            continue
        own = [result.totals for result in results if result.plan.game.id == game.id]
        numbers = {number for totals in own for number in totals.offered}
        offered = {place for place, at in options_of(game.play).items() if at in numbers}
        roots = (game.play.begin, game.play.turn, game.play.round, game.play.effects)
        for one in _unoffered(game.play, roots, offered):
            if isinstance(one, Choose):
                place, what = one.common.place, f"nobody was asked this ({one.what!r})"
            else:
                place, what = one.place, f"nobody was offered {one.id!r}"
            yield Finding(
                "play-unoffered",
                Severity.NOTE,
                game.id,
                place,
                f"{what} in {sum(totals.games for totals in own):,} games",
                "see whether its `when` and `where` can ever hold, and whether play gets there",
            )


def _unoffered(play: Play, thing: object, offered: Collection[Place]) -> Iterator[Choose | Choice]:
    """What is unoffered in part of a script, outermost, but for all that hangs on a ruling.

    Procedures, none of which runs itself, are gone through wherever they are run.
    """
    if _is_ruled(thing):
        return
    match thing:
        case Choose(options=options) if not any(
            one.place in offered or _is_ruled(one) for one in options
        ):
            yield thing
        case Choice(place=place) if place not in offered:
            yield thing
        case Perform(what=what):
            yield from _unoffered(play, play.procedures[what.text], offered)
        case tuple():
            for part in thing:
                yield from _unoffered(play, part, offered)
        case _ if is_dataclass(thing):
            for one in fields(thing):
                yield from _unoffered(play, getattr(thing, one.name), offered)


def _is_ruled(thing: object) -> bool:
    """Tell whether a step or an option is done only as a ruling says."""
    tests = (getattr(getattr(thing, "common", thing), "when", None), getattr(thing, "test", None))
    return any(isinstance(node, AtTable) and node.condition.ruling for node in nodes(tests))
