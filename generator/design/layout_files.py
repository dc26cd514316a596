"""Face layouts read from files, and which one a set asks for.

A layout is ``templates/<name>.layout.yaml``. That of a project is laid over the built-in one of
the same name, box by box and key by key; both over the one that ``extends`` names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.design.face_layouts import (
    ACROSS,
    DEEPEST,
    DOWN,
    LayoutData,
    LengthError,
    WrittenBox,
    WrittenValue,
    read_length,
)
from generator.design.lookup import (
    BUILT_IN,
    MAX_BYTES,
    UTF_8,
    find_file,
    folder_of_trilith,
    template_paths,
)
from validator.catalogue.file_cache import FileCache
from validator.catalogue.folders import is_link_out
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, read_source
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors
from validator.plainfile import digest_of_plain, read_plain

_LENGTHS = (*ACROSS, *DOWN, "corner", "gap", "size", "min")


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """A file as it is: its own boxes, and what it extends."""

    shown: str
    extends: str | None
    place: Place
    boxes: Mapping[str, WrittenBox]


def read_layout(path: Path, shown: str) -> tuple[LayoutFile | None, list[Finding]]:
    """Read the file ``shown`` in findings; None where nothing of it can be used."""
    source, findings = read_source(path, shown)
    if source is None:
        return None, findings
    findings = findings + check_source(source, "face_layout", "")
    if has_errors(findings):
        return None, findings
    stated = source.data.get("boxes", {}).items()
    boxes = {name: _box(source, name, keys, findings) for name, keys in stated}
    extends = source.data.get("extends")
    return LayoutFile(shown, extends, source.place(("extends",)), boxes), findings


def _box(source: Source, name: str, keys: Mapping[str, Any], findings: list[Finding]) -> WrittenBox:
    """A box of a file, without the lengths that cannot be read."""
    written: dict[str, WrittenValue] = {}
    for key, value in keys.items():
        place = source.place(("boxes", name, key))
        try:
            written[key] = WrittenValue(read_length(value) if key in _LENGTHS else value, place)
        except LengthError as error:
            hint = 'write 5, "50% - 2" or "title.y2 + 1"'
            findings.append(_error("layout-place", place, str(error), hint))
    place = source.key_place(("boxes", name))
    for axis in (ACROSS, DOWN):
        stated = [key for key in axis if key in written]
        if len(stated) > 2:
            message = f"{', '.join(stated)} of {name} say where it lies; two are enough"
            hint = "leave out all but two of them"
            findings.append(_error("layout-place", place, message, hint))
            for key in stated[2:]:
                del written[key]
    return WrittenBox(place, MappingProxyType(written))


_READ = re.compile(r"layout(?:\.|\[\s*[\"'])([a-z][a-z0-9_]*)")
_PUT_TOGETHER = re.compile(r"layout\[([^\[\]]*~[^\[\]]*)\]")
_QUOTED = re.compile(r"[\"']([a-z0-9_]+)[\"']")


def boxes_asked_by(data: LayoutData) -> Mapping[str, set[str]]:
    """Which boxes of a layout are placed by each, or take from it."""
    found: dict[str, set[str]] = {}
    for name, box in data.boxes.items():
        base = {str(box.keys["extends"].value)} if "extends" in box.keys else set()
        lengths = (getattr(written.value, "asks", ()) for written in box.keys.values())
        for other in base.union(*({asked for asked, _ in asks} for asks in lengths)):
            found.setdefault(other, set()).add(name)
    return found


def boxes_in_file(path: Path) -> frozenset[str]:
    """The names of boxes that the template of a file asks for; none where it cannot be read.

    For ``layout["title" ~ kind]`` these are all that ``title`` makes with a word of the template.
    """
    try:
        text = read_plain(path, MAX_BYTES).decode(UTF_8, "replace")
    except OSError:
        return frozenset()
    begun = set(_QUOTED.findall(" ".join(_PUT_TOGETHER.findall(text))))
    words = set(_QUOTED.findall(text)) if begun else set()
    made = {first + rest for first in begun for rest in words}
    return frozenset(begun | made | set(_READ.findall(text)))


ENDING = ".layout.yaml"
"""How the file of a layout ends."""


@dataclass
class Layouts:
    """The layouts of a project; each is read when it is asked for."""

    folders: Mapping[str, Path]
    kept: FileCache | None = None
    _files: dict[Path, tuple[LayoutFile | None, list[Finding]]] = field(default_factory=dict)
    _known: dict[str, tuple[LayoutData, list[Finding]]] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Tell whether there is a layout of that name."""
        return find_file(self.folders, name + ENDING) is not None

    def names(self) -> list[str]:
        """The names of all layouts there are."""
        return sorted({name for folder in self.folders.values() for _, name in _layouts_in(folder)})

    def get(self, name: str) -> LayoutData:
        """A layout with all that it takes over; one without boxes where there is none."""
        return self._resolve(name)[0]

    def own_boxes(self, name: str) -> Mapping[str, WrittenBox] | None:
        """The boxes of a layout that the project's own file states; None where there is none."""
        shown, own = next(iter(self.folders.items()))
        found = find_file({shown: own}, name + ENDING)
        file = self._file(*found)[0] if found and not shown.startswith(BUILT_IN) else None
        return file.boxes if file else None

    def findings(self) -> Iterator[Finding]:
        """What is wrong with the layouts of the project itself."""
        shown, own = next(iter(self.folders.items()))
        if own == folder_of_trilith():
            return
        found = [one for _, name in _layouts_in(own) for one in self.findings_of(name)]
        yield from dict.fromkeys([*found, *self._unread(shown, own)])

    def findings_of(self, name: str) -> list[Finding]:
        """What is wrong with one layout and what it takes over."""
        return self._resolve(name)[1]

    def _resolve(self, name: str) -> tuple[LayoutData, list[Finding]]:
        """A layout and what is wrong with it, each box with what it takes over."""
        if name not in self._known:
            raw, findings = self._merge(name, ())
            boxes = {key: _with_base(key, raw, findings) for key in raw}
            findings += _check_lengths(name, boxes)
            self._known[name] = LayoutData(name, MappingProxyType(boxes)), findings
        return self._known[name]

    def _merge(
        self, name: str, above: tuple[str, ...]
    ) -> tuple[Mapping[str, WrittenBox], list[Finding]]:
        """The boxes of a layout as its files state them, laid over each other."""
        findings: list[Finding] = []
        files: list[LayoutFile] = []
        paths: list[Path] = []
        for shown, folder in self.folders.items():
            found = find_file({shown: folder}, name + ENDING)
            if found is not None and not self._is_copy(found[0], paths):
                paths.append(found[0])
                file, problems = self._file(*found)
                findings += problems
                files += [file] if file else []
        boxes: dict[str, WrittenBox] = {}
        extending = next((file for file in files if file.extends), None)
        if extending is not None:
            boxes |= self._extend(extending, (*above, name), findings)
        for file in reversed(files):
            for key, box in file.boxes.items():
                boxes[key] = box.over(boxes[key]) if key in boxes else box
        return boxes, findings

    def _extend(
        self, file: LayoutFile, above: tuple[str, ...], findings: list[Finding]
    ) -> Mapping[str, WrittenBox]:
        base = str(file.extends)
        if base in above or len(above) > DEEPEST:
            message = f"{file.shown} extends itself: {' of '.join([*above, base])}"
            if base not in above:
                message = f"more than {DEEPEST} layouts extend each other"
            findings.append(_error("layout-missing", file.place, message, "extend another layout"))
            return {}
        if not self.has(base):
            findings.append(layout_finding(base, self, file.place))
            return {}
        boxes, problems = self._merge(base, above)
        findings += problems
        return boxes

    def _is_copy(self, path: Path, others: Sequence[Path]) -> bool:
        """Tell whether another file has the same bytes, so that nothing is new in this one."""
        digest = self.kept.hashes.of if self.kept else digest_of_plain
        try:
            return any(digest(other) == digest(path) for other in others)
        except OSError:
            return False

    def _file(self, path: Path, shown: str) -> tuple[LayoutFile | None, list[Finding]]:
        if path not in self._files:
            read = partial(read_layout, path, shown)
            self._files[path] = self.kept.file(shown, path, read) if self.kept else read()
        return self._files[path]

    def _unread(self, shown: str, own: Path) -> Iterator[Finding]:
        """Boxes of the project's files that neither a template nor another box asks for."""
        wanted: set[str] | None = None
        folders = self.folders
        for path, name in _layouts_in(own):
            file, _ = self._file(path, f"{shown}/{name}{ENDING}")
            data = self.get(name)
            takers = boxes_asked_by(data)
            for box, written in file.boxes.items() if file else ():
                if wanted is None:
                    reads = [(one, partial(boxes_in_file, one)) for one in template_paths(folders)]
                    asked = [
                        self.kept.file("boxes asked for", *one) if self.kept else one[1]()
                        for one in reads
                    ]
                    wanted = set[str]().union(*asked)
                if box in wanted or takers.get(box, set()) - {box}:
                    continue
                known = [one for one in data.boxes if one in wanted]
                hint = did_you_mean(box, known, f"boxes that are drawn: {', '.join(known)}")
                message = f"no template draws into the box {box!r}"
                yield _error("layout-unread", written.place, message, hint)


def layout_finding(name: str, layouts: Layouts, place: Place, game: str = "") -> Finding:
    """That there is no layout ``name``, which is named at ``place``."""
    hint = did_you_mean(name, layouts.names(), f"put it at templates/{name}{ENDING}")
    message = f"there is no face layout {name!r}"
    return Finding("layout-missing", Severity.ERROR, game, place, message, hint)


def _layouts_in(folder: Path) -> list[tuple[Path, str]]:
    return [
        (path, path.relative_to(folder).as_posix().removesuffix(ENDING))
        for path in sorted(folder.rglob("*" + ENDING))
        if path.is_file() and not is_link_out(path, folder)
    ]


def _with_base(
    name: str,
    boxes: Mapping[str, WrittenBox],
    findings: list[Finding],
    above: tuple[str, ...] = (),
) -> WrittenBox:
    box = boxes[name]
    extends = box.keys.get("extends")
    if extends is None:
        return box
    base = str(extends.value)
    if base not in boxes:
        hint = did_you_mean(base, boxes, f"boxes there: {', '.join(boxes)}")
        message = f"there is no box {base!r} to extend"
        findings.append(_error("layout-box", extends.place, message, hint))
        return box
    if base in (*above, name) or len(above) > DEEPEST:
        message = f"the box {name} extends itself"
        if base not in (*above, name):
            message = f"more than {DEEPEST} boxes extend each other"
        findings.append(_error("layout-place", extends.place, message, "extend another box"))
        return box
    return box.over(_with_base(base, boxes, findings, (*above, name)))


def _check_lengths(name: str, boxes: Mapping[str, WrittenBox]) -> Iterator[Finding]:
    for box in boxes.values():
        for written in box.keys.values():
            for asked, _ in getattr(written.value, "asks", ()):
                if asked not in boxes:
                    add = f"add it to templates/{name}{ENDING}"
                    message = f"the layout {name} has no box {asked!r}"
                    hint = did_you_mean(asked, boxes, add)
                    yield _error("layout-box", written.place, message, hint)


def _error(code: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, "", place, message, hint)
