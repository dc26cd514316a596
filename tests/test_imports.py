"""The import graph: the generator stands on the validator, never the other way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = {
    "validator.findings": (),
    "validator.hints": (),
    "validator.catalogue": ("validator.findings", "validator.hints", "validator.catalogue"),
    "validator.checks": (
        "validator.findings",
        "validator.hints",
        "validator.catalogue",
        "validator.checks",
    ),
    "validator.rng": (),
    "validator.usage": (),
    "validator.setup": (
        "validator.findings",
        "validator.hints",
        "validator.rng",
        "validator.usage",
        "validator.catalogue",
        "validator.setup",
    ),
    "validator.play": (
        "validator.findings",
        "validator.hints",
        "validator.rng",
        "validator.usage",
        "validator.catalogue",
        "validator.setup",
        "validator.play",
    ),
    "validator.trials": (
        "validator.findings",
        "validator.hints",
        "validator.rng",
        "validator.usage",
        "validator.catalogue",
        "validator.setup",
        "validator.play",
        "validator.trials",
    ),
    "validator.games": (
        "validator.findings",
        "validator.hints",
        "validator.rng",
        "validator.usage",
        "validator.catalogue",
        "validator.setup",
        "validator.play",
        "validator.games",
    ),
}


def modules(package: str) -> list[Path]:
    path = ROOT / package.replace(".", "/")
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def imported(path: Path, for_types: bool = True) -> set[str]:
    """Modules that ``path`` imports; ``for_types``: also those only the type checker reads."""
    names: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not for_types:
        tree.body = [node for node in tree.body if not _is_type_checking(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {_target(node.module or "", alias.name) for alias in node.names}
    return names


def _is_type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _target(module: str, name: str) -> str:
    """What ``from module import name`` needs: the submodule ``name``, if there is one."""
    folder = ROOT / module.replace(".", "/")
    is_module = (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()
    return f"{module}.{name}" if is_module else module


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("path", modules("validator"), ids=str)
def test_validator_never_imports_the_generator(path: Path):
    assert not any(within(name, ("generator",)) for name in imported(path))


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_of_the_validator(layer: str):
    for path in modules(layer):
        ours = {name for name in imported(path) if within(name, ("validator",))}
        wrong = {name for name in ours if not within(name, LAYERS[layer])}
        assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_no_circles():
    graph: dict[str, set[str]] = {}
    for package in ("validator", "generator"):
        for path in modules(package):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            graph[name.removesuffix(".__init__")] = imported(path, for_types=False)
    seen: dict[str, str] = {}

    def visit(name: str, trail: tuple[str, ...]) -> None:
        if seen.get(name) == "done" or name not in graph:
            return
        assert name not in trail, " -> ".join((*trail, name))
        for other in sorted(graph[name]):
            visit(other, (*trail, name))
        seen[name] = "done"

    for name in graph:
        visit(name, ())
