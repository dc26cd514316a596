"""What a rulebook says, held against the data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.design.facecheck import templates_of
from generator.design.lookup import PictureError
from generator.design.pictures import find_picture
from generator.installed import read_data
from generator.publish.rulebook.calls import (
    BLOCKS,
    Data,
    RulebookCallError,
    piece_of,
    pieces_of,
)
from generator.publish.rulebook.manuscript import (
    MARK,
    Manuscript,
    ManuscriptError,
    file_of,
    read_manuscript,
)
from validator.catalogue.model import Catalogue, Game
from validator.findings import Finding, Place, Severity, did_you_mean
from validator.rules.facts import Rulebook, rulebook_of

_HTML = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*(?:\s[^<>]*)?/?>")


MOST_COLUMNS = 24
"""Columns of a table: 5 mm each on the smallest paper of a book."""
MOST_SHOWN = 5_000
"""Components, lines and steps that all calls show together: some ten seconds to set."""
_LARGE = "rulebook-large"


def check_rulebook(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Hold the rulebook of every game that has one against its data."""
    for game in catalogue.games.values():
        shown = file_of(game, root)
        try:
            found = read_manuscript(shown, root)
        except ManuscriptError as error:
            place = Place(shown)
            hint = "save it as a text in UTF-8, of at most a megabyte"
            yield _finding("rulebook-unreadable", game, place, str(error), hint)
            continue
        if found is None or not game.complete:
            continue
        templates = templates_of(catalogue, root)
        icons = frozenset(templates.icons) if templates is not None else frozenset[str]()
        yield from check_manuscript(found, Data(game, icons), rulebook_of(catalogue, game.id))
        yield from check_pictures(found, game, root)


def check_manuscript(
    found: Manuscript, data: Data, rules: Rulebook | None = None
) -> Iterator[Finding]:
    """What is wrong with a rulebook, apart from what it says to pass over."""
    game = data.game
    every = [*_marks(found, data), *_tables(found, game)]
    for tag in _HTML.finditer(found.bare):
        message = f"{tag[0]} is HTML, and would stand there as it is written"
        hint = "write Markdown: **bold**, *italic*, # Heading; in code: `<b>`"
        every.append(_finding("rulebook-html", game, found.place(tag.start()), message, hint))
    every += [*_numbers(found, game), *_players(found, game)]
    if rules is not None:
        every += _rules(found, game, rules)
    for one in every:
        if one.code == _LARGE or one.code not in found.ignored.get(one.place.line, ()):
            yield one


def _marks(found: Manuscript, data: Data) -> Iterator[Finding]:
    texts = (token.content.strip() for token in found.tokens if token.type == "inline")
    alone = {int(one[1]) for text in texts if (one := MARK.fullmatch(text))}
    shown = 0
    for number, mark in enumerate(found.marks):
        try:
            piece = piece_of(mark, data)
        except RulebookCallError as error:
            yield _finding(error.code, data.game, mark.place, str(error), error.hint)
            continue
        if isinstance(piece, BLOCKS) and number not in alone:
            message = "a list or picture cannot stand in the middle of a sentence"
            hint = "put the call on a line of its own, with an empty line before and after"
            yield _finding("rulebook-call", data.game, mark.place, message, hint)
        shown += len(piece) if isinstance(piece, BLOCKS) else 1
        if shown > MOST_SHOWN:
            message = f"the calls up to here show more than {MOST_SHOWN:,} components and lines"
            yield _finding(_LARGE, data.game, mark.place, message, "take calls away")
            return
    for sign, place in found.open:
        end = {"{{": "}}", "<!--": "-->"}[sign]
        message = f"`{sign}` is not closed"
        yield _finding("rulebook-call", data.game, place, message, f"put `{end}` where it ends")


def _tables(found: Manuscript, game: Game) -> Iterator[Finding]:
    columns, place = 0, found.place(0)
    for token in found.tokens:
        if token.type == "table_open":
            columns, place = 0, Place(found.file, (token.map or [0])[0] + 1)
        columns += token.type == "th_open"
        if token.type == "thead_close" and columns > MOST_COLUMNS:
            message = f"a table has {columns} columns, more than {MOST_COLUMNS}"
            yield _finding(_LARGE, game, place, message, "make two tables of it")


def check_pictures(found: Manuscript, game: Game, root: Path) -> Iterator[Finding]:
    """Pictures that cannot be used."""
    for name, place in found.pictures:
        try:
            find_picture(root, name)
        except PictureError as error:
            yield _finding("rulebook-picture", game, place, str(error), error.hint)


def _numbers(found: Manuscript, game: Game) -> Iterator[Finding]:
    numerals = numerals_of(game.language)
    counted: dict[str, set[int]] = {}
    for part in game.parts:
        counted.setdefault(part.name, set()).add(part.count)
    for one in game.sets.values():
        counted.setdefault(one.name, set()).add(pieces_of(game, one))
    for noun, counts in counted.items():
        for match in numerals.counts_of(noun, found.bare):
            said = numerals.value(match["n"])
            if said not in counts:
                told = " or ".join(map(str, sorted(counts)))
                message = f"{said} {noun}: the parts list says {told}"
                hint = "write that number; if it is meant otherwise, ignore: rulebook-number"
                place = found.place(match.start("n"))
                yield _finding("rulebook-number", game, place, message, hint)


def _players(found: Manuscript, game: Game) -> Iterator[Finding]:
    there = {table.players for table in game.configurations}
    numerals = numerals_of(game.language)
    for match in numerals.players.finditer(found.bare):
        low = match["a"] or match["c"] or match["e"]
        high = match["b"] or match["d"] or low
        between = (match["how"] or match["span"] or "").lower() in numerals.between
        first, last = numerals.value(low), numerals.value(high)
        asked = range(first, last + 1) if between else (first, last)
        missing = [number for number in dict.fromkeys(asked) if number not in there]
        if missing and there:
            told = ", ".join(map(str, missing[:5]))
            message = f"there is no table for {told} players"
            hint = f"game.yaml has tables for {', '.join(map(str, sorted(there)))} players"
            yield _finding("rulebook-players", game, found.place(match.start()), message, hint)


def _rules(found: Manuscript, game: Game, rules: Rulebook) -> Iterator[Finding]:
    known = {rule.id: rule for rule in rules.rules}
    own = tuple(dict.fromkeys(name.rpartition("-")[0].partition("-")[0] for name in known))
    for name, place in found.cited:
        if name not in known and name.partition("-")[0] in own:
            hint = did_you_mean(name, known, "`trilith rules` lists them")
            message = f"there is no rule {name}"
            yield _finding("rulebook-unknown", game, place, message, hint)
    cited = {name for name, _ in found.cited}
    silent = [one.id for one in rules.rules if one.id not in cited and not one.covered]
    if cited and silent:
        some = ", ".join(silent[:6]) + (", ..." if len(silent) > 6 else "")
        message = f"{len(silent)} of {len(known)} rules are named in no comment: {some}"
        hint = "name a rule in a comment <!-- ID --> where the text tells of it"
        place = found.place(0)
        yield Finding("rulebook-silent", Severity.NOTE, game.id, place, message, hint)


def _finding(code: str, game: Game, place: Place, message: str, hint: str = "") -> Finding:
    return Finding(code, Severity.ERROR, game.id, place, message, hint)


# --- how a language says numbers of pieces and of players -----------------------------------------


_ENDS = r"(?=\s*(?:$|\n|[.,;:()|]|and\b|und\b))"


@dataclass(frozen=True)
class Numerals:
    """How a language says numbers; what each means is told in ``data/numerals.yaml``.

    ``number`` is a pattern for a number, in digits or in words.
    """

    words: Mapping[str, int]
    number: str
    players: re.Pattern[str]
    between: Sequence[str]
    every: str
    after: str

    def value(self, written: str) -> int:
        """The number that is written."""
        lower = written.lower()
        return int(lower) if lower.isdigit() else self.words[lower]

    def counts_of(self, noun: str, text: str) -> Iterator[re.Match[str]]:
        """Where a text says how many of something there are; the number is the group n."""
        words = r"\s+".join(map(re.escape, noun.split()))
        if not re.search(words, text, re.IGNORECASE):  # else six longer patterns are compiled
            return
        number = f"(?P<n>{self.number})"
        told = rf"{number}\s+{words}\b"
        for pattern in (
            rf"(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]+{told}{_ENDS}",
            rf"\|\s*{told}\s*(?=\|)",
            rf"\|\s*{number}\s*\|\s*{words}\s*(?=\|)",
            rf"\|\s*{words}\s*\|\s*{number}\s*(?=\|)",
            rf"\b(?:{self.every})\s+{told}",
            rf"\b{told}(?=\s+(?:{self.after})\b)",
        ):
            yield from re.finditer(pattern, text, re.IGNORECASE)


@cache
def numerals_of(language: str) -> Numerals:
    """How a language (BCP 47) says numbers; English where nothing is known of it."""
    every = read_data("numerals.yaml")
    told = every.get(language.partition("-")[0], every["en"])
    number = rf"(?:\d+|{'|'.join(told['words'])})"
    written = "|".join(told["players"]).replace("NUMBER", number)
    players = re.compile(written, re.IGNORECASE | re.VERBOSE)
    return Numerals(**{**told, "number": number, "players": players})
