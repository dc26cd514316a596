"""What a job may take, and how a process is held to it.

Time is watched from outside: the executor asks the system how long a worker has computed, and kills
it. It is the processor's time, so that a busy machine finds no more than an idle one; where the
system does not tell it (macOS, Windows) it is the time of the clock.

Memory is limited by the system (``RLIMIT_AS``) above what a worker has at its start. Windows has
no such limit and macOS does not keep it; there a job is bounded by its time alone.

Workers end with whoever started them: by a signal on Linux (``PR_SET_PDEATHSIG``), elsewhere when
they look for the next job, or when the system's limit of processor time (``RLIMIT_CPU``) is up.
"""

from __future__ import annotations

import ctypes
import math
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_ORPHANED_S = 5
_PDEATHSIG = 1  # PR_SET_PDEATHSIG of linux/prctl.h


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may take: seconds of the processor, and megabytes beside those at the start."""

    seconds: float = math.inf
    megabytes: float = math.inf

    def times(self, count: int) -> Limits:
        """What ``count`` such jobs may take together."""
        return Limits(self.seconds * count, self.megabytes * count)


def address_space() -> int | None:
    """Bytes of this process's address space, where the system tells them."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def hold_to(limits: Limits, start: int | None) -> None:
    """Let the system hold this process to the limits of its next job.

    ``start`` are the bytes of address space that it had before its first one.
    """
    if resource is None:
        return
    if start is not None:
        _lower(resource.RLIMIT_AS, start + limits.megabytes * 1_000_000)
    _lower(resource.RLIMIT_CPU, time.process_time() + 2 * limits.seconds + _ORPHANED_S)


def _lower(what: int, value: float) -> None:
    hard = resource.getrlimit(what)[1]
    most = math.inf if hard == resource.RLIM_INFINITY else hard
    wanted = min(value, most)
    soft = resource.RLIM_INFINITY if wanted == math.inf else math.ceil(wanted)
    resource.setrlimit(what, (soft, hard))


def depend_on(parent: int) -> None:
    """Let this process be killed when the one that started it ends, and leave no core behind."""
    if resource is not None:
        _lower(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it ended before that was arranged
            os._exit(0)


_STAT = 4096
"""More bytes than the line has in which Linux tells of a process."""


def seconds_of(process: int) -> float | None:
    """Processor time that a running process has taken, where the system tells it."""
    try:
        file = os.open(f"/proc/{process}/stat", os.O_RDONLY)
    except OSError:
        return None
    try:
        text = os.read(file, _STAT)
    except OSError:  # it has just ended
        return None
    finally:
        os.close(file)
    words = text.rpartition(b")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
