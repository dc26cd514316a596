"""The almanac as a site that works from the file system: a gallery, and a page a card.

It asks for nothing from anywhere: texts are escaped, the script and the style are files beside the
pages, fonts are inside the style.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from generator.facts import provenance_note
from generator.installed import DATA, page_template
from generator.options import OutputResult
from generator.publish.contents import Contents, PublishedEntry, PublishJob, table_name
from generator.publish.pictures import DARK, FacePicture, file_stem, light, pictures
from generator.typeset.fonts import font_faces
from validator.catalogue.model import Provenance
from validator.catalogue.words.language import ENGLISH, Tongue, mark_sentence

SITE = DATA / "site"


def fill(job: PublishJob, folder: Path) -> OutputResult:
    """Write the pages and their pictures."""
    shown = pictures(job.pairs, job.book, folder, "pictures")
    pages = dict(site_pages(job.contents, shown, job.colours, "rulebook" in job.beside))
    (folder / "cards").mkdir()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return OutputResult(told=f"{len(job.contents.entries)} cards, all at index.html")


def site_pages(
    contents: Contents,
    shown: Mapping[tuple[str, str], FacePicture],
    colours: Mapping[str, str],
    has_rulebook: bool = False,
) -> Iterator[tuple[str, str]]:
    """Every text file of the site with its name; ``shown`` are pictures by component and side.

    It links to the rulebook that lies beside it, if there is one (``has_rulebook``).
    """
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
            has_rulebook=has_rulebook,
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
    contents: Contents, shown: Mapping[tuple[str, str], FacePicture]
) -> Iterator[tuple[PublishedEntry, dict[str, object]]]:
    line = [(chapter, entry) for chapter in contents.chapters for entry in chapter.entries]
    names = [table_name(table, contents.game.tongue) for table in contents.game.configurations]
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


def _class(picture: FacePicture) -> str:
    """The class of pictures whose corners are as round; empty for square ones."""
    if not picture.corner:
        return ""
    return f"corner-{picture.width}-{picture.height}-{picture.corner}"


# --- what the gallery can be filtered by, and the index that its script searches ------------------


MOST_OPTIONS = 60
"""Fields with more values than this are searched by words and not chosen from a list."""
_PROVENANCE: Mapping[Provenance, str] = {
    Provenance.STATED: mark_sentence("stated", context="provenance"),
    Provenance.DERIVED: mark_sentence("derived", context="provenance"),
    Provenance.RECONSTRUCTED: mark_sentence("reconstructed", context="provenance"),
}
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class SiteFilter:
    """One filter: its key in forms and addresses, its label, and the values to choose from.

    ``held`` are the values of each entry that has one, by component id. ``common`` filters stand
    in front; others belong to the ``chapters`` (numbers from 0) whose components have the field.
    """

    key: str
    label: str
    values: tuple[str, ...]
    held: Mapping[str, tuple[str, ...]]
    common: bool = False
    chapters: tuple[int, ...] | None = None

    @property
    def as_text(self) -> bool:
        """Tell whether it is a field to write in, for there are too many values."""
        return len(self.values) > MOST_OPTIONS


def filters_of(contents: Contents) -> tuple[SiteFilter, ...]:
    """The filters of a gallery; what has one value for all is none."""
    say, entries = contents.game.tongue.say, contents.entries
    headings = tuple(chapter.heading for chapter in contents.chapters)
    within = {one.component.id: (c.heading,) for c in contents.chapters for one in c.entries}
    tables = tuple(table_name(one, contents.game.tongue) for one in contents.game.configurations)
    used_with = {
        entry.component.id: tuple(
            name for name, copies in zip(tables, entry.tables, strict=True) if copies
        )
        for entry in entries
    }
    words = {one: say(english, context="provenance") for one, english in _PROVENANCE.items()}
    stated = {entry.component.id: (words[entry.component.provenance],) for entry in entries}
    found = [
        SiteFilter("chapter", say("Chapter"), headings, within, common=True),
        SiteFilter("table", say("Used with"), tables, used_with, common=True),
        *_fields(contents),
        SiteFilter("provenance", say("Provenance"), _distinct(stated), stated),
    ]
    return tuple(
        one for one in found if len(one.values) > 1 or (one.values and len(one.held) < len(entries))
    )


def index_json(contents: Contents, filters: Sequence[SiteFilter]) -> str:
    """The index as JSON that can stand inside a page: no ``<`` and ``&`` in it is one.

    ``cards`` come in the order of the page: text to search, copies, and what each filter asks
    for: numbers of its values (``has``), or words (``said``). ``words`` are the sentences that the
    script says; of those with a number all forms, and ``form`` has which of them 0 to 199 take.
    """
    index = {
        "filters": [
            {"key": one.key, "text": one.as_text, "chapters": one.chapters} for one in filters
        ],
        "cards": [_card(entry, filters) for entry in contents.entries],
        "words": script_words(contents.game.tongue),
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def script_words(tongue: Tongue) -> dict[str, object]:
    """The sentences of the script; larger numbers take their form from the last two digits.

    Where a language has no words for them, they are English, and in its forms.
    """
    tongue = tongue if ("", "{number} component") in tongue.plurals else ENGLISH
    return {
        "form": "".join(str(tongue.form_of(number)) for number in range(200)),
        "components": tongue.forms("{number} component", "{number} components"),
        "pieces": tongue.forms("{number} piece", "{number} pieces"),
        "found": tongue.say("{components}, {pieces} found"),
        "all": tongue.say("{components}, {pieces}"),
        "none": tongue.say("Nothing found. Fewer words or filters find more."),
        "more": tongue.forms("Show more of the other {number}", "Show more of the other {number}"),
    }


def _card(entry: PublishedEntry, filters: Sequence[SiteFilter]) -> dict[str, object]:
    identity = entry.component.id
    words = [entry.name, entry.set.singular, entry.text]
    words += [f"{fact.label} {fact.text}" for fact in entry.facts]
    held = [(one, one.held[identity]) for one in filters if identity in one.held]
    return {
        "text": " ".join(words),
        "copies": entry.copies,
        "has": {
            one.key: [one.values.index(value) for value in values]
            for one, values in held
            if not one.as_text
        },
        "said": {one.key: list(values) for one, values in held if one.as_text},
    }


def _fields(contents: Contents) -> Iterator[SiteFilter]:
    labels: dict[str, str] = {}
    held: dict[str, dict[str, tuple[str, ...]]] = {}
    chapters: dict[str, dict[int, None]] = {}
    for number, chapter in enumerate(contents.chapters):
        for entry in chapter.entries:
            for fact in entry.facts:
                labels.setdefault(fact.field, fact.label)
                held.setdefault(fact.field, {})[entry.component.id] = fact.values
                chapters.setdefault(fact.field, {})[number] = None
    for name, label in labels.items():
        values = tuple(sorted(_distinct(held[name]), key=_natural))
        within = tuple(chapters[name])
        yield SiteFilter(f"is-{name}", label, values, held[name], chapters=within)


def _distinct(held: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for values in held.values() for value in values))


def _natural(value: str) -> tuple[tuple[int, int | str], ...]:
    """Words by their letters, and numbers in them by size."""
    parts = _DIGITS.split(value.casefold())
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts if part)
