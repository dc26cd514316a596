"""Tagged PDF: what a reader says of each piece, in the order in which it is read.

Every face is a figure with its text as alternative; the words of a cover are a paragraph. Lines,
marks and labels are artifacts, which are passed over (ISO 32000-1:2008, 14.7 and 14.8).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, String

from generator.printing.layout.imposition import Placed, Side, Told

BEGIN_ARTIFACT, END = "/Artifact BMC\n", "EMC\n"


@dataclass
class Tags:
    """The structure of a file while its pages are finished."""

    pdf: Pdf
    told: Told
    parents: list[Object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._document = self.pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name.Document, K=Array())
        )

    def page(self, page: Page) -> PageTags:
        """The structure of the next page."""
        page.obj["/StructParents"] = len(self.parents)
        page.obj["/Tabs"] = Name.S
        elements = self.pdf.make_indirect(Array())
        self.parents.append(elements)
        return PageTags(self, page.obj, elements)

    def add(self, element: Dictionary) -> Object:
        """Put an element of the structure into the document."""
        made = self.pdf.make_indirect(element)
        made["/P"] = self._document
        self._document["/K"].append(made)
        return made

    def finish(self) -> None:
        """Write the structure into the file."""
        numbers = Array()
        for index, elements in enumerate(self.parents):
            numbers.append(index)
            numbers.append(elements)
        root = self.pdf.make_indirect(
            Dictionary(
                Type=Name.StructTreeRoot,
                K=self._document,
                ParentTree=self.pdf.make_indirect(Dictionary(Nums=numbers)),
                ParentTreeNextKey=len(self.parents),
            )
        )
        self._document["/P"] = root
        self.pdf.Root["/StructTreeRoot"] = root
        self.pdf.Root["/MarkInfo"] = Dictionary(Marked=True)


@dataclass(frozen=True, slots=True)
class PageTags:
    """The structure of one page."""

    tags: Tags
    page: Object
    elements: Object

    def marked(self, placed: Placed, content: str) -> str:
        """The operators of a face between marks that tell what it is."""
        text = self._text(placed)
        if text is None:
            return f"{BEGIN_ARTIFACT}{content}{END}"
        number = len(self.elements)
        kind = Name.Figure if text else Name.P
        element = Dictionary(Type=Name.StructElem, S=kind, Pg=self.page, K=number)
        if text:
            element["/Alt"] = String(text)
        self.elements.append(self.tags.add(element))
        return f"/{'Figure' if text else 'P'} <</MCID {number}>> BDC\n{content}{END}"

    def _text(self, placed: Placed) -> str | None:
        """What is read for a face: "" for words that are read themselves, None for nothing."""
        told = self.tags.told
        if placed.side is Side.BACK:
            return told.backs.get(placed.deck)
        return told.fronts.get(placed.component)
