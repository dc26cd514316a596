"""Files for layout programs, read as those programs read them."""

import csv
import json
import re

import pypdfium2
import pytest
import typst
from jsonschema import Draft202012Validator
from PIL import Image

from generator.commands.publish import OUTPUT, PublishOptions
from generator.options import Context
from generator.starter import write_starter

CODE = "#panic(1) $a$ @b *c* = _d_"
CARDS = f"""
  - {{id: code, name: "{CODE}", cost: 2, text: "First, with “quotes”.\\nSecond, with a comma."}}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    root = tmp_path_factory.mktemp("layout")
    write_starter(root, "Fog")
    cards = root / "components" / "fog" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").rstrip() + CARDS, "utf-8")
    list(OUTPUT.make(Context(root), PublishOptions("fog", ["layout"])))
    return root / "output" / "fog" / "publish" / "layout"


@pytest.fixture(scope="module")
def rows(made):
    with (made / "cards.csv").open(encoding="utf-16", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def record(made):
    return json.loads((made / "cards.json").read_text("utf-8"))


def test_the_table_is_utf_16_with_a_mark_and_without_breaks_in_cells(made, rows):
    data = (made / "cards.csv").read_bytes()
    assert data[:2] in (b"\xff\xfe", b"\xfe\xff")
    assert data.decode("utf-16").count("\r\n") == len(rows) + 1
    assert "\n" not in "".join(cell for row in rows.values() for cell in row.values())


def test_paragraphs_and_fields_have_columns_of_their_own(rows):
    row = rows["code"]
    assert row["name"] == CODE
    assert (row["text"], row["text_2"]) == ("First, with “quotes”.", "Second, with a comma.")
    assert (row["cost"], row["value"], row["chapter"]) == ("2", "", "Light cards")
    flies = rows["fireflies"]
    assert (flies["copies"], flies["use"]) == ("4", "only at 3 or 4 players")


def test_pictures_lie_beside_the_table(made, rows):
    for row in rows.values():
        assert row["@front"]
        with Image.open(made / row["@front"]) as image:
            assert round(image.info["dpi"][0]) == 300
    with Image.open(made / rows["code"]["@front"]) as image:
        assert image.size == pytest.approx((750, 1050), abs=1)
    assert rows["code"]["@back"] == rows["candle"]["@back"] != ""
    with Image.open(made / rows["coin"]["@front"]) as image:
        assert (image.mode, image.getpixel((0, 0))[3]) == ("RGBA", 0)


def test_a_field_named_like_a_column_keeps_its_value(tmp_path):
    write_starter(tmp_path, "Fog")
    cards = tmp_path / "components" / "fog" / "cards.yaml"
    text = cards.read_text("utf-8").rstrip()
    text = text.replace("    cost: {type", "    set: {type: string}\n    cost: {type")
    cards.write_text(f"{text}\n  - {{id: x, name: X, cost: 1, set: Own, text: Word.}}\n", "utf-8")
    list(OUTPUT.make(Context(tmp_path), PublishOptions("fog", ["layout"])))
    with (tmp_path / "output/fog/publish/layout/cards.csv").open(encoding="utf-16") as file:
        row = next(row for row in csv.DictReader(file) if row["id"] == "x")
    assert (row["set"], row["field_set"]) == ("Light cards", "Own")


def test_the_json_keeps_to_its_schema_which_explains_every_key_and_notices_what_lacks(made, record):
    schema = json.loads((made / record["$schema"]).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert set(record) == set(schema["properties"])
    assert set(record["cards"][0]) == set(schema["$defs"]["card"]["properties"])
    validator = Draft202012Validator(schema)
    assert not list(validator.iter_errors(record))
    for key in record["cards"][0]:
        broken = json.loads(json.dumps(record))
        del broken["cards"][0][key]
        assert list(validator.iter_errors(broken)), key


def test_typst_sets_the_include(made, tmp_path, record):
    page = made / "page.typ"
    page.write_text(
        '#import "cards.typ": *\n'
        '#card-picture("candle", width: 20mm)\n'
        '#card-picture("candle", side: "back")\n'
        '#card-list(deck: "coin")\n'
        "#almanac()\n"
    )
    pdf = typst.compile(page, root=made, ignore_system_fonts=True)
    text = "".join(one.get_textpage().get_text_range() for one in pypdfium2.PdfDocument(pdf))
    assert CODE.split() == re.search(r"#panic.*?_d_", text, re.DOTALL)[0].split()
    assert all(card["name"].split()[0] in text for card in record["cards"])
    assert "only at 3 or 4 players" in text
    page.write_text('#import "cards.typ": *\n#card-entry("candel")\n')
    with pytest.raises(typst.TypstError, match="there is no component"):
        typst.compile(page, root=made, ignore_system_fonts=True)
