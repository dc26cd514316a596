from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from shippedfaces import shipped_faces, shipped_templates

from generator.design import faces
from generator.design import templates as templating
from generator.design.face import key_of
from generator.design.facecheck import check_faces
from generator.design.faces import _Blame, faces_of
from generator.design.templates import UID, load_templates
from validator.catalogue.load import load
from validator.catalogue.model import Component, Form
from validator.findings import Place


def all_of(root, game, **options):
    catalogue, _ = load(root, [game])
    templates, _ = load_templates(root)
    return faces_of(catalogue.games[game], templates, **options)


def test_a_small_game_is_drawn_without_a_template_of_its_own(tiny):
    pairs, findings = all_of(tiny, "fog")
    assert not findings
    assert pairs
    for pair in pairs:
        assert pair.front.key == key_of(pair.front.svg)
        assert UID not in pair.front.svg


@pytest.mark.parametrize("game", ["henge", "stonehenge"])
def test_every_component_has_a_front_in_file_order(shipped, game):
    pairs, findings = shipped_faces(game)
    assert [f for f in findings if f.severity == "error"] == []
    assert [pair.component for pair in pairs] == [c.id for c in shipped.games[game].components()]


def test_henge_has_all_its_cards():
    pairs, _ = shipped_faces("henge")
    counts = {}
    for pair in pairs:
        if pair.form is Form.CARD:
            counts[pair.deck] = counts.get(pair.deck, 0) + pair.copies
    assert counts["luck"] == 51  # HEN-COMP-05
    assert counts["stone"] == 29  # HEN-COMP-02


def test_equal_backs_are_one_face():
    pairs = [pair for pair in shipped_faces("henge")[0] if pair.deck == "luck"]
    assert len({pair.back.key for pair in pairs}) == 1
    assert len({pair.front.key for pair in pairs}) == len(pairs)


def test_backs_that_show_the_same_of_their_components_are_filled_in_once(shipped, monkeypatch):
    made = []
    fill = faces.fill_faces
    monkeypatch.setattr(
        faces,
        "fill_faces",
        lambda templates, wanted: made.extend(wanted) or fill(templates, wanted),
    )
    of_bonus = shipped.games["henge"].sets["bonus"].components
    templates, _ = load_templates(shipped_templates().root)
    pairs, _ = faces_of(shipped.games["henge"], templates, wanted=of_bonus.__contains__)
    backs = {one.context["c"]["season"] for one in made if one.template == "henge/bonus_back"}
    assert [one.template for one in made].count("henge/bonus_back") == len(backs) == 2
    shown = {pair.component: pair.back.key for pair in pairs}
    seasons = {one.id: one.fields["season"] for one in of_bonus}
    assert len({(seasons[one], key) for one, key in shown.items()}) == 2


def test_only_what_is_wanted_is_drawn(shipped):
    pairs, _ = faces_of(shipped.games["henge"], shipped_templates(), wanted=is_long_ropes)
    assert [pair.component for pair in pairs] == ["luck-long-ropes"]


def is_long_ropes(component):
    return component.id == "luck-long-ropes"


def test_the_bleed_is_part_of_the_drawing(shipped):
    (three,) = [pair for pair in shipped_faces("henge")[0] if pair.component == "luck-long-ropes"]
    (none,), _ = faces_of(
        shipped.games["henge"], shipped_templates(), wanted=is_long_ropes, bleed_mm=0
    )
    assert three.front.page_mm == pytest.approx((69.5, 94.9))
    assert none.front.page_mm == pytest.approx((63.5, 88.9))
    assert three.front.key != none.front.key


def test_drawing_twice_gives_the_same_keys(root):
    assert all_of(root, "henge")[0] == shipped_faces("henge")[0]


def cards(tiny: Path) -> Path:
    return tiny / "components" / "fog" / "cards.yaml"


def test_a_name_that_does_not_fit_is_blamed_on_its_record(tiny, edit):
    edit(cards(tiny), "name: Lantern", f"name: {'A very long story ' * 20}")
    row = cards(tiny).read_text(encoding="utf-8").splitlines().index("  - id: lantern") + 2
    pairs, findings = all_of(tiny, "fog")
    found = [f for f in findings if f.code == "text-overflow"]
    assert [str(f.place) for f in found] == [f"components/fog/cards.yaml:{row}:11"]
    assert found[0].game == "fog"
    assert "lantern" in {pair.component for pair in pairs}


def test_a_brace_left_open_is_told_at_the_text(tiny, edit):
    edit(cards(tiny), "name: Lantern", "name: Lantern {coin")
    row = cards(tiny).read_text(encoding="utf-8").splitlines().index("  - id: lantern") + 2
    (finding,) = all_of(tiny, "fog")[1]
    assert finding.code == "text-markup"
    assert str(finding.place) == f"components/fog/cards.yaml:{row}:11"


def test_a_made_sentence_that_does_not_fit_is_blamed_on_its_effects(tiny, edit):
    one = "      - {do: score, what: point, amount: 3}\n"
    edit(cards(tiny), one, one * 40)
    row = cards(tiny).read_text(encoding="utf-8").splitlines().index("  - id: bonfire") + 1
    _, findings = all_of(tiny, "fog")
    assert [(f.code, f.place.line) for f in findings] == [("text-overflow", row + 5)]


def test_an_unknown_size_or_template_is_blamed_on_the_set(tiny):
    path = cards(tiny)
    text = path.read_text(encoding="utf-8")
    size = next(line for line in text.splitlines() if line.startswith("size:"))
    path.write_text(text.replace(size, "size: postcard"), encoding="utf-8")
    _, findings = all_of(tiny, "fog")
    assert [f.code for f in findings] == ["size-unknown"]
    assert findings[0].place.file == "components/fog/cards.yaml"
    template = next(line for line in text.splitlines() if line.startswith("template:"))
    path.write_text(text.replace(template, "template: fog/none"), encoding="utf-8")
    _, findings = all_of(tiny, "fog")
    assert [f.code for f in findings] == ["template-missing"]
    assert "fog/none" in findings[0].message


def test_files_are_looked_for_once_a_set_however_many_cards_it_has(tiny, monkeypatch):
    asked = []
    find = templating.find_file
    monkeypatch.setattr(templating, "find_file", lambda *given: asked.append(given) or find(*given))
    catalogue, _ = load(tiny, ["fog"])
    game = catalogue.games["fog"]
    few, many = (_asked_for(asked, game, tiny, count) for count in (1, 30))
    assert 0 < few == many


def _asked_for(asked, game, root, count):
    """How many files are asked for as the faces of a set with so many cards are planned."""
    card = game.sets["card"].components[0]
    cards = tuple(replace(card, id=f"card-{number}") for number in range(count))
    templates, _ = load_templates(root)
    asked.clear()
    faces_of(replace(game, sets={"card": replace(game.sets["card"], components=cards)}), templates)
    return len(asked)


# --- a text that does not fit is blamed on the very line that says it -----------------------------


BOARD = Component(
    id="board",
    set_id="board",
    name="Board",
    place=Place("board.yaml", 1),
    fields={"areas": ({"name": "The Heel"}, {"name": "The Mound"}), "side": "3"},
    places={
        "name": Place("board.yaml", 2),
        "areas": Place("board.yaml", 4),
        "areas.0.name": Place("board.yaml", 5),
        "areas.1.name": Place("de.po", 90),
    },
)


def test_an_inner_text_is_found_at_its_own_line() -> None:
    blame = _Blame(BOARD, "")
    assert blame.place_of("The Mound", "") == Place("de.po", 90)
    assert blame.place_of("to The Heel!", "") == Place("board.yaml", 5)
    assert blame.place_of("Board", "") == Place("board.yaml", 2)


def test_a_text_of_nowhere_is_blamed_on_the_key_that_the_template_names() -> None:
    assert _Blame(BOARD, "").place_of("Mars", "areas") == Place("board.yaml", 4)
    assert _Blame(BOARD, "").place_of("Mars", "") is None


# --- a slip in the words of a term is told once, at the term, and not at every card ---------------


def markup(project: Path) -> list[tuple[str, int, str]]:
    catalogue, _ = load(project)
    return [
        (one.place.file.rpartition("/")[2], one.place.line, one.message)
        for one in check_faces(catalogue, project)
        if one.code == "text-markup"
    ]


def test_a_brace_left_open_in_a_term(tiny: Path, edit: Callable[[Path, str, str], None]) -> None:
    folder = tiny / "components" / "fog"
    edit(folder / "game.yaml", "point: {one: point,", 'point: {one: "{point",')
    edit(folder / "game.yaml", "many: points", 'many: "{points"')
    lines = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines, 1) if "{points" in line)
    term = [
        ("game.yaml", at, "`{point` is left open in the term 'point'"),
        ("game.yaml", at, "`{points` is left open in the term 'point'"),
    ]
    assert markup(tiny) == term
    edit(
        folder / "cards.yaml",
        "name: Bonfire",
        'name: Bonfire\n    text: "Score 3 {points and {coin"',
    )
    assert [found for found in markup(tiny) if found not in term] == [
        ("cards.yaml", next_line(folder / "cards.yaml", "{coin"), "`{coin` is left open")
    ]


def next_line(path: Path, word: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(at for at, line in enumerate(lines, 1) if word in line)
