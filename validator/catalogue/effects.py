"""Effects as YAML says them, turned into typed ones; the front door of the vocabulary.

The kinds live in :mod:`validator.catalogue.effect_types` and are re-exported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from validator.catalogue.effect_types import (
    KINDS,
    SEATS,
    Act,
    Advance,
    Allow,
    Condition,
    Count,
    Discard,
    Discount,
    Draw,
    Effect,
    Filter,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
    filter_term,
    nouns,
)

__all__ = [
    "KINDS",
    "SEATS",
    "Act",
    "Advance",
    "Allow",
    "Condition",
    "Count",
    "Discard",
    "Discount",
    "Draw",
    "Effect",
    "Filter",
    "Gain",
    "Pay",
    "Place",
    "Raw",
    "Reach",
    "Score",
    "Special",
    "filter_term",
    "nouns",
    "parse_effect",
    "parse_effects",
]

Raw: TypeAlias = Mapping[str, object]


def parse_effect(raw: Raw) -> Effect:
    """Turn one schema-checked mapping into its effect; ``do`` names the kind."""
    return _READERS[_text(raw, "do")](raw)


def parse_effects(raw: object) -> tuple[Effect, ...]:
    """Turn a schema-checked list of mappings (or None) into effects, in order."""
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return ()
    return tuple(parse_effect(item) for item in raw if isinstance(item, Mapping))


def _text(raw: Raw, key: str) -> str:
    value = raw[key]
    assert isinstance(value, str), key
    return value


def _text_or_none(raw: Raw, key: str) -> str | None:
    return _text(raw, key) if raw.get(key) is not None else None


def _who(raw: Raw) -> str:
    return _text(raw, "who") if "who" in raw else "you"


def _number(raw: Raw, key: str, default: int) -> int:
    value = raw.get(key, default)
    assert isinstance(value, int), key
    return value


def _number_or(raw: Raw, key: str, word: str | None, default: int | None) -> int | None:
    """A whole number, or None where the word (``all``, ``end`` ...) stands instead."""
    value = raw.get(key, default)
    if value is None or (word is not None and value == word):
        return None
    assert isinstance(value, int), key
    return value


def _flag(raw: Raw, key: str) -> bool:
    return raw.get(key) is True


def _filters(raw: object) -> tuple[Filter, ...]:
    if not isinstance(raw, Mapping):
        return ()
    return tuple(
        Filter(field, value) for field, value in raw.items() if isinstance(value, str | int | bool)
    )


def _count(raw: object) -> Count | None:
    if not isinstance(raw, Mapping):
        return None
    whose = _text(raw, "whose") if "whose" in raw else "you"
    distinct = _text_or_none(raw, "distinct")
    return Count(_text(raw, "of"), _filters(raw.get("where")), distinct, whose)


def _condition(raw: object) -> Condition | None:
    count = _count(raw)
    if count is None or not isinstance(raw, Mapping):
        return None
    least = _number_or(raw, "at_least", None, None)
    return Condition(count, least, _number_or(raw, "at_most", None, None), _flag(raw, "most"))


def _gain(raw: Raw) -> Gain:
    per, when = _count(raw.get("per")), _condition(raw.get("when"))
    return Gain(_text(raw, "what"), _number(raw, "amount", 1), per, when, _who(raw))


def _pay(raw: Raw) -> Pay:
    to = parse_effects(raw.get("to"))
    return Pay(_text(raw, "what"), _number(raw, "amount", 1), to, _who(raw))


def _draw(raw: Raw) -> Draw:
    keep = _number_or(raw, "keep", None, None)
    by = _text_or_none(raw, "by")
    return Draw(_text(raw, "what"), _number(raw, "amount", 1), keep, by, _who(raw))


def _discard(raw: Raw) -> Discard:
    to = parse_effects(raw.get("to"))
    return Discard(_text(raw, "what"), _number_or(raw, "amount", "all", 1), to, _who(raw))


def _place(raw: Raw) -> Place:
    amount = _number(raw, "amount", 1)
    return Place(_text(raw, "what"), _text(raw, "where"), amount, _flag(raw, "free"))


def _advance(raw: Raw) -> Advance:
    which = _text(raw, "which") if "which" in raw else "the"
    return Advance(_text(raw, "track"), _number_or(raw, "amount", "end", 1), which)


def _score(raw: Raw) -> Score:
    return Score(
        what=_text(raw, "what"),
        amount=_number(raw, "amount", 1),
        per=_count(raw.get("per")),
        every=_number(raw, "every", 1),
        most=_number_or(raw, "most", None, None),
        when=_condition(raw.get("when")),
    )


def _act(raw: Raw) -> Act:
    limit = _number_or(raw, "limit", None, None)
    return Act(_text(raw, "action"), _text_or_none(raw, "area"), _flag(raw, "free"), limit)


def _discount(raw: Raw) -> Discount:
    what = _text(raw, "what") if "what" in raw else "coin"
    amount = _number_or(raw, "amount", "all", 1)
    return Discount(_text(raw, "of"), amount, _number_or(raw, "uses", "all", None), what)


def _reach(raw: Raw) -> Reach:
    uses = _number_or(raw, "uses", "all", None)
    return Reach(_text(raw, "what"), _text(raw, "area"), uses)


def _allow(raw: Raw) -> Allow:
    return Allow(
        verb=_text_or_none(raw, "verb"),
        what=_text_or_none(raw, "what"),
        more=_number(raw, "more", 1),
        waive=_text_or_none(raw, "waive"),
        uses=_number_or(raw, "uses", "all", None),
    )


def _special(raw: Raw) -> Special:
    return Special(_text(raw, "rule"))


_READERS: dict[str, Callable[[Raw], Effect]] = {
    "gain": _gain,
    "pay": _pay,
    "draw": _draw,
    "discard": _discard,
    "place": _place,
    "advance": _advance,
    "score": _score,
    "act": _act,
    "discount": _discount,
    "reach": _reach,
    "allow": _allow,
    "special": _special,
}
