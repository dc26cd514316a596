from dataclasses import fields, replace

import pytest

from generator.design.templates import load_templates
from generator.press.shops import ShopSize, load_shops
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


def own(tmp_path, text=OWN):
    (tmp_path / "shops.yaml").write_text(text, encoding="utf-8")
    return load_shops(tmp_path)


@pytest.mark.parametrize("shop", SHOPS.values(), ids=SHOPS)
def test_pixels_bleed_and_resolution_of_every_format_agree(shop):
    for size in shop.formats:
        if size.pixels is None:
            continue
        computed = shop.pixels_of(replace(size, pixels=None))
        assert shop.pixels_of(size) == pytest.approx(computed, abs=1), size.name


@pytest.mark.parametrize("shop", SHOPS.values(), ids=SHOPS)
def test_every_format_has_a_size_of_its_own(shop, root):
    templates, _ = load_templates(root)
    for one in shop.formats:
        fitting = [
            size.name
            for size in templates.sizes.values()
            if size.shape == one.shape and one.takes(size.width_mm, size.height_mm)
        ]
        assert fitting, one.name
        for form in one.forms:
            assert shop.format_of(one.width_mm, one.height_mm, form, one.shape) == one


@pytest.mark.parametrize("shop", SHOPS.values(), ids=SHOPS)
def test_every_shop_names_its_sources_or_admits_to_memory(shop):
    """`recall` names keys of the profile, and formats by their names."""
    keys = {field.name for field in fields(shop)} | {f"formats.{one.name}" for one in shop.formats}
    assert set(shop.recall) <= keys
    assert shop.sources or {"bleed_mm", "safe_mm", "order", "repeat"} <= set(shop.recall)


@pytest.mark.parametrize(
    ("shop", "size", "name"),
    [
        ("thegamecrafter", (25.4, 25.4, Form.COIN, "round"), "large-circle-chit"),
        ("thegamecrafter", (25.4, 25.4, Form.COIN), "large-square-chit"),
        ("thegamecrafter", (25.4, 25.4, Form.CARD, "round"), None),
        ("thegamecrafter", (25.4, 25.4, Form.STANDEE, "round"), None),
        ("thegamecrafter", (457.2, 457.2, Form.BOARD), "quad-fold-board"),
        ("offset", (25, 25, Form.COIN, "round"), "coin-25x25-round"),
        ("offset", (25, 25, Form.COIN), "coin-25x25"),
        ("offset", (25, 25, Form.UPRIGHT), None),
        ("offset", (63, 88), "63x88"),
        ("drivethrucards", (63.55, 88.85), "poker"),
        ("drivethrucards", (63, 88), None),
    ],
)
def test_products_have_their_forms_shapes_and_sizes_to_a_tenth_of_a_millimetre(shop, size, name):
    found = SHOPS[shop].format_of(*size)
    assert (found and found.name) == name


def test_figures_of_the_game_crafter():
    """Seen at the shop: 825 x 1125 px at 300 dpi, trim 750 x 1050, safe 675 x 975."""
    shop = SHOPS["thegamecrafter"]
    poker = shop.format_of(63.5, 88.9)
    assert shop.pixels_of(poker) == (825, 1125)
    trim = tuple(round(mm / 25.4 * shop.dpi, 1) for mm in (poker.width_mm, poker.height_mm))
    inset = 2 * shop.safe_mm / 25.4 * shop.dpi
    assert (trim, trim[0] - inset, trim[1] - inset) == ((750, 1050), 675, 975)


def test_a_project_adds_its_own_shops(tmp_path):
    shops, findings = own(tmp_path)
    assert findings == load_shops()[1] == ()
    assert shops["cornershop"].forms == (Form.CARD,)
    assert shops["cornershop"].pixels_of(ShopSize("mini", 44, 67)) == (378, 559)
    asked = {"thegamecrafter", "makeplayingcards", "drivethrucards", "printandplay", "offset"}
    assert asked <= set(shops)


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
