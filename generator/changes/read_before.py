"""What was made of a project's files, kept for the next command: what did not change is not read.

One entry of the store holds it for the games that are asked for. What was made of files that come
with trilith, such as icons, lies beside byte code. Both go with the program that made them.
"""

from __future__ import annotations

import hashlib
import marshal
import pickle
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

from generator.bytecode.kept import keep, place, read
from generator.design.lookup import built_in_folder
from generator.fingerprints.program import of_program
from generator.store import FOLDER
from validator.catalogue.kept.files import Kept, Lasting
from validator.sealed.store import Store
from validator.sealed.userfiles import secret

KIND = "read"
"""What was made of files is called this in a store."""


@dataclass(slots=True)
class ReadBefore:
    """What was made of files, pickled, by names; what is asked for once more stays."""

    before: dict[str, bytes]
    now: dict[str, bytes] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """What was made under a name; None if nothing was."""
        found = self.before.get(name)
        if found is None:
            return None
        self.now[name] = found
        return pickle.loads(found)

    def put(self, name: str, made: Any) -> None:
        """Keep what was made under a name."""
        self.now[name] = bytes(ForkingPickler.dumps(made))


@contextmanager
def reading(root: Path, games: Iterable[str]) -> Iterator[Kept]:
    """Files of a project that are kept for who asks for these games next; they are, at the end."""
    store = Store(root / FOLDER, KIND, secret())
    asked = repr((of_program(), str(root), tuple(games)))
    name = hashlib.sha256(asked.encode("utf-8", "surrogateescape")).hexdigest()
    content, beside = store.get(KIND, name), place(__file__, KIND, of_program().encode())
    ours = ReadBefore(marshal.loads(content) if content is not None else {})
    built_in = ReadBefore(_built_in(beside))
    lasting: dict[Path, Lasting] = {built_in_folder(): built_in, root: ours}
    yield Kept(root, lasting)
    lasting.clear()
    if ours.now.keys() != ours.before.keys():
        store.put(KIND, name, marshal.dumps(ours.now))
    if beside is not None and not built_in.now.keys() <= built_in.before.keys():
        keep(beside, built_in.before | built_in.now)


def _built_in(beside: Path | None) -> dict[str, bytes]:
    """What was made of the files that come with trilith."""
    known: Any = read(beside) if beside is not None else None
    return known or {}
