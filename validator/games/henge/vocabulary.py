"""Which effects Henge has rules for; anything else is refused before a game begins."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Condition,
    Count,
    Discard,
    Discount,
    Draw,
    Effect,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
)
from validator.catalogue.model import Game
from validator.games.henge.position.counting import DISTINCT, DRUID_FILTERS, MEASURES, STONE_FILTERS
from validator.games.henge.printed.cards import CARD_SETS, Cards
from validator.games.henge.printed.codes import FIGURES
from validator.games.henge.printed.mat import Mat
from validator.games.henge.turns.benefits import ACTION_NAMES, LEVEL_TRACKS
from validator.usage import UnplayableError

SETS = (*CARD_SETS, *FIGURES, "board", "mat", "coin", "druid", "marker", "travel")
GAINS = ("coin", "travel", "bonus", "reward-a", "reward-b")
TRACKS = (*LEVEL_TRACKS, "transport-track", "luck-track", "privilege-track")
AREAS = ("adjacent", "remote", "any-area")
WAIVERS = ("stone-size", "carving-duty", "area-match", "transit")
MORE = ("place druid", "buy stone", "hold stone", "move free-step")

Unknown: TypeAlias = tuple[str, tuple[str, ...]]
"""A word without a rule, and the words that have one."""


def check_sets(game: Game) -> None:
    """Raise UnplayableError unless the game has all the sets that Henge is played with."""
    for name in SETS:
        if name not in game.sets or not game.sets[name].components:
            raise UnplayableError(
                f"Henge cannot be played without the component set {name!r}",
                f"add components/{game.id}/{name}.yaml; sets needed: {', '.join(SETS)}",
            )


def check_effects(cards: Cards, mat: Mat) -> None:
    """Raise UnplayableError for the first effect of a card or mat that Henge has no rule for."""
    for card, effects in zip(cards.ids, cards.effects, strict=True):
        _refuse(effects, card, card)
    for name, spaces in (
        ("the Druid Track", mat.druid_track),
        ("the Luck Track", mat.luck_track),
        ("a Privilege track", mat.ends),
    ):
        for effects in spaces:
            _refuse(effects, name)


def _refuse(effects: tuple[Effect, ...], where: str, component: str | None = None) -> None:
    for effect in effects:
        for word, known in unknown(effect):
            raise UnplayableError(
                f"Henge has no rule for {word!r} in the effects of {where}",
                f"use one of: {', '.join(known)}",
                component,
            )


def unknown(effect: Effect) -> list[Unknown]:
    """Words of an effect that Henge has no rule for, each with those it has."""
    match effect:
        case Gain(what=what, per=per, when=when):
            return _word(what, GAINS) + _count(per) + _condition(when)
        case Pay(what=what, to=to):
            return _word(what, ("coin",)) + _inner(to)
        case Draw(what=what, by=by):
            return _word(what, ("luck-card",)) + _word(by or "luck-level", ("luck-level",))
        case Discard(what=what, to=to):
            return _word(what, ("luck-card",)) + _inner(to)
        case Place(what=what, where=where):
            return _word(what, ("druid",)) + _word(where, ("local", *AREAS))
        case Advance(track=track):
            return _word(track, TRACKS)
        case Score(what=what, per=per, when=when):
            return _word(what, ("vp-summer", "vp-winter")) + _count(per) + _condition(when)
        case Act(action=action, area=area):
            return _word(action, (*ACTION_NAMES, "any")) + _word(area or "adjacent", AREAS[:2])
        case Discount(of=of, what=what):
            return _word(of, ("stone", "druid", "carving")) + _word(what, ("coin",))
        case Reach(what=what, area=area):
            return _word(what, ("stone", "druid")) + _word(area, AREAS)
        case Allow(verb=verb, what=what, waive=waive):
            if waive is not None:
                return _word(waive, WAIVERS)
            return _word(f"{verb} {what}", MORE)
        case Special(rule=rule):
            return [(rule, ())]
        case _:
            assert_never(effect)


def _word(word: str, known: tuple[str, ...]) -> list[Unknown]:
    return [] if word in known else [(word, known)]


def _inner(effects: tuple[Effect, ...]) -> list[Unknown]:
    return [found for effect in effects for found in unknown(effect)]


def _condition(condition: Condition | None) -> list[Unknown]:
    return [] if condition is None else _count(condition.count)


def _count(count: Count | None) -> list[Unknown]:
    if count is None:
        return []
    filters = {"installed": tuple(STONE_FILTERS), "druid": DRUID_FILTERS}.get(count.of, ())
    found = _word(count.of, tuple(MEASURES))
    for item in count.where:
        found += _word(item.field, filters)
    if count.distinct is not None:
        found += _word(count.distinct, DISTINCT.get(count.of, ()))
    return found
