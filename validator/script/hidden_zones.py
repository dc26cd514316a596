"""Zones that refuse to be looked into, for games that are looked ahead.

Not compiled: mypyc makes no native class of a list.
"""

from __future__ import annotations

from typing import NoReturn


class Halt(Exception):  # noqa: N818 - it ends a look ahead, it is not an error
    """Raised while a game is looked ahead, where what comes cannot be seen."""


def _stop(*_: object) -> NoReturn:
    raise Halt


class HiddenZone(list[int]):
    """The pieces of a zone that a seat does not see: they can be counted and others laid on them.

    Whoever looks at them stops the game.
    """

    __slots__ = ()
    __contains__ = __delitem__ = __getitem__ = __iter__ = __reversed__ = __setitem__ = _stop
    clear = copy = count = index = insert = pop = remove = reverse = _stop
    sort = _stop  # type: ignore[assignment]
