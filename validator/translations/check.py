"""The check of all translations that a project has, without a face being drawn: files and heads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from validator.catalogue.model import Catalogue
from validator.catalogue.translating.files import faults_of, languages_of, read_language, tidied
from validator.catalogue.translating.plural_forms import (
    HEADER,
    forms_of,
    is_described,
    known_forms,
    written_forms,
)
from validator.catalogue.translating.po import PoFile
from validator.catalogue.translating.wanted import wanted_in
from validator.catalogue.words.grammar import grammar_of
from validator.checks.inflected import inflected
from validator.findings import Finding, Severity
from validator.translations.whole import Translation, check_whole


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


def check_translations(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Look through every PO file of the games that were read, and of their boxes."""
    for name in catalogue.written:
        for language in languages_of(root, name):
            yield from _check(catalogue, root, name, language)


def nouns_asked(catalogue: Catalogue, name: str, language: str) -> frozenset[str] | None:
    """The terms of a game that sentences inflect; None in a language without classes of nouns."""
    if not grammar_of(language).classes:
        return None
    game = catalogue.games.get(name)
    return inflected(game) if game is not None else frozenset()


def _check(catalogue: Catalogue, root: Path, name: str, language: str) -> Iterator[Finding]:
    po = read_language(root, name, language)
    if name in catalogue.unread:  # nobody knows what it would ask for
        yield from faults_of(po, name)
        return
    wanted = wanted_in(catalogue.written[name], name, nouns_asked(catalogue, name, language))
    yield from check_po(Translation(name, language, po, wanted, grammar_of(language)))


def check_po(one: Translation) -> Iterator[Finding]:
    """Look through a PO file; of one that cannot be read whole only why is told."""
    if one.po.faults:
        yield from faults_of(one.po, one.game)
        return
    yield from check_head(one.po, one.game, one.language)
    yield from check_whole(one)
