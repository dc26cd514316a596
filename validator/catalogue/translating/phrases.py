"""The product's own sentences, which a project may say in its own way in its PO files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import polib

from validator.catalogue.words.grammar import FOLDER
from validator.catalogue.words.tongue import Tongue, tongue_of

OPEN = ("", "verb", "adjective", "noun", "noun class")
"""Contexts of which a project may have some that the product does not know: words, and, without
a context, sentences of its own templates."""


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
    return key[0] in OPEN or key in own_sentences()


def is_kept(key: tuple[str, str]) -> bool:
    """Tell whether an entry that no text asks for has its place in a project's file."""
    return key[0] in OPEN[1:] or key in own_sentences()


def tongue_with(language: str, said: Mapping[tuple[str, str], tuple[str, ...]]) -> Tongue | None:
    """The tongue of a language with sentences of a project; None where it has none."""
    if not said:
        return None
    known = tongue_of(language)
    several = {key: forms for key, forms in said.items() if key in known.plurals}
    single = {key: forms[0] for key, forms in said.items() if key not in known.plurals}
    sentences, plurals = {**known.sentences, **single}, {**known.plurals, **several}
    return replace(known, language=language, sentences=sentences, plurals=plurals)
