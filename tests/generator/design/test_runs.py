"""Texts as elements: an equal text is set once, and what it depends on makes it another."""

import pytest

from generator.design import canvas
from generator.design.templates import load_templates


@pytest.fixture
def pen(tmp_path):
    templates, findings = load_templates(tmp_path)
    assert not findings
    templates.pen.begin()
    return templates.pen


@pytest.fixture
def fitted(monkeypatch):
    """The texts that were set so far."""
    done = []
    canvas.draw_line.cache_clear()
    canvas.draw_box.cache_clear()

    def counted(fit):
        return lambda text, *rest: done.append(text) or fit(text, *rest)

    monkeypatch.setattr(canvas, "fit_line", counted(canvas.fit_line))
    monkeypatch.setattr(canvas, "fit_box", counted(canvas.fit_box))
    return done


def test_equal_texts_are_set_once(pen, fitted):
    for _ in range(3):
        pen.begin()
        pen.text(1, 2, "Fog")
        pen.box(1, 2, 20, 20, "Fog and **light**")
        assert len(pen.written) == 3
    assert fitted == ["Fog", "Fog and **light**"]


@pytest.mark.parametrize(
    "other",
    [{"size": 9}, {"fill": "#ff0000"}, {"anchor": "end"}, {"track": 0.1}, {"font": "title"}],
)
def test_what_a_text_depends_on_makes_it_another(pen, other):
    assert pen.text(1, 2, "Fog", **other) != pen.text(1, 2, "Fog")
    assert pen.text(1, 2, "Fog") == pen.text(1, 2, "Fog", size=8)


def test_the_language_makes_it_another(pen):
    plain = pen.box(1, 2, 20, 20, '"Fog"')
    pen.begin(language="de")
    assert pen.box(1, 2, 20, 20, '"Fog"') != plain


def test_what_is_wrong_is_noted_each_time(pen, fitted):
    for _ in range(2):
        pen.begin()
        pen.text(1, 2, "a long text", width=2)
        assert [note.code for note in pen.notes] == ["text-overflow"]
    assert fitted == ["a long text"]


def test_icons_in_a_text_are_counted_on_each_face(pen, fitted):
    pen.begin()
    first = pen.text(1, 2, "3 {coin}") + pen.text(1, 2, "3 {coin}")
    pen.begin()
    assert pen.text(1, 2, "3 {coin}") + pen.text(1, 2, "3 {coin}") == first
    assert pen.icon_count == 2
    assert fitted == ["3 {coin}"]


def test_both_zeros_are_one_place(pen):
    assert pen.text(-0.0, -0.0, "Fog") == pen.text(0, 0, "Fog")
    assert pen.box(-0.0, -0.0, 9, 9, "Fog") == pen.box(0, 0, 9, 9, "Fog")
    assert 'x="-0' not in pen.text(-0.0, -0.0, "Fog")
