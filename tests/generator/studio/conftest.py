"""A studio of the starter Fog in a browser, for the tests of one module."""

import pytest
from chromium import chromium
from studiohost import studio


@pytest.fixture(scope="module")
def project(common_fog):
    """The project that is shown; modules that need more in it have a fixture of their own."""
    return common_fog


@pytest.fixture(scope="module")
def host(project):
    with studio(project) as running:
        yield running


@pytest.fixture(scope="module")
def window(programs, host):
    del host  # it is started first
    with chromium(programs) as browser:
        yield browser
