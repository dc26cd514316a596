"""The starter Fog in two versions, which are played from data."""

import pytest

from generator.starter import write_starter
from validator.catalogue.load import load


@pytest.fixture
def versions(tmp_path, edit):
    """Fog as it is written, and after edits: (file, old text, new text)."""

    def make(*edits):
        write_starter(tmp_path, "Fog")
        before = load(tmp_path)[0].games["fog"]
        for name, old, new in edits:
            edit(tmp_path / "components" / "fog" / name, old, new)
        catalogue, findings = load(tmp_path)
        assert not [one for one in findings if one.severity == "error"]
        return before, catalogue.games["fog"]

    return make
