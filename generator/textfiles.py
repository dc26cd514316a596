"""Text files that a user names: read whole, or written whole beside the old one first."""

from __future__ import annotations

from pathlib import Path

from generator.atomic import put_in_place
from generator.failures import WrongUseError
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


def save_text(path: Path, text: str) -> None:
    """Write a whole text file or leave the old one.

    Raises:
        WrongUseError: it cannot be written there.
    """
    try:
        put_in_place(path, text.encode())
    except OSError as error:
        raise WrongUseError(f"cannot write {path}: {error.strerror or error}") from error
