"""``preflight-pixels``: a picture of a face that is a pixel short."""

from shop_order import CANDLE, ordered

from generator.outputs.shop import files

PLACE = CANDLE


def bad(project, monkeypatch):
    """The picture of the first card is spoilt."""
    check = files.check_picture

    def check_spoilt(image, proof, *rest):
        short = proof.component.id == "candle"
        return check(image.resize((824, 1125)) if short else image, proof, *rest)

    monkeypatch.setattr(files, "check_picture", check_spoilt)
    return ordered(project, "thegamecrafter")


def good(project, monkeypatch):
    """The pictures as they are made."""
    return ordered(project, "thegamecrafter")
