"""Templates of web pages: texts are escaped, and a name that is not there is an error."""

from __future__ import annotations

import jinja2

from generator.shipped import DATA
from validator.catalogue.words.language import ENGLISH, Tongue


def page_template(folder: str, name: str, tongue: Tongue = ENGLISH) -> jinja2.Template:
    """The template ``name`` of a folder of ``generator/data/``; it may include its neighbours.

    It says its sentences by ``say`` and ``count`` in a language.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(DATA / folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(say=tongue.say, count=tongue.count)
    return environment.get_template(name)
