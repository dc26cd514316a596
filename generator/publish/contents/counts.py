"""How many copies of a component are used at each table, and how that is said in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.printing.kit.guides import at_tables
from generator.printing.kit.selection import copies_at
from validator.catalogue.model import Configuration, Game
from validator.catalogue.words.language import ENGLISH, Tongue


def copies_by_table(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The copies of each component at each of ``game.configurations``, by component id."""
    tables = [copies_at(game, table.players, table.bots) for table in game.configurations]
    return {
        component.id: tuple(table.get(component.id, 0) for table in tables)
        for component in game.components()
    }


def table_name(table: Configuration, tongue: Tongue = ENGLISH) -> str:
    """A table in words: ``3 players``, ``2 players, 1 bot``."""
    people = tongue.count("{number} player", "{number} players", table.players)
    if not table.bots:
        return people
    return f"{people}, {tongue.count('{number} bot', '{number} bots', table.bots)}"


def use_told(
    copies: Sequence[int], tables: Sequence[Configuration], tongue: Tongue = ENGLISH
) -> str:
    """Where copies are used, in few words: ``20 at 3 seats, 25 at 4 or 5 seats``.

    Empty where each table uses the same number of copies, or there is no table.
    """
    if len(set(copies)) < 2:
        return ""
    where = {
        count: [table for table, used in zip(tables, copies, strict=True) if used == count]
        for count in sorted(set(copies))
    }
    used = {count: found for count, found in where.items() if count}
    if len(used) == 1:
        where_used = at_tables(next(iter(used.values())), tables, tongue)
        return tongue.say("only {tables}", tables=where_used)
    told = ((count, at_tables(found, tables, tongue)) for count, found in used.items())
    said = (tongue.say("{count} {tables}", count=count, tables=where) for count, where in told)
    return ", ".join(said)
