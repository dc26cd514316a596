"""What an earlier loading of templates left: files that were read, and templates compiled."""

from __future__ import annotations

from dataclasses import dataclass, field

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from validator.catalogue.kept.files import Kept
from validator.catalogue.kept.hashes import Hashes


@dataclass
class Compiled(BytecodeCache):
    """Compiled templates by their names and the hashes of their sources, in memory alone."""

    code: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what a template of this name and source was compiled to, if it was."""
        known = self.code.get((bucket.key, bucket.checksum))
        if known is not None:
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        self.code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@dataclass
class Earlier:
    """Loads that share one of these share what did not change."""

    kept: Kept
    compiled: Compiled = field(default_factory=Compiled)
    hashes: Hashes = field(default_factory=Hashes)
