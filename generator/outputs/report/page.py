"""The simulation report: one HTML page a game that works without a network.

Everything is inside the file: plots as SVG, the fonts as subsets, no scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from generator.installed import page_template
from generator.outputs.report import charts
from generator.outputs.report import figures as rows
from generator.outputs.report.charts import Interval
from generator.outputs.report.figures import Figures, TableFigures
from generator.typeset.fonts import font_faces
from validator.findings import Finding
from validator.simulation.depletion import PileReport, proof, then
from validator.simulation.statistics import share_of, summary
from validator.simulation.trials import TrialResult, lead_text, replay_command


def report_html(
    figures: Figures,
    findings: Sequence[Finding] = (),
    played: Sequence[tuple[str, Mapping[str, Any]]] = (),
) -> str:
    """Return the page of one game; ``findings`` are those of ``trilith check`` for it.

    ``played`` are games of people, as ``playtest.json`` describes them, each behind its revision.
    """
    results = figures.exhaustion.results
    games, stalled = rows.game_sums(rows.sensible(results))
    all_games, all_stalled = rows.game_sums(results)
    template = page_template("", "report.html.j2")
    with charts.in_style():
        plots = _plots(figures)
        counted = rows.card_rows(figures)
        cards = {set_: charts.cards(part, set_) for set_, part in counted.items()}
        pile_tables = [_pile_table(figures, table) for table in figures.tables]
    page = template.render(
        game=figures.game,
        unit=results[0].lengths[0],
        lines=[(table.name, one) for table in figures.tables for one in table.results],
        share_of=share_of,
        lead_text=lead_text,
        first=rows.first_sentences(figures),
        seed=figures.seed,
        effort=figures.effort,
        games=all_games,
        finished=games - stalled,
        stalled=stalled,
        drained=all_games - games,
        drained_stalled=all_stalled - stalled,
        tables=len(figures.tables),
        plots=plots,
        pile_tables=pile_tables,
        card_plots={set_: _inline(plot) for set_, plot in cards.items()},
        ruling_notes=[ruling for ruling in figures.game.rulings if ruling.is_open],
        variant_notes=[ruling for ruling in figures.game.rulings if ruling.variants],
        declared=figures.declared,
        compared_at=figures.compared_at,
        decisions=rows.decision_rows(figures),
        worth=rows.sections(figures.worth, rows.has_points(figures)),
        cards_counted=any(table.cards for table in figures.worth),
        in_points=rows.has_points(figures),
        never_played=rows.never_played(figures),
        mean_points=_mean_points(figures),
        findings=findings,
        played=[table for one in figures.tables if (table := compare_people(one, played))],
        odd=_odd_games(results),
        fonts=Markup(font_faces()),
    )
    return f"{page}\n"


def _plots(figures: Figures) -> dict[str, Markup]:
    """Return the plots that every report has, by name; a plot of nothing is left out."""
    wins = rows.panels(figures, rows.win_rates, several=True)  # with somebody to beat
    supplies = rows.supply_rows(figures)
    lengths = rows.panels(figures, lambda one: one.lengths[1])
    counts = {one.policy: one.totals.games for one in figures.tables[0].results}
    drawn = {"lengths": charts.lengths(lengths, counts, figures.tables[0].results[0].lengths[0])}
    if rows.has_points(figures):
        drawn["scores"] = charts.scores(rows.panels(figures, rows.score_spreads), counts)
    if wins:
        drawn["wins"] = charts.wins(wins, counts)
    if supplies:
        drawn["supplies"] = charts.supplies(supplies)
    for name, options in {
        "rulings": rows.readings(figures),
        "variants": rows.variants(figures),
    }.items():
        if options:
            compared = rows.ruling_rows(figures, options)
            drawn[name] = charts.rulings(compared, rows.measures(figures))
    return {name: _inline(svg) for name, svg in drawn.items()}


def _inline(svg: str) -> Markup:
    """Return a plot (our own SVG, safe as it is) in a box that scrolls on narrow screens."""
    return Markup(f'<div class="plot">{svg}</div>')


def _pile_table(figures: Figures, table: TableFigures) -> dict[str, object]:
    reports = [
        report
        for report in figures.exhaustion.piles
        if report.table == f"{table.configuration.players}+{table.configuration.bots}"
    ]
    panels = rows.pile_panels(table, "greedy")
    plot = _inline(charts.piles(panels, table.name)) if panels else Markup("")
    return {"name": table.name, "plot": plot, "rows": [_pile_row(report) for report in reports]}


def _pile_row(report: PileReport) -> dict[str, object]:
    return {
        "name": report.pile.name or report.pile.id,
        "size": report.size,
        "proof": proof(report),
        "can": report.bound is not None and report.bound.can_run_out,
        "then": then(report),
        "silent": report.pile.when_empty.value == "unstated",
        "trials": [
            {
                "policy": "drain" if trial.policy.startswith("drain:") else trial.policy,
                "rate": share_of(trial.sums.exhausted, trial.games),
                "turns": summary(trial.sums.first),
                "command": trial.command,
            }
            for trial in report.trials
        ],
    }


def _mean_points(figures: Figures) -> list[tuple[str, list[float]]]:
    return [
        (table.name, [_mean_score(table.of(policy)) for policy in figures.effort.policies])
        for table in figures.tables
    ]


def _mean_score(result: TrialResult) -> float:
    scores = [result.totals.scores[seat] for seat in rows.players(result)]
    counts = sum(sum(histogram.values()) for histogram in scores)
    points = sum(value * times for one in scores for value, times in one.items())
    return points / counts if counts else 0.0


_FEW = 5
"""Games of people from which on an interval of their mean is told: Student's is rough before."""
_MANY = 1_000
"""Games of people that are reckoned with at most."""


def compare_people(
    table: TableFigures, played: Sequence[tuple[str, Mapping[str, Any]]]
) -> dict[str, Any] | None:
    """The games of people at a table beside those of the best players there; None without any."""
    seats = (table.configuration.players, table.configuration.bots)
    games = [one for one in played if (one[1].get("players"), one[1].get("bots", 0)) == seats]
    if not games:
        return None
    best = table.results[-1]
    results = [{one["seat"]: one for one in game.get("seats", ())} for _, game in games]
    told = [*_win_rows(best, results), *_score_rows(best, results)]
    if minutes := [game["minutes"] for _, game in games if "minutes" in game]:
        told.append(_mean_row("Minutes", minutes))
    revisions = ", ".join(sorted({revision for revision, _ in games if revision}))
    head = {"name": table.name, "policy": best.policy, "games": len(games)}
    return {**head, "revisions": revisions, "rows": told}


def _win_rows(best: TrialResult, results: Sequence[Mapping[int, Any]]) -> Iterator[list[str]]:
    """How often each seat won, in the games of which the winner is known."""
    won = [one for one in results if any(seat.get("won") for seat in one.values())]
    for seat in rows.players(best) if won else ():
        wins = sum(one.get(seat + 1, {}).get("won", False) for one in won)
        share = share_of(best.totals.wins[seat], best.totals.finished)
        yield _share_row(f"Seat {seat + 1} wins", wins, len(won), share)


def _score_rows(best: TrialResult, results: Sequence[Mapping[int, Any]]) -> Iterator[list[str]]:
    """The scores of each seat, where they are known."""
    for seat in rows.players(best):
        scores = [one[seat + 1]["score"] for one in results if "score" in one.get(seat + 1, ())]
        every = [one for one, times in best.totals.scores[seat].items() for _ in range(times)]
        if scores and every:
            yield _mean_row(f"Seat {seat + 1}, score", scores, rows.mean_interval(every))


def _share_row(what: str, wins: int, games: int, simulated: Interval) -> list[str]:
    """A share of people's games and of simulated ones, and what it takes for them to differ."""

    def reckon(count: int) -> Interval:
        return share_of(round(wins / games * count), count)

    shares = (reckon(games), simulated)
    told = [f"{one:.0%} ({low:.0%} to {high:.0%})" for one, low, high in shares]
    needed = _count_games(games, reckon, simulated)
    return [what, f"{told[0]}, {wins} of {games}", told[1], needed]


def _mean_row(what: str, values: list[int], simulated: Interval | None = None) -> list[str]:
    """A mean of people's games beside a simulated one, where there is one."""

    def reckon(count: int) -> Interval:
        return rows.mean_interval((values * (count // len(values) + 1))[:count])

    count = len(values)
    people, *told = (
        f"{one:.1f}" + (f" ({low:.1f} to {high:.1f})" if known else "")
        for known, (one, low, high) in (
            (count >= _FEW, rows.mean_interval(values)),
            *([(True, simulated)] if simulated else ()),
        )
    )
    needed = _count_games(count, reckon, simulated) if simulated and count > 1 else ""
    return [what, f"{people}, {count} game{'s' * (count > 1)}", "".join(told), needed]


def _count_games(games: int, reckon: Callable[[int], Interval], simulated: Interval) -> str:
    """From how many games on the intervals are apart, if people go on as they began."""
    count = max(games, _FEW)
    while count < _MANY:
        _, low, high = reckon(count)
        if low > simulated[2] or high < simulated[1]:
            return f"about {count:,}" if count > games else "they differ"
        count += 1 + count // 20
    return f"more than {_MANY:,}"


def _odd_games(results: Sequence[TrialResult]) -> list[tuple[str, str]]:
    """Return games worth replaying, with their commands: stalled ones and the longest of all."""
    listed = [
        ("did not end", replay_command(result.plan, result.policy, index))
        for result in results
        for index in result.totals.stalled[:3]
    ]
    longest = max(results, key=lambda result: result.totals.longest[0], default=None)
    if longest is not None:
        turns, index = longest.totals.longest
        command = replay_command(longest.plan, longest.policy, index)
        listed.append((f"longest, {turns} turns", command))
    return listed
