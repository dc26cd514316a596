"""A real browser for tests of pages: Chromium, headless, with nothing of its own on the line."""

import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass

from needed import need
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--window-size=1280,900"),
)
WANTING = "chromium and chromedriver are not installed (Debian: apt install chromium-driver)"


class Browser(Chrome):
    """Chromium whose pages are whole when they are asked.

    Its driver comes back from one page in twenty on a busy machine while styles are still on
    their way; what is measured then is a page that nobody sees.
    """

    def get(self, url):
        super().get(url)
        self._whole()

    def refresh(self):
        super().refresh()
        self._whole()

    def _whole(self):
        ready = "return document.readyState === 'complete'"
        WebDriverWait(self, 30, 0.02).until(lambda page: page.execute_script(ready))


@dataclass(frozen=True)
class Programs:
    """Where Chromium and its driver lie."""

    browser: str
    driver: str


def find_programs():
    """Both of them; where one is missing, the test that asks ends."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    return need(Programs(browser, driver) if browser and driver else None, WANTING)


@contextmanager
def chromium(programs):
    """A browser with a new profile.

    Tests have the programs of the fixture of that name, which is looked for before a studio is
    started or a site is written.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = Options()
        options.binary_location = programs.browser
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        found = Browser(options=options, service=Service(programs.driver))
        try:
            yield found
        finally:
            found.quit()


def address(path, more=""):
    """The address of a file, with what follows its name."""
    return path.resolve().as_uri() + more
