"""The YAML reader: places kept, traps refused, nothing raised, and faults in plain words."""

import json
import tracemalloc
from pathlib import Path

import pytest
import yaml

from validator.catalogue.load import load
from validator.catalogue.source import (
    MAX_BYTES,
    MOST_DEPTH,
    MOST_DIGITS,
    JsonError,
    parse_source,
    read_json,
    read_source,
)
from validator.catalogue.yaml_faults import first_fault, in_quotes, put_quotes
from validator.findings import Place

ROOT = Path(__file__).parents[3]


def read(text):
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
def test_scalars_that_yaml_twists_are_refused(scalar):
    _, findings = read(f"key: {scalar}\n")
    assert [(f.code, f.place) for f in findings] == [("yaml-trap", Place("f.yaml", 1, 6))]


@pytest.mark.parametrize("scalar", ["9" * 19, "9" * 6000, "1.5e+999", "0." + "3" * 6000])
def test_numbers_beyond_measure_are_refused(scalar):
    _, findings = read(f"key: {scalar}\n")
    assert [(f.code, f.place) for f in findings] == [("yaml-trap", Place("f.yaml", 1, 6))]
    assert len(findings[0].message) < 100


@pytest.mark.parametrize(
    ("text", "data"),
    [
        *((f'key: "{word}"\n', {"key": word}) for word in ("no", "012", "12:30", "2026-04-18")),
        ("on: 1\nno: 2\n", {"on": 1, "no": 2}),
        ("\ufeffa: 1\n", {"a": 1}),
    ],
)
def test_what_is_in_quotes_or_a_key_is_text_and_a_byte_order_mark_no_mistake(text, data, tmp_path):
    (tmp_path / "f.yaml").write_text(text, encoding="utf-8")
    source, findings = read_source(tmp_path / "f.yaml", "f.yaml")
    assert (source.data, findings) == (data, [])


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\na: 2\n", "yaml-duplicate-key", 2, 1),
        ("a: &x [1]\nb: *x\n", "yaml-alias", 1, 4),
        ("a: &x [*x]\n", "yaml-alias", 1, 4),
        ("<<: {a: 1}\n", "yaml-trap", 1, 1),
        ("a: !!set {b}\n", "yaml-tag", 1, 4),
        ("a: 'x\n", "yaml-syntax", 1, 4),
        ("a: *x\n", "yaml-syntax", 1, 4),
        ("a: &x 1\nb: &x 2\n", "yaml-syntax", 1, 4),
        ("1: a\n", "yaml-key", 1, 1),
        ("? [a]\n: b\n", "yaml-key", 1, 3),
        ("", "file-empty", 1, 1),
        ("[" * 500, "yaml-too-deep", 1, 61),
        ("- " * 500 + "a", "yaml-too-deep", 1, 121),
        ("".join(" " * depth + "a:\n" for depth in range(300)), "yaml-too-deep", 61, 61),
        ("? " * 500 + "a", "yaml-too-deep", 1, 123),
        ("a: 1\nb:\n  - " + "- " * 70 + "c\n", "yaml-too-deep", 3, 121),
        ('a: "\\x01"\n', "yaml-text", 1, 5),
    ],
)
def test_what_is_refused_and_where(text, code, line, column):
    _, findings = read(text)
    assert [(f.code, f.place) for f in findings] == [(code, Place("f.yaml", line, column))]
    assert findings[0].hint


def test_all_mistakes_of_a_file_are_told_at_once():
    _, findings = read("a: no\na: 1\nb: 012\n")
    assert [f.code for f in findings] == ["yaml-trap", "yaml-duplicate-key", "yaml-trap"]


def test_an_alias_bomb_is_cheap():
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 20)
    )
    _, findings = read(bomb)
    assert {f.code for f in findings} == {"yaml-alias"}


def test_a_file_that_is_missing_or_huge(tmp_path):
    assert [f.code for f in read_source(tmp_path / "no.yaml", "no.yaml")[1]] == ["file-unreadable"]
    big = tmp_path / "big.yaml"
    big.write_bytes(b"#" * (MAX_BYTES + 1))
    assert [f.code for f in read_source(big, "big.yaml")[1]] == ["file-too-large"]
    line = b"a: 1\n" * 10
    big.write_bytes(line * (MAX_BYTES // len(line) + 9))
    (told,) = read_source(big, "big.yaml")[1]
    assert told.place.line == MAX_BYTES // 5 + 1


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"name: ok\nother: caf\xe9\n", Place("cards.yaml", 2, 11)),
        *(
            (f"a: 1\nb: é x{sign}y\n".encode(), Place("cards.yaml", 2, 7))
            for sign in ("\x07", "\x80", "\x9b", "\ufffe")
        ),
    ],
)
def test_what_is_no_text_is_told_at_its_own_place(tmp_path, raw, place):
    (tmp_path / "cards.yaml").write_bytes(raw)
    _, [finding] = read_source(tmp_path / "cards.yaml", "cards.yaml")
    assert (finding.code, finding.place) == ("file-encoding", place)


@pytest.mark.parametrize("escape", ["\\a", "\\e", "\\x07", "\\u0007", "\\U00000007", "\\u009b"])
def test_the_escape_of_a_control_character_is_told_at_its_own_place(escape):
    _, [finding] = parse_source(f'a: 1\nb: "\\u00e9\\\\a\n\n  {escape} x"\n', "cards.yaml")
    assert (finding.code, finding.place.line, finding.place.column) == ("yaml-text", 4, 3)


# --- what is no YAML is told in plain words, at the value that is to be mended -------------------
def told(text):
    """Code, line, column and hint of the only finding of a text."""
    _, findings = parse_source(text, "f.yaml")
    (one,) = findings
    return one.code, one.place.line, one.place.column, one.hint


PLAIN = ["*Lamb*", "**Lamb**", "*lamb", "{coin} of old", "Lamb: of old", "[1] lamb", "@lamb"]
PLAIN += ["%lamb", "- lamb", "> 3 lambs"]


@pytest.mark.parametrize(
    ("value", "quotes"),
    [
        *((text, f'"{text}"') for text in PLAIN),
        ('"Lamb" of old', "'\"Lamb\" of old'"),
        ("'Don't stop'", '"Don\'t stop"'),
    ],
)
def test_a_text_that_needs_quotes_is_told_with_the_quotes_it_needs(value, quotes):
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
def test_a_quote_that_is_not_closed_is_told_where_it_opens(text, line, column):
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
        ("a: {b: c in [d, e], f: 1}\n", 1, 8, 'put quotes round it: "c in [d, e]"'),
        ("a: {f: 1, b: x[y] + 1}\n", 1, 14, 'put quotes round it: "x[y] + 1"'),
        ("a: {b: c in [d, e]}\n", 1, 8, 'put quotes round it: "c in [d, e]"'),
        ("- a: lamb\n    b: ewe\n", 2, 5, "begin it in the same column"),
    ],
)
def test_other_faults_say_what_to_write(text, line, column, hint):
    code, *place, said = told(text)
    assert (code, *place) == ("yaml-syntax", line, column)
    assert said.startswith(hint)


@pytest.mark.parametrize("sign", ["&", "!"])
def test_a_text_that_begins_with_a_sign_of_yaml_is_not_cut(sign):
    _, (one,) = parse_source(f"name: {sign}Sons and Daughters\n", "f.yaml")
    assert one.place == Place("f.yaml", 1, 7)
    assert f'put quotes round it: "{sign}Sons and Daughters"' in one.hint


@pytest.mark.parametrize("word", ["yes", "on", "2026-04-18", "012", "1.", "12:30"])
def test_a_word_that_yaml_twists_is_to_be_put_in_quotes(word):
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
def test_a_text_that_a_comment_cuts_off_is_told(value):
    source, (one,) = parse_source(f"- name: {value}\n  n: 2\n", "f.yaml")
    assert source is not None
    assert (one.code, one.severity.value) == ("yaml-comment", "warning")
    assert one.place == Place("f.yaml", 1, 9)
    assert put_quotes(" ".join(value.split())) in one.hint


@pytest.mark.parametrize(
    "line",
    ["n: 3 # lambs", "a: Lamb  # of old", "a: lamb # of old", 'a: "Lamb" #7', "a: {b: c} #7"],
)
def test_what_is_surely_a_comment_stays_quiet(line):
    assert parse_source(f"{line}\n", "f.yaml")[1] == []


@pytest.mark.parametrize("text", ["a", 'say "a"', "it's", 'it\'s "a"', "a\\b", "\"it's\\"])
def test_quotes_hold_what_they_are_put_round(text):
    assert yaml.safe_load(in_quotes(text)) == text


@pytest.mark.parametrize("text", ["{s:\t", "m: \ns: \t#\n["])
def test_a_value_of_blanks_alone_is_looked_past(text):
    code, *_ = told(text)
    assert code == "yaml-syntax"


# --- A value that its schema refuses is told what to write instead, in plain words ---------------
@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("1984", 'put quotes round it: "1984"'),
        ("1.10", 'put quotes round it: "1.10"'),
        ("true", 'put quotes round it: "true"'),
        ("{coin}", 'put quotes round it: "{coin}"'),
        ("[coin]", 'put quotes round it: "[coin]"'),
        ("yes", 'put quotes round it: "yes"; or write true or false'),
        ("1984-05-06", 'put quotes round it: "1984-05-06"'),
        ("", "write it behind the colon (Printed name.)"),
    ],
)
def test_a_name_that_is_no_text_to_yaml(tiny, edit, written, hint):
    edit(tiny / "components/fog/cards.yaml", "name: Bonfire", f"name: {written}")
    (one,) = load(tiny)[1]
    assert one.hint == hint


def test_a_mark_without_quotes_names_no_rule_of_a_game(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", 'players: "3+"', "players: 5")
    (one,) = load(tiny)[1]
    assert one.hint == 'put quotes round it: "5"'
    edit(tiny / "components/fog/cards.yaml", "players: 5", 'players: "5-"')
    (one,) = load(tiny)[1]
    assert "HEN" not in one.hint and "always in quotes" in one.hint


@pytest.mark.parametrize(
    ("file", "old", "new", "hint"),
    [
        ("coins.yaml", "copies: 24", 'copies: "24"', "take the quotes away: 24"),
        ("coins.yaml", "copies: 24", "copies: 2.5", "write a whole number ("),
        ("game.yaml", "title_players: [2, 4]", "title_players: 2", "put brackets round it: [2]"),
        ("cards.yaml", "name: Bonfire", "name: 5", 'put quotes round it: "5"'),
        ("coins.yaml", "name: Coin,", "name: Coin, and more,", "inside { } a comma ends a text"),
        ("coins.yaml", "value: 1,", "value: 1, flavour: x,", "a key of your own is described"),
    ],
)
def test_other_kinds_of_values(tiny, edit, file, old, new, hint):
    edit(tiny / "components/fog" / file, old, new)
    (one,) = load(tiny)[1]
    assert hint in one.hint


def test_a_record_is_named_by_its_id_and_a_step_is_counted_from_one(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", "name: Bonfire", "name: 1984")
    edit(tiny / "components/fog/setup.yaml", "count: 3, each: seats", "count: [3], each: seats")
    card, step = load(tiny)[1]
    assert card.message.endswith("at components.bonfire.name")
    assert step.message.endswith("at steps.7.count")


# --- places of values, and JSON from outside -----------------------------------------------------
def test_values_are_those_of_yaml_for_shipped_files():
    for path in sorted(ROOT.glob("components/*/*.yaml")):
        text = path.read_text(encoding="utf-8")
        source, findings = parse_source(text, "f.yaml")
        assert (source.data, findings) == (yaml.load(text, Loader=yaml.CSafeLoader), []), path


@pytest.mark.parametrize(
    "text",
    ["a: &x [1, *x]\n", "&x [*x, *x]\n", "a: &x {b: *x}\nc: *x\n", "a: 1\n&x b: 2\n*x : 3\n"],
)
def test_an_alias_in_what_it_names_is_told_and_no_more(text):
    _, findings = parse_source(text, "f.yaml")
    assert {one.code for one in findings} == {"yaml-alias"}


def test_what_is_passed_over_is_read_to_its_end():
    source, findings = parse_source("a: [1, 2]\na: [3, &x [4]]\nb: 5\n", "f.yaml")
    assert source.data == {"a": [1, 2], "b": 5}
    assert [one.code for one in findings] == ["yaml-duplicate-key"]
    _, (fault,) = parse_source("a: [1, 2]\na: [3, *y]\n", "f.yaml")
    assert fault.code == "yaml-syntax"


def test_a_long_text_is_not_held_as_nodes():
    text = "components:\n" + "".join(
        f"  - {{id: card-{n}, name: Card {n}, cost: {n}, effects: [{{do: gain, what: coin}}]}}\n"
        for n in range(500)
    )
    tracemalloc.start()
    try:
        source, _ = parse_source(text, "f.yaml")
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert source is not None and most - held < 2 * len(text)


# --- places of values: where each value stands ---------------------------------------------------
def test_every_value_is_where_it_stands():
    record = (
        "  - id: card-{0}\n    name: Card {0}\n    copies: {0}\n"
        "    effects: [{{do: gain, what: coin, amount: {0}}}]\n"
    )
    text = "kind: components\ncomponents:\n" + "".join(map(record.format, range(1, 31)))
    source, findings = parse_source(text, "cards.yaml")
    assert not findings
    lines = text.splitlines()

    def at(place):
        return lines[place.line - 1][place.column - 1 :]

    found = {trail: at(source.places[trail]) for trail in source.places}
    assert len(found) == len(source.places) == 1 + 2 + 30 * 9
    assert found[("components", 7, "name")] == "Card 8"
    assert found[("components", 7, "effects", 0, "amount")] == "8}]"
    assert source.key_place(("components", 7, "effects")) == Place("cards.yaml", 34, 5)


# --- JSON from outside: read within bounds, and each fault in one line ---------------------------
FAULTS = {
    "deep": ("[" * 100_000, "levels deep"),
    "a level too deep": ("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), "levels deep"),
    "digits": ('{"seed": ' + "9" * 5000 + "}", "5,000 digits"),
    "endless": ('{"seed": 1e999}', "too large"),
    "no number": ('{"seed": NaN}', "NaN"),
    "escape": ('{"game": "\\u001b[31mred"}', "U+001B"),
    "escape in a key": ('{"\\u001b]0;title": 1}', "U+001B"),
    "half a sign": ('["\\ud800"]', "U+D800"),
    "cut short": ('{"seed": 1,\n"index"', "not JSON"),
    "latin": ("caf\u00e9".encode("latin-1"), "UTF-8"),
}


@pytest.mark.parametrize(("raw", "said"), FAULTS.values(), ids=FAULTS)
def test_what_nobody_writes_is_refused_in_a_line(raw, said):
    with pytest.raises(JsonError) as told:
        read_json(raw)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_the_line_of_a_fault_is_told():
    for raw in ('{"a": 1,\n"b"', '{"a":\n' + "[" * 100):
        with pytest.raises(JsonError) as told:
            read_json(raw)
        assert told.value.line == 2


@pytest.mark.parametrize(
    "value",
    [
        {"text": 'brackets [[[ { "quoted" \\ in a text ' + "[" * 200},
        "[" * 1000,
        ["\U0001f9f1 caf\u00e9 \n\t", -1.5, None, True, 10**50],
        int("9" * MOST_DIGITS),
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_what_json_writes_is_read(value, ascii_only):
    assert read_json(json.dumps(value, ensure_ascii=ascii_only)) == value
