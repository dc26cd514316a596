"""From the raw data of a play script to its records, with everything that is wrong in it told."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from validator.catalogue.formulas import (
    FUNCTIONS,
    Formula,
    FormulaError,
    read_value,
    spot,
)
from validator.catalogue.raw_records import At
from validator.catalogue.schemas import Validator, check_value, schema
from validator.catalogue.script import (
    Counted,
    End,
    Meaning,
    Memory,
    Named,
    Option,
    Pick,
    PileBound,
    Procedure,
    ScoreItem,
    Script,
    Step,
    Tie,
    Want,
)
from validator.catalogue.setup_script import FaceVisibility, Setup, ZoneLabel
from validator.catalogue.source import Source, walk
from validator.findings import Finding, Place, Severity, did_you_mean

R = TypeVar("R")

WORDS = (
    *("action", "bots", "effect", "false", "final", "first", "humans", "it", "last", "left"),
    *("length", "next", "nobody", "nothing", "options", "others", "partner", "players"),
    *("previous", "repeats", "right", "round", "ruling", "seat", "seats", "table", "team"),
    *("total", "true", "turn", "turns"),
)
"""Words of formulas that no script may give another meaning."""
FACES = ("up", "down")
"""How a piece may lie, where a script flips some: at first they all lie face up."""
_RANGE = re.compile(r"(-?\d+) to (-?\d+)")
_CALL = re.compile(r"(\w+)(?:\(([\w, ]*)\))?")


_KINDS = {
    **{
        "from": "values",
        "roll.what": "values",
        "shuffle.what": "values",
        "option.largest": "values",
    },
    **{"values": "value", "winners": "value", "run.what": "plain", "pay.amount": "amount"},
    **{"place.legend": "legend", "option.prefer": "tests", "rules": "list"},
}
"""Of which kind what stands under a key is, or what has a name in play.json, if not that name."""
_NAMED = ("value", "test", "steps", "options", "pairs", "name")


@cache
def kinds_of(record: str) -> Mapping[str, str]:
    """The keys of a kind of step, or of an option, and of which kind what stands there is.

    That is a formula (``value``, ``test``), several (``values``, ``tests``), some by name
    (``pairs``, ``amount``), records (``steps``, ``options``, ``legend``: what each sign of a
    picture places), a new ``name``, or as it is written (``plain``, ``list``).
    """
    own = ("id", "says", "pick", "then") if record == "option" else ("do",)
    kinds = {}
    for key, part in schema("play")["$defs"][record]["properties"].items():
        word = part.get("$ref", "").rpartition("/")[2]
        told = (_KINDS.get(one) for one in (f"{record}.{key}", key, word))
        kind = next(filter(None, told), word)
        as_written = "list" if part.get("type") == "array" else "plain"
        if key not in own:
            kinds[key] = kind if kind in (*_NAMED, *_KINDS.values()) else as_written
    return kinds


def read_script(source: Source, game: str = "") -> tuple[Script, list[Finding]]:
    """Build the script from a file that passed ``play.json``, and tell what is wrong in it."""
    reader = _Reader(source, game)
    script = reader.script(At(source, (), source.data))
    if reader.flipped is not None:
        face = Memory(reader.flipped, "piece", "face", "values", values=FACES, start="up")
        script = replace(script, remember={**script.remember, "piece.face": face})
    reader.find_circles(script)
    return script, reader.findings


def read_setup(source: Source, game: str = "") -> tuple[Setup, list[Finding]]:
    """Build the set-up from a file that passed ``setup.json``, and tell what is wrong in it."""
    reader = _Reader(source, game)
    at = At(source, (), source.data)
    zones = at.key("zones").by_name(reader.zone)
    return Setup(at.place, zones, reader.steps(at.key("steps"))), reader.findings


class _Reader:
    """Reads one file; a formula that is none is told and stands as 0."""

    def __init__(self, source: Source, game: str) -> None:
        self.source = source
        self.game = game
        self.flipped: Place | None = None
        self.menus: dict[str, tuple[Option, ...]] = {}
        self.reading: list[str] = []
        self.findings: list[Finding] = []
        self.kinds: Mapping[str, Callable[[At], Any]] = {
            "amount": lambda at: (self.pairs if isinstance(at.raw, dict) else self.value)(at),
            "legend": lambda at: at.by_name(self.sign),
            "list": lambda at: tuple(at.raw),
            "name": self.name,
            "options": self.options,
            "pairs": self.pairs,
            "plain": lambda at: at.raw,
            "steps": self.steps,
            "test": self.test,
            "tests": lambda at: at.each(self.test),
            "value": self.value,
            "values": self.values,
        }

    def report(self, code: str, place: Place, message: str, hint: str) -> None:
        """Keep an error."""
        self.findings.append(Finding(code, Severity.ERROR, self.game, place, message, hint))

    def formula(self, at: At, read: Callable[[], Formula]) -> Formula:
        """What is read, or 0 where a fault is told."""
        try:
            return read()
        except FormulaError as error:
            self.report("play-formula", error.place, error.message, error.hint)
            return read_value(0, at.place)

    def value(self, at: At) -> Formula:
        """A value; a list in YAML is one in a formula."""
        if not isinstance(at.raw, list):
            return self.formula(at, at.value)
        parts = at.each(self.value)
        tree = ast.List([one.tree for one in parts], ast.Load())
        setattr(tree, "spot", at.place)  # noqa: B010 - as `formulas.spot` reads it
        return Formula(at.place, f"[{', '.join(one.text for one in parts)}]", tree)

    def values(self, at: At) -> tuple[Formula, ...]:
        """One value, or several."""
        return at.each(self.value) if isinstance(at.raw, list) else (self.value(at),)

    def test(self, at: At) -> Formula:
        """A test: a formula, or a mapping whose pairs all hold."""
        return self.formula(at, at.test)

    def pairs(self, at: At) -> dict[str, Formula]:
        """Values by name."""
        return at.by_name(self.value)

    def name(self, at: At) -> str:
        """A name that is given to something."""
        self.check_names([at.raw], at.place)
        return str(at.raw)

    def check_names(
        self, names: Iterable[str], place: Place, taken: Iterable[str] = (*WORDS, *FUNCTIONS)
    ) -> None:
        """Tell of names that no formula can use; behind a dot none is ``taken``."""
        for one in names:
            if keyword.iskeyword(one) or one in taken:
                message = f"`{one}` has a meaning of its own in formulas"
                self.report("play-name", place, message, "give it another name")

    def given(self, at: At, kinds: Mapping[str, str]) -> dict[str, Any]:
        """What stands under the keys of a record that are of such kinds, by key."""
        return {key: self.kinds[kinds[key]](at.key(key)) for key in at if key in kinds}

    def steps(self, at: At) -> tuple[Step, ...]:
        """A list of steps, each case of one as a step of its own."""
        return tuple(self.step(one) for step in at.entries() for one in cases_of(step))

    def step(self, at: At) -> Step:
        """One step: ``if`` is a verb of its own."""
        verb = str(at.get("do", "if"))
        if verb == "flip":
            self.flipped = self.flipped or at.place
        values = self.given(at, kinds_of(verb))
        if at.base is not None and "rules" in at.raw:
            values["rules"] = (*at.base.get("rules", ()), *values["rules"])
        return Step(at.place, verb, values, _spots(at))

    def sign(self, at: At) -> Step:
        """What a sign of a picture stands for."""
        return Step(at.place, "place", self.given(at, kinds_of("place")), _spots(at))

    def zone(self, at: At) -> ZoneLabel:
        """A zone, by its name alone or with more keys."""
        if isinstance(at.raw, str):
            return ZoneLabel(at.raw, at.place)
        names = ("name", "phrase", "noun", "board", "room")
        plain = {key: at.get(key) for key in names if key in at}
        faces = FaceVisibility(at.get("faces")) if "faces" in at else None
        when = self.test(at.key("when")) if "when" in at else None
        return ZoneLabel(place=at.place, faces=faces, when=when, **plain)

    def options(self, at: At) -> tuple[Option, ...]:
        """The options of a choice, those of menus among them, each with an id of its own."""
        known: dict[str, Option] = {}
        for entry in at.entries():
            for one in self.include(entry) if "include" in entry else (self.option(entry),):
                if one.id in known:
                    message = f"two options here have the id {one.id!r}"
                    place = entry.key("include" if "include" in entry else "id").place
                    self.report("play-name", place, message, "give one of the two another id")
                known[one.id] = one
        return tuple(known.values())

    def include(self, at: At) -> tuple[Option, ...]:
        """The options of the menu that an entry includes."""
        name, known = str(at.raw["include"]), list(self.source.data.get("menus", ()))
        if name in known and name not in self.reading:
            return self.menu(name)
        message, hint = f"the menu {name!r} is in itself", "take one of the two out"
        if name not in known:
            message = f"there is no menu {name!r}"
            hint = did_you_mean(name, known, f"menus: {', '.join(known) or 'none'}")
        self.report("play-name", at.key("include").place, message, hint)
        return ()

    def menu(self, name: str) -> tuple[Option, ...]:
        """The options of a menu, which are read once."""
        if name not in self.menus:
            self.reading.append(name)
            menus = At(self.source, (), self.source.data).key("menus")
            self.menus[name] = self.options(menus.key(name))
            self.reading.pop()
        return self.menus[name]

    def option(self, at: At) -> Option:
        """What may be chosen."""
        pick = at.key("pick")
        picks = tuple(self.pick(pick.key(name), name) for name in pick.raw or ())
        says, then = str(at.get("says", "")), self.steps(at.key("then"))
        values = self.given(at, kinds_of("option"))
        return Option(at.place, at.raw["id"], says, picks, then, values, _spots(at))

    def pick(self, at: At, name: str) -> Pick:
        """What a name may stand for; zones alone, or with tests."""
        if name != "it":  # the thing that is picked may be called so, too
            self.check_names([name], self.source.key_place(at.trail))
        if not isinstance(at.raw, dict):
            return Pick(at.place, name, self.values(at))
        kinds = {"where": "test", "count": "value", "fit": "test", "alike": "test"}
        return Pick(at.place, name, self.values(at.key("of")), **self.given(at, kinds))

    def call(self, at: At) -> tuple[str, tuple[str, ...]]:
        """A name with parameters as it is declared: ``mill(man)``."""
        found = _CALL.fullmatch(str(at.trail[-1]))
        assert found is not None, "play.json allows no other"
        parameters = tuple(re.findall(r"\w+", found[2] or ""))
        self.check_names([found[1], *parameters], self.source.key_place(at.trail))
        return found[1], parameters

    def declared(self, at: At, make: Callable[[At, tuple[str, ...]], R]) -> dict[str, R]:
        """What is declared by name, once each."""
        made: dict[str, R] = {}
        for key in at.raw or ():
            inner = at.key(key)
            name, parameters = self.call(inner)
            self.check_new(name, made, inner)
            made[name] = make(inner, parameters)
        return made

    def check_new(self, name: str, made: Iterable[str], at: At) -> None:
        """Tell of what is declared twice."""
        if name in made:
            place, message = self.source.key_place(at.trail), f"`{name}` is declared twice"
            self.report("play-name", place, message, "give one of the two another name")

    def script(self, at: At) -> Script:
        """The whole script."""
        after = "turn" if "turn" in at else "round"
        return Script(
            place=at.place,
            remember=self.memories(at.key("remember")),
            names=self.declared(
                at.key("names"), lambda one, given: Named(one.place, given, self.value(one))
            ),
            menus={name: self.menu(name) for name in at.get("menus", ())},
            begin=self.steps(at.key("begin")),
            turn=self.steps(at.key("turn")),
            round=self.steps(at.key("round")),
            **self.given(at.key("turns"), kinds_of("turns")),
            ends=at.key("ends").each(lambda one: self.end(one, after)),
            score=self.score(at.key("score")),
            least_wins=at.get("wins") == "least",
            ties=at.key("ties").each(self.tie),
            teams=at.get("teams", 0),
            wants=at.key("wants").each(
                lambda one: Want(one.place, self.value(one.key("value")), one.get("weight", 1))
            ),
            bounds=at.key("bounds").each(self.bound),
            effects=at.key("effects").each(self.meaning),
            counts=at.key("counts").by_name(self.counted),
            procedures=self.declared(at.key("procedures"), self.procedure),
            places=_spots(at),
        )

    def counted(self, at: At) -> Counted:
        """What a noun of effects counts; zones or a number alone, or with more keys."""
        if not isinstance(at.raw, dict):
            return Counted(at.place, self.values(at))
        where = self.test(at.key("where")) if "where" in at else None
        fields = at.key("fields").by_name(self.value)
        return Counted(at.place, self.values(at.key("of")), where, fields)

    def procedure(self, at: At, parameters: tuple[str, ...]) -> Procedure:
        """Steps by a name: alone, or with what they are."""
        steps = self.steps(at.key("steps") if isinstance(at.raw, dict) else at)
        return Procedure(at.place, parameters, steps, bool(at.get("action")))

    def end(self, at: At, after: str) -> End:
        """When the game ends."""
        winners = self.value(at.key("winners")) if "winners" in at else None
        more = at.get("after", after), at.get("rounds", 0), winners, at.get("says", "")
        return End(at.place, self.test(at.key("when")), *more)

    def score(self, at: At) -> tuple[ScoreItem, ...]:
        """The parts of the score; a value alone is all of it."""
        if isinstance(at.raw, list):
            return at.each(self.score_item)
        return () if at.raw is None else (ScoreItem(at.place, "points", self.value(at)),)

    def score_item(self, at: At) -> ScoreItem:
        """A part of the score."""
        if "of" in at:
            self.check_teams(at.key("of"))
        return ScoreItem(at.place, at.raw["says"], self.value(at.key("value")), "of" in at)

    def check_teams(self, at: At) -> None:
        """Tell of what is of a team where there are none."""
        if not self.source.data.get("teams"):
            message, hint = "there are no teams in this game", "add `teams: 2` to the script"
            self.report("play-memory", at.place, message, hint)

    def tie(self, at: At) -> Tie:
        """What decides between equal scores."""
        (key,) = at.raw
        return Tie(at.place, self.value(at.key(key)), key == "least")

    def bound(self, at: At) -> PileBound:
        """What is wanted of a pile."""
        most = self.value(at.key("most")) if "most" in at else None
        return PileBound(at.place, at.raw["pile"], most, at.raw["says"])

    def meaning(self, at: At) -> Meaning:
        """What an effect does."""
        keys = {key: value for key, value in at.raw.items() if key not in ("do", "can", "then")}
        can = self.test(at.key("can")) if "can" in at else None
        return Meaning(at.place, at.raw["do"], keys, self.steps(at.key("then")), can)

    def memories(self, at: At) -> dict[str, Memory]:
        """All that is remembered, by its name without brackets."""
        made: dict[str, Memory] = {}
        for key in at.raw or ():
            name = str(key).partition("[")[0]
            self.check_new(name, made, at.key(key))
            made[name] = self.memory(at.key(key))
        return made

    def index(self, at: At, word: str) -> dict[str, Any]:
        """What stands in the brackets of a memory: seats, values, or those of a field."""
        of = at.key("of")
        if set(of.raw or ()) != {word} - {"", "seat"}:
            place = of.place if of.raw else self.source.key_place(at.trail)
            message = f"nothing says what `{word}` may be"
            hint = f"write {{type: ..., of: {{{word}: [VALUE, VALUE]}}}}, or `seat` in the brackets"
            if word in ("", "seat"):
                message = "`of` says what a word in brackets may be, and there is none"
                hint = "take `of` out, or write `OWNER.NAME[WORD]`"
            self.report("play-memory", place, message, hint)
        given = of.get(word, ())
        field = given.partition(".")[2] if isinstance(given, str) else ""
        return {"index": word, "over": () if field else tuple(given), "over_field": field}

    def memory(self, at: At) -> Memory:
        """What is remembered, by its type alone or with more keys."""
        owner, _, whole = str(at.trail[-1]).partition(".")
        if owner == "team":
            self.check_teams(at)
        name, _, word = whole.rstrip("]").partition("[")
        self.check_names([name], self.source.key_place(at.trail), taken=())
        kind = at.key("type") if isinstance(at.raw, dict) else at
        told = _type(kind.raw)
        told["start"] = at.get("start", told.get("start"))
        least, most, start = told.get("least", 0), told.get("most", 0), told["start"]
        if least > most:
            message, hint = f"no number goes from {least} to {most}", f"write {most} to {least}"
            self.report("play-memory", kind.place, message, hint)
        elif told["kind"] == "number" and not (type(start) is int and least <= start <= most):
            hint = f"write a number from {least} to {most}"
            self.report("play-memory", at.key("start").place, f"{start} is no such number", hint)
        begins = isinstance(at.raw, dict) and "start" in at
        beyond = at.get("beyond", "")
        told |= self.index(at, word)
        return Memory(at.place, owner, name, beyond=beyond, has_start=begins, **told)

    def find_circles(self, script: Script) -> None:
        """Tell of names that come back to themselves."""
        uses: dict[str, dict[str, Place]] = {}
        for name, named in script.names.items():
            uses[name] = {one.id: spot(one) for one in _names_used(named, script.names)}
        told: set[str] = set()
        for name in uses:
            way = _way_back(name, uses)
            if way and not told.intersection(way):
                told.update(way)
                message = f"the name `{name}` needs itself: {' > '.join([name, *way])}"
                self.report("play-circle", uses[name][way[0]], message, "write it without")


def _names_used(named: Named, known: Mapping[str, Named]) -> Iterator[ast.Name]:
    """The other names that a formula uses: called if they take something, else bare."""
    syntax = list(ast.walk(named.formula.tree))
    called = {id(one.func) for one in syntax if isinstance(one, ast.Call)}
    for one in syntax:
        if isinstance(one, ast.Name) and one.id in known and one.id not in named.parameters:
            takes = bool(known[one.id].parameters)
            if takes == (id(one) in called):
                yield one


def _way_back(name: str, uses: Mapping[str, Mapping[str, Place]]) -> list[str]:
    """The shortest way from what has a name back to it; empty if there is none."""
    ways = [[one] for one in uses[name]]
    seen: set[str] = set()
    for way in ways:
        if way[-1] == name:
            return way
        if way[-1] not in seen:
            seen.add(way[-1])
            ways += [[*way, one] for one in uses.get(way[-1], ())]
    return []


def _spots(at: At) -> dict[str, Place]:
    """Where what stands under each key of a mapping begins."""
    return {key: at.key(key).place for key in at}


def cases_of(step: At) -> list[At]:
    """A step by itself, or each of its cases with what it does not say itself."""
    if "cases" not in step:
        return [step]
    shared = {key: value for key, value in step.raw.items() if key != "cases"}
    base = At(step.source, step.trail, shared)
    return [At(one.source, one.trail, one.raw, base) for one in step.key("cases").entries()]


def case_findings(source: Source, game: str) -> list[Finding]:
    """What is wrong with the cases of steps, each as the step that it makes.

    The file itself has passed its schema.
    """
    validator = Validator({"$ref": "play.json#/$defs/step"})
    return [
        finding
        for trail, step in walk(source.data)
        if isinstance(step, dict) and isinstance(step.get("cases"), list)
        for one in cases_of(At(source, trail, step))
        for raw in [{key: one.get(key) for key in one}]
        for finding in check_value(validator, raw, source, one.trail, game)
    ]


def _type(raw: Any) -> dict[str, Any]:
    """What a memory may be, as fields of its record."""
    if isinstance(raw, list):
        return {"kind": "values", "values": tuple(raw)}
    if found := _RANGE.fullmatch(raw):
        least = int(found[1])
        return {"kind": "number", "least": least, "most": int(found[2]), "start": least}
    if raw == "yes_no":
        return {"kind": "yes_no", "start": False}
    if raw.startswith("card."):
        return {"kind": "field", "field": raw.partition(".")[2]}
    kind, _, board = raw.partition(" of ")
    return {"kind": kind, "field": board, "start": -1}
