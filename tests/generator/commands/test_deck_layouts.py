"""Layouts for each deck, and papers of a project: typed or in data, refused at their line."""

import json
from collections import Counter
from importlib.metadata import entry_points
from types import SimpleNamespace

import pikepdf
import pytest
from commandline import run

from generator.commands.print import KitOptions, paper_help, papers_typed
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.printing.decks import check_sheets, layouts_for, why_not_in_layout
from generator.printing.documents import stocks, stocks_that_fit
from generator.printing.folding import Identity, flat
from generator.printing.imposition import Drawing, FaceSide
from generator.printing.options import PrintOptions
from generator.printing.papers import layouts, own_papers, papers
from generator.printing.planning import what_works
from generator.printing.selection import copies_needed
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.run import EXTRA_CHECKS


def drawn(project):
    game = load(project)[0].games["fog"]
    pairs, *_ = faces_of(game, load_templates(project)[0])
    return game, stocks(game, pairs, copies_needed(game))


def laid(kit, *words, file="cards.pdf", paper="a4"):
    """How many fronts of each deck lie on a page of a file, and which sets do not fit."""
    options = KitOptions(layout=list(words), paper=paper).print_options()
    _, plans, errors = stocks_that_fit(*kit, options)
    found = {}
    for page in (page for plan in plans if plan.file == file for page in plan.pages):
        fronts = Counter(face.deck for face in page.placed if face.side is FaceSide.FRONT)
        found = {deck: max(found.get(deck, 0), fronts[deck]) for deck in {**found, **fronts}}
    return found, [error.deck for error in errors]


@pytest.fixture
def harbour(tiny):
    """A game with poker cards and tarot contracts."""
    text = (tiny / "components/fog/cards.yaml").read_text(encoding="utf-8")
    text = text.replace("set: card", "set: contracts").replace("size: poker ", "size: tarot ")
    text = text.replace("- id: ", "- id: the-")
    (tiny / "components/fog/contracts.yaml").write_text(text, encoding="utf-8")
    return tiny


def test_one_tarot_deck_does_not_block_the_print(harbour):
    told = run("print", "fog", "--project", harbour, "--layout", "3x3", status=1).output
    kit = harbour / "output/fog/print/a4"
    rows = json.loads((kit / "placements.json").read_text("utf-8"))
    assert {row["deck"] for row in rows} == {"card", "coin", "mat"}
    assert "contracts.yaml:8:" in told, told
    assert "do not fit the layout 3x3 on A4" in told
    assert "--layout contracts=auto (4 a sheet) or 2x2 (4 a sheet)" in told


def test_what_the_message_says_works_and_a_deck_in_strips_is_a_file_of_its_own(harbour):
    kit, strips = drawn(harbour), "contracts=gutterfold"
    assert laid(kit, "3x3") == ({"card": 9}, ["contracts"])
    assert laid(kit, "3x3", "contracts=2x2") == ({"card": 9, "contracts": 4}, [])
    assert laid(kit, strips)[0].keys() == {"card"}
    assert laid(kit, strips, file="cards-gutterfold.pdf")[0].keys() == {"contracts"}


def test_a_set_says_its_own_grid_which_gives_way_to_what_is_typed_for_it(harbour, edit):
    own = "sheet_layout: 2x2\nsize: tarot "
    edit(harbour / "components/fog/contracts.yaml", "size: tarot ", own)
    kit = drawn(harbour)
    assert laid(kit, "3x3") == ({"card": 9, "contracts": 4}, [])
    assert laid(kit, "contracts=auto", paper="a3")[0]["contracts"] == 10
    assert laid(kit, "gutterfold")[0]["contracts"] < 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["contract=2x2"], "there is no set 'contract'; did you mean 'contracts'?"),
        (["contracts=9x9"], "there is no layout 9x9; there are auto, "),
        (["3x3", "2x2"], "3x3 and 2x2 are both for all decks"),
        (["card=3x3", "card=2x2"], "--layout names a deck twice"),
    ],
)
def test_what_cannot_be_had(harbour, words, said):
    typed = [part for word in words for part in ("--layout", word)]
    told = run("print", "fog", "--project", harbour, *typed, status=2).output
    assert said in " ".join(told.split())
    assert not (harbour / "output").exists()


def test_coins_do_not_lie_in_the_grid_of_cards(tiny):
    assert laid(drawn(tiny), "coin=3x3")[1] == ["coin"]
    message, hint = why_not_in_layout(Form.COIN, "3x3")
    assert message == "a coin cannot lie in the layout 3x3"
    assert hint == "take one of auto, gutterfold, punchboard"


def test_check_tells_a_layout_that_is_not_there(tiny, edit):
    wrong = "sheet_layout: gutterfald\nsize: poker "
    edit(tiny / "components/fog/cards.yaml", "size: poker ", wrong)
    (found,) = check_sheets(load(tiny)[0], tiny)
    assert (found.code, found.place.line) == ("sheet-layout", 8)
    assert found.hint == "did you mean 'gutterfold'?"
    entries = entry_points(group=EXTRA_CHECKS)
    assert "generator.printing.decks:check_sheets" in {entry.value for entry in entries}


def test_what_fits_no_layout_of_a_paper_names_papers_that_take_it():
    piece = flat(Identity("m", "mats"), Drawing("f", 254, 406.4, 3), None)
    hint = what_works(piece, "Mats", PrintOptions())
    assert hint == "no layout of this paper takes them; print on --paper tabloid"


@pytest.mark.parametrize("form", list(Form))
def test_every_form_that_is_laid_at_all_takes_auto(form):
    found = layouts_for(form)
    assert ("auto" in found) == (form not in (Form.BOARD, Form.STANDEE, Form.UPRIGHT))
    assert set(found) <= layouts().keys()


SRA3 = "  sra3: {name: SRA3, width_mm: 320, height_mm: 450, margin_mm: 8}\n"


def papers_in(project, text):
    (project / "papers.yaml").write_text("kind: papers\npapers:\n" + text, encoding="utf-8")


def test_a_kit_is_printed_on_a_paper_of_the_project(tiny):
    papers_in(tiny, SRA3)
    run("print", "fog", "--project", tiny, "--paper", "sra3")
    rows = json.loads((tiny / "output/fog/print/sra3/placements.json").read_text("utf-8"))
    first = [row for row in rows if row["file"] == "cards.pdf" and row["page"] == 1]
    assert len(first) > 16
    papers_in(tiny, SRA3.replace("margin_mm: 8", "margin_mm: 30"))
    told = run("print", "fog", "--project", tiny, "--paper", "sra3").output
    assert "nothing has changed" not in told


@pytest.mark.parametrize("size", ["102, height_mm: 152", "148, height_mm: 210"])
def test_the_cover_of_a_kit_on_small_paper_is_on_one_that_can_be_read(tiny, size):
    papers_in(tiny, f"  small: {{name: Small, width_mm: {size}, margin_mm: 4}}\n")
    run("print", "fog", "--project", tiny, "--paper", "small", "--only", "card")
    with pikepdf.Pdf.open(tiny / "output/fog/print/small-only/cover.pdf") as cover:
        assert [round(float(v) * 25.4 / 72) for v in cover.pages[0].mediabox[2:]] == [210, 297]
    with pikepdf.Pdf.open(tiny / "output/fog/print/small-only/cards.pdf") as cards:
        assert float(cards.pages[0].mediabox[2]) < 150 / 25.4 * 72


def test_a_shipped_paper_can_get_another_margin(tiny):
    papers_in(tiny, "  a4: {name: A4, width_mm: 210, height_mm: 297, margin_mm: 12}\n")
    (own,), findings = own_papers(tiny)
    assert not findings
    assert PrintOptions(own_papers=(own,)).sheet.margin_mm == 12
    assert papers()["a4"].margin_mm == 6.35


@pytest.mark.parametrize(
    ("entry", "line", "said"),
    [
        ("  b: {name: B, width_mm: 300, height_mm: 200, margin_mm: 5}\n", 3, "lies on its side"),
        ("  b: {name: B, width_mm: 60, height_mm: 90, margin_mm: 15}\n", 3, "leave 30 x 60 mm"),
        ("  b:\n    name: B\n    width_mm: 60\n    hight_mm: 90\n", 6, "hight_mm"),
        ("  a4-only: {name: B, width_mm: 60, height_mm: 90, margin_mm: 1}\n", 3, "a4-only"),
        ("  b: {name: B, width_mm: wide, height_mm: 90, margin_mm: 1}\n", 3, "wide"),
    ],
)
def test_what_is_wrong_is_told_at_its_line(tiny, entry, line, said):
    papers_in(tiny, entry)
    told = run("print", "fog", "--project", tiny, status=1).output
    assert f"papers.yaml:{line}:" in told
    assert said in told
    assert any(one.place.file == "papers.yaml" for one in check_sheets(load(tiny)[0], tiny))


def test_help_and_completion_list_them_and_a_duplex_sheet_takes_them(tiny, monkeypatch):
    papers_in(tiny, SRA3)
    assert paper_help(tiny) == "Paper: a4, letter, a3, tabloid; of this project: sra3."
    monkeypatch.chdir(tiny)
    assert "of this project: sra3" in " ".join(run("print", "--help").output.split())
    typed = SimpleNamespace(params={"project": tiny})
    assert papers_typed(typed, "s") == [("sra3", "SRA3, 320 x 450 mm")]
    assert [name for name, _ in papers_typed(typed, "")] == [*papers(), "sra3"]
    assert "did you mean sra3?" in run("print", "fog", "--paper", "sra-3", status=2).output
    run("calibrate", "--paper", "sra3")
    assert (tiny / "output/calibrate.pdf").is_file()
