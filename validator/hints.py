"""Which known name somebody meant who wrote another, and which id a name would have."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""What the schemas allow as the id of a game."""


def closest(name: str, known: Iterable[str]) -> str | None:
    """The name among ``known`` that is most like ``name``, or None if none is like it.

    Capitals, spaces, hyphens and underlines make no difference.
    """
    alike: dict[str, str] = {}
    for one in known:
        alike.setdefault(_bare(one), one)
    found = difflib.get_close_matches(_bare(name), list(alike), n=1)
    return alike[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint that asks for the closest of ``known``, or says ``otherwise`` where none is close."""
    close = closest(name, known)
    return otherwise if close is None else f"did you mean {close!r}?"


def as_id(name: str) -> str:
    """The id and folder of what is called ``name``: ``Harbour Night`` gives ``harbour_night``.

    Accents are dropped (``Été`` gives ``ete``); empty where nothing of the name can be used. An id
    stays as it is.
    """
    if _ID.fullmatch(name):
        return name
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "_", bare.lower()).strip("_")


def _bare(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.casefold())
