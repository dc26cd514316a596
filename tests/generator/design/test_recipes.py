import shutil
from collections import Counter

import pytest
from fogfaces import lay
from PIL import Image

from generator.design import face_cache
from generator.design.canvas import Canvas
from generator.design.face import Face, key_of
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.drawing.draw import KIND, draw
from validator.cache import Cache
from validator.catalogue.load import load


@pytest.fixture
def again(tiny):
    """Make the faces of the small game and draw them; returns them and what was new."""

    def run(jobs=1):
        store = Cache(tiny / "cache")
        catalogue, _ = load(tiny, ["fog"])
        templates, _ = load_templates(tiny, store=store)
        pairs, _ = faces_of(catalogue.games["fog"], templates)
        faces = {f.key: f for pair in pairs for f in (pair.front, pair.back) if f is not None}
        book = draw(faces.values(), jobs, store=store)
        made = sum(2 if pair.back else 1 for pair in pairs)
        return Counter(hits=templates.recipes.hits, made=made, redrawn=book.redrawn), pairs, book

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
