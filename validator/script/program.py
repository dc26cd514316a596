"""A play script made into a program: a flat list of steps, each of which says where it goes on.

It is written from the end to the beginning, so that each step knows what follows. All that lives
on between two steps is in the lists of the match; procedures and effects are written out where
they are used, so that the place in the program is one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from validator.catalogue.playing.script import Play
from validator.catalogue.playing.steps import (
    Add,
    Assign,
    CarryOut,
    Choose,
    Draw,
    Each,
    Eliminate,
    EndGame,
    If,
    Leave,
    Move,
    Pay,
    Perform,
    Repeat,
    Reveal,
    Roll,
    Shuffle,
    Step,
    Turns,
)
from validator.catalogue.playing.words import Word
from validator.play.tally import Tally
from validator.rng import Streams
from validator.script import ending
from validator.script.layout import Layout, kinds
from validator.script.meaning.gathering import group
from validator.script.meaning.proofs import maybe
from validator.script.meaning.values import card, number, seat, value
from validator.script.state import Match, Program
from validator.script.steps import carrying, choosing, drawing, moving, remembering, steering
from validator.script.steps.rounds import by_rounds, by_turns, turns
from validator.script.workshop import Kit, Scope, TooLongError, Workshop


def block(shop: Workshop, steps: Sequence[Step], scope: Scope, after: int) -> int:
    """Steps one after the other; where they begin."""
    for step in reversed(steps):
        after = _step(shop, step, scope, after)
    return after


def _step(shop: Workshop, step: Step, scope: Scope, after: int) -> int:
    """A step with its ``each`` and ``when``."""
    common = step.common
    if common.each is not None and not (isinstance(step, Choose) and step.together):
        one = replace(step, common=replace(common, each=None))
        every = isinstance(common.each, Word) and common.each.value == "seat"
        expr = Word(common.each.place, "seats") if every else common.each
        seats = group(shop, expr, scope).run
        return steering.for_each(
            shop,
            lambda m: tuple(seats(m)),
            lambda inner, head: _step(shop, one, inner, head),
            scope,
            after,
        )
    if common.when is None:
        return _verb(shop, step, scope, after)
    test = maybe(shop, common.when, scope)
    then = _verb(shop, step, scope, after)
    if test.constant:
        return then if test.value else after
    return shop.emit(steering.fork(test.run, then, after))


def _verb(shop: Workshop, step: Step, scope: Scope, after: int) -> int:
    match step:
        case Move():
            return moving.move(shop, step, scope, after)
        case Draw():
            return drawing.draw(shop, step, scope, after)
        case Shuffle():
            return moving.shuffle(shop, step, scope, after)
        case Reveal():
            return moving.reveal(shop, step, scope, after)
        case Pay():
            return drawing.pay(shop, step, scope, after)
        case Assign():
            return remembering.assign(shop, step, scope, after)
        case Add():
            return remembering.add(shop, step, scope, after)
        case Roll():
            return remembering.roll(shop, step, scope, after)
        case CarryOut():
            return carrying.carry_out(shop, step, scope, after)
        case _:
            return _steering(shop, step, scope, after)


def _steering(shop: Workshop, step: Step, scope: Scope, after: int) -> int:
    match step:
        case Choose():
            return choosing.choose(shop, step, scope, after)
        case If():
            return steering.branch(shop, step, scope, after)
        case Each():
            return steering.each(shop, step, scope, after)
        case Repeat():
            return steering.repeat(shop, step, scope, after)
        case Perform():
            return steering.perform(shop, step, scope, after)
        case Turns():
            return turns(shop, step, scope, after)
        case Leave():
            return steering.leave(shop, step, scope, after)
        case Eliminate():
            return steering.eliminate(shop, step, scope, after)
        case EndGame():
            return ending.end_game(shop, step, scope)
        case _:
            return after


KIT = Kit(value, number, seat, card, maybe, block, ending.finish)


def compile_play(layout: Layout, play: Play) -> tuple[Program | None, Workshop]:
    """The program of a table, and the workshop with what is wrong; None where it is too long."""
    shop = Workshop(layout, KIT)
    nothing = Program(layout, (), -1, -1, 0, ending.NO_POINTS)
    shop.blank = Match(nothing, Streams(0, "", "", 0), Tally(0, ()))
    try:
        shop.scoring = ending.scoring(shop)
        shop.stall = ending.stalled(shop, "a loop does not end")
        entry = by_rounds(shop, play) if "round" in play.places else by_turns(shop, play)
    except TooLongError:
        message = "the script comes to more steps than can be played"
        hint = "effects and procedures are written out wherever they are used: use them less often"
        shop.report("play-long", play.places.get("turn", play.place), message, hint)
        return None, shop
    code = tuple(op if op is not None else _nowhere for op in shop.code)
    alike = kinds(layout, shop.moved)
    return Program(layout, code, entry, shop.stall, shop.registers, shop.scoring, alike), shop


def _nowhere(m: Match) -> int:
    raise ValueError("the program has a gap")
