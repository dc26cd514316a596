"""Files and folders written whole or not at all, one process after the other.

A turn is a file beside the folder: whose turn it is holds it locked, and it lists, one a line,
the files that the last turn wrote. The system takes the lock back when a process ends, however
it does, so no turn is ever left over.

A project and what lies in its output folder may come from anybody: links there are not followed,
and only files that trilith noted down as its own are ever removed. Where several processes write
one folder, each waits for its turn.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.failures import FailedError, WrongUseError
from validator.plainfile import read_plain

LONGEST_WAIT = 600.0
"""Seconds after which a process gives up waiting for its turn."""
_PAUSE = 0.1
_MOST = 4_000_000
"""Bytes of a list that are read."""


class TurnError(Exception):
    """There is no turn to be had; the message says why."""


def _names_noted(turn: int) -> tuple[str, ...]:
    """The files that the last turn wrote, by their paths inside the folder."""
    os.lseek(turn, 0, os.SEEK_SET)
    return tuple(os.read(turn, _MOST).decode("utf-8", "surrogateescape").splitlines())


def _note_names(turn: int, names: Iterable[str]) -> None:
    """Note which files this turn wrote."""
    os.lseek(turn, 0, os.SEEK_SET)
    os.ftruncate(turn, 0)
    os.write(turn, "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape"))


@contextmanager
def turn_at(path: Path, waiting: str = "") -> Iterator[int]:
    """Hold the turn that ``path`` stands for, once it is free: the handle of its locked list.

    Where it is not free at once, ``waiting`` is said; without it nothing is waited for.

    Raises:
        TurnError: it is not free, or something other than a plain file stands there.
        OSError: the file cannot be made.
    """
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if path.is_symlink():
        raise TurnError(f"{path.name} beside it is a link; remove it")
    handle = os.open(path, flags, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise TurnError(f"{path.name} beside it is no plain file; remove it")
        if not _take(handle):
            if not waiting:
                raise TurnError("another trilith is writing there")
            sys.stderr.write(f"{waiting}\n")
            end = time.monotonic() + LONGEST_WAIT
            while not _take(handle):
                if time.monotonic() > end:
                    said = f"another trilith has been writing there for {LONGEST_WAIT:.0f} s"
                    raise TurnError(said)
                time.sleep(_PAUSE)
        yield handle
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        os.lseek(handle, _MOST, os.SEEK_SET)
        with contextlib.suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            return True
        return False

else:
    try:
        import fcntl
    except ImportError:  # a Python without it: nobody can hold a lock
        fcntl = None  # type: ignore[assignment]

    def _take(handle: int) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True  # a file system without locks: nobody can hold one there
        return True


class OutputError(FailedError):
    """The output folder cannot be written; the message says which and why."""


class LinkError(WrongUseError):
    """A link stands where files would be written; the message says what to do."""


def below(out: Path, *parts: str) -> Path:
    """The folder or file ``parts`` of the output folder ``out``.

    ``out`` itself may lie behind a link, as whoever named it knows; nothing below it may.

    Raises:
        LinkError: one of the parts is a link.
    """
    path = out
    for part in parts:
        path = path / part
        refuse_link(path)
    return path


def refuse_link(path: Path) -> None:
    """Go on only where ``path`` is no link.

    Raises:
        LinkError: it is one.
    """
    if path.is_symlink():
        leads = path.readlink()
        raise LinkError(f"{path} is a link to {leads}; remove it, or name that place with --out")


class NotOursError(WrongUseError):
    """A file that trilith did not write stands where one would be written."""


MADE = ".trilith-made"
"""The list of the files that were written one by one into a folder, one a line."""
_FOREIGN = "is there, and trilith did not write it: remove it, or name another place"


@contextmanager
def replace_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder to fill; on success it takes the place of ``target``.

    Until then ``target`` stays as it is, also if the block raises or is interrupted. Files
    in ``target`` that no earlier call wrote there are somebody else's and are kept.

    Raises:
        OutputError: the folder cannot be made or written.
        LinkError: ``target`` is a link.
        NotOursError: a file in ``target`` that is somebody else's would be written over.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        waiting = f"waiting until another trilith has written {target}"
        with turn_at(_note(target), waiting) as turn:
            _recover(target)
            refuse_link(target)
            fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}.new-", dir=target.parent))
            try:
                fresh.chmod(0o777 & ~umask())
                yield fresh
                made, before = sorted(_files(fresh)), _names_noted(turn)
                _keep_others(target, fresh, set(before))
                _note_names(turn, dict.fromkeys([*before, *made]))
                _swap(target, fresh)
                _note_names(turn, made)
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
    except TurnError as error:
        raise OutputError(f"cannot write to {target}: {error}") from error
    except OSError as error:
        raise _cannot_write(target, error) from error


def _note(target: Path) -> Path:
    """The file beside a folder that says whose turn it is and which files are ours."""
    return target.with_name(f".{target.name}.trilith")


def _files(folder: Path) -> Iterator[str]:
    """The files, links and empty folders below a folder, by their paths inside it."""
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_dir() or not any(path.iterdir()):
            yield path.relative_to(folder).as_posix()


def write_bytes(path: Path, data: bytes) -> None:
    """Write one file whole: beside the target first, then in its place.

    Raises:
        OutputError: the file cannot be written.
    """
    try:
        put_in_place(path, data)
    except OSError as error:
        raise _cannot_write(path, error) from error


def write_where_told(
    path: Path, data: bytes, is_ours: Callable[[bytes], bool] | None = None, *, force: bool = False
) -> None:
    """Write one file where somebody said; what stands there is replaced only if it is ours.

    ``is_ours`` tells that of its content; without it those are ours that the folder's list of
    files has, which is then kept. With ``force`` whatever stands there is replaced.

    Raises:
        NotOursError: somebody else's file stands there.
        OutputError: it cannot be written.
    """
    if not force:
        refuse_foreign(path, is_ours)
    write_bytes(path, data)
    note = path.with_name(MADE)
    made = _names_in(note)
    if not force and is_ours is None and path.name not in made:
        write_bytes(note, "".join(f"{name}\n" for name in sorted({*made, path.name})).encode())


def refuse_foreign(path: Path, is_ours: Callable[[bytes], bool] | None = None) -> None:
    """Go on only where a file may be written; see :func:`write_where_told`.

    Raises:
        NotOursError: somebody else's file stands there.
    """
    if not os.path.lexists(path):
        return
    with contextlib.suppress(OSError):
        listed = path.name in _names_in(path.with_name(MADE))
        if not path.is_symlink() and (listed if is_ours is None else is_ours(read_plain(path))):
            return
    raise NotOursError(f"{path} {_FOREIGN}")


def _names_in(note: Path) -> set[str]:
    with contextlib.suppress(OSError):
        if not note.is_symlink():
            return set(read_plain(note).decode("utf-8", "replace").splitlines())
    return set()


def put_in_place(path: Path, data: bytes, check: Callable[[Path], None] | None = None) -> None:
    """Write one file whole; a link of that name is replaced, never written through.

    ``check`` looks at the very file that is replaced; what it raises leaves that one in its place.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".trilith-", dir=path.parent)
    fresh = Path(draft)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        fresh.chmod(0o666 & ~umask())
        if check is None or not _exchange(fresh, path):
            if check is not None:
                check(path)
            fresh.replace(path)
            return
        try:
            check(fresh)
        except BaseException:
            _exchange(fresh, path)
            raise
    finally:
        fresh.unlink(missing_ok=True)


def _exchange(one: Path, other: Path) -> bool:
    """Put each of two files into the place of the other at once; tells whether that was possible.

    Linux can: man 2 renameat2. Between a look at a file and its replacement another program's
    save would be lost, which was seen once in 300 edits beside one.
    """
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if sys.platform == "linux" else None
    places = (_HERE, os.fsencode(one), _HERE, os.fsencode(other))
    return rename is not None and rename(*places, _EXCHANGE) == 0


_HERE, _EXCHANGE = -100, 2  # AT_FDCWD of fcntl.h, RENAME_EXCHANGE of stdio.h


def _recover(target: Path) -> None:
    """Mend what an interrupted run left: put the old folder back, drop half-written ones."""
    aside = target.with_name(f".{target.name}.old")
    if aside.is_symlink():
        aside.unlink()
    elif aside.exists():
        if target.exists():
            shutil.rmtree(aside)
        else:
            aside.rename(target)
    for leftover in target.parent.glob(".*.new-*"):
        name = leftover.name[1:].rpartition(".new-")[0]
        note = _note(target.with_name(name))
        if leftover.is_symlink():
            continue  # nobody's draft is a link
        if name == target.name:
            shutil.rmtree(leftover, ignore_errors=True)
        elif note.exists():
            with contextlib.suppress(TurnError, OSError), turn_at(note):
                shutil.rmtree(leftover, ignore_errors=True)


def _keep_others(target: Path, fresh: Path, ours: set[str]) -> None:
    """Copy into ``fresh`` what is not among ``ours``; links stay links.

    Raises:
        NotOursError: something of that name was written anew.
    """
    if not target.is_dir():
        return
    for name in sorted(_files(target)):
        new = fresh / name
        if name in ours:
            continue
        if new.exists() or new.is_symlink():
            if (target / name).is_symlink():  # what it leads to stays
                continue
            raise NotOursError(f"{target / name} {_FOREIGN}")
        new.parent.mkdir(parents=True, exist_ok=True)
        if (target / name).is_dir() and not (target / name).is_symlink():
            new.mkdir()
        else:
            shutil.copy2(target / name, new, follow_symlinks=False)


def _swap(target: Path, fresh: Path) -> None:
    aside = target.with_name(f".{target.name}.old")
    if target.exists():
        target.rename(aside)
    try:
        fresh.rename(target)
    except OSError:
        if aside.exists():
            aside.rename(target)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def umask() -> int:
    """The permissions that new files of this process do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, error: OSError) -> OutputError:
    reason = error.strerror or str(error)
    name, target = Path(os.fsdecode(error.filename or path)).absolute(), path.absolute()
    if not (name.is_relative_to(target.parent) or target.is_relative_to(name)):
        return OutputError(f"cannot use {name}: {reason}")
    return OutputError(f"cannot write to {path}: {reason}; choose another folder with --out")
