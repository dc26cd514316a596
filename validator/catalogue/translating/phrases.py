"""The product's own sentences, which a project may say in its own way in its PO files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import polib

from validator.catalogue.words.grammar import FOLDER
from validator.catalogue.words.tongue import ENGLISH_RULE, Tongue, tongue_of

OPEN = ("verb", "adjective", "noun", "noun class")
"""Contexts of words, of which a project may have some that the product does not know."""


@cache
def own_sentences() -> frozenset[tuple[str, str]]:
    """What the product says, by context and English, as its shipped catalogues list it."""
    return frozenset(
        (entry.msgctxt or "", entry.msgid)
        for path in sorted(FOLDER.glob("*.po"))
        for entry in polib.pofile(str(path), encoding="utf-8")
        if not entry.obsolete
    )


def is_own(key: tuple[str, str]) -> bool:
    """Tell whether a project may say that in its own way."""
    return is_for_templates(key) or is_kept(key)


def is_for_templates(key: tuple[str, str]) -> bool:
    """Tell whether a template may say that: its context is one word, or none; of data it is more.

    >>> [is_for_templates((context, "Owl")) for context in ("", "bird", "card/owl name")]
    [True, True, False]
    """
    return " " not in key[0]


def is_kept(key: tuple[str, str]) -> bool:
    """Tell whether an entry that no text asks for has its place in a project's file."""
    return key[0] in OPEN or key in own_sentences()


@dataclass(frozen=True, slots=True)
class Own:
    """What a project says in its own way, by context and English, and its rule of plurals.

    ``plurals`` has all forms of a sentence with a number; ``rule`` says which one a number takes.
    """

    sentences: Mapping[tuple[str, str], str] = field(default_factory=dict)
    plurals: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    rule: str = ENGLISH_RULE


def tongue_with(language: str, own: Own) -> Tongue | None:
    """The tongue of a language with sentences of a project; None where it has none."""
    if not own.sentences and not own.plurals:
        return None
    known = tongue_of(language)
    sentences = {**known.sentences, **own.sentences}
    plurals = {**known.plurals, **own.plurals}
    return replace(known, language=language, sentences=sentences, plurals=plurals, rule=own.rule)
