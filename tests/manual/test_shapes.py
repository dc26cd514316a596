"""Further shapes of faults, beside the one that a page shows: each is told at its lines alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from snippets import EXAMPLES, Example, lay

from validator.findings import Finding, Severity
from validator.run import check

SHAPES = sorted(EXAMPLES.glob("shapes/*/*.yaml"))


def _unplayable(one: Finding) -> bool:
    """Tell whether it is said of the fragment of a game that it cannot be played."""
    is_fragment = (EXAMPLES / "games" / one.place.file).is_file()
    return is_fragment and one.code.startswith(("play-", "ruling-"))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_shape_gives_its_code_where_it_is_marked_and_nothing_else(
    shape: Path, tmp_path: Path
) -> None:
    snippet = shape.read_text(encoding="utf-8").strip("\n")
    marked = lay(Example(good=False, command="", besides=frozenset(), snippet=snippet), tmp_path)
    found = [
        (one.code, one.place.file, one.place.line)
        for one in check(tmp_path, extra=())
        if one.code.islower() and one.severity is not Severity.NOTE and not _unplayable(one)
    ]
    codes = [] if shape.parent.name == "none" else [shape.parent.name]
    assert sorted(found) == sorted((code, *place) for code in codes for place in marked)
    assert bool(marked) is bool(codes)
