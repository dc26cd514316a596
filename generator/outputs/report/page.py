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
from validator.catalogue.words.language import Tongue
from validator.findings import Finding
from validator.simulation.depletion import PileReport, proof, then
from validator.simulation.statistics import share_of, summary
from validator.simulation.trials import TrialResult, lead_text, policy_name, replay_command


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
    tongue = figures.game.tongue
    template = page_template("", "report.html.j2", tongue)
    with charts.in_style():
        plots = _plots(figures, tongue)
        counted = rows.card_rows(figures)
        cards = {set_: charts.cards(part, set_, tongue) for set_, part in counted.items()}
        pile_tables = [_pile_table(figures, table) for table in figures.tables]
    page = template.render(
        game=figures.game,
        unit=results[0].lengths[0],
        lines=[(table.name, one) for table in figures.tables for one in table.results],
        share_of=share_of,
        lead_text=lead_text,
        tongue=tongue,
        span=lambda low, high: tongue.span(f"{low:.0%}", f"{high:.0%}"),
        name_of={one: policy_name(one, tongue) for one in charts.COLOURS},
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
        printed=rows.printed_sections(figures.worth),
        pairs=rows.pair_rows(figures.worth),
        together=figures.tables[0].results[0].frame.teams == 1,
        cards_counted=any(table.cards for table in figures.worth),
        in_points=rows.has_points(figures),
        never_played=rows.never_played(figures),
        mean_points=_mean_points(figures),
        findings=findings,
        played=[table for one in figures.tables if (table := compare_people(one, played))],
        odd=_odd_games(results, tongue),
        fonts=Markup(font_faces()),
    )
    return f"{page}\n"


def _plots(figures: Figures, tongue: Tongue) -> dict[str, Markup]:
    """Return the plots that every report has, by name; a plot of nothing is left out."""
    wins = rows.panels(figures, rows.win_rates, several=True)  # with somebody to beat
    supplies = rows.supply_rows(figures)
    lengths = rows.panels(figures, lambda one: one.lengths[1])
    counts = {one.policy: one.totals.games for one in figures.tables[0].results}
    unit = figures.tables[0].results[0].lengths[0]
    drawn = {"lengths": charts.lengths(lengths, counts, unit, tongue)}
    if rows.has_points(figures):
        drawn["scores"] = charts.scores(rows.panels(figures, rows.score_spreads), counts, tongue)
    if wins:
        drawn["wins"] = charts.wins(wins, counts, tongue)
    if supplies:
        drawn["supplies"] = charts.supplies(supplies, tongue)
    for name, options in {
        "rulings": rows.readings(figures),
        "variants": rows.variants(figures),
    }.items():
        if options:
            compared = rows.ruling_rows(figures, options)
            drawn[name] = charts.rulings(compared, rows.measures(figures), tongue)
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
    panels, tongue = rows.pile_panels(table, "greedy"), figures.game.tongue
    plot = _inline(charts.piles(panels, table.name, tongue)) if panels else Markup("")
    listed = [_pile_row(report, tongue) for report in reports]
    return {"name": table.name, "plot": plot, "rows": listed}


def _pile_row(report: PileReport, tongue: Tongue) -> dict[str, object]:
    return {
        "name": report.pile.name or report.pile.id,
        "size": report.size,
        "proof": proof(report, tongue),
        "can": report.bound is not None and report.bound.can_run_out,
        "then": then(report, tongue),
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
    tongue = best.plan.game.tongue
    told = [*_win_rows(best, results, tongue), *_score_rows(best, results, tongue)]
    if minutes := [game["minutes"] for _, game in games if "minutes" in game]:
        told.append(_mean_row(tongue.say("Minutes"), minutes, tongue))
    revisions = ", ".join(sorted({revision for revision, _ in games if revision}))
    head = {"name": table.name, "policy": best.policy, "games": len(games)}
    return {**head, "revisions": revisions, "rows": told}


def _win_rows(
    best: TrialResult, results: Sequence[Mapping[int, Any]], tongue: Tongue
) -> Iterator[list[str]]:
    """How often each seat won, in the games of which the winner is known."""
    won = [one for one in results if any(seat.get("won") for seat in one.values())]
    for seat in rows.players(best) if won else ():
        wins = sum(one.get(seat + 1, {}).get("won", False) for one in won)
        share = share_of(best.totals.wins[seat], best.totals.finished)
        what = tongue.say("Seat {number} wins", number=seat + 1)
        yield _share_row(what, wins, len(won), share, tongue)


def _score_rows(
    best: TrialResult, results: Sequence[Mapping[int, Any]], tongue: Tongue
) -> Iterator[list[str]]:
    """The scores of each seat, where they are known."""
    for seat in rows.players(best):
        scores = [one[seat + 1]["score"] for one in results if "score" in one.get(seat + 1, ())]
        every = [one for one, times in best.totals.scores[seat].items() for _ in range(times)]
        if scores and every:
            what = tongue.say("Seat {number}, score", number=seat + 1)
            yield _mean_row(what, scores, tongue, rows.mean_interval(every))


def _share_row(what: str, wins: int, games: int, simulated: Interval, tongue: Tongue) -> list[str]:
    """A share of people's games and of simulated ones, and what it takes for them to differ."""

    def reckon(count: int) -> Interval:
        return share_of(round(wins / games * count), count)

    shares = (reckon(games), simulated)
    told = [f"{one:.0%} ({tongue.span(f'{low:.0%}', f'{high:.0%}')})" for one, low, high in shares]
    needed = _count_games(games, reckon, simulated, tongue)
    of = tongue.say("{number} of {count}", number=wins, count=games)
    return [what, f"{told[0]}, {of}", told[1], needed]


def _mean_row(
    what: str, values: list[int], tongue: Tongue, simulated: Interval | None = None
) -> list[str]:
    """A mean of people's games beside a simulated one, where there is one."""

    def reckon(count: int) -> Interval:
        return rows.mean_interval((values * (count // len(values) + 1))[:count])

    count = len(values)
    people, *told = (
        f"{mean} ({tongue.span(low, high)})" if known else mean
        for known, interval in (
            (count >= _FEW, rows.mean_interval(values)),
            *([(True, simulated)] if simulated else ()),
        )
        for mean, low, high in [[tongue.number(one, ".1f") for one in interval]]
    )
    needed = _count_games(count, reckon, simulated, tongue) if simulated and count > 1 else ""
    games = tongue.count("{number} game", "{number} games", count)
    return [what, f"{people}, {games}", "".join(told), needed]


def _count_games(
    games: int, reckon: Callable[[int], Interval], simulated: Interval, tongue: Tongue
) -> str:
    """From how many games on the intervals are apart, if people go on as they began."""
    count = max(games, _FEW)
    while count < _MANY:
        _, low, high = reckon(count)
        if low > simulated[2] or high < simulated[1]:
            about = tongue.say("about {number}", number=tongue.group(count))
            return about if count > games else tongue.say("they differ")
        count += 1 + count // 20
    return tongue.say("more than {number}", number=tongue.group(_MANY))


def _odd_games(results: Sequence[TrialResult], tongue: Tongue) -> list[tuple[str, str]]:
    """Return games worth replaying, with their commands: stalled ones and the longest of all."""
    listed = [
        (tongue.say("did not end"), replay_command(result.plan, result.policy, index))
        for result in results
        for index in result.totals.stalled[:3]
    ]
    longest = max(results, key=lambda result: result.totals.longest[0], default=None)
    if longest is not None:
        turns, index = longest.totals.longest
        command = replay_command(longest.plan, longest.policy, index)
        listed.append((tongue.say("longest, {number} turns", number=turns), command))
    return listed
