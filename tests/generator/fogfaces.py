"""The faces of the small game, and files laid among the templates of its project."""

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from validator.catalogue.load import load


def lay(root, name, text):
    """Write a file below ``templates``; returns its path."""
    path = root / "templates" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def draw_with(templates, context, canvas, name="card", place_of=lambda value, key: None, terms=()):
    """The SVG of a template, and what is wrong with it, each once."""
    svg, faults = templates.fill(name, context, canvas, dict(terms))
    return svg, list(dict.fromkeys(fault.finding("fog", place_of) for fault in faults))


def fog_faces(root, templates=None, *, draft=False, store=None, **options):
    """All faces, and what was found of the game, its templates unless given, and its faces."""
    catalogue, findings = load(root, ["fog"])
    if templates is None:
        templates, unread = load_templates(root, draft=draft, store=store)
        findings = [*findings, *unread]
    pairs, found, *_ = faces_of(catalogue.games["fog"], templates, **options)
    return pairs, [*findings, *found]
