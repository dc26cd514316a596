"""How many pieces the steps of a script take from a pile: surely, and at most."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from validator.catalogue.effects import Effect
from validator.catalogue.formulas import Formula
from validator.catalogue.model import Game
from validator.catalogue.script import End, Option, Script, Step, nodes, runs_itself

DEEPEST = 12
"""Procedures that are followed into each other."""
LEAVING = ("stop", "end_turn", "end_round", "end_game", "run")
"""Verbs behind which nothing is sure to be done."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Pieces taken: ``least`` surely, ``most`` at most; None where nobody can tell."""

    least: int = 0
    most: int | None = 0

    def plus(self, other: Rate) -> Rate:
        """Both are taken."""
        most = None if self.most is None or other.most is None else self.most + other.most
        return Rate(self.least + other.least, most)

    def at_most(self, times: int | None) -> Rate:
        """Taken so often at most, and perhaps never."""
        if self.most == 0:
            return Rate()
        return Rate(0, None if self.most is None or times is None else self.most * times)


UNKNOWN = Rate(0, None)


def _either(rates: Iterable[Rate]) -> Rate:
    """One of them is taken."""
    listed = list(rates)
    mosts = [rate.most for rate in listed]
    most = None if None in mosts else max((most or 0 for most in mosts), default=0)
    return Rate(min((rate.least for rate in listed), default=0), most)


def count_taken(game: Game, script: Script, zone: str, seats: int, steps: Sequence[Step]) -> Rate:
    """What steps take from a zone, at a table of so many seats."""
    return _Follower(game, script, zone, seats).steps(steps, 0)


def count_taken_in_all(game: Game, script: Script, zone: str, seats: int) -> tuple[int, int] | None:
    """Turns or rounds of a whole game, and the most that is taken from a zone in it.

    None where the script does not say how long a game is, or how much a turn takes.
    """
    rounds = _rounds(game, script)
    begin = count_taken(game, script, zone, seats, script.begin)
    each = count_taken(game, script, zone, seats, script.turn or script.round)
    if rounds is None or begin.most is None or each.most is None:
        return None
    times = rounds * seats if script.turn else rounds
    return times, begin.most + times * each.most


def _rounds(game: Game, script: Script) -> int | None:
    """The round in which the game ends, if an end says so and no turn comes twice."""
    if any(isinstance(one, Step) and one.verb == "extra_turn" for one in nodes(script)):
        return None
    lasts = [_last(game, end) for end in script.ends if end.after == "round"]
    return min((one for one in lasts if one is not None), default=None)


def _last(game: Game, end: End) -> int | None:
    """The round that an end names: ``round == 8``, ``round >= length.most``."""
    match end.when.tree:
        case ast.Compare(
            left=ast.Name(id="round"), ops=[ast.Eq() | ast.GtE()], comparators=[number]
        ):
            if isinstance(number, ast.Constant) and type(number.value) is int:
                return number.value + end.rounds
            if ast.unparse(number) == "length.most" and game.length is not None:
                return game.length.most + end.rounds
    return None


@dataclass(frozen=True, slots=True)
class _Follower:
    """Follows the steps of a script."""

    game: Game
    script: Script
    zone: str
    seats: int
    amount: int | None = None

    def steps(self, steps: Sequence[Step], depth: int) -> Rate:
        """Steps one after the other; behind one that may leave nothing is sure."""
        total, sure = Rate(), True
        for step in steps:
            taken = self.step(step, depth)
            total = total.plus(taken if sure else Rate(0, taken.most))
            inner = (one for one in nodes(step) if isinstance(one, Step))
            sure = sure and not any(one.verb in LEAVING for one in inner)
        return total

    def step(self, step: Step, depth: int) -> Rate:
        """One step, with its condition and its seats."""
        taken = self.verb(step, depth)
        if "each" in step.values and step.verb != "together":
            taken = taken.at_most(self.seats)
        return Rate(0, taken.most) if "when" in step.values else taken

    def verb(self, step: Step, depth: int) -> Rate:
        """What the step itself takes, and the steps inside it."""
        given = step.values
        then, otherwise = given.get("then", ()), given.get("else", ())
        match step.verb:
            case "draw" | "move" | "pay" | "return":
                return self.moved(step).plus(Rate(0, self.steps(otherwise, depth).most))
            case "effects":
                return self.effects(depth)
            case "run":
                known, name = self.script.procedures, given["what"]
                if name not in known or depth >= DEEPEST or runs_itself(self.script, name):
                    return UNKNOWN
                if any(map(self.mentions, given.get("with", {}).values())):
                    return UNKNOWN
                return self.steps(known[name].steps, depth + 1)
            case "if":
                return _either((self.steps(then, depth), self.steps(otherwise, depth)))
            case "repeat":
                return self.steps(then, depth).at_most(self.rate_of(given["most"], 1).most)
            case "each":
                seats = given["of"].text in ("seats", "others", "humans", "bots")
                own = UNKNOWN if self.mentions(given["of"]) else Rate()
                return own.plus(self.steps(then, depth).at_most(self.seats if seats else None))
            case "turns":
                return self.steps(then, depth).at_most(self.seats)
            case _:
                return self.chosen(step, depth)

    def moved(self, step: Step) -> Rate:
        """What a step moves out of the zone."""
        given = step.values
        what, sources = given.get("what"), given.get("from", ())
        if isinstance(what, Formula) and self.mentions(what):
            one = what.text in (f"{self.zone}.top", f"{self.zone}.bottom")
            return Rate(0, 1) if one else UNKNOWN
        others = [given[key] for key in ("change",) if key in given]
        meant = [one for one in (*sources, *others) if self.mentions(one)]
        if any(one.text != self.zone or one in others for one in meant):
            return UNKNOWN
        if meant and ("up_to" in given or "by" in given):
            return UNKNOWN
        limit = given.get("count", given.get("at_most", given.get("amount")))
        rate = self.rate_of(limit, None if step.verb in ("move", "return") else 1)
        sure = step.verb != "pay" and "at_most" not in given and "where" not in given
        return (rate if sure else Rate(0, rate.most)) if meant else Rate()

    def mentions(self, formula: Formula) -> bool:
        """Tell whether a formula may mean the zone or a piece in it."""
        return self.zone.rpartition(".")[2] in words_of(self.script, formula)

    def chosen(self, step: Step, depth: int) -> Rate:
        """One of the ways that a decision may go, so often as it comes again."""
        ways = [self.option(one, depth) for one in step.values.get("options", ())]
        ways += [self.steps(step.values.get(key, ()), depth) for key in ("then", "else")]
        often = self.seats if step.verb == "together" else int(step.values.get("again", 1))
        return _either(ways).at_most(often)

    def option(self, option: Option, depth: int) -> Rate:
        """What an option takes: its steps, and the piece itself where it lies there."""
        total = self.steps(option.then, depth)
        for pick in option.picks:
            if any(map(self.mentions, pick.of)):
                one = pick.count is None and all(of.text == self.zone for of in pick.of)
                total = total.plus(Rate(0, 1) if one else UNKNOWN)
        return total

    def effects(self, depth: int) -> Rate:
        """The card with the effects that take most."""
        if depth >= DEEPEST:
            return UNKNOWN
        cards = [self.card(one.effects, depth) for one in self.game.components()]
        return Rate(0, _either(cards).most)

    def card(self, effects: Sequence[Effect], depth: int) -> Rate:
        """All effects of a card."""
        total = Rate()
        for effect in effects:
            kind, amount = type(effect).__name__.lower(), getattr(effect, "amount", None)
            fixed = isinstance(amount, int) and getattr(effect, "per", None) is None
            inside = replace(self, amount=amount if fixed else None)
            meant = [one for one in self.script.effects if one.kind == kind]
            taken = _either([inside.steps(one.then, depth + 1) for one in meant])
            often = 1 if getattr(effect, "who", "you") == "you" else self.seats
            total = total.plus(taken.at_most(often))
            total = total.plus(self.card(getattr(effect, "to", ()), depth + 1))
        return total

    def rate_of(self, count: object, otherwise: int | None) -> Rate:
        """A number that is written, or that of the effect; nobody can tell of another."""
        if count is None:
            return Rate(otherwise or 0, otherwise)
        tree = count.tree if isinstance(count, Formula) else None
        if isinstance(tree, ast.Constant) and type(tree.value) is int:
            return Rate(tree.value, tree.value)
        if isinstance(count, Formula) and count.text == "effect.amount":
            return Rate(0, self.amount)
        return UNKNOWN


def words_of(script: Script, formula: Formula) -> set[str]:
    """All words of a formula and of the names that it uses."""
    found: set[str] = set()
    todo = [formula.tree]
    for tree in todo:
        for node in ast.walk(tree):
            word = getattr(node, "attr", getattr(node, "id", ""))
            if word in script.names and word not in found:
                todo.append(script.names[word].formula.tree)
            found.add(word)
    return found
