"""The English plural of a noun, where a game does not state it."""

from __future__ import annotations

import re

_IRREGULAR = {
    **{"child": "children", "die": "dice", "foot": "feet", "goose": "geese", "man": "men"},
    **{"mouse": "mice", "ox": "oxen", "person": "people", "tooth": "teeth", "woman": "women"},
    **{"calf": "calves", "elf": "elves", "half": "halves", "knife": "knives", "leaf": "leaves"},
    **{"life": "lives", "loaf": "loaves", "self": "selves", "shelf": "shelves"},
    **{"thief": "thieves", "wife": "wives", "wolf": "wolves"},
    **{"echo": "echoes", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes"},
    **{"volcano": "volcanoes", "quiz": "quizzes"},
}
_SAME = frozenset(["deer", "fish", "gold", "series", "sheep", "species", "silver", "swine"])
_HISSING = ("s", "x", "z", "ch", "sh")
_HEAD = re.compile(r"(?P<noun>.+?)(?P<rest> (?:of|in|on|from|with|for|to|at) .+)?", re.DOTALL)
_LAST = re.compile(r"(.*?)([^\W\d_]+)(\W*)", re.DOTALL)


def plural(noun: str) -> str:
    """The plural: of the last word, or of the one before "of", "in" and the like.

    >>> [plural(noun) for noun in ("card", "berry", "piece of cake", "old witch", "Wolf", "day")]
    ['cards', 'berries', 'pieces of cake', 'old witches', 'Wolves', 'days']
    """
    head = _HEAD.fullmatch(noun)
    parts = _LAST.fullmatch(head["noun"]) if head else None
    if head is None or parts is None:
        return noun
    return f"{parts[1]}{_of_word(parts[2])}{parts[3]}{head['rest'] or ''}"


def _of_word(word: str) -> str:
    lower = word.lower()
    if lower in _SAME:
        return word
    for one, many in _IRREGULAR.items():
        if lower == one or (len(one) >= 4 and lower.endswith(one)):
            return word[: len(word) - len(one)] + _as(word[len(word) - len(one) :], many)
    if lower.endswith("man") and not lower.endswith(("human", "german", "roman", "talisman")):
        return word[:-2] + "en"
    if lower.endswith("y") and lower[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return word[:-1] + "ies"
    return word + ("es" if lower.endswith(_HISSING) else "s")


def _as(word: str, many: str) -> str:
    """``many`` with a capital where ``word`` has one."""
    return many[:1].upper() + many[1:] if word[:1].isupper() else many


def default_plural(noun: str, language: str) -> str:
    """The plural of a noun in a language (BCP 47): that of English, in others the noun itself."""
    return plural(noun) if language.partition("-")[0] in ("", "en") else noun
