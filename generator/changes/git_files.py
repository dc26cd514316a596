"""The files of a git revision as they are stored: no filter, hook or checkout has a part in it.

A project may come from anywhere. What its git configuration and attributes name would run if git
itself unpacked files, so only object ids are listed and only stored bytes are read.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from generator.failures import WrongUseError
from generator.installed import find_program, own_libraries


class RevisionError(WrongUseError):
    """A revision that cannot be had; the message says why and what would do."""


PLAIN_FILES = ("100644", "100755")
"""Modes of files; links and submodules are left out."""
SECONDS = 60
"""How long git may take."""
MAX_FILE = 40_000_000
"""Bytes of the largest file that is read; trilith reads no larger picture, text or font."""
MAX_BYTES = 1_000_000_000
"""Bytes that git may say; a few small objects can stand for any number of files."""
_SETTINGS = (
    *("core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false"),
    *("protocol.allow=never", "safe.bareRepository=explicit"),
)
_SURROUNDINGS = {
    "GIT_ALLOW_PROTOCOL": "none",  # stronger than any protocol.*.allow of the project
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}


def git(
    root: Path,
    *arguments: str,
    fed: bytes = b"",
    most: int = MAX_BYTES,
    around: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[bytes]:
    """Run a command of git in ``root``; whether it worked is for the caller.

    ``around`` are variables of its environment.

    Every call of git goes through here. What git knows is in the repository or is not had:
    nothing is fetched, and no setting of the project names a command that is run.

    Raises:
        RevisionError: git is not installed, takes over a minute or says over ``most`` bytes.
    """
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    program = find_program("git")
    if program is None:
        raise RevisionError("git is not installed; it is needed to compare revisions")
    command = [program, "--no-pager", *settings, "-C", str(root), *arguments]
    with own_libraries(), tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as told:
        given.write(fed)
        given.seek(0)
        around = {**os.environ, **_SURROUNDINGS, **around}
        with subprocess.Popen(
            command, stdin=given, stdout=subprocess.PIPE, stderr=told, env=around
        ) as running:
            said = _hear(running, most)
        told.seek(0)
        if said is None:
            raise RevisionError(f"git {arguments[0]} takes too long or says too much")
        return subprocess.CompletedProcess(command, running.returncode, said, told.read(_SHOWN))


_SHOWN = 10_000
"""Bytes of git's errors that are read."""


def _hear(running: subprocess.Popen[bytes], most: int) -> bytes | None:
    """What a command says; None if it is more than ``most`` bytes or takes too long: it is ended"""
    assert running.stdout is not None
    ended = threading.Event()

    def end() -> None:
        ended.set()
        running.kill()

    late = threading.Timer(SECONDS, end)
    late.start()
    try:
        said = running.stdout.read(most + 1)
        if len(said) > most:
            end()
        running.wait()
    finally:
        late.cancel()
        late.join()  # processes are forked only where no other thread runs
    return None if ended.is_set() else said


def commit_of(root: Path, revision: str) -> str:
    """The full id of the commit that ``revision`` names.

    Raises:
        RevisionError: there is none, or no version control.
    """
    if not revision or revision.startswith("-"):
        raise RevisionError(f"{revision!r} is no git revision; name a commit, tag or branch")
    inside = git(root, "rev-parse", "--is-inside-work-tree")
    if inside.returncode:
        reason = inside.stderr.decode(errors="replace").strip().partition("\n")[0]
        message = f"{root} is not under version control ({reason.removeprefix('fatal: ')})"
        raise RevisionError(f"{message}; run `git init` and commit")
    found = git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found.returncode:
        raise RevisionError(
            f"there is no git revision {revision!r}; `git log` and `git tag` list them"
        )
    return found.stdout.decode().strip()


def head_of(root: Path) -> str:
    """The full id of the last commit; empty where there is none, or no git."""
    try:
        found = git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except RevisionError:
        return ""
    return "" if found.returncode else found.stdout.decode().strip()


def files_at(root: Path, commit: str) -> Mapping[str, str] | None:
    """The plain files below ``root`` at ``commit``: path inside ``root`` and object id.

    Files of more than :data:`MAX_FILE` bytes are left out. None if they cannot be had, as where
    ``root`` was not there.

    Raises:
        RevisionError: there is no end of them.
    """
    listed = git(root, "ls-tree", "-r", "-l", "-z", commit, "--", ".", most=_LISTED)
    if listed.returncode:
        return None
    found: dict[str, str] = {}
    for entry in filter(None, listed.stdout.split(b"\0")):
        about, _, name = entry.decode("utf-8", "surrogateescape").partition("\t")
        mode, _, object_id, size = about.split()
        if mode not in PLAIN_FILES or (size.isdigit() and int(size) > MAX_FILE):
            continue
        if ".." not in PurePosixPath(name).parts:
            found[name] = object_id
    return found


_LISTED = 20_000_000
"""Bytes of the longest list of files: some two hundred thousand of them."""


def contents(root: Path, object_ids: Sequence[str]) -> Iterator[bytes]:
    """The bytes of stored files, in the order asked for.

    Raises:
        RevisionError: one of them is not there.
    """
    read = git(root, "cat-file", "--batch", fed="".join(f"{one}\n" for one in object_ids).encode())
    at, data = 0, read.stdout
    for one in object_ids:
        end = data.find(b"\n", at)
        head = data[at:end].split(b" ")
        if end < 0 or len(head) != 3:
            raise RevisionError(f"the repository lacks {one[:10]}; fetch it whole")
        at = end + 1 + int(head[2])
        yield data[end + 1 : at]
        at += 1


def object_id(content: bytes, like: str) -> str:
    """The id under which git stores ``content``, by the hash that made the id ``like``."""
    head = f"blob {len(content)}\0".encode()
    if len(like) == 40:
        return hashlib.sha1(head + content, usedforsecurity=False).hexdigest()
    return hashlib.sha256(head + content).hexdigest()


@contextmanager
def unpack(files: Iterable[tuple[str, bytes]]) -> Iterator[Path]:
    """A temporary folder with files, given as path inside and content; none leads out of it."""
    with tempfile.TemporaryDirectory(prefix="trilith-") as name:
        folder = Path(name).resolve()
        for path, content in files:
            target = (folder / path).resolve()
            if target.is_relative_to(folder):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        yield folder


def read_stored(root: Path, files: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Files of the repository of ``root``, given as path and object id, with their contents.

    Raises:
        RevisionError: one of them is not there.
    """
    return zip(files, contents(root, list(files.values())), strict=True)
