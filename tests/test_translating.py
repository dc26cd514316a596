"""docs/translating.md says what is so: its commands are run, its entries are those of the file."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from commandline import run

from generator.starter import write_starter
from validator import manual

DOC = (Path(__file__).parent.parent / "docs" / "translating.md").read_text(encoding="utf-8")


def test_the_example_of_a_file_is_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_starter(tmp_path, "Fog")
    monkeypatch.chdir(tmp_path)
    told = run("translate", "fog", "--to", "de").stdout
    assert told.strip() in DOC
    file = tmp_path / "components" / "fog" / "languages" / "de.po"
    made = {(one.msgctxt, one.msgid): one for one in polib.pofile(str(file))}
    shown = [*polib.pofile("\n".join(re.findall(r"```po\n(.*?)```", DOC, re.DOTALL)))]
    assert len(shown) == 2
    for one in shown:
        written = made[one.msgctxt, one.msgid]
        if one.occurrences:
            assert (one.occurrences, one.comment) == (written.occurrences, written.comment)


def test_every_finding_is_listed() -> None:
    codes = {code for code in manual.pages() if code.startswith("translation-")}
    assert codes
    assert set(re.findall(r"`(translation-[a-z]+)`", DOC)) == codes
