import ast
from pathlib import Path

import generator.store as store_module
from generator.store import code_version, project_store
from validator.sealed.userfiles import secret

PACKAGE = Path(store_module.__file__).parent
KEY = "ab" * 32


def test_a_projects_store_is_hidden_in_it(tmp_path):
    store = project_store(tmp_path)
    assert store.folder == tmp_path / ".trilith" / "cache"
    assert store.code == code_version()


def imported(name, found):
    """All modules of the generator that one imports, and those they import."""
    if name in found:
        return found
    found.add(name)
    tree = ast.parse((PACKAGE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator."):
            imported(node.module.removeprefix("generator."), found)
    return found


def test_the_version_covers_all_code_that_draws():
    used = imported("drawing.draw", imported("design.faces", set()))
    hashed = {path for glob in store_module._DRAWING_CODE for path in PACKAGE.glob(glob)}
    assert {PACKAGE / f"{name.replace('.', '/')}.py" for name in used} <= hashed


def test_the_store_of_a_project_is_sealed_with_the_secret_of_the_user(tmp_path, monkeypatch):
    ours = project_store(tmp_path)
    assert ours.secret == secret()
    assert len(ours.secret) == 32
    ours.put("face", KEY, b"what we drew")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "another"))
    assert project_store(tmp_path).get("face", KEY) is None
