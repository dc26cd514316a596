"""Boxes of a face layout, moved on the page and written into the project's own file."""

import json

import pytest
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from studiopage import (
    all_of,
    appears,
    changed,
    click,
    goes,
    key_of,
    open_page,
    press,
    status,
    text_of,
    until,
)

from generator.design.templates import load_templates
from generator.studio.edits import Editor, journal_of
from generator.studio.session import boxes_of
from generator.studio.set_files import RefusedError
from validator.catalogue.load import load

FILE = "templates/basic/card.layout.yaml"
LAYOUT = """\
\ufeff# Where things lie.\r
kind: face_layout\r
boxes:\r
  cost: {x: 4.4,  y: 4.40, w: "12", h: "min(12, w * 0.22)"}   # a coin\r
  title:\r
    x: 5  # left\r
"""


def put(root, *cells, file=FILE, do="paste"):
    words = {"do": do, "cells": json.dumps([[f"/boxes/{box}", *each] for box, *each in cells])}
    return Editor(root, "fog", file, words).edit()["said"]


@pytest.fixture
def layout(fog):
    path = fog / FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(LAYOUT.encode())
    return path


def boxes(root):
    """The boxes of the front of the cards, by name."""
    game = load(root, ["fog"])[0].games["fog"]
    templates, _ = load_templates(root, draft=True)
    found = boxes_of(game.sets["card"], templates, templates.sizes["poker"], 3.0)
    return {one["name"]: one for one in found["front"]}


def test_numbers_are_written_in_their_place_and_taken_back_to_the_byte(fog, layout):
    said = put(
        fog, ("cost", "x", "4.4", "6"), ("cost", "w", "12", "10.5"), ("title", "x", "5", "5.5")
    )
    assert said == f"saved: 3 fields of {FILE}"
    now = LAYOUT.replace("x: 4.4,  ", "x: 6,  ").replace('"12"', "10.5").replace("x: 5 ", "x: 5.5 ")
    assert layout.read_bytes() == now.encode()
    assert (boxes(fog)["cost"]["x"], boxes(fog)["title"]["x"]) == (6, 5.5)
    assert put(fog, do="undo", file="").startswith(f"undo: 3 fields of {FILE}")
    assert layout.read_bytes() == LAYOUT.encode()
    put(fog, do="redo", file="")
    assert layout.read_bytes() == now.encode()


def test_what_trilith_states_is_stated_in_the_projects_own_file(fog, layout):
    put(fog, ("title", "right", "", "7"), ("rule", "bottom", "", "9.9"))
    now = layout.read_bytes().decode()
    head, foot = LAYOUT.split("    x: 5  # left\r\n")
    assert now == f"{head}    x: 5  # left\r\n    right: 7\r\n  rule: {{bottom: 9.9}}\r\n{foot}"
    told = boxes(fog)
    assert (told["title"]["w"], told["rule"]["stated"]) == (63.5 - 5 - 7, ["bottom"])
    put(fog, do="undo", file="")
    assert layout.read_bytes() == LAYOUT.encode()


def test_a_layout_that_is_not_there_comes_with_the_first_number_and_goes_with_its_undo(fog):
    assert not boxes(fog)["title"]["is_there"] and boxes(fog)["title"]["file"] == FILE
    put(fog, ("title", "x", "", "7"))
    assert (fog / FILE).read_text() == "kind: face_layout\nboxes: {title: {x: 7}}\n"
    assert boxes(fog)["title"]["is_there"]
    put(fog, do="undo", file="")
    assert not (fog / FILE).exists()
    put(fog, do="redo", file="")
    assert boxes(fog)["title"]["x"] == 7


def test_a_box_tells_its_lengths_and_which_the_project_states(fog, layout):
    told = boxes(fog)
    assert told["cost"]["stated"] == ["w", "x", "h", "y"]
    assert told["cost"]["lengths"]["h"] == "min(12, w * 0.22)"
    assert (told["title"]["stated"], told["title"]["lengths"]["y"]) == (["x"], "title_bar.y")
    assert told["title_beside_icon"]["stated"] == []


def test_what_changed_meanwhile_or_is_no_length_is_not_written(fog, layout):
    for cell, why in (
        (("cost", "x", "4.5", "6"), "changed elsewhere"),
        (("cost", "z", "", "6"), "'z'"),
        (("cost/x", "y", "", "6"), "not in"),
    ):
        with pytest.raises(RefusedError) as refused:
            put(fog, cell)
        assert why in str(refused.value) + str(refused.value.told)
    assert layout.read_bytes() == LAYOUT.encode()
    layout.write_text("kind: face_layout\nboxes: {cost: [\n")
    with pytest.raises(RefusedError, match="mend it first"):
        put(fog, ("cost", "x", "4.4", "6"))
    assert journal_of(fog, "fog").read()[1] == 0


def test_only_the_look_of_a_project_is_written_by_pointers(fog):
    for file in (
        "components/fog/game.yaml",
        "components/fog/cards.yaml",
        "templates/../components/fog/x.layout.yaml",
        "templates/basic/card.svg.j2",
        "templates/basic/card.layout.yaml/../../x",
        "/templates/theme.yaml",
        "",
    ):
        with pytest.raises(RefusedError, match=r"no face layout|no data of a game"):
            put(fog, ("x", "name", "", "y"), file=file)
    with pytest.raises(RefusedError, match="is no data"):
        Editor(fog, "fog", "templates/sizes.yaml", {"do": "copy", "id": "x"}).edit()
    (fog / "elsewhere").mkdir()
    (fog / "templates").symlink_to(fog / "elsewhere")
    with pytest.raises(RefusedError, match="behind a link"):
        put(fog, ("title", "x", "", "7"))


@pytest.fixture
def page(window, host):
    path = host.root / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(LAYOUT.encode())
    open_page(window, host.address, "bonfire")
    click(window, ".tile[data-id=bonfire]")
    appears(window, "#detail .spots")
    if not all_of(window, "#detail .box"):
        press(window, "x")
    until(window, lambda: place_of(window, "cost") == "cost: x 4.4  y 4.4  12 × 12 mm")
    return window


COST = "#detail [data-side=front] .box[data-box=cost]"


def place_of(page, name):
    box = f"#detail [data-side=front] .box[data-box={name}]"
    told = "return document.querySelector(arguments[0])?.getAttribute('aria-label') ?? ''"
    return page.execute_script(told, box)


def drag(page, right, down, name="cost", corner=False):
    """Drag a box, or its lower right corner, by so many mm; not let go yet."""
    until(page, lambda: status(page) == "ready")
    element = page.find_element(By.CSS_SELECTOR, f"#detail .box[data-side=front][data-box={name}]")
    scale = page.find_element(By.CSS_SELECTOR, "#detail .frame").rect["width"] / 63.5
    half = (element.rect["width"] / 2 - 2, element.rect["height"] / 2 - 2) if corner else (0, 0)
    hand = ActionChains(page).move_to_element_with_offset(element, *map(int, half))
    hand.click_and_hold().move_by_offset(round(right * scale / 2), round(down * scale / 2))
    hand.move_by_offset(round(right * scale / 2), round(down * scale / 2)).perform()


def test_a_box_is_dragged_and_its_numbers_are_written_as_it_is_let_go(page, host):
    path, before = host.root / FILE, key_of(page, "bonfire")
    drag(page, 6, 9)
    shown = text_of(page, f"{COST} b")
    assert shown.endswith("12 × 12 mm") and path.read_bytes() == LAYOUT.encode()
    ActionChains(page).release().perform()
    changed(page, "bonfire", before)
    x, y = shown.split()[1], shown.split()[3]
    now = LAYOUT.replace("x: 4.4,", f"x: {x},").replace("y: 4.40", f"y: {y}")
    assert path.read_bytes() == now.encode() and 9.9 < float(x) < 10.9 and 12.9 < float(y) < 13.9
    until(page, lambda: place_of(page, "cost").startswith(f"cost: x {x}  y {y}"))
    press(page, Keys.CONTROL + "z")
    until(page, lambda: path.read_bytes() == LAYOUT.encode() and key_of(page, "bonfire") == before)


def test_escape_takes_a_drag_back_and_a_corner_resizes_what_stands_as_numbers(page, host):
    path = host.root / FILE
    drag(page, 6, 9)
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert place_of(page, "cost") == "cost: x 4.4  y 4.4  12 × 12 mm"
    ActionChains(page).release().perform()
    drag(page, 4, 4, corner=True)
    ActionChains(page).release().perform()
    until(page, lambda: path.read_bytes() != LAYOUT.encode())
    wide = path.read_text().split("w: ")[1].split(",")[0]
    assert 15 < float(wide) < 17
    assert path.read_bytes() == LAYOUT.replace('w: "12"', f"w: {wide}").encode()
    assert f"h of cost stays: it is min(12, w * 0.22), no number.\n{FILE}:4" in text_of(
        page, "#detail .fixed-edges"
    )


def test_by_keys_alone_a_box_is_moved_resized_and_given_back(page, host):
    path = host.root / FILE
    page.execute_script("document.querySelector(arguments[0]).focus()", COST)
    page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT * 3 + Keys.ARROW_UP)
    assert place_of(page, "cost") == "cost: x 5.9  y 3.9  12 × 12 mm"
    page.switch_to.active_element.send_keys(Keys.SHIFT + Keys.ARROW_LEFT * 2)
    assert place_of(page, "cost") == "cost: x 5.9  y 3.9  11 × 12 mm"
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert place_of(page, "cost") == "cost: x 4.4  y 4.4  12 × 12 mm"
    page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT + Keys.ENTER)
    until(page, lambda: path.read_bytes() == LAYOUT.replace("x: 4.4,", "x: 4.9,").encode())
    until(page, lambda: place_of(page, "cost").startswith("cost: x 4.9"))
    held = "return document.activeElement.dataset.box"
    until(page, lambda: page.execute_script(held) == "cost")


def test_a_box_of_trilith_is_moved_in_a_file_of_the_projects_own_that_is_asked_for(page, host):
    path = host.root / FILE
    path.unlink()
    until(page, lambda: "x 4.4" in place_of(page, "cost") and "12 × 12" in place_of(page, "cost"))
    appears(page, "#detail .box[data-side=front][data-box=set_name]")
    until(page, lambda: "(built-in)" in text_of(page, "#detail dl.boxes"))
    for name, keep in (("none", False), ("mine", True)):
        drag(page, 5, 5)
        ActionChains(page).release().perform()
        appears(page, "dialog.ask")
        assert "(built-in) templates/basic/card.layout.yaml" in text_of(page, "dialog.ask")
        click(page, f"dialog.ask [data-keep={name}]")
        goes(page, "dialog.ask")
        until(page, lambda keep=keep: path.exists() == keep)
    assert path.read_text().startswith("kind: face_layout\nboxes: {cost: {x: 9")
    path.unlink()
