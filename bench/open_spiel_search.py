"""Iterations a second of OpenSpiel's C++ ISMCTS, with one random playout an iteration, in one of its games."""

import json
import sys
import time

import numpy as np
import pyspiel

EVERY = 5  # of the decisions with a choice, so many-th are searched, from the first to the last of the round


def speed(name: str, seed: int, iterations: int = 300) -> dict[str, float]:
    """Iterations a second over a round of random play, and how long it was."""
    game = pyspiel.load_game(name)
    rng = np.random.default_rng(seed)
    playouts = pyspiel.RandomRolloutEvaluator(1, 1)  # the bot does not keep it alive
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, playouts, 0.7, iterations, -1, most_visits, False, False)
    state = game.new_initial_state()
    spent, walked, decisions, choices = 0.0, 0, 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            continue
        legal = state.legal_actions()
        action = int(rng.choice(legal))
        decisions += 1
        choices += len(legal) > 1
        if len(legal) > 1 and choices % EVERY == 1:
            began = time.perf_counter()
            action = bot.step(state)
            spent += time.perf_counter() - began
            walked += iterations
        state.apply_action(action)
    return {"players": game.num_players(), "decisions": decisions, "iterations_per_second": round(walked / spent)}


if __name__ == "__main__":
    print(json.dumps(speed(sys.argv[1], int(sys.argv[2]))))
