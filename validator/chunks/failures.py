"""How work that is shared out fails: the message of each is for people."""

from __future__ import annotations


class ChunksError(Exception):
    """The work did not come to its end; the message says why, and what to do."""


class InterruptedRun(KeyboardInterrupt):
    """Somebody interrupted the work; the message says what is kept, and how to go on."""
