"""An order of the base game, and each way to spoil its files that preflight guards against."""

import io

import pikepdf

from generator.design.templates import load_templates
from generator.outputs.shop import files
from generator.outputs.shop.files import press_of
from generator.press.shops import load_shops
from validator.catalogue.load import load
from validator.findings import Place

CANDLE = Place("components/fog/cards.yaml", 10, 5)
"""The first card of the base game, which is on the first page."""


def ordered(project, to):
    """What is found while the files for a shop are made."""
    shop = load_shops()[0][to]
    templates = load_templates(project)[0]
    assert templates is not None
    game = load(project)[0].games["fog"]
    choices = files.OrderChoices(press_of(shop), allow_missing=True)
    return files.write_order_files(game, templates, project, shop, choices)[1]


def spoilt(project, monkeypatch, to, checked, spoil):
    """The same, with what a function of preflight is given spoilt before it looks at it."""
    check = getattr(files, checked)
    monkeypatch.setattr(files, checked, lambda *given: check(*spoil(*given)))
    return ordered(project, to)


def _in_pdf(change):
    """Spoils a finished PDF."""

    def spoil(data, *rest):
        target = io.BytesIO()
        with pikepdf.open(io.BytesIO(data)) as pdf:
            change(pdf)
            pdf.save(target)
        return target.getvalue(), *rest

    return "check_pdf", spoil


def _boxes(pdf):
    del pdf.pages[0].obj["/TrimBox"]


def _colour(pdf):
    del pdf.Root["/OutputIntents"]


def _fonts(pdf):
    _set_font(pdf, pikepdf.Dictionary(Type=pikepdf.Name.Font, BaseFont=pikepdf.Name.Helvetica))


def _ink(pdf):
    pdf.pages[0].contents_add(pdf.make_stream(b"1 1 1 1 k 20 20 30 30 re f"))


def _layers(pdf):
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Art"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]))


def _outlines(pdf):
    embedded = pikepdf.Dictionary(FontFile2=pdf.make_stream(b""))
    _set_font(pdf, pikepdf.Dictionary(Type=pikepdf.Name.Font, FontDescriptor=embedded))


def _set_font(pdf, font):
    pdf.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=font)


def _overprint(pdf):
    face = pdf.pages[0].obj.Resources.XObject.Face
    face.Resources.ExtGState["/OverprintOn"].op = False


def _transparency(pdf):
    state = pikepdf.Dictionary(ca=0.5)
    pdf.pages[0].obj.Resources.ExtGState = pikepdf.Dictionary(G1=state)


def _renamed(*given):
    assert given[-1] == "fog_63.5x88.9.pdf"
    return *given[:-1], "fog_40x60.pdf"


def _pixel_short(image, proof, *rest):
    short = proof.component.id == "candle"
    return image.resize((824, 1125)) if short else image, proof, *rest


SPOILT = {
    # a page without its trim box
    "preflight-boxes": ("printandplay", CANDLE, *_in_pdf(_boxes)),
    # a file of inks that does not say which
    "preflight-colour": ("drivethrucards", Place("card.pdf"), *_in_pdf(_colour)),
    # a font that the file does not hold
    "preflight-fonts": ("printandplay", CANDLE, *_in_pdf(_fonts)),
    # all four inks in full on one spot
    "preflight-ink": ("offset", CANDLE, *_in_pdf(_ink)),
    "preflight-layers": ("printandplay", Place("card.pdf"), *_in_pdf(_layers)),
    # a name that tells another size than pages are cut to
    "preflight-name": ("mbprint", Place("fog_40x60.pdf"), "check_pdf", _renamed),
    # letters in a font where the shop wants outlines
    "preflight-outlines": ("mbprint", CANDLE, *_in_pdf(_outlines)),
    # black letters that spare out a ground they should be printed over
    "preflight-overprint": ("longpack", CANDLE, *_in_pdf(_overprint)),
    "preflight-pixels": ("thegamecrafter", CANDLE, "check_picture", _pixel_short),
    # translucent paint where the standard knows none
    "preflight-transparency": ("drivethrucards", CANDLE, *_in_pdf(_transparency)),
}
