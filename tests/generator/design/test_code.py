"""Templates compiled and called with less ado say what they say in Jinja's own way."""

import jinja2
import pytest
from jinja2.compiler import CodeGenerator
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from generator.design.face_layouts import PlacedBox
from generator.design.sandbox import Environment


class Usual(Environment):
    """The same environment without the short cuts."""

    code_generator_class = CodeGenerator
    call = SandboxedEnvironment.call


BASE = "{% block a %}{{ a }}{% block b scoped %}b{% endblock %}{% endblock %}{{ self.b() }}"
TEMPLATES = {
    "parents": "{% extends 'base' %}{% block b %}{{ super() }}{% include 'base' %}{% endblock %}",
    "blocks": "{% for i in (1, 2) %}{% block a scoped %}{{ i }}{% endblock %}{% endfor %}",
    "values": "{{ 1 }} {{ a }} {{ b }} {{ yes }} {{ marked }} {{ text }} {{ nothing }}{{ box.x2 }}",
    "sums": "{{ a + b }} {{ a * 3 }} {{ 7 // 2 }} {{ -b }} {{ text ~ a }}",
    "sets": "{% set x, y = a, text %}{% set z = x %}{{ y }}{{ z }}"
    "{% set t %}<{{ a }}>{% endset %}{{ t }}",
    "namespaces": "{% set n = namespace(at=1) %}{% for i in range(4) %}{% set n.at = n.at + i %}"
    "{{ loop.index }}{% endfor %}{{ n.at }}",
    "macros": "{% macro m(x, y=2) %}[{{ x }}|{{ y }}]{% endmacro %}{{ m(text) }}{{ m(a, y=b) }}"
    "{% for i in (1, 2) %}{{ m(i) }}{{ mark(i) }}{% endfor %}",
    "callers": "{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}{{ text }}{% endcall %}",
    "unescaped": "{% autoescape false %}{{ text }}{{ a }}{% endautoescape %}{{ text }}",
    "filters": "{{ text|upper }} {{ text|replace('a', '<') }} {{ [a, b]|join(', ') }}",
    "methods": "{{ text.upper() }} {{ box.at(1, 2, 3, 4).y2 }} {{ {'keys': 5}.keys }}",
}
WRONG = {
    "no such name": "{{ nowhere }}",
    "no function": "{{ nowhere(1) }}",
    "a mapping is called": "{{ {}() }}",
    "a number is called": "{{ a() }}",
    "too many words": "{% macro m(x) %}{% endmacro %}{{ m(1, 2) }}",
    "no such word": "{% macro m(x) %}{% endmacro %}{{ m(1, z=2) }}",
    "no part of a box": "{{ box.z }}",
    "private": "{{ box.__class__ }}",
    "a block twice": "{% block a %}{% endblock %}{% block a %}{% endblock %}",
    "two parents": "{% extends 'base' %}{% extends 'base' %}",
    "not a namespace": "{% set n = 1 %}{% set n.at = 2 %}",
}
VALUES = {
    **{"a": 1.5, "b": -3, "yes": True, "marked": Markup("<b>"), "nothing": None},
    **{"text": 'a "quoted" <text> & it\'s', "box": PlacedBox("b", 1, 2, 3, 4)},
}


def said(kind, source):
    environment = kind(jinja2.DictLoader({"it": source, "base": BASE}))
    environment.globals["mark"] = mark = lambda i: Markup(f"<{i}>")
    environment.trusted |= {mark}
    return "".join(environment.get_template("it").generate(VALUES))


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_same_is_said(name):
    assert said(Environment, TEMPLATES[name]) == said(Usual, TEMPLATES[name])


@pytest.mark.parametrize("name", WRONG)
def test_the_same_is_wrong(name):
    told = []
    for kind in (Environment, Usual):
        with pytest.raises((jinja2.TemplateError, TypeError)) as error:
            said(kind, WRONG[name])
        told.append((type(error.value), str(error.value)))
    assert told[0] == told[1]
