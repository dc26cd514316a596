"""The YAML reader: places kept, traps refused, nothing raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from validator.catalogue.source import MAX_BYTES, parse_source, read_source
from validator.findings import Place


def read(text: str):
    return parse_source(text, "f.yaml", "g")


def test_values_and_places_of_values_and_keys():
    source, findings = read("a: 1\nb:\n  - x\n  - {c: 2.5, d: true, e: null}\n")
    assert findings == []
    assert source.data == {"a": 1, "b": ["x", {"c": 2.5, "d": True, "e": None}]}
    assert source.place(("b", 1, "c")) == Place("f.yaml", 4, 9)
    assert source.key_place(("b", 1, "d")) == Place("f.yaml", 4, 14)
    assert source.place(("b", 1, "missing")) == Place("f.yaml", 4, 5)


@pytest.mark.parametrize(
    "scalar",
    ["no", "yes", "on", "OFF", "True", "012", "0x1f", "1_000", "12:30", "2026-04-18", ".5", "1."],
)
def test_scalars_that_yaml_twists_are_refused(scalar: str):
    _, findings = read(f"key: {scalar}\n")
    assert [(f.code, f.place) for f in findings] == [("yaml-trap", Place("f.yaml", 1, 6))]


@pytest.mark.parametrize("scalar", ["9" * 19, "9" * 6000, "1.5e+999", "0." + "3" * 6000])
def test_numbers_beyond_measure_are_refused(scalar: str):
    _, findings = read(f"key: {scalar}\n")
    assert [(f.code, f.place) for f in findings] == [("yaml-trap", Place("f.yaml", 1, 6))]
    assert len(findings[0].message) < 100


@pytest.mark.parametrize("scalar", ["no", "012", "12:30", "2026-04-18"])
def test_quoted_they_are_plain_text(scalar: str):
    source, findings = read(f'key: "{scalar}"\n')
    assert findings == []
    assert source.data == {"key": scalar}


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\na: 2\n", "yaml-duplicate-key", 2, 1),
        ("a: &x [1]\nb: *x\n", "yaml-alias", 1, 4),
        ("a: &x [*x]\n", "yaml-alias", 1, 4),
        ("<<: {a: 1}\n", "yaml-trap", 1, 1),
        ("a: !!set {b}\n", "yaml-tag", 1, 4),
        ("a:\n\tb: 1\n", "yaml-syntax", 2, 1),
        ("a: 'x\n", "yaml-syntax", 1, 4),
        ("a: 1\n---\nb: 2\n", "yaml-syntax", 2, 1),
        ("1: a\n", "yaml-key", 1, 1),
        ("? [a]\n: b\n", "yaml-key", 1, 3),
        ("", "file-empty", 1, 1),
        ("[" * 500, "yaml-too-deep", 1, 61),
        ("- " * 500 + "a", "yaml-too-deep", 1, 1),
        ("".join(" " * depth + "a:\n" for depth in range(300)), "yaml-too-deep", 61, 61),
        ("a: 1\nb:\n  - " + "- " * 70 + "c\n", "yaml-too-deep", 3, 3),
        ('a: "\\x01"\n', "yaml-text", 1, 5),
    ],
)
def test_what_is_refused_and_where(text: str, code: str, line: int, column: int):
    _, findings = read(text)
    assert [(f.code, f.place) for f in findings] == [(code, Place("f.yaml", line, column))]
    assert findings[0].hint


def test_a_key_is_text_whatever_word_it_is():
    source, findings = read("on: 1\nno: 2\n")
    assert findings == []
    assert source.data == {"on": 1, "no": 2}


def test_tabs_are_named_in_the_hint():
    _, findings = read("a:\n\tb: 1\n")
    assert "tab" in findings[0].hint


def test_all_mistakes_of_a_file_are_told_at_once():
    _, findings = read("a: no\na: 1\nb: 012\n")
    assert [f.code for f in findings] == ["yaml-trap", "yaml-duplicate-key", "yaml-trap"]


def test_an_alias_bomb_is_cheap():
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 20)
    )
    _, findings = read(bomb)
    assert {f.code for f in findings} == {"yaml-alias"}


def test_a_file_that_is_not_utf8(tmp_path: Path):
    path = tmp_path / "f.yaml"
    path.write_bytes(b"name: ok\nother: caf\xe9\n")
    source, findings = read_source(path, "f.yaml")
    assert source is None
    assert [(f.code, f.place) for f in findings] == [("file-encoding", Place("f.yaml", 2, 11))]


def test_a_file_that_is_missing_or_huge(tmp_path: Path):
    assert [f.code for f in read_source(tmp_path / "no.yaml", "no.yaml")[1]] == ["file-unreadable"]
    big = tmp_path / "big.yaml"
    big.write_bytes(b"#" * (MAX_BYTES + 1))
    assert [f.code for f in read_source(big, "big.yaml")[1]] == ["file-too-large"]
    line = b"a: 1\n" * 10
    big.write_bytes(line * (MAX_BYTES // len(line) + 9))
    (told,) = read_source(big, "big.yaml")[1]
    assert told.place.line == MAX_BYTES // 5 + 1


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path):
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    source, findings = read_source(path, "f.yaml")
    assert findings == []
    assert source is not None
    assert source.data == {"a": 1}


@pytest.mark.parametrize("sign", ["\x07", "\x80", "\x9b", "\ufffe"])
def test_a_control_character_is_told_at_its_own_place(tmp_path, sign):
    path = tmp_path / "cards.yaml"
    path.write_bytes(f"a: 1\nb: é x{sign}y\n".encode())
    _, [finding] = read_source(path, "cards.yaml")
    assert (finding.code, finding.place.line, finding.place.column) == ("file-encoding", 2, 7)


@pytest.mark.parametrize("escape", ["\\a", "\\e", "\\x07", "\\u0007", "\\U00000007", "\\u009b"])
def test_the_escape_of_a_control_character_is_told_at_its_own_place(escape):
    _, [finding] = parse_source(f'a: 1\nb: "\\u00e9\\\\a\n\n  {escape} x"\n', "cards.yaml")
    assert (finding.code, finding.place.line, finding.place.column) == ("yaml-text", 4, 3)
