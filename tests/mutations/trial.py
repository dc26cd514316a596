"""What does the check say to an edit? Each is tried in a process of its own, on a copy."""

import json
import os
import re
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from mutations.operators import Tried

from validator.findings import Severity
from validator.run import check

SECONDS = 2.0
"""Most processor time that the check of an edited game may take."""
BUSY = 1.5
"""On a machine so busy that the unedited data takes longer than that, so many times its time."""
MEGABYTES = 350
"""Most memory that it may take besides what the process has that it is forked from: 500 in all, as
that has some 150 where nothing else was tested in it before."""
HANGS = 300
"""Seconds after which a process is ended."""

_LINE = re.compile(r":\d+:\d+")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found: (code, file, line) of what is new; and what the check took.

    ``fault`` is a traceback or what else went wrong.
    """

    found: tuple[tuple[str, str, int], ...]
    seconds: float
    megabytes: float
    fault: str = ""
    unedited: float = 0.0
    """Seconds that the check of the unedited data took on the same machine."""

    @property
    def is_slow(self):
        """Did the check take longer than it may?"""
        return self.seconds > max(SECONDS, BUSY * self.unedited)

    @property
    def failure(self):
        """Why the check failed at this edit; empty where it did not."""
        if self.fault:
            return self.fault
        if self.is_slow:
            return f"took {self.seconds:.1f} s ({self.unedited:.1f} s unedited)"
        return f"took {self.megabytes:.0f} MB" if self.megabytes > MEGABYTES else ""


@dataclass(frozen=True, slots=True)
class Running:
    """A trial under way: where, and the seconds that the unedited data took.

    ``held`` is the memory (MB) of the process that it is forked from.
    """

    one: Tried
    folder: Path
    unedited: float
    held: float


def look(root, games, drawn):
    """The findings of some games; their faces are drawn only if asked for."""
    return check(root, games, extra=None if drawn else ())


def news(before, after):
    """Errors and warnings that were not there before.

    A standing one whose figures or words are others now tells nothing new.
    """
    known = Counter(_key(finding) for finding in before)
    fresh = [finding for finding in after if not _take(known, _key(finding))]
    standing = Counter((*key[:-1], "") for key in known.elements())
    return [
        finding
        for finding in fresh
        if finding.severity is not Severity.NOTE and not _take(standing, (*_key(finding)[:-1], ""))
    ]


def _key(finding):
    return (finding.code, finding.severity, finding.game, _LINE.sub("", finding.message))


def _take(counter, key):
    """Take one of ``key`` out of the counter; False where there is none."""
    there = counter[key] > 0
    counter[key] -= there
    return there


def try_all(project, waiting, jobs):
    """Try edits, ``jobs`` at a time, in the order in which they end.

    One that took too long is tried once more, next to the unedited data: the machine may have got
    busy since that was timed.
    """
    before = _baselines(project, waiting)
    left = list(reversed(waiting))
    running, again = {}, []
    while left or running:
        while left and len(running) < jobs:
            one = left.pop()
            folder = Path(tempfile.mkdtemp(prefix="mutation-"))
            known, seconds = before[one.document.game, one.operator.drawn]
            process = _start(project, folder, one, known)
            running[process] = Running(one, folder, seconds, _held())
        for one, outcome in _ended(running):
            if not outcome.is_slow or one in again:
                yield one, outcome
                continue
            before |= _baselines(project, [one])
            again.append(one)
            left.append(one)
        time.sleep(0.005)


def _baselines(project, waiting):
    """What is found before any edit, and its seconds, by game and whether faces are drawn."""
    wanted = dict.fromkeys((one.document.game, one.operator.drawn) for one in waiting)
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        write(project, Path(name))
        return {key: _baseline(Path(name), project.users(key[0]), key[1]) for key in wanted}


def _baseline(root, games, drawn):
    start = sum(os.times()[:4])  # of this process and of those it started that have ended
    found = look(root, games, drawn)
    return found, sum(os.times()[:4]) - start


def write(project, folder):
    """Write the files of all games into a folder."""
    for document in project.documents:
        path = folder / document.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document.text, encoding="utf-8")


def _ended(running):
    for process, trial in list(running.items()):
        done, _, usage = os.wait4(process, os.WNOHANG)
        if done:
            del running[process]
            seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
            yield trial.one, _outcome(trial, seconds, megabytes - trial.held)
            shutil.rmtree(trial.folder)


def _held():
    """The memory that this process has now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def _outcome(trial, seconds, megabytes):
    told = trial.folder / "outcome.json"
    found, fault = [], "the process died or hung"
    if told.is_file():
        found, fault = json.loads(told.read_text(encoding="utf-8"))
    return Outcome(tuple(map(tuple, found)), seconds, megabytes, fault, trial.unedited)


def _start(project, folder, one, known):
    """Check a copy of the edited games in a child process."""
    process = os.fork()
    if process:
        return process
    try:
        signal.alarm(HANGS)
        found, fault = [], ""
        try:
            found = examine(project, folder, one, known)
        except Exception:
            fault = traceback.format_exc(limit=-3)
        (folder / "outcome.json").write_text(json.dumps([found, fault]), encoding="utf-8")
    finally:
        os._exit(0)


def examine(project, folder, one, known):
    """Code, file and line of what is new in a copy of the edited games."""
    write(project, folder)
    text = one.edit.apply(one.document.text)
    (folder / one.edit.file).write_text(text, encoding="utf-8")
    fresh = news(known, look(folder, project.users(one.document.game), one.operator.drawn))
    return [(found.code, found.place.file, found.place.line) for found in fresh]
