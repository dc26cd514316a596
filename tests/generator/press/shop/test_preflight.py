import io
import re
from dataclasses import replace

import pikepdf
import pytest
from PIL import Image
from pressfiles import paper, saved
from shippedgames import ROOT, catalogue, game_of

from generator.design.templates import load_templates
from generator.drawing.draw import draw
from generator.outputs.shop import files
from generator.outputs.shop.order import find_missing
from generator.press.inks import open_profile
from generator.press.preflight import (
    FaceProof,
    alike,
    check_faces,
    check_pdf,
    check_picture,
    finding_of,
    proofs_of,
)
from generator.press.shops import ShopSize, load_shops
from generator.printing.selection import copies_needed
from validator.catalogue.load import load
from validator.findings import Place, Severity

SHOPS, _ = load_shops()
OFFSET, CRAFTER = SHOPS["offset"], SHOPS["thegamecrafter"]
CARDS = "components/fog/cards.yaml"
SIZE = ShopSize("small", 40, 60)
GROUND = '<rect x="-3" y="-3" width="46" height="66" fill="#35506b"/>'
WHOLE = (46 * 72 / 25.4, 66 * 72 / 25.4)


@pytest.fixture
def proof(face_of, tiny):
    game = load(tiny, ["fog"])[0].games["fog"]
    deck = game.sets["card"]

    def make(template, shape="rect", **fields):
        places = {"name": Place(CARDS, 13, 11), **{f: Place(CARDS, 20) for f in fields}}
        owl = replace(deck.components[0], name="Old Owl", fields=fields, places=places)
        return FaceProof(face_of(GROUND + template), shape, game, owl, deck, "front")

    return make


def faces(proof, shop=OFFSET):
    return [finding_of(group) for group in alike(check_faces([proof], draw([proof.face]), shop))]


PAINT = f"0.4 0.2 0.1 0 k 0 0 {WHOLE[0]:.4f} {WHOLE[1]:.4f} re f"


def drawn(content=PAINT, boxes=True, veil=False):
    """A page in inks, as large as the face with its bleed."""

    def page(canvas):
        canvas._code.append(content)
        if veil:
            canvas.setFillAlpha(0.5)
            canvas.rect(0, 0, 50, 50, stroke=0, fill=1)

    with pikepdf.open(io.BytesIO(paper(page, size=WHOLE))) as pdf:
        page = pdf.pages[0].obj
        if boxes:
            by = 3 * 72 / 25.4
            page.BleedBox = page.MediaBox
            page.TrimBox = pikepdf.Array([by, by, WHOLE[0] - by, WHOLE[1] - by])
        page.Resources.Font = pikepdf.Dictionary()
        profile = pdf.make_stream(open_profile("fogra39").data, N=4)
        intent = pikepdf.Dictionary(S=pikepdf.Name.GTS_PDFX, DestOutputProfile=profile)
        pdf.Root.OutputIntents = pikepdf.Array([intent])
        return saved(pdf)


def codes(findings):
    return [finding.code for finding in findings]


def test_a_good_card_passes(proof):
    card = proof('{{ text(20, 10, "Old Owl", anchor="middle", fill="#ffffff") }}')
    assert faces(card) == []
    findings, most = check_pdf(drawn(), [card], [SIZE], OFFSET, "card.pdf")
    assert findings == []
    assert most == pytest.approx(0.7, abs=0.02)
    assert told(drawn(veil=True), card) == []


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        (
            'text(1.5, 10, "Old Owl"',
            "“Old Owl” (name) of Light card “Old Owl” (front) reaches 1.4 mm out of the safe area",
            Place(CARDS, 13, 11),
        ),
        ('text(20, 58.9, "keep"', "“keep” (template)", Place(CARDS, 9, 11)),
        ('text(20, 58.9, "8"', "“8” (cost)", Place(CARDS, 20)),
    ],
    ids=["name", "template", "own field"],
)
def test_letters_outside_the_safe_area_name_card_and_field(proof, text, said, place):
    (finding,) = faces(proof(f'{{{{ {text}, fill="#ffffff") }}}}', cost=8))
    assert (finding.code, finding.severity) == ("preflight-safe-area", Severity.WARNING)
    assert said in finding.message
    assert finding.place == place


@pytest.mark.parametrize("shape", ["round", "hex"])
def test_letters_in_the_corner_of_a_cut_shape_are_outside(proof, shape):
    template = '{{ text(5, 10, "Owl", fill="#ffffff") }}'
    assert faces(proof(template)) == []
    assert codes(faces(proof(template, shape))) == ["preflight-safe-area"]


def test_art_that_stops_before_the_bleed_names_the_edges(proof, face_of):
    card = proof("")
    assert codes(faces(card, CRAFTER)) == ["preflight-bleed"]
    short = replace(card, face=face_of('<rect x="-3" y="-3" width="43" height="66" fill="#123"/>'))
    (finding,) = faces(short)
    assert finding.code == "preflight-bleed"
    assert finding.severity is Severity.ERROR
    assert "ends 0.0 mm outside of the trim edge" in finding.message
    bare = replace(card, face=face_of('<rect x="5" y="5" width="20" height="9" fill="#123"/>'))
    assert faces(bare) == []


def test_coarse_pictures_name_the_field(proof, studio):
    def found(pixels):
        Image.new("RGB", (pixels, pixels), "red").save(studio / "owl.png")
        return faces(proof('{{ picture("owl.png", 5, 5, 30, 30) }}', art="owl.png"))

    (finding,) = found(60)
    assert finding.code == "preflight-resolution"
    assert "a picture (art) of Light card “Old Owl” (front) is printed at 51 dpi" in finding.message
    assert finding.place.line == 20
    assert found(360) == []


def told(data, card, size=SIZE):
    return check_pdf(data, [card], [size], OFFSET, "card.pdf")[0]


def test_too_much_ink_is_measured_where_it_lies(proof):
    heavy = f"{PAINT} 0.9 0.9 0.9 0.9 k {WHOLE[0] - 20:.4f} 0 20 20 re f"
    findings, most = check_pdf(drawn(heavy), [proof("")], [SIZE], OFFSET, "card.pdf")
    assert codes(findings) == ["preflight-ink"]
    assert "359 % ink 39 mm from the left and 59 mm from the top" in findings[0].message
    assert most == pytest.approx(3.6, abs=0.02)


def test_boxes_must_be_where_size_and_bleed_put_them(proof):
    card = proof("")
    missing = told(drawn(boxes=False), card)
    assert [one.message.split(" of ")[0] for one in missing] == ["the bleed box", "the trim box"]
    findings = told(drawn(), card, size=ShopSize("large", 41, 60))
    assert codes(findings) == ["preflight-boxes"] * 3
    assert "is 3.00 3.00 43.00 63.00, not 3.00 3.00 44.00 63.00 (mm)" in findings[2].message


def test_pictures_of_faces_must_have_the_pixels_asked_for(proof):
    card, poker = proof(""), CRAFTER.formats[0]
    assert check_picture(Image.new("RGB", (825, 1125)), card, poker, CRAFTER) == []
    (finding,) = check_picture(Image.new("RGB", (824, 1125)), card, poker, CRAFTER)
    assert "824 x 1125 pixels (RGB), not 825 x 1125 (RGB)" in finding.message


@pytest.mark.parametrize(
    ("template", "code", "said"),
    [
        ('<path d="M9 30h9" stroke="#fff" stroke-width=".1"/>', "lines", "darker .* 0.28 pt"),
        ('<g transform="scale(.5)"><path d="M20 60h9" stroke="#fff" stroke-width=".2"/></g>',
         "lines", "0.28 pt"),
        ('<rect x="9" y="9" width="9" height=".06" fill="#000"/>', "lines", "line of .* 0.17"),
        ('{{ text(20, 30, "Old Owl", size=7, fill="#fff") }}', "letters", "7.0 pt, light"),
        ('<g transform="scale(.5)">{{ text(20, 30, "Old Owl", size=15, fill="#fff") }}</g>',
         "letters", "set in 7.5 pt, light"),
        ('{{ icon("coin", 30, 2, 6, fill="#fff") }}', "safe-area", "icon .* reaches 0.7 mm"),
        ('<rect x="1" y="1" width="38" height="58" stroke="#fff" stroke-width=".4" fill="none"/>',
         "safe-area", "frame or a line .* reaches 2.2 mm"),
        ('<rect x="5" y="-1" width="9" height="30" fill="#fff"/>', "bleed", "ends 1.0 mm outside"),
    ],
    ids=lambda value: value if value.isalpha() else "",
)  # fmt: skip
def test_what_a_press_or_a_cutter_spoils_is_told(proof, template, code, said):
    (finding,) = faces(proof(template))
    assert finding.code == f"preflight-{code}"
    assert re.search(said, finding.message)


def test_what_is_meant_to_be_cut_or_is_not_seen_is_not_told(proof):
    """A sun over the edge, a cloud near it, shading, and a line under what is drawn over it."""
    assert faces(proof(
        '<circle cx="20" cy="0" r="9" fill="#fc6"/><circle cx="6" cy="2.5" r="1.5" fill="#fff"/>'
        '<rect x="1" y="1" width="38" height="58" stroke="#fff" opacity=".05" fill="none"/>'
        '<path d="M9 40h9" stroke="#fff" stroke-width=".1"/>'
        '<rect x="8" y="35" width="12" height="9" fill="#124"/>'
        '<path d="M5 50h30" stroke="#fff" stroke-width=".18"/>'
        '{{ text(20, 30, "Old Owl", size=8, fill="#fff") }}'
    )) == []  # fmt: skip


def test_a_fault_of_many_faces_is_told_once_by_the_worst(proof):
    cards = [proof(f'{{{{ text({x}, 10, "Old Owl", fill="#ffffff") }}}}') for x in (2.5, 1.5, 2)]
    found = check_faces(cards, draw([card.face for card in cards]), OFFSET)
    (finding,) = [finding_of(group) for group in alike(found)]
    assert "reaches 1.4 mm out of the safe area" in finding.message
    assert finding.message.endswith("; it is the worst of 3 pieces")


@pytest.mark.heavy
@pytest.mark.parametrize("shop", ["mbprint", "printandplay"])
@pytest.mark.parametrize("name", sorted(catalogue().games))
def test_shipped_games_pass_where_the_most_is_asked(name, shop):
    """Of all shops one has the widest margin, the other the most bleed; faces are no others."""
    game, wanted = game_of(name), SHOPS[shop]
    templates, _ = load_templates(ROOT)
    copies = copies_needed(game)
    gone = find_missing(game, templates.sizes, copies, wanted)
    pairs, _ = files._draw(game, templates, wanted, copies, gone)
    book = draw([face for pair in pairs for face in (pair.front, pair.back) if face])
    found = check_faces(proofs_of(game, pairs), book, wanted)
    assert [finding_of(group).message for group in alike(found)] == []
