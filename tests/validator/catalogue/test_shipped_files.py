"""The shipped YAML files read well."""

from __future__ import annotations

from pathlib import Path

LONGEST = 120
"""Characters a line: what fits beside another file on a usual screen."""


def test_no_line_of_the_data_is_too_long(root: Path):
    long = [
        f"{path.relative_to(root)}:{number}"
        for path in sorted((root / "components").rglob("*.yaml"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []
