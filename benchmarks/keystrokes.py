"""How soon a key typed into a field of the studio's page is seen on the face, and is saved.

From the key as the browser hears it until the face with what was typed is painted; and from Enter
until the field is closed, as it stands in the file then. Of sets of 160 and of 2,000 cards.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import studio

SIZES = (160, 2000)
ROUNDS = 20
_HEAR = """
window.heard = 0;
document.addEventListener("keydown", () => { window.heard = Date.now(); }, true);
"""
_PAINTED = """
const [before, done] = arguments;
const look = () => {
  const image = document.querySelector(`#detail figure[data-side=front] img`);
  if (image && image.dataset.key !== before) {
    requestAnimationFrame(() => setTimeout(() => done([image.dataset.key, Date.now() - heard]), 0));
  } else requestAnimationFrame(look);
};
look();
"""
_CLOSED = """
const done = arguments[0];
const look = () => {
  if (!document.querySelector(".editor")) done(Date.now() - heard);
  else requestAnimationFrame(look);
};
look();
"""
_LARGE = "return document.querySelector('#detail figure[data-side=front] img')?.dataset.key ?? ''"
_OPEN = "document.querySelector('#detail button.value[data-field=name]').click()"
_IS_OPEN = "return document.activeElement?.closest('.editor') ? 1 : 0"


def run() -> list[tuple[str, str]]:
    studio.find_tests()
    from chromium import chromium, find_programs
    from studiohost import start, stop

    told: list[tuple[str, str]] = []
    for cards in SIZES:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_STATE_HOME"] = folder
            project = Path(folder) / "project"
            studio.make_project(project, cards * 2)
            host = start(project)
            stack.callback(stop, host)
            page = stack.enter_context(chromium(find_programs()))
            page.set_script_timeout(60)
            page.get(host.address)
            told += _measure(page, cards)
    told.append(("load of the machine meanwhile", f"{os.getloadavg()[0]:.1f}"))
    return told


def _measure(page: Any, cards: int) -> list[tuple[str, str]]:
    from selenium.webdriver import Keys

    page.execute_script(_HEAR)
    studio.wait(page, "return document.body.dataset.status === 'ready'")
    studio.look_at(page, "y-1")
    seen, saved = list[float](), list[float]()
    for number in range(ROUNDS):
        studio.wait(page, _LARGE)
        before = page.execute_script(_LARGE)
        page.execute_script(_OPEN)
        studio.wait(page, _IS_OPEN)
        for letter in f"{chr(ord('a') + number)}bc":
            page.switch_to.active_element.send_keys(letter)
            before, took = page.execute_async_script(_PAINTED, before)
            seen.append(took)
        page.switch_to.active_element.send_keys(Keys.ENTER)
        saved.append(page.execute_async_script(_CLOSED))
    return [
        (f"a key to pixels, {len(seen)} keys, {cards:,} cards", studio.spread(sorted(seen))),
        (f"Enter until it is saved, {cards:,} cards", studio.spread(sorted(saved))),
    ]
