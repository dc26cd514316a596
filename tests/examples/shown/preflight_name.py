"""``preflight-name``: a file whose name tells another size than its pages are cut to."""

from shop_order import ordered

from generator.outputs.shop import files
from validator.findings import Place

PLACE = Place("fog_40x60.pdf")


def bad(project, monkeypatch):
    """The file is given a wrong name."""
    check = files.check_pdf

    def check_renamed(data, pages, sizes, shop, file):
        assert file == "fog_63.5x88.9.pdf"
        return check(data, pages, sizes, shop, PLACE.file)

    monkeypatch.setattr(files, "check_pdf", check_renamed)
    return ordered(project, "mbprint")


def good(project, monkeypatch):
    """The files as they are made."""
    return ordered(project, "mbprint")
