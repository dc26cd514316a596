from pathlib import Path

import pytest

from generator.press.shop.shops import Format, load_shops
from validator.catalogue.model import Form

OWN = """\
kind: shops
shops:
  cornershop:
    name: Corner shop
    files: jpg
    colour: rgb
    dpi: 200
    bleed_mm: 2
    safe_mm: 2
    forms: [card]
    naming: "{component}-{face}.jpg"
"""
SHOPS, _ = load_shops()


def own(tmp_path: Path, text: str = OWN):
    (tmp_path / "shops.yaml").write_text(text, encoding="utf-8")
    return load_shops(tmp_path)


def test_the_shops_that_were_asked_for_are_there():
    shops, findings = load_shops()
    assert findings == ()
    asked = {"thegamecrafter", "makeplayingcards", "drivethrucards", "printandplay", "offset"}
    assert asked <= set(shops)


def test_figures_of_the_game_crafter():
    """Seen at the shop: 825 x 1125 px at 300 dpi, trim 750 x 1050, safe 675 x 975."""
    shop = SHOPS["thegamecrafter"]
    poker = shop.format_of(63.5, 88.9)
    assert shop.pixels_of(poker) == (825, 1125)
    trim = tuple(round(mm / 25.4 * shop.dpi, 1) for mm in (poker.width_mm, poker.height_mm))
    assert trim == (750, 1050)
    inset = 2 * shop.safe_mm / 25.4 * shop.dpi
    assert (trim[0] - inset, trim[1] - inset) == (675, 975)


@pytest.mark.parametrize("shop", SHOPS.values(), ids=SHOPS)
def test_pixels_bleed_and_resolution_of_every_format_agree(shop):
    for size in shop.formats:
        if size.pixels is None:
            continue
        computed = shop.pixels_of(Format(size.name, size.width_mm, size.height_mm))
        assert shop.pixels_of(size) == pytest.approx(computed, abs=1), size.name


def test_sizes_match_to_a_tenth_of_a_millimetre():
    shop = SHOPS["drivethrucards"]
    assert shop.format_of(63.55, 88.85).name == "poker"
    assert shop.format_of(63, 88) is None
    assert SHOPS["offset"].format_of(63, 88).name == "63x88"


def test_a_project_adds_its_own_shops(tmp_path):
    shops, findings = own(tmp_path)
    assert findings == ()
    assert shops["cornershop"].forms == (Form.CARD,)
    assert shops["cornershop"].pixels_of(Format("mini", 44, 67)) == (378, 559)
    assert "thegamecrafter" in shops


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("files: jpg", "files: gif", 5),
        ("colour: rgb", "colour: cmyk", 4),
        ("    dpi: 200\n", "", 4),
        ("bleed_mm: 2", "bleed_mm: 20", 8),
        ("forms: [card]", "forms: [cart]", 10),
        ('"{component}-{face}.jpg"', '"../{component}.jpg"', 11),
        ('"{component}-{face}.jpg"', '"{component}-{side}.jpg"', 11),
        ("safe_mm", "save_mm", 4),
    ],
)
def test_a_wrong_profile_is_found_at_its_line(tmp_path, old, new, line):
    assert old in OWN
    shops, findings = own(tmp_path, OWN.replace(old, new))
    assert "cornershop" not in shops
    assert findings
    assert all(finding.place.file == "shops.yaml" for finding in findings)
    assert min(abs(finding.place.line - line) for finding in findings) <= 1
