"""What was asked for is printed whole, or refused in a line that says what would work."""

from __future__ import annotations

import pytest
from print_fakes import card
from typer.testing import CliRunner

from generator.cli import application
from generator.printing.decks import LayoutError, PieceDeck, Title
from generator.printing.folding import Identity, flat
from generator.printing.geometry import Edges, Rect
from generator.printing.imposition import Document, Drawing
from generator.printing.marks import MarkMode, MarkStyle
from generator.printing.options import PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import grid_document


def printed(options: PrintOptions, spare: float = 0.0) -> Document:
    front = Drawing("f", 63.5, 88.9, options.bleed_mm, spare)
    pieces = tuple(flat(Identity("s", "s", n), front, front) for n in range(32))
    return grid_document("c.pdf", "c", Title("G", "1"), [PieceDeck("s", "Stones", pieces)], options)


def bleeds(document: Document) -> list[float]:
    """How far each face of the first page shows past its trim, at each edge (mm)."""
    return [
        round(way, 3)
        for face in document.pages[0].placed
        for way in (
            face.box.x - face.clip.x,
            face.box.y - face.clip.y,
            face.clip.right - face.box.right,
            face.clip.top - face.box.top,
        )
    ]


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("bleed", [0.0, 2.0, 4.5, 6.0])
def test_a_bleed_that_is_asked_for_shows_at_every_edge(paper: str, bleed: float) -> None:
    document = printed(PrintOptions(paper=paper, bleed_mm=bleed, exact_bleed=True))
    assert set(bleeds(document)) == {bleed}


def test_a_bleed_that_is_not_asked_for_may_be_narrowed() -> None:
    assert 1.5 <= min(bleeds(printed(PrintOptions(paper="letter")))) < 3


def _most(error: LayoutError, option: str) -> float:
    return float(error.hint.split(option)[1].split(";")[0])


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("layout", ["4x2", "2x2", "4x4", "cutter@1"])
def test_the_widest_bleed_that_is_told_fits_and_no_more(paper: str, layout: str) -> None:
    cut = ("svg",) if "cutter" in layout else ()
    with pytest.raises(LayoutError) as caught:
        for bleed in (6.0, 60.0):
            printed(PrintOptions(paper, layout, bleed_mm=bleed, exact_bleed=True, cut=cut))
    if "--bleed" not in caught.value.hint:
        return
    most = _most(caught.value, "--bleed")
    if most:
        fitting = PrintOptions(paper, layout, bleed_mm=most, exact_bleed=True, cut=cut)
        assert set(bleeds(printed(fitting))) == {most}
    if most < 6:
        with pytest.raises(LayoutError):
            printed(PrintOptions(paper, layout, bleed_mm=most + 0.1, exact_bleed=True, cut=cut))


@pytest.mark.parametrize("layout", ["auto", "2x2"])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_backs_bleed_further_at_every_edge_of_the_sheet_or_not_at_all(
    paper: str, layout: str
) -> None:
    most = 3.0
    try:
        printed(PrintOptions(paper, layout, back_bleed_mm=3.0), 3.0)
    except LayoutError as error:
        told = "--back-bleed" in error.hint and "leave out" not in error.hint
        most = _most(error, "--back-bleed") if told else 0.0
    if most:
        document = printed(PrintOptions(paper, layout, back_bleed_mm=most), most)
        front, back = document.pages[:2]
        grown = front.bleed.grow(Edges.all(most))
        assert near(back.bleed, Rect(document.pages[0].width - grown.right, grown.y, 0, 0), grown)


def near(found: Rect, corner: Rect, size: Rect) -> bool:
    return (found.x, found.y, found.width, found.height) == pytest.approx(
        (corner.x, corner.y, size.width, size.height), abs=1e-3
    )


def test_marks_that_have_no_room_are_refused_unless_none_are_wanted() -> None:
    nine = PieceDeck("stone", "Stones", tuple(card(n) for n in range(9)))
    for mode in (MarkMode.ALL, MarkMode.EDGES):
        options = PrintOptions("letter", "3x3", marks=MarkStyle(mode))
        with pytest.raises(LayoutError, match="crop marks inside the printable area") as caught:
            grid_document("c.pdf", "c", Title("G", "1"), [nine], options)
        assert "--marks none" in caught.value.hint
    options = PrintOptions("letter", "3x3", marks=MarkStyle(MarkMode.NONE))
    document = grid_document("c.pdf", "c", Title("G", "1"), [nine], options)
    assert len(document.pages[0].placed) == 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bleed", "6", "--layout", "4x2"), "the most is --bleed 3.4"),
        (("--back-bleed", "3"), "the most is --back-bleed"),
        (("--paper", "letter", "--layout", "3x3"), "--marks none"),
        (("--layout", "3x3", "--cut", "svg"), "take --layout cutter"),
        (("--layout", "single", "--skip", "1"), "leave out --skip"),
        (("--layout", "gutterfold", "--back-bleed", "1"), "leave out --back-bleed"),
        (("--skip", "1,2,3,4", "--layout", "2x2"), "name fewer with --skip"),
        (("--skip", "99", "--layout", "2x2"), "name slots from 1 to 4"),
        (("tarot", "--layout", "3x3"), "print with --layout auto"),
    ],
)
def test_the_command_refuses_with_what_would_work(tiny, edit, words, said):  # type: ignore[no-untyped-def]
    if words[0] == "tarot":
        edit(tiny / "components/fog/cards.yaml", "size: poker ", "size: tarot ")
        words = words[1:]
    result = CliRunner().invoke(application(), ["print", "fog", "--project", str(tiny), *words])
    told = " ".join((result.stdout + result.stderr).split())
    assert result.exit_code in (1, 2)
    assert said in told
    assert not list((tiny / "output").rglob("cards*.pdf"))
    others = (tiny / "output/fog/print").glob("*/chits.pdf")
    assert bool(list(others)) == (result.exit_code == 1)
    if result.exit_code == 1:
        assert "[print-layout]" in told
        assert "cards.yaml:8:" in told
