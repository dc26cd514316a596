"""Commands started on the studio's page, and what a number does while it is typed, in a browser."""

import pytest
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from studiopage import all_of, appears, click, open_page, press, text_of, texts_of, until


@pytest.fixture
def page(window, host):
    open_page(window, host.address, "bonfire")
    press(window, "9")
    appears(window, "[data-command=print]")
    return window


def choose(page, name):
    """Choose a command by the keyboard, as it has the focus; its form takes that."""
    page.execute_script(f"document.querySelector('[data-command={name}]').focus()")
    page.switch_to.active_element.send_keys(Keys.ENTER)
    until(page, lambda: page.switch_to.active_element.text == f"trilith {name}")


def fill(page, option, words):
    control = page.find_element(By.ID, f"c-{option}")
    control.send_keys(words)
    return control


def line(page, said):
    until(page, lambda: text_of(page, ".command .line").startswith(said))


def test_a_kit_is_printed_and_its_pdf_opened(page, host):
    choose(page, "print")
    line(page, "trilith print fog")
    fill(page, "paper", "letter")
    line(page, "trilith print fog --paper letter")
    page.find_element(By.ID, "c-paper").send_keys(Keys.ENTER)
    until(page, lambda: text_of(page, ".job[open] .state") == "done")
    assert "cards.pdf" in text_of(page, ".job[open] .screen")
    made = texts_of(page, ".job[open] .made a")
    assert "fog/print/letter/cards.pdf" in made
    assert (host.root / "output" / made[0]).read_bytes().startswith(b"%PDF")
    click(page, ".job[open] .pages summary")
    drawn = (
        "return [...document.querySelectorAll('.pages[open] img')].map((one) => one.naturalWidth)"
    )
    until(page, lambda: page.execute_script(drawn)[:1] == [680])  # Letter at 80 dots an inch
    click(page, ".job[open] .made a")
    until(page, lambda: len(page.window_handles) == 2)
    page.switch_to.window(page.window_handles[1])
    try:
        until(page, lambda: page.current_url.endswith(made[0]))
        kind = "return document.contentType + document.querySelectorAll('embed').length"
        until(page, lambda: page.execute_script(kind).startswith("application/pdf"))
    finally:
        page.close()
        page.switch_to.window(page.window_handles[0])


def test_what_the_command_would_not_take_is_told_before_it_is_started(page):
    choose(page, "print")
    out = fill(page, "out", "../elsewhere")
    until(page, lambda: "leads out of the project" in text_of(page, ".line.trouble"))
    before = len(all_of(page, ".job"))
    out.send_keys(Keys.ENTER)
    until(page, lambda: "leads out of the project" in text_of(page, ".line.trouble"))
    assert len(all_of(page, ".job")) == before


def test_a_simulation_tells_figures_as_they_come_is_stopped_and_goes_on(page):
    choose(page, "simulate")
    fill(page, "players", "2")
    fill(page, "jobs", "1")
    fill(page, "count", "3000000").send_keys(Keys.ENTER)
    until(page, lambda: "of 200 games so far" in text_of(page, ".job[open] .screen"))
    until(page, lambda: "playing: the first ones: " in text_of(page, ".job[open] .screen"))
    page.refresh()
    press(page, "9")
    until(page, lambda: text_of(page, ".job[open] .state") == "running")
    assert "of 20 games so far" in text_of(page, ".job[open] .screen")
    click(page, ".job[open] [data-do=stop]")
    until(page, lambda: text_of(page, ".job[open] .state") == "stopped")
    assert "the same command goes on" in text_of(page, ".job[open] .screen")
    stopped = page.find_element(By.CSS_SELECTOR, ".job[open]").get_attribute("data-job")
    click(page, ".job[open] [data-do='go on']")
    appears(page, f".job[open]:not([data-job='{stopped}']) .state[data-state=running]")
    click(page, f".job[open]:not([data-job='{stopped}']) [data-do=stop]")
    until(page, lambda: text_of(page, f".job:not([data-job='{stopped}']) .state") == "stopped")


def test_a_turn_is_played_on_the_page(page):
    choose(page, "play")
    fill(page, "seed", "5").send_keys(Keys.ENTER)
    until(page, lambda: "? help):" in text_of(page, ".job[open] .screen"))
    until(page, lambda: page.switch_to.active_element.get_attribute("id").startswith("answer-"))
    page.switch_to.active_element.send_keys("1", Keys.ENTER)
    until(page, lambda: "turn 2" in text_of(page, ".job[open] .screen"))
    page.switch_to.active_element.send_keys("q", Keys.ENTER)
    until(page, lambda: text_of(page, ".job[open] .state") == "done")
    assert "go on with: trilith play --resume" in text_of(page, ".job[open] .screen")


@pytest.mark.parametrize("width", [1280, 390])
def test_all_of_a_form_has_a_name_and_room(page, width):
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 800}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        choose(page, "print")
        page.execute_script("document.querySelector('.command details').open = true")
        for one in all_of(page, ".command input, .command select, .command textarea"):
            assert one.accessible_name.strip()
        wide = "return document.documentElement.scrollWidth - window.innerWidth"
        assert page.execute_script(wide) <= 0
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_what_a_number_does_is_told_while_it_is_typed_and_nothing_is_written(page, host):
    cards = host.root / "components" / "fog" / "cards.yaml"
    before = cards.read_bytes()
    press(page, "1")
    click(page, ".tile[data-id=bonfire]")
    click(page, "#detail .value[data-field=cost]")
    appears(page, ".editor input")
    control = page.switch_to.active_element
    control.send_keys(Keys.CONTROL + "a")
    control.send_keys("9")
    until(page, lambda: "difference seen in 30 games" in text_of(page, ".effect"))
    said = text_of(page, ".effect")
    assert "small sample" in said and "seat 1 wins" in said and "rounds" in said
    control.send_keys(Keys.ESCAPE)
    assert cards.read_bytes() == before
