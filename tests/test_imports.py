"""What may import what: ``docs/rooms.yaml`` says in which order, and nothing runs round.

Imports count wherever they stand: at the top, within a function, for the type checker alone.
"""

import ast
import re
from collections import Counter
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


def stated(text):
    """The rooms with whole names, in their order."""
    table = yaml.safe_load(text)
    rooms = [f"{package}.{room}" for package, rooms in table.items() for room in rooms]
    return [room.removesuffix(".__init__") for room in rooms]


ROOMS = stated(TABLE.read_text(encoding="utf-8"))


@cache
def modules():
    """Every module of both packages by name."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {name_of(path): path for path in paths}


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path):
    """The modules of this project that ``path`` imports, at any place in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in modules() else str(node.module) for name in inner}
    return names & modules().keys()


@cache
def graph():
    return {name: imported(path) - {name} for name, path in modules().items()}


def room_of(module, rooms):
    """The room of a module: itself, or the nearest folder around it that the table names."""
    parts = module.split(".")
    around = (".".join(parts[:size]) for size in range(len(parts), 1, -1))
    return module if len(parts) == 1 else next((name for name in around if name in rooms), None)


def arrows(rooms):
    """Each room and the rooms that its modules import."""
    found = {room: set() for room in rooms}
    for module, others in graph().items():
        here = room_of(module, rooms)
        assert here is not None, f"docs/rooms.yaml: no room for {module}"
        found[here] |= {room_of(other, rooms) or other for other in others} - {here}
    return found


def test_every_room_of_the_table_exists():
    empty = set(ROOMS) - {room_of(module, ROOMS) for module in modules()}
    assert not empty, f"docs/rooms.yaml names what is not there: {sorted(empty)}"


def test_a_room_imports_only_rooms_above_it_in_the_table_and_validator_never_generator():
    assert sorted(ROOMS, key=lambda room: room.startswith("generator")) == ROOMS
    above = set()
    for room, others in arrows(ROOMS).items():
        assert not others - above, f"{room} imports rooms that stand below it in docs/rooms.yaml"
        above.add(room)


def test_folders_side_by_side_import_one_way():
    # as rooms, so the folders they lie in: all of printing stands on drawing, or none of it
    folders = [room for room in ROOMS if room.count(".") < 2]
    TopologicalSorter(arrows(folders)).prepare()


def test_no_module_imports_itself_by_others():
    TopologicalSorter(graph()).prepare()


def test_no_folder_is_crowded():
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules().values())
    assert [folder for folder, count in folders.items() if count > MOST] == []


def test_the_floor_plan_tells_what_each_folder_says_of_itself():
    paths = {room: modules().get(room, TABLE) for room in ROOMS if room not in PACKAGES}
    folders = {room: path for room, path in paths.items() if path.name == "__init__.py"}
    rows = [f"| `{room}` | {first_line(path)} |" for room, path in folders.items()]
    told = [row for row in FLOOR_PLAN.splitlines() if row.startswith(("| `vali", "| `gener"))]
    assert told == rows, "docs/architecture.md should end with:\n" + "\n".join(rows)


def first_line(path):
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.splitlines()[0].replace("``", "`")


def test_arrows_of_the_floor_plan_are_in_the_code():
    drawn = re.findall(r"^ +([\w.]+) --> ([\w.]+)$", FLOOR_PLAN, re.MULTILINE)
    assert len(drawn) > 20
    found = arrows(ROOMS)
    for room, other in drawn:
        assert in_full(other) in found[in_full(room)], f"{room} does not import {other}"


def in_full(room):
    (name,) = {f"{package}.{room}" for package in PACKAGES} & {*ROOMS}
    return name
