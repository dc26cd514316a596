"""The check of all translations that a project has, without a face being drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from validator.catalogue.model import Catalogue
from validator.catalogue.translating.files import faults_of, languages_of, read_language
from validator.findings import Finding


def check_translations(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Look through every PO file of the games that were read, and of their boxes."""
    for name in catalogue.written:
        for language in languages_of(root, name):
            yield from faults_of(read_language(root, name, language), name)
