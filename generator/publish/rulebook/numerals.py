"""How a language says numbers of pieces and of players, as rulebooks are checked for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_ENDS = r"(?=\s*(?:$|\n|[.,;:()|]|and\b|und\b))"


@dataclass(frozen=True)
class Numerals:
    """Number words from one on by what they mean, and the words about them.

    ``players`` has the groups a, how and b, c, span and d, and e of :data:`ENGLISH`; ``every`` and
    ``after`` are what makes a number of pieces one of all of them, before or behind it.
    """

    words: Mapping[str, int]
    players: re.Pattern[str]
    between: frozenset[str]
    every: str
    after: str

    @property
    def number(self) -> str:
        """A pattern for a number, in digits or in words."""
        return rf"(?:\d+|{'|'.join(self.words)})"

    def value(self, written: str) -> int:
        """The number that is written."""
        lower = written.lower()
        return int(lower) if lower.isdigit() else self.words[lower]

    def said_of(self, noun: str, text: str) -> Iterator[re.Match[str]]:
        """Where a text says how many of something there are; the number is the group n."""
        words = r"\s+".join(map(re.escape, noun.split()))
        if not re.search(words, text, re.IGNORECASE):  # else six longer patterns are compiled
            return
        number = f"(?P<n>{self.number})"
        told = rf"{number}\s+{words}\b"
        for pattern in (
            rf"(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]+{told}{_ENDS}",
            rf"\|\s*{told}\s*(?=\|)",
            rf"\|\s*{number}\s*\|\s*{words}\s*(?=\|)",
            rf"\|\s*{words}\s*\|\s*{number}\s*(?=\|)",
            rf"\b(?:{self.every})\s+{told}",
            rf"\b{told}(?=\s+(?:{self.after})\b)",
        ):
            yield from re.finditer(pattern, text, re.IGNORECASE)


_ONE_TO_TWELVE = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_NUMBER = rf"(?:\d+|{'|'.join(_ONE_TO_TWELVE)})"
ENGLISH = Numerals(
    words={word: number for number, word in enumerate(_ONE_TO_TWELVE, start=1)},
    players=re.compile(
        rf"\b(?:with|for|at|of)\s+(?P<a>{_NUMBER})"
        rf"(?:\s*(?P<how>to|or|and|-|–)\s*(?P<b>{_NUMBER}))?"
        rf"\s+(?:players|people|persons|player)\b"
        rf"|\b(?P<c>{_NUMBER})\s*(?P<span>to|-|–)\s*(?P<d>{_NUMBER})\s+players\b"
        rf"|\b(?P<e>{_NUMBER})-player\b",
        re.IGNORECASE,
    ),
    between=frozenset(["to", "-", "–"]),
    every="all|all of the|all the|there are|box holds|box contains",
    after="in all|in total|altogether",
)

_EINS_BIS_ZWOELF = (
    *("eins", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)
_ZAHL = rf"(?:\d+|einer|einen|eine|ein|{'|'.join(_EINS_BIS_ZWOELF)})"
GERMAN = Numerals(
    words={
        **dict.fromkeys(("einer", "einen", "eine", "ein"), 1),
        **{word: number for number, word in enumerate(_EINS_BIS_ZWOELF, start=1)},
    },
    players=re.compile(
        rf"\b(?:mit|für|bei|zu)\s+(?P<a>{_ZAHL})(?:\s*(?P<how>bis|oder|und|-|–)\s*(?P<b>{_ZAHL}))?"
        rf"\s+(?:Spielern?|Spielerinnen|Personen|Leuten?)\b"
        rf"|\b(?P<c>{_ZAHL})\s*(?P<span>bis|-|–)\s*(?P<d>{_ZAHL})\s+(?:Spieler|Personen)\b"
        rf"|\b(?P<e>{_ZAHL})-Spieler-",
        re.IGNORECASE,
    ),
    between=frozenset(["bis", "-", "–"]),
    every="alle|es gibt|enthält|liegen",
    after="insgesamt|zusammen",
)


def numerals_of(language: str) -> Numerals:
    """How a language (BCP 47) says numbers; English where nothing is known of it."""
    return GERMAN if language.partition("-")[0] == "de" else ENGLISH
