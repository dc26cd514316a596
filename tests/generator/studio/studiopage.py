"""What tests ask of the studio's page in a browser."""

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

_KEY = """
const image = document.querySelector(`.tile[data-id="${arguments[0]}"] img`);
return image ? image.dataset.key : "";
"""


def until(page, true):
    """Wait until something is so; what the page draws anew meanwhile is asked for again."""
    WebDriverWait(page, 30, 0.02, [StaleElementReferenceException]).until(lambda _: true())


def status(page):
    return str(page.execute_script("return document.body.dataset.status"))


def key_of(page, name):
    """What the picture of a component is known by, once it has one."""
    until(page, lambda: _key_now(page, name))
    return _key_now(page, name)


def changed(page, name, *before):
    """Wait until a component has a picture that is none of those before."""
    until(page, lambda: _key_now(page, name) not in ("", *before))


def _key_now(page, name):
    return str(page.execute_script(_KEY, name))


def open_page(page, address, name):
    """The page at an address, once it is up to date and shows a component."""
    page.get("about:blank")
    page.get(address)
    until(page, lambda: status(page) == "ready" and key_of(page, name))


def press(page, *keys):
    page.find_element(By.TAG_NAME, "body").send_keys(*keys)


def all_of(page, css):
    return page.find_elements(By.CSS_SELECTOR, css)


def text_of(page, css):
    """The text of the first element that fits, as the page is at one moment; "" if none does."""
    return next(iter(texts_of(page, css)), "")


def texts_of(page, css):
    """The texts of all elements that fit, as the page is at one moment."""
    script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)"
    return [text.replace(" \n", "\n") for text in page.execute_script(script, css)]


def appears(page, css):
    until(page, lambda: all_of(page, css))


def goes(page, css):
    until(page, lambda: not all_of(page, css))


def click(page, css):
    """Click what fits, which is looked for again where the page draws it anew just then."""
    until(page, lambda: page.find_element(By.CSS_SELECTOR, css).click() or True)
