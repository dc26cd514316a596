"""Printed texts in plain words, for lists that have no icons: ``2 {coin} coins`` is "2 coins"."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from generator.typeset.markup import ESCAPED
from generator.typeset.quotes import typographic
from validator.catalogue.model import Game, Term
from validator.catalogue.words.grammar import default_plural, every_form, grammar_of

_ICON = re.compile(r"(?<!\\)\{([a-z0-9-]+)\}\s*")
_MARKUP = re.compile(rf"\\([{ESCAPED}])|\*\*?")
_WORD = re.compile(r"[^\W_]+")
_NUMBER_BEFORE = re.compile(r"(\d+)\s+$")
_SMALL = frozenset(
    [
        *("a", "an", "and", "at", "by", "each", "for", "from", "in"),
        *("of", "on", "or", "that", "the", "to", "with", "your"),
    ]
)


def plain(text: str, game: Game) -> str:
    """A printed text without icons, its quotation marks as printed.

    An icon whose noun does not follow becomes that noun.
    The noun is that of the term named like the icon, else of the first term that has it, in the
    plural after another number than 1; an icon of no term becomes its own name, as a noun.
    """

    words = iter(word for _, word in icon_words(text, game.terms, game.language))

    def put(match: re.Match[str]) -> str:
        word = next(words)
        return word + " " if word and match.group(0)[-1].isspace() else word

    return _bare(typographic(_ICON.sub(put, text), language=game.language)).strip()


def with_nouns(text: str, terms: Mapping[str, Term], icons: Container[str]) -> str:
    """``text`` with the noun in place of each ``{term}`` that has no icon, in its right form."""
    if "{" not in text:
        return text

    def put(match: re.Match[str]) -> str:
        term = terms.get(match[1])
        if match[1] in icons or term is None or term.icon:
            return match[0]
        space = match[0][len(match[1]) + 2 :]
        many = _is_many(text[: match.start()])
        return _ICON.sub("", term.many if many else term.one) + space

    return _ICON.sub(put, text)


def icon_words(
    text: str, terms: Mapping[str, Term], language: str = ""
) -> Iterator[tuple[str, str]]:
    """Each icon of a text with the noun to be read for it, which is empty where it follows."""
    for match in _ICON.finditer(text):
        icon = match.group(1)
        known = [term for term in terms.values() if icon in (term.icon, term.id)]
        if _is_said(text[match.end() :], icon, [*known, *_inside(icon, terms)], language):
            yield icon, ""
        else:
            yield icon, _noun(icon, known, _is_many(text[: match.start()]), language)


def plain_name(name: str, game: Game) -> str:
    """A name in plain words: as :func:`plain`, but a star in it is a star."""
    return plain(name.replace("*", r"\*"), game)


def _bare(text: str) -> str:
    """A text without its stars, but with the signs that a backslash makes plain."""
    return _MARKUP.sub(lambda match: match[1] or "", text)


def _inside(icon: str, terms: Mapping[str, Term]) -> list[Term]:
    """Terms that show the icon amid their words ("in the {area-heel} Heel")."""
    return [term for term in terms.values() if f"{{{icon}}}" in term.one + term.many]


def _is_said(rest: str, icon: str, terms: Iterable[Term], language: str) -> bool:
    """Tell whether the words after an icon begin with a noun of its terms, or a word of one."""
    nouns = [_ICON.sub("", noun).lower() for term in terms for noun in _forms(term, language)]
    following = _ICON.sub("", _bare(rest)).lower()
    if following.startswith(tuple(nouns)):
        return True
    first = _WORD.match(following)
    known = {word for noun in (*nouns, icon) for word in _WORD.findall(noun)} - _SMALL
    return first is not None and first.group(0) in known


def _forms(term: Term, language: str) -> Iterable[str]:
    return every_form(term.one, term.many, term.noun, grammar_of(language))


def _is_many(before: str) -> bool:
    number = _NUMBER_BEFORE.search(_bare(before))
    return number is not None and int(number.group(1)) != 1


def _noun(icon: str, terms: list[Term], many: bool, language: str) -> str:
    term = next((term for term in terms if term.id == icon), terms[0] if terms else None)
    if term is None:
        own = icon.replace("-", " ")
        return default_plural(own, language) if many else own
    return _ICON.sub("", term.many if many else term.one)
