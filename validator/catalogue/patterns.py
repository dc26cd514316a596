"""Regular expressions that anybody may have written, run in time linear in the text.

They are run by Rust's regex engine, which never tries the same place twice; Python's can take for
ever over `^(a+)+$`. What that engine cannot run, such as a look-ahead or a back reference, and
what is too large for it are no patterns here.
"""

from __future__ import annotations

from functools import lru_cache

import jsonschema_rs

LONGEST = 1_000
"""Characters of the longest pattern."""
LARGEST = 100_000
"""Bytes of the largest pattern made ready: `[a-z]{1,500}` has about 60,000."""
LINEAR = jsonschema_rs.RegexOptions(size_limit=LARGEST)
"""Tells jsonschema-rs to run patterns by the linear engine."""


@lru_cache(maxsize=1000)
def _compile(pattern: str) -> jsonschema_rs.Draft202012Validator:
    if len(pattern) > LONGEST:
        raise ValueError(f"a pattern has at most {LONGEST} characters")
    return jsonschema_rs.Draft202012Validator(
        {"pattern": pattern}, pattern_options=LINEAR, offline=True
    )


def is_linear(pattern: str) -> bool:
    """Tell whether ``pattern`` is one that can be run in linear time."""
    try:
        _compile(pattern)
    except ValueError:
        return False
    return True


def is_found(pattern: str, text: str) -> bool:
    """Tell whether ``pattern`` is found anywhere in ``text``.

    Raises:
        ValueError: it is none that can be run in linear time.
    """
    return _compile(pattern).is_valid(text)
