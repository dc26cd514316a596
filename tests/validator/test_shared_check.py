"""A check of which another process has a part finds what one process finds."""

from __future__ import annotations

from pathlib import Path

import pytest

import validator.run as module
from validator.findings import Finding, Place, Severity, has_errors
from validator.run import Means, check
from validator.simulation.shards import RunConfig

FACE = Finding("text-too-long", Severity.ERROR, "fog", Place("cards.yaml", 3, 1), "too long")
EDITS = {
    "as it is": ("kind: game", "kind: game"),
    "not sound": ("revision:", "revison:"),
    "not playable": ("kind: game", "kind: game\nmodule: mist"),
}


@pytest.mark.parametrize(
    "extra", [(), (lambda catalogue, root: [FACE],)], ids=["sound", "overfull"]
)
@pytest.mark.parametrize("words", EDITS.values(), ids=EDITS)
def test_both_find_the_same(
    tiny: Path,
    words: tuple[str, str],
    extra: tuple[module.ExtraCheck, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = tiny / "components" / "fog" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace(*words), "utf-8")
    alone = check(tiny, extra=extra)
    assert has_errors([one for one in alone if one is not FACE]) == (words[0] != words[1])
    monkeypatch.setattr(module, "_WORTH_A_PROCESS", 1)
    monkeypatch.setattr("validator.processes.cores", lambda: 2)
    assert check(tiny, extra=extra, means=Means(RunConfig(2))) == alone
    assert (FACE in alone) == bool(extra)
