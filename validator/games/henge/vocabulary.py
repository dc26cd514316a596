"""Which effects Henge has rules for; anything else is refused before a game begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

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
from validator.games.henge.actions import ACTION_NAMES, LEVEL_TRACKS
from validator.games.henge.cards import Cards
from validator.games.henge.metrics import DISTINCT, DRUID_FILTERS, MEASURES, STONE_FILTERS
from validator.games.henge.rules import Mat
from validator.play.usage import UsageError

GAINS = ("coin", "travel", "bonus", "reward-a", "reward-b")
TRACKS = (*LEVEL_TRACKS, "transport-track", "luck-track", "privilege-track")
AREAS = ("adjacent", "remote", "any-area")
WAIVERS = ("stone-size", "carving-duty", "area-match", "transit")
MORE = (("place", "druid"), ("buy", "stone"), ("hold", "stone"), ("move", "free-step"))


def check_effects(cards: Cards, mat: Mat) -> None:
    """Raise UsageError for the first effect of a card or mat that Henge has no rule for."""
    for card, effects in zip(cards.ids, cards.effects, strict=True):
        _refuse(card, effects)
    for name, spaces in (
        ("the Druid Track", mat.druid_track),
        ("the Luck Track", mat.luck_track),
        ("a Privilege track", mat.ends),
    ):
        for effects in spaces:
            _refuse(name, effects)


def _refuse(where: str, effects: tuple[Effect, ...]) -> None:
    for effect in effects:
        for word, known in unknown(effect):
            raise UsageError(
                f"Henge has no rule for {word!r} in the effects of {where}",
                f"use one of: {', '.join(known)}",
            )


def unknown(effect: Effect) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Words of an effect that Henge has no rule for, each with those it has."""
    match effect:
        case Gain(what=what, per=per, when=when):
            yield from _word(what, GAINS)
            yield from _count(per)
            yield from _condition(when)
        case Pay(what=what, to=to):
            yield from _word(what, ("coin",))
            for inner in to:
                yield from unknown(inner)
        case Draw(what=what, by=by):
            yield from _word(what, ("luck-card",))
            yield from _word(by or "luck-level", ("luck-level",))
        case Discard(what=what, to=to):
            yield from _word(what, ("luck-card",))
            for inner in to:
                yield from unknown(inner)
        case Place(what=what, where=where):
            yield from _word(what, ("druid",))
            yield from _word(where, ("local", *AREAS))
        case Advance(track=track):
            yield from _word(track, TRACKS)
        case Score(what=what, per=per, when=when):
            yield from _word(what, ("vp-summer", "vp-winter"))
            yield from _count(per)
            yield from _condition(when)
        case Act(action=action, area=area):
            yield from _word(action, (*ACTION_NAMES, "any"))
            yield from _word(area or "adjacent", AREAS[:2])
        case Discount(of=of, what=what):
            yield from _word(of, ("stone", "druid", "carving"))
            yield from _word(what, ("coin",))
        case Reach(what=what, area=area):
            yield from _word(what, ("stone", "druid"))
            yield from _word(area, AREAS)
        case Allow(verb=verb, what=what, waive=waive):
            if waive is not None:
                yield from _word(waive, WAIVERS)
            elif (verb, what) not in MORE:
                yield f"{verb} {what}", tuple(" ".join(pair) for pair in MORE)
        case Special(rule=rule):
            yield rule, ()
        case _:
            assert_never(effect)


def _word(word: str, known: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if word not in known:
        yield word, known


def _condition(condition: Condition | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    if condition is not None:
        yield from _count(condition.count)


def _count(count: Count | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    if count is None:
        return
    yield from _word(count.of, tuple(MEASURES))
    filters = {"installed": tuple(STONE_FILTERS), "druid": DRUID_FILTERS}.get(count.of, ())
    for item in count.where:
        yield from _word(item.field, filters)
    if count.distinct is not None:
        yield from _word(count.distinct, DISTINCT.get(count.of, ()))
