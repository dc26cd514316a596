"""The schemas of one project, with which editors complete its own fields, zones, terms and sets.

They lie in ``components/.schemas``, where the first line of each file names them: the shipped
schemas, and what only this project has. Suggestions never refuse what the shipped ones allow;
only the keys of a set's records are exactly those that the set and its records have.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

from generator.atomic import below, put_in_place
from generator.design.lookup import template_folders
from generator.design.theme import load_sizes
from generator.failures import FailedError, WrongUseError
from validator.catalogue.build import record_schema
from validator.catalogue.file_cache import FileCache
from validator.catalogue.folders import COMPONENTS, FOR_EDITORS, is_link_out
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import SCHEMAS, schema
from validator.topics import with_whole_records

_TERM = "^[a-z][a-z0-9-]*$"
"""The pattern of words of effects.json, which are terms of game.yaml."""


def keep_schemas(root: Path, kept: FileCache | None = None) -> None:
    """Bring ``components/.schemas`` of a project up to date, if it is there.

    A project that has errors, or that cannot be written, keeps what it has.
    """
    target = root / COMPONENTS / FOR_EDITORS
    if target.is_symlink() or not target.is_dir():
        return
    catalogue, _ = load(root, kept=kept)
    games = catalogue.games.values()
    if all(one.complete and all(each.complete for each in one.sets.values()) for one in games):
        with suppress(OSError, FailedError, WrongUseError):
            write_schemas(root, catalogue)


def write_schemas(root: Path, catalogue: Catalogue) -> None:
    """Write the schemas of a project; files that would stay the same are left alone.

    Raises:
        OSError: a file cannot be written.
        LinkError: the folder is a link.
    """
    target = below(root, COMPONENTS, FOR_EDITORS)
    for name, document in documents(catalogue, root).items():
        data = (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
        path = target / f"{name}.json"
        if path.is_symlink() or not path.is_file() or path.read_bytes() != data:
            put_in_place(path, data)


def documents(catalogue: Catalogue, root: Path) -> dict[str, dict[str, Any]]:
    """The shipped schemas by their names, with what the project has."""
    found = {path.stem: copy.deepcopy(schema(path.stem)) for path in sorted(SCHEMAS.glob("*.json"))}
    found["components"] = with_whole_records(found["components"])
    found["components"]["allOf"] = [*_own_records(catalogue)]
    terms = {term for game in catalogue.games.values() for term in game.terms}
    _suggest_terms(found["effects"], sorted(terms))
    for (name, *steps), words in _words(catalogue, root).items():
        _suggest(reduce(getitem, steps, found[name]), sorted(words))
    return found


def _own_records(catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """For each set id, what its records have; of several games' sets, what one of them has."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for data in _written(catalogue, "components"):
        kinds.setdefault(data["set"], []).append(_own_record(data))
    for name, records in sorted(kinds.items()):
        alike = [one for at, one in enumerate(records) if one not in records[:at]]
        record = alike[0] if len(alike) == 1 else {"anyOf": alike}
        yield {
            "if": {"properties": {"set": {"const": name}}, "required": ["set"]},
            "then": {"properties": {"components": {"items": record}}},
        }


def _written(catalogue: Catalogue, kind: str) -> Iterator[dict[str, Any]]:
    """The files of a kind, of all games."""
    sources = (source for listed in catalogue.written.values() for source in listed)
    return (source.data for source in sources if source.data.get("kind") == kind)


def _own_record(data: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a set's records as they are written: what is derived is left out of them."""
    record = record_schema(_without_references(data.get("fields", {})))
    derived = data.get("derived", {})
    record["properties"] = {k: v for k, v in record["properties"].items() if k not in derived}
    record["required"] = [key for key in record["required"] if key not in derived]
    return record


def _without_references(part: Any) -> Any:
    """A schema without its references, which would point into another file here."""
    if isinstance(part, Mapping):
        return {key: _without_references(one) for key, one in part.items() if key != "$ref"}
    return [_without_references(one) for one in part] if isinstance(part, list) else part


def _words(catalogue: Catalogue, root: Path) -> dict[tuple[str, ...], set[str]]:
    """What the project has, by the places of the schemas where it may be written."""
    sets = {name for game in catalogue.games.values() for name in game.sets}
    zones = {zone for data in _written(catalogue, "setup") for zone in data["zones"]}
    faces, icons = _drawing_names(root)
    paths = [folder / "sizes.yaml" for folder in template_folders(root).values()]
    sizes = {name for path in paths if path.is_file() for name in load_sizes(path, path.name)[0]}
    return {
        ("play", "$defs", "formula"): {"box", *zones},
        ("play", "$defs", "set_id"): sets,
        ("game", "$defs", "pile", "properties", "zone"): zones,
        ("game", "$defs", "term", "properties", "icon"): icons,
        ("components", "properties", "size"): sizes,
        ("components", "properties", "template"): faces,
        ("components", "properties", "back"): faces,
    }


def _drawing_names(root: Path) -> tuple[set[str], set[str]]:
    """The templates of faces and the icons that can be named."""
    faces: set[str] = set()
    icons: set[str] = set()
    for folder in template_folders(root).values():
        for inside in folder.iterdir() if folder.is_dir() else ():
            if not inside.is_dir() or is_link_out(inside, folder):
                continue
            if inside.name == "icons":
                icons |= {path.stem for path in inside.glob("*.svg")}
            names = (path.name.removesuffix(".svg.j2") for path in inside.glob("*.svg.j2"))
            faces |= {f"{inside.name}/{name}" for name in names if not name.startswith("_")}
    return faces, icons


def _suggest(part: dict[str, Any], words: list[str]) -> None:
    """Let editors offer these words; whatever else was allowed stays allowed.

    Names of files that are no text are none to be typed.
    """
    words = [word for word in words if word.isprintable()]
    if words:
        kept = {key: part.pop(key) for key in list(part) if key not in ("title", "description")}
        part["anyOf"] = [{"enum": words}, kept]


def _suggest_terms(part: Any, words: list[str]) -> None:
    """Offer the terms wherever the schema of effects asks for one."""
    if isinstance(part, dict):
        for one in list(part.values()):
            _suggest_terms(one, words)
        if part.get("pattern") == _TERM:
            _suggest(part, words)
    elif isinstance(part, list):
        for one in part:
            _suggest_terms(one, words)
