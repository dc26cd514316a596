"""Take the pictures of docs/studio.md: `python tests/generator/studio` from the repository."""

import io
import json
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]

from chromium import chromium, find_programs  # noqa: E402
from PIL import Image  # noqa: E402
from selenium.webdriver import Keys  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402
from studiohost import start, start_without_project, stop  # noqa: E402

WAIT_S = 240
COLOURS = 128


def main():
    """Draw Henge in a studio, in light, dark and at the width of a phone."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "game"
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, root / name)
        host = start(root, game="henge")
        try:
            with chromium(find_programs()) as page:
                _pictures(page, host.address)
        finally:
            stop(host)
        _picture_of_start(root, Path(folder) / "home")


def _picture_of_start(root, home):
    """Take one of the start page of somebody who has some folders and opened Henge before."""
    for name in ("Documents", "Games", "Music", "Pictures"):
        (home / name).mkdir(parents=True)
    root.rename(home / "Games" / "henge")
    state = home / ".local" / "state" / "trilith" / "opened.json"
    state.parent.mkdir(parents=True)
    state.write_text(json.dumps([str(home / "Games" / "henge")]))
    host = start_without_project(home)
    try:
        with chromium(find_programs()) as page:
            _size(page, 1280, 800)
            page.get(host.address)
            _until(page, "document.querySelectorAll('.starter').length")
            _until(page, "document.querySelectorAll('.starter img[hidden]').length === 0")
            _keep(page, "studio-start")
    finally:
        stop(host)


def _pictures(page, address):
    _size(page, 1280, 800)
    page.get(address)
    _until(page, "document.body.dataset.status === 'ready'")
    body = page.find_element(By.TAG_NAME, "body")
    page.find_element(By.CSS_SELECTOR, ".tile[data-id='spring-five-hearths']").click()
    _until(page, "document.querySelectorAll('#detail figure img').length === 2")
    body.send_keys("xs")
    _keep(page, "studio")
    body.send_keys("xs" + Keys.ESCAPE + "7")
    _until(page, "document.querySelector('[data-id=spring-five-hearths] [data-field=season]')")
    page.execute_script(
        "document.querySelector('[data-id=spring-carvers-pride] [data-field=effects]').focus()"
    )
    page.switch_to.active_element.send_keys(Keys.ENTER)
    _keep(page, "studio-records")
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.find_element(By.CSS_SELECTOR, "#views [data-name=Commands]").click()
    _until(page, "document.querySelector('[data-command=simulate]')")
    page.find_element(By.CSS_SELECTOR, "[data-command=simulate]").click()
    _until(page, "document.querySelector('#c-count')")
    page.find_element(By.ID, "c-count").send_keys("2000")
    page.find_element(By.ID, "c-players").send_keys("2", Keys.ENTER)
    _until(page, "/of 200 games so far/.test(document.querySelector('.job .screen')?.textContent)")
    _keep(page, "studio-commands")
    page.find_element(By.CSS_SELECTOR, ".job [data-do=stop]").click()
    page.find_element(By.CSS_SELECTOR, "#views [data-name=Faces]").click()
    _dark(page, "dark")
    page.find_element(By.ID, "search").send_keys("set:luck")
    page.find_element(By.CSS_SELECTOR, "#ink option[value=low]").click()
    _until(page, "document.body.dataset.ink === 'low'")
    _until(page, "document.body.dataset.status === 'ready'")
    _until(page, "document.querySelectorAll('.tile img').length > 5")
    _keep(page, "studio-dark")
    _dark(page, "light")
    page.find_element(By.CSS_SELECTOR, "#ink option[value=normal]").click()
    _until(page, "document.body.dataset.ink === 'normal'")
    _size(page, 390, 780)
    _until(page, "document.body.dataset.status === 'ready'")
    _until(page, "document.querySelectorAll('.tile img').length > 3")
    _keep(page, "studio-phone")


def _until(page, script):
    WebDriverWait(page, WAIT_S, 0.1).until(lambda _: page.execute_script(f"return {script}"))


def _size(page, width, height):
    words = {"width": width, "height": height, "deviceScaleFactor": 1}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**words, "mobile": False})


def _dark(page, value):
    asked = [{"name": "prefers-color-scheme", "value": value}]
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": asked})


def _keep(page, name):
    page.execute_script("return new Promise(done => setTimeout(done, 400))")
    image = Image.open(io.BytesIO(page.get_screenshot_as_png())).convert("RGB")
    image.quantize(COLOURS).save(ROOT / "docs" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
