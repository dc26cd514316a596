"""What the product itself says in a language: sentences looked up by their English.

A shipped catalogue of sentences is ``validator/languages/LANGUAGE.po`` (gettext). What it lacks
is said in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import polib

FOLDER = Path(__file__).parents[2] / "languages"
"""Where the shipped catalogues lie."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language (BCP 47, "" is English) and what is said in it, by context and English."""

    language: str = ""
    sentences: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def say(self, english: str, /, context: str = "", **parts: object) -> str:
        """The sentence in this language, its ``{names}`` filled in by ``parts``.

        A part may say its own form: ``{stone:dative}`` asks it by ``__format__``. ``context``
        parts sentences that are alike in English only.
        """
        words = self.sentences.get((context, english), english)
        return words.format(**parts) if parts else words


ENGLISH = Tongue()


@cache
def tongue_of(language: str) -> Tongue:
    """The tongue of a language (BCP 47): of ``de-AT`` that of ``de``; English without one."""
    for name in (language, language.partition("-")[0]):
        path = FOLDER / f"{name}.po"
        if name and path.is_file():
            entries = polib.pofile(str(path), encoding="utf-8").translated_entries()
            return Tongue(name, {(one.msgctxt or "", one.msgid): one.msgstr for one in entries})
    return ENGLISH
