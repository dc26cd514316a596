"""Which build this is: from a source, or from a compiled file that stands before it."""

from __future__ import annotations

from importlib.machinery import ModuleSpec

import pytest

from validator import builds


@pytest.mark.parametrize(
    ("file", "word"),
    [
        ("rng.py", "pure"),
        ("rng.cpython-311-x86_64-linux-gnu.so", "compiled"),
        ("rng.pyd", "compiled"),
    ],
)
def test_the_word_for_a_build(monkeypatch: pytest.MonkeyPatch, file: str, word: str) -> None:
    spec = ModuleSpec(builds.ONE_OF_THEM, None, origin=f"/somewhere/validator/{file}")
    monkeypatch.setattr(builds, "find_spec", lambda name: spec)
    assert builds.build() == word


def test_sources_that_are_edited_are_never_compiled():
    assert builds.build() == "pure"
