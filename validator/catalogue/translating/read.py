"""The translations that are in force for the folder of a game, read when they are asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from validator.catalogue.source import Source
from validator.catalogue.translating.files import (
    SOURCE,
    checked_tag,
    chosen_language,
    faults_of,
    languages_of,
    nearest,
    read_language,
)
from validator.catalogue.translating.translated import Words, words_of
from validator.findings import Finding


def in_force(root: Path, game: str, language: str) -> tuple[Words | None, tuple[Finding, ...]]:
    """What the folder of ``game`` says in a language; None where it has no such translation."""
    found = nearest(language, languages_of(root, game)) if language else None
    if found is None:
        return None, ()
    po = read_language(root, game, found)
    return words_of(po, language), faults_of(po, game)


def refuse_unknown(root: Path, game: Source, name: str, language: str) -> None:
    """Go on only if a game can be had in a language: its own, or one it is translated into.

    Raises:
        UsageError: it cannot, or there is no such tag; the hint says what there is.
    """
    if language and nearest(checked_tag(language), [written_in(game.data)]) is None:
        chosen_language(root, name, language)


def written_in(game: dict[str, Any]) -> str:
    """The language (BCP 47) in which the data of a game are written."""
    return str(game.get("language") or SOURCE)
