"""Every shop profile through its own preflight, with a small game and what came out read back."""

import io
import json
from dataclasses import replace

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from generator.design.templates import load_templates
from generator.outputs.shop.files import OrderChoices, press_of, write_order_files
from generator.press.inks import black_letters
from generator.press.shops import ShopSize, load_shops
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.findings import Severity, has_errors

SHOPS, _ = load_shops()


@pytest.fixture
def order(tiny, tmp_path):
    """Write the files of the small game for a shop; returns (files, findings)."""

    def make(shop, *, allow_missing=True):
        catalogue, findings = load(tiny)
        assert not has_errors(findings)
        templates, _ = load_templates(tiny)
        choices = OrderChoices(press_of(shop), None, allow_missing)
        return write_order_files(catalogue.games["fog"], templates, tmp_path / "out", shop, choices)

    return make


@pytest.mark.parametrize("name", SHOPS)
def test_every_profile_passes_its_own_preflight(order, name):
    shop = SHOPS[name]
    if shop.opaque:  # to make mats into pictures takes long; boards and mats are like cards there
        shop = replace(shop, forms=tuple(form for form in shop.forms if form is not Form.MAT))
    made, findings = order(shop)
    assert not has_errors(findings), [finding.message for finding in findings]
    assert made.folder.name == name
    files = (path for path in made.folder.rglob("*") if path.is_file())
    found = {path.relative_to(made.folder).as_posix() for path in files}
    notes = {"order.csv", "order.txt", "preflight.txt", "preflight.json"}
    marked = {"preflight.pdf"} if made.marked else set()
    assert found == {*made.files, *notes, *marked}
    report = json.loads((made.folder / "preflight.json").read_text())
    assert report["passed"] is True
    assert len(report["findings"]) == len(findings)
    text = (made.folder / "preflight.txt").read_text()
    assert "preflight passed" in text
    assert "FAIL" not in text
    if SHOPS[name].colour == "cmyk":
        assert 0.1 < made.most_ink <= SHOPS[name].most_ink / 100 + 0.01


def test_faces_with_a_fault_are_shown_marked(order):
    made, findings = order(replace(SHOPS["printandplay"], safe_mm=12, forms=(Form.CARD,)))
    found = [one for one in findings if one.code == "preflight-safe-area"]
    document = pdfium.PdfDocument((made.folder / "preflight.pdf").read_bytes())
    pages = [page.get_textpage().get_text_bounded() for page in document]
    told = (made.folder / "preflight.txt").read_text()
    for number, finding in enumerate(found, 1):
        assert f"preflight.pdf shows it, as number {number}\n" in told
        assert any(f"{number}. {finding.message[:30]}" in page for page in pages)
    red = pdfium.PdfDocument((made.folder / "preflight.pdf").read_bytes())[0].render().to_pil()
    assert (0xE4, 0x00, 0x2B) in {colour for _, colour in red.convert("RGB").getcolors(1 << 20)}


def test_pictures_have_exact_pixels_and_names_with_copies(order):
    made, _ = order(SHOPS["thegamecrafter"])
    names = sorted(made.files)
    assert names[:2] == ["card/card-00-back-all-x30.png", "card/card-01-front-candle-x6.png"]
    with Image.open(made.folder / "card/card-01-front-candle-x6.png") as image:
        assert image.size == (825, 1125)
        assert image.mode == "RGB"
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_jpegs_for_shops_that_want_them(order):
    made, findings = order(replace(SHOPS["thegamecrafter"], naming="{component}-{face}.jpg"))
    assert not has_errors(findings)
    with Image.open(made.folder / "candle-front.jpg") as image:
        assert (image.format, image.size) == ("JPEG", (825, 1125))


def words(path):
    document = pdfium.PdfDocument(path)
    found = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return found


@pytest.mark.heavy
def test_a_deck_comes_back_before_front_with_every_copy(order):
    made, findings = order(SHOPS["drivethrucards"])
    assert made.files["card.pdf"] == 60
    pages = words(made.folder / "card.pdf")
    assert all("Candle" in page for page in pages[1:12:2])
    assert not any("Candle" in page for page in pages[0:12:2])
    with pikepdf.open(made.folder / "card.pdf") as pdf:
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        trim = [float(value) * 25.4 / 72 for value in pdf.pages[3].obj.TrimBox]
        assert trim == pytest.approx([3.175, 3.175, 66.675, 92.075], abs=0.01)
    left_out = [finding for finding in findings if finding.code in ("shop-size", "shop-form")]
    assert {f.place.file.split("/")[-1] for f in left_out} == {"coins.yaml", "mats.yaml"}


def letters(made):
    """Of each text in solid black in all files, whether it overprints; and the fonts there."""
    over, fonts = [], []
    for name in made.files:
        with pikepdf.open(made.folder / name) as pdf:
            for page in pdf.pages:
                over += black_letters(page.obj.Resources.XObject.Face)
            things = (one for one in pdf.objects if isinstance(one, pikepdf.Dictionary))
            fonts += [one for one in things if "/BaseFont" in one]
    return over, fonts


@pytest.mark.parametrize(("name", "over"), [("longpack", True), ("panda", True), ("offset", False)])
def test_black_letters_overprint_where_a_shop_asks_for_it(order, name, over):
    found, fonts = letters(order(SHOPS[name])[0])
    assert fonts
    assert set(found) == {over}


def test_letters_are_outlines_where_a_shop_wants_no_fonts(order):
    made, _ = order(replace(SHOPS["mbprint"], forms=(Form.COIN,)))
    assert set(made.files) == {"fog_coin-25x25-round.pdf"}
    assert letters(made) == ([], [])
    for name in made.files:
        assert not any(page.strip() for page in words(made.folder / name))
        with pikepdf.open(made.folder / name) as pdf:
            assert pdf.pdf_version == "1.4"
            assert "/OCProperties" not in pdf.Root


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["offset", "drivethrucards"])
def test_nothing_in_a_file_of_inks_is_red_green_and_blue(order, name):
    made, _ = order(SHOPS[name])
    for file in made.files:
        with pikepdf.open(made.folder / file) as pdf:
            for thing in pdf.objects:
                if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary | pikepdf.Array):
                    shown = thing.stream_dict if isinstance(thing, pikepdf.Stream) else thing
                    assert b"/DeviceRGB" not in shown.unparse()


@pytest.mark.heavy
def test_two_runs_give_equal_files(order):
    first, _ = order(SHOPS["offset"])
    before = {name: (first.folder / name).read_bytes() for name in first.files}
    second, _ = order(SHOPS["offset"])
    assert {name: (second.folder / name).read_bytes() for name in second.files} == before


def test_a_shop_that_prints_nothing_writes_nothing(order, tmp_path):
    huge = replace(SHOPS["drivethrucards"], formats=(ShopSize("huge", 300, 300),))
    made, findings = order(huge)
    assert made is None
    assert {"shop-nothing", "shop-size"} <= {finding.code for finding in findings}
    assert all(finding.severity is Severity.NOTE for finding in findings[:-1])
    assert not (tmp_path / "out").exists()


def test_what_a_shop_does_not_make_stops_the_order_unless_it_may_be_left_out(order, tmp_path):
    made, findings = order(SHOPS["thegamecrafter"], allow_missing=False)
    assert made is None
    assert not (tmp_path / "out").exists()
    told = {finding.place.file.rpartition("/")[2]: finding for finding in findings}
    assert set(told) == {"coins.yaml", "mats.yaml"}
    coins = told["coins.yaml"]
    assert (coins.code, coins.severity) == ("shop-size", Severity.ERROR)
    assert coins.message == "Coins (24): The Game Crafter sells no coin of 25 x 25 mm round"
    nearest = "nearest there: large-circle-chit 25.4 x 25.4 mm round (`size: chit_circle_large`), "
    assert coins.hint.startswith(nearest)
    assert coins.hint.endswith("or leave them out with --allow-missing")
    made, findings = order(SHOPS["thegamecrafter"])
    assert {finding.severity for finding in findings} == {Severity.NOTE}
    report = json.loads((made.folder / "preflight.json").read_text())
    assert [gone["set"] for gone in report["left_out"]] == ["coin", "mat"]
    assert "left out: Coins (24)" in (made.folder / "preflight.txt").read_text()


def test_the_size_that_was_named_can_be_ordered(order, tiny, edit):
    edit(tiny / "components/fog/coins.yaml", "size: coin", "size: chit_circle_large")
    made, findings = order(SHOPS["thegamecrafter"])
    assert "coins.yaml" not in {f.place.file.rpartition("/")[2] for f in findings}
    with Image.open(made.folder / "coin/coin-01-front-coin-x24.png") as image:
        assert image.size == (375, 375)


def test_a_product_with_more_bleed_than_the_shop_asks_for_is_drawn_with_it(order, tiny, edit):
    edit(tiny / "components/fog/cards.yaml", "size: poker", "size: poker_euro")
    made, findings = order(SHOPS["thegamecrafter"])
    assert not has_errors(findings)
    with Image.open(made.folder / "card/card-01-front-candle-x6.png") as image:
        assert image.size == (825, 1125)
        corners = [image.getpixel(spot) for spot in ((0, 0), (824, 1124), (0, 1124), (824, 0))]
    assert (255, 255, 255) not in corners


def test_errors_in_the_data_stop_the_order(order, tiny, tmp_path):
    (tiny / "templates" / "basic").mkdir(parents=True)
    (tiny / "templates" / "basic" / "card.svg.j2").write_text("{{ nothing }}", "utf-8")
    made, findings = order(SHOPS["offset"])
    assert made is None
    assert has_errors(findings)
    assert not (tmp_path / "out").exists()


@pytest.mark.heavy
def test_flattened_faces_are_told_by_deck(order, tiny):
    folder = tiny / "templates" / "basic"
    folder.mkdir(parents=True)
    (folder / "card_back.svg.j2").write_text(
        '<rect x="-9" y="-9" width="90" height="120" fill="#123456"/>'
        '<circle cx="30" cy="40" r="20" fill="#ffffff" opacity="0.4"/>',
        "utf-8",
    )
    made, findings = order(SHOPS["drivethrucards"])
    (told,) = [finding for finding in findings if finding.code == "preflight-flattened"]
    assert told.message.startswith("7 faces of Light cards are translucent")
    assert told.place.file == "components/fog/cards.yaml"
    with pikepdf.open(io.BytesIO((made.folder / "card.pdf").read_bytes())) as pdf:
        assert "/XObject" in pdf.pages[0].resources.XObject.Face.Resources
