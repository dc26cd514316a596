"""How many forms a sentence with a number has in a language, and which of them a number takes.

A language whose nouns trilith knows has the rule of its grammar; any other that of the head of its
PO file (``Plural-Forms``, as gettext has it), which is begun with that of
``validator/languages/plural_forms.yaml``.
"""

from __future__ import annotations

import gettext
import re
from dataclasses import dataclass
from functools import cache

import yaml

from validator.catalogue.translating.files import tags
from validator.catalogue.translating.po import PoFile
from validator.catalogue.words.grammar import FOLDER, grammar_of
from validator.catalogue.words.language import ENGLISH_RULE

HEADER = "Plural-Forms"
"""The field of the head."""
_WRITTEN = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*")
_LONGEST = 400
"""Letters of a rule of plurals; that of Arabic has half as many."""
_NUMBERS = (*range(200), 1000, 1_000_000)
"""Counts by which rules of plurals are compared."""


@dataclass(frozen=True, slots=True)
class PluralForms:
    """The number of forms, and the rule by which a number ``n`` takes one, in C."""

    count: int
    rule: str

    def __str__(self) -> str:
        return f"nplurals={self.count}; plural=({self.rule});"

    def forms_by_rule(self) -> tuple[int, ...] | None:
        """Which form numbers take by the rule; None if it is no rule."""
        try:
            which = gettext.c2py(self.rule)
            return tuple(which(number) for number in _NUMBERS)
        except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
            return None

    def is_sound(self) -> bool:
        """Tell whether it is a rule, and gives no form that there is not."""
        taken = self.forms_by_rule()
        return taken is not None and max(taken) < self.count


def parse_forms(head: str) -> PluralForms | None:
    """What ``nplurals=3; plural=(...);`` says; None if it is nothing of that kind."""
    match = _WRITTEN.fullmatch(head) if len(head) <= _LONGEST else None
    return PluralForms(int(match[1]), match[2]) if match else None


def is_described(language: str) -> bool:
    """Tell whether trilith knows how a language (BCP 47) says nouns, and so its plurals."""
    return (FOLDER / f"{language.partition('-')[0]}.yaml").is_file()


def forms_of_language(language: str) -> PluralForms | None:
    """The forms that a language (BCP 47) has; None where trilith does not know it."""
    if is_described(language):
        return parse_forms(grammar_of(language).plural_forms)
    return next((_table()[tag] for tag in tags(language) if tag in _table()), None)


@cache
def _table() -> dict[str, PluralForms]:
    rows = yaml.load((FOLDER / "plural_forms.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {
        language: PluralForms(row["count"], row["rule"])
        for row in rows
        for language in row["languages"]
    }


def forms_of(po: PoFile, language: str) -> PluralForms:
    """The forms of sentences with a number in a file of that language (BCP 47).

    Where neither trilith nor the head of the file tells them they are those of English.
    """
    told = None if is_described(language) else parse_forms(po.fields.get(HEADER, ""))
    if told is not None and told.is_sound():
        return told
    return forms_of_language(language) or PluralForms(2, ENGLISH_RULE)
