"""What is wrong with the head of a PO file.

Codes:

``translation-header``
    The head of a PO file is missing, names another language than the file, another encoding than
    UTF-8, or a rule of plurals that is not that of the language. `trilith translate` writes a
    right one into a new file.

    Bad, besides translation-begun::

        # components/fog/languages/de.po
        msgid ""
        msgstr ""
        "Language: fr\\n"  <- here
        "Content-Type: text/plain; charset=UTF-8\\n"

    Good, besides translation-begun::

        # components/fog/languages/de.po
        msgid ""
        msgstr ""
        "Language: de\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator

from validator.catalogue.translating.files import tidied
from validator.catalogue.translating.po import PoFile
from validator.catalogue.words.grammar import FOLDER, grammar_of
from validator.findings import Finding, Severity

_FORMS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*")
_NUMBERS = (*range(200), 1000, 1_000_000)
"""Counts by which two rules of plurals are compared."""


def check_head(po: PoFile, game: str, language: str) -> Iterator[Finding]:
    """Look at the head of a file of translations into ``language``."""
    if po.head is None:
        message = "the file has no head"
        hint = (
            f'begin it with: msgid "" msgstr "Language: {language}\\n..."; see docs/translating.md'
        )
        yield _finding(po, game, (1, 1), message, hint)
        return
    fields = po.fields
    said = fields.get("Language", "")
    if tidied(said or language) != language:
        hint = f"write `Language: {language}`, or name the file {tidied(said)}.po"
        yield _of(po, game, "Language", f"the head names the language {said!r}", hint)
    charset = re.search(r"charset=(\S+)", fields.get("Content-Type", ""))
    if charset and charset[1].lower() not in ("utf-8", "utf8"):
        hint = "write `Content-Type: text/plain; charset=UTF-8`"
        yield _of(po, game, "Content-Type", f"the head names the encoding {charset[1]}", hint)
    yield from _plurals(po, game, language)


def plural_count(po: PoFile, language: str) -> int:
    """How many forms a sentence with a number has in a file."""
    match = _FORMS.fullmatch(po.fields.get("Plural-Forms", "")[:_LONGEST])
    return int(match[1]) if match else len(grammar_of(language).numbers)


def _plurals(po: PoFile, game: str, language: str) -> Iterator[Finding]:
    said = po.fields.get("Plural-Forms")
    if said is None:
        return
    wanted = grammar_of(language).plural_forms
    known = (FOLDER / f"{language.partition('-')[0]}.yaml").is_file()
    hint = (
        f"write `Plural-Forms: {wanted}`" if known else "gettext's manual lists those of languages"
    )
    match = _FORMS.fullmatch(said) if len(said) <= _LONGEST else None
    rule = _rule(match[2]) if match else None
    if match is None or rule is None:
        message = f"`Plural-Forms: {said[:60]}` is no rule of plurals"
        yield _of(po, game, "Plural-Forms", message, hint)
    elif max(rule) >= int(match[1]) or (known and rule != _rule(_FORMS.fullmatch(wanted)[2])):  # type: ignore[index]
        message = "the rule of plurals is not that of the language"
        if max(rule) >= int(match[1]):
            message = f"the rule of plurals gives more than {match[1]} forms"
        yield _of(po, game, "Plural-Forms", message, hint)


_LONGEST = 400
"""Letters of a rule of plurals; that of Arabic has half as many."""


def _rule(written: str) -> tuple[int, ...] | None:
    """Which form each count takes by a rule; None if it is no rule."""
    try:
        which = gettext.c2py(written)
        return tuple(which(number) for number in _NUMBERS)
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None


def _of(po: PoFile, game: str, name: str, message: str, hint: str) -> Finding:
    """A finding about a field of the head, at its line."""
    assert po.head is not None
    at = po.head.text.find(name)
    return _finding(po, game, po.head.spot(max(at, 0)), message, hint)


def _finding(po: PoFile, game: str, spot: tuple[int, int], message: str, hint: str) -> Finding:
    return Finding("translation-header", Severity.WARNING, game, po.place(spot), message, hint)
