"""The look of a game on the page: its colours, what is read on what, its fonts."""

import json

import pytest
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select
from studiopage import (
    all_of,
    appears,
    changed,
    click,
    goes,
    key_of,
    open_page,
    press,
    text_of,
    until,
)

from generator.studio.desk import StudioSession
from generator.studio.edits import Editor
from generator.studio.looks import contrasts, look
from generator.studio.session import TabView
from generator.studio.set_files import RefusedError
from generator.svg.lint import contrast

FILE = "templates/theme.yaml"
THEME = """\
kind: theme
colours:
  ink: "#332211"   # brown
  soft: '#CCC'
fonts: {body: {family: Source Sans Pro}}
"""


@pytest.fixture
def theme(fog):
    path = fog / FILE
    path.parent.mkdir(exist_ok=True)
    path.write_text(THEME)
    return path


def ask(root, work=look):
    """What a question is answered, and the pictures that it shows."""
    desk, shown = StudioSession(root, TabView("fog")), []
    try:
        for _ in desk.renew(()):
            pass
        return work(desk, desk.game, {}, shown.append), {one.name: one.body for one in shown}
    finally:
        desk.close()


def colours(root):
    return {(one["table"], one["key"]): one for one in ask(root)[0]["colours"]}


def put(root, *cells, file=FILE, do="paste"):
    return Editor(root, "fog", file, {"do": do, "cells": json.dumps(cells)}).edit()["said"]


def test_a_colour_tells_where_it_stands_and_in_which_file_it_is_changed(fog, theme):
    found = colours(fog)
    ink, paper = found["/colours", "ink"], found["/colours", "paper"]
    assert (ink["at"], ink["file"], ink["is_stated"]) == (f"{FILE}:3:8", FILE, True)
    assert paper["at"].startswith("(built-in) templates/theme.yaml:")
    assert (paper["file"], paper["is_stated"], paper["is_there"]) == (FILE, False, True)
    assert "chosen as a whole" in found["/tones", "spruce"]["why"]
    assert found["/players/red", "fill"]["value"] == "#b3322b"
    theme.unlink()
    ink = colours(fog)["/colours", "ink"]
    assert (ink["file"], ink["is_stated"], ink["is_there"]) == (FILE, False, False)


def test_a_theme_that_the_game_names_is_changed_where_it_is_the_projects_own(fog, theme, edit):
    edit(fog / "components/fog/game.yaml", "kind: game", "kind: game\ntheme: ember")
    found = colours(fog)
    assert "trilith's own" in found["/colours", "ink"]["why"]
    assert found["/colours", "moss"]["file"] == FILE
    own = fog / "templates/themes/ember.yaml"
    own.parent.mkdir()
    own.write_text('kind: theme\ncolours: {paper: "#fffff0"}\n')
    found = colours(fog)
    assert found["/colours", "paper"]["file"] == "templates/themes/ember.yaml"
    assert found["/colours", "ink"]["file"] == FILE
    assert found["/colours", "moss"]["file"] == "templates/themes/ember.yaml"


def test_colours_are_written_in_their_line_or_added_and_undone_to_the_byte(fog, theme):
    put(fog, ["/colours", "ink", "#332211", "#000000"])
    assert theme.read_text() == THEME.replace("#332211", "#000000")
    put(fog, ["/colours", "soft", "#CCC", "#4a4a4a"], ["/players/red", "fill", "", "#aa0000"])
    assert "  soft: '#4a4a4a'\nfonts:" in theme.read_text()
    assert theme.read_text().endswith('}}\nplayers: {red: {fill: "#aa0000"}}\n')
    assert colours(fog)["/players/red", "ink"]["value"] == "#ffffff"
    for _ in range(2):
        put(fog, do="undo", file="")
    assert theme.read_text() == THEME
    with pytest.raises(RefusedError) as refused:
        put(fog, ["/colours", "ink", "#332211", "red"])
    assert "3 or 6 hexadecimal digits" in str(refused.value)
    ((table, key, why),) = refused.value.told["wrong"]
    assert (table, key, why) == ("/colours", "ink", str(refused.value))
    assert theme.read_text() == THEME


def test_pairs_are_what_lies_beneath_texts_with_the_contrast_of_a_check(fog, theme):
    pairs = {(one["text_role"], one["ground_role"]): one for one in ask(fog, contrasts)[0]["pairs"]}
    soft = pairs["soft", "paper"]
    assert (soft["text"], soft["ground"], soft["least"]) == ("#CCC", "#f7f0df", 4.5)
    assert soft["ratio"] == contrast("#cccccc", "#f7f0df") < 4.5
    assert soft["sets"] == ["Light cards"]
    large = [one for one in pairs.values() if one["least"] == 3]
    assert large and pairs["ink", "paper"]["ratio"] > 13


def test_fonts_are_those_that_a_theme_may_name_each_with_its_letters(fog, theme):
    told, shown = ask(fog)
    body = next(one for one in told["fonts"] if one["key"] == "body")
    assert (body["at"], body["stated"]) == (f"{FILE}:5:15", {"family": "Source Sans Pro"})
    assert body["wanted"] == {"family": "Source Sans Pro", "weight": "regular"}
    assert {one["key"] for one in told["fonts"]} == {
        *("title", "subtitle", "numeral", "body", "label", "number")
    }
    assert {one["family"] for one in told["known"]} == {"Source Sans Pro", "Source Serif Pro"}
    assert len(told["known"]) == 24 and len({one["sample"] for one in told["known"]}) == 24
    assert all(shown[one["sample"]].startswith(b"\x89PNG") for one in told["known"])


@pytest.fixture
def page(window, host):
    (host.root / FILE).unlink(missing_ok=True)
    open_page(window, host.address, "bonfire")
    press(window, "0")
    appears(window, "[data-spot='/colours/ink']")
    return window


def test_a_colour_is_changed_on_the_page_where_the_project_has_a_theme_after_a_question(page, host):
    path = host.root / FILE
    press(page, "1")
    before = key_of(page, "bonfire")
    press(page, "0")
    for keep in ("none", "mine"):
        control = page.find_element(By.CSS_SELECTOR, "[data-spot='/colours/paper'] .hex")
        control.send_keys(Keys.CONTROL + "a")
        control.send_keys("#fedcba", Keys.ENTER)
        appears(page, "dialog.ask")
        click(page, f"dialog.ask [data-keep={keep}]")
        goes(page, "dialog.ask")
    until(page, path.exists)
    assert path.read_text() == 'kind: theme\ncolours: {paper: "#fedcba"}\n'
    until(
        page,
        lambda: f"{FILE}:2:18" in told(page, "paper") and "built-in" not in told(page, "paper"),
    )
    press(page, "1")
    changed(page, "bonfire", before)
    press(page, "0")
    write(page, "paper", "green")
    until(page, lambda: "hexadecimal" in text_of(page, ".look .trouble"))
    write(page, "paper", "#aaaaaa")
    until(page, lambda: "#aaaaaa" in path.read_text())
    appears(page, ".pairs tr.faint")
    press(page, Keys.CONTROL + "z")
    press(page, Keys.CONTROL + "z")
    until(page, lambda: not path.exists())


def told(page, name):
    return text_of(page, f"[data-spot='/colours/{name}']")


def write(page, name, text):
    control = page.find_element(By.CSS_SELECTOR, f"[data-spot='/colours/{name}'] .hex")
    control.send_keys(Keys.CONTROL + "a")
    control.send_keys(text, Keys.ENTER)


def test_another_font_keeps_the_bold_and_italic_of_its_role(page, host):
    path = host.root / FILE
    appears(page, ".fonts [data-role=body]")
    choice = Select(page.find_element(By.CSS_SELECTOR, ".fonts [data-role=body]"))
    choice.select_by_visible_text("Source Serif Pro regular")
    appears(page, "dialog.ask")
    click(page, "dialog.ask [data-keep=mine]")
    until(page, path.exists)
    assert "body: {family: Source Serif Pro, weight: regular}" in path.read_text()
    assert "bold_italic: {family: Source Sans Pro, weight: bold, slant: italic}" in path.read_text()
    until(page, lambda: len(all_of(page, ".fonts .sample")) > 9)
    path.unlink()
