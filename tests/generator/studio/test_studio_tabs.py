"""Tabs that look at one studio: each has a game and an ink of its own."""

import asyncio
import json

import pytest
from selenium.webdriver import Keys
from studiopage import (
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

from generator.commands.studio import studio as command
from generator.starter import write_starter
from generator.studio.engine import Link, Links, run_once
from generator.studio.server import read_look
from generator.studio.session import TabView, ViewedCards
from validator.findings import UsageError

CHOOSE = """
const one = document.getElementById(arguments[0]);
one.value = arguments[1];
one.dispatchEvent(new Event("change"));
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("tabs")
    for name in ("Fog", "Mist"):
        write_starter(path, name)
    return path


def game(page):
    return str(page.execute_script("return document.getElementById('game').value"))


def test_two_tabs_look_at_two_games_in_two_inks(window, host):
    open_page(window, host.address, "bonfire")
    first, full = window.current_window_handle, key_of(window, "bonfire")
    window.switch_to.new_window("tab")
    open_page(window, host.address, "bonfire")
    window.execute_script(CHOOSE, "ink", "low")
    changed(window, "bonfire", full)
    low = key_of(window, "bonfire")
    window.execute_script(CHOOSE, "game", "mist")
    until(window, lambda: game(window) == "mist" and status(window) == "ready")
    second = window.current_window_handle
    window.switch_to.window(first)
    assert (game(window), key_of(window, "bonfire")) == ("fog", full)
    assert window.execute_script("return document.body.dataset.ink") == "normal"
    cards = host.root / "components" / "mist" / "cards.yaml"
    cards.write_text(cards.read_text().replace("name: Bonfire", "name: Balefire"))
    window.switch_to.window(second)
    changed(window, "bonfire", low, full)
    until(window, lambda: "Balefire" in text_of(window, "#main"))
    window.switch_to.window(first)
    assert key_of(window, "bonfire") == full


def test_what_another_tab_looks_at_is_drawn_after_what_this_one_does(project):
    link = Link(project, TabView("fog"))
    try:
        said = []
        link._out = type("Out", (), {"put": staticmethod(said.append)})()
        link.look("a", ViewedCards(("one", "two")))
        link.look("b", ViewedCards(("three", "two")))
        link.look("a", ViewedCards(("two",)))
        link.leave("b")
        link.look("a", ViewedCards(("two",)))
        asked = [" ".join(one.ids) for one in said]
        assert asked == ["one two", "three two one", "two three", "two"]
    finally:
        link._process.end()


def test_a_view_that_nobody_looks_at_is_ended(project):
    asyncio.run(_retire_low(Links(project, TabView("fog"))))


async def _retire_low(links):
    try:
        other = TabView("fog", "low")
        low = links.of(other)
        assert links.of(other) is low
        low.listen("tab", lambda _: None)
        links._retire(other)
        assert links.link_of(other) is low
        low.leave("tab")
        links._retire(other)
        assert links.link_of(other) is None
        assert not low._process.is_alive
    finally:
        for link in links:
            link.close()


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n"Language: de\\n"\n\n'
ENTRY = 'msgctxt "card/bonfire name"\nmsgid "Bonfire"\nmsgstr "Lagerfeuer"\n'


def test_a_game_is_shown_in_a_language_of_the_project(project):
    folder = project / "components" / "mist" / "languages"
    folder.mkdir()
    (folder / "de.po").write_text(HEAD)
    assert "11 of 11 components have a face" in run_once(project, TabView("mist", language="de"))
    with pytest.raises(UsageError, match="tlh"):
        command("mist", language="tlh", project=project, once=True)


def test_a_tab_turns_to_a_language_and_back(window, host):
    folder = host.root / "components" / "fog" / "languages"
    folder.mkdir()
    (folder / "de.po").write_text(HEAD + ENTRY)
    open_page(window, host.address, "bonfire")
    first = key_of(window, "bonfire")
    window.execute_script(CHOOSE, "language", "de")
    until(window, lambda: "Lagerfeuer" in text_of(window, "#main"))
    changed(window, "bonfire", first)
    german = key_of(window, "bonfire")
    click(window, ".tile[data-id=bonfire]")
    click(window, "#detail figure[data-side=front] .spot[data-field=name]")
    appears(window, ".editor")
    window.switch_to.active_element.send_keys(Keys.CONTROL + "a")
    window.switch_to.active_element.send_keys("Brand")
    changed(window, "bonfire", german)
    window.switch_to.active_element.send_keys(Keys.ENTER)
    goes(window, ".editor")
    assert 'msgstr "Brand"' in (folder / "de.po").read_text()
    press(window, Keys.CONTROL + "z")
    until(window, lambda: key_of(window, "bonfire") == german)
    assert (folder / "de.po").read_text() == HEAD + ENTRY
    window.execute_script(CHOOSE, "language", "")
    until(window, lambda: key_of(window, "bonfire") == first)


@pytest.mark.parametrize("tongue", ["../x", "DE", 3, None])
def test_a_page_cannot_ask_for_what_is_no_language(tongue):
    said = {"ids": [], "ink": "low", "game": "fog", "language": tongue}
    first = TabView("fog", language="de")
    assert read_look(json.dumps(said), first) is None
    assert read_look(json.dumps(said | {"language": "pt-BR"}), first)[0].language == "pt-BR"
    del said["language"]
    assert read_look(json.dumps(said), first)[0] == TabView("fog", "low", "de")
