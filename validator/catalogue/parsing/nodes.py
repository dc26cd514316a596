"""The nodes of a YAML text, of its longest lists one entry after the other.

A node is a hundred times as large as the text it stands for. So of a long text, the top and the
lists right below it give what is in them as it is asked for, as an iterator in place of a list, and
forget it. All else, the faults that are raised included, is as ``yaml.compose`` has it, which reads
a short text at once and faster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.composer import ComposerError

STREAMED = 2
"""Levels whose nodes come one at a time: the keys of a file, and the entries of its lists."""
LONG = 100_000
"""Characters from which on a text is read entry by entry; its nodes would take some 10 MB."""
_END = (yaml.SequenceEndEvent, yaml.MappingEndEvent)


class Nodes:
    """The nodes of one text: the :meth:`first` holds all others, and :meth:`finish` comes last.

    An alias gives the very node again that is named by an anchor.

    Raises:
        yaml.YAMLError: anywhere; the text is not YAML.
    """

    def __init__(self, text: str, long: int = LONG) -> None:
        self._named: dict[str, Any] = {}
        self._known: set[int] = set()
        self._loader: Any = yaml.CSafeLoader(text)
        self._at_once = len(text) < long
        self._top: Any = None

    def first(self) -> Any:
        """The node of the whole text (a :class:`yaml.Node`); None where there is none."""
        if self._at_once:
            return self._loader.get_single_node()
        self._event()  # the stream starts
        if isinstance(self._event(), yaml.DocumentStartEvent):
            self._top = self._node(self._event(), 0)
        return self._top

    def finish(self) -> None:
        """Read what was not asked for, and see that nothing comes after it."""
        if self._top is None:
            return
        _pass_over(self._top)
        self._event()  # the document ends
        event = self._event()
        if isinstance(event, yaml.DocumentStartEvent):
            raise _fault(
                "expected a single document in the stream",
                self._top.start_mark,
                "but found another document",
                event.start_mark,
            )

    def is_named(self, node: yaml.Node) -> bool:
        """Tell whether a node may come again: those of a long text only if they have an anchor."""
        return self._at_once or id(node) in self._known

    def _event(self) -> Any:
        return self._loader.get_event()

    def _node(self, event: Any, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._named:
                raise _fault(None, None, "found undefined alias", event.start_mark)
            return self._named[event.anchor]
        anchor = event.anchor
        if anchor is not None and anchor in self._named:
            raise _fault(
                "found duplicate anchor; first occurrence",
                self._named[anchor].start_mark,
                "second occurrence",
                event.start_mark,
            )
        node = self._started(event)
        if anchor is not None:
            self._named[anchor] = node  # which keeps it, so that its id stays its own
            self._known.add(id(node))
        if not isinstance(node, yaml.ScalarNode):
            inner = self._pairs(depth) if isinstance(node, yaml.MappingNode) else self._rest(depth)
            node.value = inner if depth < STREAMED else list(inner)
        return node

    def _started(self, event: Any) -> Any:
        """The node that an event begins, without what is in it."""
        value = event.value if isinstance(event, yaml.ScalarEvent) else None
        kind: Any = _KINDS[type(event)]
        tag = event.tag
        if tag is None or tag == "!":
            tag = self._loader.resolve(kind, value, event.implicit)
        if value is not None:
            return yaml.ScalarNode(tag, value, event.start_mark, event.end_mark, event.style)
        return kind(tag, value, event.start_mark)

    def _rest(self, depth: int) -> Iterator[yaml.Node]:
        """The entries of a list that has begun, or the keys and values of a mapping by turns."""
        while not isinstance(event := self._event(), _END):
            node = self._node(event, depth + 1)
            yield node
            if not isinstance(event, yaml.AliasEvent):
                _pass_over(node)

    def _pairs(self, depth: int) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        rest = self._rest(depth)
        for key in rest:
            if not isinstance(key.value, str | list):
                key.value = list(key.value)
            yield key, next(rest)


_KINDS = {
    yaml.ScalarEvent: yaml.ScalarNode,
    yaml.SequenceStartEvent: yaml.SequenceNode,
    yaml.MappingStartEvent: yaml.MappingNode,
}


def _fault(*told: Any) -> ComposerError:
    """The composer's own fault: context and its mark, problem and its mark."""
    return ComposerError(*told)


def _pass_over(node: yaml.Node) -> None:
    """Read what is left of a node whose inner ones come as they are asked for."""
    if isinstance(node.value, Iterator):
        deque(node.value, maxlen=0)
