"""Where the translations of a project lie: ``components/GAME/languages/LANGUAGE.po``.

A rulebook in another language lies beside the first one, as ``rulebook.LANGUAGE.md``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from validator.catalogue.folders import COMPONENTS, is_link_out
from validator.catalogue.source import MAX_BYTES, place_at
from validator.catalogue.translating.po import PoFile, po_fault, read_po
from validator.findings import Finding, Place, UsageError, closest
from validator.plainfile import TooLargeError, read_plain

LANGUAGES = "languages"
"""Folder of a game's translations."""
TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")
"""A language as a BCP 47 tag: language, script, region."""
SOURCE = "en"
"""The language of a game that names none."""


def po_name(game: str, language: str) -> str:
    """The name of a game's translations into a language, from the project's folder."""
    return f"{COMPONENTS}/{game}/{LANGUAGES}/{language}.po"


def check_tag(language: str) -> str:
    """A language as it was typed, if it is one.

    Raises:
        UsageError: it is no BCP 47 tag; the hint says how it would be written.
    """
    if TAG.fullmatch(language):
        return language
    meant = tidy_tag(language)
    hint = f"did you mean {meant!r}?" if TAG.fullmatch(meant) else "such as de, pt-BR, zh-Hant"
    raise UsageError(f"{language!r} is no language tag (BCP 47)", hint)


def tidy_tag(language: str) -> str:
    """A tag with the letters and hyphens that BCP 47 recommends: ``pt_br`` is ``pt-BR``."""
    first, *rest = re.split("[-_]", language.strip().partition(".")[0])
    parts = [part.title() if len(part) == 4 else part.upper() for part in rest]
    return "-".join([first.lower(), *parts])


def languages_of(root: Path, game: str) -> tuple[str, ...]:
    """The languages into which a game is translated, sorted."""
    folder = root / COMPONENTS / game / LANGUAGES
    if not folder.is_dir() or is_link_out(folder, root):
        return ()
    names = (path.stem for path in folder.glob("*.po") if not is_link_out(path, root))
    return tuple(sorted(name for name in names if TAG.fullmatch(name)))


def tags(language: str) -> tuple[str, ...]:
    """A language and the wider ones that may serve for it: de-AT, de; of none itself."""
    parts = language.split("-")
    return tuple("-".join(parts[:length]) for length in range(len(parts), 0, -1))


def in_tongue(file: str, language: str) -> str:
    """The name of a file's like in a language: ``rulebook.de.md``; of none its own."""
    stem, _, ending = file.rpartition(".")
    return f"{stem}.{language}.{ending}" if language else file


def nearest(language: str, known: Sequence[str]) -> str | None:
    """The language of ``known`` that serves one who asks for ``language``: of de-AT also de."""
    return next((tag for tag in tags(language) if tag in known), None)


def choose_language(root: Path, game: str, language: str) -> str:
    """The translation of ``game`` that serves ``language``.

    Raises:
        UsageError: there is none; the hint says which there are.
    """
    known = languages_of(root, game)
    found = nearest(check_tag(language), known)
    if found is not None:
        return found
    close = closest(language, known)
    there = f"there are: {', '.join(known)}; or begin" if known else "begin"
    hint = f"{f'did you mean {close!r}? ' * bool(close)}{there} with: trilith translate"
    message = f"{game} is not translated into {language!r}"
    raise UsageError(message, f"{hint} {game} --to {language}")


def read_language(root: Path, game: str, language: str) -> PoFile:
    """The translations of a game into a language; what cannot be read is a fault of the file."""
    file = po_name(game, language)
    try:
        raw = read_plain(root / file, MAX_BYTES, root)
        return read_po(raw.decode("utf-8"), file)
    except TooLargeError as error:
        place, hint = Place(file, error.line), "take obsolete entries out"
        message = f"the file has {error.size} bytes, more than the limit of {error.most}"
    except OSError as error:
        place, hint = Place(file), "check that you may read it"
        message = f"cannot read the file: {error.strerror or error}"
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        place, hint = place_at(before, file), "save the file as UTF-8"
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8 text"
    return PoFile(file, faults=(po_fault(place, message, hint),))


def faults_of(po: PoFile, game: str) -> tuple[Finding, ...]:
    """The faults of a file of a game."""
    return tuple(replace(fault, game=game) for fault in po.faults)
