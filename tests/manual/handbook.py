"""docs/manual as it is to be: pages made from the schemas, the examples and the findings' pages.

``make manual`` writes them; a test holds that the committed pages are these.
"""

import re
import tempfile
from functools import cache
from pathlib import Path

from drawn_fields import add_fields, faces
from example_uses import add_uses, covering, documents
from snippets import EXAMPLES, ROOT, examples, lay, parts

from validator.catalogue.formulas import FUNCTIONS
from validator.manual import pages
from validator.topics import topics

FOLDER = ROOT / "docs" / "manual"
OWN = EXAMPLES / "manual"
"""A project whose games use what no shorter example shows."""
SHIPPED = (
    "components/*/*.yaml",
    "generator/starters/*/*.yaml",
    "templates/**/*.yaml",
    "generator/data/*.yaml",
)
OWN_WEIGHT, SNIPPET_WEIGHT, SHIPPED_WEIGHT = 0.7, 1.0, 2.0
"""How long an excerpt counts, by where it comes from: the shortest is shown."""
MADE = "<!-- Made by `make manual` from the schemas and from examples that tests run. -->"

_FENCED = re.compile(r"^```yaml (?:\S+/)?(\w+\.yaml)\n(kind: .*?)^```$", re.MULTILINE | re.DOTALL)
"""A whole file in a page of docs, which that page's test runs, by its name."""
_DOCUMENT = re.compile(r"^---\n", re.MULTILINE)
"""What stands between the documents of a file."""


@cache
def every_topic():
    """All topics of the schemas."""
    return topics(documents())


@cache
def every_use():
    """Excerpts that show each key; where none does, those of the same key of another topic."""
    uses = {}
    for path, weight in _examples():
        text = path.read_text(encoding="utf-8")
        text = text.replace("{{ id }}", "fog").replace("{{ name }}", '"Fog"')  # of a starter
        found = [(path.name, one) for one in _DOCUMENT.split(text)]
        for name, one in found if path.suffix == ".yaml" else _FENCED.findall(text):
            add_uses(uses, one, name, weight)
            add_fields(uses, one, name, weight)
    _share(uses)
    return uses


def _examples():
    """The files that examples are taken from, and how long they count."""
    for page in pages().values():
        for one in examples(page.path.read_text(encoding="utf-8")):
            if one.good and one.snippet:
                with tempfile.TemporaryDirectory() as folder:
                    lay(one, Path(folder))
                    laid = [Path(folder) / part.path for part in parts(one.snippet)]
                    yield from (
                        (path, SNIPPET_WEIGHT)
                        for path in laid
                        if path.suffix == ".yaml" and path.is_file()
                    )
    yield from ((path, OWN_WEIGHT) for path in sorted(OWN.rglob("*.yaml")))
    yield from ((path, SNIPPET_WEIGHT) for path in sorted(ROOT.glob("docs/*.md")))
    for pattern in SHIPPED:
        yield from ((path, SHIPPED_WEIGHT) for path in sorted(ROOT.glob(pattern)))


def _share(uses):
    """Let keys of one name and one definition share their excerpts."""
    every = [(topic.name, key) for topic in every_topic().values() for key in topic.keys.values()]
    alike = {}
    for topic, key in every:
        if key.shared:
            alike.setdefault((key.shared, key.name), set()).update(uses.get((topic, key.name), ()))
    for topic, key in every:
        others = alike.get((key.shared, key.name))
        if others and not uses.get((topic, key.name)):
            file = f"{topic.partition('.')[0]}.yaml"
            uses[topic, key.name] = {one for one in others if one.file == file} or others


def without_example():
    """Keys and fields of templates that no example uses."""
    keys = [(topic.name, key) for topic in every_topic().values() for key in topic.keys]
    fields = [(face.name, key) for face in faces() for key in face.needed]
    return [f"{name}.{key}" for name, key in keys + fields if not every_use().get((name, key))]


def without_description():
    """Keys of which their schema says nothing."""
    return [
        f"{topic.name}.{key.name}"
        for topic in every_topic().values()
        for key in topic.keys.values()
        if not key.says
    ]


def made():
    """Every page of docs/manual."""
    files = {}
    for topic in every_topic().values():
        files.setdefault(topic.name.partition(".")[0], []).append(topic)
    found = {f"{stem}.md": _page(stem, listed) for stem, listed in files.items()}
    own = {"README.md": _index(files), "templates.md": _templates(), "words.md": _words()}
    return own | found


def _index(files):
    lines = ["# The manual", "", MADE, "", *_INTRO]
    for stem, listed in files.items():
        names = ", ".join(f"[`{one.name}`]({stem}.md#{_anchor(one.name)})" for one in listed)
        lines += ["", f"**[{documents()[stem].get('title', stem)}]({stem}.md)**: {names}"]
    names = ", ".join(f"[`{one.name}`](templates.md#{_anchor(one.name)})" for one in faces())
    lines += ["", f"**[Templates](templates.md)**: {names}"]
    names = ", ".join(f"[`{one}`](words.md#{_anchor(one)})" for one in word_topics())
    lines += ["", f"**[Words of games](words.md)**: {names}"]
    codes = ", ".join(f"`{code}`" for code in pages())
    return _text(
        [*lines, "", "**Findings**, of which `trilith explain CODE` tells: " + codes + "."]
    )


_INTRO = (
    "Every key of every file: what belongs there, and an example. `trilith help TOPIC` shows",
    "the same at the terminal: `trilith help play.deal`, `trilith help play.deal.count`. The",
    "examples are taken from files that tests hold to be right.",
)


def _page(stem, listed):
    schema = documents()[stem]
    lines = [f"# {schema.get('title', stem)}", "", MADE]
    if not any(topic.name == stem for topic in listed):
        lines += ["", str(schema.get("description", ""))]
    for topic in listed:
        lines += ["", *_section(topic)]
    return _text(lines)


def _templates():
    """What the built-in templates draw."""
    lines = ["# Templates", "", MADE, "", *_DRAWN]
    for face in faces():
        lines += ["", *_face(face)]
    return _text(lines)


_DRAWN = (
    "What each built-in template draws of a record besides [what every record",
    "has](components.md#componentsrecord), and the boxes of its face layout, which a file of the",
    "same name in your `templates/` moves ([Writing a template](../templates.md)).",
)


def word_topics():
    """The text of each word that people ask for by the name it has in games, by its topic."""
    paths = sorted((EXAMPLES / "words").glob("*.md"))
    return {f"words.{path.stem}": path.read_text(encoding="utf-8") for path in paths}


def _words():
    """What a formula may say, and how games are written that people know by such words."""
    lines = ["# Words of games", "", MADE]
    for name, text in word_topics().items():
        said, _, shown = text.partition("\n## Good\n")
        parts = [one if one[0] == "-" else " ".join(one.split()) for one in said.split("\n\n")]
        lines += [
            "",
            f"## {name}",
            *(f"\n{one.strip()}" for one in parts),
            *shown.rstrip().split("\n"),
        ]
        if name == "words.formula":
            told = FUNCTIONS.items()
            lines += ["", *(f"- `{one}` ({says}): `{written}`" for one, (says, written) in told)]
    return _text(lines)


def _face(face):
    yield from (f"## {face.name}", "", face.says or "Draws what every record has.")
    if face.needed:
        yield ""
        for key, needed in face.needed.items():
            yield f"- `{key}` ({'needed' if needed else 'drawn if the record has it'})"
        uses = {key: every_use().get((face.name, key), set()) for key in face.needed}
        yield from ("", "```yaml", *_excerpts(covering(list(face.needed), uses)), "```")
    if face.boxes:
        yield from ("", f"## {face.name}.layout", "", "Its boxes, as they are.", "")
        yield from (f"- `{box}` (a box)" for box in face.boxes)
        yield from ("", "```yaml", f"# {face.name}.layout.yaml", *face.boxes.values(), "```")


def _section(topic):
    yield f"## {topic.name}"
    if topic.says:
        yield from ("", topic.says)
    if topic.stands_in:
        yield from ("", f"Stands in {_listed(topic.stands_in)}.")
    yield ""
    yield from (_told(key) for key in topic.keys.values())
    uses = {key: every_use().get((topic.name, key), set()) for key in topic.keys}
    shown = covering(list(topic.keys), uses)
    yield from ("", "```yaml", *_excerpts(shown), "```") if shown else ()


def _excerpts(shown):
    """Excerpts below the names of their files; those of several lines stand by themselves."""
    file, alone = "", True
    for one in sorted(shown, key=lambda one: (one.file, "\n" in one.text)):
        long = "\n" in one.text or "{" in one.text
        yield from [""] if file and (one.file != file or long or alone) else []
        yield from [f"# {one.file}"] if one.file != file else []
        yield one.text
        file, alone = one.file, long


def _told(key):
    more = f", {key.default} if left out" if key.default else ""
    needed = ", needed" if key.needed else ""
    inner = f" Keys: {_listed(key.leads_to)}." if key.leads_to else ""
    return f"- `{key.name}` ({key.kind}{needed}{more}): {key.says}{inner}"


def _listed(names):
    return ", ".join(_link(name) for name in names)


def _link(name):
    topic = name if name in every_topic() else name.rpartition(".")[0]
    return f"[`{name}`]({topic.partition('.')[0]}.md#{_anchor(topic)})"


def _anchor(name):
    """The anchor that a heading gets on the web."""
    return name.replace(".", "").replace("/", "").lower()


def _text(lines):
    return "\n".join(lines) + "\n"
