"""The sentences that templates of a game say, to be translated in its PO file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jinja2

from generator.design.lookup import (
    MAX_BYTES,
    SUFFIX,
    UTF_8,
    find_file,
    references,
    template_folders,
)
from generator.design.speech.template_words import sentences_of
from validator.catalogue.model import Game
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.language import tongue_of
from validator.findings import Place
from validator.plainfile import read_plain


def said_in_templates(root: Path, game: Game, language: str) -> Iterator[Wanted]:
    """What the templates of a game say, without what trilith itself says in the language."""
    tongue = tongue_of(language)
    known = tongue.sentences.keys() | tongue.plurals.keys()
    for shown, text in _sources(root, game):
        try:
            found = [one for one in sentences_of(text) if (one.context, one.english) not in known]
        except jinja2.TemplateError:
            continue  # drawing tells what is wrong with it
        for one in found:
            place = Place(shown, one.line, 1)
            yield Wanted(
                one.context, one.english, place, about="Words of a template.", plural=one.plural
            )


def _sources(root: Path, game: Game) -> Iterator[tuple[str, str]]:
    """The templates that the sets of a game name, and what these import: file and text."""
    folders = template_folders(root)
    sets = game.sets.values()
    waiting = [name for one in sets for name in (one.template, one.back) if name]
    waiting = list(dict.fromkeys(waiting))
    seen = set(waiting)
    while waiting:
        found = find_file(folders, waiting.pop(0) + SUFFIX)
        if found is None:
            continue
        path, shown = found
        try:
            text = read_plain(path, MAX_BYTES).decode(UTF_8)
        except (OSError, UnicodeDecodeError):
            continue
        yield shown, text
        others = [one for one in references(text).others if one not in seen]
        seen.update(others)
        waiting += others
