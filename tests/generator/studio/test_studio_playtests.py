"""A game that was played, taken down on the studio's page, in a real browser."""

import pytest
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from studiopage import all_of, appears, click, open_page, press, text_of, until

from generator.starter import write_starter


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("taken down")
    write_starter(path, "Fog")
    return path


@pytest.fixture
def page(window, host):
    open_page(window, host.address, "bonfire")
    press(window, "8")
    appears(window, ".question")
    return window


def control(page, name):
    css = f"[data-name='{name}'] input, [data-name='{name}'] textarea"
    return page.find_element(By.CSS_SELECTOR, css)


def test_a_game_is_taken_down_by_keys_through_a_reload_and_written(page, host):
    control(page, " players").send_keys("2", Keys.TAB)
    appears(page, "[data-name='seat 2 score']")
    control(page, "seat 1 score").send_keys("12")
    control(page, "seat 2 score").send_keys("many", Keys.TAB)
    appears(page, "[data-name='seat 2 score'] .trouble:not(:empty)")
    click(page, "[data-name='seat 1 won'] input[value=yes]")
    control(page, "seat 1 1 on").send_keys("Bonfire", Keys.TAB)
    appears(page, "[data-name='seat 1 1 remark']")
    control(page, "seat 1 1 remark").send_keys("Too dear.", Keys.TAB)
    draft = host.root / "playtests" / "fog" / ".draft.json"
    until(page, lambda: draft.exists() and "Too dear." in draft.read_text())
    page.refresh()
    appears(page, "[data-name='seat 1 1 remark']")
    assert control(page, "seat 1 1 remark").get_attribute("value") == "Too dear."
    assert control(page, "seat 2 score").get_attribute("value") == "many"
    click(page, ".playtest [type=submit]")
    until(page, lambda: "mend what is marked" in text_of(page, ".told"))
    assert page.switch_to.active_element == control(page, "seat 2 score")
    page.switch_to.active_element.send_keys(Keys.CONTROL + "a")
    page.switch_to.active_element.send_keys("9", Keys.ENTER)
    until(page, lambda: ".yaml is written" in text_of(page, ".told"))
    (path,) = (host.root / "playtests" / "fog").glob("[!.]*.yaml")
    assert "says: Too dear." in path.read_text() and "score: 9" in path.read_text()
    assert control(page, " players").get_attribute("value") == ""
    appears(page, ".remarks .card-link")
    click(page, ".remarks .card-link")
    until(page, lambda: page.find_element(By.ID, "detail").is_displayed())
    assert "Too dear." in text_of(page, "#detail")


def test_it_is_begun_anew_when_somebody_says_so_twice(page):
    control(page, " minutes").send_keys("30", Keys.TAB)
    click(page, "[data-do=drop]")
    appears(page, "dialog [data-keep=drop]")
    assert control(page, " minutes").get_attribute("value") == "30"
    click(page, "dialog [data-keep=drop]")
    until(page, lambda: control(page, " minutes").get_attribute("value") == "")


def test_all_that_is_asked_has_a_name_for_people_who_hear_the_page(page):
    control(page, " players").send_keys("1", Keys.TAB)
    appears(page, "[data-name='seat 1 score']")
    for one in all_of(page, ".playtest input, .playtest textarea"):
        assert one.accessible_name.strip()
