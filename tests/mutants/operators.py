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
    return map(ast.unparse, _changed(ast.parse(text, mode="eval")))


def _changed(node):
    """All that a node becomes by one change, of itself and then of the nodes in it."""
    yield from _changed_itself(node)
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield from (_with(node, name, new) for new in _changed(value))
        for at, one in enumerate(value if isinstance(value, list) else ()):
            for new in _changed(one) if isinstance(one, ast.AST) else ():
                yield _with(node, name, [*value[:at], new, *value[at + 1 :]])


def _changed_itself(node):
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if other := COMPARED.get(type(op)):
                    yield _with(node, "ops", [*ops[:at], other(), *ops[at + 1 :]])
        case ast.BinOp(op=op) if type(op) in REACHED:
            yield _with(node, "op", REACHED[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield _with(node, "op", ast.Or() if isinstance(op, ast.And) else ast.And())
            for at in range(len(values)):
                left = values[:at] + values[at + 1 :]
                yield _with(node, "values", left) if len(left) > 1 else left[0]
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case ast.IfExp(test=test):
            yield _with(node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield _with(node, "func", ast.Name(SWAPPED[name]))


def _with(node, name, value):
    return type(node)(**{**dict(ast.iter_fields(node)), name: value})
