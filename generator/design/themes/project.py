"""The theme and the trim sizes of a project: its own laid over those that come with trilith."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from generator.design.lookup import data_file, find_file
from generator.design.theme import Size, Theme, load_sizes, theme_from
from generator.design.themes.layers import layers_of, unread
from validator.catalogue.file_cache import Kept
from validator.findings import Finding, Place, has_errors


def project_theme(
    folders: Mapping[str, Path],
    ink: str,
    chosen: str = "",
    place: Place | None = None,
    kept: Kept | None = None,
) -> tuple[Theme | None, list[Finding]]:
    """The theme of a project: what it states, laid over what comes with trilith.

    One that a game has ``chosen`` lies over it. Files that were ``kept`` are not read again.
    """
    layers, findings = layers_of(folders, chosen, place, kept)
    if has_errors(findings):
        return None, findings
    theme, problems = theme_from(layers, ink)
    return theme, [*findings, *problems, *unread(layers, folders)]


def project_sizes(
    folders: Mapping[str, Path], kept: Kept | None = None
) -> tuple[Mapping[str, Size], list[Finding]]:
    """Trim sizes by name; a project's own add to the built-in ones or take their place.

    Files that were ``kept`` are not read again.
    """
    here = [find_file({shown: folder}, "sizes.yaml") for shown, folder in folders.items()]
    files = [file for file in here if file] or [data_file(folders, "sizes.yaml")]
    sizes: dict[str, Size] = {}
    findings: list[Finding] = []
    for path, shown in reversed(files):
        read = partial(load_sizes, path, shown)
        more, problems = kept.file(f"sizes {shown}", path, read) if kept else read()
        sizes.update(more)
        findings += problems
    return sizes, findings
