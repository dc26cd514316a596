"""The properties that each element of an SVG is given: attributes, style sheets, ``style``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import cssselect2
import tinycss2
from lxml import etree

MOST_RULES = 500
"""Most rules of the style sheets of one drawing; drawing programs write one a look."""
_COMBINED = frozenset([">", "+", "~", "|"])


class StyleError(Exception):
    """A style sheet that is not read; the message says why."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class Cascade:
    """The properties of the elements of one drawing.

    Raises:
        StyleError: a style sheet has a rule that is not read.
    """

    def __init__(self, root: etree._Element) -> None:
        self._matched: dict[etree._Element, list[dict[str, str]]] = {}
        sheets = [node for node in root.iter() if local(node) == "style"]
        if sheets:
            self._match(root, sheets)

    def of(self, node: etree._Element) -> Mapping[str, str]:
        """The attributes of an element without namespace, and its properties, as text."""
        found = {str(name): str(value).strip() for name, value in node.attrib.items()}
        inline = found.pop("style", "")
        for declared in self._matched.get(node, ()):
            found |= declared
        return found | declarations(inline)

    def _match(self, root: etree._Element, sheets: list[etree._Element]) -> None:
        matcher, count = cssselect2.Matcher(), 0
        for sheet in sheets:
            for selectors, declared in _rules(sheet):
                count += 1
                if count > MOST_RULES:
                    message = f"the style sheets have more than {MOST_RULES} rules"
                    raise StyleError(message, sheet.sourceline or 1)
                for selector in selectors:
                    matcher.add_selector(selector, declared)
        for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            matches = matcher.match(element)
            if matches:
                self._matched[element.etree_element] = [match[-1] for match in matches]


def declarations(text: str) -> dict[str, str]:
    """The declarations of a ``style`` attribute or of a rule, by property; the last one counts."""
    return _declared(tinycss2.parse_blocks_contents(text))


def local(node: etree._Element) -> str:
    """The name of an SVG element; empty for what is no element of SVG."""
    if not isinstance(node.tag, str):
        return ""
    space, _, name = node.tag.rpartition("}")
    return name if space in ("", "{http://www.w3.org/2000/svg") else ""


def _rules(
    sheet: etree._Element,
) -> Iterator[tuple[list[cssselect2.compiler.CompiledSelector], dict[str, str]]]:
    """The rules of a style sheet; at-rules say nothing of a drawing on paper."""
    line = sheet.sourceline or 1
    for rule in tinycss2.parse_stylesheet(
        sheet.text or "", skip_comments=True, skip_whitespace=True
    ):
        if rule.type != "qualified-rule":
            continue
        selector = tinycss2.serialize(rule.prelude).strip()
        bare = " ".join(part.strip() for part in selector.split(","))
        if len(bare.split()) > selector.count(",") + 1 or _COMBINED & set(selector):
            raise StyleError(f"the rule for {selector[:40]!r} joins selectors", line)
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError as error:
            raise StyleError(f"the rule for {selector[:40]!r} is not understood", line) from error
        yield selectors, _declared(tinycss2.parse_blocks_contents(rule.content))


def _declared(parsed: list[tinycss2.ast.Node]) -> dict[str, str]:
    return {
        one.lower_name: tinycss2.serialize(one.value).strip()
        for one in parsed
        if one.type == "declaration"
    }
