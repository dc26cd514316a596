"""What is wrong with the head of a PO file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validator.catalogue.translating.files import tidied
from validator.catalogue.translating.plural_forms import (
    HEADER,
    forms_of,
    is_described,
    known_forms,
    written_forms,
)
from validator.catalogue.translating.po import PoFile
from validator.findings import Finding, Severity


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


def _plurals(po: PoFile, game: str, language: str) -> Iterator[Finding]:
    said = po.fields.get(HEADER)
    known = known_forms(language)
    hint = f"write `{HEADER}: {known}`" if known else "gettext's manual lists those of languages"
    if said is None:
        if not known and any(one.plural is not None and not one.obsolete for one in po.messages):
            message = f"the head has no `{HEADER}`, and the file has sentences with a number"
            yield _of(po, game, HEADER, message, hint)
        return
    forms = written_forms(said)
    taken = forms.taken() if forms else None
    if forms is None or taken is None:
        message = f"`{HEADER}: {said[:60]}` is no rule of plurals"
        yield _of(po, game, HEADER, message, hint)
    elif not forms.is_sound():
        message = f"the rule of plurals gives more than {forms.count} forms"
        yield _of(po, game, HEADER, message, hint)
    elif is_described(language) and taken != forms_of(po, language).taken():
        message = "the rule of plurals is not that of the language"
        yield _of(po, game, HEADER, message, hint)


def _of(po: PoFile, game: str, name: str, message: str, hint: str) -> Finding:
    """A finding about a field of the head, at its line."""
    assert po.head is not None
    at = po.head.text.find(name)
    return _finding(po, game, po.head.spot(max(at, 0)), message, hint)


def _finding(po: PoFile, game: str, spot: tuple[int, int], message: str, hint: str) -> Finding:
    return Finding("translation-header", Severity.WARNING, game, po.place(spot), message, hint)
