"""Jobs of the page: commands of trilith that it starts, and what they say as they say it."""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import typer

from generator.installed import read_data
from generator.studio.set_files import RefusedError
from validator.plainfile import leads_out, size_of
from validator.program import words_to_start

OFFERED = read_data("jobs.yaml")
"""Which commands the page offers, and what else is said of them as data."""
_MISUSE: Any = typer.BadParameter.__bases__[0]
"""What typer raises where words fit no command, whichever click it stands on."""
_CONTROL = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def _row(one: Any) -> dict[str, Any]:
    """What the page has to know of a parameter of a command."""
    listed = [str(getattr(choice, "value", choice)) for choice in getattr(one.type, "choices", ())]
    is_argument = one.param_type_name == "argument"
    kind = "flag" if getattr(one, "is_flag", False) else one.type.name
    about = {"name": one.name, "kind": kind, "help": one.help or "", "required": one.required}
    limits = {name: getattr(one.type, name, None) for name in ("min", "max")}
    default = getattr(one.default, "value", one.default)
    choices = [choice for choice in listed if choice not in OFFERED["closed_values"]]
    return (about | limits) | {
        "label": (one.metavar or one.name.upper()) if is_argument else one.opts[-1],
        "choices": choices,
        "default": "" if default is None else str(default),
        "many": bool(one.nargs != 1 or getattr(one, "multiple", False)),
        "game": is_argument and one.name in OFFERED["games"],
    }


MOST_TEXT = 200_000
"""Characters that are kept of what a job printed, the last ones."""


@dataclass
class Job:
    """A command that was started: its words, its process, and what it printed."""

    number: str
    words: list[str]
    process: asyncio.subprocess.Process
    text: str = ""
    state: str = "running"
    is_stopped: bool = False
    is_waiting: bool = False
    files: list[str] = field(default_factory=list)

    def take(self, text: str) -> None:
        """Print ``text``; behind a carriage return a line begins anew."""
        before, end, line = self.text.rpartition("\n")
        lines = _CONTROL.sub("", line + text.expandtabs()).replace("\r\n", "\n").split("\n")
        kept = (one[:-1].rpartition("\r")[2] + one[-1:] for one in lines)
        self.text = (before + end + "\n".join(kept))[-MOST_TEXT:]

    def signal(self, number: int) -> None:
        """Send a signal to the process and all that it started, while it runs."""
        with suppress(ProcessLookupError, PermissionError):
            if self.state == "running" and hasattr(os, "killpg"):
                os.killpg(self.process.pid, number)
            elif self.state == "running":
                self.process.terminate()

    @property
    def onward(self) -> list[str]:
        """The words that go on with it, now that it has ended; none where it cannot be gone on."""
        kept = [one for one in self.files if one.endswith(".json")]
        if self.words[0] == "play" and kept and self.state != "running":
            return ["play", "--resume", f"output/{kept[-1]}"]
        return self.words if self.state == "stopped" and self.words[0] in OFFERED["lasting"] else []

    def about(self) -> dict[str, Any]:
        """What the page shows of it."""
        shown = {name: getattr(self, name) for name in ("number", "text", "state", "files")}
        asks = self.words[0] in OFFERED["asking"]
        more = {"said": say_words(self.words), "asks": asks, "onward": say_words(self.onward)}
        return shown | more | {"status": self.process.returncode}


def say_words(words: list[str]) -> str:
    """A command line as it is typed; empty without words."""
    return shlex.join(["trilith", *words]) if words else ""


DEEDS = ("describe", "say", "start", "stop", "answer", "go on")
"""What a page may ask of jobs."""
MOST_JOBS = 2
"""Jobs that run at a time."""
_KEPT = 6  # jobs that are shown
_PATIENCE_S = 5.0  # between the interrupt of a job and its end by force
_LAST_S = 2.0  # the same as the studio ends
_PAUSE_S = 0.2  # in which what was printed is gathered
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
ON_PAGE = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "TRILITH_PAGE": str(os.getpid())}
"""What a command is told by its environment: somebody looks on, and with whom it ends."""


class Jobs:
    """The jobs of a project, and whoever hears of them; all of it happens in the server's loop.

    ``find`` gives a command as typer has it, ``summaries`` what is said of each. ``state`` is what
    a page that comes has to know: ``job/3`` is the third job.
    """

    def __init__(
        self, root: Path, find: Callable[[str], Any], summaries: Mapping[str, str]
    ) -> None:
        self.root, self._find, self._summaries = root, find, summaries
        self.state: dict[str, Any] = {}
        self.listeners: set[asyncio.Queue[Mapping[str, Any]]] = set()
        self._jobs, self._count = dict[str, Job](), 0
        self._tasks = dict[str, asyncio.Task[None]]()
        self._turn = asyncio.Lock()

    def describe(self, name: str) -> dict[str, Any]:
        """The form of a command, or the list of all in their groups where none is named.

        Raises:
            RefusedError: the page does not offer it.
        """
        if not name:
            groups = OFFERED["groups"].items()
            return {"groups": [[to, [[n, self._summaries[n]] for n in ns]] for to, ns in groups]}
        command = self._command(name)
        rows = [_row(one) for one in command.params if one.name not in OFFERED["closed"]]
        return {"help": (command.help or "").replace("\b\n", ""), "rows": rows}

    def check_words(self, words: list[str]) -> None:
        """Read a command line as the command itself will.

        Raises:
            RefusedError: it would not take the words, or they ask for what no page may.
        """
        try:
            known = self._command(words[0]).make_context(f"trilith {words[0]}", words[1:]).params
        except typer.Exit:
            raise RefusedError("help is on the page itself") from None
        except _MISUSE as error:
            raise RefusedError(error.format_message()) from error
        for key, value in known.items():
            for one in value if isinstance(value, list | tuple) else [value]:
                if (one and key in OFFERED["closed"]) or one in OFFERED["closed_values"]:
                    raise RefusedError(f"{key} {one} is for the terminal")
                is_home = str(one).startswith(("~/", "~\\"))
                if isinstance(one, str | Path) and (
                    is_home or leads_out(self.root / one, self.root)
                ):
                    raise RefusedError(f"{one} leads out of the project; the page stays in it")

    def _command(self, name: str) -> Any:
        if not any(name in names for names in OFFERED["groups"].values()):
            raise RefusedError(f"{name!r} is no command of the page")
        return self._find(name)

    async def act(self, words: Mapping[str, str]) -> Mapping[str, Any]:
        """Do what the page asks of a command, whose words stand one a line, or of a job.

        Raises:
            RefusedError: that cannot be; the message says why.
        """
        deed, job = words["do"], self._jobs.get(words.get("job", ""))
        if deed == "describe":
            return await asyncio.to_thread(self.describe, words.get("command", ""))
        if deed in ("say", "start"):
            return await self._start(words.get("line", "").split("\n"), is_said=deed == "say")
        if job is None or (deed == "go on") == (job.state == "running"):
            raise RefusedError("it has ended" if job else "this job is not there any more")
        if deed == "go on":
            return await self._start(job.onward)
        if deed == "stop":
            job.is_stopped = True
            job.signal(signal.SIGINT)
            asyncio.get_running_loop().call_later(_PATIENCE_S, job.signal, _KILL)
        elif job.process.stdin is not None:
            job.process.stdin.write(
                " ".join(words.get("text", "").split()).encode("utf-8", "replace") + b"\n"
            )
        return {"job": job.number}

    async def _start(self, words: list[str], *, is_said: bool = False) -> dict[str, Any]:
        if not words or not all(word and word.isprintable() for word in words):
            raise RefusedError("words have letters, and no control characters")
        await asyncio.to_thread(self.check_words, words)
        if is_said:
            return {"said": say_words(words)}
        async with self._turn:
            return await self._run(words)

    async def _run(self, words: list[str]) -> dict[str, Any]:
        if sum(one.state == "running" for one in self._jobs.values()) >= MOST_JOBS:
            raise RefusedError(f"{MOST_JOBS} commands run already: wait for one, or stop it")
        asks = words[0] in OFFERED["asking"]
        process = await asyncio.create_subprocess_exec(
            *(*words_to_start(), *words),
            cwd=self.root,
            env={**os.environ, **ON_PAGE},
            stdin=asyncio.subprocess.PIPE if asks else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        self._count += 1
        number = str(self._count)
        job = self._jobs[number] = Job(number, words, process)
        ended = [one.number for one in self._jobs.values() if one.state != "running"]
        for old in ended[: max(0, len(self._jobs) - _KEPT)]:
            del self._jobs[old], self._tasks[old]
            self._spread({f"job/{old}": None})
        self._tell(job)
        self._tasks[number] = asyncio.create_task(self._follow(job))
        return {"job": number, "said": say_words(words)}

    async def _follow(self, job: Job) -> None:
        """Read what a job prints until it ends."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        assert job.process.stdout is not None
        while part := await job.process.stdout.read(MOST_TEXT):
            job.take(decoder.decode(part))
            if not job.is_waiting:
                job.is_waiting = True
                asyncio.get_running_loop().call_later(_PAUSE_S, self._tell, job)
        status = await job.process.wait()
        job.signal(_KILL)  # what it may have left behind
        job.files = await asyncio.to_thread(lambda: [*find_files(self.root, job.text)])
        job.state = ("stopped" if job.is_stopped else "failed") if status else "done"
        self._tell(job)

    def _tell(self, job: Job) -> None:
        job.is_waiting = False
        self._spread({f"job/{job.number}": job.about()})

    def _spread(self, patch: Mapping[str, Any]) -> None:
        self.state = {key: one for key, one in {**self.state, **patch}.items() if one is not None}
        for queue in self.listeners:
            queue.put_nowait(patch)

    async def close(self) -> None:
        """End all jobs: gently, and by force what has not ended after a while."""
        for number in (signal.SIGINT, _KILL):
            for job in self._jobs.values():
                job.signal(number)
            if self._tasks:
                await asyncio.wait(self._tasks.values(), timeout=_LAST_S)


MOST_FILES = 300
"""Files that a job is said to have made."""


def find_files(root: Path, text: str) -> Iterator[str]:
    """The files below ``output/`` that a text names, by their paths there; all of a folder."""
    folder, found = root / "output", dict[str, None]()
    for line in text.splitlines():
        _, at, rest = line.partition(f"{folder}{os.sep}")
        words = rest.split(" ") if at else []
        ends = (" ".join(words[:end]).rstrip(".,:;") for end in range(len(words), 0, -1))
        named = next((folder / end for end in ends if os.path.exists(folder / end)), None)  # noqa: PTH110
        if named is not None:
            paths = sorted(named.rglob("*")) if named.is_dir() else [named]
            found |= {one.relative_to(folder).as_posix(): None for one in paths}
    return (name for name in [*found][:MOST_FILES] if file_in_output(root, name) is not None)


def file_in_output(root: Path, name: str) -> Path | None:
    """A plain file below ``output/`` of a project, if no link leads to it and nothing hides it."""
    parts = PurePosixPath(name).parts
    path = Path(os.path.realpath(root), "output", *parts)
    if not parts or any(part.startswith((".", "/")) or "\0" in part for part in parts):
        return None
    with suppress(OSError):
        return path if size_of(path) >= 0 and os.path.realpath(path) == str(path) else None
    return None
