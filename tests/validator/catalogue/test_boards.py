"""Boards: their spaces, ways, neighbours, areas and lines, and what is told of faulty ones."""

import shutil
from pathlib import Path

import pytest

from tests.manual.snippets import BASE
from validator.catalogue.boards.geometry import build_geometry
from validator.catalogue.load import load

HENGE = Path(__file__).parents[3] / "components" / "henge"
MORRIS = """
spaces: {ring: [1, 2, 3], at: [0, 1, 2, 3, 4, 5, 6, 7]}
holds: 1
beside:
  - it.ring == ring and (it.at - at) % 8 in [1, 7]
  - it.at == at and at % 2 == 1 and abs(it.ring - ring) == 1
lines:
  mill:
    - {for: {ring: [1, 2, 3], at: [0, 2, 4, 6]},
       spaces: ["[ring, at]", "[ring, at + 1]", "[ring, (at + 2) % 8]"]}
    - {for: {at: [1, 3, 5, 7]}, spaces: ["[1, at]", "[2, at]", "[3, at]"]}
"""
GODS = """
ring: 30
areas:
  q1: {where: 1 <= number <= 8, opposite: q3}
  q2: {where: 8 <= number <= 15, opposite: q4}
  q3: {where: 16 <= number <= 23, opposite: q1}
  q4: {where: 23 <= number <= 30, opposite: q2}
groups: {clan: {same: owner, where: "set != figure or ruling['X-BG-06'] == member", size: 2}}
"""
ROUTES = """
network:
  towns: [Ahl, Bex, {id: Cor, port: true}]
  ways:
    - {ends: [Ahl, Bex], length: 2}
    - {ends: [Ahl, Bex], length: 3}
    - {ends: [Bex, Cor], length: 1}
"""
FOUR = "squares: {columns: 7, rows: 6}\nlines: {four: 4}"


def loaded(folder, text):
    shutil.copytree(BASE, folder / "p", dirs_exist_ok=True)
    file = folder / "p" / "components" / "fog" / "board.yaml"
    file.write_text(f"kind: board\nid: b\n{text.strip()}\n", encoding="utf-8")
    catalogue, findings = load(folder / "p")
    return catalogue.games["fog"], findings


def built(folder, text):
    game, findings = loaded(folder, text)
    assert not findings
    geometry, findings = build_geometry(game.boards["b"], game)
    assert not findings
    return geometry


def told(folder, text):
    """The only finding: code, line and column in the text, message and hint."""
    game, findings = loaded(folder, text)
    found = [*findings]
    for board in game.boards.values():
        found += build_geometry(board, game)[1]
    (one,) = found
    place = (one.place.line - 2, one.place.column)
    return one.code, place, one.message + " / " + one.hint


@pytest.mark.parametrize(
    ("text", "spaces", "pairs", "ways"),
    [
        ("ring: 30", 30, 30, 2),
        ("ring: 2", 2, 1, 2),
        ("ring: 1", 1, 0, 2),
        ("track: [0, 99]", 100, 99, 2),
        ("track: [start, swamp, goal]", 3, 2, 2),
        ("squares: {columns: 8, rows: 8}", 64, 112, 8),
        ("squares: {columns: [10, 21], rows: [A, B, C, D]}", 48, 4 * 11 + 3 * 12, 8),
        ("squares: {columns: 3, rows: 3}\nbeside: abs(it.row - row) == 1", 9, 18, 8),
        ("hexes: {radius: 3}", 37, 90, 6),
        ("hexes: {columns: 4, rows: 3}", 12, 9 + 2 * 7, 6),
        ("spaces: [a, b, c]", 3, 0, 0),
        (MORRIS, 24, 32, 0),
        (ROUTES, 6, 2 + 3, 0),
    ],
)
def test_spaces_ways_and_neighbours(tmp_path, text, spaces, pairs, ways):
    board = built(tmp_path, text)
    beside = {(one, other) for one, near in enumerate(board.beside) for other in near}
    assert len(board.spaces) == len(board.beside) == len(board.ends) == spaces
    assert all((other, one) in beside and one != other for one, other in beside)
    assert (len(beside), len(board.ways)) == (2 * pairs, ways)


def test_ahead_leads_there_and_back(tmp_path):
    ring = built(tmp_path / "a", "ring: 30")
    assert (ring.ahead["on"][29], ring.ahead["back"][0]) == (0, 29)
    track = built(tmp_path / "b", "track: [0, 9]")
    assert (track.ahead["on"][9], track.ahead["back"][0]) == (-1, -1)
    for name, text in (("c", "squares: {columns: 3, rows: 4}"), ("d", "hexes: {radius: 2}")):
        board = built(tmp_path / name, text)
        for way, other in (
            ("east", "west"),
            ("northeast", "southwest"),
            ("southeast", "northwest"),
        ):
            for at, ahead in enumerate(board.ahead[way]):
                assert ahead < 0 or board.ahead[other][ahead] == at


@pytest.mark.parametrize(
    ("text", "values", "identity"),
    [
        ("ring: 30", (30,), "30"),
        ("track: [0, 9]", (0,), "0"),
        ("squares: {columns: [10, 21], rows: [A, B]}", ("B", 10), "B10"),
        ("squares: {columns: 12, rows: 12, id: 'c{column}r{row}'}", (1, 11), "c11r1"),
        ("squares: {columns: 19, rows: 19}", (1, 11), "1-11"),
        ("hexes: {radius: 1}", (-1, 1), "-1_1"),
        (MORRIS, (2, 7), "2-7"),
        (ROUTES, ("Cor",), "Cor"),
        (ROUTES, ("Ahl-Bex-2",), "Ahl-Bex-2"),
    ],
)
def test_a_space_is_found_by_its_fields_and_by_its_id(tmp_path, text, values, identity):
    board = built(tmp_path, text)
    at = board.find(*values)
    assert board.spaces[at].id == identity
    assert board.find(identity) == at
    assert board.find("nowhere") == board.find(99, 99) == -1


def test_areas_overlap_and_groups_wait_for_play(tmp_path):
    board = built(tmp_path, GODS)
    lies = {
        at + 1: [name for name, (spaces, _) in board.areas.items() if at in spaces]
        for at in range(30)
    }
    assert {at: many for at, many in lies.items() if len(many) > 1} == {
        8: ["q1", "q2"],
        23: ["q3", "q4"],
    }
    assert all(lies.values())
    assert board.areas["q4"][1] == {"opposite": "q2"}
    assert (board.groups["clan"].size, board.groups["clan"].same.text) == (2, "owner")


def test_lines_in_a_row_and_by_formulas(tmp_path):
    four = built(tmp_path / "a", FOUR).lines["four"]
    assert len(four) == len({frozenset(line) for line in four}) == 69
    mills = built(tmp_path / "b", MORRIS).lines["mill"]
    assert len(mills) == 16
    assert all(sum(at in mill for mill in mills) == 2 for at in range(24))
    assert len(built(tmp_path / "c", "ring: 3\nlines: {all: 3}").lines["all"]) == 1
    listed = "lines: {row: [{spaces: [a, b]}, {for: {n: 'numbers(1, 1)'}, spaces: [b, c]}]}"
    assert built(tmp_path / "d", f"spaces: [a, b, c]\n{listed}").lines["row"] == ((0, 1), (1, 2))


def test_ways_of_a_network_are_spaces_with_ends(tmp_path):
    board = built(tmp_path, ROUTES)
    assert board.ends == (None, None, None, (0, 1), (0, 1), (1, 2))
    assert board.spaces[2].fields == {"port": True}
    assert board.spaces[4].fields == {"length": 3}
    assert board.beside[1] == (0, 2)
    assert board.beside[5] == (3, 4)


def test_entries_of_a_component_are_spaces(tmp_path):
    cards = """\
kind: components
set: card
name: Boards
singular: Board
form: card
size: poker
template: fog/card
fields: {type: object, properties: {steps: {type: array}, areas: {type: array}, n: {type: integer}}}
components:
  - id: map
    name: Map
    n: 5
    steps: [{id: s1, area: heel, actions: [{do: x}]}, {id: s2, area: altar}]
    areas: [{id: heel, path: [{price: 1}, {price: 2}]}, {id: altar, path: [{price: 3}]}]
"""
    folder = tmp_path / "p" / "components" / "fog"
    folder.mkdir(parents=True)
    shutil.copytree(BASE, tmp_path / "p", dirs_exist_ok=True)
    (folder / "cards.yaml").write_text(cards)
    (folder / "board.yaml").write_text(
        "kind: board\nid: ring\nring: {of: map.steps}\n---\n"
        "kind: board\nid: paths\nspaces: {of: map.areas.path}\n---\n"
        "kind: board\nid: five\ntrack: {of: card.n}\n---\n"
        "kind: board\nid: square\nsquares: {columns: {of: map.n}, rows: 1}\n"
    )
    catalogue, findings = load(tmp_path / "p")
    assert not findings
    game = catalogue.games["fog"]
    made = {name: build_geometry(board, game) for name, board in game.boards.items()}
    assert not [one for _, findings in made.values() for one in findings]
    ring, paths = made["ring"][0].spaces, made["paths"][0].spaces
    assert [(one.id, one.fields) for one in ring] == [
        ("s1", {"number": 1, "area": "heel"}),
        ("s2", {"number": 2, "area": "altar"}),
    ]
    assert [(one.id, one.fields) for one in paths] == [
        ("heel-1", {"area": "heel", "price": 1}),
        ("heel-2", {"area": "heel", "price": 2}),
        ("altar-1", {"area": "altar", "price": 3}),
    ]
    assert [len(made[name][0].spaces) for name in ("five", "square")] == [5, 5]


@pytest.mark.parametrize(
    ("shape", "spaces", "last"),
    [
        ('ring: {of: board.rondel, where: {side: "3"}}', 15, ("step-15", "mound")),
        ('ring: {of: board.rondel, where: {side: ["45"]}}', 20, ("step-20", "mound")),
        ("ring: {of: board.areas}", 5, ("mound", None)),
        ('spaces: {of: board.areas.path, where: {side: "3"}}', 34, ("mound-7", "mound")),
        ("spaces: {of: mat.privileges.levels}", 18, ("druid-3", None)),
        ("ring: {of: board.rondel}", 0, "board.rondel is one thing in 'board-3', another in"),
    ],
)
def test_the_boards_of_henge_are_read_from_its_components(tmp_path, shape, spaces, last):
    shutil.copytree(HENGE, tmp_path / "components" / "henge")
    file = tmp_path / "components" / "henge" / "rondel.yaml"
    file.write_text(f"kind: board\nid: rondel\n{shape}\n", encoding="utf-8")
    game = load(tmp_path)[0].games["henge"]
    geometry, findings = build_geometry(game.boards["rondel"], game)
    assert len(geometry.spaces) == spaces
    if findings:
        assert last in findings[0].message
    else:
        assert (geometry.spaces[-1].id, geometry.spaces[-1].fields.get("area")) == last


@pytest.mark.parametrize(
    ("text", "code", "place", "says"),
    [
        ("holds: 1", "schema", (0, 5), "write one of ring, track"),
        ("ring: 3\ntrack: 4", "schema", (2, 1), "ring and track"),
        ("ring: 3\nareas: {a: {where: numbr <= 2}}", "board-formula", (2, 20), "'number'"),
        ("ring: 3\nbeside: it.nummber == 1", "board-formula", (2, 9), "'number'"),
        ("ring: 3\nareas: {a: {where: number <=}}", "board-formula", (2, 20), "no formula"),
        ("ring: 3\nbeside: count(number) == 1", "board-formula", (2, 9), "no function"),
        ("ring: 3\nbeside: number % 0 == 1", "board-formula", (2, 9), "divides by 0"),
        ("spaces: [{id: a, n: 1}, b]\nbeside: n + 1 == it.n", "board-formula", (2, 9), "no number"),
        ("ring: 3\nareas: {a: {where: number > 7}}", "board-space", (2, 20), "no space lies"),
        ("ring: 3\nlines: {a: [{spaces: [1, 4]}]}", "board-space", (2, 26), "no space 4"),
        ("spaces: [a, b]\nlines: {a: 3}", "board-space", (2, 12), "lie in no rows"),
        ("spaces: [a, b, a]", "board-twice", (1, 9), "'a'"),
        ("squares: {columns: 12, rows: 12, id: '{row}{column}'}", "board-twice", (1, 10), "'111'"),
        ("track: [5, 1]", "board-space", (0, 5), "no space"),
        ("ring: 2001", "board-large", (1, 7), "2,001 spaces"),
        ("ring: 999999999", "board-large", (1, 7), "too many"),
        ("squares: {columns: 99, rows: 99}", "board-large", (1, 10), "9,801"),
        ("hexes: {radius: 99999}", "board-large", (1, 8), "too many"),
        ("ring: 2000\nbeside: it.number == number", "board-large", (2, 9), "2,000"),
        ("ring: 2\nlines: {a: [{for: {x: 'numbers(1, 999)', y: 'numbers(1, 999)'},"
         " spaces: [1, 2]}]}", "board-large", (2, 13), "20,000"),
        ("ring: 2\nlines: {a: [{for: {x: 'numbers(1, 2001)'}, spaces: [1, 2]}]}",
         "board-formula", (2, 23), "too many numbers"),
        ("ring: {of: card.steps}", "board-component", (1, 7), "has nothing in 'steps'"),
        ("ring: {of: card.steps, where: {id: x}}", "board-component", (1, 7), "passes `where`"),
        ("ring: {of: candle.steps}", "board-component", (1, 7), "nothing in 'steps'"),
        ("network: {towns: [Ahl, Bex], ways: [{ends: [Ahl, Bx]}]}", "board-space", (1, 50), "'Bex"),
        ("ring: 3\n---\nkind: board\nid: b\nring: 3", "board-twice", (4, 5), "already in"),
    ],
)  # fmt: skip
def test_faults_are_told_where_they_stand(tmp_path, text, code, place, says):
    found = told(tmp_path, text)
    assert (found[:2], says in found[2]) == ((code, place), True), found


def test_only_boards_share_a_file(tmp_path):
    shutil.copytree(BASE, tmp_path / "p")
    file = tmp_path / "p" / "components" / "fog" / "board.yaml"
    file.write_text("kind: board\nid: b\nring: 3\n---\nkind: setup\nzones: {}\nsteps: []\n")
    assert [(one.code, one.place.line) for one in load(tmp_path / "p")[1]] == [("yaml-syntax", 4)]
