"""What may import what: ``docs/rooms.yaml`` says in which order, and nothing runs round.

Imports count wherever they stand: at the top, within a function, for the type checker alone.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "rooms.yaml"
FLOOR_PLAN = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = ("validator", "generator")

MOST = 20
"""Most modules that lie in one folder, its __init__ counted."""


def stated(text: str) -> list[str]:
    """The rooms with whole names, in their order."""
    table = yaml.safe_load(text)
    return [whole(package, room) for package, rooms in table.items() for room in rooms]


def whole(package: str, room: str) -> str:
    return package if room == "__init__" else f"{package}.{room}"


ROOMS = stated(TABLE.read_text(encoding="utf-8"))


@cache
def modules() -> Mapping[str, Path]:
    """Every module of both packages by name."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {name_of(path): path for path in paths}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """The modules of this project that ``path`` imports, at any place in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in modules() else str(node.module) for name in inner}
    return names & modules().keys()


@cache
def graph() -> Mapping[str, set[str]]:
    return {name: imported(path) - {name} for name, path in modules().items()}


def room_of(module: str, rooms: Iterable[str]) -> str | None:
    """The room of a module: itself, or the nearest folder around it that the table names."""
    parts = module.split(".")
    around = (".".join(parts[:size]) for size in range(len(parts), 1, -1))
    return module if len(parts) == 1 else next((name for name in around if name in rooms), None)


def arrows(rooms: Iterable[str]) -> dict[str, set[str]]:
    """Each room and the rooms that its modules import."""
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for module, others in graph().items():
        here = room_of(module, rooms)
        assert here is not None, f"docs/rooms.yaml: no room for {module}"
        found[here] |= {room_of(other, rooms) or other for other in others} - {here}
    return found


def reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """All that ``start`` imports, and what that imports."""
    found: set[str] = set()
    open_ends = [start]
    while open_ends:
        new = graph[open_ends.pop()] - found
        found |= new
        open_ends.extend(new)
    return found


def test_every_room_of_the_table_exists():
    empty = set(ROOMS) - {room_of(module, ROOMS) for module in modules()}
    assert not empty, f"docs/rooms.yaml names what is not there: {sorted(empty)}"


def test_a_room_imports_only_rooms_above_it_in_the_table():
    above: set[str] = set()
    for room, others in arrows(ROOMS).items():
        assert not others - above, f"{room} imports rooms that stand below it in docs/rooms.yaml"
        above.add(room)


def test_validator_never_imports_the_generator():
    validator = [name for name in modules() if name.split(".")[0] == "validator"]
    assert not {other for name in validator for other in reached(graph(), name)} - set(validator)


def test_folders_side_by_side_import_one_way():
    """As rooms, so the folders they lie in: all of printing stands on drawing, or none of it."""
    folders = [room for room in ROOMS if room.count(".") < 2]
    TopologicalSorter(arrows(folders)).prepare()


def test_no_module_imports_itself_by_others():
    TopologicalSorter(graph()).prepare()


def test_no_folder_is_crowded():
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules().values())
    assert [folder for folder, count in folders.items() if count > MOST] == []


def test_the_floor_plan_tells_what_each_folder_says_of_itself():
    paths = {room: modules().get(room) for room in ROOMS if room not in PACKAGES}
    rows = [
        f"| `{room}` | {first_line(path)} |"
        for room, path in paths.items()
        if path is not None and path.name == "__init__.py"
    ]
    told = [row for row in FLOOR_PLAN.splitlines() if row.startswith(("| `vali", "| `gener"))]
    assert told == rows, "docs/architecture.md should end with:\n" + "\n".join(rows)


def first_line(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.splitlines()[0].replace("``", "`")


def test_arrows_of_the_floor_plan_are_in_the_code():
    drawn = re.findall(r"^ +([\w.]+) --> ([\w.]+)$", FLOOR_PLAN, re.MULTILINE)
    assert len(drawn) > 20
    found = arrows(ROOMS)
    for room, other in drawn:
        assert in_full(other) in found[in_full(room)], f"{room} does not import {other}"


def in_full(room: str) -> str:
    (name,) = {f"{package}.{room}" for package in PACKAGES} & {*ROOMS}
    return name


def test_names_of_the_table_are_relative_to_their_package():
    table = "validator:\n  - findings\ngenerator:\n  - __init__\n  - design\n"
    assert stated(table) == ["validator.findings", "generator", "generator.design"]
