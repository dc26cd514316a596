"""Files in `templates` that nothing reads, for their names are not as they should be.

Codes:

``template-unread``
    A file in `templates/` is not read: `theme.yaml` and `sizes.yaml` have just these names,
    further themes lie in `templates/themes/`, face layouts end in `.layout.yaml`, templates in
    `.svg.j2`, icons in `.svg`. An error where the name leaves no doubt.

    Bad::

        # templates/theme.yml  <- here
        kind: theme
        colours: {ink: "#222222"}

    Good::

        # templates/theme.yaml (added)
        colours:
          lamp: "#ffcc00"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from validator.catalogue.folders import COMPONENTS, is_link_out, is_meant_as_yaml
from validator.findings import Finding, Place, Severity
from validator.hints import closest

TEMPLATES = "templates"
LOOKS = ("theme", "sizes")
"""The data files of a look, without their ending."""
_DRAWN = re.compile(r"\.(?:svg|j2|jinja2?)(?:\.txt)?$", re.IGNORECASE)
_ICON = re.compile(r"\.svgz?(?:\.txt|\.j2)?$", re.IGNORECASE)


def unread_templates(root: Path) -> Iterator[Finding]:
    """The files of a project's `templates` that nothing reads, as far as their names tell."""
    folder = root / TEMPLATES
    for path in sorted(folder.rglob("*")) if not is_link_out(folder, root) else ():
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or path.suffix == ".md" or is_link_out(path, root) or not path.is_file():
            continue
        found = _advice(inside)
        if found is not None:
            severity, hint = found
            place = Place(f"{TEMPLATES}/{inside.as_posix()}")
            message = f"the file `{path.name}` is not read"
            yield Finding("template-unread", severity, "", place, message, hint)


def _advice(inside: PurePath) -> tuple[Severity, str] | None:
    """What to do about a file in `templates`; None for one that is read."""
    name, stem = inside.name, inside.name.partition(".")[0]
    if inside.parts[0] == "fonts":
        return None
    if inside.parts[0] == "icons":
        return _advice_for_icon(inside)
    if is_meant_as_yaml(name):
        if ".layout." in name:
            wanted = f"{stem}.layout.yaml"
            return None if name == wanted else (Severity.ERROR, f"name it `{wanted}`")
        if inside.parts[0] == "themes":
            wanted = f"templates/themes/{stem}.yaml"
            return (
                None
                if wanted == f"{TEMPLATES}/{inside.as_posix()}"
                else (Severity.ERROR, f"name it {wanted}")
            )
        meant = closest(stem, LOOKS)
        if meant is None:
            return Severity.WARNING, f"data of a game belongs into {COMPONENTS}/, under its name"
        wanted = f"{meant}.yaml"
        return None if str(inside) == wanted else (Severity.ERROR, f"name it templates/{wanted}")
    if _DRAWN.search(name) and not name.endswith(".svg.j2"):
        return Severity.ERROR, f"name it `{stem}.svg.j2`"
    return None


def _advice_for_icon(inside: PurePath) -> tuple[Severity, str] | None:
    wanted = f"templates/icons/{inside.name.partition('.')[0]}.svg"
    if not _ICON.search(inside.name):
        return Severity.WARNING, f"an icon is an SVG: draw it as {wanted}"
    return (
        None
        if f"templates/{inside.as_posix()}" == wanted
        else (Severity.ERROR, f"name it {wanted}")
    )
