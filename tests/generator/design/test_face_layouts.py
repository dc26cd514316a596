import pytest
from fogfaces import fog_faces, lay

from generator.design.face_layouts import (
    FaceLayout,
    LengthError,
    PlacedBox,
    expand_box,
    read_length,
)
from generator.design.layout_files import Layouts
from generator.design.lookup import folder_of_trilith, template_folders
from validator.cache import Cache

FACE = {"w": 40.0, "h": 60.0, "bleed": 3.0}


def layout_of(studio, text, name="card", **more):
    files = {name: text, **more}
    for one, content in files.items():
        lay(studio, f"{one}.layout.yaml", f"kind: face_layout\n{content}")
    layouts = Layouts(template_folders(studio))
    return FaceLayout(layouts.get(name), **FACE), list(layouts.findings())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (5, 5),
        ("50%", 20),
        ("50% - 2", 18),
        ("-bleed", -3),
        ("w - 10", 30),
        ("(w + h) / 4", 25),
        ("min(11, w / 2)", 11),
        ("max(1.5, .5 * 2)", 1.5),
        ("title.y2 + 1", 13),
        ("12.5%", 5),
    ],
)
def test_a_length_has_a_value(text, value):
    names = {**FACE, "side": 40.0}
    assert read_length(text).value(names, lambda box, edge: 12.0) == pytest.approx(value)


NO_LENGTHS = """5 mm;half;title;title.left;w ** 9;(5;;__import__('os');w if h else 2;min(5);True;\
title.y2.x;'5';lambda: 5;[5];5 5;min(1, *w)"""


@pytest.mark.parametrize("text", NO_LENGTHS.split(";"))
def test_what_is_no_length_is_refused(text):
    with pytest.raises(LengthError):
        read_length(text)


@pytest.mark.parametrize("text", ["5 / (w - 40)", "1e200 * 1e200", "1e308 * 10 - 1e308 * 10"])
def test_a_length_without_a_value_is_refused(text):
    with pytest.raises(LengthError, match=r"no value|too large"):
        read_length(text).value({**FACE, "side": 40.0}, lambda box, edge: 0.0)


@pytest.mark.parametrize(
    ("box", "span"),
    [
        ("{x: 5, w: 10}", (5, 10)),
        ("{x: 5, right: 5}", (5, 30)),
        ("{w: 10, right: 5}", (25, 10)),
        ("{cx: 50%, w: 10}", (15, 10)),
        ("{cx: 15, x: 5}", (5, 20)),
        ("{cx: 30, right: 5}", (25, 10)),
        ("{right: 5}", (35, 0)),
        ("{cx: 12}", (12, 0)),
        ("{w: 10}", (0, 10)),
        ("{}", (0, 0)),
        ("{extends: base, right: 4}", (26, 10)),
        ("{extends: base, cx: 20}", (15, 10)),
        ("{extends: base, w: 4}", (5, 4)),
        ("{extends: base, x: 1}", (1, 10)),
        ("{extends: base, x: 1, right: 1}", (1, 38)),
    ],
)
def test_two_values_say_where_a_box_lies_and_of_what_it_takes_over_its_size_counts_first(
    studio, box, span
):
    layout, findings = layout_of(studio, f"boxes:\n  base: {{x: 5, w: 10}}\n  one: {box}\n")
    assert (layout["one"].x, layout["one"].w) == span
    assert {one.code for one in findings} == {"layout-unread"}


def test_a_box_of_a_project_is_laid_over_the_built_in_one_by_key(studio):
    layout, findings = layout_of(studio, "boxes:\n  title: {y: 30}\n", "basic/card")
    plain = FaceLayout(Layouts({"templates": folder_of_trilith()}).get("basic/card"), **FACE)
    assert findings == []
    assert layout["title"].y == 30
    assert layout["title"].h == plain["title"].h
    assert layout["title"].styles == plain["title"].styles
    assert layout["title_beside_icon"].y == 30, "what extends the box follows it"


def test_a_layout_extends_another(studio):
    base = "boxes:\n  title: {x: 5, y: 5}\n  wide: {extends: title, w: 30}\n"
    layout, _ = layout_of(studio, "extends: base\nboxes:\n  title: {x: 7}\n", base=base)
    assert (layout["title"].x, layout["title"].y) == (7, 5)
    assert (layout["wide"].x, layout["wide"].w) == (7, 30)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("boxes:\n  one: {x: 5 mm}\n", "layout-place", "3:12"),
        ("boxes:\n  one: {extends: two}\n", "layout-box", "3:18"),
        ("boxes:\n  one: {extends: one}\n", "layout-place", "3:18"),
        ("boxes:\n  one: {left: 5}\n", "schema", "3:9"),
        ("boxes:\n  one: {align: middle}\n", "schema", "3:16"),
        ("boxes:\n  One: {x: 5}\n", "schema", "3:3"),
        ("extends: nowhere\n", "layout-missing", "2:10"),
        ("extends: card\n", "layout-missing", "2:10"),
        ("box: {}\n", "schema", "2:1"),
    ],
)
def test_a_mistake_is_told_at_its_place(studio, text, code, place):
    _, findings = layout_of(studio, text)
    (found,) = [one for one in findings if one.code != "layout-unread"]
    assert (found.code, str(found.place)) == (code, f"templates/card.layout.yaml:{place}")
    assert found.hint


def test_names_that_a_template_puts_together_are_drawn(studio):
    template = '{% set kind = "_b" if c.text else "" %}{{ layout["one" ~ kind].x }}'
    (studio / "templates" / "card.svg.j2").write_text(template, "utf-8")
    _, findings = layout_of(studio, "boxes:\n  one: {x: 5}\n  one_b: {x: 6}\n  one_c: {x: 7}\n")
    assert [(one.code, one.place.line) for one in findings] == [("layout-unread", 5)]


def test_a_box_that_no_template_draws_is_told_with_the_one_that_was_meant(studio):
    _, (found,) = layout_of(studio, "boxes:\n  titel: {y: 30}\n", "basic/card")
    assert (found.code, found.hint) == ("layout-unread", "did you mean 'title'?")


@pytest.mark.parametrize(
    ("box", "template", "code", "file"),
    [
        ("{x: 5}", "{{ layout.two.x }}{{ layout.tow.x }}", "layout-box", "card.svg.j2"),
        ("{x: 20, w: 30, h: 9}", "{{ box(layout.two, 'Fog') }}", "layout-outside", "layout.yaml"),
        ("{x: 20, right: 30}", "{{ box(layout.two, 'Fog') }}", "layout-place", "layout.yaml"),
        ("{x: one.x}, one: {x: two.x}", "{{ layout.two.x }}", "layout-place", "layout.yaml"),
    ],
)
def test_what_a_face_shows_of_its_layout_is_told(drawn, studio, box, template, code, file):
    layout_of(studio, f"boxes: {{two: {box}}}\n")
    _, findings = drawn(template)
    assert [(one.code, one.place.file.endswith(file)) for one in findings][:1] == [(code, True)]
    assert findings[0].place.line >= 1
    assert findings[0].hint


def test_drawing_functions_take_a_box_with_all_that_it_states(drawn, studio):
    layout_of(
        studio,
        "boxes:\n  title: {x: 5, y: 5, w: 30, h: 8, font: title, size: 9, align: center}\n"
        "  foot: {right: 5, bottom: 4, size: 7, align: right}\n  pin: {x: 10, y: 20, w: 8, h: 6}\n",
    )
    by_box, findings = drawn(
        "{{ box(layout.title, 'Fog') }}{{ text(layout.foot, 'r1') }}{{ icon('coin', layout.pin) }}"
        "{{ spot('deck', layout.pin) }}{{ box(layout.title, 'Low', size=6) }}"
    )
    (studio / "templates" / "card.layout.yaml").unlink()
    by_hand, _ = drawn(
        "{{ box(5.0, 5.0, 30.0, 8.0, 'Fog', font='title', size=9, align='center') }}"
        "{{ text(35.0, 56.0, 'r1', size=7, anchor='end') }}{{ icon('coin', 11.0, 20.0, 6.0) }}"
        "{{ spot('deck', 14.0, 23.0, 8.0, 6.0) }}"
        "{{ box(5.0, 5.0, 30.0, 8.0, 'Low', font='title', size=6, align='center') }}"
    )
    assert findings == []
    assert by_box == by_hand


def test_a_box_that_is_not_shown_draws_nothing(drawn, studio):
    layout_of(studio, "boxes:\n  title: {x: 5, y: 5, w: 90, h: 8, show: false}\n")
    svg, findings = drawn("{{ box(layout.title, 'Fog') }}{{ icon('coin', layout.title) }}")
    assert findings == []
    assert "Fog" not in svg
    assert "circle" not in svg


def test_a_set_chooses_its_layout(tiny, edit):
    tall = "kind: face_layout\nextends: basic/card\nboxes:\n  title_bar: {y: 30}\n"
    lay(tiny, "fog/tall.layout.yaml", tall)
    cards = tiny / "components" / "fog" / "cards.yaml"
    before = keys_of_candle(tiny)
    edit(cards, "back: basic/card_back", "back: basic/card_back\nface_layout: fog/tall")
    after = keys_of_candle(tiny)
    assert before[0] != after[0], "the front moves"
    assert before[1] == after[1], "the back does not"
    edit(cards, "face_layout: fog/tall", "face_layout: fog/tal")
    (one,) = fog_faces(tiny)[1]
    assert (one.code, one.place.line, one.hint[:12]) == ("layout-missing", 11, "did you mean")


def test_kept_faces_follow_the_layout(tiny):
    store = Cache(tiny / "kept")
    keys = set()
    for y in (30, 32):
        own = f"kind: face_layout\nboxes:\n  title_bar: {{y: {y}}}\n"
        lay(tiny, "basic/card.layout.yaml", own)
        keys.add(keys_of_candle(tiny, store)[0])
    assert len(keys) == 2


def keys_of_candle(root, store=None):
    (pair,), findings = fog_faces(root, store=store, wanted=lambda one: one.id == "candle")
    assert findings == []
    return pair.front.key, pair.back.key


def test_a_box_can_be_drawn_elsewhere_in_the_same_way():
    box = PlacedBox("row", 5, 6, 30, 8, styles={"size": 9, "align": "right"})
    assert (box.moved(1, 12).x, box.moved(1, 12).y, box.moved(1, 12).w) == (6, 18, 30)
    assert box.at(0, 0, 10, 4) == PlacedBox("row", 0, 0, 10, 4, styles=box.styles)
    assert expand_box("text", (box.at(0, 0, 10, 4), "Fog"), {})[0] == (10, 4, "Fog")


@pytest.mark.parametrize("said", ["extends: b{}", "x: b{}.x + 1"])
def test_a_chain_of_boxes_without_end_is_told(studio, said):
    boxes = "".join(f"  b{n}: {{{said.format(n + 1)}, y: 1}}\n" for n in range(300))
    layout, findings = layout_of(studio, f"boxes:\n{boxes}  b300: {{x: 0}}\n")
    if said.startswith("extends"):
        assert "layout-place" in {one.code for one in findings}
    else:
        with pytest.raises(ValueError, match="depends on more than 50 boxes"):
            layout["b0"]


def test_a_chain_of_layouts_without_end_is_told(studio):
    chain = {f"l{n}": f"extends: l{n + 1}\n" for n in range(70)}
    _, findings = layout_of(studio, "extends: l0\n", **chain)
    assert {one.code for one in findings} == {"layout-missing"}


def test_a_box_that_reaches_too_far_is_told_on_each_face(studio):
    layout, _ = layout_of(studio, "boxes:\n  wide: {x: 0, y: 0, w: 80, h: 10}\n")
    for face in (layout, FaceLayout(layout.data, **FACE)):
        assert not list(face.boxes_outside())
        assert face["wide"].w == 80
        assert len(list(face.boxes_outside())) == 1


ROOMLESS = "kind: face_layout\nboxes:\n  title_bar: {x: 0, right: 0, y: 80%, h: 11}\n"


def test_no_room_is_told_where_the_project_took_it(tiny):
    lay(tiny, "basic/card.layout.yaml", ROOMLESS)
    _, findings = fog_faces(tiny)
    assert {str(one.place) for one in findings} == {"templates/basic/card.layout.yaml:3:3"}
    assert all(one.hint.endswith("as title_bar lies here") for one in findings)
