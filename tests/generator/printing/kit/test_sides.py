"""What is printed on one side has a file of its own, without empty backs."""

import pytest

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.printing.documents import documents, stocks
from generator.printing.imposition import FaceSide
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed
from validator.catalogue.load import load


@pytest.fixture
def plans(tiny, edit):
    """The files of a kit whose coins have no back, by an option's layout."""
    coins = (tiny / "components/fog/coins.yaml").read_text(encoding="utf-8")
    assert "back:" in coins
    stickers = coins.replace("set: coin", "set: sticker").replace("name: Coins", "name: Stickers")
    stickers = stickers.replace("id: coin,", "id: sticker,")
    kept = [line for line in stickers.splitlines() if not line.startswith("back:")]
    (tiny / "components/fog/stickers.yaml").write_text("\n".join(kept), encoding="utf-8")
    game = load(tiny)[0].games["fog"]
    templates, _ = load_templates(tiny)
    pairs, findings = faces_of(game, templates)
    assert not findings
    found = stocks(game, pairs, copies_needed(game))

    def plan(**options):
        return {plan.file: plan for plan in documents(game, found, PrintOptions(**options))}

    return plan


def test_stickers_get_no_empty_backs(plans):
    found = plans()
    assert {"chits.pdf", "chits-one-sided.pdf"} <= set(found)
    stickers = found["chits-one-sided.pdf"]
    assert stickers.flip is None
    assert {page.side for page in stickers.pages} == {FaceSide.FRONT}
    assert {face.deck for page in stickers.pages for face in page.placed} == {"sticker"}
    assert all(page.placed for plan in found.values() for page in plan.pages)


def test_a_gutterfold_needs_no_second_file(plans):
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


def test_mats_without_backs_stand_apart_from_those_with(tiny, edit):
    path = tiny / "components/fog/mats.yaml"
    mats = path.read_text(encoding="utf-8")
    aids = mats.replace("set: mat", "set: aid").replace("- {id: ", "- {id: aid-")
    aids = aids.replace("id: mat", "id: aid").replace("\nform: mat", "\nback: basic/mat\nform: mat")
    assert aids.count("back:") == 1
    (tiny / "components/fog/aids.yaml").write_text(aids, encoding="utf-8")
    game, findings = load(tiny)[0].games["fog"], load(tiny)[1]
    assert {"mat", "aid"} <= set(game.sets), findings
    pairs, _ = faces_of(game, load_templates(tiny)[0])
    found = stocks(game, pairs, copies_needed(game))
    plans = {plan.file: plan for plan in documents(game, found, PrintOptions())}
    assert {"mats.pdf", "mats-one-sided.pdf"} <= set(plans)
    assert all(page.placed for plan in plans.values() for page in plan.pages)
