import pytest

from generator.press.inks import open_profile


@pytest.fixture(scope="session")
def fogra():
    return open_profile("fogra39")
