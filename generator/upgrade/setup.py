"""A setup.yaml of older words carried over: its steps as those of play, its tests as formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from generator.sheets.yaml_changes import (
    ByHandError,
    YamlChanges,
    as_data,
    as_scalar,
    below,
    dotted,
    tidy,
)
from generator.sheets.yaml_edit import Edit, YamlText, entries, is_flow, items, value_at, write_over
from generator.upgrade.play import Scope, Words
from validator.catalogue.sheets.shapes import flow

_GROUPS = {"seat": "seats", "human": "humans", "bot": "bots", "first_human": "humans[1]"}
_TABLE = {"players", "bots", "total", "options", "ruling"}
"""Keys of a condition on tables."""
_SELECTING = ("where", "own", "has", "set")
_MOVERS = ("place", "deal", "move", "return")
_NAME = re.compile(r"(?:seat\.)?[a-z][a-z0-9_]*|box")
_SAYS = "steps have the words of play, tests are formulas, and `move` takes pieces from the top"
_LOCATE = (
    "write a board.yaml with `ring: {{of: {set}.{track}}}`, a zone with `board:`, and "
    "{{do: place, set: {what}, to: 'find(BOARD, {field} == VALUE and before.{field} != VALUE)'}}"
)
_GRID = (
    "write a board.yaml with `squares: {{columns: [{first}, {last}], rows: [{rows}]}}` and "
    '`id: "{cell}"`, and a zone with `board:`, whose name is `to` of this step'
)


def plain_zone(name: str) -> str:
    """The name of a zone without dots, which older names had."""
    head, _, rest = name.partition(".")
    owner = f"{head}." if re.fullmatch(r"seat[0-9]*", head) and rest else ""
    return owner + re.sub(r"[.-]", "_", name.removeprefix(owner)).lower()


def renamed_zones(root: yaml.Node) -> dict[str, str]:
    """The zones of a set-up that get other names, each with the new one."""
    names = [name for name in entries(value_at(root, "zones")) if "*" not in name]
    return {name: plain_zone(name) for name in names if not _NAME.fullmatch(name)}


def bare_zones(root: yaml.Node) -> dict[str, str]:
    """What zones of seats were called on mats: without `seat.`; each with its name of today."""
    names = entries(value_at(root, "zones"))
    own = (name for name in names if name.startswith("seat."))
    bare = {name.removeprefix("seat."): plain_zone(name) for name in own}
    return {old: new for old, new in bare.items() if old not in names}


def rename_zones(root: yaml.Node, names: Mapping[str, str]) -> Iterator[Edit]:
    """The edits by which what lies below a node calls zones by their new names."""
    for node in below(root):
        zone = entries(node).get("zone", (None, node))[1]
        for one in items(zone) or [zone]:
            word = str(getattr(one, "value", ""))
            if zone is not node and re.sub(r"^seat[0-9]+", "seat", word) in names:
                new = names.get(word) or plain_zone(word)
                yield write_over(one, new, f"the zone `{word}` is called `{new}`")


def is_older_step(step: Mapping[str, Any]) -> bool:
    """Tell whether a step has a word that set-up does not know any more."""
    each, when = step.get("each"), step.get("when")
    cases = ({**step, "cases": (), **case} for case in step.get("cases", ()))
    return (
        step.get("do") in ("remove", "room", "locate", "grid")
        or bool({"own", "has", "read", "zone", "say"} & step.keys())
        or ("what" in step and bool({"from", "set"} & step.keys()))
        or ("from" in step and ("set" in step or step.get("do") == "choose"))
        or (each in _GROUPS if isinstance(each, str) else isinstance(each, list))
        or isinstance(when, list)
        or (isinstance(when, dict) and when.keys() <= _TABLE)
        or any(map(is_older_step, cases))
    )


class SetupUpgrade(YamlChanges):
    """The edits that carry steps of set-up over."""

    def __init__(self, text: YamlText) -> None:
        super().__init__(text)
        labels = entries(value_at(text.root, "zones"))
        self.boards = {name for name, (_, one) in labels.items() if value_at(one, "board")}
        self.words = Words({}, zones=set(labels))

    def zones(self) -> None:
        """Zones have names without dots; one that is empty in the end is expected to be."""
        for name, (key, label) in entries(value_at(self.text.root, "zones")).items():
            plain = plain_zone(name)
            if "*" in name:
                self.note(key, f"write each zone that `{name}` means, or a zone with `board:`")
            elif not _NAME.fullmatch(name):
                self.rename(key, plain, f"zones have no dots: `{plain}`")
            if "empties" in entries(label):
                self.delete(label, "empties")
                each = ", each: seats" if "." in plain else ""
                if as_data(value_at(label, "empties") or label):
                    words = f"{{do: expect, what: {plain}, count: 0{each}}}"
                    self.append(value_at(self.text.root, "steps"), words)

    def zone(self, name: str) -> str:
        """A zone as a formula calls it.

        Raises:
            ByHandError: its name has a hole.
        """
        if "{" in name:
            case = "{from: ZONE, to: ZONE, when: SEAT.ZONE.top.FIELD == VALUE}"
            raise ByHandError(f"`{name}`: write `cases` with {case} for each value")
        board, _, space = name.partition(".")
        if board in self.boards and space:
            return f"{board}[{int(space) if space.isdigit() else repr(space)}]"
        return re.sub(r"^seat([0-9]+)\.", r"seats[\1].", plain_zone(name))

    # Steps

    def step(self, node: yaml.Node, told: bool = False) -> None:
        """Carry over a step; one that is ``told`` of is none of its file, but stays."""
        raw = as_data(node)
        verb, cases = raw.get("do", ""), items(value_at(node, "cases"))
        with self.by_hand(node):
            self._verb(verb, node, raw, told)
        if verb in ("locate", "room") or (told and verb == "grid"):
            return
        selecting = _SELECTING if verb in ("move", "return") else _SELECTING[:3]
        shared = {key: raw[key] for key in selecting if key in raw}
        chosen = [one for one in cases if entries(one).keys() & set(selecting)]
        for one in chosen:
            self.select(one, {**shared, **as_data(one)}, selecting)
        if chosen and len(chosen) == len(cases):
            for key in shared:
                self.delete(node, key)
        else:
            self.select(node, raw, selecting)
        for one in (node, *cases):
            self.keys(one, verb)

    def _verb(self, verb: str, node: yaml.Node, raw: Mapping[str, Any], told: bool) -> None:
        """What is particular to a verb."""
        match verb:
            case "locate" | "grid" if told:
                raise ByHandError("state what the step of setup.yaml says now")
            case "locate":
                words = {key: raw.get(key) for key in ("track", "field")}
                board = raw["board"]["set"] if "board" in raw else "SET"
                raise ByHandError(_LOCATE.format(set=board, what=raw.get("set"), **words))
            case "grid":
                self._grid(node, raw)
            case "remove":
                self.put(None, value_at(node, "do") or node, "return")
                self.append(node, "where: not fits")
            case "room" if told or {"rules", "note"} & raw.keys():
                self._room(node, raw)
            case "room":
                self.drop(value_at(self.text.root, "steps") or node, node)
            case "choose" if "from" in raw:
                self._choose(node, raw)

    def _grid(self, node: yaml.Node, raw: Mapping[str, Any]) -> None:
        self.put(None, value_at(node, "do") or node, "place")
        columns, cell = raw.get("columns", {}), raw.get("cell", "{row}{column}")
        rows = ", ".join(map(str, raw.get("rows", ())))
        for key in ("rows", "columns", "cell"):
            if key in raw:
                self.delete(node, key)
        for sign in entries(value_at(node, "legend")).values():
            self.select(sign[1], as_data(sign[1]), _SELECTING[:3])
            self.keys(sign[1], "place")
        self.append(node, "to: board")
        first, last = columns.get("from"), columns.get("to")
        raise ByHandError(_GRID.format(first=first, last=last, rows=rows, cell=cell))

    def _room(self, node: yaml.Node, raw: Mapping[str, Any]) -> None:
        """Zones that the script tells of as empty are expected to be."""
        self.put(None, value_at(node, "do") or node, "expect")
        zones = raw.get("zone", "box")
        if "cases" in raw or not zones:
            raise ByHandError("write {do: expect, what: ZONE, count: 0} for each zone")
        named = [self.zone(str(one)) for one in (zones if isinstance(zones, list) else [zones])]
        cases = ", ".join(f"{{what: {one}}}" for one in named)
        self.instead(node, ["zone"], f"cases: [{cases}]" if named[1:] else f"what: {named[0]}")
        self.append(node, "count: 0")
        self.keys(node, "room")

    def _choose(self, node: yaml.Node, raw: Mapping[str, Any]) -> None:
        """A seat takes pieces of its choice: a choice as in play."""
        if "cases" in raw:
            raise ByHandError("write `options` in each case, as a `choose` of play has them")
        zone, count = self.zone(raw["from"]), raw.get("count", 1)
        pick = f"card: {zone}" if count == 1 else f"cards: {{of: {zone}, count: {count}}}"
        called = "".join(
            f", {new}: {as_scalar(raw[key], True)}"
            for key, new in (("what", "called"), ("noun", "noun"))
            if key in raw
        )
        move = f"do: move, what: {pick.partition(':')[0]}, to: {self.zone(raw['to'])}{called}"
        words = f"options: [{{id: take, pick: {{{pick}}}, then: [{{{move}}}]}}]"
        gone = [one for one in ("from", "to", "count", "what", "noun") if one in raw]
        self.instead(node, gone, words)

    def select(self, node: yaml.Node, raw: Mapping[str, Any], selecting: Sequence[str]) -> None:
        """Which pieces are meant, as one `where`."""
        where = raw.get("where", {})
        there = [key for key in selecting if key in entries(node)]
        if not there or not isinstance(where, dict):
            return
        tests = {"set": raw["set"]} if "set" in selecting and "set" in raw else {}
        tests |= where
        tests |= {raw["own"]: "seat.colour"} if "own" in raw else {}
        tests |= {raw["has"]: {"not": None}} if "has" in raw else {}
        self.words.fields |= tests.keys()
        if any(isinstance(one, dict) for one in tests.values()):
            asked = " and ".join(self._asked(*one) for one in tests.items())
            written = as_scalar(tidy(asked), is_flow(node))
        else:
            made = {
                one if one.isidentifier() else dotted("", one): self.literal(value)
                for one, value in tests.items()
            }
            if there == ["where"] and made == where:
                return
            written = flow(made)
        first = "where" if "where" in there else there[0]
        others = [one for one in there if one != first]
        self.instead(node, [first, *others], f"where: {written}")

    def literal(self, value: Any) -> Any:
        """A value of a field as a formula."""
        if isinstance(value, list):
            return [self.literal(one) for one in value]
        if value is None or value == "null":
            return "nothing"
        is_formula = not isinstance(value, str) or re.match(r"'|seat\.", value)
        return value if is_formula else self.words.literal(value, Scope())

    def _asked(self, key: str, value: Any) -> str:
        left = dotted("", key)
        if isinstance(value, dict):
            bounds = f"{value.get('from')} <= {left} <= {value.get('to')}"
            return bounds if "from" in value else f"{left} != nothing"
        listed = value if isinstance(value, list) else [value]
        words = [one if isinstance(one, str) else flow(one) for one in map(self.literal, listed)]
        return f"{left} in [{', '.join(words)}]" if listed is value else f"{left} == {words[0]}"

    def keys(self, node: yaml.Node, verb: str) -> None:
        """The other keys of a step or of a case."""
        for name, (key, value) in entries(node).items():
            with self.by_hand(key):
                self._key(node, name, key, value, verb)

    def _key(self, node: yaml.Node, name: str, key: yaml.Node, value: yaml.Node, verb: str) -> None:
        raw, is_choice = as_data(value), verb == "choose" and "from" in entries(node)
        match name:
            case "when" if isinstance(raw, dict | list):
                self.put(key, value, tidy(self.words.test(raw, Scope())))
            case "each" if isinstance(raw, list):
                self.put(key, value, f"[{', '.join(f'seats[{one}]' for one in raw)}]")
            case "each" if raw in _GROUPS:
                self.put(key, value, _GROUPS[raw])
            case "what" if verb in _MOVERS and not is_choice:
                self.rename(key, "called")
            case "zone" | "from" | "to" if verb != "room" and not is_choice:
                if name == "zone":
                    self.rename(key, "what")
                for one in items(value) or [value]:
                    self.put(None, one, self.zone(str(one.value)))
            case "read" | "say":
                self.delete(node, name)


def carry_setup(text: YamlText) -> Iterator[Edit]:
    """The edits that carry a set-up of older words over; none of one of today."""
    labels, steps = entries(value_at(text.root, "zones")), items(value_at(text.root, "steps"))
    older = any(not _NAME.fullmatch(one) for one in labels)
    older |= any("empties" in entries(one) for _, one in labels.values())
    if older or any(is_older_step(as_data(one)) for one in steps):
        found = SetupUpgrade(text)
        found.zones()
        for one in steps:
            found.step(one)
        found.tell(value_at(text.root, "kind") or text.root, _SAYS)
        yield from found.edits


def carry_stated(text: YamlText) -> Iterator[Edit]:
    """The edits that carry over what rules state of the steps of set-up."""
    found = SetupUpgrade(text)
    about = (one for one in below(text.root) if as_data(value_at(one, "in") or one) == "steps")
    steps = [step for one in about for key in ("entry", "where") if (step := value_at(one, key))]
    if any(is_older_step(as_data(one)) for one in steps):
        for one in steps:
            found.step(one, told=True)
        found.tell(value_at(text.root, "kind") or text.root, "what is stated of set-up, too")
    yield from found.edits
