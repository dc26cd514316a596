"""Values that the rules state, each tied once to the line of data that holds it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from validator.catalogue.build import raw_records
from validator.catalogue.model import Catalogue, Game, passes
from validator.catalogue.source import Source, Step, Trail, value_at
from validator.checks.pieces import error
from validator.findings import Finding, Place, did_you_mean
from validator.rules.facts import Rulebook, Statement, rulebook_of

LISTS = ("configurations", "refusals", "parts", "uses", "piles", "rulings", "claims")
"""Lists of game.yaml that a statement can be about."""
EXACT = ("configurations", "refusals", "parts", "uses", "steps")
"""Lists whose entries are stated whole: a key more, unless it is a remark, is one too many."""
LEFT_OUT: Mapping[str, Any] = {"copies": 1, "bots": 0}
"""What a key means that is not there; any other is none, or false."""


class StatementUnclearError(ValueError):
    """A statement names something that is not there; the message says what."""


@dataclass(frozen=True, slots=True)
class VariantMark:
    """A `variant` in the data: where it stands and the rules that it names, None for any."""

    place: Place
    rules: tuple[str, ...] | None

    def admits(self, rule: str) -> bool:
        """Tell whether data with this mark may depart from ``rule``."""
        return self.rules is None or rule in self.rules


@dataclass(frozen=True, slots=True)
class ValueNode:
    """A value with where it is written; ``name`` is what messages call it.

    ``origins`` has the keys that are written elsewhere, as those of computed records. ``home``
    says in a hint where `variant` would stand; ``exact`` that no key but remarks may be added.
    """

    value: Any
    source: Source
    trail: Trail
    name: str
    home: str
    origins: Mapping[str, Trail] = field(default_factory=dict)
    marks: tuple[VariantMark, ...] = ()
    exact: bool = False

    @property
    def place(self) -> Place:
        """Where the value begins."""
        return self.source.place(self.trail)

    def key_place(self, key: str) -> Place:
        """Where ``key`` of this mapping is written."""
        return self.source.key_place(self.origins.get(key, (*self.trail, key)))

    def inner(self, step: Step) -> ValueNode:
        """The value of a key, or the item of a number."""
        trail = self.origins.get(str(step), (*self.trail, step))
        name = f"{self.name}: {step}" if len(self.trail) < 3 else f"{self.name}.{step}"
        return replace(self, value=self.value[step], trail=trail, name=name, origins={})

    def items(self) -> tuple[ValueNode, ...]:
        """The items of a list; none of anything else."""
        is_list = isinstance(self.value, Sequence) and not isinstance(self.value, str)
        return tuple(map(self.inner, range(len(self.value)))) if is_list else ()

    def walk(self, path: str) -> tuple[ValueNode, ...]:
        """The values at ``path``: keys, numbers from 0 (-1 is the last), ids of entries, `*`."""
        here: tuple[ValueNode, ...] = (self,)
        for step in path.split("."):
            here = tuple(inner for node in here for inner in node.step(step))
        return here

    def step(self, name: str) -> tuple[ValueNode, ...]:
        """The value of a key, or the entry of a list with that id or number; `*` is all of them."""
        if isinstance(self.value, Mapping):
            return (self.inner(name),) if name in self.value else ()
        items = self.items()
        if name == "*":
            return items
        known = {"-1": items[-1:], **{str(at): (item,) for at, item in enumerate(items)}}
        found = [
            replace(one, name=f"{self.name}.{name}")
            for one in items
            if _name_of(one.value, "") == name
        ]
        return tuple(found[:1]) or known.get(name, ())

    def fits(self, tests: Mapping[str, Any]) -> bool:
        """Tell whether this mapping passes a field test; a key left out has its usual value."""
        value = self.value if isinstance(self.value, Mapping) else {}
        return all(
            passes(value.get(key, LEFT_OUT.get(key)), wanted) for key, wanted in tests.items()
        )


@dataclass(frozen=True, slots=True)
class WrittenLists:
    """The lists of a game and its box: sets, lists of game.yaml, steps, game.yaml itself.

    ``heads`` has the list as a whole, to point at what is missing.
    """

    entries: Mapping[str, tuple[ValueNode, ...]]
    heads: Mapping[str, ValueNode]
    marks: tuple[VariantMark, ...]

    def entries_where(self, name: str, where: Mapping[str, Any]) -> tuple[ValueNode, ...]:
        """The entries of a list that pass a field test.

        Raises:
            UnclearError: there is no such list.
        """
        if name not in self.entries:
            raise StatementUnclearError(f"there is no set or list {name!r}")
        return tuple(one for one in self.entries[name] if one.fits(where))


def lists_of(catalogue: Catalogue, game: Game) -> WrittenLists:
    """The lists of the files of a game's folder, and the sets of its box's."""
    own = catalogue.written.get(game.id, ())
    box = catalogue.written.get(game.box or "", ())
    top = tuple(mark for one in own if one.data["kind"] == "game" for mark in _marks(one, ()))
    found: dict[str, tuple[ValueNode, tuple[ValueNode, ...]]] = {}
    for source in (*own, *(one for one in box if one.data["kind"] == "components")):
        for head, entries in _lists(source, top):
            found.setdefault(head.name, (head, entries))
    files = {source.file for source in own}
    nodes = (node for head, entries in found.values() for node in (head, *entries))
    marks = (mark for node in nodes if node.source.file in files for mark in node.marks)
    return WrittenLists(
        entries={name: entries for name, (_, entries) in found.items()},
        heads={name: head for name, (head, _) in found.items()},
        marks=tuple(dict.fromkeys((*top, *marks))),
    )


def _lists(
    source: Source, top: tuple[VariantMark, ...]
) -> Iterator[tuple[ValueNode, tuple[ValueNode, ...]]]:
    """Each list of a file: the list as a whole, named as statements name it, and its entries."""
    match source.data["kind"]:
        case "game":
            whole = ValueNode(source.data, source, (), "game", "at the top of the file", marks=top)
            yield whole, (replace(whole, name=source.data["id"]),)
            yield from (_list_nodes(source, key, "entry", top) for key in LISTS)
        case "setup":
            yield _list_nodes(source, "steps", "step", top)
        case "board":
            name = source.data["id"]
            whole = ValueNode(source.data, source, (), name, "in board.yaml", marks=top)
            yield whole, (whole,)
        case "components":
            yield _set(source, top)


def _list_nodes(
    source: Source, key: str, what: str, top: tuple[VariantMark, ...]
) -> tuple[ValueNode, tuple[ValueNode, ...]]:
    head = ValueNode(
        source.data.get(key, []), source, (key,), key, "at the top of game.yaml", {}, top
    )
    entries = tuple(
        replace(
            one,
            name=_name_of(one.value, f"{what} {at} of {key}"),
            home=f"at this {what}",
            marks=(*_marks(source, one.trail), *top),
            exact=key in EXACT,
        )
        for at, one in enumerate(head.items(), 1)
    )
    return head, entries


def _set(source: Source, top: tuple[VariantMark, ...]) -> tuple[ValueNode, tuple[ValueNode, ...]]:
    """A component set: its head, and every record with its keys where they are written."""
    marks = (*_marks(source, ()), *top)
    name = source.data["set"]
    home = f"at the top of {source.file.rpartition('/')[2]}"
    trail: Trail = ("components",) if "components" in source.data else ("generate", 0, "for")
    head = ValueNode(source.data, source, trail, name, home, marks=marks)
    records = tuple(
        ValueNode(
            one.raw,
            source,
            one.trail,
            _name_of(one.raw, name),
            home if one.origins else "at this record",
            one.origins,
            (*_marks(source, one.trail), *marks),
        )
        for one in raw_records(source, "")[0]
    )
    return head, records


def _name_of(value: Any, otherwise: str) -> str:
    return str(value.get("id", otherwise)) if isinstance(value, Mapping) else otherwise


def _marks(source: Source, trail: Trail) -> Iterator[VariantMark]:
    """The mark of the mapping at ``trail``, if it has one."""
    value = value_at(trail, source.data)
    variant = value.get("variant") if isinstance(value, Mapping) else None
    if variant:
        rules = None if variant is True else tuple(variant)
        yield VariantMark(source.key_place((*trail, "variant")), rules)


REMARKS = (
    "rules",
    "note",
    "name",
    "reason",
    "finding",
    "text",
    "called",
    "says",
    "variant",
    "then",
    "worth",
)
"""Keys of steps and entries that are for readers, or for players that reckon; no statement need
repeat them."""
_LONGEST = 70


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """One value that is not as stated: at ``place``, in ``node`` or the nearest that is there.

    ``says`` is the fault without its rule, ``mend`` what would agree with the rule again.
    """

    node: ValueNode
    place: Place
    says: str
    mend: str


def differences(node: ValueNode, stated: Any) -> Iterator[ValueDifference]:
    """How ``node`` departs from ``stated``: of mappings the stated keys, of lists every item."""
    if isinstance(stated, Mapping) and isinstance(node.value, Mapping):
        yield from _keys(node, stated)
    elif isinstance(stated, Sequence) and not isinstance(stated, str) and node.items():
        yield from _items(node, stated)
    elif node.value != stated or isinstance(node.value, bool) != isinstance(stated, bool):
        says = f"{node.name} is {short(node.value)}, not {short(stated)}"
        yield ValueDifference(node, node.place, says, f"put {short(stated)} back")


def agrees(node: ValueNode, stated: Any) -> bool:
    """Tell whether ``node`` is as stated: there are no :func:`differences`."""
    return next(differences(node, stated), None) is None


def short(value: Any) -> str:
    """A value as a message shows it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def missing_difference(node: ValueNode, place: Place, what: str, stated: Any) -> ValueDifference:
    """Something stated is not there; ``place`` is where it should stand."""
    return ValueDifference(node, place, f"{what} is missing ({short(stated)})", "put it back")


def surplus(node: ValueNode, place: Place, what: str) -> ValueDifference:
    """Something is there that is not stated."""
    return ValueDifference(node, place, f"{what} is one too many", "take it out")


def _keys(node: ValueNode, stated: Mapping[str, Any]) -> Iterator[ValueDifference]:
    for key, wanted in stated.items():
        if key in node.value:
            yield from differences(node.inner(key), wanted)
        elif not _is_left_out(key, wanted):
            yield missing_difference(node, node.place, f"{node.name}: {key}", wanted)
    for key in _surplus_keys(node.value, stated) if node.exact else ():
        yield surplus(node, node.key_place(key), f"{node.name}: {key}")


def _surplus_keys(value: Mapping[str, Any], stated: Mapping[str, Any]) -> Iterator[str]:
    """The keys of an entry that are neither stated nor remarks."""
    for key, one in value.items():
        if key not in stated and key not in REMARKS and not _is_left_out(key, one):
            yield key


def _is_left_out(key: str, value: Any) -> bool:
    """Tell whether a key with this value says the same as no key."""
    return value is None or value is False or (key in LEFT_OUT and LEFT_OUT[key] == value)


def _items(node: ValueNode, stated: Sequence[Any]) -> Iterator[ValueDifference]:
    items = list(node.items())
    first = _equal(items, stated)
    last = _equal(items[first:][::-1], stated[first:][::-1])
    left, wanted = items[first : len(items) - last], stated[first : len(stated) - last]
    for item, want in zip(left, wanted, strict=False):
        yield from differences(item, want)
    for item in left[len(wanted) :]:
        yield surplus(node, item.place, f"{item.name} ({short(item.value)})")
    for want in wanted[len(left) :]:
        at = min(first + len(left), len(items) - 1)
        yield missing_difference(node, items[at].place, f"an item of {node.name}", want)


def _equal(items: Sequence[ValueNode], stated: Sequence[Any]) -> int:
    """How many items agree, from the first on."""
    pairs = zip(items, stated, strict=False)
    return next(
        (at for at, (item, want) in enumerate(pairs) if not agrees(item, want)),
        min(len(items), len(stated)),
    )


HALF = 2
"""An entry is taken for the one that is stated if it agrees in one of so many keys."""


class StatementJudge:
    """Compares what rules state with what is written.

    ``taken`` are entries that are just what some rule states; where another is sought that is
    like what a rule states, they are left out.
    """

    def __init__(self, written: WrittenLists, statements: Sequence[Statement]) -> None:
        self.written = written
        entries = [one for one in statements if "entry" in one.data and "at" not in one.data]
        self.same = {id(one): self._same(one) for one in entries}
        self.taken: set[int] = set()
        self.own: dict[int, list[ValueNode]] = {}
        for one, nodes in self.same.items():  # each has the first that no other one has taken
            self.own[one] = [node for node in nodes if id(node) not in self.taken][:1]
            self.taken.update(map(id, self.own[one]))

    def differences(self, statement: Statement) -> Iterator[ValueDifference]:
        """How the data departs from ``statement``.

        Raises:
            UnclearError: it names a list that is not there.
        """
        data, name = statement.data, statement.data["in"]
        where = data.get("where", {})
        chosen = self.written.entries_where(name, where)
        if "at" in data:
            yield from self._inside(statement, chosen)
        elif "count" in data:
            there = sum(map(_copies, chosen))  # pieces of a set, or entries of a list
            if there != data["count"]:
                off, split = there - data["count"], data.get("split", {})
                node, place = _culprit(self.written.heads[name], chosen, off, split)
                what = f"{name} {short(where)}" if where else name
                says = f"{what} comes to {there}, not {data['count']}"
                yield ValueDifference(node, place, says, f"bring it to {data['count']} again")
        elif "is" in data:
            yield from self._whole(name, chosen, data["is"])
        elif "each" in data:
            if not chosen:
                yield self._gone_difference(name, {**where, **data["each"]})
            for node in chosen:
                yield from differences(replace(node, exact=False), data["each"])
        else:
            yield from self._entry(name, chosen, statement)

    def _inside(
        self, statement: Statement, chosen: Sequence[ValueNode]
    ) -> Iterator[ValueDifference]:
        data, name = statement.data, statement.data["in"]
        wanted = next(data[key] for key in ("is", "each", "entry", "count") if key in data)
        if not chosen:
            yield self._gone_difference(name, data.get("where", {}))
        for entry in chosen:
            found = replace(entry, exact=False).walk(data["at"])
            if not found:
                yield missing_difference(entry, entry.place, f"{entry.name}: {data['at']}", wanted)
            for node in found:
                if "is" in data:
                    yield from differences(node, data["is"])
                else:
                    yield from _compare_list(node, statement)

    def _whole(
        self, name: str, chosen: Sequence[ValueNode], stated: Sequence[Any]
    ) -> Iterator[ValueDifference]:
        left, wanted = list(chosen), list[Any]()
        for at, want in enumerate(stated):
            same = [node for node in left if agrees(node, want)]
            if same:
                there = [node for node in same if node in chosen[at : at + 1]]
                left.remove((there or same)[0])
            else:
                wanted.append(want)
        for want in wanted:
            likeness = [_likeness(node, want) for node in left]
            if max(likeness, default=0):
                yield from differences(left.pop(likeness.index(max(likeness))), want)
            else:
                yield self._gone_difference(name, want)
        for node in left:
            yield surplus(node, node.place, node.name)

    def _entry(
        self, name: str, chosen: Sequence[ValueNode], statement: Statement
    ) -> Iterator[ValueDifference]:
        own = self.own[id(statement)]
        more = [node for node in self.same[id(statement)] if id(node) not in self.taken]
        if not own:
            own = _nearest([node for node in chosen if id(node) not in self.taken], statement)
            self.taken.update(map(id, own))
        if not own:
            yield self._gone_difference(name, statement.data["entry"])
        yield from _as_stated([*own, *more], statement.data["entry"])

    def _same(self, statement: Statement) -> list[ValueNode]:
        name = statement.data["in"]
        if name not in self.written.entries:
            return []
        return _same(self.written.entries_where(name, statement.data.get("where", {})), statement)

    def _gone_difference(self, name: str, stated: Any) -> ValueDifference:
        """An entry that is gone, at the list that lacks it."""
        head = self.written.heads[name]
        return missing_difference(head, head.place, f"an entry of {name}", stated)


def _culprit(
    head: ValueNode, chosen: Sequence[ValueNode], off: int, split: Mapping[str, int]
) -> tuple[ValueNode, Place]:
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


def _compare_list(node: ValueNode, statement: Statement) -> Iterator[ValueDifference]:
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
            yield ValueDifference(node, node.place, says, f"bring it to {data['count']} again")
    else:
        found = _same(items, statement) or _nearest(items, statement)
        if not found:
            yield missing_difference(node, node.place, f"an entry of {node.name}", data["entry"])
        yield from _as_stated(found, data["entry"])


def _as_stated(found: Sequence[ValueNode], stated: Any) -> Iterator[ValueDifference]:
    """How the entry that is meant differs; any other that agrees is one too many."""
    for node in found[:1]:
        yield from differences(node, stated)
    for node in found[1:]:
        yield surplus(node, node.place, f"{node.name}, like {found[0].name},")


def _same(items: Sequence[ValueNode], statement: Statement) -> list[ValueNode]:
    same = [node for node in items if agrees(node, statement.data["entry"])]
    return sorted(same, key=lambda node: not _cites(node, statement.rule))


def _nearest(items: Sequence[ValueNode], statement: Statement) -> list[ValueNode]:
    """The entry that is most like what is stated, if it is like it at all."""

    def rank(node: ValueNode) -> tuple[int, bool]:
        return _likeness(node, statement.data["entry"]), _cites(node, statement.rule)

    near = max(items, key=rank, default=None)
    if near is None:
        return []
    stated = statement.data["entry"]
    is_close = _likeness(near, stated) * HALF >= len(stated) or _cites(near, statement.rule)
    return [near] if is_close else []


def _cites(node: ValueNode, rule: str) -> bool:
    rules = node.value.get("rules") if isinstance(node.value, Mapping) else None
    return isinstance(rules, list) and rule in rules


def _likeness(node: ValueNode, stated: Any) -> int:
    if not isinstance(stated, Mapping) or not isinstance(node.value, Mapping):
        return int(agrees(node, stated))
    return sum(key in node.value and agrees(node.inner(key), stated[key]) for key in stated)


def _copies(node: ValueNode) -> int:
    """Pieces that a record stands for; any other entry is one."""
    copies = node.value.get("copies", LEFT_OUT["copies"]) if isinstance(node.value, Mapping) else 1
    return copies if isinstance(copies, int) else 0


@dataclass(frozen=True, slots=True)
class DeclaredVariant:
    """A `variant` in the data: the rules that it departs from, and ``says``, how; no ruling.

    ``rules`` are those that it names, or, if it names none, those that are departed from.
    """

    place: Place
    rules: tuple[str, ...]
    says: tuple[str, ...]


def variants_of_data(catalogue: Catalogue, game: Game) -> tuple[DeclaredVariant, ...]:
    """The variants that the data of a game declares, list by list."""
    written = lists_of(catalogue, game)
    rules = rulebook_of(catalogue, game.id)
    statements = rules.statements if rules else ()
    judge = StatementJudge(written, statements)
    departing: list[tuple[VariantMark, str, str]] = []
    for statement in statements:
        with suppress(StatementUnclearError):  # `trilith check` tells of it
            for one in judge.differences(statement):
                if (mark := mark_of(one, statement.rule)) is not None:
                    departing.append((mark, statement.rule, one.says))
    marks = dict.fromkeys([*written.marks, *(mark for mark, _, _ in departing)])
    found: list[DeclaredVariant] = []
    for mark in marks:
        here = [(rule, says) for by, rule, says in departing if by == mark]
        named = [rule for rule, _ in here] if mark.rules is None else mark.rules
        says = dict.fromkeys(says for _, says in here)
        found.append(DeclaredVariant(mark.place, tuple(dict.fromkeys(named)), tuple(says)))
    return tuple(found)


def mark_of(one: ValueDifference, rule: str) -> VariantMark | None:
    """The mark by which a difference departs from ``rule``; None if it is an error."""
    return next((mark for mark in one.node.marks if mark.admits(rule)), None)


# A ruling settles what the rules leave open, so each of its options reads the rules. An option
# that contradicts a rule is a variant: `variants` lists it with the rules that it departs from.
# Rule ids are looked up in the game's `rules.yaml`, where it has one.


def check_variants(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare the variants of every game with its options and with its rules."""
    return tuple(
        finding
        for game in catalogue.games.values()
        if any(ruling.variants for ruling in game.rulings)
        for finding in variants_of(game, rulebook_of(catalogue, game.id))
    )


def variants_of(game: Game, rulebook: Rulebook | None) -> Iterator[Finding]:
    """What is wrong with the variants of ``game``; without a rulebook no rule is looked up."""
    for ruling in game.rulings:
        known = [rule.id for rule in rulebook.rules] if rulebook else []
        for option, departs in ruling.variants.items():
            place = ruling.variant_places[option]
            if option not in ruling.options:
                message = f"{ruling.id} has no option {option!r}"
                hint = did_you_mean(option, ruling.options, f"known: {', '.join(ruling.options)}")
                yield error(game, "variant-unknown", place, message, hint)
            for rule in departs if rulebook else ():
                if rule not in known:
                    message = f"{ruling.id}: there is no rule {rule} for {option!r} to depart from"
                    hint = did_you_mean(rule, known, f"see trilith rules {game.id}")
                    yield error(game, "variant-unknown", place, message, hint)
        if ruling.default in ruling.variants and not ruling.default_because:
            message = f"the option in force of {ruling.id}, {ruling.default!r}, departs from "
            message += ", ".join(ruling.variants[ruling.default])
            hint = "take another `default`, or say under `default_because` why"
            place = ruling.variant_places[ruling.default]
            yield error(game, "variant-default", place, message, hint)
