"""All of the work on the page: from nothing to a printed kit, a played game and a German card."""

import pypdfium2
import pytest
from chromium import chromium
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from studiohost import start_without_project, stop
from studiopage import all_of, appears, changed, click, goes, key_of, press, text_of, until

MOST_TURNS = 200


@pytest.fixture
def page(programs, tmp_path):
    host = start_without_project(tmp_path)
    with chromium(programs) as window:
        window.get(host.address)
        yield window
    assert stop(host) == 0


def jobs_of(page):
    script = "return [...document.querySelectorAll('.job')].map((one) => one.dataset.job)"
    return set(page.execute_script(script))


def begin(page, name, **words):
    """Start a command of the view Commands; answers the number of its job."""
    press(page, "9")
    click(page, f"[data-command={name}]")
    until(page, lambda: text_of(page, "#command-title") == f"trilith {name}")
    for option, value in words.items():
        page.find_element(By.ID, f"c-{option}").send_keys(value)
    before = jobs_of(page)
    click(page, ".command button.main")
    until(page, lambda: len(all_of(page, ".job")) > len(before))
    (job,) = jobs_of(page) - before
    return f".job[data-job='{job}']"


def run(page, name, **words):
    """Run a command to its end; answers what it printed."""
    job = begin(page, name, **words)
    until(page, lambda: text_of(page, f"{job} .state") != "running")
    assert text_of(page, f"{job} .state") == "done", text_of(page, f"{job} .screen")
    return text_of(page, f"{job} .screen")


def words_of(path):
    with pypdfium2.PdfDocument(path) as pdf:
        return "".join(page.get_textpage().get_text_range() for page in pdf)


def test_from_nothing_to_a_kit_a_played_game_and_a_german_card(page, tmp_path):
    appears(page, ".starter")
    page.find_element(By.ID, "name").send_keys("Wolf Night")
    click(page, ".starter:has([value=fog])")
    click(page, "#begin button")
    until(page, lambda: page.title == "Wolf Night - studio")
    first = key_of(page, "bonfire")

    page.execute_script("document.querySelector('.tile[data-id=bonfire]').click()")
    click(page, "#detail figure[data-side=front] .spot[data-field=name]")
    page.switch_to.active_element.send_keys(Keys.CONTROL + "a")
    page.switch_to.active_element.send_keys("Wolf fire", Keys.ENTER)
    goes(page, ".editor")
    changed(page, "bonfire", first)
    press(page, Keys.ESCAPE)

    assert "cards.pdf" in run(page, "print")
    output = tmp_path / "wolf-night" / "output"
    assert "Wolf fire" in words_of(output / "wolf_night/print/a4/cards.pdf")

    job = begin(page, "play")
    for _ in range(MOST_TURNS):
        until(page, lambda: "?" in text_of(page, f"{job} .screen")[-40:] or is_done(page, job))
        if is_done(page, job):
            break
        said = text_of(page, f"{job} .screen")
        page.find_element(By.CSS_SELECTOR, f"{job} input").send_keys("1", Keys.ENTER)
        until(page, lambda said=said: text_of(page, f"{job} .screen") != said)
    assert is_done(page, job) and "the end:" in text_of(page, f"{job} .screen")

    run(page, "translate", to="de")
    press(page, "1")
    until(page, lambda: all_of(page, "#language option[value=de]"))
    choose = "const one = document.getElementById('language'); one.value = 'de';"
    page.execute_script(f"{choose} one.dispatchEvent(new Event('change'))")
    until(page, lambda: "Wolf fire" in text_of(page, "main") and "Erhalte" in texts(page))
    before = key_of(page, "bonfire")
    page.execute_script("document.querySelector('.tile[data-id=bonfire]').click()")
    click(page, "#detail figure[data-side=front] .spot[data-field=name]")
    page.switch_to.active_element.send_keys("Wolfsfeuer", Keys.ENTER)
    goes(page, ".editor")
    changed(page, "bonfire", before)
    press(page, Keys.ESCAPE)
    run(page, "print", language="de")
    assert "Wolfsfeuer" in words_of(output / "de/wolf_night/print/a4/cards.pdf")


def is_done(page, job):
    return text_of(page, f"{job} .state") == "done"


def texts(page):
    """The texts of all cards, as the server told them."""
    script = "return import('./page/store.js').then((one) => JSON.stringify(one.cards()))"
    return page.execute_script(script)
