"""Text files that a user names: read whole, or written whole beside the old one first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator.atomic import OutputError, write_where_told
from generator.failures import FailedError, WrongUseError
from validator.plainfile import read_plain


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        WrongUseError: it cannot be read, is no plain file, is too large, or is not UTF-8.
    """
    try:
        return read_plain(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongUseError(f"cannot read {path}: {reason}") from error


def save_text(
    path: Path, text: str, is_ours: Callable[[bytes], bool] | None = None, *, force: bool = False
) -> None:
    """Write a whole text file or leave the old one; see :func:`write_where_told`.

    Raises:
        FailedError: it cannot be written there.
        WrongUseError: what is there is somebody else's.
    """
    try:
        write_where_told(path, text.encode(), is_ours, force=force)
    except OutputError as error:
        reason = getattr(error.__cause__, "strerror", None) or error
        raise FailedError(f"cannot write {path}: {reason}") from error
