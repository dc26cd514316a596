"""What came back from the table: a file for each game that was played, read, checked and written.

It is ``playtests/GAME/DATE-CODE.yaml``, with a number behind it where there is one already, so that
files of several testers stand side by side. Names of people have no place in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cattrs import structure

from generator.atomic import below, write_bytes
from generator.changes.print_records import FOLDER, PrintRecord, read_record
from generator.failures import DataError, WrongUseError
from validator.catalogue.folders import game_names
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.shapes import flow
from validator.catalogue.source import Source, parse_source, read_source
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors
from validator.plainfile import leads_out, size_of
from validator.rules.facts import rulebook_of

COLUMNS = "columns.yaml"
"""The file in a game's folder that says what the columns of a form hold."""
TICKED = ("strong", "weak", "unclear", "liked")
"""What can be ticked of a card."""
DONE = "done"
Answers = Mapping[str, Any]
"""A text or number by the id of the question; a list of them where several were allowed."""


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
class SeatResult:
    """How a game ended for a seat, and what it answered."""

    seat: int
    score: int | None = None
    won: bool = False
    answers: Answers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Playtest:
    """A game that was played at a table; ``print`` is the code of the print, if it had one."""

    game: str
    date: str
    print: str = ""
    revision: str = ""
    players: int | None = None
    bots: int = 0
    began: int | None = None
    minutes: int | None = None
    seats: tuple[SeatResult, ...] = ()
    answers: Answers = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    unsure: tuple[Mapping[str, Any], ...] = ()
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaytestFile:
    """A playtest in its file; ``name`` is what people call that: ``fog/2026-05-30-KWXMPA``."""

    name: str
    source: Source
    played: Playtest
    record: PrintRecord | None = None

    @property
    def revision(self) -> str:
        """The revision of the game that was played; empty where nobody said."""
        return self.record.revision if self.record else self.played.revision

    def has_changed(self, remark: Remark, marks: Mapping[str, str]) -> bool:
        """Tell whether the card of a remark is no longer as printed, by today's ``marks``."""
        if self.record is None or not remark.card:
            return False
        return self.record.marks.get(remark.card) != marks.get(remark.card)

    def place(self, *keys: str | int) -> Place:
        """Where a value stands."""
        return self.source.place(keys)

    def remarks(self) -> Iterator[tuple[str, Remark]]:
        """Each remark with what it is called: ``fog/2026-05-30-KWXMPA#2``."""
        for number, remark in enumerate(self.played.remarks, 1):
            yield f"{self.name}#{number}", remark


def read_playtests(root: Path, game: str) -> tuple[tuple[PlaytestFile, ...], tuple[Finding, ...]]:
    """The playtests of a game in the order of their files, with what is wrong in these."""
    findings: list[Finding] = []
    found = []
    for path in sorted((root / FOLDER / game).glob("*.yaml")):
        if path.name == COLUMNS or path.name.startswith("."):
            continue
        file = f"{FOLDER}/{game}/{path.name}"
        source, problems = read_source(path, file, game, inside=root)
        if source is not None and not has_errors(problems):
            problems = [*problems, *check_source(source, "playtest", game)]
        findings += problems
        if source is not None and not has_errors(problems):
            played = structure(source.data, Playtest)
            record = None
            if played.print:
                with suppress(WrongUseError):
                    record = read_record(root, game, played.print)
            found.append(PlaytestFile(f"{game}/{path.stem}", source, played, record))
    return tuple(found), tuple(findings)


def remarks_on(
    files: Sequence[PlaytestFile], card: str, *, done: bool = False
) -> list[tuple[str, Remark]]:
    """What is said of a card and open, or what is done about it; with what it is called."""
    every = (one for file in files for one in file.remarks() if one[1].card == card)
    return [one for one in every if (one[1].state == DONE) is done]


def check_playtests(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """What is wrong in files of playtests, and in one line a game what is open in them."""
    for game in catalogue.games:
        files, findings = read_playtests(root, game)
        yield from findings
        for file in files:
            yield from _check_names(file, catalogue, root)
        yield from _tell_open(files, game)
    folders = (one.name for one in (root / FOLDER).glob("*") if one.is_dir())
    for name in sorted(set(folders) - set(game_names(root))):
        place, message = Place(f"{FOLDER}/{name}"), f"there is no game {name!r}"
        hint = "name the folder as the game's in components/"
        yield Finding("playtest-unknown", Severity.WARNING, "", place, message, hint)


def _tell_open(files: Sequence[PlaytestFile], game: str) -> Iterator[Finding]:
    """One line on what is open, where the first of it stands."""
    remarks = [
        file.place("remarks", number)
        for file in files
        for number, remark in enumerate(file.played.remarks)
        if remark.state != DONE
    ]
    unsure = [
        file.place("unsure", number) for file in files for number in range(len(file.played.unsure))
    ]
    many = "s of playtests are" if len(remarks) > 1 else " of playtests is"
    told = [f"{len(remarks)} remark{many} open"] if remarks else []
    told += [f"{len(unsure)} marks on sheets of playtests may be none"] if unsure else []
    for place in (*remarks, *unsure)[:1]:
        hint = f"`trilith notes {game}` lists them"
        yield Finding("playtest-open", Severity.NOTE, game, place, ", ".join(told), hint)


def _check_names(file: PlaytestFile, catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """What a playtest names that is not there."""
    played, game = file.played, catalogue.games[file.source.file.split("/")[1]]
    rulebook = rulebook_of(catalogue, game.id)
    rules = {one.id for one in rulebook.rules} if rulebook else set()
    cards = file.record.marks if file.record else {one.id for one in game.components()}

    def unknown(what: str, name: str, hint: str, *keys: str | int) -> Finding:
        said = f"there is no {what} {name!r}"
        at = file.place(*keys)
        return Finding("playtest-unknown", Severity.WARNING, game.id, at, said, hint)

    if played.game != game.id:
        yield unknown("such game here:", played.game, f"write `game: {game.id}`", "game")
    if played.print and file.record is None:
        hint = f"put {FOLDER}/{game.id}/prints/{played.print}.json back, or take the code out"
        yield unknown("print", played.print, hint, "print")
    for number, one in enumerate(played.remarks):
        at = ("remarks", number)
        if one.card and one.card not in cards and one.state != DONE:
            hint = did_you_mean(one.card, cards, "name a component by its id")
            yield unknown("component", one.card, hint, *at, "card")
        if one.rule and rules and one.rule not in rules:
            hint = did_you_mean(one.rule, rules, "name a rule by its id in rules.yaml")
            yield unknown("rule", one.rule, hint, *at, "rule")
        if one.picture and not _is_picture(root, file, one.picture):
            hint = "put it beside this file, or take the line out"
            yield unknown("picture", one.picture, hint, *at, "picture")


def _is_picture(root: Path, file: PlaytestFile, name: str) -> bool:
    path = root / Path(file.source.file).with_name(name)
    with suppress(OSError):
        return not leads_out(path, root) and size_of(path) > 0
    return False


def playtest_text(played: Mapping[str, Any]) -> str:
    """A playtest as YAML: a line for each value, nothing of what is empty."""
    lines = []
    for key, value in _values({"kind": "playtest", **played}):
        if isinstance(value, list) and isinstance(value[0], Mapping):
            lines.append(f"{key}:")
            for record in value:
                told = [f"{name}: {flow(one)}" for name, one in _values(record)]
                lines.append("  - " + "\n    ".join(told))
        else:
            lines.append(f"{key}: {flow(value)}")
    return "".join(f"{line}\n" for line in lines)


def _values(record: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What is said of something: no empty text or list, and nothing that is not so."""
    return [(key, one) for key, one in record.items() if one or (one == 0 and one is not False)]


def write_playtests(
    root: Path, game: str, all_played: Sequence[tuple[Mapping[str, Any], Mapping[str, bytes]]]
) -> list[str]:
    """Write games that were played, each with its pictures by their names, into new files.

    A picture is called by its file in front: ``1`` becomes ``2026-05-30-KWXMPA.1.png``. Nothing is
    written where one of the games cannot be; a file is written when its pictures are.

    Returns the paths inside the project.

    Raises:
        DataError: what was played does not fit the schema; nothing is written.
        OutputError: a file cannot be written.
    """
    folder = below(root, FOLDER, game)
    taken = {path.stem for path in folder.glob("*.yaml")}
    ready: list[tuple[Path, str, Mapping[str, bytes]]] = []
    for played, pictures in all_played:
        stem = "-".join(part for part in (played["date"], played.get("print")) if part)
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
        if has_errors(problems):
            raise DataError(problems)
        ready.append(
            (folder / f"{name}.yaml", text, {told[one]: pictures[one] for one in pictures})
        )
    for path, text, pictures in ready:
        for picture, drawn in pictures.items():
            write_bytes(below(folder, picture), drawn)
        write_bytes(path, text.encode())
    return [path.relative_to(root).as_posix() for path, *_ in ready]
