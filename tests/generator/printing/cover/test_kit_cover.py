from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest
from shippedfaces import shipped_faces

from generator.printing.cover.content import Thumb
from generator.printing.cover.flow import fan
from generator.printing.cover.kit_cover import cover
from generator.printing.folding.figures import (
    HEIGHT_MM,
    WIDTH_MM,
    block,
    cutting,
    gutterfold,
    tent,
    tiles,
)
from generator.printing.kit.documents import Stock, documents, stocks
from generator.printing.kit.guides import guide_for
from generator.printing.kit.selection import copies_needed
from generator.printing.layout.document import Document
from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Drawing
from generator.printing.layout.shapes import Caption, Circle
from generator.printing.sheets.options import PrintOptions
from validator.catalogue.model import Catalogue, Game


@pytest.fixture(scope="module")
def henge(shipped: Catalogue) -> tuple[Game, tuple[Stock, ...]]:
    game = shipped.games["henge"]
    pairs, _ = shipped_faces("henge")
    return game, stocks(game, pairs, copies_needed(game))


def made(henge: tuple[Game, tuple[Stock, ...]], options: PrintOptions) -> tuple[bytes, Document]:
    game, found = henge
    plans = list(documents(game, found, options))
    guide = guide_for(game, options)
    return cover(game, found, plans, {"colours": {}}, guide, options)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_every_part_has_a_picture_inside_the_margins(
    henge: tuple[Game, tuple[Stock, ...]], paper: str
) -> None:
    options = PrintOptions(paper=paper)
    _, plan = made(henge, options)
    pictured = {face.deck for page in plan.pages for face in page.placed}
    assert pictured == set(henge[0].sets)
    inner = Rect(15, 15, options.sheet.width_mm - 30, options.sheet.height_mm - 30)
    for page in plan.pages:
        for face in page.placed:
            inside = face.box.cut(inner)
            assert inside is not None
            assert inside.width == pytest.approx(face.box.width)
            assert inside.height == pytest.approx(face.box.height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_parts_building_and_set_up_take_three_pages(
    henge: tuple[Game, tuple[Stock, ...]], paper: str
) -> None:
    data, plan = made(henge, PrintOptions(paper=paper))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]
    assert len(pages) == len(plan.pages) == 3
    assert "What is in the kit" in pages[0] and "from your own box" in pages[0]
    assert "Cut, fold and glue" in pages[1]
    assert "Set up" in pages[2]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("henge", "1 to 5 players"),
        ("high_council", "2 or 4 players"),
        ("crossing_stonehenge", "2 players"),
    ],
)
def test_the_players_are_those_of_the_legal_tables(
    henge: tuple[Game, tuple[Stock, ...]], shipped: Catalogue, name: str, players: str
) -> None:
    assert f"· {players}" in first_page(henge, shipped.games[name])


def test_a_box_without_tables_promises_no_players(
    henge: tuple[Game, tuple[Stock, ...]], shipped: Catalogue
) -> None:
    (line,) = (
        line
        for line in first_page(henge, shipped.games["stonehenge"]).splitlines()
        if line.startswith("Print-and-play kit")
    )
    assert "player" not in line


def first_page(henge: tuple[Game, tuple[Stock, ...]], other: Game) -> str:
    """The first page of Henge's cover with the tables of another game."""
    tables = {"configurations": other.configurations, "title_players": other.title_players}
    plans = list(documents(*henge, PrintOptions()))
    data, _ = cover(replace(henge[0], **tables), henge[1], plans, {}, (), PrintOptions())
    return pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()


def test_what_is_folded_depends_on_the_layout(henge: tuple[Game, tuple[Stock, ...]]) -> None:
    data, _ = made(henge, PrintOptions(layout="gutterfold"))
    words = pypdfium2.PdfDocument(data)[1].get_textpage().get_text_range()
    assert "beside its own back" in " ".join(words.split())


def test_thumbnails_share_a_scale_and_are_never_enlarged() -> None:
    big = Thumb(Drawing("a", 60, 90, 3), "rect", "a", "d")
    small = Thumb(Drawing("b", 30, 45, 3), "rect", "b", "d")
    boxes = fan([big, small], 100, 18)
    assert boxes[0].height == pytest.approx(18)
    assert boxes[1].height == pytest.approx(9)
    assert fan([small], 100, 100)[0] == Rect(0, 0, 30, 45)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_thumbnails_overlap_rather_than_leave_their_strip(number: int) -> None:
    thumb = Thumb(Drawing("a", 25, 25, 3), "round", "a", "d")
    boxes = fan([thumb] * number, 40, 18)
    assert boxes[0].x == 0
    assert boxes[-1].right <= 40 + 1e-9


@pytest.mark.parametrize("figure", [cutting, tent, block, tiles, gutterfold])
def test_figures_stay_in_their_frame(figure) -> None:  # type: ignore[no-untyped-def]
    for shape in figure().shapes:
        if isinstance(shape, Caption):
            points = [shape.at]
        elif isinstance(shape, Circle):
            points = [shape.centre]
        else:
            points = list(shape.points)
        for x, y in points:
            assert -0.5 <= x <= WIDTH_MM and 0 <= y <= HEIGHT_MM
