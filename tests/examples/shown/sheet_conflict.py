"""``sheet-conflict``: sheet and file change the same value, to different ones."""

from generator.failures import DataError
from generator.sheets.files import read_sheet_file
from generator.sheets.merge import conflicts, take
from generator.sheets.transfer import choose_tables, write_sheet
from validator.catalogue.load import load
from validator.findings import Place

PLACE = Place("card.csv", 2, 15)


def bad(project, monkeypatch):
    """The file has 7 copies by now, the sheet 5, where 6 went out."""
    return merged(project, "copies: 7")


def good(project, monkeypatch):
    """Only the sheet changed them."""
    return merged(project, "copies: 6")


def merged(project, there):
    """What is in doubt after a cell of the sheet became 5 and a line of the file as given."""
    sheet, cards = project / "card.csv", project / "components/fog/cards.yaml"
    catalogue = load(project, ["fog"])[0]
    write_sheet(sheet, "fog", choose_tables(catalogue, "fog", "card"))
    sheet.write_text(sheet.read_text("utf-8").replace("Candle,6", "Candle,5"), "utf-8")
    cards.write_text(cards.read_text("utf-8").replace("copies: 6", there, 1), "utf-8")
    try:
        taken, _ = take(read_sheet_file(sheet, "card.csv"), load(project, ["fog"])[0])
    except DataError as error:
        return error.findings
    return tuple(found for one in taken for found in conflicts(one, "fog"))
