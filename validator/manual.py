"""The pages of finding codes: ``trilith explain CODE``.

A page is a file ``pages/CODE.md`` beside the code that reports it: what the code means, then its
examples below ``## Bad`` and ``## Good``. ``tests/examples/README.md`` tells how to write one.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_EXAMPLE = re.compile(r"^## ([^\n]+)\n(?:\n```\w+\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class CodePage:
    """Where a page lies; ``module`` is the rules module whose games alone may get its code."""

    path: Path
    module: str = ""


def explain(code: str) -> str | None:
    """The page of ``code`` as the terminal shows it, or None if there is none."""
    page = _common().get(code) or _pages_of_modules().get(code)
    if page is None:
        return None
    text = _EXAMPLE.sub(_example, page.path.read_text(encoding="utf-8")).strip()
    if not page.module:
        return text
    return f"{text}\n\nOnly games with `module: {page.module}` are checked for this."


def _example(found: re.Match[str]) -> str:
    head, snippet = found.groups()
    return f"{head}.\n" if snippet is None else f"{head}::\n\n{textwrap.indent(snippet, '    ')}"


def contents() -> tuple[str, ...]:
    """A line for every code, sorted: the code, and the one game that it belongs to."""
    return tuple(
        f"{code} ({page.module} only)" if page.module else code for code, page in pages().items()
    )


def pages() -> Mapping[str, CodePage]:
    """Every page by its code, sorted."""
    return dict(sorted({**_pages_of_modules(), **_common()}.items()))


def _common() -> Mapping[str, CodePage]:
    folders = (_ROOT / package for package in ("validator", "generator"))
    paths = (path for folder in folders for path in folder.glob("**/pages/*.md"))
    return {path.stem: CodePage(path) for path in paths}


def _pages_of_modules() -> Mapping[str, CodePage]:
    """The pages beside the checks that rules modules and other packages bring."""
    from validator.data_checks import checks_of_modules

    found = {
        path.stem: CodePage(path)
        for entry in entry_points(group="trilith.checks")
        for path in _beside(entry.module)
    }
    for check, name in checks_of_modules():
        paths = _beside(check.run.__module__)
        found |= {path.stem: CodePage(path, name) for path in paths if path.stem in check.codes}
    return found


def _beside(module: str) -> list[Path]:
    spec = find_spec(module)
    return list(Path(spec.origin).parent.glob("pages/*.md")) if spec and spec.origin else []
