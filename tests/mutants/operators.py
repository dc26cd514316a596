"""One small change of an engine's source at a time: what can be changed, and how it reads then."""

import ast
import importlib.util
import sys
from copy import deepcopy
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder

from validator.rules.places import TELLING

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
REACHED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
NO_RULE = ("strict", "turn_cap", "choice_cap")
"""Arguments that only watch over a game: whether lists are as long, and that it comes to an end."""
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Planted(MetaPathFinder, Loader):
    """Imports one module from a changed source."""

    def __init__(self, module, path, source):
        self.module = module
        self.path = path
        self.source = source

    def find_spec(self, name, path, target=None):
        if name != self.module:
            return None
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        spec = importlib.util.spec_from_loader(name, self, origin=str(self.path))
        if spec is not None:
            spec.submodule_search_locations = inside
        return spec

    def exec_module(self, module):
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the function it stands in, the line (from 1), the statement before and after.

    ``text`` is the source of the module as it stands, ``place`` the number of the node that is
    changed, ``change`` which of the changes that it has.
    """

    file: str
    line: int
    function: str
    before: str
    after: str
    text: str
    place: int
    change: int

    @property
    def source(self):
        """The source of the module with the change."""
        tree = ast.parse(self.text)
        _mutate(tree, self.place, self.change)
        return ast.unparse(tree)

    @property
    def name(self):
        """What the change is known by, whatever line it stands on."""
        return f"{self.file} {self.function}: {self.before} => {self.after}"

    def plant(self, root):
        """Let this process import the changed module in place of the one below ``root``."""
        module = self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        sys.meta_path.insert(0, Planted(module, root / self.file, self.source))


def mutants(file, source):
    """Every change of a module, in the order of its nodes."""
    tree = ast.parse(source)
    nodes = list(_walk(tree))
    for place, (function, statement, count) in _places(tree).items():
        before = _line(statement)
        for change in range(count):
            after = _line(_changed(statement, nodes[place], change))
            if before != after:
                line = statement.lineno
                yield Mutant(file, line, function, before, after, source, place, change)


def _changed(statement, node, change):
    """A copy of a statement with a change at one of its nodes."""
    copy = ast.Module([deepcopy(statement)], [])
    place = next(at for at, one in enumerate(_walk(statement)) if one is node)
    _mutate(copy, place + 1, change)
    return copy.body[0]


def _line(node):
    """A statement as one line: of a compound one its head."""
    text = ast.unparse(node)
    return text.splitlines()[0] if hasattr(node, "body") else " ".join(text.split())


def _walk(node):
    """All nodes, parents first, in the order of the source."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _walk(child)


def _places(tree):
    """By number of a node: its function, its statement, how many changes it has."""
    numbers = {id(node): at for at, node in enumerate(_walk(tree))}
    found = {}

    def visit(node, function, statement):
        if _is_no_rule(node):
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}" if function else node.name
        statement = node if isinstance(node, ast.stmt) else statement
        count = len(_changes(node))
        if count:
            found[numbers[id(node)]] = (function, statement, count)
        for child in _played(node):
            visit(child, function, statement)

    visit(tree, "", tree.body[0])
    return found


def _is_no_rule(node):
    """Texts, errors, imports, what only tells of a game, and :data:`NO_RULE`."""
    if isinstance(node, ast.FunctionDef) and node.name in TELLING:
        return True
    if isinstance(node, ast.Assign):
        return any(isinstance(one, ast.Name) and one.id.startswith("__") for one in node.targets)
    if isinstance(node, ast.keyword) and node.arg in NO_RULE:
        return True
    return isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr)


def _played(node):
    """The children of a node without annotations and decorators."""
    left_out = []
    if isinstance(node, ast.FunctionDef):
        left_out = [node.args, node.returns, *node.decorator_list]
    if isinstance(node, ast.AnnAssign):
        left_out = [node.annotation, node.target]
    if isinstance(node, ast.ClassDef):
        left_out = [*node.bases, *node.decorator_list]
    return [child for child in ast.iter_child_nodes(node) if child not in left_out]


def _changes(node):
    """The kinds of change that a node has."""
    match node:
        case ast.Compare(ops=ops):
            return [f"op {at}" for at, op in enumerate(ops) if type(op) in COMPARED]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in REACHED:
            drop = ["drop"] if isinstance(node, ast.AugAssign) else []
            return ["op", *drop]
        case ast.BoolOp():
            return ["op", *(f"drop {at}" for at in range(len(node.values)))]
        case ast.UnaryOp(op=ast.Not()):
            return ["drop"]
        case ast.Constant(value=bool()):
            return ["flip"]
        case ast.Constant(value=int()):
            return ["more"]
        case ast.If() | ast.IfExp() | ast.While():
            return ["negate"] if not isinstance(node, ast.While) else []
        case ast.comprehension(ifs=ifs):
            return [f"drop {at}" for at in range(len(ifs))]
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            return ["swap"]
        case ast.Expr(value=ast.Call()):
            return ["drop"]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return ["drop"]
        case ast.Break() | ast.Continue():
            return ["drop"]
        case _:
            return []


def _mutate(tree, place, number):
    """Make change ``number`` at the node ``place`` of ``tree``."""
    node = next(one for at, one in enumerate(_walk(tree)) if at == place)
    kind, _, at = _changes(node)[number].partition(" ")
    match node:
        case ast.Compare():
            node.ops[int(at)] = COMPARED[type(node.ops[int(at)])]()
        case ast.comprehension():
            del node.ifs[int(at)]
        case ast.BoolOp() if kind == "drop":
            del node.values[int(at)]
            if len(node.values) == 1:
                _replace(tree, node, node.values[0])
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp() | ast.AugAssign() if kind == "op":
            node.op = REACHED[type(node.op)]()
        case ast.UnaryOp():
            _replace(tree, node, node.operand)
        case ast.Constant():
            node.value = not node.value if kind == "flip" else int(str(node.value)) + 1
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Call(func=ast.Name() as name):
            name.id = SWAPPED[name.id]
        case _:
            _replace(tree, node, ast.Pass())
    ast.fix_missing_locations(tree)


def _replace(tree, old, new):
    """Put ``new`` where ``old`` stands."""
    for parent in _walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new
