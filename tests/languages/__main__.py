"""``make languages``: bring the sentences of the code into every catalogue of a language.

What is translated stays as it is, with its comments; sentences that the code no longer says become
obsolete, and come back when they are said again.
"""

import ast
import re
from pathlib import Path

import polib

from generator.design.template_words import Sentence, sentences_of
from generator.installed import read_data
from validator.catalogue.words import phrases
from validator.setup import guide

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "validator" / "languages"
TEMPLATES = ("generator/data/**/*.j2", "templates/_*.j2", "templates/basic/*.j2")
"""Templates whose sentences are the product's; those of a game are in its own catalogue."""

TABLES = {
    "validator/catalogue/words/phrases.py": phrases.MESSAGES,
    "validator/setup/guide.py": guide.MESSAGES,
}
"""Modules that list their sentences, by context and English."""


def said():
    """Every sentence by context and English, and the files that say it."""
    found = {}
    for file, sentence in _everywhere():
        known = found.setdefault((sentence.context, sentence.english), (sentence, []))
        if file not in known[1]:
            known[1].append(file)
    return found


def _everywhere():
    for package in ("validator", "generator"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "say(" in text or "count(" in text or "mark_sentence(" in text:
                for sentence in in_code(ast.parse(text)):
                    yield path.relative_to(ROOT).as_posix(), sentence
    for file, messages in TABLES.items():
        for context, english in messages:
            yield file, Sentence(english, "", context)
    for sentence in in_steps(read_data("building.yaml")["steps"].values()):
        yield "generator/data/building.yaml", sentence
    for pattern in TEMPLATES:
        for path in sorted(ROOT.glob(pattern)):
            for sentence in sentences_of(path.read_text(encoding="utf-8")):
                yield path.relative_to(ROOT).as_posix(), sentence


def in_code(tree):
    """Sentences that code says: texts in ``say``, ``count``, ``forms``, ``mark_sentence``."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        context = next((_text(one.value) for one in node.keywords if one.arg == "context"), "")
        if name in ("say", "_say", "mark_sentence") and node.args:
            yield from (Sentence(one, "", context) for one in _texts(node.args[0]))
        elif name in ("count", "forms") and len(node.args) > 1:
            one, many = _text(node.args[0]), _text(node.args[1])
            if one and many:
                yield Sentence(one, many, context)


def in_steps(steps):
    """Sentences of the steps of building: headings, texts, and the notes of the figures."""
    for step in steps:
        yield from (Sentence(step[name]) for name in ("heading", "text"))
        notes = (shape[3] for shape in step["figure"] if shape[0] == "note")
        yield from (Sentence(words, "", "figure") for words in notes if words.islower())


def _texts(node):
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif _text(node):
        yield _text(node)


def _text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def updated(text):
    """A catalogue with exactly the sentences of the code, as they are translated in ``text``."""
    catalogue = polib.pofile(text, wrapwidth=100)
    known = {(one.msgctxt or "", one.msgid): one for one in catalogue}
    catalogue[:] = known.values()  # of what was there twice, as after a merge, the last
    wanted = said()
    for key, (sentence, files) in wanted.items():
        entry = known.get(key) or _entry(sentence, catalogue)
        entry.obsolete = False
        entry.occurrences = [(file, "") for file in files]
        if sentence.plural != (entry.msgid_plural or ""):
            entry.msgid_plural = sentence.plural
            entry.msgstr_plural = _empty(catalogue) if sentence.plural else {}
        if key not in known:
            catalogue.append(entry)
    for key, entry in known.items():
        if key not in wanted:
            entry.obsolete, entry.occurrences = True, []
    order = {key: number for number, key in enumerate(wanted)}
    gone = len(order)
    catalogue.sort(key=lambda one: order.get((one.msgctxt or "", one.msgid), gone))
    return str(catalogue) + "\n"


def _empty(catalogue):
    """As many forms to be translated as the language has."""
    counted = re.match(r"nplurals=(\d+)", catalogue.metadata.get("Plural-Forms", ""))
    return dict.fromkeys(range(int(counted[1]) if counted else 2), "")


def _entry(sentence, catalogue):
    one = {"msgid": sentence.english, "msgctxt": sentence.context or None}
    if sentence.plural:
        one |= {"msgid_plural": sentence.plural, "msgstr_plural": _empty(catalogue)}
    return polib.POEntry(**one)


def main():
    """Update every catalogue, and tell what is still to be translated."""
    for path in sorted(CATALOGUES.glob("*.po")):
        text = updated(path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8", newline="\n")
        catalogue = polib.pofile(text)
        told = f"{len(catalogue.translated_entries())} said, "
        told += f"{len(catalogue.untranslated_entries())} to translate"
        print(f"{path.name}: {told}, {len(catalogue.obsolete_entries())} obsolete")


if __name__ == "__main__":
    main()
