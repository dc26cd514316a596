from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from print_fakes import switched_off

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.drawing.draw import draw
from generator.printing.documents import documents, stocks
from generator.printing.imposition import Document
from generator.printing.options import PrintOptions
from generator.printing.pdf import TITLES, add_layers, mark_face, mark_layers
from generator.printing.print_files import build_pdf
from generator.printing.selection import copies_needed
from validator.catalogue.load import load


def test_text_objects_and_the_rest_are_told_apart() -> None:
    content = b"q 1 0 0 rg BT\n/f 1 Tf (BT x ET y) Tj\nET\nQ 0 0 5 5 re f"
    assert mark_layers(content) == (
        b"/OC /art BDC\nq 1 0 0 rg \nEMC\n"
        b"/OC /text BDC\nBT\n/f 1 Tf (BT x ET y) Tj\nET\n\nEMC\n"
        b"/OC /art BDC\nQ 0 0 5 5 re f\nEMC\n"
    )


def test_content_without_text_is_all_art() -> None:
    assert mark_layers(b"0 0 5 5 re f") == b"/OC /art BDC\n0 0 5 5 re f\nEMC\n"
    assert mark_layers(b"") == b""


def test_only_whole_text_objects_are_text() -> None:
    first, second = b"BT\n(a)Tj\nET\n", b"BT\n(BT\\\nb)Tj\nET\n"
    assert mark_layers(first + second) == (
        b"/OC /text BDC\n" + first + b"\nEMC\n/OC /text BDC\n" + second + b"\nEMC\n"
    )
    named = b"/xBT\ngs " + first
    assert mark_layers(named) == (
        b"/OC /art BDC\n/xBT\ngs \nEMC\n/OC /text BDC\n" + first + b"\nEMC\n"
    )
    assert mark_layers(b"\nBT\n(a)Tj") == b"/OC /art BDC\n\nBT\n(a)Tj\nEMC\n"


def test_a_face_that_is_marked_is_packed_at_once() -> None:
    with pikepdf.new() as pdf:
        content = b"q 1 0 0 rg 0 0 5 5 re f Q\n" * 100
        form = pdf.make_stream(content, Type=pikepdf.Name.XObject)
        mark_face(form, add_layers(pdf))
        assert form.read_bytes() == mark_layers(content)
        assert len(form.read_raw_bytes()) < len(content) / 10


def test_layers_have_names_and_no_usage() -> None:
    with pikepdf.Pdf.new() as pdf:
        add_layers(pdf)
        groups = pdf.Root.OCProperties.OCGs
        assert [str(group.Name) for group in groups] == list(TITLES.values())
        assert not any("/Usage" in group for group in groups)


@pytest.fixture
def cards(tiny: Path) -> bytes:
    game = load(tiny)[0].games["fog"]
    templates, _ = load_templates(tiny)
    assert templates is not None
    pairs, _ = faces_of(game, templates)
    book = draw([face for pair in pairs for face in (pair.front, pair.back) if face])
    plans: list[Document] = list(
        documents(game, stocks(game, pairs, copies_needed(game)), PrintOptions())
    )
    return build_pdf(next(plan for plan in plans if plan.file == "cards.pdf"), book)


def test_text_and_art_of_cards_can_be_switched(cards: bytes) -> None:
    everything = switched_off(cards, ()).tobytes()
    assert switched_off(cards, ("Text",)).tobytes() != everything
    assert switched_off(cards, ("Art",)).tobytes() != everything
    nothing = switched_off(cards, tuple(TITLES.values())).tobytes()
    assert set(nothing) == {255}


def test_marking_layers_changes_nothing_that_is_seen(cards: bytes) -> None:
    with pikepdf.Pdf.open(io.BytesIO(cards)) as pdf:
        for page in pdf.pages:
            for form in page.obj.Resources.get("/XObject", {}).values():
                plain = form.read_bytes().replace(b"/OC /art BDC", b"").replace(b"EMC", b"")
                form.write(plain.replace(b"/OC /text BDC", b""))
        target = io.BytesIO()
        pdf.save(target)
    assert switched_off(target.getvalue(), ()).tobytes() == switched_off(cards, ()).tobytes()
