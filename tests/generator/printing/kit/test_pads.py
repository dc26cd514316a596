"""Pads to write on, as docs/printing.md has them."""

import re
from collections import Counter

import pytest
from lxml import etree

from generator.book.kit_cover import cover
from generator.book.outlay import outlay_of
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.printing.documents import documents, stocks
from generator.printing.options import PrintOptions
from validator.catalogue.load import load

SPARE = "3 to spare · 9 x Scores, 3 x Long scores"


@pytest.mark.parametrize(("long", "told"), [(3, SPARE), (0, "")])
def test_the_cover_counts_what_fills_the_sheets(tiny, root, long, told):
    guide = (root / "docs" / "printing.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(kind: components\nset: score\n.*?)```", guide, re.DOTALL)
    more = f'  - {{id: long, name: Long scores, copies: {long}, columns: 5, rows: ["In all"]}}\n'
    text = example.replace("copies: 20", "copies: 6" if long else "copies: 12")
    (tiny / "components" / "fog" / "score.yaml").write_text(
        text + more * bool(long), encoding="utf-8"
    )
    game, templates = load(tiny)[0].games["fog"], load_templates(tiny)[0]
    wanted = {"score": 6, "long": long} if long else {"score": 12}
    pairs, *_ = faces_of(game, templates, wanted=lambda one: one.id in wanted)
    found = stocks(game, pairs, wanted)
    options = PrintOptions()
    done = cover(game, found, list(documents(game, found, options)), templates, options)
    lines = (one for face in done.faces for one in etree.fromstring(face.svg).itertext())
    words = " ".join(" ".join(lines).split())
    assert "12 Score sheets" in words
    assert told in words and ("to spare" in words) == bool(told)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_pad_fills_its_sheets_edge_on_edge(tiny, root, paper):
    guide = (root / "docs" / "printing.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(kind: components\nset: score\n.*?)```", guide, re.DOTALL)
    text = example.replace("copies: 20", "copies: 10")
    (tiny / "components" / "fog" / "score.yaml").write_text(text, encoding="utf-8")
    game = load(tiny)[0].games["fog"]
    wanted = {"score": 10}
    pairs, findings, *_ = faces_of(
        game, load_templates(tiny)[0], wanted=lambda one: one.id in wanted
    )
    assert findings == ()
    (plan,) = documents(game, stocks(game, pairs, wanted), PrintOptions(paper=paper))
    assert [len(page.placed) for page in plan.pages] == [4, 4, 4]
    faces = Counter((one.component, one.copy) for page in plan.pages for one in page.placed)
    assert faces == {("score", copy): 1 for copy in range(1, 13)}
    found = outlay_of(plan, {})
    assert (found.sheets, found.cuts) == (3, 3 * (3 + 2 * 3))
