"""Where ``trilith`` starts: what nothing else caught ends in one line, even while modules load.

An interrupt gives exit status 130; output that cannot be written, as on a full disk, 1. A pipe
that its reader closed ends quietly, with 1 if the command had more to do, as its errors may not
be hidden by it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import TextIO


def main() -> None:
    """Load the command line and run it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names of files may be no text
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run_to_end(run))


def run_to_end(run: Callable[[], None]) -> int:
    """The exit status of ``run`` and of writing out what it printed."""
    status = _status(run, closed=1) or _status(sys.stdout.flush, closed=0)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _drop_output(stream)
    return status


def run() -> None:
    """Load the command line and run it, where no program of the project is found."""
    from generator.cli import main as run_command
    from generator.installed import leave_project_out

    if page := os.environ.get("TRILITH_PAGE"):  # the studio's process started this one
        from validator.processes import depend_on

        depend_on(int(page))
    leave_project_out()
    run_command()


def _status(step: Callable[[], object], closed: int) -> int:
    """How ``step`` ends; ``closed`` is for a pipe that nobody reads any more."""
    try:
        step()
    except SystemExit as end:
        if end.code == _INTERRUPTED and not getattr(end, "told", False):  # as typer ends then
            return _tell(_NOTHING_LOST, _INTERRUPTED)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:
        return _tell(_NOTHING_LOST, _INTERRUPTED)
    except BrokenPipeError:
        _drop_output(sys.stdout)
        return closed
    except MemoryError:
        return _tell("cannot go on: there is not enough memory", 1)
    except OSError as error:
        _drop_output(sys.stdout)
        return _tell(f"cannot go on: {error.strerror or error}", 1)
    return 0


def _tell(said: str, status: int) -> int:
    with contextlib.suppress(OSError):
        sys.stderr.write(f"trilith: {said}\n")
        sys.stderr.flush()
    return status


_INTERRUPTED = 130
_NOTHING_LOST = "interrupted; nothing was half-written"


def _drop_output(stream: TextIO) -> None:
    """Let what is still to be printed go nowhere, so that it is not tried again at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
