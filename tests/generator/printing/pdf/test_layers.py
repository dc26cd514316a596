import io

import pikepdf
import pytest
from fogfaces import fog_faces
from pressfiles import saved
from print_fakes import switched_off

from generator.drawing.draw import draw
from generator.printing.documents import documents, stocks
from generator.printing.options import PrintOptions
from generator.printing.pdf import TITLES, add_layers, mark_face, mark_layers
from generator.printing.print_files import build_pdf
from generator.printing.selection import copies_needed
from validator.catalogue.load import load


def art(content):
    return b"/OC /art BDC\n" + content + b"\nEMC\n"


def text(content):
    return b"/OC /text BDC\n" + content + b"\nEMC\n"


FIRST, SECOND = b"BT\n(a)Tj\nET\n", b"BT\n(BT\\\nb)Tj\nET\n"


@pytest.mark.parametrize(
    ("parts", "marked"),
    [
        (
            [b"q 1 0 0 rg ", b"BT\n/f 1 Tf (BT x ET y) Tj\nET\n", b"Q 0 0 5 5 re f"],
            [art, text, art],
        ),
        ([b"0 0 5 5 re f"], [art]),
        ([], []),
        ([FIRST, SECOND], [text, text]),
        ([b"/xBT\ngs ", FIRST], [art, text]),
        ([b"\nBT\n(a)Tj"], [art]),
    ],
    ids=["mixed", "no text", "nothing", "two texts", "a name", "no end"],
)
def test_text_objects_and_the_rest_are_told_apart(parts, marked):
    wanted = [mark(part) for mark, part in zip(marked, parts, strict=True)]
    assert mark_layers(b"".join(parts)) == b"".join(wanted)


def test_layers_have_names_and_no_usage_and_a_face_that_is_marked_is_packed_at_once():
    with pikepdf.new() as pdf:
        content = b"q 1 0 0 rg 0 0 5 5 re f Q\n" * 100
        form = pdf.make_stream(content, Type=pikepdf.Name.XObject)
        mark_face(form, add_layers(pdf))
        assert form.read_bytes() == mark_layers(content)
        assert len(form.read_raw_bytes()) < len(content) / 10
        groups = pdf.Root.OCProperties.OCGs
        assert [str(group.Name) for group in groups] == list(TITLES.values())
        assert not any("/Usage" in group for group in groups)


@pytest.fixture
def cards(tiny):
    game, (pairs, _) = load(tiny)[0].games["fog"], fog_faces(tiny)
    book = draw([face for pair in pairs for face in (pair.front, pair.back) if face])
    plans = documents(game, stocks(game, pairs, copies_needed(game)), PrintOptions())
    return build_pdf(next(plan for plan in plans if plan.file == "cards.pdf"), book)


def test_text_and_art_of_cards_can_be_switched(cards):
    everything = switched_off(cards, ()).tobytes()
    assert switched_off(cards, ("Text",)).tobytes() != everything
    assert switched_off(cards, ("Art",)).tobytes() != everything
    nothing = switched_off(cards, tuple(TITLES.values())).tobytes()
    assert set(nothing) == {255}


def test_marking_layers_changes_nothing_that_is_seen(cards):
    with pikepdf.Pdf.open(io.BytesIO(cards)) as pdf:
        for page in pdf.pages:
            for form in page.obj.Resources.get("/XObject", {}).values():
                plain = form.read_bytes().replace(b"/OC /art BDC", b"").replace(b"EMC", b"")
                form.write(plain.replace(b"/OC /text BDC", b""))
        plainly = saved(pdf)
    assert switched_off(plainly, ()).tobytes() == switched_off(cards, ()).tobytes()
