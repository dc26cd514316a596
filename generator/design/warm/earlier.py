"""What an earlier loading of templates left: files that were read, and templates compiled."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.design.warm.compiled import Compiled
from validator.catalogue.file_cache import Hashes, Kept


@dataclass
class Earlier:
    """Loads that share one of these share what did not change."""

    kept: Kept
    compiled: Compiled = field(default_factory=Compiled)
    hashes: Hashes = field(default_factory=Hashes)
