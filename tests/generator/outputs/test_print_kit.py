import json
import os
import pickle
from collections import Counter

import pikepdf
import pypdfium2
import pytest
from shippedfaces import shipped_faces, shipped_templates

from generator.atomic import OutputError
from generator.commands.print import KitOptions
from generator.design.faces import faces_of
from generator.design.templates import LIMITS, load_templates
from generator.drawing.draw import draw
from generator.failures import WrongUseError
from generator.outputs import kit as kit_files
from generator.outputs import kit as kit_module
from generator.outputs.kit import KitRequest, build_pdfs, make_cover, placements, print_kit
from generator.printing import print_files
from generator.printing.documents import documents, sheets_saved, stocks, stocks_that_fit
from generator.printing.geometry import Rect
from generator.printing.imposition import FaceSide, Flip, Shift
from generator.printing.options import OptionError, PrintOptions
from generator.printing.papers import papers
from generator.printing.printers import Printer
from generator.printing.selection import copies_at, copies_needed
from validator import processes
from validator.cache import Cache
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.executor import Executor
from validator.processes import way_to_start


def templates_of(root):
    templates, findings = load_templates(root)
    assert templates is not None, findings
    return templates


@pytest.fixture
def fog(tiny):
    return load(tiny)[0].games["fog"], templates_of(tiny)


@pytest.fixture(scope="module")
def told():
    """The steps that are told as the kit is printed."""
    return []


@pytest.fixture(scope="module")
def henge(shipped, told, tmp_path_factory):
    game = shipped.games["henge"]
    out = tmp_path_factory.mktemp("out")
    kit, findings = print_kit(
        game, shipped_templates(), out, PrintOptions(), progress=lambda *step: told.append(step)
    )
    assert kit is not None, findings
    return game, out / "henge" / "print" / "a4", kit


def rows_of(folder):
    return json.loads((folder / "placements.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def rows(henge):
    return rows_of(henge[1])


def test_every_piece_of_the_box_is_printed_once(henge, rows):
    fronts = [
        (row["component"], row["copy"])
        for row in rows
        if row["face"] == "front" and not row["file"].startswith("board")
    ]
    expected = [
        (one.id, copy)
        for deck in henge[0].sets.values()
        if deck.form is not Form.BOARD
        for one in deck.components
        for copy in range(1, one.copies + 1)
    ]
    assert sorted(fronts) == sorted(expected)


def test_placements_have_exactly_the_promised_fields_and_lie_on_their_pages(henge, rows):
    _, folder, kit = henge
    numbers = ["page", "x_mm", "y_mm", "width_mm", "height_mm", "rotation"]
    fields = ["component", "deck", "copy", "face", "file", *numbers]
    assert {row["file"] for row in rows} == set(kit.files) - {"cover.pdf"}
    sizes = {}
    for path in folder.glob("*.pdf"):
        with pikepdf.Pdf.open(path) as pdf:
            sizes[path.name] = [[float(v) * 25.4 / 72 for v in p.mediabox[2:]] for p in pdf.pages]
    for row in rows:
        assert list(row) == fields
        width, height = sizes[row["file"]][row["page"] - 1]
        assert row["x_mm"] >= 0 and row["x_mm"] + row["width_mm"] <= width + 0.01
        assert row["y_mm"] >= 0 and row["y_mm"] + row["height_mm"] <= height + 0.01


def test_fronts_and_backs_of_cards_meet_through_the_paper(rows):
    cards = [row for row in rows if row["file"] == "cards.pdf"]
    backs = {(r["component"], r["copy"]): r for r in cards if r["face"] == "back"}
    for row in cards:
        if row["face"] == "front":
            back = backs[row["component"], row["copy"]]
            assert back["page"] == row["page"] + 1
            assert back["x_mm"] == pytest.approx(210 - row["x_mm"] - row["width_mm"], abs=0.002)
            assert back["y_mm"] == row["y_mm"]


def test_every_file_is_a_sound_pdf_whose_fonts_are_embedded(henge):
    _, folder, kit = henge
    for name, pages in kit.files.items():
        with pikepdf.Pdf.open(folder / name) as pdf:
            assert len(pdf.pages) == pages
            assert pdf.check_pdf_syntax() == []
            for font in pdf.objects:
                if not isinstance(font, pikepdf.Dictionary) or font.get("/Type") != "/Font":
                    continue
                if font.get("/Subtype") not in ("/Type0", "/Type3"):
                    described = font.get("/FontDescriptor")
                    assert described is not None, (name, font.get("/BaseFont"))
                    assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(described.keys())


def test_the_cover_names_every_part_and_file(henge):
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
def test_nothing_runs_off_any_paper(shipped, game_id, paper):
    game = shipped.games[game_id]
    found = stocks(game, shipped_faces(game_id)[0], copies_needed(game))
    for document in documents(game, found, PrintOptions(paper=paper)):
        sizes = {n: (page.width, page.height) for n, page in enumerate(document.pages, start=1)}
        for row in placements([document]):
            width, height = sizes[row.page]
            page = Rect(0, 0, width, height)
            box = Rect(row.x_mm, row.y_mm, row.width_mm, row.height_mm)
            inside = box.cut(page)
            assert inside.width * inside.height == pytest.approx(box.width * box.height, rel=1e-4)


def test_two_runs_give_equal_bytes(fog, tmp_path):
    for name in ("one", "two"):
        print_kit(*fog, tmp_path / name, PrintOptions())
    one, two = (
        {p.name: p.read_bytes() for p in (tmp_path / name / "fog/print/a4").iterdir()}
        for name in ("one", "two")
    )
    assert one == two and "cards.pdf" in one


def test_progress_counts_up_to_the_last_file(henge, told):
    assert told[0][1] is None
    assert told[-1][0] == told[-1][1] == len(henge[2].files)


def test_a_broken_template_leaves_the_last_kit_whole(tiny, tmp_path):
    game = load(tiny)[0].games["fog"]
    kit, _ = print_kit(game, templates_of(tiny), tmp_path, PrintOptions())
    before = {p.name: p.read_bytes() for p in kit.folder.iterdir()}
    deck = next(deck for deck in game.sets.values() if deck.form is Form.CARD)
    own = tiny / "templates" / f"{deck.template}.svg.j2"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("{{ c.no_such_field }}", "utf-8")
    broken, findings = print_kit(game, templates_of(tiny), tmp_path, PrintOptions())
    assert broken is None and findings
    assert {p.name: p.read_bytes() for p in kit.folder.iterdir()} == before


def test_players_print_only_what_they_need(fog, tmp_path):
    found = []
    for table in sorted(fog[0].configurations, key=lambda one: one.players):
        kit, _ = print_kit(*fog, tmp_path, PrintOptions(players=table.players))
        found.append(sum(row["face"] == "front" for row in rows_of(kit.folder)))
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_packing_tells_how_many_sheets_it_saved(henge):
    game, _, _ = henge
    found = stocks(game, shipped_faces("henge")[0], copies_needed(game))
    sheets = {}
    for pack in (False, True):
        plans = list(documents(game, found, PrintOptions(pack=pack)))
        assert sum(len(page.placed) for plan in plans for page in plan.pages) > 0
        sheets[pack] = sum(page.side is FaceSide.FRONT for plan in plans for page in plan.pages)
    saved = sheets_saved(game, found, PrintOptions(pack=True))
    assert saved == sheets[False] - sheets[True] > 0


def test_only_what_is_named_is_printed(fog, tmp_path):
    deck = next(deck for deck in fog[0].sets.values() if deck.form is Form.CARD)
    first, second = deck.components[:2]
    request = KitRequest({first.id: 2, second.id: 99})
    kit, _ = print_kit(*fog, tmp_path, PrintOptions(changed=True), request=request)
    assert kit.folder == tmp_path / "fog" / "print" / "a4-changed"
    rows = rows_of(kit.folder)
    fronts = Counter(row["component"] for row in rows if row["face"] == "front")
    assert fronts == {first.id: 2, second.id: second.copies}
    assert set(kit.files) == {"cards.pdf", "cover.pdf"}


@pytest.mark.skipif(way_to_start() != "fork", reason="processes are not forked here")
def test_a_cover_is_the_same_wherever_it_is_made(fog, tmp_path, monkeypatch):
    here, made = os.getpid(), list[int]()

    def counted(*given, **more):
        made.append(os.getpid())
        return make_cover(*given, **more)

    def lost(*given, **more):
        if os.getpid() != here:
            os._exit(1)
        return counted(*given, **more)

    found = []
    for count, work in ((2, counted), (2, lost), (1, counted)):
        monkeypatch.setattr(processes, "cores", lambda count=count: count)
        monkeypatch.setattr(kit_files, "make_cover", work)
        kit, _ = print_kit(*fog, tmp_path / f"{len(found)}", PrintOptions())
        found.append((kit.folder / "cover.pdf").read_bytes())
    assert made == [here, here]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (PrintOptions(paper="a5"), "no paper a5"),
        (PrintOptions(players=77), "no table of 77 players"),
        (PrintOptions(layout="3x3", bleed_mm=9), "not between 0 and 6 mm"),
    ],
)
def test_a_choice_that_cannot_be_had_is_refused_and_nothing_is_written(
    fog, tmp_path, options, said
):
    with pytest.raises(OptionError, match=said):
        print_kit(*fog, tmp_path, options)
    assert not (tmp_path / "fog").exists()


def test_a_folder_that_cannot_be_written_is_named(fog, tmp_path):
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    with pytest.raises(OutputError, match="out"):
        print_kit(*fog, tmp_path / "out", PrintOptions())


def kit(root, jobs, store=None):
    """The plans of the small game and its drawn faces, with the workers that drew them."""
    game = load(root, ["fog"])[0].games["fog"]
    templates, _ = load_templates(root)
    pairs, *_ = faces_of(game, templates)
    pool = Executor(jobs, LIMITS)
    book = draw([face for p in pairs for face in (p.front, p.back) if face], store=store, pool=pool)
    pool.start()
    options = PrintOptions()
    plans = stocks_that_fit(game, stocks(game, pairs, copies_at(game, None, None), 0.0), options)[1]
    return plans, book, pool


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_any_number_of_workers_gives_the_same_bytes(tiny, jobs, monkeypatch):
    plans, book, pool = kit(tiny, jobs)
    assert len(plans) > 1
    alone = {plan.file: print_files.build_pdf(plan, book, 0.15) for plan in plans}
    if jobs > 1:
        monkeypatch.setattr(print_files, "build_pdf", lambda *_: pytest.fail("built here"))
    made = {plan.file: data for plan, data in build_pdfs(plans, book, 0.15)}
    pool.close()
    assert made == alone


def test_what_workers_cannot_build_is_built_here(tiny, monkeypatch):
    plans, book, pool = kit(tiny, 2)
    pool.close()
    monkeypatch.setattr(kit_module, "_part", lambda *_: None)
    made = {plan.file for plan, _ in build_pdfs(plans, book, 0.15)}
    pool.close()
    assert made == {plan.file for plan in plans}


def test_workers_read_themselves_what_is_drawn_and_on_disk(tiny, tmp_path):
    plans, book, pool = kit(tiny, 2, Cache(tmp_path / "kept"))
    assert b"%PDF" not in pickle.dumps([kit_module._part(book, plan) for plan in plans])
    made = {plan.file: data for plan, data in build_pdfs(plans, book, 0.15)}
    pool.close()
    assert made == {plan.file: print_files.build_pdf(plan, book, 0.15) for plan in plans}


def test_nothing_typed_is_the_default_print():
    assert KitOptions().print_options() == PrintOptions()


def test_lists_are_typed_with_commas():
    options = KitOptions(skip="1, 3", cut="svg,dxf", players=2).print_options()
    assert (options.skip, options.cut, options.players) == ({1, 3}, ("svg", "dxf"), 2)


def test_a_printer_says_how_backs_move_and_sheets_turn_unless_it_is_typed():
    printer = Printer("den", Shift(1, 2), Flip.SHORT)
    options = KitOptions().print_options(printer)
    assert (options.backs, options.flip) == (Shift(1, 2), Flip.SHORT)
    assert KitOptions(flip=Flip.LONG).print_options(printer).flip is Flip.LONG


def test_a_git_revision_means_only_what_changed():
    assert KitOptions(since="HEAD").print_options().changed


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"skip": "x"}, "'x' is not a slot number"),
        ({"paper": "a9"}, "there is no paper a9"),
        ({"marking": True, "players": 2}, "leave out --players"),
        ({"card_mm": 9.0}, "a card of 9 mm is not between"),
        ({"bleed": 9.0, "scale": 9.0}, "9 mm is not between .*; a scale of 9 is not"),
    ],
)
def test_choices_that_cannot_be_had(typed, said):
    with pytest.raises(WrongUseError, match=said):
        KitOptions(**typed).print_options()
