"""The small game after its kit was printed and marked, which is done once a session."""

import shutil

import pytest
from commandline import run

LEDGER = "components/fog/printed.json"


@pytest.fixture(scope="session")
def ledger(tiny_written_once, tmp_path_factory):
    """The ledger that ``marked`` has a copy of: to print takes a second, to copy nothing."""
    root = tmp_path_factory.mktemp("printed")
    shutil.copytree(tiny_written_once, root, dirs_exist_ok=True)
    run("print", "fog", "--mark-printed", "--project", root)
    return root / LEDGER


@pytest.fixture
def marked(tiny, ledger):
    """The small game, whose pieces are marked as printed."""
    shutil.copyfile(ledger, tiny / LEDGER)
    return tiny
