"""Faults of play scripts that show before anything is played."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from validator.catalogue.formulas import Formula
from validator.catalogue.model import Catalogue, Game, Pile, WhenEmpty, place_in
from validator.catalogue.script import Option, Script, Step, formulas, nodes
from validator.catalogue.setup_script import BOX
from validator.checks.pieces import error, warning
from validator.compiler import steps
from validator.compiler.context import SEAT, CompileContext, Scope, TooLongError, Value
from validator.compiler.names import NEIGHBOURS
from validator.compiler.program import compile_script
from validator.compiler.rates import count_taken, words_of
from validator.compiler.tables import lay_out
from validator.findings import Finding, Place, did_you_mean
from validator.play.rulings import resolve_rulings


@dataclass(frozen=True, slots=True)
class Compiled:
    """A play script, compiled for every table of its game."""

    game: Game
    script: Script
    tables: Sequence[CompileContext]

    def steps(self, *verbs: str) -> Iterator[Step]:
        """The steps of these kinds, wherever they stand."""
        for node in nodes(self.script):
            if isinstance(node, Step) and node.verb in verbs:
                yield node


def check_ends(made: Compiled) -> Iterator[Finding]:
    """The game can end."""
    script = made.script
    by_pile = any(
        pile.when_empty is WhenEmpty.ENDS_GAME
        and any(pile.zone in one.drawn for one in made.tables)
        for pile in made.game.piles
    )
    if not (script.ends or by_pile or any(made.steps("end_game"))):
        place = script.places.get("turn" if script.turn else "round", script.place)
        hint = "add `ends: [{when: round == 8, after: round}]`"
        yield error(made.game, "play-endless", place, "nothing ends the game", hint)
    yield from _check_teams(made)
    yield from _check_first(made)


def _check_teams(made: Compiled) -> Iterator[Finding]:
    """Teams are of one size at every table."""
    script = made.script
    for table in made.game.configurations if script.teams else ():
        if table.total % script.teams:
            place = script.places.get("teams", script.place)
            message = f"{script.teams} teams of {table.total} seats are not of one size"
            hint = "take the table out of `configurations`, or `teams` out of the script"
            yield warning(made.game, "play-unequal", place, message, hint)


def _check_first(made: Compiled) -> Iterator[Finding]:
    """What turns give to the seat with the first turn, where that is always the same."""
    if any(getattr(step.values["what"], "text", "") == "first" for step in made.steps("set")):
        return
    for step in nodes((*made.script.turn, *made.script.round)):
        if isinstance(step, Step):
            key = {"add": "what", "set": "what", "move": "to", "draw": "to"}.get(step.verb, "")
            given = step.values.get(key)
            if isinstance(given, Formula) and given.text.startswith("first."):
                message = (
                    f"{given.text} is always of the first seat: the start player never changes"
                )
                hint = "let all seats have it, or `{do: set, what: first, to: ...}`"
                yield warning(made.game, "play-unequal", given.place, message, hint)


def check_options(made: Compiled) -> Iterator[Finding]:
    """Each option is open at some table."""
    for option in nodes(made.script):
        if isinstance(option, Option) and "when" in option.values:
            closed = any(option.place in one.closed for one in made.tables)
            opened = any(option.place in one.opened for one in made.tables)
            if closed and not opened and not _ruled(made.script, option.values["when"]):
                message = f"the option {option.id!r} is open at no table"
                hint = "mend `when`, or take the option out"
                yield error(made.game, "play-never", option.places["when"], message, hint)


def check_comparisons(made: Compiled) -> Iterator[Finding]:
    """Each comparison of numbers may hold at some table."""
    possible = {key for one in made.tables for key in one.possible}
    for key, why in {key: why for one in made.tables for key, why in one.never.items()}.items():
        if key not in possible:
            message = f"`{key[1]}` never holds: {why}"
            yield error(made.game, "play-never", key[0], message, "mend the number")


def _ruled(script: Script, test: Formula) -> bool:
    """Tell whether a test depends on a ruling, so that another may be taken."""
    return "ruling" in words_of(script, test)


def _changed(made: Compiled) -> Iterator[str]:
    """What steps change, by the word behind the last dot."""
    for step in made.steps("set", "add", "roll", "pay"):
        tree = getattr(step.values.get("what"), "tree", None)
        named = tree.value if isinstance(tree, ast.Subscript) else tree
        if isinstance(named, ast.Attribute):
            yield named.attr


def check_idle(made: Compiled) -> Iterator[Finding]:
    """Everything that is written is used; a step that another ruling does counts, too."""
    script, changed = made.script, set(_changed(made))
    for name, what in script.remember.items():
        if not any(name in one.read for one in made.tables):
            message, hint = f"nobody reads {name}", "take it out, or use it in a test or the score"
            yield warning(made.game, "play-idle", what.place, message, hint)
        elif name.partition(".")[2] not in changed and not any(
            name in one.written for one in made.tables
        ):
            message, hint = f"{name} never changes", "change it by `set`, `add` or `roll`"
            yield warning(made.game, "play-idle", what.place, message, hint)
    syntax = (node for one in formulas((script, made.game.setup)) for node in ast.walk(one.tree))
    said = {node.id for node in syntax if isinstance(node, ast.Name)}
    for name, named in script.names.items():
        if name not in said:
            message, hint = f"no formula uses the name `{name}`", "take it out, or use it"
            yield warning(made.game, "play-idle", named.place, message, hint)
    for name, procedure in script.procedures.items():
        if not any(name in one.ran for one in made.tables):
            message, hint = f"nobody runs the procedure {name!r}", "run it, or take it out"
            yield warning(made.game, "play-idle", procedure.place, message, hint)
    seen = {place for one in made.tables for place in one.opened | one.closed}
    for name, menu in script.menus.items():
        if not seen.intersection(one.place for one in menu):
            message, hint = f"no choice includes the menu {name!r}", "include it, or take it out"
            yield warning(made.game, "play-idle", menu[0].place, message, hint)
    for number, meaning in enumerate(script.effects):
        if not any(number in one.meant for one in made.tables):
            message = f"no card has an effect that this `{meaning.kind}` is for"
            hint = "take it out, or let a step carry out the effects of cards"
            yield warning(made.game, "play-idle", meaning.place, message, hint)
    for tie in script.ties:
        if not words_of(script, tie.value) & {"seat", "team", *NEIGHBOURS, "others"}:
            message = f"`{tie.value.text}` is the same for every seat, so it decides nothing"
            hint = "name what each seat has: `seat.hand.count`, or a memory of seats"
            yield warning(made.game, "play-idle", tie.value.place, message, hint)
    for component in () if any(made.steps("effects")) else made.game.components():
        if component.effects:
            message = f"no step carries out the effects of {component.id!r}"
            hint = "add `{do: effects, of: card}` where it is played"
            yield warning(
                made.game, "play-effect-idle", component.place_of("effects"), message, hint
            )


def check_piles(made: Compiled) -> Iterator[Finding]:
    """What is taken from holds something, and a pile has its rule and its true rate."""
    taken: dict[str, Place] = {}
    drawn: dict[str, Place] = {}
    filled = {BOX}
    for one in made.tables:
        taken, drawn = one.taken | taken, one.drawn | drawn
        filled |= one.filled
    filled |= {pile.zone for pile in made.game.piles if pile.discard in filled}
    yield from _check_empty(made, taken, filled)
    piles = {pile.zone for pile in made.game.piles}
    for zone, place in drawn.items():
        if zone not in piles and not zone.startswith("seat."):
            message = f"{zone!r} is no pile of game.yaml, so nothing says what if it is empty"
            hint = f"add to `piles` there: {{id: {zone}, zone: {zone}, when_empty: stop}}"
            yield warning(made.game, "play-pile", place, message, hint)
    for pile in made.game.piles:
        yield from _check_rate(made, pile)
    known = [pile.id for pile in made.game.piles]
    for bound in made.script.bounds:
        if bound.pile not in known:
            message = f"{bound.pile!r} is no pile of game.yaml"
            hint = did_you_mean(bound.pile, known, f"known: {', '.join(known) or 'none'}")
            yield error(made.game, "play-name", bound.place, message, hint)


def _check_empty(
    made: Compiled, taken: Mapping[str, Place], filled: Collection[str]
) -> Iterator[Finding]:
    """Zones from which something is taken, and into which nothing comes."""
    for zone, place in taken.items():
        if zone and zone not in filled:
            message = f"nothing ever comes into {zone!r}, so nothing can be taken from it"
            hint = "put pieces there in setup.yaml, or let a step move them there"
            yield warning(made.game, "play-empty", place, message, hint)


def _check_rate(made: Compiled, pile: Pile) -> Iterator[Finding]:
    """Compare what game.yaml declares with what each turn surely and at most takes."""
    script = made.script
    if pile.draw is None or pile.draw.per != "turn" or not script.turn:
        return
    seats = max((table.total for table in made.game.configurations), default=1)
    found = count_taken(made.game, script, pile.zone, seats, script.turn)
    message = ""
    if pile.draw.most < found.least:
        message = f"every turn takes {found.least} from {pile.id}, not at most {pile.draw.most}"
    elif found.most is not None and pile.draw.least > found.most:
        message = f"no turn takes more than {found.most} from {pile.id}, not {pile.draw.least}"
    if message:
        place = place_in(pile, "draw")
        yield warning(made.game, "play-rate", place, message, "mend `draw`, or the script")


def check_reach(made: Compiled) -> Iterator[Finding]:
    """Every step can be reached, and counters begin where they say."""
    for listed in _lists(made.script):
        for step, behind in pairwise(listed):
            if _always_leaves(step):
                message = "this step is never reached: the one before it always leaves"
                hint = "write it before that one, or give that one a `when`"
                yield warning(made.game, "play-unreached", behind.place, message, hint)
    for name, what in made.script.remember.items():
        if what.kind == "number" and what.least < 0 < what.most and not what.has_start:
            message = f"{name} begins at {what.least}, its least"
            hint = f"write {{type: {what.least} to {what.most}, start: 0}}"
            yield warning(made.game, "play-range", what.place, message, hint)
        if what.kind == "number" and what.least >= what.most:
            message = f"{name} can never change: it goes from {what.least} to {what.most}"
            yield warning(made.game, "play-range", what.place, message, "write a wider range")


def _lists(script: Script) -> Iterator[tuple[Step, ...]]:
    """Every list of steps."""
    for node in nodes(script):
        values = (getattr(node, one.name) for one in fields(node))  # type: ignore[arg-type]
        inner = node.values.values() if isinstance(node, Step) else ()
        for value in (*values, *inner):
            if isinstance(value, tuple) and value and isinstance(value[0], Step):
                yield value


def _always_leaves(step: Step) -> bool:
    """Tell whether nothing behind a step is done, whatever happens."""
    if "when" in step.values or "each" in step.values:
        return False
    if step.verb == "if":
        ways = (step.values.get("then", ()), step.values.get("else", ()))
        return all(any(map(_always_leaves, way)) for way in ways)
    return step.verb in ("stop", "end_turn", "end_round", "end_game")


CHECKS: Sequence[Callable[[Compiled], Iterator[Finding]]] = (
    *(check_ends, check_options, check_comparisons, check_piles, check_idle, check_reach),
)
"""What is looked at once every word is understood."""


def check_scripts(catalogue: Catalogue) -> Iterator[Finding]:
    """The faults of every play script, each once."""
    for game in catalogue.games.values():
        if game.play is not None:
            if game.module is not None:
                message = f"{game.id} has a play script and the rules module {game.module!r}"
                hint = f"take `module` out, or {game.play.place.file}"
                place = place_in(game, "module")
                yield error(game, "play-module", place, message, hint)
            if game.complete and game.configurations:
                yield from dict.fromkeys(_of_script(game, game.play))


def _of_script(game: Game, script: Script) -> Iterator[Finding]:
    rulings = resolve_rulings(game)
    tables = []
    largest = max(game.configurations, key=lambda one: one.total)
    for configuration in game.configurations:
        laid = lay_out(game, script, configuration, rulings)
        _, context = compile_script(laid, script, whole=configuration is largest)
        _compile_unused(context)
        tables.append(context)
    found = [finding for one in tables for finding in one.findings]
    setup = game.setup.place.file  # whose faults the rehearsal tells
    yield from (finding for finding in found if finding.place.file != setup)
    for check in () if found else CHECKS:
        yield from check(Compiled(game, script, tables))


def _compile_unused(context: CompileContext) -> None:
    """Compile procedures that no step runs, so that their faults are told, too.

    What one is given is known only where it is run: those that take something are left out.
    """
    scope = Scope(seat=Value(SEAT, "0"), turn="unused", round="unused", loop="unused")
    for name, procedure in context.script.procedures.items():
        if name not in context.ran and not procedure.parameters:
            context.writer.begin("unused")
            try:
                steps.block(context, procedure.steps, scope)
            except TooLongError:
                return
