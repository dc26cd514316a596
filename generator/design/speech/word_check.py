"""The check of what the PO files of a project say for its templates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.design.speech.in_templates import said_in_templates
from validator.catalogue.model import Catalogue
from validator.catalogue.translating.files import languages_of, read_language
from validator.catalogue.words.grammar import grammar_of
from validator.checks.translations import Translation, check_sentences
from validator.findings import Finding


def check_template_words(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Look at the sentences of templates in every PO file of the games."""
    for name, game in catalogue.games.items():
        for language in languages_of(root, name):
            po = read_language(root, name, language)
            if not po.faults:
                wanted = tuple(said_in_templates(root, game, language))
                one = Translation(name, language, po, wanted, grammar_of(language))
                yield from check_sentences(one)
