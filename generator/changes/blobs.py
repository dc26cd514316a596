"""The files of a git revision as they are stored: no filter, hook or checkout has a part in it.

A project may come from anywhere. What its git configuration and attributes name would run if git
itself unpacked files, so only object ids are listed and only stored bytes are read.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from generator.failures import WrongUseError


class RevisionError(WrongUseError):
    """A revision that cannot be had; the message says why and what would do."""


PLAIN_FILES = ("100644", "100755")
"""Modes of files; links and submodules are left out."""
SECONDS = 60
_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "safe.bareRepository=explicit")
_SURROUNDINGS = {"GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def git(
    root: Path, *arguments: str, fed: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command of git that reads only, in ``root``; whether it worked is for the caller.

    Raises:
        RevisionError: git is not installed, or takes over a minute.
    """
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    command = ["git", "--no-pager", *settings, "-C", str(root), *arguments]
    around = {**os.environ, **_SURROUNDINGS}
    try:
        return subprocess.run(
            command, input=fed, capture_output=True, check=False, timeout=SECONDS, env=around
        )
    except FileNotFoundError as error:
        raise RevisionError("git is not installed; it is needed to compare revisions") from error
    except subprocess.TimeoutExpired as error:
        raise RevisionError(f"git {arguments[0]} takes too long") from error


def stored(root: Path, commit: str) -> Mapping[str, str] | None:
    """The plain files below ``root`` at ``commit``: path inside ``root`` and object id.

    None if they cannot be had, as where ``root`` was not there.
    """
    listed = git(root, "ls-tree", "-r", "-z", commit, "--", ".")
    if listed.returncode:
        return None
    found: dict[str, str] = {}
    for entry in filter(None, listed.stdout.split(b"\0")):
        about, _, name = entry.decode("utf-8", "surrogateescape").partition("\t")
        mode, _, object_id = about.split(" ")
        if mode in PLAIN_FILES and ".." not in PurePosixPath(name).parts:
            found[name] = object_id
    return found


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
