"""One small change of a formula at a time: what can be changed, and how it reads then."""

import ast

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
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
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


def change_formula(text):
    """Every formula that a formula becomes by one change, in the order of its parts."""
    for place, node in enumerate(_walk(ast.parse(text, mode="eval"))):
        for change in _changes(node):
            tree = ast.parse(text, mode="eval")
            _change(tree, place, change)
            yield ast.unparse(tree)


def _walk(node):
    """All nodes, parents first, in the order of the source."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _walk(child)


def _changes(node):
    """The kinds of change that a node has."""
    match node:
        case ast.Compare(ops=ops):
            return [f"op {at}" for at, op in enumerate(ops) if type(op) in COMPARED]
        case ast.BinOp(op=op) if type(op) in REACHED:
            return ["op"]
        case ast.BoolOp():
            return ["op", *(f"drop {at}" for at in range(len(node.values)))]
        case ast.UnaryOp(op=ast.Not()):
            return ["drop"]
        case ast.Constant(value=int()) | ast.IfExp():
            return ["change"]
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            return ["swap"]
        case _:
            return []


def _change(tree, place, change):
    """Make a change at the node ``place`` of ``tree``."""
    node = next(one for at, one in enumerate(_walk(tree)) if at == place)
    kind, _, at = change.partition(" ")
    match node:
        case ast.Compare():
            node.ops[int(at)] = COMPARED[type(node.ops[int(at)])]()
        case ast.BoolOp() if kind == "drop":
            del node.values[int(at)]
            if len(node.values) == 1:
                _replace(tree, node, node.values[0])
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp():
            node.op = REACHED[type(node.op)]()
        case ast.UnaryOp():
            _replace(tree, node, node.operand)
        case ast.Constant():
            node.value += 1
        case ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Call(func=ast.Name() as name):
            name.id = SWAPPED[name.id]
    ast.fix_missing_locations(tree)


def _replace(tree, old, new):
    """Put ``new`` where ``old`` stands."""
    for parent in _walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new
