"""The studio's page in a real browser, while the files of its game change."""

import base64
import io
import os
import shutil
import signal

import pytest
from PIL import Image, ImageChops
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from studiohost import start, stop, studio
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
    texts_of,
    until,
)

from generator.commands.pictures import PREVIEW, PreviewOptions
from generator.options import Context

PIXELS = """
const image = document.querySelector(`.tile[data-id="${arguments[0]}"] img`);
if (!image) return null;
const canvas = document.createElement("canvas");
canvas.width = image.naturalWidth;
canvas.height = image.naturalHeight;
canvas.getContext("2d").drawImage(image, 0, 0);
const dpi = Number(/-(\\d+)\\.png/.exec(image.src)[1]);
return [dpi, image.dataset.key, canvas.toDataURL("image/png")];
"""


@pytest.fixture
def page(window, host):
    open_page(window, host.address, "bonfire")
    return window


@pytest.fixture
def cards(host):
    """The file of the cards, which is as it was afterwards."""
    path = host.root / "components" / "fog" / "cards.yaml"
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def test_a_saved_edit_is_drawn_as_a_fresh_print_has_it(page, host, cards):
    before, other = key_of(page, "bonfire"), key_of(page, "lantern")
    cards.write_text(cards.read_text().replace("name: Bonfire", "name: Wildfire"))
    changed(page, "bonfire", before)
    assert key_of(page, "lantern") == other
    dpi, key, shown = page.execute_script(PIXELS, "bonfire")
    fresh = _previewed(host.root, "bonfire", dpi)
    pixels = Image.open(io.BytesIO(base64.b64decode(shown.partition(",")[2]))).convert("RGB")
    assert key != before
    assert pixels.size == fresh.size
    assert ImageChops.difference(pixels, fresh).getbbox() is None


def _previewed(root, name, dpi):
    """A face as `trilith preview --bleed` draws it."""
    options = PreviewOptions("fog", only=[name], dpi=dpi, bleed=True, out=root / "output" / "test")
    list(PREVIEW.make(Context(root), options))
    return Image.open(root / f"output/test/fog/preview/{name}.png").convert("RGB")


def test_a_mistake_is_told_on_its_card_and_the_old_face_stays(page, cards):
    good = cards.read_text()
    before = key_of(page, "bonfire")
    cards.write_text(good.replace("name: Bonfire", "name: Bonfire\n    cost: [1"))
    appears(page, "#views button[data-count='1']")
    assert key_of(page, "bonfire") == before
    click(page, "#views button[data-name='Findings']")
    listed = page.find_element(By.CSS_SELECTOR, ".findings li.error")
    assert "components/fog/cards.yaml" in listed.find_element(By.TAG_NAME, "code").text
    click(page, "#views button[data-name='Faces']")
    cards.write_text(good.replace("copies: 6", "copies: -6", 1))
    appears(page, ".tile .badge.error")
    cards.write_text(good)
    goes(page, ".tile .badge.error")
    cards.write_text(good.replace("cost: 3", "cost: 99", 1))
    appears(page, "[data-id=bonfire] .badge.error")
    assert key_of(page, "bonfire") == before
    cards.write_text(good)
    goes(page, ".tile .badge.error")


def test_templates_layouts_and_themes_are_followed(page, host):
    templates = host.root / "templates"
    shutil.rmtree(templates, ignore_errors=True)
    (templates / "basic").mkdir(parents=True)
    steps = {
        "theme.yaml": "kind: theme\ncolours:\n  paper: '#ffe0e0'\n",
        "basic/card.layout.yaml": "kind: face_layout\nboxes:\n  title: {y: 9}\n",
    }
    for name, text in steps.items():
        before = key_of(page, "bonfire")
        (templates / name).write_text(text)
        changed(page, "bonfire", before)
    shutil.rmtree(templates)
    until(page, lambda: status(page) == "ready")


def test_editors_that_save_beside_the_file_and_leave_things(page, cards):
    before = key_of(page, "bonfire")
    draft = cards.with_name(".cards.yaml.swp")
    draft.write_text("half")
    beside = cards.with_name("cards.yaml~")
    beside.write_text(cards.read_text().replace("name: Bonfire", "name: Balefire"))
    beside.replace(cards)
    changed(page, "bonfire", before)
    draft.unlink()
    assert not all_of(page, ".badge.error")


def test_a_folder_that_goes_and_comes_back(page, host):
    folder, away = host.root / "components" / "fog", host.root / "components" / "mist"
    games = "return document.querySelector('#game').length"
    folder.rename(away)
    until(page, lambda: page.execute_script(games) == 2)
    away.rename(folder)
    until(page, lambda: page.execute_script(games) == 1)
    until(page, lambda: status(page) == "ready" and key_of(page, "bonfire"))


def test_the_process_that_draws_may_die(page, host, cards):
    os.kill(host.engine(), signal.SIGKILL)
    until(page, lambda: status(page) != "ready")
    until(page, lambda: status(page) == "ready")
    before = key_of(page, "bonfire")
    cards.write_text(cards.read_text().replace("name: Bonfire", "name: Fire"))
    changed(page, "bonfire", before)


def test_keys_filter_and_a_face_at_large(page):
    press(page, "/")
    page.switch_to.active_element.send_keys("cost:3")
    until(page, lambda: len(all_of(page, ".tile")) == 1)
    page.switch_to.active_element.send_keys(Keys.CONTROL + "a", Keys.DELETE, Keys.ESCAPE)
    until(page, lambda: len(all_of(page, ".tile")) > 3)
    press(page, Keys.ARROW_RIGHT)
    appears(page, "#detail figure img")
    press(page, "x")
    box = page.find_element(By.CSS_SELECTOR, "#detail .box")
    assert "basic/card.layout.yaml:" in box.get_attribute("title")
    assert all_of(page, "#detail figure[data-side=back]")
    press(page, "?")
    assert page.find_element(By.ID, "help").is_displayed()
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    press(page, Keys.ESCAPE)
    until(page, lambda: not page.find_element(By.ID, "detail").is_displayed())


def test_grey_ink_is_shown_and_normal_comes_back(page):
    before = key_of(page, "bonfire")
    select = "const ink = document.getElementById('ink'); ink.value = arguments[0];"
    page.execute_script(f"{select} ink.dispatchEvent(new Event('change'))", "low")
    changed(page, "bonfire", before)
    page.execute_script(f"{select} ink.dispatchEvent(new Event('change'))", "normal")
    until(page, lambda: key_of(page, "bonfire") == before)


def test_what_was_said_at_the_table_stands_with_its_card_and_follows_the_file(page, host):
    folder = host.root / "playtests" / "fog"
    folder.mkdir(parents=True)
    head = 'kind: playtest\ngame: fog\ndate: "2026-05-30"\n'
    click(page, '.tile[data-id="candle"]')
    appears(page, "#detail table")
    assert not all_of(page, "#detail .said")
    (folder / "2026-05-30.yaml").write_text(head + "remarks: [{card: candle, says: <b>Dull</b>}]\n")
    appears(page, "#detail .said li")
    said = texts_of(page, "#detail .said li")
    assert said == ["<b>Dull</b> (fog/2026-05-30#1)"]
    shutil.rmtree(folder.parent)
    goes(page, "#detail .said")


def test_sheets_are_those_of_a_print_and_follow_an_edit(page, cards):
    press(page, "3")
    first = "return document.querySelector('.sheets img')?.src ?? null"
    until(page, lambda: page.execute_script(first))
    before = page.execute_script(first)
    headings = all_of(page, ".sheets h2")
    assert any(one.text.startswith("cards.pdf") for one in headings)
    cards.write_text(cards.read_text().replace("name: Candle", "name: Taper"))
    until(page, lambda: page.execute_script(first) != before)
    press(page, "1")


def test_it_says_that_the_server_is_gone_and_comes_back(fog, window):
    first = start(fog)
    window.get(first.address)
    until(window, lambda: status(window) == "ready")
    assert stop(first) == 0
    until(window, lambda: window.find_element(By.ID, "lost").is_displayed())
    assert all_of(window, ".tile")
    with studio(fog, first.port) as second:
        assert second.address == first.address
        until(window, lambda: not window.find_element(By.ID, "lost").is_displayed())
        until(window, lambda: status(window) == "ready")


def test_nothing_is_loaded_from_elsewhere_or_complained_of(page, host):
    names = page.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert names
    assert all(name.startswith(host.address) for name in names)
    severe = [one["message"] for one in page.get_log("browser") if one["level"] == "SEVERE"]
    said = [one for one in severe if host.address in one or "127.0.0.1" not in one]
    assert [one for one in said if "WebSocket" not in one and "ERR_CONNECTION" not in one] == []
