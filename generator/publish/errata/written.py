"""Errata as Markdown and as a page for browsers."""

from __future__ import annotations

from collections.abc import Sequence

import jinja2
from markupsafe import Markup

from generator.changes.history import Step
from generator.publish.contents.webpage import page_template
from generator.publish.errata.entries import Entry, Section
from generator.publish.errata.words import Kind, Run
from generator.publish.site.palette import Palette
from generator.typeset.webfonts import font_faces
from validator.catalogue.words.language import ENGLISH, Tongue

_SIGNS = {Kind.SAME: "", Kind.GONE: "~~", Kind.NEW: "**"}


def as_markdown(title: str, since: str, found: Sequence[Section], tongue: Tongue = ENGLISH) -> str:
    """The errata with ~~words that went~~ and **words that came**."""
    lines = [f"# {escaped(title)}", "", escaped(since), ""]
    for section in found:
        lines += [f"## {section.heading}", ""]
        for entry in section.entries:
            lines += [*_lines(section, entry, tongue), ""]
    return "\n".join(lines).rstrip() + "\n"


def _lines(section: Section, entry: Entry, tongue: Tongue) -> list[str]:
    counted = tongue.count("{number} copy", "{number} copies", entry.copies)
    copies = f", {counted}" if entry.copies > 1 else ""
    name = escaped(entry.name)
    before = tongue.say("{name}, before", name=name)
    now = tongue.say("{name}, now", name=name)
    lines = [f"### {name}", "", f"{escaped(entry.set_name)}{copies}"]
    for says, picture in ((before, entry.before), (now, entry.now)):
        if picture is not None:
            lines += ["", f"![{says}]({picture.file})"]
    if section.key in ("added", "removed") and entry.text:
        lines += ["", escaped(entry.text)]
    if entry.changes:
        lines += ["", *(f"- {escaped(one.label)}: {_marked(one.runs)}" for one in entry.changes)]
    return lines


def _marked(runs: Sequence[Run]) -> str:
    return "".join(_with_signs(run) for run in runs)


def _with_signs(run: Run) -> str:
    sign, text = _SIGNS[run.kind], run.text.strip()
    if not sign or not text:
        return escaped(run.text, keep=True)
    before = run.text[: len(run.text) - len(run.text.lstrip())]
    after = run.text[len(run.text.rstrip()) :]
    return f"{before}{sign}{escaped(text)}{sign}{after}"


def escaped(text: str, keep: bool = False) -> str:
    """A text in which Markdown reads no sign; blanks at its ends stay if they are to be kept."""
    for sign in "\\`*_<>|#[]~":
        text = text.replace(sign, f"\\{sign}")
    plain = " ".join(text.split())
    if not keep:
        return plain
    return f"{' ' * text[:1].isspace()}{plain}{' ' * (text[-1:].isspace() and bool(plain))}"


def as_page(
    title: str,
    since: str,
    found: Sequence[Section],
    palette: Palette,
    tongue: Tongue = ENGLISH,
) -> str:
    """The errata as a page; ``palette`` are the colours on light and on dark ground."""
    template = page_template("errata", "errata.html.j2", tongue)
    return _page(template, title, since, palette, tongue, sections=found)


def as_changelog(title: str, since: str, steps: Sequence[tuple[Step, Sequence[Section]]]) -> str:
    """All steps as Markdown, the newest first."""
    lines = [f"# {escaped(title)}", "", escaped(since), ""]
    for step, found in steps:
        lines += [f"## {step.date}: {escaped(step.subject)}", "", f"{step.commit}", ""]
        for section in found:
            lines += [f"### {section.heading}", ""]
            for entry in section.entries:
                changes = "; ".join(f"{escaped(c.label)}: {_marked(c.runs)}" for c in entry.changes)
                text = "" if section.key == "changed" else escaped(entry.text)
                told = f": {changes or text}" if changes or text else ""
                lines.append(f"- {escaped(entry.name)} ({escaped(entry.set_name)}){told}")
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def as_changelog_page(
    title: str,
    since: str,
    steps: Sequence[tuple[Step, Sequence[Section]]],
    palette: Palette,
    tongue: Tongue = ENGLISH,
) -> str:
    """All steps as a page, the newest first."""
    template = page_template("errata", "changelog.html.j2", tongue)
    return _page(template, title, since, palette, tongue, steps=steps)


def _page(
    template: jinja2.Template,
    title: str,
    since: str,
    palette: Palette,
    tongue: Tongue,
    **values: object,
) -> str:
    every = "".join(sorted({*title, *since, *repr(values)}))
    return template.render(
        language=tongue.language or "en",
        title=title,
        since=since,
        light=palette[0],
        dark=palette[1],
        fonts=Markup(font_faces(every)),
        **values,
    )
