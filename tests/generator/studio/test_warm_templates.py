"""Templates loaded again after an edit: what changed is new, what did not is not made again."""

from __future__ import annotations

from pathlib import Path

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.starter import write_starter
from validator.catalogue.file_cache import FileCache
from validator.catalogue.load import load


def test_a_warm_load_draws_what_a_cold_one_draws(tmp_path: Path):
    write_starter(tmp_path, "Fog")
    game = load(tmp_path)[0].games["fog"]
    own = tmp_path / "templates"
    (own / "basic").mkdir(parents=True)
    (own / "icons").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    icon = svg + '<path d="M2 2H{}V9Z"/></svg>'
    steps = {
        "basic/card.svg.j2": "{{ text(9, 20, c.name) }}",
        "icons/coin.svg": icon.format(20),
        "theme.yaml": "kind: theme\ncolours:\n  paper: '#ffe0e0'\n",
        "basic/card.layout.yaml": "kind: face_layout\nboxes:\n  title: {y: 9}\n",
    }
    kept = FileCache(tmp_path)
    for changed in range(2):
        for name, text in steps.items():
            (own / name).write_text(text.replace("20", str(20 - changed)).replace("9", "8"))
            warm, told = load_templates(tmp_path, kept=kept)
            cold, alone = load_templates(tmp_path)
            assert warm is not None
            assert cold is not None
            assert told == alone
            assert faces_of(game, warm) == faces_of(game, cold)
    again, _ = load_templates(tmp_path, kept=kept)
    assert again is not None
    assert warm is not None
    assert all(again.icons[name] is icon for name, icon in warm.icons.items())
