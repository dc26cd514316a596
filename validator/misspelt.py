"""What a set-up step calls its pieces, against the words of the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validator.catalogue.model import Catalogue
from validator.catalogue.source import Source, Trail
from validator.findings import Finding, Severity

_WORD = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
LEAST = 4
"""Letters of the shortest words that are compared; shorter ones are too much like each other."""


def check_misspelt(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Look at each `what` of every game's set-up."""
    known: dict[str, Counter[str]] = {}  # a box is read once for all its games
    return tuple(
        finding
        for game in catalogue.games.values()
        if game.complete
        for finding in _of_game(
            game.id,
            (*catalogue.written.get(game.id, ()), *catalogue.written.get(game.box or "", ())),
            known,
        )
    )


def _of_game(
    game: str, sources: Iterable[Source], known: dict[str, Counter[str]]
) -> Iterator[Finding]:
    said = [
        (source, trail, text)
        for source in sources
        if source.data["kind"] == "setup"
        for trail, text in _whats(source.data["steps"], ("steps",))
    ]
    used: Counter[str] = Counter()
    for source in sources if said else ():
        if source.file not in known:
            known[source.file] = _used_in(source)
        used.update(known[source.file])
    for source, trail, text in said:
        for message, hint in _faults(text, used):
            place = source.place(trail)
            yield Finding("what-misspelt", Severity.WARNING, game, place, message, hint)


def _used_in(source: Source) -> Counter[str]:
    """How often a file has each word, in the order in which they first occur."""
    used: Counter[str] = Counter()
    for text, times in Counter(_texts(source.data, [])).items():
        for word in _words(text):
            used[word] += times
    return used


def _whats(value: Any, trail: Trail) -> Iterator[tuple[Trail, str]]:
    """Every text under `what`, wherever it stands in the steps."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        if key == "what" and isinstance(inner, str):
            yield (*trail, key), inner
        elif isinstance(inner, dict | list):
            yield from _whats(inner, (*trail, key))


def _texts(value: Any, found: list[str]) -> list[str]:
    """Every text of a file, keys included, after those that were ``found``."""
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            found.append(str(key))
            _texts(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _texts(inner, found)
    return found


def _words(text: str) -> list[str]:
    """The words of a text, and those that hyphens join, as a whole too."""
    plain = text.replace("_", " ").lower()
    return [*_WORD.findall(plain), *(some for some in _WORDS.findall(plain) if "-" in some)]


def _faults(text: str, used: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    words = _words(text)
    if not words:
        yield f"{text!r} is no word", "say what people call these pieces"
    for word in dict.fromkeys(words):
        if used[word] > words.count(word):
            continue
        close = next((other for other in used if other not in words and is_slip(word, other)), "")
        if close:
            yield f"the word {word!r} of `what` occurs nowhere else", f"did you mean {close!r}?"


def is_slip(word: str, other: str) -> bool:
    """Tell whether two letters side by side in one word have changed places in the other."""
    if len(word) != len(other) or len(word) < LEAST:
        return False
    wrong = [at for at, (one, two) in enumerate(zip(word, other, strict=True)) if one != two]
    if len(wrong) != 2 or wrong[1] != wrong[0] + 1:
        return False
    first, second = wrong
    return (word[first], word[second]) == (other[second], other[first])
