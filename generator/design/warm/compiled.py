"""Templates compiled: once for all workers, and kept for the next run.

What a template is compiled to is code, so it is believed only from where code may come from: that
of a built-in template from beside byte code (:mod:`generator.design.warm.builtin`), that of others
from the user's cache (:mod:`validator.cache`), never from a project. It runs where any template
does: in a worker. It is found by the template's name and text.
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass, field
from hashlib import sha256
from types import CodeType

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from generator.design.warm.builtin import Code, built_in, checksum, keep, packed, unpacked
from validator.cache import Cache

KIND = "compiled"
"""What compiled templates are called in a store."""
_MOST = 400  # templates that are kept of a project
_ALL = sha256(b"all templates of the project").hexdigest()


@dataclass
class Compiled(BytecodeCache):
    """Compiled templates, beside the built-in ones that were compiled before."""

    code: dict[tuple[str, str], bytes] = field(default_factory=dict)
    store: Cache | None = None

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """What a template is known by, wherever it lies."""
        del filename
        return name

    def get_source_checksum(self, source: str) -> str:
        """The hash of a template's text."""
        return checksum(source)

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """What a template of this name and text was compiled to, as of its file here."""
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code is not None:
            bucket.code = _located(bucket.code, filename or "<template>")
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what a template of this name and text was compiled to, if it was."""
        one = bucket.key, bucket.checksum
        known = self.code.get(one) or built_in().get(one)
        if known is not None:
            bucket.code = marshal.loads(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        self.code[bucket.key, bucket.checksum] = marshal.dumps(bucket.code)

    def learn(self, code: Code) -> None:
        """Take over what a worker compiled, and keep it for the next run."""
        if code.keys() <= self.code.keys():
            return
        self.code.update(code)
        kept = keep(code)
        if self.store is not None and not code.keys() <= kept:
            latest = {name: (name, hashed) for name, hashed in self.code}
            others = [one for one in latest.values() if one not in built_in()][-_MOST:]
            self.store.put(KIND, _ALL, packed({one: self.code[one] for one in others}))


def read_compiled(store: Cache | None) -> Compiled:
    """The templates that were compiled in an earlier run, if any were kept."""
    content = store.get(KIND, _ALL) if store else None
    return Compiled(unpacked(content) if content is not None else {}, store)


def _located(code: CodeType, file: str) -> CodeType:
    """Code, and all code in it, as compiled from that file: errors are told there."""
    if code.co_filename == file:
        return code
    inside = (_located(one, file) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=file, co_consts=tuple(inside))
