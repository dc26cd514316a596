"""What is no YAML is told in plain words, at the value that is to be mended."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from validator.catalogue.source import parse_source
from validator.catalogue.yaml_faults import first_fault, put_quotes, quote
from validator.findings import Place

ROOT = Path(__file__).parents[3]


def told(text: str) -> tuple[str, int, int, str]:
    """Code, line, column and hint of the only finding of a text."""
    _, findings = parse_source(text, "f.yaml")
    (one,) = findings
    return one.code, one.place.line, one.place.column, one.hint


@pytest.mark.parametrize(
    ("value", "quotes"),
    [
        ("*Lamb*", '"*Lamb*"'),
        ("**Lamb**", '"**Lamb**"'),
        ("*lamb", '"*lamb"'),
        ("{coin} of old", '"{coin} of old"'),
        ("Lamb: of old", '"Lamb: of old"'),
        ("[1] lamb", '"[1] lamb"'),
        ("@lamb", '"@lamb"'),
        ("%lamb", '"%lamb"'),
        ("- lamb", '"- lamb"'),
        ("> 3 lambs", '"> 3 lambs"'),
        ('"Lamb" of old', "'\"Lamb\" of old'"),
        ("'Don't stop'", '"Don\'t stop"'),
    ],
)
def test_a_text_that_needs_quotes_is_told_with_the_quotes_it_needs(value: str, quotes: str):
    hint = f"put quotes round it: {quotes}"
    assert told(f"a:\n- id: x\n  name: {value}  # so\n  n: 2\n") == ("yaml-syntax", 3, 9, hint)
    if value[0] not in "->":
        flow = f"a:\n- {{id: x, name: {value}, n: 2}}\n"
        assert told(flow) == ("yaml-syntax", 2, 17, hint)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('- name: "Lamb\n  n: 1\n\n- name: c\n  mark: "3+"\n', 1, 9),
        ('- name: c\n- name: "Lamb\n  n: 1\n', 2, 9),
        ("- name: 'Lamb\n  text: don't\n", 1, 9),
        ('- {id: a, name: "Lamb, n: 1}\n- {id: b, name: "Ewe"}\n', 1, 17),
    ],
)
def test_a_quote_that_is_not_closed_is_told_where_it_opens(text: str, line: int, column: int):
    code, *place, hint = told(text)
    assert (code, *place) == ("yaml-syntax", line, column)
    assert hint.endswith("at the end of the text as well")


@pytest.mark.parametrize(
    ("text", "line", "column", "hint"),
    [
        ("- {a: b\n- {a: c}\n", 1, 3, "write `}` at its end"),
        ("a: [b, c\nd: 1\n", 1, 4, "write `]` at its end"),
        ("- {a: b #7, c: 3}\n- {a: d}\n", 1, 7, 'put quotes round it: "b #7"'),
        ("- a: 1\n  name:Lamb\n  b: 2\n", 2, 3, "write `name: Lamb`"),
        ("a: 1\n---\nb: 2\n", 2, 1, "take the line `---` out"),
        ("a:\n  b: 1\n\tc: 2\n", 3, 1, "indent with spaces, never with tabs"),
    ],
)
def test_other_faults_say_what_to_write(text: str, line: int, column: int, hint: str):
    assert told(text) == ("yaml-syntax", line, column, hint)


def test_a_line_that_stands_too_deep_is_told_as_such():
    code, *place, hint = told("- a: lamb\n    b: ewe\n")
    assert (code, *place) == ("yaml-syntax", 2, 5)
    assert hint.startswith("begin it in the same column")


@pytest.mark.parametrize("sign", ["&", "!"])
def test_a_text_that_begins_with_a_sign_of_yaml_is_not_cut(sign: str):
    _, (one,) = parse_source(f"name: {sign}Sons and Daughters\n", "f.yaml")
    assert one.place == Place("f.yaml", 1, 7)
    assert f'put quotes round it: "{sign}Sons and Daughters"' in one.hint


@pytest.mark.parametrize("word", ["yes", "on", "2026-04-18", "012", "1.", "12:30"])
def test_a_word_that_yaml_twists_is_to_be_put_in_quotes(word: str):
    assert f'put quotes round it: "{word}"' in told(f"name: {word}\n")[3]


def test_no_sound_file_of_the_project_is_blamed():
    files = [*ROOT.glob("components/**/*.yaml"), *ROOT.glob("generator/**/*.yaml")]
    assert len(files) > 40
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert first_fault(text) is None, path
        assert "yaml-comment" not in {one.code for one in parse_source(text, "f.yaml")[1]}, path


@pytest.mark.parametrize(
    "value", ["Lamb #7 of old", "Pay # coins", "Draw two\n    cards #1", "lamb #7"]
)
def test_a_text_that_a_comment_cuts_off_is_told(value: str):
    source, (one,) = parse_source(f"- name: {value}\n  n: 2\n", "f.yaml")
    assert source is not None
    assert (one.code, one.severity.value) == ("yaml-comment", "warning")
    assert one.place == Place("f.yaml", 1, 9)
    assert put_quotes(" ".join(value.split())) in one.hint


@pytest.mark.parametrize(
    "line",
    ["n: 3 # lambs", "a: Lamb  # of old", "a: lamb # of old", 'a: "Lamb" #7', "a: {b: c} #7"],
)
def test_what_is_surely_a_comment_stays_quiet(line: str):
    assert parse_source(f"{line}\n", "f.yaml")[1] == []


@pytest.mark.parametrize("text", ["a", 'say "a"', "it's", 'it\'s "a"', "a\\b", "\"it's\\"])
def test_quotes_hold_what_they_are_put_round(text: str):
    assert yaml.safe_load(quote(text)) == text


@pytest.mark.parametrize("text", ["{s:\t", "m: \ns: \t#\n["])
def test_a_value_of_blanks_alone_is_looked_past(text: str):
    code, *_ = told(text)
    assert code == "yaml-syntax"
