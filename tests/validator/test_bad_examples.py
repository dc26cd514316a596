"""Every folder of ``tests/examples/bad`` is a mistake, with what must be said about it.

A folder holds the files that differ from the starter game (``name.removed``: the file is taken
away) and ``expected.txt``: one line a finding, ``code file:line:column``, errors and warnings.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from validator.findings import Severity
from validator.run import check

BAD = Path(__file__).parent.parent / "examples" / "bad"
CASES = sorted(path.name for path in BAD.iterdir() if path.is_dir())


def overlay(case: Path, project: Path) -> None:
    for path in sorted(case.rglob("*.*")):
        target = project / path.relative_to(case)
        if path.suffix == ".removed":
            target.with_suffix("").unlink()
        elif path.suffix == ".yaml":
            target.write_bytes(path.read_bytes())


@pytest.mark.parametrize("name", CASES)
def test_the_mistake_is_found_at_its_place(name: str, tiny: Path):
    overlay(BAD / name, tiny)
    found = [finding for finding in check(tiny) if finding.severity is not Severity.NOTE]
    expected = (BAD / name / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert [f"{finding.code} {finding.place}" for finding in found] == expected
    assert all(finding.hint for finding in found), "every finding says what to do"


def test_the_starter_itself_is_clean(tiny: Path):
    assert [finding for finding in check(tiny) if finding.severity is not Severity.NOTE] == []
