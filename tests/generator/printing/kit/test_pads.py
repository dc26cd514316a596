"""Pads to write on, as docs/printing.md has them."""

import re
from collections import Counter

import pytest

from generator.book.outlay import outlay_of
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.printing.documents import documents, stocks
from generator.printing.options import PrintOptions
from validator.catalogue.load import load


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
