"""Templates compiled: once for all workers, and kept in the store of a project for the next run.

What a template is compiled to is code, so it is believed only from a store, which is sealed with a
secret of the user (:mod:`validator.sealed.store`), and it runs where any template does: in a
worker. It is found by the template's name, file and text; the store's seal stands for the code of
this program and the version of Jinja, and Jinja itself looks at the version of Python.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from validator.sealed.store import Store

KIND = "compiled"
"""What compiled templates are called in a store."""
_MOST = 400  # templates that are kept; there are 66 built-in ones
_ALL = sha256(b"all templates of the project").hexdigest()


@dataclass
class Compiled(BytecodeCache):
    """Compiled templates by their names with their files, and the hashes of their sources."""

    code: dict[tuple[str, str], bytes] = field(default_factory=dict)
    store: Store | None = None

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what a template of this name and source was compiled to, if it was."""
        known = self.code.get((bucket.key, bucket.checksum))
        if known is not None:
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        self.code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()

    def learn(self, code: Mapping[tuple[str, str], bytes]) -> None:
        """Take over what a worker compiled, and keep all there is of it."""
        if code.keys() <= self.code.keys():
            return
        self.code.update(code)
        if self.store is not None:
            latest = {name: (name, checksum) for name, checksum in self.code}
            kept = {one: self.code[one] for one in list(latest.values())[-_MOST:]}
            heads = [[*one, len(data)] for one, data in kept.items()]
            content = json.dumps(heads).encode() + b"\n" + b"".join(kept.values())
            self.store.put(KIND, _ALL, content)


def kept_in(store: Store | None) -> Compiled:
    """The templates that were compiled in an earlier run, if any were kept."""
    content = store.get(KIND, _ALL) if store else None
    known = Compiled(store=store)
    if content is not None:
        head, _, data = content.partition(b"\n")
        for key, checksum, length in json.loads(head):
            known.code[key, checksum], data = data[:length], data[length:]
    return known
