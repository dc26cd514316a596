"""``trilith translate``: the texts of a game in a PO file for each language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from generator.atomic import below, write_bytes
from generator.failures import DataError
from generator.options import Context, GameName, Output, OutputResult
from validator.catalogue.folders import COMPONENTS
from validator.findings import UsageError
from validator.plainfile import read_plain

if TYPE_CHECKING:
    from generator.translation import Updated
    from validator.catalogue.model import Catalogue


@dataclass(frozen=True, slots=True)
class TranslateOptions:
    """Write the texts of a game into components/GAME/languages/TAG.po, or bring it up to date.

    Every name and text that players read is in it, with its place; what is translated stays, what
    changed is marked to be looked at again (fuzzy), what is no longer used is kept at the end.
    Without --to all languages that are there. Edit it with Poedit, Weblate or any editor; then
    `trilith print GAME --language TAG`. --check: exit status 1 if a file is not up to date, or
    not all is translated.
    """

    game: GameName
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="TAG", help="A language, as de or pt-BR; may be repeated."),
    ] = None
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail where something is to be done.")
    ] = False


def translate_game(context: Context, options: TranslateOptions) -> Iterator[OutputResult]:
    """Bring the files of a game and of its box up to date, or tell whether they are."""
    from validator.catalogue.translating.files import check_tag, languages_of

    catalogue = context.catalogue([options.game])
    box = catalogue.games[options.game].box  # whose parts it shares
    folders = (options.game,) if box is None else (options.game, box)
    there = [tag for name in folders for tag in languages_of(context.root, name)]
    asked = [check_tag(tag) for tag in options.to or ()] or list(dict.fromkeys(there))
    if not asked:
        message = f"{options.game} has no translations yet"
        raise UsageError(message, f"name a language: trilith translate {options.game} --to de")
    all_done = True
    for tag in asked:
        for name in folders:
            made, done = _update_file(context, catalogue, name, tag, check=options.check)
            all_done &= done
            yield made
    if options.check and not all_done:
        raise typer.Exit(1)


def _update_file(
    context: Context, catalogue: Catalogue, name: str, tag: str, *, check: bool
) -> tuple[OutputResult, bool]:
    """Bring one file up to date; tells whether nothing is left to do.

    Raises:
        DataError: lines of the file cannot be read.
        OutputError: it cannot be written.
    """
    from validator.catalogue.translating.files import LANGUAGES, po_name

    path = below(context.root, COMPONENTS, name, LANGUAGES) / f"{tag}.po"
    now = _update(context, catalogue, name, tag)
    before = read_plain(path, inside=context.root) if path.exists() else b""
    data = now.text.replace("\n", "\r\n" if b"\r\n" in before else "\n").encode()
    same = data == before
    told = f"{po_name(name, tag)}: {now.summary}"
    done = same and now.said == now.wanted
    if check:
        return OutputResult(told=told if same else f"{told}; not up to date"), done
    if not same:
        write_bytes(path, data)
    return OutputResult(told=told, aside="" if before else _warn_unspoken(tag)), done


def _warn_unspoken(tag: str) -> str:
    """What is said as a file is begun in a language that trilith itself does not speak."""
    from validator.catalogue.translating.files import nearest
    from validator.catalogue.words.language import languages_of_trilith

    known = languages_of_trilith()
    if nearest(tag, known):
        return ""
    return (
        f"trilith itself does not speak {tag!r}, but {', '.join(known)}: its headings, and the "
        "sentences that it makes of effects and set-ups, stay English (docs/languages.md)"
    )


def _update(context: Context, catalogue: Catalogue, name: str, tag: str) -> Updated:
    from generator.design.template_words import template_texts_wanted
    from generator.translation import head_of, update_po
    from validator.catalogue.translating.files import faults_of, read_language
    from validator.catalogue.translating.plural_forms import forms_of, forms_of_language
    from validator.catalogue.translating.po import read_po
    from validator.catalogue.translating.wanted import texts_of_game
    from validator.catalogue.words.language import is_kept
    from validator.checks.translations import nouns_asked

    po = read_language(context.root, name, tag)
    if po.faults and (context.root / po.file).exists():
        raise DataError(faults_of(po, name))
    title = next((game.name for key, game in catalogue.games.items() if key == name), name)
    nouns = nouns_asked(catalogue, name, tag)
    wanted = list(texts_of_game(catalogue.written[name], name, nouns))
    if name in catalogue.games:
        wanted += template_texts_wanted(context.root, catalogue.games[name], tag)
    known = forms_of_language(tag)
    head = head_of(title, tag, str(known) if known else "")
    begun = po if po.head else read_po(head, po.file)
    return update_po(po, wanted, head, is_kept, forms_of(begun, tag).count)


OUTPUT = Output("translate", TranslateOptions, translate_game)
