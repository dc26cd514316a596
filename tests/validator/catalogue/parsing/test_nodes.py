"""Nodes come one at a time, and are those that yaml.compose makes."""

from __future__ import annotations

import tracemalloc
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from validator.catalogue.source import LONG, Nodes, parse_source

ROOT = Path(__file__).parents[4]


@pytest.fixture(params=[0, LONG], ids=["entry by entry", "at once"])
def either_way(request, monkeypatch):
    """Short texts are read as long ones are, and as they are."""
    monkeypatch.setattr("validator.catalogue.source.Nodes", partial(Nodes, long=request.param))


def whole(node: yaml.Node) -> Any:
    """A node with all in it as plain data: tags, texts, styles and marks."""
    start = node.start_mark.line, node.start_mark.column, node.start_mark.index
    if isinstance(node, yaml.ScalarNode):
        return node.tag, node.value, node.style or "", start, node.end_mark.index
    if isinstance(node, yaml.MappingNode):
        return node.tag, [(whole(key), whole(value)) for key, value in node.value], start
    return node.tag, [whole(one) for one in node.value], start


def streamed(text: str) -> Any:
    nodes = Nodes(text, long=0)
    top = nodes.first()
    told = None if top is None else whole(top)
    nodes.finish()
    return told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "--- \n...\n",
        "a: 1\nb: [x, {c: ~, d: 'q'}, [[no]]]\nc: {d: {e: 0x1f}}\n",
        "- a: !!str 1\n- !x {a: !own [b]}\n- ! 2\n- ? [k]\n  : v\n",
        "a: &one [x, &two y]\nb: {c: *two}\n",
        "? {a: b}\n: c\n",
        "just words",
    ],
)
def test_they_are_those_of_yaml(text):
    top = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert streamed(text) == (None if top is None else whole(top))


def test_they_are_those_of_yaml_for_shipped_files():
    for path in sorted(ROOT.glob("components/*/*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert streamed(text) == whole(yaml.compose(text, Loader=yaml.CSafeLoader)), path


@pytest.mark.parametrize(
    "text",
    ["a: *x\n", "a: &x 1\nb: &x 2\n", "a: 1\n---\nb: 2\n", "a: [1\nb: 2\n", "a: [1]\nb: [x, {y\n"],
)
def test_they_fail_as_yaml_does(text):
    with pytest.raises(yaml.MarkedYAMLError) as theirs:
        yaml.compose(text, Loader=yaml.CSafeLoader)
    with pytest.raises(yaml.MarkedYAMLError) as ours:
        streamed(text)
    assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("text", ["a: &x [1, *x]\n", "&x [*x, *x]\n", "a: &x {b: *x}\nc: *x\n"])
@pytest.mark.usefixtures("either_way")
def test_an_alias_in_what_it_names_is_told_and_no_more(text):
    _, findings = parse_source(text, "f.yaml")
    assert {one.code for one in findings} == {"yaml-alias"}


@pytest.mark.usefixtures("either_way")
def test_what_is_passed_over_is_read_to_its_end():
    source, findings = parse_source("a: [1, 2]\na: [3, &x [4]]\nb: 5\n", "f.yaml")
    assert source is not None
    assert source.data == {"a": [1, 2], "b": 5}
    assert [one.code for one in findings] == ["yaml-duplicate-key"]
    _, (fault,) = parse_source("a: [1, 2]\na: [3, *y]\n", "f.yaml")
    assert fault.code == "yaml-syntax"


def test_a_long_list_is_not_held_as_nodes():
    text = "components:\n" + "".join(
        f"  - {{id: card-{n}, name: Card {n}, cost: {n}, effects: [{{do: gain, what: coin}}]}}\n"
        for n in range(2_000)
    )
    tracemalloc.start()
    try:
        source, _ = parse_source(text, "f.yaml")
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert source is not None
    assert len(text) > LONG
    assert most - held < 2 * len(text)
