"""How the page of a code is found, and how it is shown."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from validator import manual
from validator.manual import contents, explain, pages

PAGE = """A name ends with an exclamation mark.

## Bad, by `trilith print fog`, besides back-unprinted

```yaml
# cards.yaml
components:
  - {id: candle, name: Candle!}  # <- here

# game.yaml
name: Fog
```

## Good, by `trilith check`
"""
SHOWN = """A name ends with an exclamation mark.

Bad, by `trilith print fog`, besides back-unprinted::

    # cards.yaml
    components:
      - {id: candle, name: Candle!}  # <- here

    # game.yaml
    name: Fog

Good, by `trilith check`."""


def test_codes_are_sorted():
    codes = list(pages())
    assert codes == sorted(codes)
    assert {"setup-shortage", "count-parts", "size-unknown"} <= {*codes}


@pytest.mark.parametrize("code", pages())
def test_each_page_says_something(code: str):
    assert len(explain(code) or "") > 40


def test_a_code_of_one_game_says_so():
    assert "`module: henge`" in (explain("rondel-area") or "")
    assert "`module:" not in (explain("count-parts") or "")
    lines = contents()
    assert "rondel-area (henge only)" in lines
    assert "count-parts" in lines
    assert [line.partition(" ")[0] for line in lines] == list(pages())


def test_an_unknown_code():
    assert explain("setup-nonsense") is None
    assert explain("../pages/count-parts") is None


def test_a_check_of_another_package_brings_its_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "name-shouts.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "shouting.py").write_text("raise ImportError('nothing is run')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("shouting", "shouting:check", "trilith.checks")
    monkeypatch.setattr(manual, "entry_points", lambda group: [entry])
    assert explain("name-shouts") == SHOWN
    assert "name-shouts" in contents()
