"""The files of the site: the gallery, a page a card, pictures, style and script.

All of it works from the file system and asks for nothing from anywhere: texts are escaped, the
script and the style are files beside the pages, fonts are inside the style.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from markupsafe import Markup

from generator.facts import provenance_note
from generator.publish.contents.chapters import Contents, Entry
from generator.publish.contents.counts import table_name
from generator.publish.contents.pictures import Picture, file_stem, pictures
from generator.publish.contents.publication import Filled, Job, Publication
from generator.publish.contents.webpage import page_template
from generator.publish.site.filters import filters_of, index_json
from generator.publish.site.palette import DARK, light
from generator.shipped import DATA
from generator.typeset.webfonts import font_faces

SITE = DATA / "site"


def _fill(job: Job, folder: Path) -> Filled:
    shown = pictures(job.pairs, job.book, folder, "pictures")
    pages = dict(site_pages(job.contents, shown, job.templates.theme.values.get("colours", {})))
    (folder / "cards").mkdir()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    files = sorted({picture.file for picture in shown.values()})
    return Filled((*pages, *files), f"{len(job.contents.entries)} cards, all at index.html")


PUBLICATION = Publication("site", _fill)


def site_pages(
    contents: Contents,
    shown: Mapping[tuple[str, str], Picture],
    colours: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """Every text file of the site with its name; ``shown`` are pictures by component and side."""
    stems = {entry.component.id: file_stem(entry.component.id) for entry in contents.entries}
    corners = {key: _class(picture) for key, picture in shown.items()}
    common = {"contents": contents, "stems": stems, "corners": corners}
    tongue = contents.game.tongue
    fonts = Markup(font_faces("".join(sorted(contents.letters))))
    style = page_template("site", "style.css.j2")
    rounded = {_class(one): one for one in shown.values() if one.corner}
    yield "style.css", style.render(fonts=fonts, light=light(colours), dark=DARK, rounded=rounded)
    yield "search.js", (SITE / "search.js").read_text(encoding="utf-8")
    filters = filters_of(contents)
    yield (
        "index.html",
        page_template("site", "index.html.j2", tongue).render(
            **common,
            up="",
            filters=filters,
            index=Markup(index_json(contents, filters)),
            pictures=shown,
            pieces=sum(chapter.pieces for chapter in contents.chapters),
        ),
    )
    page = page_template("site", "card.html.j2", tongue)
    for entry, values in _cards(contents, shown):
        text = page.render(**common, entry=entry, up="../", **values)
        yield f"cards/{stems[entry.component.id]}.html", text


def _cards(
    contents: Contents, shown: Mapping[tuple[str, str], Picture]
) -> Iterator[tuple[Entry, dict[str, object]]]:
    """What the page of each entry is made of."""
    line = [(chapter, entry) for chapter in contents.chapters for entry in chapter.entries]
    names = [table_name(table, contents.game.tongue) for table in contents.tables]
    for at, (chapter, entry) in enumerate(line):
        values: dict[str, object] = {
            "chapter": chapter,
            "before": line[at - 1][1] if at else None,
            "after": line[at + 1][1] if at + 1 < len(line) else None,
            "front": shown[entry.component.id, "front"],
            "back": shown.get((entry.component.id, "back")),
            "paragraphs": entry.text.splitlines(),
            "tables": list(zip(names, entry.tables, strict=True)),
            "provenance": provenance_note(contents.game),
        }
        yield entry, values


def _class(picture: Picture) -> str:
    """The class of pictures whose corners are as round; empty for square ones."""
    if not picture.corner:
        return ""
    return f"corner-{picture.width}-{picture.height}-{picture.corner}"
