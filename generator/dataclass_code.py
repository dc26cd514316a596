"""The methods of dataclasses, compiled once for all processes.

Python writes and compiles five methods of each dataclass in every process: of the 340 that a check
or a print loads, a tenth of what either takes after an edit. Here their code is kept by its text.
"""

from __future__ import annotations

import atexit
import dataclasses
import marshal
from types import CodeType
from typing import Any

from validator.cache import shared_cache

_KIND, _KEY = "code", "dataclasses"


def reuse_dataclass_code() -> None:
    """From now on take the code of dataclasses from the cache; what is new is kept at the end."""
    cache = shared_cache()
    codes: dict[str, CodeType] = marshal.loads(cache.get(_KIND, _KEY) or marshal.dumps({}))
    known = len(codes)

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        if text not in codes:
            codes[text] = compile(text, "<string>", "exec")
        exec(codes[text], names, made)

    def keep() -> None:
        if len(codes) > known:
            cache.put(_KIND, _KEY, marshal.dumps(codes))

    vars(dataclasses)["exec"] = run
    atexit.register(keep)
