"""Errata: what changed in a game since a revision, or over all of them, in words and pictures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from xml.sax.saxutils import escape

from markupsafe import Markup
from reportlab.platypus import Flowable, Image, Paragraph, Spacer

from generator.book.binding import BookSetter, DrawnPages, Imprint, Styles, bind, book_sheet
from generator.book.flowables import paragraphs, side_by_side
from generator.changes.differences import CardChange, GameDiff, Plain, escape_markdown
from generator.changes.git_files import RevisionError
from generator.changes.ledger import faces_now
from generator.changes.revisions import RevisionStep, as_it_was, history, project_at
from generator.design.face import distinct_faces
from generator.design.faces import faces_of
from generator.facts import field_labels, label_of, path_label
from generator.failures import WrongUseError
from generator.installed import page_template
from generator.options import OutputResult, stop_on_errors
from generator.outputs.kit import drawer_of
from generator.playtest.notes import DONE, read_playtests
from generator.printing.imposition import Document
from generator.printing.sheet_fonts import BOLD, POINTS
from generator.publish.contents import PublishJob
from generator.publish.pictures import DARK, DPI, FacePicture, light, pictures
from generator.typeset.fonts import font_faces
from generator.typeset.words import plain
from validator.catalogue.model import Game
from validator.catalogue.words.language import Tongue


@dataclass(frozen=True, slots=True)
class WordedChange:
    """A field that differs, word by word."""

    label: str
    runs: tuple[WordRun, ...]


@dataclass(frozen=True, slots=True)
class ErrataEntry:
    """A component that was added, changed, removed or drawn anew; pictures where there are."""

    id: str
    name: str
    set_name: str
    text: str
    copies: int
    changes: tuple[WordedChange, ...]
    before: FacePicture | None
    now: FacePicture | None


@dataclass(frozen=True, slots=True)
class ErrataSection:
    """Entries of which the same is to be said."""

    key: str
    heading: str
    entries: tuple[ErrataEntry, ...]


Shown = Mapping[str, FacePicture]
"""Pictures of fronts, by component."""


Answered = Mapping[str, Sequence[str]]
"""What was said of components at the table, with what was done about it; by their ids."""


def sections(
    diff: GameDiff, game: Game, before: Shown, now: Shown, answered: Answered = MappingProxyType({})
) -> tuple[ErrataSection, ...]:
    """The sections that have entries, in the order in which one mends a box.

    They are told in the words and the language of ``game``; what a change ``answered`` stands
    behind it.
    """
    say, labels = game.tongue.say, field_labels(game)

    def changes_of(card: CardChange) -> Iterator[WordedChange]:
        yield from _changes(card, game, labels)
        for one in answered.get(card.id, ()):
            yield WordedChange(say("At the table"), (WordRun(WordChange.SAME, one),))

    def make_entries(cards: tuple[CardChange, ...], with_fields: bool) -> tuple[ErrataEntry, ...]:
        return tuple(
            ErrataEntry(
                card.id,
                plain(card.name, game),
                card.set_name,
                plain(card.text, game),
                card.copies,
                tuple(changes_of(card)) if with_fields else (),
                before.get(card.id),
                now.get(card.id),
            )
            for card in cards
        )

    found = (
        ErrataSection("changed", say("Changed"), make_entries(diff.changed, True)),
        ErrataSection("added", say("New"), make_entries(diff.added, False)),
        ErrataSection("removed", say("Taken out"), make_entries(diff.removed, False)),
        ErrataSection("redrawn", say("Same words, new look"), make_entries(diff.redrawn, True)),
    )
    return tuple(one for one in found if one.entries)


def _changes(card: CardChange, game: Game, labels: Mapping[str, str]) -> Iterator[WordedChange]:
    for field in card.fields:
        old, new = (plain(_words(value, labels), game) for value in (field.old, field.new))
        runs = compare_texts(old, new)
        if any(run.kind != "same" for run in runs):
            yield WordedChange(path_label(field.field, labels), runs)


def _words(value: Plain, labels: Mapping[str, str]) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return labels["yes" if value else "no"]
    if isinstance(value, list):
        return ", ".join(_words(item, labels) for item in value)
    if isinstance(value, dict):
        told = ((label_of(key, labels), _words(item, labels)) for key, item in value.items())
        return ", ".join(f"{key} {item}" for key, item in told)
    return labels.get(str(value), str(value))


# --- two texts compared word by word --------------------------------------------------------------


_WORD = re.compile(r"\s+|\w+|[^\w\s]")
MOST_WORDS = 4_000
"""Longer texts are told as a whole: comparing takes the square of their length."""


class WordChange(StrEnum):
    """What became of some words."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class WordRun:
    """Some words of which the same is to be said."""

    kind: WordChange
    text: str


def compare_texts(old: str, new: str) -> tuple[WordRun, ...]:
    """The words of two texts in one line: those that stay, those that went, those that came.

    Two single words, such as 3/4 and 4+, are told as wholes.
    """
    before, now = _WORD.findall(old), _WORD.findall(new)
    single = old != new and len(old.split()) <= 1 and len(new.split()) <= 1
    if single or max(len(before), len(now)) > MOST_WORDS:
        return tuple(_change_runs(old, new))
    runs: list[WordRun] = []
    matcher = SequenceMatcher(a=before, b=now, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "equal":
            runs.append(WordRun(WordChange.SAME, "".join(now[new_start:new_end])))
        else:
            runs.append(WordRun(WordChange.GONE, "".join(before[start:end])))
            runs.append(WordRun(WordChange.NEW, "".join(now[new_start:new_end])))
    return tuple(_join_runs(runs))


def _join_runs(runs: list[WordRun]) -> Iterator[WordRun]:
    """Runs without a blank between two changes: both sides of it take it in."""
    gone, new = "", ""
    for at, run in enumerate(runs):
        following = any(later.kind is not WordChange.SAME for later in runs[at + 1 :])
        if run.kind is WordChange.SAME and not (run.text.isspace() and (gone or new) and following):
            yield from _change_runs(gone, new)
            gone, new = "", ""
            yield run
            continue
        gone += run.text if run.kind is not WordChange.NEW else ""
        new += run.text if run.kind is not WordChange.GONE else ""
    yield from _change_runs(gone, new)


def _change_runs(gone: str, new: str) -> Iterator[WordRun]:
    if gone:
        yield WordRun(WordChange.GONE, gone)
    if new:
        yield WordRun(WordChange.NEW, new)


# --- as Markdown and as a page for browsers -------------------------------------------------------


_SIGNS = {WordChange.SAME: "", WordChange.GONE: "~~", WordChange.NEW: "**"}


def as_markdown(name: str, title: str, since: str, tongue: Tongue, **values: object) -> str:
    """Markdown by its template, as :func:`as_page`; ~~words that went~~, **words that came**."""
    text = page_template("errata", f"{name}.md.j2", tongue).render(
        title=title, since=since, escaped=escape_markdown, change=_change_line, **values
    )
    return text.rstrip() + "\n"


def _copies(entry: ErrataEntry, tongue: Tongue) -> str:
    counted = tongue.count("{number} copy", "{number} copies", entry.copies)
    return f", {counted}" if entry.copies > 1 else ""


def _change_line(change: WordedChange) -> str:
    return f"{escape_markdown(change.label)}: {''.join(map(_with_signs, change.runs))}"


def _with_signs(run: WordRun) -> str:
    sign, text = _SIGNS[run.kind], run.text.strip()
    if not sign or not text:
        return escape_markdown(run.text, keep=True)
    before = run.text[: len(run.text) - len(run.text.lstrip())]
    after = run.text[len(run.text.rstrip()) :]
    return f"{before}{sign}{escape_markdown(text)}{sign}{after}"


def as_page(
    name: str,
    title: str,
    since: str,
    colours: Mapping[str, str],
    tongue: Tongue,
    **values: object,
) -> str:
    """A page by its template: ``errata`` of ``sections``, or ``changelog`` of ``steps``."""
    every = "".join(sorted({*title, *since, *repr(values)}))
    return page_template("errata", f"{name}.html.j2", tongue).render(
        language=tongue.language or "en",
        title=title,
        since=since,
        light=light(colours),
        dark=DARK,
        fonts=Markup(font_faces(every)),
        **values,
    )


# --- as a sheet to print: each change with its pictures before and now ----------------------------


BOX_MM = (34.0, 46.0)
"""Width and height of a picture."""
_GAP = 8.0


def set_errata(
    title: str,
    since: str,
    found: Sequence[ErrataSection],
    press: BookSetter,
    folder: Path,
    tongue: Tongue,
) -> tuple[bytes, Document]:
    """Return the finished pages and their plan; ``folder`` has the pictures."""
    styles = press.styles

    def story() -> Iterator[Flowable]:
        yield Paragraph(escape(title), styles.title)
        yield Spacer(1, 6)
        yield Paragraph(escape(since), styles.fact)
        for section in found:
            yield Spacer(1, 8)
            head = Paragraph(escape(section.heading), styles.chapter)
            head.keepWithNext = True
            yield head
            for entry in section.entries:
                yield _entry(section, entry, press, folder, tongue)
        if not found:
            yield Paragraph(escape(tongue.say("Nothing has changed.")), styles.body)

    imprint = Imprint("errata", title, since, title, tongue.language or "en")
    return bind(imprint, press, story())


def _entry(
    section: ErrataSection, entry: ErrataEntry, press: BookSetter, folder: Path, tongue: Tongue
) -> Flowable:
    styles, say = press.styles, tongue.say
    shown = ((say("Before"), entry.before), (say("Now"), entry.now))
    faces = [(told, one) for told, one in shown if one]
    words = [
        Paragraph(escape(entry.name), styles.name),
        Paragraph(escape(f"{entry.set_name}{_copies(entry, tongue)}"), styles.fact),
    ]
    for change in entry.changes:
        label = styles.in_colour(escape(f"{change.label}: "), styles.soft)
        words.append(Paragraph(label + _markup(change.runs, styles), styles.text))
    if not entry.changes and section.key != "redrawn":
        words += paragraphs(entry.text, styles.text)
    cells: list[Flowable | list[Flowable]] = [
        [_picture(one, folder), Paragraph(escape(told), styles.fact)][: len(faces)]
        for told, one in faces
    ]
    widths = [BOX_MM[0] * POINTS + _GAP] * len(faces)
    rest = press.sheet.width - sum(widths)
    table = side_by_side([*cells, words], [*widths, rest], _GAP)
    table.setStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, styles.line)])
    table.setStyle([("TOPPADDING", (0, 0), (-1, -1), 6), ("BOTTOMPADDING", (0, 0), (-1, -1), 6)])
    return table


def _picture(picture: FacePicture, folder: Path) -> Flowable:
    wide, high = (side * 72 / DPI for side in (picture.width, picture.height))
    scale = min(1.0, BOX_MM[0] * POINTS / wide, BOX_MM[1] * POINTS / high)
    image = Image(str(folder / picture.file), wide * scale, high * scale)
    image.hAlign = "LEFT"
    return image


def _markup(runs: Sequence[WordRun], styles: Styles) -> str:
    """Runs one after the other, with a blank between what went and what came in its place."""
    told = ""
    for before, run in zip((None, *runs), runs, strict=False):
        parted = (
            before is not None and before.kind is WordChange.GONE and run.kind is WordChange.NEW
        )
        told += (" " if parted else "") + _run_markup(run, styles)
    return told


def _run_markup(run: WordRun, styles: Styles) -> str:
    text = escape(run.text)
    if run.kind is WordChange.GONE:
        return f"<strike>{styles.in_colour(text, styles.soft)}</strike>"
    return f'<u><font name="{BOLD}">{text}</font></u>' if run.kind is WordChange.NEW else text


# --- the files ------------------------------------------------------------------------------------


def fill(job: PublishJob, folder: Path) -> OutputResult:
    """Write the errata since a revision as page, Markdown and PDF.

    Raises:
        WrongUseError: no revision is named.
    """
    if job.since is None:
        raise WrongUseError("errata are told since a revision; name one: --since v1.0")
    game = job.game
    diff, before, now = _compare_states(job, job.since, folder)
    told = sections(diff, game, before, now, _find_answers(job, job.since))
    say, tongue = game.tongue.say, game.tongue
    title = say("{game}: errata", game=game.name)
    since = say("From {before} to {now}.", before=diff.before, now=diff.now)
    _write(folder, "errata", title, since, job, sections=told)
    press = BookSetter(book_sheet(job.paper), Styles(job.colours), {}, DrawnPages())
    data, plan = set_errata(title, since, told, press, folder, tongue)
    (folder / plan.file).write_bytes(data)
    count = sum(len(section.entries) for section in told)
    return OutputResult(told=f"{count} components, index.html")


def _write(
    folder: Path, name: str, title: str, since: str, job: PublishJob, **values: object
) -> None:
    """Write a page and its Markdown."""
    tongue = job.game.tongue
    page = as_page(name, title, since, job.colours, tongue, **values)
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
    markdown = as_markdown(name, title, since, tongue, **values)
    (folder / f"{name}.md").write_text(markdown, encoding="utf-8", newline="\n")


def _find_answers(job: PublishJob, since: str) -> Answered:
    """What was done since a revision about what was said at the table, by component."""
    before: set[str] = set()
    with suppress(RevisionError), project_at(job.root, since) as (_, was):
        for file in read_playtests(was, job.game.id)[0]:
            before |= {name for name, one in file.remarks.items() if one.state == DONE}
    found: dict[str, list[str]] = {}
    for name, card, _, told in _remarks_with_answers(job):
        if name not in before:
            found.setdefault(card, []).append(told)
    return found


def _remarks_with_answers(job: PublishJob) -> Iterator[tuple[str, str, str, str]]:
    """What was said and done about it: its name, its card, the day it was played, and the words."""
    for file in read_playtests(job.root, job.game.id)[0]:
        for name, one in file.remarks.items():
            if one.state == DONE and one.answer:
                parts = (", ".join(one.ticked), one.says, one.answer)
                told = " – ".join(" ".join(part.split()) for part in parts if part)
                yield name, one.card, str(file.data["date"]), told


def _compare_states(job: PublishJob, since: str, folder: Path) -> tuple[GameDiff, Shown, Shown]:
    """What differs, with its pictures in ``folder``; both states are drawn while they are there."""
    with job.watch("laying out") as tell:
        tell(0, None, "the faces of today")
        faces, problems = faces_now(job.game, job.templates)
    stop_on_errors(problems)
    with ExitStack() as stack:
        with job.watch("laying out") as tell:
            tell(0, None, f"the faces of {since}")
            was = as_it_was(job.root, job.game.id, since, job.game.translated)
            then = stack.enter_context(was)
        diff = then.diff(job.game, faces)
        before: Shown = {}
        if then.game is not None and then.templates is not None:
            ids = {one.id for one in (*diff.changed, *diff.removed, *diff.redrawn)}
            past = replace(job, game=then.game, templates=then.templates)
            before = _pictures_of(past, ids, folder, "before")
        ids = {one.id for one in (*diff.changed, *diff.added, *diff.redrawn)}
        return diff, before, _pictures_of(job, ids, folder, "now")


def _pictures_of(job: PublishJob, ids: Collection[str], folder: Path, within: str) -> Shown:
    """The fronts of some components; those that could not be drawn have none."""
    pairs, *_ = faces_of(job.game, job.templates, wanted=lambda one: one.id in ids)
    if not pairs:
        return {}
    alone = {pair.component: replace(pair, back=None) for pair in pairs}
    book = drawer_of(job.templates, job.watch)(distinct_faces(alone.values()))
    found = pictures(alone, book, folder, within)
    return {component: picture for (component, _), picture in found.items()}


# --- the changelog over all revisions -------------------------------------------------------------


def _answers_of_steps(job: PublishJob, steps: Sequence[RevisionStep]) -> list[Answered]:
    """What each step (the newest first) answers: the first that changed a card after a remark."""
    answered: list[dict[str, list[str]]] = [{} for _ in steps]
    for _, card, day, told in _remarks_with_answers(job):
        for at, step in reversed(list(enumerate(steps))):
            if step.date >= day and any(one.id == card for one in step.diff.changed):
                answered[at].setdefault(card, []).append(told)
                break
    return [*answered]


def fill_changelog(job: PublishJob, folder: Path) -> OutputResult:
    """Write all changes as page and Markdown; it reads every revision."""
    game = job.game
    with job.watch("reading revisions") as tell:
        found = history(job.root, game, tell)
    answered = _answers_of_steps(job, found)
    steps = [(one, sections(one.diff, game, {}, {}, answered[at])) for at, one in enumerate(found)]
    tongue = game.tongue
    title = tongue.say("{game}: changelog", game=game.name)
    since = tongue.count(
        "{number} change up to revision {revision}, the newest first.",
        "{number} changes up to revision {revision}, the newest first.",
        len(steps),
        revision=game.revision,
    )
    _write(folder, "changelog", title, since, job, steps=steps)
    return OutputResult(told=f"{len(steps)} changes, all in changelog.md")
