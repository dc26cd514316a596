import shutil
from collections import Counter

import pytest
from fogfaces import fog_faces, lay
from PIL import Image
from shippedfaces import shipped_faces, shipped_templates

from generator.design import face_cache
from generator.design.canvas import Canvas
from generator.design.face import Face, key_of
from generator.design.facecheck import check_faces
from generator.design.faces import _Blame, faces_of
from generator.design.templates import UID, load_templates
from generator.drawing.draw import KIND, draw
from validator.cache import Cache
from validator.catalogue.load import load
from validator.catalogue.model import Component, Form
from validator.findings import Place


@pytest.mark.parametrize("game", ["henge", "stonehenge"])
def test_every_component_has_a_front_in_file_order(shipped, game):
    pairs, findings = shipped_faces(game)
    assert [f for f in findings if f.severity == "error"] == []
    assert [pair.component for pair in pairs] == [c.id for c in shipped.games[game].components()]
    assert not any(UID in pair.front.svg for pair in pairs)


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


def test_only_what_is_wanted_is_drawn_with_the_bleed_that_is_asked_for(shipped):
    (three,) = [pair for pair in shipped_faces("henge")[0] if pair.component == "luck-long-ropes"]
    (none,), *_ = faces_of(
        shipped.games["henge"],
        shipped_templates(),
        wanted=lambda one: one.id == "luck-long-ropes",
        bleed_mm=0,
    )
    assert none.component == "luck-long-ropes"
    assert three.front.page_mm == pytest.approx((69.5, 94.9))
    assert none.front.page_mm == pytest.approx((63.5, 88.9))
    assert three.front.key != none.front.key


CARDS = "components/fog/cards.yaml"


def line_of(path, word):
    lines = path.read_text("utf-8").splitlines()
    return next(at for at, line in enumerate(lines, 1) if word in line)


@pytest.mark.parametrize(
    ("name", "code"),
    [("A very long story " * 20, "text-overflow"), ("Lantern {coin", "text-markup")],
)
def test_a_name_that_cannot_be_printed_is_blamed_on_its_record(tiny, edit, name, code):
    edit(tiny / CARDS, "name: Lantern", f"name: {name}")
    row = line_of(tiny / CARDS, "  - id: lantern") + 1
    pairs, (found,) = fog_faces(tiny)
    assert (found.code, str(found.place), found.game) == (code, f"{CARDS}:{row}:11", "fog")
    assert "lantern" in {pair.component for pair in pairs}


def test_a_made_sentence_that_does_not_fit_is_blamed_on_its_effects(tiny, edit):
    one = "      - {do: score, what: point, amount: 3}\n"
    edit(tiny / CARDS, one, one * 40)
    _, findings = fog_faces(tiny)
    assert [(f.code, f.place.line) for f in findings] == [
        ("text-overflow", line_of(tiny / CARDS, "  - id: bonfire") + 5)
    ]


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


def test_an_inner_text_is_found_at_its_own_line_or_else_at_the_key_that_the_template_names():
    blame = _Blame(BOARD, "")
    assert blame.place_of("The Mound", "") == Place("de.po", 90)
    assert blame.place_of("to The Heel!", "") == Place("board.yaml", 5)
    assert blame.place_of("Board", "") == Place("board.yaml", 2)
    assert blame.place_of("Mars", "areas") == Place("board.yaml", 4)
    assert blame.place_of("Mars", "") is None


def test_a_slip_in_the_words_of_a_term_is_told_once_at_the_term(tiny, edit):
    game = tiny / "components/fog/game.yaml"
    edit(game, "point: {one: point,", 'point: {one: "{point",')
    edit(game, "many: points", 'many: "{points"')
    edit(tiny / CARDS, "name: Bonfire", 'name: Bonfire\n    text: "Score 3 {points and {coin"')
    found = [
        (one.place.file, one.place.line, one.message)
        for one in check_faces(load(tiny)[0], tiny)
        if one.code == "text-markup"
    ]
    at = line_of(game, "{points")
    assert sorted(found, reverse=True) == [
        ("components/fog/game.yaml", at, "`{points` is left open in the term 'point'"),
        ("components/fog/game.yaml", at, "`{point` is left open in the term 'point'"),
        (CARDS, line_of(tiny / CARDS, "{coin"), "`{coin` is left open"),
    ]


# --- faces that were made before ----------------------------------------------------------------


@pytest.fixture
def again(tiny):
    """Make the faces of the small game and draw them; returns them and what was new."""

    def run(jobs=1):
        store = Cache(tiny / "cache")
        catalogue, _ = load(tiny, ["fog"])
        templates, _ = load_templates(tiny, store=store)
        pairs, *_ = faces_of(catalogue.games["fog"], templates)
        faces = {f.key: f for pair in pairs for f in (pair.front, pair.back) if f is not None}
        drawn = []
        book = draw(faces.values(), jobs, drawn.append, store)
        made = sum(2 if pair.back else 1 for pair in pairs)
        return Counter(hits=templates.recipes.hits, made=made, redrawn=sum(drawn)), pairs, book

    return run


def test_nothing_is_made_twice(again):
    first, pairs, book = again()
    assert first["hits"] == 0
    assert first["redrawn"] == len(book.pages)
    second, same_pairs, same_book = again()
    assert second["redrawn"] == 0
    assert second["hits"] > 0
    assert same_pairs == pairs
    assert list(same_book.pdfs) == list(book.pdfs)


def test_only_what_was_edited_or_has_findings_is_made_anew_with_the_bytes_of_a_first_time(
    again, tiny, edit
):
    _, pairs, _ = again()
    whole = again()[0]["hits"]
    cards = tiny / "components" / "fog" / "cards.yaml"
    edit(cards, "name: Lantern", f"name: {'long ' * 99}")
    for _ in range(2):
        assert again()[0]["hits"] == whole - 1
    edit(cards, f"name: {'long ' * 99}", "name: Lamp")
    after, edited, warm = again()
    assert after["hits"] == whole - 1
    changed = [new.component for old, new in zip(pairs, edited, strict=True) if old != new]
    assert changed == ["lantern"]
    shutil.rmtree(tiny / "cache")
    assert list(again()[2].pdfs) == list(warm.pdfs)


@pytest.mark.parametrize("kind", [face_cache.KIND, KIND])
def test_a_damaged_cache_is_noticed_and_rebuilt(again, tiny, kind):
    _, pairs, book = again()
    sound = list(book.pdfs)
    for path in (tiny / "cache" / kind).rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-7] + b"garbage")
    _, same_pairs, rebuilt = again()
    assert same_pairs == pairs
    assert list(rebuilt.pdfs) == sound
    assert again()[0]["redrawn"] == 0


def test_a_changed_template_makes_everything_anew(again, tiny):
    again()
    lay(tiny, "note.svg.j2", "<g/>")
    assert again()[0]["hits"] == 0


def test_a_changed_picture_is_noticed(studio):
    Image.new("RGB", (9, 9), "red").save(studio / "a.png")
    templates, _ = load_templates(studio, store=Cache(studio / "cache"))
    picture = templates.pen.picture("a.png", 0, 0, 9, 9)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{picture}</svg>'
    kept, box = templates.recipes, Canvas(40.0, 60.0, 3.0)
    name = kept.name("card", {"c": {"id": "a"}}, box)
    kept.put(name, Face(key_of(svg), svg, box.width, box.height, box.bleed))
    assert kept.get(name, box).svg == svg
    Image.new("RGB", (9, 9), "blue").save(studio / "a.png")
    assert kept.get(name, box) is None
    (studio / "a.png").unlink()
    assert kept.get(name, box) is None


def test_a_recipe_names_all_that_matters(studio):
    store = Cache(studio / "cache")
    kept, box = load_templates(studio, store=store)[0].recipes, Canvas(40.0, 60.0, 3.0)
    names = {
        kept.name("card", {"c": {"id": "a"}}, box),
        kept.name("card", {"c": {"id": "b"}}, box),
        kept.name("card", {"c": {"id": "a"}, "game": {"name": "Mist"}}, box),
        kept.name("back", {"c": {"id": "a"}}, box),
        kept.name("card", {"c": {"id": "a"}}, Canvas(40.0, 60.0, 0.0)),
        load_templates(studio, "grey", store)[0].recipes.name("card", {"c": {"id": "a"}}, box),
    }
    assert len(names) == 6
