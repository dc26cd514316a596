"""The fonts of the system, where a look depends on them: a theme names some as ``fallback``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from validator.plainfile import leads_out, read_plain


def of_system_fonts(folders: Iterable[Path]) -> str:
    """What tells the fonts of the system apart, where a look may ask for them; else nothing."""
    if not asks_for_system_fonts(folders):
        return ""
    from generator.typeset.systemfonts import state

    return state()


def asks_for_system_fonts(folders: Iterable[Path]) -> bool:
    """Tell whether a theme in one of these folders of templates may ask for fonts of the system."""
    return any(_names_fallbacks(path, folder) for folder in folders for path in _themes(folder))


def _themes(folder: Path) -> Iterable[Path]:
    return (*folder.glob("themes/*.yaml"), folder / "theme.yaml")


def _names_fallbacks(path: Path, folder: Path) -> bool:
    try:
        return not leads_out(path, folder) and b"fallback:" in read_plain(path)
    except OSError:
        return False
