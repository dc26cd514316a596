"""The check of all translations that a project has, without a face being drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from validator.catalogue.model import Catalogue
from validator.catalogue.translating.files import faults_of, languages_of, read_language
from validator.catalogue.translating.wanted import wanted_in
from validator.catalogue.words.grammar import grammar_of
from validator.checks.inflected import inflected
from validator.findings import Finding
from validator.translations.head import check_head
from validator.translations.whole import Translation, check_whole


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
