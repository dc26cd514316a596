"""The preflight report that lies beside the files for a shop."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.outputs.shop.manifest import Order
from generator.press.inks.cmyk import Press
from generator.press.shop.shops import Shop
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors

RULES: Mapping[str, str] = {
    "preflight-safe-area": "letters in the safe area",
    "preflight-bleed": "art to the end of the bleed",
    "preflight-resolution": "resolution of pictures",
    "preflight-pixels": "pixels of faces",
    "preflight-boxes": "media, bleed and trim boxes",
    "preflight-fonts": "fonts embedded",
    "preflight-outlines": "letters as outlines",
    "preflight-layers": "no layers",
    "preflight-name": "sizes in file names",
    "preflight-transparency": "no transparency",
    "preflight-colour": "colours are inks, output intent",
    "preflight-overprint": "black letters",
    "preflight-ink": "total ink",
}
_ONLY_PDF = ("preflight-boxes", "preflight-fonts", "preflight-layers", "preflight-name")
_ONLY_CMYK = ("preflight-colour", "preflight-ink", "preflight-overprint")


@dataclass(frozen=True, slots=True)
class Report:
    """What the report is about; ``most_ink`` is a sum (4.0 is 400 %)."""

    order: Order
    files: Mapping[str, int]
    most_ink: float
    findings: tuple[Finding, ...]
    press: Press | None = None

    @property
    def game(self) -> Game:
        """The game that is ordered."""
        return self.order.game

    @property
    def shop(self) -> Shop:
        """The shop that it is ordered from."""
        return self.order.shop


def as_text(report: Report) -> str:
    """The report for people: files, rules that passed or failed, then every finding."""
    return "\n".join([*_head(report), "", *_rules(report), *_details(report)]) + "\n"


def findings_json(report: Report) -> str:
    """The report for programs."""
    shop, press = report.shop, report.press
    data = {
        "game": report.game.id,
        "revision": report.game.revision,
        "shop": shop.id,
        "passed": not has_errors(report.findings),
        "profile": press.profile.description if press else None,
        "standard": press.standard.value if press else None,
        "most_ink_percent": round(report.most_ink * 100, 1) if press else None,
        "left_out": [
            {
                "set": gone.component_set.id,
                "pieces": gone.count,
                "why": gone.why,
            }
            for gone in report.order.left_out
        ],
        "files": [{"file": name, "pages": pages} for name, pages in report.files.items()],
        "findings": [
            {
                "code": f.code,
                "severity": f.severity.value,
                "file": f.place.file,
                "line": f.place.line,
                "column": f.place.column,
                "message": f.message,
                "hint": f.hint,
            }
            for f in report.findings
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _head(report: Report) -> Iterator[str]:
    game, shop, press = report.game, report.shop, report.press
    pages = sum(report.files.values())
    what = "pages" if shop.files == "pdf" else "pictures"
    verdict = "FAILED" if has_errors(report.findings) else "passed"
    yield f"{game.name}, revision {game.revision}, for {shop.name}: preflight {verdict}"
    yield f"{len(report.files)} files, {pages} {what}; bleed {shop.bleed_mm:g} mm"
    if press is not None:
        yield f"{press.standard.value}, {press.profile.description}"
    for gone in report.order.left_out:
        yield f"left out: {gone.component_set.name} ({gone.count}): {gone.why}"
    if shop.note:
        yield shop.note
    if shop.recall:
        yield f"Not seen in a source of the shop, so ask: {', '.join(shop.recall)}"


def _rules(report: Report) -> Iterator[str]:
    for code, name in RULES.items():
        if not _applies(code, report.shop):
            continue
        failed = [finding for finding in report.findings if finding.code == code]
        figure = ""
        if code == "preflight-ink":
            figure = f" (most {report.most_ink * 100:.0f} % of {report.shop.most_ink:g} %)"
        elif code == "preflight-overprint":
            figure = " overprint" if report.shop.overprints else " spare out their ground"
        verdict = "FAIL" if has_errors(failed) else "look" if failed else "ok  "
        yield f"  {verdict} {name}{figure}" + (f": {len(failed)} times" if failed else "")


def _applies(code: str, shop: Shop) -> bool:
    if code in _ONLY_CMYK:
        return shop.colour == "cmyk"
    if code == "preflight-outlines":
        return shop.fonts == "outlines"
    if code == "preflight-name" and "{size}" not in shop.naming:
        return False
    if code == "preflight-transparency":
        return shop.opaque
    if code == "preflight-pixels":
        return shop.files != "pdf"
    return code not in _ONLY_PDF or shop.files == "pdf"


def _details(report: Report) -> Iterator[str]:
    for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE):
        found = [finding for finding in report.findings if finding.severity is severity]
        if found:
            yield ""
            yield f"{severity.value}s:"
        for finding in found:
            yield f"  {finding.place} {finding.code}: {finding.message}"
            if finding.hint:
                yield f"      {finding.hint}"
