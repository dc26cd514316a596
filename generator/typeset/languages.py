"""What a language (BCP 47) says of setting text: its direction and its quotation marks."""

from __future__ import annotations

from collections.abc import Mapping

_RIGHT_TO_LEFT = frozenset(
    ["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "syr", "ug", "ur", "yi"]
)
_ENGLISH = "‘’“”"
_MARKS: Mapping[str, str] = {
    **dict.fromkeys(("de", "cs", "sk", "sl", "is"), "‚‘„“"),
    **dict.fromkeys(("bg", "hr", "ka", "lt"), "‘’„“"),
    **dict.fromkeys(("pl", "ro", "hu"), "‚’„”"),
    **dict.fromkeys(("sv", "fi"), "’’””"),
    **dict.fromkeys(("da", "nb", "nn", "no"), "‘’«»"),
    **dict.fromkeys(("es", "it", "pt", "el", "ru", "uk"), "‘’«»"),
    "da": "‘’“”",
    "pt-BR": _ENGLISH,
    "fr": "‘’«»",
}
"""Single and double quotation marks, opening and closing (CLDR, delimiters; recall)."""


def base(language: str) -> str:
    """The language without script and region: ``pt`` of ``pt-BR``."""
    return language.partition("-")[0].lower()


def direction_level(language: str) -> int:
    """1 for a language that is written from right to left, else 0."""
    return int(base(language) in _RIGHT_TO_LEFT)


def words_of_one_letter_lead(language: str) -> bool:
    """Tell whether a word of one letter may not end a line, as in Polish and Czech (recall)."""
    return base(language) in ("cs", "pl", "sk")


def marks(language: str) -> tuple[str, str, str, str]:
    """Opening and closing single, opening and closing double quotation marks."""
    found = _MARKS.get(language) or _MARKS.get(base(language)) or _ENGLISH
    return found[0], found[1], found[2], found[3]


def inner_space(language: str) -> str:
    """What stands between double quotation marks and the words in them."""
    return "\N{NO-BREAK SPACE}" if base(language) == "fr" else ""
