from dataclasses import replace
from functools import partial

import pytest
from fogfaces import fog_faces
from shippedfaces import shipped_faces
from shippedgames import catalogue

from generator.printing.documents import documents, stocks
from generator.printing.geometry import Caption, Style
from generator.printing.imposition import FaceSide
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed
from validator.catalogue.load import load


def planned(project, **options):
    game = load(project)[0].games["fog"]
    pairs, findings = fog_faces(project)
    assert not findings
    found = stocks(game, pairs, copies_needed(game))
    return {plan.file: plan for plan in documents(game, found, PrintOptions(**options))}


def add_set(project, file, like, *changes):
    """Add a set to the small game, like another one but for some changes of its text."""
    folder = project / "components/fog"
    text = (folder / like).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / file).write_text(text, encoding="utf-8")


@pytest.fixture
def plans(tiny):
    """The files of a kit whose coins have no back, by an option's layout."""
    coins = (tiny / "components/fog/coins.yaml").read_text(encoding="utf-8")
    (back,) = (line for line in coins.splitlines(keepends=True) if line.startswith("back:"))
    names = (("set: coin", "set: sticker"), ("name: Coins", "name: Stickers"))
    add_set(tiny, "stickers.yaml", "coins.yaml", *names, ("id: coin,", "id: sticker,"), (back, ""))
    return partial(planned, tiny)


def test_stickers_get_no_empty_backs(plans):
    found = plans()
    assert {"chits.pdf", "chits-one-sided.pdf"} <= set(found)
    stickers = found["chits-one-sided.pdf"]
    assert stickers.flip is None
    assert {page.side for page in stickers.pages} == {FaceSide.FRONT}
    assert {face.deck for page in stickers.pages for face in page.placed} == {"sticker"}
    assert all(page.placed for plan in found.values() for page in plan.pages)
    assert "chits-one-sided.pdf" not in plans(layout="gutterfold")


def test_a_punchboard_is_for_chits_and_keeps_sides_apart(plans):
    found = plans(layout="punchboard")
    assert {"cards.pdf", "chits.pdf", "chits-one-sided.pdf"} <= set(found)
    outlines = [one for page in found["cards.pdf"].pages for one in page.outlines]
    assert not any(one.nicks for one in outlines)
    for name in ("chits.pdf", "chits-one-sided.pdf"):
        assert all(page.placed for page in found[name].pages)
        fronts = [page for page in found[name].pages if page.side is FaceSide.FRONT]
        assert all(page.outlines[-1].shape == "rim" for page in fronts)


def test_one_set_in_a_frame_has_a_file_of_its_own(plans):
    found = plans(deck_layouts=(("coin", "punchboard"),))
    framed, loose = found["chits-punchboard.pdf"], found["chits.pdf"]
    assert {face.deck for page in framed.pages for face in page.placed} == {"coin"}
    assert not any(one.nicks for page in loose.pages for one in page.outlines)


def test_mats_without_backs_stand_apart_from_those_with(tiny):
    backed = ("\nform: mat", "\nback: basic/mat\nform: mat")
    ids = (("set: mat", "set: aid"), ('id: "mat-', 'id: "aid-'))
    add_set(tiny, "aids.yaml", "mats.yaml", *ids, backed)
    plans = planned(tiny)
    assert {"mats.pdf", "mats-one-sided.pdf"} <= set(plans)
    assert all(page.placed for plan in plans.values() for page in plan.pages)


@pytest.mark.parametrize(
    ("name", "label"),
    [("\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}", "stonehenge · "), ("Ring", "Ring · ")],
)
def test_a_name_that_sheets_cannot_spell_is_labelled_by_its_id(name, label):
    game = replace(catalogue().games["stonehenge"], name=name)
    found = stocks(game, shipped_faces("stonehenge")[0], copies_needed(game))
    assert all(plan.title.startswith(label) for plan in documents(game, found, PrintOptions()))


@pytest.mark.parametrize("name", ["henge", "stonehenge"])
def test_no_word_on_a_piece_is_smaller_than_six_points(name):
    game = catalogue().games[name]
    found = stocks(game, shipped_faces(name)[0], copies_needed(game))
    for options in (PrintOptions(), PrintOptions(layout="gutterfold")):
        for plan in documents(game, found, options):
            shapes = {shape for page in plan.pages for shape in page.shapes}
            words = {s for s in shapes if isinstance(s, Caption) and s.style is Style.NOTE}
            assert all(word.size >= 6 for word in words), plan.file


def test_what_is_folded_does_not_lie_in_a_frame_of_board():
    game, options = catalogue().games["stonehenge"], PrintOptions(layout="punchboard")
    found = stocks(game, shipped_faces("stonehenge")[0], copies_needed(game))
    plans = {plan.file: plan for plan in documents(game, found, options)}
    framed = {
        file: any(one.nicks for page in plans[file].pages for one in page.outlines)
        for file in ("chits.pdf", "standees.pdf")
    }
    assert framed == {"chits.pdf": True, "standees.pdf": False}
