"""What a statement of a rule means: which values it is about, and how they differ from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from validator.findings import Place
from validator.rulebook import Statement
from validator.stated.compare import Difference, agrees, differences, missing, short, surplus
from validator.stated.written import LEFT_OUT, Node, Written

HALF = 2
"""An entry is taken for the one that is stated if it agrees in one of so many keys."""


class Judge:
    """Compares what rules state with what is written.

    ``taken`` are entries that are just what some rule states; where another is sought that is
    like what a rule states, they are left out.
    """

    def __init__(self, written: Written, statements: Sequence[Statement]) -> None:
        self.written = written
        self.index: dict[str, Mapping[tuple[str, Any], Sequence[Node]]] = {}
        self.same = {id(one): self._same(one) for one in statements if _is_of_one(one)}
        self.taken: set[int] = set()
        self.own = {one: self._take(nodes) for one, nodes in self.same.items()}

    def differences(self, statement: Statement) -> Iterator[Difference]:
        """How the data departs from ``statement``.

        Raises:
            UnclearError: it names a list that is not there.
        """
        data, name = statement.data, statement.data["in"]
        where = data.get("where", {})
        chosen = self.written.chosen(name, where)
        if "at" in data:
            yield from self._inside(statement, chosen)
        elif "count" in data:
            yield from self._counted(name, where, chosen, data)
        elif "is" in data:
            yield from self._whole(name, chosen, data["is"])
        elif "each" in data:
            yield from self._each(name, where, chosen, data["each"])
        else:
            yield from self._entry(name, chosen, statement)

    def _each(
        self, name: str, where: Mapping[str, Any], chosen: Sequence[Node], stated: Any
    ) -> Iterator[Difference]:
        if not chosen:
            yield self._gone(name, {**where, **stated})
        for node in chosen:
            yield from differences(replace(node, exact=False), stated)

    def _inside(self, statement: Statement, chosen: Sequence[Node]) -> Iterator[Difference]:
        """What is stated of a value within each entry."""
        data, name = statement.data, statement.data["in"]
        if not chosen:
            yield self._gone(name, data.get("where", {}))
        for entry in chosen:
            found = replace(entry, exact=False).walk(data["at"])
            if not found:
                yield missing(entry, entry.place, f"{entry.name}: {data['at']}", _verdict(data))
            for node in found:
                if "is" in data:
                    yield from differences(node, data["is"])
                else:
                    yield from _listed(node, statement)

    def _counted(
        self, name: str, where: Mapping[str, Any], chosen: Sequence[Node], data: Mapping[str, Any]
    ) -> Iterator[Difference]:
        """Pieces of a set, or entries of a list."""
        there = sum(map(_copies, chosen))
        if there != data["count"]:
            head = self.written.heads[name]
            node, place = _culprit(head, chosen, there - data["count"], data.get("split", {}))
            what = f"{name} {short(where)}" if where else name
            says = f"{what} comes to {there}, not {data['count']}"
            yield Difference(node, place, says, f"bring it to {data['count']} again")

    def _whole(
        self, name: str, chosen: Sequence[Node], stated: Sequence[Any]
    ) -> Iterator[Difference]:
        """The whole list, in any order."""
        left, wanted = list(chosen), list[Any]()
        for at, want in enumerate(stated):
            same = [node for node in left if agrees(node, want)]
            if same:
                left.remove(_nearest_to(chosen[at : at + 1], same))
            else:
                wanted.append(want)
        for want in wanted:
            likeness = [_likeness(node, want) for node in left]
            if max(likeness, default=0):
                yield from differences(left.pop(likeness.index(max(likeness))), want)
            else:
                yield self._gone(name, want)
        for node in left:
            yield surplus(node, node.place, node.name)

    def _entry(
        self, name: str, chosen: Sequence[Node], statement: Statement
    ) -> Iterator[Difference]:
        """One entry of the list."""
        own = self.own[id(statement)]
        more = [node for node in self.same[id(statement)] if id(node) not in self.taken]
        if not own:
            own = _nearest([node for node in chosen if id(node) not in self.taken], statement)
            self.taken.update(map(id, own))
        if not own:
            yield self._gone(name, statement.data["entry"])
        yield from _as_stated([*own, *more], statement.data["entry"])

    def _take(self, nodes: Sequence[Node]) -> list[Node]:
        """The first of some entries that no other statement has taken."""
        free = [node for node in nodes if id(node) not in self.taken][:1]
        self.taken.update(map(id, free))
        return free

    def _same(self, statement: Statement) -> list[Node]:
        """The entries that are as stated, those that cite the rule first."""
        name = statement.data["in"]
        if name not in self.written.entries:
            return []
        where = statement.data.get("where", {})
        found = self._alike(name, statement.data["entry"])
        return _same([node for node in found if node.fits(where)], statement)

    def _alike(self, name: str, stated: Mapping[str, Any]) -> Sequence[Node]:
        """The entries that share the rarest of the stated values."""
        if name not in self.index:
            self.index[name] = _indexed(self.written.entries[name])
        pairs = [pair for pair in stated.items() if _is_plain(pair)]
        found = [self.index[name].get(pair, ()) for pair in pairs]
        return min(found, key=len, default=self.written.entries[name])

    def _gone(self, name: str, stated: Any) -> Difference:
        """An entry that is gone, at the list that lacks it."""
        head = self.written.heads[name]
        return missing(head, head.place, f"an entry of {name}", stated)


def _nearest_to(there: Sequence[Node], same: Sequence[Node]) -> Node:
    """Of entries that agree with what is stated the one in its place, or the first."""
    return next((node for node in same if node in there), same[0])


def _culprit(
    head: Node, chosen: Sequence[Node], off: int, split: Mapping[str, int]
) -> tuple[Node, Place]:
    """The record that most likely changed a count: the only one that is off by as much.

    ``split`` has the copies of records that used to be more than one, by id.
    """
    usual = LEFT_OUT["copies"]
    odd = [
        node
        for node in chosen
        if len(chosen) == 1 or _copies(node) - off == split.get(node.value.get("id"), usual)
    ]
    if len(odd) != 1:
        return head, head.place
    [node] = odd
    return node, node.inner("copies").place if "copies" in node.value else node.place


def _listed(node: Node, statement: Statement) -> Iterator[Difference]:
    """What is stated of the entries of a list within an entry."""
    data = statement.data
    items = [item for item in node.items() if item.fits(data.get("that", {}))]
    if "each" in data:
        for item in items:
            yield from differences(item, data["each"])
    elif "count" in data:
        if len(items) != data["count"]:
            says = f"{node.name} has {len(items)}, not {data['count']}"
            says += f" with {short(data['that'])}" if "that" in data else ""
            yield Difference(node, node.place, says, f"bring it to {data['count']} again")
    else:
        found = _same(items, statement) or _nearest(items, statement)
        if not found:
            yield missing(node, node.place, f"an entry of {node.name}", data["entry"])
        yield from _as_stated(found, data["entry"])


def _as_stated(found: Sequence[Node], stated: Any) -> Iterator[Difference]:
    """How the entry that is meant differs; any other that agrees is one too many."""
    for node in found[:1]:
        yield from differences(node, stated)
    for node in found[1:]:
        yield surplus(node, node.place, f"{node.name}, like {found[0].name},")


def _indexed(entries: Sequence[Node]) -> dict[tuple[str, Any], list[Node]]:
    """Entries by each of their plain values."""
    found: dict[tuple[str, Any], list[Node]] = {}
    for node in entries:
        for pair in filter(_is_plain, node.value.items()):
            found.setdefault(pair, []).append(node)
    return found


def _is_plain(pair: tuple[str, Any]) -> bool:
    """Tell whether a value can be looked up, and is not one that may be left out."""
    key, value = pair
    return isinstance(value, str | int) and value is not False and LEFT_OUT.get(key) != value


def _is_of_one(statement: Statement) -> bool:
    """Tell whether a statement is about one entry of a list of its own, not within another."""
    return "entry" in statement.data and "at" not in statement.data


def _same(items: Sequence[Node], statement: Statement) -> list[Node]:
    same = [node for node in items if agrees(node, statement.data["entry"])]
    return sorted(same, key=lambda node: not _cites(node, statement.rule))


def _nearest(items: Sequence[Node], statement: Statement) -> list[Node]:
    """The entry that is most like what is stated, if it is like it at all."""
    near = max(items, key=lambda node: _rank(node, statement), default=None)
    if near is None:
        return []
    stated = statement.data["entry"]
    is_close = _likeness(near, stated) * HALF >= len(stated) or _cites(near, statement.rule)
    return [near] if is_close else []


def _rank(node: Node, statement: Statement) -> tuple[int, bool]:
    return _likeness(node, statement.data["entry"]), _cites(node, statement.rule)


def _cites(node: Node, rule: str) -> bool:
    rules = node.value.get("rules") if isinstance(node.value, Mapping) else None
    return isinstance(rules, list) and rule in rules


def _likeness(node: Node, stated: Any) -> int:
    """In how many keys an entry agrees."""
    if not isinstance(stated, Mapping) or not isinstance(node.value, Mapping):
        return int(agrees(node, stated))
    return sum(key in node.value and agrees(node.inner(key), stated[key]) for key in stated)


def _copies(node: Node) -> int:
    """Pieces that a record stands for; any other entry is one."""
    copies = node.value.get("copies", LEFT_OUT["copies"]) if isinstance(node.value, Mapping) else 1
    return copies if isinstance(copies, int) else 0


def _verdict(data: Mapping[str, Any]) -> Any:
    return next(data[key] for key in ("is", "each", "entry", "count") if key in data)
