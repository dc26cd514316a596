import pytest
from fogfaces import fog_faces
from shippedfaces import shipped_faces, shipped_templates

from generator.design.facecheck import check_faces
from generator.design.faces import _Blame, faces_of
from generator.design.templates import UID
from validator.catalogue.load import load
from validator.catalogue.model import Component, Form
from validator.findings import Place


@pytest.mark.parametrize("game", ["henge", "stonehenge"])
def test_every_component_has_a_front_in_file_order(shipped, game):
    pairs, findings = shipped_faces(game)
    assert [f for f in findings if f.severity == "error"] == []
    assert [pair.component for pair in pairs] == [c.id for c in shipped.games[game].components()]
    assert not any(UID in pair.front.svg for pair in pairs)


def test_henge_has_all_its_cards():
    pairs, _ = shipped_faces("henge")
    counts = {}
    for pair in pairs:
        if pair.form is Form.CARD:
            counts[pair.deck] = counts.get(pair.deck, 0) + pair.copies
    assert counts["luck"] == 51  # HEN-COMP-05
    assert counts["stone"] == 29  # HEN-COMP-02


def test_equal_backs_are_one_face():
    pairs = [pair for pair in shipped_faces("henge")[0] if pair.deck == "luck"]
    assert len({pair.back.key for pair in pairs}) == 1
    assert len({pair.front.key for pair in pairs}) == len(pairs)


def test_only_what_is_wanted_is_drawn_with_the_bleed_that_is_asked_for(shipped):
    (three,) = [pair for pair in shipped_faces("henge")[0] if pair.component == "luck-long-ropes"]
    (none,), _ = faces_of(
        shipped.games["henge"],
        shipped_templates(),
        wanted=lambda one: one.id == "luck-long-ropes",
        bleed_mm=0,
    )
    assert none.component == "luck-long-ropes"
    assert three.front.page_mm == pytest.approx((69.5, 94.9))
    assert none.front.page_mm == pytest.approx((63.5, 88.9))
    assert three.front.key != none.front.key


CARDS = "components/fog/cards.yaml"


def line_of(path, word):
    lines = path.read_text("utf-8").splitlines()
    return next(at for at, line in enumerate(lines, 1) if word in line)


@pytest.mark.parametrize(
    ("name", "code"),
    [("A very long story " * 20, "text-overflow"), ("Lantern {coin", "text-markup")],
)
def test_a_name_that_cannot_be_printed_is_blamed_on_its_record(tiny, edit, name, code):
    edit(tiny / CARDS, "name: Lantern", f"name: {name}")
    row = line_of(tiny / CARDS, "  - id: lantern") + 1
    pairs, (found,) = fog_faces(tiny)
    assert (found.code, str(found.place), found.game) == (code, f"{CARDS}:{row}:11", "fog")
    assert "lantern" in {pair.component for pair in pairs}


def test_a_made_sentence_that_does_not_fit_is_blamed_on_its_effects(tiny, edit):
    one = "      - {do: score, what: point, amount: 3}\n"
    edit(tiny / CARDS, one, one * 40)
    _, findings = fog_faces(tiny)
    assert [(f.code, f.place.line) for f in findings] == [
        ("text-overflow", line_of(tiny / CARDS, "  - id: bonfire") + 5)
    ]


# --- a text that does not fit is blamed on the very line that says it -----------------------------

BOARD = Component(
    id="board",
    set_id="board",
    name="Board",
    place=Place("board.yaml", 1),
    fields={"areas": ({"name": "The Heel"}, {"name": "The Mound"}), "side": "3"},
    places={
        "name": Place("board.yaml", 2),
        "areas": Place("board.yaml", 4),
        "areas.0.name": Place("board.yaml", 5),
        "areas.1.name": Place("de.po", 90),
    },
)


def test_an_inner_text_is_found_at_its_own_line_or_else_at_the_key_that_the_template_names():
    blame = _Blame(BOARD, "")
    assert blame.place_of("The Mound", "") == Place("de.po", 90)
    assert blame.place_of("to The Heel!", "") == Place("board.yaml", 5)
    assert blame.place_of("Board", "") == Place("board.yaml", 2)
    assert blame.place_of("Mars", "areas") == Place("board.yaml", 4)
    assert blame.place_of("Mars", "") is None


def test_a_slip_in_the_words_of_a_term_is_told_once_at_the_term(tiny, edit):
    game = tiny / "components/fog/game.yaml"
    edit(game, "point: {one: point,", 'point: {one: "{point",')
    edit(game, "many: points", 'many: "{points"')
    edit(tiny / CARDS, "name: Bonfire", 'name: Bonfire\n    text: "Score 3 {points and {coin"')
    found = [
        (one.place.file, one.place.line, one.message)
        for one in check_faces(load(tiny)[0], tiny)
        if one.code == "text-markup"
    ]
    at = line_of(game, "{points")
    assert sorted(found, reverse=True) == [
        ("components/fog/game.yaml", at, "`{points` is left open in the term 'point'"),
        ("components/fog/game.yaml", at, "`{point` is left open in the term 'point'"),
        (CARDS, line_of(tiny / CARDS, "{coin"), "`{coin` is left open"),
    ]
