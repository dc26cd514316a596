"""The sources of a game said in another language: the same data, other words, other places.

A translated text stands where its translation stands, in the PO file: so whatever is found about
it later (it does not fit, its icon is unknown) is told there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from validator.catalogue.parsing.places import Trail
from validator.catalogue.parsing.values import FORBIDDEN
from validator.catalogue.source import Source
from validator.catalogue.translating.phrases import Own, is_own
from validator.catalogue.translating.plural_forms import forms_of
from validator.catalogue.translating.po import Message, PoFile
from validator.catalogue.translating.wanted import LABELS, spelt_out, wanted_of, words_wanted
from validator.catalogue.yaml_faults import too_long_text
from validator.findings import Place


@dataclass(frozen=True, slots=True)
class Words:
    """What a PO file says in a language (BCP 47): texts and their places, by context and English.

    Only what somebody has looked at counts: a fuzzy translation is none. ``own`` is what it says
    in place of the product, and for templates.
    """

    language: str
    said: Mapping[tuple[str, str], tuple[str, Place]] = field(default_factory=dict)
    own: Own = field(default_factory=Own)


def is_usable(message: Message) -> bool:
    """Tell whether a translation is a text as data may have one."""
    texts = [part.text for part in message.said.values()]
    return not any(FORBIDDEN.search(text) or too_long_text(text) for text in texts)


def words_of(po: PoFile, language: str) -> Words:
    """What a PO file says that is translated and in force."""
    said: dict[tuple[str, str], tuple[str, Place]] = {}
    own: dict[tuple[str, str], str] = {}
    plurals: dict[tuple[str, str], tuple[str, ...]] = {}
    forms = forms_of(po, language)
    for message in po.messages:
        if message.is_said and is_usable(message):
            said.setdefault(message.key, (message.text, po.place(message.spot())))
            if not is_own(message.key):
                continue
            if message.plural is None:
                own.setdefault(message.key, message.text)
            elif tuple(message.said) == tuple(range(forms.count)):
                texts = tuple(one.text for one in message.said.values())
                plurals.setdefault(message.key, texts)
    return Words(language, said, Own(own, plurals, forms.rule))


def in_language(source: Source, game: str, words: Words) -> Source:
    """A file of a game with its texts as ``words`` say them; what they lack stays as it is."""
    wanted = wanted_of(source, game)
    spelt = spelt_out(source, game)
    found = {
        one.trail: words.said[one.key] for one in wanted if one.trail and one.key in words.said
    }
    data = _replaced(spelt.data, {trail: text for trail, (text, _) in found.items()})
    if data["kind"] == "game":
        data |= {"language": words.language}
    places = {**spelt.places, **{trail: place for trail, (_, place) in found.items()}}
    return replace(spelt, data=data, places=places)


def labels_of(sources: Iterable[Source], words: Words) -> dict[str, str]:
    """The words for names and values of fields of these files, as far as they are translated."""
    return {
        one.context.removeprefix(f"{LABELS} "): words.said[one.key][0]
        for source in sources
        for one in words_wanted(source)
        if one.key in words.said
    }


def _replaced(value: Any, texts: Mapping[Trail, str]) -> Any:
    """A copy of ``value`` with other texts at some places; what holds none of them is shared."""
    if () in texts:
        return texts[()]
    inner: dict[Any, dict[Trail, str]] = {}
    for trail, text in texts.items():
        inner.setdefault(trail[0], {})[trail[1:]] = text
    if not inner:
        return value
    if isinstance(value, dict):
        return value | {key: _replaced(value.get(key), below) for key, below in inner.items()}
    copy = list(value)
    for index, below in inner.items():
        copy[index] = _replaced(copy[index], below)
    return copy
