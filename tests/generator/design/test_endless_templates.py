import pytest
from fogfaces import fog_faces, lay

from generator.design.canvas import Canvas
from generator.design.face import FaceSource
from generator.design.filling import MOST_FAILED, FaceRequest, fill_faces
from validator.catalogue.load import load
from validator.findings import Place
from validator.processes import Limits

CANVAS = Canvas(40, 60, 3)
ENDLESS = {
    "ranges": (
        "{% set r = range(3000) %}{% for a in r %}{% for b in r %}{% for c in r %}"
        "{% endfor %}{% endfor %}{% endfor %}"
    ),
    "macro": (
        "{% macro twice(n) %}{% if n %}{{ twice(n - 1) }}{{ twice(n - 1) }}{% endif %}"
        "{% endmacro %}{{ twice(60) }}"
    ),
}
HUGE = {
    "lists": (
        "{% set all = namespace(of=[]) %}{% for n in range(9999) %}"
        "{% do all.of.append([0] * 100000) %}{% endfor %}"
    ),
    "sum": "{{ ([[0] * 90000] * 9000) | sum(start=[]) | length }}",
    "doubling": (
        "{% set n = namespace(a='fog') %}{% for turn in range(60) %}{% set n.a = n.a ~ n.a %}"
        "{% endfor %}"
    ),
    "join": "{{ (['x' * 100000] * 100000) | join | length }}",
}


@pytest.fixture
def limited(monkeypatch):
    monkeypatch.setattr("generator.design.templates.LIMITS", Limits(0.6, 200))


def request(templates, name, told="the front", **fields):
    source = FaceSource("fog", templates.place(name), told)
    return FaceRequest(name, {"c": fields}, CANVAS, source)


def test_what_never_ends_or_takes_all_memory_is_a_finding_at_the_template(limited, templates_of):
    templates = templates_of(**ENDLESS, **HUGE, plain='<circle cx="9" cy="9" r="4"/>')
    names = [*ENDLESS, *HUGE, "plain"]
    asked = [request(templates, name, "the front of 'lamp'") for name in names]
    found = dict(zip(names, fill_faces(templates, asked), strict=True))
    assert found["plain"].face is not None
    for name in (*ENDLESS, *HUGE):
        (fault,) = found[name].faults
        told = fault.finding("fog")
        assert told.code.startswith("template-too-")
        assert told.place == Place(f"templates/{name}.svg.j2")
        assert "the front of 'lamp' " in told.message
        assert "0.6 seconds" in told.message or "200 MB" in told.message
    assert {found[name].faults[0].code for name in ENDLESS} == {"template-too-slow"}


def test_a_box_of_any_size_is_filled_in_bounded_time(limited, templates_of):
    templates = templates_of(card='{{ box(0, 0, 1e9, 1e9, "a b c " * 9000, size=1e6, min=1e-6) }}')
    (done,) = fill_faces(templates, [request(templates, "card")])
    assert done.faults


def test_only_what_is_drawn_by_the_same_template_is_not_tried(monkeypatch, tiny, edit):
    # the worker that takes a lost one's place makes the built-in templates ready once more
    monkeypatch.setattr("generator.design.templates.LIMITS", Limits(2, 200))
    lamp = '{% if c.id == "lighthouse" %}' + ENDLESS["ranges"] + "{% endif %}"
    lay(tiny, "fog/light.svg.j2", lamp)
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/light")
    pairs, (told,) = fog_faces(tiny)
    assert (told.code, told.place.file) == ("template-too-slow", "templates/fog/light.svg.j2")
    assert "the front of 'lighthouse'" in told.message
    game = load(tiny)[0].games["fog"]
    cards = [one.id for one in game.sets["card"].components]
    drawn = [pair.component for pair in pairs]
    assert cards[: cards.index("lighthouse")] == [one for one in drawn if one in cards]
    assert "coin" in drawn


def test_a_text_that_a_template_puts_together_has_a_measure(templates_of):
    templates = templates_of(
        card="{{ text(5, 9, (['word '] * 9000) | join) }}{{ text(5, 9, 'a') }}"
    )
    (done,) = fill_faces(templates, [request(templates, "card")])
    assert [fault.code for fault in done.faults] == ["text-overflow"]
    assert "45,000 characters" in done.faults[0].message


@pytest.mark.heavy
def test_after_some_endless_templates_no_more_are_waited_for(limited, templates_of):
    endless = {f"endless{number}": ENDLESS["ranges"] for number in range(MOST_FAILED + 3)}
    names = [*endless, "plain"]
    templates = templates_of(**endless, plain='<circle cx="9" cy="9" r="4"/>')
    made = fill_faces(templates, [request(templates, name) for name in names])
    told = [fault.place.file for one in made for fault in one.faults]
    assert told == [f"templates/{name}.svg.j2" for name in names[:MOST_FAILED]]
    assert all(one.face is None for one in made)


def test_only_faces_after_a_lost_one_of_its_template_are_not_made(limited, templates_of):
    card = '<circle cx="9" cy="9" r="{{ c.n + 1 }}"/>'
    lost = "{% if c.n == 20 %}" + ENDLESS["macro"] + "{% endif %}" + card
    templates = templates_of(sound=card, lost=lost)
    names = ["lost" if number % 40 < 30 else "sound" for number in range(80)]
    asked = [request(templates, name, n=number) for number, name in enumerate(names)]
    kept = []
    made = fill_faces(templates, asked, lambda number, face: kept.append(number))
    there = [number for number, name in enumerate(names) if name == "sound" or number < 20]
    assert [number for number, one in enumerate(made) if one.face] == there
    assert set(there) <= set(kept)
    assert [one.faults[0].code for one in made if one.faults] == ["template-too-slow"]
    assert made[20].faults
    assert all(f'r="{number + 1}"' in made[number].face.svg for number in there)
