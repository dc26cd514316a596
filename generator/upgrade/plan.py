"""Older projects carried over to the data format of today, a few bytes at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator.atomic import put_in_place, refuse_link
from generator.failures import FailedError
from generator.sheets.yaml_changes import as_data, below
from generator.sheets.yaml_edit import (
    Edit,
    Manner,
    YamlText,
    entries,
    insert,
    is_flow,
    items,
    line_of,
    splice,
    stretch,
    value_at,
    write_over,
    write_value,
)
from generator.typeset.markup import with_plain_signs
from generator.upgrade.play import carry_play
from generator.upgrade.setup import (
    bare_zones,
    carry_setup,
    carry_stated,
    rename_zones,
    renamed_zones,
)
from validator.catalogue.folders import COMPONENTS, data_files
from validator.catalogue.load import is_older_script, load
from validator.catalogue.model import Game
from validator.catalogue.schemas import FORMAT
from validator.catalogue.source import MAX_BYTES
from validator.catalogue.yaml_faults import in_quotes
from validator.findings import UsageError
from validator.plainfile import read_plain
from validator.play.modules import find_module
from validator.play.rulings import Question, questions

_MARK = "\ufeff"


def read(raw: bytes) -> YamlText | None:
    """The text of a file with its nodes, or None where it is no YAML mapping in UTF-8."""
    try:
        text = YamlText(raw.decode("utf-8").removeprefix(_MARK))
    except (UnicodeDecodeError, ValueError, yaml.YAMLError):
        return None
    return text if isinstance(text.root, yaml.MappingNode) else None


def as_flow(value: object) -> str:
    """A value on one line, as YAML writes it."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6
    )
    return text.strip()


# What changed between versions of the data format, each as edits of the files that it concerns.
#
# A step makes an edit only where today's reading would find a fault, so that a project that is as
# it should be stays byte for byte as it is.


ALWAYS = 10**6
"""Later than any version: what follows from a rules module and not from the format."""


def boards_without_back(text: YamlText, _: Mapping[str, Question]) -> Iterator[Edit]:
    """A `back` of a board, which was never printed, is an error."""
    form, names = value_at(text.root, "form"), [*entries(text.root)]
    if form is None or form.value != "board" or "back" not in names:
        return
    start, end = stretch(text, text.root, names.index("back"))
    says = "`back` taken out: boards have none, and it was never printed"
    yield Edit(start, end, "", line_of(entries(text.root)["back"][0]), (says,))


def remove_keywords(text: YamlText, _: Mapping[str, Question]) -> Iterator[Edit]:
    """`unevaluatedProperties` is no keyword of `fields` any more."""
    fields = value_at(text.root, "fields")
    for node in [] if fields is None else below(fields):
        for key, _value in entries(node).values():
            if key.value == "unevaluatedProperties":
                says = "`unevaluatedProperties` is called `additionalProperties`"
                yield write_over(key, "additionalProperties", says)


def plain_signs(text: YamlText, _: Mapping[str, Question]) -> Iterator[Edit]:
    """Signs in texts that looked like markup and were printed as they stand have a backslash."""
    for record in items(value_at(text.root, "components")):
        for field, is_line in (("name", True), ("text", False)):
            node = value_at(record, field)
            if isinstance(node, yaml.ScalarNode):
                yield from _plain(text, node, field, is_line)


def _plain(text: YamlText, node: yaml.ScalarNode, field: str, is_line: bool) -> Iterator[Edit]:
    wanted = with_plain_signs(node.value, is_line=is_line)
    if wanted == node.value:
        return
    start, end = node.start_mark.index, node.end_mark.index
    says = f"signs of `{field}` that are printed as they stand have a backslash"
    if node.style in ("|", ">"):
        written = with_plain_signs(text.text[start:end], is_line=is_line)
        if not _reads(written, wanted):
            written = in_quotes(wanted) + text.newline
    else:
        written = write_value(wanted, Manner("'"))
    yield write_over(node, written, says)


def _reads(written: str, wanted: str) -> bool:
    """Tell whether a value is read as it is wanted."""
    try:
        return bool(yaml.load(f"a: {written}", Loader=yaml.CSafeLoader) == {"a": wanted})
    except yaml.YAMLError:
        return False


def write_rulings(text: YamlText, asked: Mapping[str, Question]) -> Iterator[Edit]:
    """Rulings and options that the rules module asks for stand in game.yaml."""
    listed = value_at(text.root, "rulings")
    identities = ((value_at(entry, "id"), entry) for entry in items(listed))
    known = {one.value: entry for one, entry in identities if one is not None}
    missing = {name: one for name, one in asked.items() if name not in known}
    if missing:
        yield _new_rulings(text, listed, missing)
    for name, question in asked.items():
        node = value_at(known[name], "options") if name in known else None
        if isinstance(node, yaml.MappingNode) and node.value:
            yield from _new_options(text, node, name, question.options)


def _new_rulings(text: YamlText, listed: yaml.Node | None, missing: Mapping[str, Question]) -> Edit:
    texts = [
        as_flow(
            {
                "id": name,
                "question": question.says or f"What does {name} say?",
                "options": {option: option.replace("_", " ") for option in question.options},
                "default": question.options[0],
            }
        )
        for name, question in missing.items()
    ]
    says = tuple(f"the ruling {name}, which the rules module asks for" for name in missing)
    if listed is None:
        lines = text.newline.join(["rulings:", *(f"  - {one}" for one in texts)])
        new = text.add_line(len(text.text), lines)
        return Edit(new.start, new.end, new.new, text.text.count("\n") + 2, says)
    if not items(listed):
        start, end = listed.start_mark.index, text.end(listed)
        return Edit(start, end, f"[{', '.join(texts)}]", line_of(listed), says)
    return _more(text, listed, texts, says)


def _new_options(
    text: YamlText, node: yaml.MappingNode, name: str, options: Sequence[str]
) -> Iterator[Edit]:
    missing = [option for option in options if option not in entries(node)]
    if missing:
        parts = [as_flow({option: option.replace("_", " ")})[1:-1] for option in missing]
        says = f"options of {name} that the rules module knows: {', '.join(missing)}"
        yield _more(text, node, parts, (says,))


def _more(text: YamlText, node: Any, written: Sequence[str], says: tuple[str, ...]) -> Edit:
    """Entries put at the end of a mapping or a list that has some."""
    dash = "- " if isinstance(node, yaml.SequenceNode) else ""
    between = ", " if is_flow(node) else f"{text.newline}{' ' * node.start_mark.column}{dash}"
    end = text.span(node.value[-1])[1]
    new = insert(text, node, end, between.join(written))
    line = text.text.count("\n", 0, new.start) + 1
    return Edit(new.start, new.end, new.new, line, says)


STEPS = (
    (2, "components", boards_without_back),
    (2, "components", remove_keywords),
    (2, "components", plain_signs),
    (3, "play", carry_play),
    (ALWAYS, "setup", carry_setup),
    (ALWAYS, "rules", carry_stated),
    (ALWAYS, "game", write_rulings),
)
"""Every change, the oldest first: the format that has it, which files it is about, its edits."""


def with_format(text: YamlText, version: int) -> Iterator[Edit]:
    """The edit that writes the version of the format into game.yaml."""
    known = value_at(text.root, "format")
    says = f"`format: {version}`, the version of the data format"
    if known is not None:
        if known.value != str(version):
            yield write_over(known, str(version), says)
        return
    kind = value_at(text.root, "kind")
    if kind is not None:
        new = text.add_line(kind.end_mark.index, f"format: {version}")
        yield Edit(new.start, new.end, new.new, line_of(kind) + 1, (says,))


@dataclass(frozen=True, slots=True)
class FileChange:
    """The edits of one file; ``file`` is its name in the project."""

    path: Path
    file: str
    before: bytes
    edits: tuple[Edit, ...]

    @property
    def after(self) -> bytes:
        """The file with its edits made; ValueError where two of them overlap."""
        text = self.before.decode("utf-8")
        mark = _MARK if text.startswith(_MARK) else ""
        return (mark + splice(text.removeprefix(_MARK), self.edits)).encode("utf-8")

    def lines(self) -> Iterator[str]:
        """A line for each change: where, and what."""
        for one in sorted(self.edits, key=lambda one: (one.line, one.start)):
            for at, says in enumerate(one.says):
                yield f"{self.file}:{one.line + at}: {says}"


def plan_upgrade(root: Path, games: Sequence[str]) -> tuple[FileChange, ...]:
    """What would bring the games of a project up to date; nothing is written.

    Files that are no YAML are left alone: `trilith check` tells of them.

    Raises:
        LinkError: a file that would be changed is a link.
        UsageError: a game is none of the project.
    """
    catalogue, _ = load(root, games)
    found: list[FileChange] = []
    for name in games:
        found.extend(_of_game(root, name, _questions_of(catalogue.games.get(name))))
    return tuple(found)


def _of_game(root: Path, name: str, asked: Mapping[str, Question]) -> Iterator[FileChange]:
    files = {path: read_plain(path, MAX_BYTES) for path in data_files(root, name)}
    documents = {path: document for path, raw in files.items() if (document := read(raw))}
    nodes = [value_at(one.root, "format") for one in documents.values()]
    told = [str(one.value) for one in nodes if isinstance(one, yaml.ScalarNode)]
    version = max((int(one) for one in told if re.fullmatch(r"[0-9]{1,9}", one)), default=1)
    if version > FORMAT:
        return
    roots = [one.root for one in documents.values()]
    names = {old: new for root in roots for old, new in renamed_zones(root).items()}
    bare = {old: new for root in roots for old, new in bare_zones(root).items()}
    for path, document in documents.items():
        edits = tuple(_edits(document, version, asked))
        if path.name == "game.yaml":
            edits += tuple(rename_zones(document.root, names))
        if as_data(value_at(document.root, "kind") or document.root) == "components":
            spaces = (value_at(node, "spaces") for node in below(document.root))
            edits += tuple(one for node in spaces if node for one in rename_zones(node, bare))
        if edits:
            refuse_link(path)
            yield FileChange(path, f"{COMPONENTS}/{name}/{path.name}", files[path], edits)


def _edits(document: YamlText, version: int, asked: Mapping[str, Question]) -> Iterator[Edit]:
    kind = value_at(document.root, "kind")
    if version == 1 and kind is not None and kind.value == "play":
        # a game that says no format may well have a script of today
        version = 2 if is_older_script(as_data(document.root)) else FORMAT
    for since, about, step in STEPS:
        if (
            kind is not None
            and about == kind.value
            and (since == ALWAYS or version < since <= FORMAT)
        ):
            yield from step(document, asked)
    if kind is not None and kind.value == "game":
        yield from with_format(document, FORMAT)


def _questions_of(game: Game | None) -> Mapping[str, Question]:
    """What the rules module of a game asks of game.yaml; nothing where there is no such module."""
    if game is None:
        return {}
    try:
        declaration = getattr(find_module(game), "RULINGS", None)
    except UsageError:
        return {}
    return {} if declaration is None else questions(declaration)


def write(changes: Sequence[FileChange]) -> None:
    """Make all changes, or none.

    Raises:
        FailedError: a file cannot be written, or is not what it was when the changes were planned.
    """
    done: list[FileChange] = []
    try:
        for one in changes:
            if one.path.read_bytes() != one.before:
                raise FailedError(f"{one.file} has just been changed; try again")
            put_in_place(one.path, one.after)
            done.append(one)
    except (OSError, FailedError) as error:
        for one in done:
            put_in_place(one.path, one.before)
        if isinstance(error, FailedError):
            raise
        raise FailedError(f"cannot write {one.file}: {error.strerror or error}") from error
