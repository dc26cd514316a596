"""What came back from the table: a file for each game that was played, read, checked and written.

It is ``playtests/GAME/DATE-CODE-MARK.yaml``; the mark is made from what it says, so that files of
several testers stand side by side and git has nothing to ask. Names of people have no place in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cattrs import structure

from generator.atomic import below, write_bytes
from generator.changes.print_records import FOLDER, LETTERS, PrintRecord, read_record
from generator.failures import WrongUseError
from generator.options import stop_on_errors
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source, schema
from validator.catalogue.sheets.shapes import flow
from validator.catalogue.source import Source, Trail, parse_source, read_source
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors
from validator.plainfile import leads_out
from validator.rules.facts import rulebook_of

COLUMNS = "columns.yaml"
"""The file in a game's folder that says what the columns of a form hold."""
TICKED = ("strong", "weak", "unclear", "liked")
"""What can be ticked of a card."""
DONE = "done"


@dataclass(frozen=True, slots=True)
class Remark:
    """What a seat (0: the table) said of a card, of a rule, or of the game."""

    seat: int = 0
    card: str = ""
    rule: str = ""
    ticked: tuple[str, ...] = ()
    says: str = ""
    picture: str = ""
    state: str = "open"
    answer: str = ""

    @property
    def words(self) -> str:
        """What was ticked and said, in one line; of handwriting, where it is."""
        written = f"(written by hand: {self.picture})" if self.picture else ""
        parts = [", ".join(self.ticked), " ".join(self.says.split()), written]
        return ": ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class PlaytestFile:
    """A game that was played: its data, as the schema has them, and the print it was played with.

    ``name`` is what people call its file: ``fog/2026-05-30-KWXMPA``; ``remarks`` are called by a
    number behind that, from 1.
    """

    name: str
    source: Source
    data: Mapping[str, Any]
    record: PrintRecord | None
    remarks: Mapping[str, Remark]

    @property
    def revision(self) -> str:
        """The revision of the game that was played; empty where nobody said."""
        return self.record.revision if self.record else str(self.data.get("revision", ""))

    def has_changed(self, remark: Remark, marks: Mapping[str, str]) -> bool:
        """Tell whether the card of a remark is no longer as printed, by today's ``marks``."""
        if self.record is None or not remark.card:
            return False
        return self.record.marks.get(remark.card) != marks.get(remark.card)


def read_playtests(root: Path, game: str) -> tuple[tuple[PlaytestFile, ...], tuple[Finding, ...]]:
    """The playtests of a game in the order of their files, with what is wrong in these."""
    findings: list[Finding] = []
    found = []
    for path in sorted((root / FOLDER / game).glob("[!.]*.yaml")):
        if path.name == COLUMNS:
            continue
        source, problems = read_checked(path, f"{FOLDER}/{game}/{path.name}", "playtest", root)
        findings += problems
        if source is not None:
            record, code = None, source.data.get("print")
            with suppress(WrongUseError):
                record = read_record(root, game, code) if code else None
            name = f"{game}/{path.stem}"
            remarks = enumerate(structure(source.data.get("remarks", ()), tuple[Remark, ...]), 1)
            named = {f"{name}#{number}": one for number, one in remarks}
            found.append(PlaytestFile(name, source, source.data, record, named))
    return tuple(found), tuple(findings)


def read_checked(
    path: Path, name: str, kind: str, root: Path
) -> tuple[Source | None, list[Finding]]:
    """A file of a kind, which messages call ``name``, with what is wrong; None if that is much."""
    source, problems = read_source(path, name, name.split("/")[1], inside=root)
    if source is not None:
        problems = [*problems, *check_source(source, kind, name.split("/")[1])]
    return (None if has_errors(problems) else source), problems


def open_by_card(root: Path, game: str) -> dict[str, list[str]]:
    """What is open about each card, in words, with what each remark is called."""
    found: dict[str, list[str]] = {}
    for file in read_playtests(root, game)[0]:
        for name, one in file.remarks.items():
            if one.card and one.state != DONE:
                found.setdefault(one.card, []).append(f"{one.words} ({name})")
    return found


def check_playtests(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """What is wrong in files of playtests, and in one line a game what is open in them."""
    for game in catalogue.games:
        files, findings = read_playtests(root, game)
        yield from findings
        opened: list[Place] = []
        unsure: list[Place] = []
        for file in files:
            yield from _check_names(file, catalogue, game, root)
            place, remarks = file.source.place, file.remarks.values()
            opened += [place(("remarks", n)) for n, one in enumerate(remarks) if one.state != DONE]
            unsure += [place(("unsure", n)) for n in range(len(file.data.get("unsure", ())))]
        many = "s of playtests are" if len(opened) > 1 else " of playtests is"
        told = [f"{len(opened)} remark{many} open"] if opened else []
        told += [f"{len(unsure)} marks on sheets of playtests may be none"] if unsure else []
        for first in (*opened, *unsure)[:1]:
            said, hint = ", ".join(told), f"`trilith notes {game}` lists them"
            yield Finding("playtest-open", Severity.NOTE, game, first, said, hint)


def _check_names(
    file: PlaytestFile, catalogue: Catalogue, game: str, root: Path
) -> Iterator[Finding]:
    """What a playtest names that is not there."""
    rulebook, data = rulebook_of(catalogue, game), file.data
    pieces = (
        file.record.marks if file.record else {c.id for c in catalogue.games[game].components()}
    )
    known: dict[str, Collection[str]] = {"game": [game], "card": pieces}
    if rulebook is not None:
        known["rule"] = [one.id for one in rulebook.rules]
    remarks = data.get("remarks", ())
    known["picture"] = {
        name for one in remarks if (name := one.get("picture")) and _is_beside(root, file, name)
    }
    known["print"] = [file.record.code] if file.record else ()
    named: list[tuple[Trail, str]] = [
        ((key,), data[key]) for key in ("game", "print") if key in data
    ]
    for number, one in enumerate(remarks):
        keys = ("picture",) if one.get("state") == DONE else ("card", "rule", "picture")
        named += [(("remarks", number, key), one[key]) for key in keys if key in one]
    for trail, name in named:
        key = str(trail[-1])
        if name not in known.get(key, (name,)):
            message = f"there is no {key} {name!r}"
            hint = did_you_mean(name, known[key], _HINTS[key])
            place = file.source.place(trail)
            yield Finding("playtest-unknown", Severity.WARNING, game, place, message, hint)


_HINTS = {
    "game": "write the id of the game in whose folder this file is",
    "print": "put its record back into `prints`, or take the code out",
    "card": "name a component by its id",
    "rule": "name a rule by its id in rules.yaml",
    "picture": "put it beside this file, or take the line out",
}


def _is_beside(root: Path, file: PlaytestFile, name: str) -> bool:
    path = root / Path(file.source.file).with_name(name)
    return not leads_out(path, root) and path.is_file()


def playtest_text(played: Mapping[str, Any]) -> str:
    """A playtest as YAML: a line for each value, in one order, nothing of what is empty."""
    lines = []
    whole = {"kind": "playtest", **played}
    ordered = {key: whole[key] for key in schema("playtest")["properties"] if key in whole}
    for key, value in _values(ordered):
        if isinstance(value, list) and isinstance(value[0], Mapping):
            lines.append(f"{key}:")
            for record in value:
                told = [f"{name}: {flow(one)}" for name, one in _values(record)]
                lines.append("  - " + "\n    ".join(told))
        else:
            lines.append(f"{key}: {flow(value)}")
    return "".join(f"{line}\n" for line in lines)


def _mark_of(text: str, pictures: Mapping[str, bytes]) -> str:
    """Three letters that few other games share."""
    content = hashlib.sha256(text.encode())
    for picture in pictures.values():
        content.update(picture)
    return "".join(LETTERS[one % len(LETTERS)] for one in content.digest()[:3])


def _values(record: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What is said of something: no empty text or list, and nothing that is not so."""
    return [(key, one) for key, one in record.items() if one or (one == 0 and one is not False)]


def write_playtests(
    root: Path, game: str, all_played: Sequence[tuple[Mapping[str, Any], Mapping[str, bytes]]]
) -> list[str]:
    """Write games that were played, each with its pictures by their names, into new files.

    A picture is called by its file in front: ``1`` becomes ``2026-05-30-KWXMPA-GRV.1.png``. Nothing
    is written where one of the games cannot be; a file is written when its pictures are.

    Returns the paths inside the project.

    Raises:
        DataError: what was played does not fit the schema; nothing is written.
        OutputError: a file cannot be written.
    """
    folder = below(root, FOLDER, game)
    taken = {path.stem for path in folder.glob("*.yaml")}
    ready: list[tuple[Path, str, Mapping[str, bytes]]] = []
    for played, pictures in all_played:
        parts = played["date"], played.get("print"), _mark_of(playtest_text(played), pictures)
        stem = "-".join(part for part in parts if part)
        names = [stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))]
        name = next(one for one in names if one not in taken)
        taken.add(name)
        told = {one: f"{name}.{one}.png" for one in pictures}
        remarks = [
            {**one, "picture": told[one["picture"]]} if one.get("picture") else one
            for one in played.get("remarks", ())
        ]
        text = playtest_text({**played, "remarks": remarks})
        source, problems = parse_source(text, f"{FOLDER}/{game}/{name}.yaml", game)
        if source is not None:
            problems = [*problems, *check_source(source, "playtest", game)]
        stop_on_errors(problems)
        ready.append(
            (folder / f"{name}.yaml", text, {told[one]: pictures[one] for one in pictures})
        )
    for path, text, pictures in ready:
        for picture, drawn in pictures.items():
            write_bytes(below(folder, picture), drawn)
        write_bytes(path, text.encode())
    return [path.relative_to(root).as_posix() for path, *_ in ready]
