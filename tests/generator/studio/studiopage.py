"""What tests ask of the studio's page in a browser."""

from __future__ import annotations

from collections.abc import Callable

from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

_KEY = """
const image = document.querySelector(`.tile[data-id="${arguments[0]}"] img`);
return image ? image.dataset.key : "";
"""


def until(page: Chrome, true: Callable[[], object]) -> None:
    WebDriverWait(page, 30, 0.02).until(lambda _: true())


def status(page: Chrome) -> str:
    return str(page.execute_script("return document.body.dataset.status"))


def key_of(page: Chrome, name: str) -> str:
    """What the picture of a component is known by, once it has one."""
    until(page, lambda: _key_now(page, name))
    return _key_now(page, name)


def changed(page: Chrome, name: str, *before: str) -> None:
    """Wait until a component has a picture that is none of those before."""
    until(page, lambda: _key_now(page, name) not in ("", *before))


def _key_now(page: Chrome, name: str) -> str:
    return str(page.execute_script(_KEY, name))


def open_page(page: Chrome, address: str, name: str) -> None:
    """The page at an address, once it is up to date and shows a component."""
    page.get("about:blank")
    page.get(address)
    until(page, lambda: status(page) == "ready" and key_of(page, name))
