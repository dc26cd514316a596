from __future__ import annotations

import io
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from shippedfaces import shipped_faces, shipped_templates

from generator.atomic import OutputError
from generator.design.templates import Templates, load_templates
from generator.outputs import kit as kit_files
from generator.outputs.kit import Kit, KitRequest, make_cover, placements, print_kit
from generator.printing.documents import documents, stocks
from generator.printing.geometry import Rect
from generator.printing.imposition import FaceSide
from generator.printing.options import OptionError, PrintOptions
from generator.printing.papers import papers
from generator.printing.selection import copies_needed
from validator import processes
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, Form, Game
from validator.processes import way_to_start


def templates_of(root: Path) -> Templates:
    templates, findings = load_templates(root)
    assert templates is not None, findings
    return templates


@pytest.fixture
def fog(tiny: Path) -> tuple[Game, Templates]:
    return load(tiny)[0].games["fog"], templates_of(tiny)


@pytest.fixture(scope="module")
def henge(shipped: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path, Kit]:
    game = shipped.games["henge"]
    out = tmp_path_factory.mktemp("out")
    kit, findings = print_kit(game, shipped_templates(), out, PrintOptions())
    assert kit is not None, findings
    return game, out / "henge" / "print" / "a4", kit


def test_every_piece_of_the_box_is_printed_once(henge: tuple[Game, Path, Kit]) -> None:
    game, folder, _ = henge
    rows = json.loads((folder / "placements.json").read_text(encoding="utf-8"))
    fronts = Counter(
        row["component"]
        for row in rows
        if row["face"] == "front" and not row["file"].startswith("board")
    )
    expected = {
        c.id: c.copies
        for deck in game.sets.values()
        if deck.form is not Form.BOARD
        for c in deck.components
    }
    assert fronts == expected
    copies = {(r["component"], r["copy"]) for r in rows if r["face"] == "front"}
    assert len([c for c in copies if not c[0].startswith("board")]) == sum(expected.values())


def test_placements_have_exactly_the_promised_fields(henge: tuple[Game, Path, Kit]) -> None:
    _, folder, kit = henge
    rows = json.loads((folder / "placements.json").read_text(encoding="utf-8"))
    numbers = ["page", "x_mm", "y_mm", "width_mm", "height_mm", "rotation"]
    fields = ["component", "deck", "copy", "face", "file", *numbers]
    assert all(list(row) == fields for row in rows)
    assert {row["file"] for row in rows} == set(kit.files) - {"cover.pdf"}


def test_boxes_lie_on_their_pages(henge: tuple[Game, Path, Kit]) -> None:
    _, folder, _ = henge
    rows = json.loads((folder / "placements.json").read_text(encoding="utf-8"))
    sizes = {}
    for path in folder.glob("*.pdf"):
        with pikepdf.Pdf.open(path) as pdf:
            sizes[path.name] = [[float(v) * 25.4 / 72 for v in p.mediabox[2:]] for p in pdf.pages]
    for row in rows:
        width, height = sizes[row["file"]][row["page"] - 1]
        assert row["x_mm"] >= 0 and row["x_mm"] + row["width_mm"] <= width + 0.01
        assert row["y_mm"] >= 0 and row["y_mm"] + row["height_mm"] <= height + 0.01


def test_fronts_and_backs_of_cards_meet_through_the_paper(henge: tuple[Game, Path, Kit]) -> None:
    _, folder, _ = henge
    rows = json.loads((folder / "placements.json").read_text(encoding="utf-8"))
    cards = [row for row in rows if row["file"] == "cards.pdf"]
    backs = {(r["component"], r["copy"]): r for r in cards if r["face"] == "back"}
    for row in cards:
        if row["face"] == "front":
            back = backs[row["component"], row["copy"]]
            assert back["page"] == row["page"] + 1
            assert back["x_mm"] == pytest.approx(210 - row["x_mm"] - row["width_mm"], abs=0.002)
            assert back["y_mm"] == row["y_mm"]


def test_every_font_of_the_kit_is_embedded(henge: tuple[Game, Path, Kit]) -> None:
    _, folder, _ = henge
    for path in sorted(folder.glob("*.pdf")):
        with pikepdf.Pdf.open(path) as pdf:
            for font in pdf.objects:
                if not isinstance(font, pikepdf.Dictionary) or font.get("/Type") != "/Font":
                    continue
                if font.get("/Subtype") in ("/Type0", "/Type3"):
                    continue
                described = font.get("/FontDescriptor")
                assert described is not None, (path.name, font.get("/BaseFont"))
                assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(described.keys())


def test_the_cover_names_every_part_and_file(henge: tuple[Game, Path, Kit]) -> None:
    import pypdfium2

    game, folder, kit = henge
    pdf = pypdfium2.PdfDocument(folder / "cover.pdf")
    words = " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())
    for part in game.parts:
        assert part.name in words
    for file in kit.files:
        assert file == "cover.pdf" or file in words
    for needed in ("100 %", "flip on long edge", "Set up", "from your own box"):
        assert needed in words


@pytest.mark.parametrize("game_id", ["henge", "stonehenge"])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_nothing_runs_off_any_paper(shipped: Catalogue, game_id: str, paper: str) -> None:
    game = shipped.games[game_id]
    found = stocks(game, shipped_faces(game_id)[0], copies_needed(game))
    for document in documents(game, found, PrintOptions(paper=paper)):
        sizes = {n: (page.width, page.height) for n, page in enumerate(document.pages, start=1)}
        for row in placements([document]):
            width, height = sizes[row.page]
            page = Rect(0, 0, width, height)
            box = Rect(row.x_mm, row.y_mm, row.width_mm, row.height_mm)
            inside = box.cut(page)
            assert inside is not None
            assert inside.width * inside.height == pytest.approx(box.width * box.height, rel=1e-4)


def test_two_runs_give_equal_bytes(fog: tuple[Game, Templates], tmp_path: Path) -> None:
    for name in ("one", "two"):
        print_kit(*fog, tmp_path / name, PrintOptions())
    one, two = (
        {p.name: p.read_bytes() for p in (tmp_path / name / "fog/print/a4").iterdir()}
        for name in ("one", "two")
    )
    assert one == two and "cards.pdf" in one


def test_progress_counts_up_to_the_last_file(fog: tuple[Game, Templates], tmp_path: Path) -> None:
    told: list[tuple[int, int | None, str]] = []
    kit, _ = print_kit(
        *fog, tmp_path, PrintOptions(), progress=lambda d, t, w: told.append((d, t, w))
    )
    assert kit is not None
    assert told[0][1] is None
    assert told[-1][0] == told[-1][1] == len(kit.files)


def test_a_choice_that_cannot_be_had_is_refused_and_nothing_is_written(
    fog: tuple[Game, Templates], tmp_path: Path
) -> None:
    for options, said in (
        (PrintOptions(paper="a5"), "no paper a5"),
        (PrintOptions(players=77), "no table of 77 players"),
        (PrintOptions(layout="3x3", bleed_mm=9), "not between 0 and 6 mm"),
    ):
        with pytest.raises(OptionError, match=said):
            print_kit(*fog, tmp_path, options)
    assert not (tmp_path / "fog").exists()


def test_a_broken_template_leaves_the_last_kit_whole(tiny: Path, tmp_path: Path) -> None:
    game = load(tiny)[0].games["fog"]
    kit, _ = print_kit(game, templates_of(tiny), tmp_path, PrintOptions())
    assert kit is not None
    before = {p.name: p.read_bytes() for p in kit.folder.iterdir()}
    deck = next(deck for deck in game.sets.values() if deck.form is Form.CARD)
    own = tiny / "templates" / f"{deck.template}.svg.j2"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("{{ c.no_such_field }}", encoding="utf-8")
    broken, findings = print_kit(game, templates_of(tiny), tmp_path, PrintOptions())
    assert broken is None and findings
    assert {p.name: p.read_bytes() for p in kit.folder.iterdir()} == before


def test_a_folder_that_cannot_be_written_is_named(
    fog: tuple[Game, Templates], tmp_path: Path
) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    with pytest.raises(OutputError, match="out"):
        print_kit(*fog, tmp_path / "out", PrintOptions())


def test_players_print_only_what_they_need(fog: tuple[Game, Templates], tmp_path: Path) -> None:
    game, _ = fog
    fewest = min(table.players for table in game.configurations)
    most = max(table.players for table in game.configurations)
    found = {}
    for players in (fewest, most):
        kit, findings = print_kit(*fog, tmp_path / str(players), PrintOptions(players=players))
        assert kit is not None, findings
        rows = json.loads((kit.folder / "placements.json").read_text(encoding="utf-8"))
        found[players] = sum(row["face"] == "front" for row in rows)
    assert found[fewest] <= found[most]


def test_packing_tells_how_many_sheets_it_saved(henge: tuple[Game, Path, Kit]) -> None:
    from generator.printing.documents import sheets_saved

    game, _, _ = henge
    found = stocks(game, shipped_faces("henge")[0], copies_needed(game))
    sheets = {}
    for pack in (False, True):
        plans = list(documents(game, found, PrintOptions(pack=pack)))
        assert sum(len(page.placed) for plan in plans for page in plan.pages) > 0
        sheets[pack] = sum(page.side is FaceSide.FRONT for plan in plans for page in plan.pages)
    saved = sheets_saved(game, found, PrintOptions(pack=True))
    assert saved == sheets[False] - sheets[True] > 0


def test_files_read_back_as_sound_pdf(henge: tuple[Game, Path, Kit]) -> None:
    _, folder, kit = henge
    for name, pages in kit.files.items():
        with pikepdf.Pdf.open(io.BytesIO((folder / name).read_bytes())) as pdf:
            assert len(pdf.pages) == pages
            assert pdf.check_pdf_syntax() == []


def test_only_what_is_named_is_printed(fog: tuple[Game, Templates], tmp_path: Path) -> None:
    game, templates = fog
    deck = next(deck for deck in game.sets.values() if deck.form is Form.CARD)
    first, second = deck.components[:2]
    kit, findings = print_kit(
        game,
        templates,
        tmp_path,
        PrintOptions(changed=True),
        request=KitRequest({first.id: 2, second.id: 99}),
    )
    assert kit is not None, findings
    assert kit.folder == tmp_path / "fog" / "print" / "a4-changed"
    rows = json.loads((kit.folder / "placements.json").read_text(encoding="utf-8"))
    fronts = Counter(row["component"] for row in rows if row["face"] == "front")
    assert fronts == {first.id: 2, second.id: second.copies}
    assert set(kit.files) == {"cards.pdf", "cover.pdf"}


def test_nothing_to_print_is_said(fog: tuple[Game, Templates], tmp_path: Path) -> None:
    kit, (finding,) = print_kit(*fog, tmp_path, PrintOptions(changed=True), request=KitRequest({}))
    assert kit is None and finding.code == "print-nothing"


@pytest.mark.skipif(way_to_start() != "fork", reason="processes are not forked here")
def test_a_cover_is_the_same_wherever_it_is_made(
    fog: tuple[Game, Templates], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process of its own; here, where that dies; here, as there is one processor."""
    here, made = os.getpid(), list[int]()

    def counted(*given: Any, **more: Any) -> Any:
        made.append(os.getpid())
        return make_cover(*given, **more)

    def lost(*given: Any, **more: Any) -> Any:
        if os.getpid() != here:
            os._exit(1)
        return counted(*given, **more)

    found: list[bytes] = []
    for count, work in ((2, counted), (2, lost), (1, counted)):
        monkeypatch.setattr(processes, "cores", lambda count=count: count)
        monkeypatch.setattr(kit_files, "make_cover", work)
        kit, findings = print_kit(*fog, tmp_path / f"{len(found)}", PrintOptions())
        assert kit is not None, findings
        found.append((kit.folder / "cover.pdf").read_bytes())
    assert made == [here, here]
    assert found[0] == found[1] == found[2]
