"""Write a folder of files so that readers see all of the old ones or all of the new ones."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.failures import FailedError


class OutputError(FailedError):
    """The output folder cannot be written; the message says which and why."""


@contextmanager
def replaced_folder(target: Path, ours: tuple[str, ...]) -> Iterator[Path]:
    """Give an empty folder to fill; on success it takes the place of ``target``.

    Until then ``target`` stays as it is, also if the block raises or is interrupted. Files
    in ``target`` that match none of the patterns ``ours`` are somebody else's and are kept.

    Raises:
        OutputError: the folder cannot be made or written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _recover(target)
        fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}.new-", dir=target.parent))
        fresh.chmod(0o777 & ~_umask())
    except OSError as error:
        raise _cannot_write(target, error) from error
    try:
        yield fresh
        _keep_others(target, fresh, ours)
        _swap(target, fresh)
    except OSError as error:
        raise _cannot_write(target, error) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def write_bytes(path: Path, data: bytes) -> None:
    """Write one file whole: beside the target first, then in its place.

    Raises:
        OutputError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            prefix=f".{path.name}.", dir=path.parent, delete=False
        ) as file:
            fresh = Path(file.name)
            try:
                file.write(data)
                file.close()
                fresh.chmod(0o666 & ~_umask())
                fresh.replace(path)
            finally:
                fresh.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot_write(path, error) from error


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _recover(target: Path) -> None:
    """Mend what an interrupted run left: put the old folder back, drop half-written ones."""
    aside = _aside(target)
    if aside.exists():
        if target.exists():
            shutil.rmtree(aside)
        else:
            aside.rename(target)
    for leftover in target.parent.glob(f".{target.name}.new-*"):
        shutil.rmtree(leftover, ignore_errors=True)


def _keep_others(target: Path, fresh: Path, ours: tuple[str, ...]) -> None:
    if not target.is_dir():
        return
    for entry in sorted(target.iterdir()):
        if any(entry.match(pattern) for pattern in ours) or (fresh / entry.name).exists():
            continue
        if entry.is_dir():
            shutil.copytree(entry, fresh / entry.name, symlinks=True)
        else:
            shutil.copy2(entry, fresh / entry.name)


def _swap(target: Path, fresh: Path) -> None:
    aside = _aside(target)
    if target.exists():
        target.rename(aside)
    try:
        fresh.rename(target)
    except OSError:
        if aside.exists():
            aside.rename(target)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(path: Path, error: OSError) -> OutputError:
    reason = error.strerror or str(error)
    return OutputError(f"cannot write to {path}: {reason}; choose another folder with --out")
