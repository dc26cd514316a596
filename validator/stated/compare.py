"""Where a value as written differs from what a rule states of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from validator.findings import Place
from validator.stated.written import LEFT_OUT, Node

REMARKS = ("rules", "note", "name", "reason", "finding", "text", "what", "variant", "then")
"""Keys of steps and entries that are for readers; no statement need repeat them."""
_LONGEST = 70


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is not as stated: at ``place``, in ``node`` or the nearest that is there.

    ``says`` is the fault without its rule, ``mend`` what would agree with the rule again.
    """

    node: Node
    place: Place
    says: str
    mend: str


def differences(node: Node, stated: Any) -> Iterator[Difference]:
    """How ``node`` departs from ``stated``: of mappings the stated keys, of lists every item."""
    if isinstance(stated, Mapping) and isinstance(node.value, Mapping):
        yield from _keys(node, stated)
    elif isinstance(stated, Sequence) and not isinstance(stated, str) and node.items():
        yield from _items(node, stated)
    elif node.value != stated or isinstance(node.value, bool) != isinstance(stated, bool):
        says = f"{node.name} is {short(node.value)}, not {short(stated)}"
        yield Difference(node, node.place, says, f"put {short(stated)} back")


def agrees(node: Node, stated: Any) -> bool:
    """Tell whether ``node`` is as stated."""
    return next(differences(node, stated), None) is None


def short(value: Any) -> str:
    """A value as a message shows it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def missing(node: Node, place: Place, what: str, stated: Any) -> Difference:
    """Something stated is not there; ``place`` is where it should stand."""
    return Difference(node, place, f"{what} is missing ({short(stated)})", "put it back")


def surplus(node: Node, place: Place, what: str) -> Difference:
    """Something is there that is not stated."""
    return Difference(node, place, f"{what} is one too many", "take it out")


def _keys(node: Node, stated: Mapping[str, Any]) -> Iterator[Difference]:
    for key, wanted in stated.items():
        if key in node.value:
            yield from differences(node.inner(key), wanted)
        elif not _is_left_out(key, wanted):
            yield missing(node, node.place, f"{node.name}: {key}", wanted)
    for key, value in node.value.items() if node.exact else ():
        if key not in stated and key not in REMARKS and not _is_left_out(key, value):
            yield surplus(node, node.key_place(key), f"{node.name}: {key}")


def _is_left_out(key: str, value: Any) -> bool:
    """Tell whether a key with this value says the same as no key."""
    return value is None or value is False or (key in LEFT_OUT and LEFT_OUT[key] == value)


def _items(node: Node, stated: Sequence[Any]) -> Iterator[Difference]:
    """Item by item, in order; what lies between an equal beginning and an equal end differs."""
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
        yield missing(node, items[at].place, f"an item of {node.name}", want)


def _equal(items: Sequence[Node], stated: Sequence[Any]) -> int:
    """How many items agree, from the first on."""
    pairs = zip(items, stated, strict=False)
    return next(
        (at for at, (item, want) in enumerate(pairs) if not agrees(item, want)),
        min(len(items), len(stated)),
    )
