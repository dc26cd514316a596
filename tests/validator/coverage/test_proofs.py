"""Proofs of rules: kept while code and tests stay as they were."""

from __future__ import annotations

from pathlib import Path

from mutants.proving import BreakingProof, hash_text, read_proofs, write_proofs

from validator.cache import project_folder

TEXTS = {"a.py": "one", "t.py": "two", "b.py": "three"}
FILES = {"a.py": hash_text("one"), "t.py": hash_text("two")}
PROVED = BreakingProof("FOG-A-01", "a.py f: 1 => 2", 1, FILES)
UNPROVED = BreakingProof("FOG-A-02", "", 12, {"b.py": hash_text("three")})


def test_proofs_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert read_proofs(tmp_path, "fog", TEXTS) == {}
    write_proofs(tmp_path, "fog", [PROVED, UNPROVED])
    assert read_proofs(tmp_path, "fog", TEXTS) == {"FOG-A-01": PROVED, "FOG-A-02": UNPROVED}


def test_a_proof_falls_with_any_of_its_files(tmp_path: Path) -> None:
    write_proofs(tmp_path, "fog", [PROVED, UNPROVED])
    assert set(read_proofs(tmp_path, "fog", TEXTS | {"t.py": "changed"})) == {"FOG-A-02"}
    gone = {"a.py": "one", "b.py": "three"}
    assert set(read_proofs(tmp_path, "fog", gone)) == {"FOG-A-02"}


def test_damaged_proofs_are_not_believed(tmp_path: Path) -> None:
    write_proofs(tmp_path, "fog", [PROVED])
    [kept] = [one for one in project_folder(tmp_path).rglob("*") if one.is_file()]
    whole = kept.read_bytes()
    for content in (whole[:-3], whole.replace(b"FOG-A-01", b"FOG-A-02"), b""):
        kept.write_bytes(content)
        assert read_proofs(tmp_path, "fog", TEXTS) == {}


def test_a_proof_says_what_was_noticed_or_how_much_was_tried() -> None:
    assert (PROVED.is_proved, PROVED.says) == (True, "a.py f: 1 => 2")
    assert (UNPROVED.is_proved, UNPROVED.says) == (
        False,
        "NOT: its tests pass with each of 12 changes beside it",
    )
