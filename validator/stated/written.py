"""What a game's files say, list by list, every value with its place and its marks as a variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from validator.catalogue.build import raw_records
from validator.catalogue.model import Catalogue, Game, passes
from validator.catalogue.source import Source, Step, Trail
from validator.findings import Place

LISTS = (
    *("configurations", "refusals", "parts", "uses", "piles", "simulation"),
    *("rulings", "claims"),
)
"""Lists of game.yaml that a statement can be about."""
EXACT = ("configurations", "refusals", "parts", "uses", "steps")
"""Lists whose entries are stated whole: a key more, unless it is a remark, is one too many."""
LEFT_OUT: Mapping[str, Any] = {"copies": 1, "bots": 0}
"""What a key means that is not there; any other is none, or false."""


class UnclearError(ValueError):
    """A statement names something that is not there; the message says what."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A `variant` in the data: where it stands and the rules that it names, None for any."""

    place: Place
    rules: tuple[str, ...] | None

    def admits(self, rule: str) -> bool:
        """Tell whether data with this mark may depart from ``rule``."""
        return self.rules is None or rule in self.rules


@dataclass(frozen=True, slots=True)
class Node:
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
    marks: tuple[Mark, ...] = ()
    exact: bool = False

    @property
    def place(self) -> Place:
        """Where the value begins."""
        return self.source.place(self.trail)

    def key_place(self, key: str) -> Place:
        """Where ``key`` of this mapping is written."""
        return self.source.key_place(self.origins.get(key, (*self.trail, key)))

    def inner(self, step: Step) -> Node:
        """The value of a key, or the item of a number."""
        trail = self.origins.get(str(step), (*self.trail, step))
        name = f"{self.name}: {step}" if len(self.trail) < 3 else f"{self.name}.{step}"
        return replace(self, value=self.value[step], trail=trail, name=name, origins={})

    def items(self) -> tuple[Node, ...]:
        """The items of a list; none of anything else."""
        return tuple(map(self.inner, range(len(self.value)))) if _is_list(self.value) else ()

    def walk(self, path: str) -> tuple[Node, ...]:
        """The values at ``path``: keys, numbers from 0 (-1 is the last), ids of entries, `*`."""
        here: tuple[Node, ...] = (self,)
        for step in path.split("."):
            here = tuple(inner for node in here for inner in node.step(step))
        return here

    def step(self, name: str) -> tuple[Node, ...]:
        """The value of a key, or the entry of a list with that id or number; `*` is all of them."""
        if isinstance(self.value, Mapping):
            return (self.inner(name),) if name in self.value else ()
        items = self.items()
        if name == "*":
            return items
        known = {"-1": items[-1:], **{str(at): (item,) for at, item in enumerate(items)}}
        found = [replace(one, name=f"{self.name}.{name}") for one in items if one.is_called(name)]
        return tuple(found[:1]) or known.get(name, ())

    def is_called(self, name: str) -> bool:
        """Tell whether this is a mapping with that id."""
        return isinstance(self.value, Mapping) and self.value.get("id") == name

    def fits(self, tests: Mapping[str, Any]) -> bool:
        """Tell whether this mapping passes a field test; a key left out has its usual value."""
        value = self.value if isinstance(self.value, Mapping) else {}
        return all(
            passes(value.get(key, LEFT_OUT.get(key)), wanted) for key, wanted in tests.items()
        )


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Written:
    """The lists of a game and its box: sets, lists of game.yaml, steps, game.yaml itself.

    ``heads`` has the list as a whole, to point at what is missing; ``ids`` its entries by id.
    """

    entries: Mapping[str, tuple[Node, ...]]
    heads: Mapping[str, Node]
    ids: Mapping[str, Mapping[str, Node]]
    marks: tuple[Mark, ...]

    def chosen(self, name: str, where: Mapping[str, Any]) -> tuple[Node, ...]:
        """The entries of a list that pass a field test.

        Raises:
            UnclearError: there is no such list.
        """
        if name not in self.entries:
            raise UnclearError(f"there is no set or list {name!r}")
        known = where.get("id")
        if isinstance(known, str):
            found = self.ids[name].get(known)
            return (found,) if found is not None and found.fits(where) else ()
        return tuple(one for one in self.entries[name] if one.fits(where))


def written_of(catalogue: Catalogue, game: Game) -> Written:
    """The lists of a game that was read, and of its box."""
    own = catalogue.written.get(game.id, ())
    return read_written(own, catalogue.written.get(game.box or "", ()))


def read_written(own: Sequence[Source], box: Sequence[Source]) -> Written:
    """The lists of the files of a game's folder, and the sets of its box's."""
    top = tuple(mark for one in own if one.data["kind"] == "game" for mark in _marks(one, ()))
    found: dict[str, tuple[Node, tuple[Node, ...]]] = {}
    for source in (*own, *(one for one in box if one.data["kind"] == "components")):
        for head, entries in _lists(source, top):
            found.setdefault(head.name, (head, entries))
    return Written(
        entries={name: entries for name, (_, entries) in found.items()},
        heads={name: head for name, (head, _) in found.items()},
        ids={name: _by_id(entries) for name, (_, entries) in found.items()},
        marks=tuple(dict.fromkeys(_marks_of(found.values(), own, top))),
    )


def _marks_of(
    found: Iterable[tuple[Node, tuple[Node, ...]]], own: Sequence[Source], top: tuple[Mark, ...]
) -> Iterator[Mark]:
    """The marks of a game's own files."""
    yield from top
    files = {source.file for source in own}
    for head, entries in found:
        for node in (head, *entries):
            yield from node.marks if node.source.file in files else ()


def _by_id(entries: Iterable[Node]) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for one in entries:
        if isinstance(one.value, Mapping) and "id" in one.value:
            found.setdefault(one.value["id"], one)
    return found


def _lists(source: Source, top: tuple[Mark, ...]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """Each list of a file: the list as a whole, named as statements name it, and its entries."""
    match source.data["kind"]:
        case "game":
            whole = Node(source.data, source, (), "game", "at the top of the file", marks=top)
            yield whole, (replace(whole, name=source.data["id"]),)
            yield from (_listed(source, key, "entry", top) for key in LISTS)
        case "setup":
            yield _listed(source, "steps", "step", top)
        case "components":
            yield _set(source, top)


def _listed(
    source: Source, key: str, what: str, top: tuple[Mark, ...]
) -> tuple[Node, tuple[Node, ...]]:
    head = Node(source.data.get(key, []), source, (key,), key, "at the top of game.yaml", {}, top)
    entries = tuple(
        replace(
            one,
            name=_called(one.value, f"{what} {at} of {key}"),
            home=f"at this {what}",
            marks=(*_marks(source, one.trail), *top),
            exact=key in EXACT,
        )
        for at, one in enumerate(head.items(), 1)
    )
    return head, entries


def _set(source: Source, top: tuple[Mark, ...]) -> tuple[Node, tuple[Node, ...]]:
    """A component set: its head, and every record with its keys where they are written."""
    marks = (*_marks(source, ()), *top)
    name = source.data["set"]
    home = f"at the top of {source.file.rpartition('/')[2]}"
    trail: Trail = ("components",) if "components" in source.data else ("generate", 0, "for")
    head = Node(source.data, source, trail, name, home, marks=marks)
    records = tuple(
        Node(
            one.raw,
            source,
            one.trail,
            _called(one.raw, name),
            home if one.origins else "at this record",
            one.origins,
            (*_marks(source, one.trail), *marks),
        )
        for one in raw_records(source, "")[0]
    )
    return head, records


def _called(value: Any, otherwise: str) -> str:
    return str(value.get("id", otherwise)) if isinstance(value, Mapping) else otherwise


def _marks(source: Source, trail: Trail) -> Iterator[Mark]:
    """The mark of the mapping at ``trail``, if it has one."""
    value = source.data
    for step in trail:
        value = value[step]
    variant = value.get("variant") if isinstance(value, Mapping) else None
    if variant:
        rules = None if variant is True else tuple(variant)
        yield Mark(source.key_place((*trail, "variant")), rules)
