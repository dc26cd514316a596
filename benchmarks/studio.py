"""How soon the studio shows an edit: YAML, sheet, template, layout and theme in random order.

From the moment that a file is written until a browser has painted the face that is looked at, and
until it shows a finding; 160 cards, half of them in a sheet. After each kind of edit the pixels of
the page are compared with those of a fresh preview, which is drawn as a print is. At last, how
soon Henge is open.
"""

from __future__ import annotations

import base64
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

ROOT = Path(__file__).parent.parent
ROUNDS = 10
CARDS = 160
OPENED = 5
SEED = 13
_PAINTED = """
const [id, before, done] = arguments;
const look = () => {
  const image = document.querySelector(`.tile[data-id="${id}"] img`);
  if (image && image.dataset.key !== before) {
    requestAnimationFrame(() => setTimeout(() => done(Date.now()), 0));
  } else requestAnimationFrame(look);
};
look();
"""
_FOUND = """
const [id, wanted, done] = arguments;
const look = () => {
  const badge = document.querySelector(`.tile[data-id="${id}"] .badge.error`);
  if (Boolean(badge) === wanted) requestAnimationFrame(() => done(Date.now()));
  else requestAnimationFrame(look);
};
look();
"""
_PIXELS = """
const image = document.querySelector(`.tile[data-id="${arguments[0]}"] img`);
const canvas = document.createElement("canvas");
[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
canvas.getContext("2d").drawImage(image, 0, 0);
return [Number(/-(\\d+)\\.png/.exec(image.src)[1]), canvas.toDataURL("image/png")];
"""
_KEY = "return document.querySelector(`.tile[data-id='${arguments[0]}'] img`)?.dataset.key ?? ''"
_FACE = """
const images = [...document.querySelectorAll(".tile img")];
return images.some((one) => one.complete && one.naturalWidth);
"""
_SET = """kind: components
set: {name}
name: {name}
singular: {name}
form: card
size: poker
template: basic/card
provenance: reconstructed
fields:
  type: object
  required: [cost]
  properties: {{cost: {{type: integer, minimum: 0, maximum: 9}}}}
components:{records}
"""


def run() -> list[tuple[str, str]]:
    find_tests()
    from chromium import chromium, find_programs
    from studiohost import start, stop

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.environ["XDG_CONFIG_HOME"] = folder
        project = Path(folder) / "project"
        make_project(project, CARDS)
        host = start(project)
        stack.callback(stop, host)
        page = stack.enter_context(chromium(find_programs()))
        page.set_script_timeout(60)
        page.get(host.address)
        return _measured(page, project) + _open_henge(page)


def _open_henge(page: Any) -> list[tuple[str, str]]:
    """Milliseconds from the address of a studio that has just begun to the first face of Henge."""
    from studiohost import start, stop

    times = list[float]()
    for _ in range(OPENED):
        host = start(ROOT, game="henge")
        page.get("about:blank")
        begun = time.time()
        page.get(host.address)
        wait(page, _FACE)
        times.append(1000 * (time.time() - begun))
        stop(host)
    return [(f"Henge from address to first face, {OPENED} starts", spread(sorted(times)))]


def find_tests() -> None:
    """Have those modules of tests found that start a studio and a browser."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "generator" / "studio")]


def make_project(root: Path, cards: int) -> None:
    """A starter with more cards, half of them in a sheet, and templates of its own."""
    trilith = [sys.executable, "-m", "generator.start"]
    root.mkdir()
    (root / "components").mkdir()
    subprocess.run([*trilith, "new", "Fog", "--project", root], check=True, capture_output=True)
    fog = root / "components" / "fog"
    half = range(cards // 2)
    rows = "".join(f"\n  - {{id: y-{n}, name: Card {n}, cost: {n % 10}}}" for n in half)
    (fog / "written.yaml").write_text(_SET.format(name="written", records=rows))
    (fog / "listed.yaml").write_text(_SET.format(name="listed", records=" {from: listed.csv}"))
    lines = "".join(f"s-{n},Row {n},{n % 10}\n" for n in half)
    (fog / "listed.csv").write_text(f"id,name,cost\n{lines}")
    (root / "templates" / "basic").mkdir(parents=True)
    for name in ("card.svg.j2", "card.layout.yaml"):
        shutil.copy(ROOT / "templates" / "basic" / name, root / "templates" / "basic" / name)
    (root / "templates" / "theme.yaml").write_text("kind: theme\ncolours: {paper: '#ffffff'}\n")


def _measured(page: Any, root: Path) -> list[tuple[str, str]]:
    kinds = _kinds(root)
    order = [*kinds, "finding"] * ROUNDS
    random.Random(SEED).shuffle(order)
    looked = {"sheet": "s-1"}
    times: defaultdict[str, list[float]] = defaultdict(list)
    same: dict[str, bool] = {}
    wait(page, "return document.body.dataset.status === 'ready'")
    look_at(page, "y-1")
    for number, kind in enumerate(order):
        name = looked.get(kind, "y-1")
        look_at(page, name)
        if kind == "finding":
            times[kind].append(_finding(page, root))
            continue
        before = page.execute_script(_KEY, name)
        begun = time.time()
        kinds[kind](number)
        shown = page.execute_async_script(_PAINTED, name, before)
        times[kind].append(shown - 1000 * begun)
        if kind not in same:
            same[kind] = _is_as_printed(page, root, name)
    return _told(times, same)


def _kinds(root: Path) -> Mapping[str, Callable[[int], None]]:
    """Each edit by its kind; the number makes it another one each time."""
    fog, templates = root / "components" / "fog", root / "templates"
    drawn, laid = templates / "basic" / "card.svg.j2", templates / "basic" / "card.layout.yaml"
    written, listed = fog / "written.yaml", fog / "listed.csv"
    texts = {path: path.read_text() for path in (drawn, laid, written, listed)}
    shape = '<circle cx="{}" cy="9" r="2"/>\n'

    def sheet(number: int) -> None:
        listed.write_text(texts[listed].replace("Row 1,", f"Row one {number},"))

    def yaml(number: int) -> None:
        written.write_text(texts[written].replace("Card 1,", f"Card one {number},"))

    def template(number: int) -> None:
        drawn.write_text(texts[drawn] + shape.format(3 + number / 4))

    def layout(number: int) -> None:
        moved = f"y: 50% - {2 + (number + 1) / 10:g}, h"
        laid.write_text(texts[laid].replace("y: 50% - 2, h", moved))

    def theme(number: int) -> None:
        colour = f"#ff{number % 256:02x}f0"
        (templates / "theme.yaml").write_text(f"kind: theme\ncolours: {{paper: '{colour}'}}\n")

    return {"yaml": yaml, "sheet": sheet, "template": template, "layout": layout, "theme": theme}


def _finding(page: Any, root: Path) -> float:
    """Milliseconds from a wrong value to its finding on the card; it is mended again."""
    path = root / "components" / "fog" / "written.yaml"
    good = path.read_text()
    begun = time.time()
    path.write_text(good.replace("cost: 1}", "cost: 99}", 1))
    shown: float = page.execute_async_script(_FOUND, "y-1", True)
    path.write_text(good)
    page.execute_async_script(_FOUND, "y-1", False)
    return shown - 1000 * begun


def look_at(page: Any, name: str) -> None:
    script = "document.querySelector(`.tile[data-id='${arguments[0]}']`).click()"
    page.execute_script(script, name)
    wait(page, _KEY, name)
    wait(page, "return document.body.dataset.status === 'ready'")


def wait(page: Any, script: str, *words: str) -> None:
    end = time.monotonic() + 300
    while not page.execute_script(script, *words):
        if time.monotonic() > end:
            raise TimeoutError(script)
        time.sleep(0.05)


def _is_as_printed(page: Any, root: Path, name: str) -> bool:
    """Tell whether the page's pixels are those of a fresh preview, in a process of its own."""
    dpi, shown = page.execute_script(_PIXELS, name)
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "generator.start", "preview", "fog", "--only", name]
        command += ["--bleed", "--dpi", str(dpi), "--out", out, "--project", str(root)]
        subprocess.run(command, check=True, capture_output=True)
        fresh = Image.open(next(Path(out).rglob(f"{name}.png"))).convert("RGB")
    data = base64.b64decode(shown.partition(",")[2])
    pixels = Image.open(io.BytesIO(data)).convert("RGB")
    return pixels.size == fresh.size and ImageChops.difference(pixels, fresh).getbbox() is None


def _told(times: Mapping[str, list[float]], same: Mapping[str, bool]) -> list[tuple[str, str]]:
    drawn = sorted(one for kind, many in times.items() if kind != "finding" for one in many)
    rows = [(f"edit to pixels, {len(drawn)} edits of {CARDS} cards", spread(drawn))]
    rows += [(f"  {kind}", spread(sorted(many))) for kind, many in sorted(times.items())]
    rows.append(
        ("kinds whose pixels are those of a fresh preview", f"{sum(same.values())}/{len(same)}")
    )
    rows.append(("load of the machine meanwhile", f"{os.getloadavg()[0]:.1f}"))
    return rows


def spread(many: list[float]) -> str:
    if not many:
        return "not tried"
    most = many[min(len(many) - 1, round(0.95 * (len(many) - 1)))]
    return f"median {many[len(many) // 2]:.0f} ms, 95 % within {most:.0f} ms"
