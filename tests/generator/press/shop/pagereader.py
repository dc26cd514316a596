"""A reader of pages that knows nothing of trilith: content streams and matrices, by pikepdf alone.

It gives all strokes, slim filled rectangles and letters of a page, with the boxes that they fill,
in mm from the top left corner of the page. What is light is told by the paint that lies under it.
"""

import math
from dataclasses import dataclass

import pikepdf

MM = 25.4 / 72


@dataclass
class Seen:
    """A line, a letter or a shape: its size in pt, its box (mm), and grey (0 to 1) of paint."""

    kind: str
    size: float
    box: tuple
    grey: float
    ground: float = 1.0


def _grey(operator, numbers):
    values = [float(number) for number in numbers]
    if operator in ("g", "G"):
        return values[0]
    if operator in ("rg", "RG"):
        return 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2]
    cyan, magenta, yellow, black = values
    return (1 - black) * (1 - 0.299 * cyan - 0.587 * magenta - 0.114 * yellow)


class Reader:
    """Walks a page as a press does, from the bottom to the top."""

    def __init__(self, page):
        left, _, _, top = (float(value) for value in page.mediabox)
        self.flip = pikepdf.Matrix(MM, 0, 0, -MM, -left * MM, top * MM)
        self.seen = []
        self.walk(page.obj, page.obj.get("/Resources", {}), pikepdf.Matrix())

    def ground(self, box):
        """The paint under the middle of a box."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        below = [
            one.grey
            for one in self.seen
            if one.kind == "shape"
            and one.box[0] <= x <= one.box[2]
            and one.box[1] <= y <= one.box[3]
        ]
        return below[-1] if below else 1.0

    def add(self, kind, size, points, grey, more=0.0):
        xs, ys = zip(*points, strict=True)
        box = (min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more)
        self.seen.append(Seen(kind, size, box, grey, self.ground(box)))

    def walk(self, stream, resources, matrix):
        state = {"ctm": matrix, "fill": 0.0, "line": 0.0, "width": 1.0, "size": 0.0}
        stack, path, start, text = [], [], None, pikepdf.Matrix()
        for operands, operator in pikepdf.parse_content_stream(stream):
            name = str(operator)
            if name == "q":
                stack.append(dict(state))
            elif name == "Q":
                state = stack.pop()
            elif name == "cm":
                state["ctm"] = pikepdf.Matrix(*map(float, operands)) @ state["ctm"]
            elif name == "w":
                state["width"] = float(operands[0])
            elif name in ("g", "rg", "k"):
                state["fill"] = _grey(name, operands)
            elif name in ("G", "RG", "K"):
                state["line"] = _grey(name, operands)
            elif name in ("m", "l", "c", "re"):
                numbers = [float(number) for number in operands]
                if name == "re":
                    x, y, w, h = numbers
                    numbers = [x, y, x + w, y, x + w, y + h, x, y + h]
                start = numbers[:2] if name in ("m", "re") else start
                whole = state["ctm"] @ self.flip
                path += [
                    whole.transform(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)
                ]
            elif name in ("f", "f*", "S", "s", "B", "B*", "b", "n"):
                if path and name in ("f", "f*", "B", "B*", "b"):
                    self.fill(path, state)
                if path and name in ("S", "s", "B", "B*", "b"):
                    a, b, c, d = (getattr(state["ctm"], way) for way in "abcd")
                    width = state["width"] * math.sqrt(abs(a * d - b * c))
                    self.add("line", width, path, state["line"], width * MM / 2)
                path = []
            elif name == "BT":
                text = pikepdf.Matrix()
            elif name == "Tf":
                state["size"] = float(operands[1])
            elif name == "Tm":
                text = pikepdf.Matrix(*map(float, operands))
            elif name in ("Tj", "TJ"):
                whole = text @ state["ctm"]
                size = state["size"] * math.hypot(whole.c, whole.d)
                x, y = (whole @ self.flip).transform((0, 0))
                high = size * MM
                self.add("letter", size, [(x, y), (x + high / 2, y - high / 2)], state["fill"])
            elif name == "Do":
                form = resources["/XObject"][str(operands[0])]
                if form.get("/Subtype") == "/Form":
                    inner = pikepdf.Matrix(*map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
                    self.walk(form, form.get("/Resources", {}), inner @ state["ctm"])

    def fill(self, path, state):
        """A filled shape; a rectangle that is five times longer than wide is a line."""
        self.add("shape", 0.0, path, state["fill"])
        box = self.seen[-1].box
        short, long = sorted((box[2] - box[0], box[3] - box[1]))
        if len(path) in (4, 5) and short * 5 <= long:
            whole = self.seen.pop()
            self.seen.append(Seen("line", short / MM, whole.box, whole.grey, whole.ground))
