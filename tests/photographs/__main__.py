"""``make photographs``: sheets filled in by many hands, photographed badly, and read.

`photographs [RECORD.json SHEETS.pdf] [--photographs N] [--from N]` fills in the sheets of a print,
or plain ones that are drawn here, takes a photograph of each by hand, in bad light and aslant, and
reads it. Whatever is done is kept in output/photographs.jsonl, by the sheets and the code that
read them, so that the same command goes on where it was. What is meant is known, so every box is
right, wrong or asked about; all boxes of a photograph that is refused count as asked about.
"""

import hashlib
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

import cv2  # noqa: E402
import pypdfium2  # noqa: E402
from cattrs import structure  # noqa: E402
from photographs.camera import any_shot, photograph  # noqa: E402
from photographs.pens import COLOURS, SCALE, WIDTHS, Filler  # noqa: E402
from photographs.standins import stand_in  # noqa: E402
from proofs import ROOT, command_line  # noqa: E402

from generator.changes.print_records import PrintRecord, record_text  # noqa: E402
from generator.failures import WrongUseError  # noqa: E402
from generator.playtest.photographs import read_photograph  # noqa: E402

KEPT = ROOT / "output" / "photographs.jsonl"
MOST_ASKED, MOST_WRONG = 0.03, 0.003
FIGURES = ("boxes", "asked", "wrong", "meant", "meant_asked", "meant_wrong")


class Sheets:
    """The sheets of a print, drawn, and what is asked on them."""

    def __init__(self, record, pdf):
        self.text, self.pdf = record, pdf
        self.record = json.loads(record)
        self.print = structure(self.record, PrintRecord)
        self.drawn = {}

    def draw(self, number):
        """A sheet as it comes out of the printer."""
        if number not in self.drawn:
            with pypdfium2.PdfDocument(self.pdf) as document:
                page = document[number].render(scale=SCALE * 25.4 / 72)
                self.drawn[number] = page.to_pil().convert("RGB")
        return self.drawn[number].copy()

    def take(self, seed):
        """A photograph of a sheet: its JPEG, its page, what is meant, and names of its faults."""
        luck = random.Random(seed)
        number = seed % len(self.record["pages"])
        page, paper = self.record["pages"][number], self.draw(number)
        pen = luck.choice(list(COLOURS)), luck.choice(list(WIDTHS))
        filled = Filler(paper, page, self.record["questions"], luck, *pen).fill()
        shot = any_shot(luck)
        return photograph(paper, SCALE, shot, seed), page, filled, shot.faults() | filled.faults

    def find(self, code):
        return self.print if code == self.print.code else None


def read_one(sheets, seed, folder):
    """Figures of one photograph."""
    jpeg, page, filled, faults = sheets.take(seed)
    path = Path(folder, f"{seed}.jpg")
    path.write_bytes(jpeg)
    told = {"seed": seed, "faults": sorted(faults), "refused": "", "missed": []}
    try:
        (reading,) = read_photograph(path, sheets.find)
    except WrongUseError as error:
        told["refused"] = str(error)
        return told | count(page, filled, None)
    finally:
        path.unlink()
    pictures = set(reading.pictures) ^ filled.written
    told["missed"] = misread(page, filled, reading)
    return told | count(page, filled, reading) | {"lines_wrong": len(pictures)}


def misread(page, filled, reading):
    """Cells that are read other than meant, and were not asked about."""
    return [
        (cell["answers"], cell["value"])
        for cell in page["cells"]
        if (cell["answers"], cell["value"]) not in reading.unsure
        and (cell["value"] in reading.marks.get(cell["answers"], ()))
        != (cell["value"] in filled.marks.get(cell["answers"], ()))
    ]


def count(page, filled, reading):
    """Boxes, those asked about, those wrong; and the same of those that are meant."""
    boxes = [(cell["answers"], cell["value"]) for cell in page["cells"]]
    meant = {one for one in boxes if one[1] in filled.marks.get(one[0], ())}
    asked = set(boxes if reading is None else reading.unsure)
    wrong = set() if reading is None else set(misread(page, filled, reading))
    figures = (boxes, asked, wrong, meant, meant & asked, meant & wrong)
    return dict(zip(FIGURES, map(len, figures), strict=True)) | {
        "lines": len(page["lines"]),
        "lines_wrong": 0,
    }


def fingerprint(sheets):
    """Of the sheets and of all that draws and reads them."""
    code = [*Path(__file__).parent.glob("*.py"), *(ROOT / "generator" / "playtest").glob("*.py")]
    texts = [sheets.text.encode(), sheets.pdf, *(one.read_bytes() for one in sorted(code))]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]


def run(sheets, seeds):
    """Figures of all, as they come; kept, so that none is taken twice."""
    mark = fingerprint(sheets)
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    known = {one["seed"]: one for one in map(json.loads, lines) if one["of"] == mark}
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            if seed not in known:
                known[seed] = read_one(sheets, seed, folder) | {"of": mark}
                with KEPT.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(known[seed]) + "\n")
            yield known[seed]


def total(told):
    """The sum of the figures of several photographs."""
    figures = Counter()
    for one in told:
        figures.update({name: one[name] for name in (*FIGURES, "lines", "lines_wrong")})
        figures["refused"] += bool(one["refused"])
    return figures


def row(name, told):
    """A line of the table."""
    sums = total(told)
    left = sums["boxes"] - sums["asked"]
    asked, wrong = sums["asked"] / max(sums["boxes"], 1), sums["wrong"] / max(left, 1)
    return (
        f"{name:14}{len(told):5}{sums['refused']:8}{sums['boxes']:8}{asked:9.2%}{wrong:9.3%}"
        f"{sums['meant']:8}{sums['meant_asked']:7}{sums['meant_wrong']:6}"
    )


def main():
    asked = command_line(__doc__, some=["files"], photographs=500, **{"from": 0})
    if asked.files:
        record, pdf = (Path(one).read_bytes() for one in asked.files)
        sheets = Sheets(record.decode(), pdf)
    else:
        record, pdf = stand_in()
        sheets = Sheets(record_text(record), pdf)
    first = getattr(asked, "from")
    cv2.setNumThreads(1)
    told = []
    for one in run(sheets, range(first, first + asked.photographs)):
        told.append(one)
        if one["refused"] or one["missed"]:
            print(f"{one['seed']}: {one['refused'] or one['missed']}", file=sys.stderr, flush=True)
    print(f"{'fault':14}    n refused   boxes    asked    wrong   meant  asked wrong")
    for name in sorted({name for one in told for name in one["faults"]}):
        print(row(name, [one for one in told if name in one["faults"]]))
    print(row("all", told))
    sums = total(told)
    print(f"lines: {sums['lines_wrong']} of {sums['lines']} taken for written, or not, wrongly")
    left = sums["boxes"] - sums["asked"]
    return int(
        sums["asked"] > MOST_ASKED * sums["boxes"] or sums["wrong"] > MOST_WRONG * max(left, 1)
    )


if __name__ == "__main__":
    sys.exit(main())
