"""Effects in short: ``score 3 point; draw 2 luck-card``, by one grammar for reading and writing.

An effect is its kind, its amount, its main noun and its other keys by name, all as
``validator/schemas/effects.json`` has them; effects are parted by ``;`` or line ends. What is
counted stands in parentheses unless it is one word, filters are ``field=value``, the price of
effects is ``to (...)``, and a key that is true is its name alone::

    score 5 vp-winter per (installed where slot=lintel) most 10
    pay 2 coin to (draw 1 luck-card; score 1 vp)
    act carve free limit 1

A word that is also a key of its effect, or that would be read as a number, has quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from validator.catalogue.effects import KINDS
from validator.catalogue.schemas import schema
from validator.catalogue.sheets.shapes import CellError, FieldShape, same, shape_of, unescape
from validator.findings import did_you_mean

NOUNS: Mapping[str, tuple[str, ...]] = {
    "gain": ("what",),
    "pay": ("what",),
    "draw": ("what",),
    "discard": ("what",),
    "place": ("what",),
    "advance": ("track",),
    "score": ("what",),
    "act": ("action",),
    "discount": ("of",),
    "reach": ("what", "area"),
    "allow": ("verb", "what"),
    "special": ("rule",),
}
"""The keys whose names are left out, in order, by kind of effect."""

_TOKEN = re.compile(
    r'[^\S\n]*(?:(?P<text>"(?:[^"\\\n]|\\.)*")|(?P<sign>[();=\n])|(?P<word>[^\s();="]+))'
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})")
_DEEPEST = 10


def read_effects(text: str) -> list[dict[str, Any]]:
    """The effects that a text says, as YAML would have them; not yet held against the schema.

    Raises:
        CellError: it says none.
    """
    reading = _TokenReader(_tokens(text))
    found = reading.effects(0)
    if reading.next is not None:
        raise reading.error_here("write `;` between effects")
    return found


def say_effects(effects: Any) -> str | None:
    """The text that says these effects (as YAML has them); None if no text does."""
    try:
        text = "; ".join(_say(one) for one in effects)
        return text if text and same(read_effects(text), list(effects)) else None
    except (CellError, KeyError, TypeError, AttributeError):
        return None


@cache
def _shapes(kind: str) -> Mapping[str, FieldShape]:
    """The keys of a kind of effect with their shapes, ``do`` left out."""
    document = schema("effects")
    found = shape_of(document["$defs"][kind], document).properties
    return {key: shape for key, shape in found.items() if key != "do"}


class _Token(str):
    """A word, a text in quotes (``quoted``) or a sign."""

    quoted = False
    sign = False


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    at = 0
    text = text.strip().replace("\r\n", "\n")
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise CellError("a quote is not closed", 'end the word with "')
        token = _Token(match["word"] or match["sign"] or "")
        token.sign = bool(match["sign"])
        if match["text"]:
            token = _Token(unescape(match["text"][1:-1]))
            token.quoted = True
        found.append(token)
        at = match.end()
    return found


class _TokenReader:
    def __init__(self, tokens: Sequence[_Token]) -> None:
        self.tokens = tokens
        self.at = 0

    @property
    def next(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def is_sign(self, *signs: str) -> bool:
        return self.next is not None and self.next.sign and self.next in signs

    def take(self) -> _Token:
        token = self.next
        if token is None:
            raise CellError("the text ends too early", "write the rest of the effect")
        self.at += 1
        return token

    def word(self) -> _Token:
        token = self.take()
        if token.sign:
            self.at -= 1
            raise self.error_here("write a word")
        return token

    def error_here(self, hint: str) -> CellError:
        before = " ".join(self.tokens[max(0, self.at - 3) : self.at])
        told = "the end" if self.next is None else f"`{self.next[:40]}`"
        behind = f" behind `{before[-60:]}`" if before else ""
        return CellError(f"{told}{behind} says nothing here", hint)

    def effects(self, depth: int) -> list[dict[str, Any]]:
        if depth > _DEEPEST:
            raise CellError("effects stand too deep in one another", "write them in YAML")
        found: list[dict[str, Any]] = []
        while True:
            while self.is_sign(";", "\n"):
                self.take()
            if self.next is None or self.is_sign(")"):
                break
            found.append(self.effect(depth))
            if self.next is not None and not self.is_sign(";", "\n", ")"):
                known = [key for key in _shapes(found[-1]["do"]) if key not in found[-1]]
                hint = f"keys of `{found[-1]['do']}` are {', '.join(known) or 'all said'}"
                if self.next.isdigit() and "amount" in known:
                    hint = f"the amount stands first: `{found[-1]['do']} {self.next} ...`; {hint}"
                raise self.error_here(did_you_mean(str(self.next), known, hint))
        if not found:
            raise self.error_here(f"write an effect: {', '.join(KINDS)}")
        return found

    def effect(self, depth: int) -> dict[str, Any]:
        kind = self.word()
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS, f"effects begin with {', '.join(KINDS)}")
            raise CellError(f"`{kind[:40]}` is no kind of effect", hint)
        shapes = _shapes(kind)
        made: dict[str, Any] = {"do": str(kind)}
        nouns: dict[str, Any] = {}
        if "amount" in shapes and self.is_amount(shapes["amount"]):
            nouns["amount"] = _value(self.take(), shapes["amount"])
        for key in NOUNS[kind]:
            if self.is_noun(shapes):
                made[key] = str(self.take())
        made |= nouns
        while self.next is not None and not self.next.sign and self.next in shapes:
            key = self.take()
            if key in made:
                self.at -= 1
                raise self.error_here("say it once")
            made[str(key)] = self.value(shapes[key], depth)
        return made

    def is_amount(self, shape: FieldShape) -> bool:
        token = self.next
        if token is None or token.sign or token.quoted:
            return False
        if _NUMBER.fullmatch(token):
            return True
        more = self.tokens[self.at + 1 : self.at + 2]
        alternatives = shape.fragment.get("anyOf", shape.fragment.get("oneOf", ()))
        words = {str(one["const"]) for one in alternatives if "const" in one}
        return token in words and bool(more) and not more[0].sign

    def is_noun(self, shapes: Mapping[str, FieldShape]) -> bool:
        token = self.next
        return token is not None and not token.sign and (token.quoted or token not in shapes)

    def value(self, shape: FieldShape, depth: int) -> Any:
        if shape.effects:
            return self.in_brackets(lambda: self.effects(depth + 1))
        if shape.allows("object"):
            if not self.is_sign("("):
                return {"of": str(self.word())}
            return self.in_brackets(lambda: self.count(shape))
        if shape.allows("boolean"):
            said = self.next in ("true", "false") and self.next is not None
            return self.take() == "true" if said else True
        return _value(self.word(), shape)

    def in_brackets(self, inside: Any) -> Any:
        if not self.is_sign("("):
            raise self.error_here("write it in parentheses")
        self.take()
        found = inside()
        if not self.is_sign(")"):
            raise self.error_here("close the parenthesis")
        self.take()
        return found

    def count(self, shape: FieldShape) -> dict[str, Any]:
        """What is counted, up to the closing parenthesis."""
        made: dict[str, Any] = {"of": str(self.word())}
        while not self.is_sign(")"):
            key = self.word()
            if key not in shape.properties or key in made:
                self.at -= 1
                known = [one for one in shape.properties if one not in made]
                raise self.error_here(f"keys here are {', '.join(known)}")
            if key == "where":
                made["where"] = self.filters()
            else:
                made[str(key)] = self.value(shape.properties[key], 0)
        return made

    def filters(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] == "=":
            name = self.word()
            self.take()
            made[str(name)] = _filter_value(self.word())
        if not made:
            raise self.error_here("write field=value")
        return made


def _value(token: _Token, shape: FieldShape) -> Any:
    is_number = not token.quoted and shape.allows("integer") and _NUMBER.fullmatch(token)
    return int(token) if is_number else str(token)


def _filter_value(token: _Token) -> Any:
    if token.quoted:
        return str(token)
    if token in ("true", "false"):
        return token == "true"
    return int(token) if _NUMBER.fullmatch(token) else str(token)


def _say(effect: Mapping[str, Any]) -> str:
    kind = effect["do"]
    shapes = _shapes(kind)
    words = [kind]
    said = {"do"}
    if "amount" in effect:
        words.append(str(effect["amount"]))
        said.add("amount")
    for key in NOUNS[kind]:
        if key not in effect:
            break
        words.append(_word(effect[key], shapes))
        said.add(key)
    for key, value in effect.items():
        if key not in said:
            words += _key_words(key, value, shapes[key])
    return " ".join(words)


def _key_words(key: str, value: Any, shape: FieldShape) -> list[str]:
    if shape.effects:
        return [key, f"({'; '.join(map(_say, value))})"]
    if shape.allows("object"):
        return [key, _say_count(value, shape)]
    if shape.allows("boolean"):
        return [key] if value is True else [key, "false"]
    return [key, _word(value, {}) if isinstance(value, str) else str(value)]


def _say_count(count: Mapping[str, Any], shape: FieldShape) -> str:
    words = [_word(count["of"], {})]
    for key, value in count.items():
        if key == "where":
            words += [
                "where",
                *(f"{_word(name, {})}={_say_value(one)}" for name, one in value.items()),
            ]
        elif key != "of":
            words += _key_words(key, value, shape.properties[key])
    return words[0] if len(words) == 1 else f"({' '.join(words)})"


def _say_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and value in ("true", "false"):
        return json.dumps(value)
    return _word(value, {}) if isinstance(value, str) else str(value)


def _word(text: str, keys: Mapping[str, Any]) -> str:
    plain = re.fullmatch(r'[^\s();="]+', text) and text not in keys and not _NUMBER.fullmatch(text)
    return text if plain else json.dumps(text, ensure_ascii=False)
