"""A studio of the starter Fog in a browser, for the tests of one module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Programs, chromium
from selenium.webdriver import Chrome
from studiohost import Host, studio

from generator.starter import write_starter


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project that is shown; modules that need more in it have a fixture of their own."""
    root: Path = tmp_path_factory.mktemp("studio")
    write_starter(root, "Fog")
    return root


@pytest.fixture(scope="module")
def host(project: Path) -> Iterator[Host]:
    """A studio that runs."""
    with studio(project) as running:
        yield running


@pytest.fixture(scope="module")
def window(programs: Programs, host: Host) -> Iterator[Chrome]:
    """A browser."""
    del host  # it is started first
    with chromium(programs) as browser:
        yield browser
