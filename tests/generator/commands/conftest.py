"""The small game after its kit was printed and marked, which is done once a session."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from commandline import run

LEDGER = "components/fog/printed.json"


@pytest.fixture(scope="session")
def ledger(tiny_written_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger that ``marked`` has a copy of: to print takes a second, to copy nothing."""
    root = tmp_path_factory.mktemp("printed")
    shutil.copytree(tiny_written_once, root, dirs_exist_ok=True)
    run("print", "fog", "--mark-printed", "--project", root)
    return root / LEDGER


@pytest.fixture
def marked(tiny: Path, ledger: Path) -> Path:
    """The small game, whose pieces are marked as printed."""
    shutil.copyfile(ledger, tiny / LEDGER)
    return tiny
