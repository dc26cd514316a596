"""JSON from outside: read within bounds, and each fault in one line."""

from __future__ import annotations

import json

import pytest

from validator.catalogue.source import MOST_DEPTH, MOST_DIGITS, JsonError, read_json

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
def test_what_nobody_writes_is_refused_in_a_line(raw: str | bytes, said: str) -> None:
    with pytest.raises(JsonError) as told:
        read_json(raw)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_the_line_of_a_fault_is_told() -> None:
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
def test_what_json_writes_is_read(value: object, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=ascii_only)) == value
