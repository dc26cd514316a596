"""OpenSpiel's own bots as policies: matches of our searching players against them.

One seat, each in turn, is ours; the others are MCTS, or ISMCTS where something is hidden, each
with random playouts and 2 for its constant, as in OpenSpiel's examples. Both imagine as many
games at each decision. What each game came to is a line of a file, so that a match goes on where
it was. ISMCTS does not play a game twice alike, and crashes while cards are passed in Hearts: only
deals without passing are played there.
"""

from pathlib import Path

import pyspiel
from matches import Watching, play_game
from openspiel.mirror import Mirror, prepared
from openspiel.twins import PAIRINGS

from validator.play.driver import Policy, Stalled, make_policies, play_match
from validator.rng import Streams
from validator.simulation.statistics import share_of

SEED = 1
"""That of ``play_game``."""
CONSTANT = 2.0
MEMORY = 1000
"""Megabytes for a tree, more than is ever wanted."""
HIDDEN = ("hearts", "oh_hell")
"""Games in which something is hidden."""
MATCHES = ("connect_four", "breakthrough", "othello", "pig", *HIDDEN)


class Bot(Policy):
    """A bot of OpenSpiel, told the game by a mirror of it."""

    def __init__(self, bot, mirror):
        self.bot = bot
        self.mirror = mirror

    def pick(self, match, seat, what, options):
        """Take what the bot does: one action, or the several that an option stands for."""
        self.mirror.catch_up(match)
        twin = self.mirror.twin
        meant = {twin.actions(option): at for at, option in enumerate(options)}
        state, taken = self.mirror.state, []
        for _ in next(iter(meant)):
            action = self.bot.step(state)
            taken.append(action)
            state = state.clone()
            state.apply_action(action)
        return meant[tuple(sorted(taken)) if len(taken) > 1 else tuple(taken)]


def bot_of(pairing, game, simulations, seed):
    """MCTS, or ISMCTS where something is hidden."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    if pairing.game in HIDDEN:
        return pyspiel.ISMCTSBot(seed, evaluator, CONSTANT, simulations)
    return pyspiel.MCTSBot(game, evaluator, CONSTANT, simulations, MEMORY, True, seed, False)


class Opening(Watching):
    """Notes what is decided first, and stops the game there."""

    def step(self, match, seat, what, options, index):
        self.what = what
        raise Stalled("here it is")


def playable(table, games):
    """The numbers of so many games that the bots can play."""
    number, opening = 0, Opening()
    while games:
        play_game(table, "random", number, False, [opening])
        if not opening.what.startswith("passes"):
            games -= 1
            yield number
        number += 1


def play(pairing, table, own, index, simulations):
    """Play a game in which seat ``own`` is ours; its share of the win, its returns and all."""
    twin = pairing.twin(table, pairing.players)
    game = pyspiel.load_game(twin.game.format(players=pairing.players))
    mirror = Mirror(twin, twin.told(game.new_initial_state()))
    streams = Streams(SEED, table.frame.game, table.frame.table, index)
    policies = make_policies((f"search:{simulations}",) * pairing.players, streams)
    for seat in range(pairing.players):
        if seat != own:
            seed = index * pairing.players + seat
            policies[seat] = Bot(bot_of(pairing, game, simulations, seed), mirror)
    outcome = play_match(table, streams, policies, [mirror]).outcome
    winners = outcome.winners or range(pairing.players)
    returns = mirror.state.returns()
    return int(own in winners) / len(winners), returns[own], sum(returns)


def match(name, games, simulations, folder):
    """Play what is left of a match, and say how it stands."""
    pairing = next(one for one in PAIRINGS if one.game == name)
    table, kept = prepared(pairing), Path(folder, f"{name}-{simulations}.txt")
    kept.parent.mkdir(parents=True, exist_ok=True)
    done = kept.read_text().splitlines() if kept.exists() else []
    for number, index in enumerate(playable(table, games)):
        if number < len(done):
            continue
        figures = play(pairing, table, number % pairing.players, index, simulations)
        done.append(" ".join(map(str, figures)))
        with kept.open("a") as file:
            file.write(done[-1] + "\n")
    shares, points, total = zip(*[map(float, line.split()) for line in done], strict=True)
    rate, low, high = share_of(round(sum(shares)), len(shares))
    of_all = f", {sum(points) / sum(total):.1%} of all points" if sum(total) else ""
    return (
        f"{name}: {rate:.1%} ({low:.1%} to {high:.1%}) of {len(done)} games won, a draw "
        f"shared{of_all}; an equal share is {1 / pairing.players:.1%}"
    )
