"""Files of other kinds that the studio follows: workbooks, icons, pictures, and a moved project."""

import pytest
from openpyxl import Workbook
from PIL import Image
from studiopage import appears, changed, click, goes, key_of, open_page, status, text_of, until

from generator.starter import write_starter

STARS = """kind: components
set: star
name: Stars
singular: Star
form: card
size: mini
template: basic/card
provenance: reconstructed
pictures: art/{id}.png
fields: {type: object, properties: {icon: {type: string}}}
components: {from: stars.xlsx}
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2H20V%dZ"/></svg>'


def _stars(root, name):
    """Write the workbook of two cards, the first of that name, as a spreadsheet saves it."""
    book = Workbook()
    for row in (("id", "name", "icon"), ("vega", name, "ray"), ("deneb", "Deneb", None)):
        book.active.append(row)
    path = root / "components" / "fog" / "stars.xlsx"
    draft = path.with_name("~$stars.xlsx")
    book.save(draft)
    draft.replace(path)


def _picture(root, colour):
    (root / "art").mkdir(exist_ok=True)
    Image.new("RGB", (600, 600), colour).save(root / "art" / "deneb.png")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("files") / "project"
    root.mkdir()
    write_starter(root, "Fog")
    (root / "components" / "fog" / "a_stars.yaml").write_text(STARS)
    _stars(root, "Vega")
    _picture(root, "navy")
    (root / "templates" / "icons").mkdir(parents=True)
    (root / "templates" / "icons" / "ray.svg").write_text(ICON % 9)
    return root


@pytest.fixture(scope="module")
def page(host, window):
    open_page(window, host.address, "vega")
    return window


@pytest.mark.parametrize(
    ("card", "other", "edit"),
    [
        ("vega", "deneb", lambda root: _stars(root, "Vega in the Lyre")),
        ("vega", "deneb", lambda root: (root / "templates/icons/ray.svg").write_text(ICON % 20)),
        ("deneb", "vega", lambda root: _picture(root, "maroon")),
    ],
    ids=["a workbook", "an icon", "a picture"],
)
def test_a_file_is_followed_to_the_cards_that_it_changes(page, host, card, other, edit):
    before, kept = key_of(page, card), key_of(page, other)
    edit(host.root)
    changed(page, card, before)
    assert key_of(page, other) == kept


def test_a_project_that_is_moved_as_a_whole_is_missed_and_found_again(page, host):
    until(page, lambda: status(page) == "ready")
    away = host.root.with_name("elsewhere")
    host.root.rename(away)
    try:
        appears(page, "body.unreadable")
        until(page, lambda: "cannot be read" in text_of(page, "#status"))
        click(page, "#views button[data-name='Findings']")
        until(page, lambda: "no components folder" in text_of(page, "#main"))
        click(page, "#views button[data-name='Faces']")
        assert key_of(page, "vega"), "it is shown as it was"
    finally:
        away.rename(host.root)
    goes(page, "body.unreadable")
    until(page, lambda: status(page) == "ready")
    first = key_of(page, "vega")
    _stars(host.root, "Wega")
    changed(page, "vega", first)
