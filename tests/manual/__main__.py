"""``make manual``: write docs/manual anew from the schemas, the templates and the examples."""

from handbook import FOLDER, made, without_description, without_example

pages = made()
FOLDER.mkdir(exist_ok=True)
for old in FOLDER.glob("*.md"):
    old.unlink()
for name, text in pages.items():
    (FOLDER / name).write_text(text, encoding="utf-8")
for key in without_description():
    print(f"{key} has no description in its schema")
for key in without_example():
    print(f"{key} has no example: use it in tests/examples/manual")
