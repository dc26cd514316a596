"""Proof that a rule is tested: its tests fail when the code beside the rule is broken.

``make proofs`` breaks the code and keeps what came of it in the cache, for all versions of the
code; it holds for as long as the files of the code and of the tests stay as they were.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from validator.cache import Cache, project_folder


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of breaking a rule: the change that its tests noticed ("" for none).

    ``tried`` counts the changes; ``files`` are those of code and tests, each with its hash.
    """

    rule: str
    change: str
    tried: int
    files: Mapping[str, str]

    @property
    def is_proved(self) -> bool:
        """Tell whether a change was noticed."""
        return bool(self.change)

    @property
    def says(self) -> str:
        """The proof in a line."""
        return self.change or f"NOT: its tests pass with each of {self.tried} changes beside it"


def hashed(text: str) -> str:
    """A hash of a file's text, by which a change of it is known."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _shelf(root: Path, game: str) -> tuple[Cache, str]:
    """Where the proofs of a game's rules are kept, and under which name."""
    return Cache(project_folder(root) / "proofs"), hashlib.sha256(game.encode()).hexdigest()


def read_proofs(root: Path, game: str, texts: Mapping[str, str]) -> dict[str, Proof]:
    """The proofs of a game that still hold, by rule; ``texts`` are today's files by name."""
    store, key = _shelf(root, game)
    proofs = [Proof(**one) for one in json.loads(store.get("rules", key) or "[]")]
    today = {name: hashed(text) for name, text in texts.items()}
    return {proof.rule: proof for proof in proofs if proof.files.items() <= today.items()}


def write_proofs(root: Path, game: str, proofs: Iterable[Proof]) -> None:
    """Keep proofs in place of those there were.

    Raises:
        OSError: they cannot be kept.
    """
    store, key = _shelf(root, game)
    store.keep("rules", key, json.dumps([asdict(one) for one in proofs]).encode())
