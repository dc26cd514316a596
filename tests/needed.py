"""What some tests cannot go without: a browser, git, a font.

It is asked for before anything is begun that takes time. On the machine of whoever works on
trilith such a test is skipped, and `make test` says why in a line; in CI, where all is to be
there, it fails instead.
"""

import os

import pytest


def in_ci():
    """Tell whether nothing may be missing here."""
    return os.environ.get("CI") == "true"


def need(found, missing):
    """What a test needs; where it is not there, the test ends with a sentence that says so."""
    if not found:
        pytest.fail(missing) if in_ci() else pytest.skip(missing)
    return found
