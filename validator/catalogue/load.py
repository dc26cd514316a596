"""From a project folder to its catalogue: read, check against the schemas, build.

The recipe is :func:`load`; everything wrong on the way is collected, nothing is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath

from validator.catalogue.boards.records import Board, read_board
from validator.catalogue.build import build_game, build_set
from validator.catalogue.field_schemas import fragment_findings
from validator.catalogue.file_cache import FileCache
from validator.catalogue.folders import (
    COMPONENTS,
    data_files,
    game_names,
    links_out,
    stray_files,
    unread_files,
)
from validator.catalogue.model import Catalogue, ComponentSet, Game
from validator.catalogue.schemas import FORMAT, SCHEMA_NAMES, check_source
from validator.catalogue.script_reader import case_findings, read_script, read_setup
from validator.catalogue.setup_script import NO_SETUP
from validator.catalogue.sheets.records import names_a_sheet, sheet_of_set, with_sheet
from validator.catalogue.source import Source, read_source
from validator.catalogue.translating.files import LANGUAGES
from validator.catalogue.translating.wanted import (
    LanguageWords,
    in_force,
    in_language,
    labels_of,
    refuse_unknown,
)
from validator.catalogue.words.language import tongue_with
from validator.findings import (
    Finding,
    Place,
    Severity,
    UsageError,
    as_id,
    closest,
    did_you_mean,
    has_errors,
    sort_key,
)

MOST_COMPONENTS = 50_000
"""Components of all games of a project that are read together."""
_NEWER = "format-newer"
_COPIED = "take one of the two out of the folder, or give it a `set` of its own"


@dataclass(slots=True)
class _Project:
    root: Path
    known: Sequence[str]
    kept: FileCache
    language: str = ""
    folders: dict[str, _Folder] = field(default_factory=dict)
    built: dict[str, Game] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class _Folder:
    """What one game's folder holds, file by file, after the schema check.

    ``room`` is how many components the project may still have, ``only`` has the files of which
    there is one of a kind. ``sources`` are its files as they are written; all else is said as
    ``words`` say it, where there are any. ``kept`` is what was read before.
    """

    name: str
    room: int
    kept: FileCache
    words: LanguageWords | None = None
    only: dict[str, Source] = field(default_factory=dict)
    sets: dict[str, ComponentSet] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The number of components in the folder."""
        return sum(len(one.components) for one in self.sets.values())

    @property
    def labels(self) -> dict[str, str]:
        """The words for names and values of fields that are translated."""
        return labels_of(self.sources, self.words) if self.words else {}

    def in_words(self, source: Source) -> Source:
        """A file in the language asked for."""
        return in_language(source, self.name, self.words) if self.words else source


def load(
    root: Path,
    games: Sequence[str] | None = None,
    language: str = "",
    kept: FileCache | None = None,
) -> tuple[Catalogue, tuple[Finding, ...]]:
    """Load the named games of a project (all of them by default) and the boxes they share.

    With a ``language`` (BCP 47) their texts are those of its PO files; what these lack stays as it
    is written.

    A file with errors is left out and its game marked as not ``complete``; a game without a
    sound ``game.yaml`` is left out of the catalogue. The findings say why. With ``kept`` from an
    earlier load only files that changed are read.

    Raises:
        UsageError: one of ``games`` is none of a project that has games, or is not translated into
            ``language``.
    """
    known = game_names(root)
    project = _Project(root, known, kept or FileCache(root), language)
    if not known:
        place = Place(COMPONENTS)
        hint = "run this inside a project, name one with --project, or make a game: trilith new"
        message = "there is no components folder with a game in it"
        return Catalogue({}), (_error("project-empty", "", place, message, hint),)
    project.findings.extend(stray_files(root))
    project.findings.extend(links_out(root, COMPONENTS))
    for name in () if games is None else games:
        if name not in known:
            close, listed = closest(name, known), f"games here: {', '.join(known)}"
            hint = f"did you mean {close!r}? {listed}" if close else listed
            raise UsageError(f"there is no game {name!r}", hint)
    for name in known if games is None else games:
        _load_game(project, name)
    written = {name: tuple(folder.sources) for name, folder in project.folders.items()}
    findings = sorted(dict.fromkeys(project.findings), key=sort_key)
    unread = frozenset(
        one.game
        for one in findings  # from a wrong translation nothing of the game follows
        if has_errors([one]) and LANGUAGES not in PurePosixPath(one.place.file).parts
    )
    return Catalogue(project.built, written, unread), tuple(findings)


def _load_game(project: _Project, name: str) -> None:
    if name in project.built:
        return
    folder = _folder(project, name)
    source = folder.only.get("game")
    if source is None:
        return
    refuse_unknown(project.root, source, name, project.language)
    box = source.data.get("box")
    shared = _box(project, box, source) if box is not None else None
    sets = (shared.sets if shared else {}) | folder.sets
    setup, play = NO_SETUP, None
    if "setup" in folder.only:
        setup, faults = read_setup(folder.in_words(folder.only["setup"]), name)
        project.findings.extend(faults)
    if "play" in folder.only:
        play, faults = read_script(folder.in_words(folder.only["play"]), name)
        project.findings.extend(faults)
    complete = not any(
        has_errors([finding]) and finding.game in (name, box) for finding in project.findings
    )
    boards = (shared.boards if shared else {}) | folder.boards
    game = build_game(folder.in_words(source), sets, setup, complete, play, boards)
    labels = {**(shared.labels if shared else {}), **folder.labels, **game.almanac.labels}
    game = replace(game, almanac=replace(game.almanac, labels=labels))
    if folder.words:
        said = folder.words
        tongue = tongue_with(said.language, said.own)
        game = replace(game, translated=said.language, own_tongue=tongue)
    project.built[name] = game


def _box(project: _Project, box: str, game: Source) -> _Folder | None:
    if box in project.known:
        return _folder(project, box)
    message = f"the box {box!r} is not a folder of {COMPONENTS}/"
    hint = did_you_mean(box, project.known, f"folders: {', '.join(project.known)}")
    place = game.place(("box",))
    finding = _error("box-unknown", str(game.data.get("id", "")), place, message, hint)
    project.findings.append(finding)
    return None


def _folder(project: _Project, name: str) -> _Folder:
    if name not in project.folders:
        there = sum(folder.size for folder in project.folders.values())
        project.folders[name] = _read_folder(project, name, MOST_COMPONENTS - there)
    return project.folders[name]


def _read_folder(project: _Project, name: str, room: int) -> _Folder:
    root, findings = project.root, project.findings
    words, faults = in_force(root, name, project.language)
    findings.extend(faults)
    folder = _Folder(name, room, project.kept, words)
    found = [*links_out(root, f"{COMPONENTS}/{name}", name), *unread_files(root, name)]
    for path in data_files(root, name):
        file = f"{COMPONENTS}/{name}/{path.name}"
        read = partial(_check_source, root, file, name)
        source, problems = project.kept.of(file, path, read)
        found.extend(problems)
        for one in (source, *source.more) if source is not None else ():
            folder.sources.append(one)
            _file_into(folder, one, found)
    newer = [one for one in found if one.code == _NEWER]
    findings.extend(newer or found)
    if newer:
        return _Folder(name, room, project.kept)
    told = (finding.place.file for finding in findings)
    start = f"{COMPONENTS}/{name}/game."
    if "game" not in folder.only and not any(file.startswith(start) for file in told):
        place = Place(f"{COMPONENTS}/{name}/game.yaml")
        hint = "add a file that begins with `kind: game`"
        findings.append(_error("game-missing", name, place, "there is no game.yaml", hint))
    return folder


def _check_source(
    root: Path, file: str, game: str
) -> tuple[tuple[Source | None, list[Finding]], list[Path]]:
    """Read a file and check it against the schema of its kind; None when it has errors.

    Last come the files that were read for it: itself, and its sheet.
    """
    used = [root / file]
    source, problems = read_source(root / file, file, game)
    if source is not None:
        told = {problem.place for problem in problems if problem.severity is Severity.ERROR}
        shapes = [more for one in (source, *source.more) for more in _shape(one, game)]
        problems += [more for more in shapes if more.place not in told]
    if source is not None and names_a_sheet(source.data) and not has_errors(problems):
        used.append(root / sheet_of_set(source).file)
        source, more = with_sheet(source, root, game)
        problems += more if source is None else [*more, *_shape(source, game)]
    sound = None if source is None or has_errors(problems) else source
    return (sound, problems), used


def _shape(source: Source, game: str) -> list[Finding]:
    kinds = ", ".join(SCHEMA_NAMES)
    if not isinstance(source.data, dict):
        message = "the file is not a mapping of keys to values"
        hint = f"begin with `kind: ...` ({kinds})"
        return [_error("kind", game, source.place(()), message, hint)]
    kind = source.data.get("kind")
    if kind not in SCHEMA_NAMES:
        given = "has no `kind`" if kind is None else f"has the unknown kind {kind!r}"
        hint = did_you_mean(str(kind), SCHEMA_NAMES, f"begin it with `kind: ...` ({kinds})")
        return [_error("kind", game, source.place(("kind",)), f"the file {given}", hint)]
    written = source.data.get("format", 1)
    if kind == "game" and isinstance(written, int) and written > FORMAT:
        message = f"the game is written in format {written} of the data; known is {FORMAT}"
        hint = "update trilith: a newer version reads it"
        return [_error(_NEWER, game, source.place(("format",)), message, hint)]
    problems = check_source(source, kind, game)
    if problems:
        return problems
    if kind == "components" and "fields" in source.data:
        return fragment_findings(source, ("fields",), game)
    return case_findings(source, game) if kind in ("setup", "play") else []


_ONE_OF_TWO = "take one of the two out of the folder"
_TWICE = {
    "game": ("game-twice", "the game is already described in", _ONE_OF_TWO),
    "setup": ("setup-twice", "the set-up is already in", "write all steps in one"),
    "play": ("play-twice", "how it is played is already in", _ONE_OF_TWO),
}
"""What is told, and what to do, where a kind of which a game has one file is there twice."""


def _file_into(folder: _Folder, source: Source, findings: list[Finding]) -> None:
    kind = source.data["kind"]
    if kind in _TWICE and kind in folder.only:
        code, told, hint = _TWICE[kind]
        message, place = f"{told} {folder.only[kind].file}", source.place(("kind",))
        findings.append(_error(code, folder.name, place, message, hint))
    elif kind == "game" and source.data["id"] != folder.name:
        message = f"the id {source.data['id']!r} is not the folder's name {folder.name!r}"
        hint = f"rename the folder to {source.data['id']}"
        if as_id(folder.name) == folder.name:
            hint = f"write `id: {folder.name}`, or {hint}"
        findings.append(_error("game-id", folder.name, source.place(("id",)), message, hint))
    elif kind == "components":
        _take_set(folder, source, findings)
    elif kind == "board":
        _take_board(folder, source, findings)
    else:
        folder.only[kind] = source


def _take_set(folder: _Folder, source: Source, findings: list[Finding]) -> None:
    if folder.words:
        built, problems = build_set(folder.in_words(source), folder.name)
    else:
        build = partial(build_set, source, folder.name)
        built, problems = folder.kept.then(source.file, source, build)
    findings.extend(problems)
    if built.id in folder.sets:
        message = f"the set {built.id!r} is already in {folder.sets[built.id].place.file}"
        place = source.place(("set",))
        findings.append(_error("set-twice", folder.name, place, message, _COPIED))
    elif folder.size + len(built.components) > folder.room:
        message = f"with this set the project has more than {MOST_COMPONENTS} components"
        place = source.place(("set",))
        hint = "take out what is not used"
        findings.append(_error("generate", folder.name, place, message, hint))
    else:
        folder.sets[built.id] = built


def _take_board(folder: _Folder, source: Source, findings: list[Finding]) -> None:
    board, problems = read_board(source, folder.name)
    findings.extend(problems)
    if board is not None and board.id in folder.boards:
        message = f"the board {board.id!r} is already in {folder.boards[board.id].place.file}"
        hint = "take one of the two out, or give it an `id` of its own"
        findings.append(_error("board-twice", folder.name, board.place, message, hint))
    elif board is not None:
        folder.boards[board.id] = board


def _error(code: str, game: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game, place, message, hint)
