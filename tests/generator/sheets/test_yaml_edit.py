"""Values changed in the text of a YAML file, whatever style it is written in."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.sheets.merge import Added, Merge, ValueChange, apply_merge
from validator.catalogue.sheets.cells import ABSENT
from validator.catalogue.sheets.shapes import same
from validator.catalogue.source import parse_source

HEAD = "kind: components  # what it is\nset: card\n\n"
TEXT = """\
components:
  # the first
  - id: a   # its id
    name: 'It''s'
    note: >-
      A long note
      on two lines.

    # about what follows
    inner: {one: 1, two: [1,
      2]}   # tail
    text: plain and
      long
    empty:
    effects:
      - {do: gain, what: coin}
      # in between
      - {do: draw, what: card}   # drawn
  # the second
  - {id: b, name: "B", tags: [x, y], text: short}

  - id: c
    text: |-
      line
      other
    list:
    - 1
    - 2
# the end
"""
RECORDS = yaml.safe_load(TEXT)["components"]
ORDER = (
    *("id", "name", "copies", "note", "inner.one", "inner.two"),
    *("tags", "list", "effects", "text"),
)
GAIN = {"do": "gain", "what": "coin"}
DRAW = {"do": "draw", "what": "card"}
COIN = "      - {do: gain, what: coin}\n"
LONG = "      A long note\n      on two lines."


def changed(*changes):
    merge = Merge([ValueChange(record, field, None, new) for record, field, new in changes])
    return apply_merge(HEAD + TEXT, RECORDS, merge, ORDER).removeprefix(HEAD)


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (("a", "name", "That's"), "'It''s'", "'That''s'"),
        (("a", "id", "z"), "id: a   #", "id: z   #"),
        (("a", "copies", 3), "'It''s'\n", "'It''s'\n    copies: 3\n"),
        (("a", "note", "Short."), "A long note\n      on two lines.", "Short."),
        (("a", "note", "a: b"), "A long note\n      on two lines.", "a: b"),
        (("a", "note", "two\n\nparts "), f">-\n{LONG}", '"two\\n\\nparts "'),
        (("a", "note", ABSENT), "    note: >-\n      A long note\n      on two lines.\n", ""),
        (("a", "inner.one", 5), "{one: 1,", "{one: 5,"),
        (("a", "inner.two", [1]), "[1,\n      2]", "[1]"),
        (("a", "inner.two", [1, 2, 3]), "2]}", "2, 3]}"),
        (("a", "inner.two", ABSENT), ", two: [1,\n      2]", ""),
        (("a", "text", "new: one"), "plain and\n      long", '"new: one"'),
        (("a", "empty", "x"), "empty:\n", "empty: x\n"),
        (("a", "effects", [GAIN]), "      - {do: draw, what: card}   # drawn\n", ""),
        (("a", "effects", [GAIN, DRAW, GAIN]), "# drawn\n", f"# drawn\n{COIN}"),
        (("a", "effects", [DRAW]), COIN, ""),
        (("b", "name", 'say "B"'), '"B"', '"say \\"B\\""'),
        (("b", "tags", ["y"]), "[x, y]", "[y]"),
        (("b", "tags", ["x", "a, b"]), "[x, y]", '[x, "a, b"]'),
        (("b", "text", ABSENT), ", text: short", ""),
        (("b", "copies", 2), '"B",', '"B", copies: 2,'),
        (("b", "text", "a, b"), "short", '"a, b"'),
        (("c", "text", "line\nnew\n\nlast"), "line\n      other", "line\n      new\n\n      last"),
        (("c", "list", [2]), "    - 1\n", ""),
        (("c", "list", [1, 2, 3]), "    - 2\n", "    - 2\n    - 3\n"),
        (("c", "list", ABSENT), "    list:\n    - 1\n    - 2\n", ""),
        (("c", "list", []), "list:\n    - 1\n    - 2\n", "list: []\n"),
        (("c", "effects", [GAIN]), "    - 2\n", f"    - 2\n    effects:\n{COIN}"),
    ],
)  # fmt: skip
def test_a_change_touches_its_own_stretch(change, old, new):
    assert TEXT.count(old) == 1
    assert changed(change) == TEXT.replace(old, new)


def test_records_come_and_go():
    added = [
        Added("n", {"id": "n", "tags": ["x"]}, "b"),
        Added("m", {"id": "m"}, "b"),
        Added("l", {"id": "l", "effects": [GAIN]}, None),
    ]
    merge = Merge(added=added, removed=["b"])
    made = apply_merge(HEAD + TEXT, RECORDS, merge, ORDER).removeprefix(HEAD)
    flow = '  - {id: b, name: "B", tags: [x, y], text: short}\n'
    assert "  # the second\n  - {id: n, tags: [x]}\n  - {id: m}\n\n  - id: c\n" in made
    assert made.endswith(f"    - 2\n  - id: l\n    effects:\n{COIN}# the end\n")
    assert flow not in made


def test_all_records_gone_and_come():
    gone = apply_merge(HEAD + TEXT, RECORDS, Merge(removed=["a", "b", "c"]), ORDER)
    assert gone == f"{HEAD}components: []\n# the end\n"
    back = apply_merge(gone, [], Merge(added=[Added("n", {"id": "n", "name": "N"}, None)]), ORDER)
    assert back == f"{HEAD}components:\n  - id: n\n    name: N\n# the end\n"


WORDS = st.sampled_from(
    ["a", "two words", "#x", "a: b", "- a", "", " a", "no", "12", "é\nb", "'", '"q"', "x" * 140]
)
SCALARS = st.one_of(WORDS, st.integers(-9, 99), st.booleans(), st.sampled_from([1.5, -0.25]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("pqrs"), inner, max_size=3)
    ),
    max_leaves=8,
)
RECORD = st.dictionaries(st.sampled_from(["name", "text", "one", "two"]), VALUES, max_size=4)
STYLES = st.fixed_dictionaries(
    {
        "default_flow_style": st.sampled_from([None, False, True]),
        "width": st.sampled_from([20, 200]),
    }
)


@settings(max_examples=60)
@given(st.lists(RECORD, min_size=1, max_size=4), st.data(), STYLES)
def test_a_file_of_any_style_says_what_it_should(records, data, style):
    known = [{"id": f"r{at}", **one} for at, one in enumerate(records)]
    text = "kind: x\n" + yaml.safe_dump(
        {"components": known}, sort_keys=False, allow_unicode=True, **style
    )
    source, findings = parse_source(text, "")
    if source is None or findings or not same(source.data["components"], known):
        return
    merge, wanted = Merge(), []
    for record in known:
        new = data.draw(st.one_of(st.just("stay"), st.just("gone"), RECORD), label="new")
        if new == "gone":
            merge.removed.append(record["id"])
            continue
        if new != "stay":
            for name in {**record, **new}.keys() - {"id"}:
                value = new.get(name, ABSENT)
                if value is ABSENT or not same(value, record.get(name)):
                    merge.changes.append(ValueChange(record["id"], name, None, value))
        wanted.append({"id": record["id"], **new} if new != "stay" else record)
    made = apply_merge(text, known, merge, ("id", "name", "text", "one", "two"))
    after, _ = parse_source(made, "")
    assert same(after.data["components"], wanted)
