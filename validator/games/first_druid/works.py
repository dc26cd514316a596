"""First Druid: what actions do to clans, spirits, trilithons and the altar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.first_druid.rules import CAPSTONES, SECTIONS, SUPPORTS

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch
    from validator.play.driver import Driver

NONE = -1


# --- advancing, clans ---------------------------------------------------------------------


def may_advance(match: DruidMatch, seat: int) -> bool:
    """Tell whether there is a space to go to."""
    return match.at[seat] < match.rules.ring.spaces or match.rules.full_circle


def may_ally_clan(match: DruidMatch, seat: int) -> bool:
    """Tell whether a bluestone is free and a disk left (FD-CLAN-02, X-FD-04, FD-SUPP-01)."""
    return match.disks[seat] > 0 and len(match.clans) < match.rules.ring.bluestones


def ally_clan(match: DruidMatch, seat: int) -> None:
    """An own disk on the next bluestone (FD-CLAN-01, FD-COMP-06)."""
    match.take_disk(seat)
    match.clans.append(seat)
    if len(match.clans) == match.rules.ring.bluestones and match.rules.full_row_ends:
        match.over = match.over or "all bluestones are taken"


# --- converting ---------------------------------------------------------------------------


def clan_target(match: DruidMatch, seat: int) -> int:
    """Index of the clan that ``seat`` can convert, or NONE (FD-CONV-01, -03, X-FD-08)."""
    if not match.disks[seat]:
        return NONE
    for index in range(len(match.clans) - 1, -1, -1):
        if match.clans[index] != seat:
            return index
        if not match.rules.skip_back:
            return NONE
    return NONE


def convert_clan(match: DruidMatch, seat: int) -> None:
    """An own disk replaces that of another player on the latest clan."""
    index = clan_target(match, seat)
    match.take_disk(seat)
    match.disks[match.clans[index]] += 1
    match.clans[index] = seat


def spirit_target(match: DruidMatch, seat: int) -> int:
    """Day of the spirit that ``seat`` can convert, or 0; gaps are passed over (FD-CONV-02)."""
    if not match.bars[seat]:
        return 0
    for day in range(len(match.spirits) - 1, 0, -1):
        owner = match.spirits[day]
        if owner >= 0 and owner != seat:
            return day
        if owner == seat and not match.rules.skip_back:
            return 0
    return 0


def convert_spirit(match: DruidMatch, seat: int) -> None:
    """An own bar replaces that of another player on the latest spirit."""
    day = spirit_target(match, seat)
    match.take_bar(seat)
    match.bars[match.spirits[day]] += 1
    match.spirits[day] = seat


# --- trilithons ---------------------------------------------------------------------------


def may_build(match: DruidMatch) -> bool:
    """Tell whether the next section is there to build (FD-TRI-05)."""
    if match.sections % SECTIONS == SECTIONS - 1:
        return match.capstones_left() > 0
    return match.supports_left() > 0


def build(match: DruidMatch, ask: Driver, seat: int) -> None:
    """The next section: a support drains the others, a capstone may take a disk (FD-TRI-01)."""
    match.sections += 1
    if match.sections % SECTIONS:
        match.tally.level(SUPPORTS, match.supports_left())
        drain(match, ask, seat)
        return
    match.tally.level(CAPSTONES, match.capstones_left())
    match.owners.append(NONE)
    if match.disks[seat] and ask.choose(seat, "own", (1, 0)):  # FD-TRI-03
        match.take_disk(seat)
        match.owners[-1] = seat


def drain(match: DruidMatch, ask: Driver, seat: int) -> None:
    """One unseen card from each other player, if wanted (FD-TRI-02, FD-FALL-02, X-FD-02)."""
    others = [at for at, hand in enumerate(match.hands) if at != seat and hand]
    if not others or match.is_behind(seat) or not ask.choose(seat, "drain", (1, 0)):
        return
    for other in others:
        hand = match.hands[other]
        card = hand.pop(match.rng.below(len(hand)))
        match.tally.drew(card)
        match.hands[seat].append(card)
    match.keep_limit(ask, seat)


def capstones_to_take(match: DruidMatch, seat: int) -> list[int]:
    """Finished trilithons that ``seat`` can take over (FD-TAKE-01, -02, X-FD-08)."""
    if not match.disks[seat]:
        return []
    return [
        number
        for number, owner in enumerate(match.owners)
        if owner != seat and (owner >= 0 or match.rules.claim_unowned)
    ]


def take_capstone(match: DruidMatch, seat: int, number: int) -> None:
    """An own disk in the capstone in place of another's."""
    match.take_disk(seat)
    if match.owners[number] >= 0:
        match.disks[match.owners[number]] += 1
    match.owners[number] = seat


# --- the altar stone ----------------------------------------------------------------------


def may_dress(match: DruidMatch, seat: int) -> bool:
    """Tell whether ``seat`` can put a bar on the altar stone."""
    return match.bars[seat] > 0 and not match.altar_closed


def dress(match: DruidMatch, seat: int) -> None:
    """A bar on the altar; as many bars as players complete it (FD-ALT-01, -02, -05)."""
    match.take_bar(seat)
    match.altar[seat] += 1
    if sum(match.altar) < len(match.hands):
        return
    most = max(match.altar)
    if match.altar.count(most) == 1:  # FD-ALT-03
        match.step_on(match.altar.index(most))
    for other, bars in enumerate(match.altar):
        if bars == 0:
            match.step_back(other)  # FD-ALT-04
        match.bars[other] += bars
        match.altar[other] = 0
    match.altar_closed = match.rules.altar_once  # FD-ALT-06, X-FD-06
