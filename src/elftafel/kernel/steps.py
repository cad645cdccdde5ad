"""One step of many rounds at once, with all that a learner wants of it, in one compiled call.

For each round: apply the action, pay rewards when the round is over and deal the next, then write
whose turn it is, which actions are legal, and what that seat observes. Threads take the rounds in
small shares, so that none waits for another. Arrays are the caller's; nothing is allocated.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from elftafel.kernel.features import clear, is_packed, row_of
from elftafel.kernel.jit import compiled
from elftafel.kernel.verbs import apply, deal, legal, observe, scores

SHARE = 32  # rounds that a thread takes at a time

# What happens to a round that is over
DEAL_AT_ONCE, DEAL_AT_NEXT_STEP, LEAVE = range(3)

# Beside actions: deal the next round, or leave this one as it is
DEAL, STAY = -1, -2

ALL_LEGAL = -1

PLAN = np.dtype(
    (
        np.record,
        [
            ("next", "<i8"),  # the next share that no thread has taken
            ("done", "<i8"),  # shares that are finished
            ("count", "<i8"),  # rounds
            ("at_end", "<i8"),  # one of the above
            ("for_win", "<f8"),  # what the win is worth: each seat gets its share of it minus an even share
            ("for_points", "<f8"),  # what a point is worth
            ("mean_off", "<f8"),  # 1 if the mean of all seats is taken off the points, 0 if not
            ("show_end", "<i8"),  # 1 if every seat's last observation is written
        ],
    )
)
"""What threads share: which rounds are left to do, and how they are done."""


def take_share(plan: Any) -> int:
    """The number of a share that no other thread has."""
    plan[0]["next"] += 1
    return int(plan[0]["next"]) - 1


def finish_share(plan: Any) -> None:
    """Count a share as done; what was written for it can be read by the thread that waits."""
    plan[0]["done"] += 1


def shares_done(plan: Any) -> int:
    """How many shares are done."""
    return int(plan[0]["done"])


@intrinsic
def _add_to_field(typing, plan, field):
    """Add 1 to the n-th number of the plan, for all threads at once; returns what it was."""

    def code(context, builder, signature, args):
        data = context.make_array(plan)(context, builder, args[0]).data
        word = builder.bitcast(data, ir.IntType(64).as_pointer())
        return builder.atomic_rmw("add", builder.gep(word, [args[1]]), ir.IntType(64)(1), "seq_cst")

    return types.int64(plan, types.int64), code


@intrinsic
def _field(typing, plan, field):
    """The n-th number of the plan, as another thread may have changed it."""

    def code(context, builder, signature, args):
        data = context.make_array(plan)(context, builder, args[0]).data
        word = builder.bitcast(data, ir.IntType(64).as_pointer())
        return builder.load_atomic(builder.gep(word, [args[1]]), "seq_cst", 8)

    return types.int64(plan, types.int64), code


@overload(take_share, inline="always")
def _take_share(plan):
    return lambda plan: _add_to_field(plan, 0)


@overload(finish_share, inline="always")
def _finish_share(plan):
    return lambda plan: _add_to_field(plan, 1)


@overload(shares_done, inline="always")
def _shares_done(plan):
    return lambda plan: _field(plan, 1)


@compiled
def wait_for_all(plan):
    """Return when every share is done. The caller has found none left, so that is soon."""
    while shares_done(plan) * SHARE < plan[0].count:
        pass


@compiled
def first_not_allowed(allowed, actions, count):
    """The index of the first round whose action is not legal, or ALL_LEGAL.

    A round that is over has no legal actions and takes any.
    """
    most = allowed.shape[1] * 64
    for i in range(count):
        action = actions[i]
        if action < 0 or action >= most or not np.int64(allowed[i, action >> 6] >> np.uint64(action & 63)) & 1:
            some = False
            for w in range(allowed.shape[1]):
                some = some or allowed[i, w] != 0
            if some:
                return i
    return ALL_LEGAL


@compiled
def step_shares(
    plan, thread, template, states, keys, numbers, starters, actions, outs, allowed, features, mask, seats, rewards,
    ended, last_features,
):  # fmt: skip
    """Take shares of the rounds until none is left, and step each round of them.

    - `actions[i]`: a legal action, DEAL or STAY.
    - `keys[i]`, `numbers[i]`, `starters[i]`: the seed of round i, its number and its starter; the
      next round gets the next of both.
    - `allowed[i]`: the legal actions as bits; `mask[i]`: for the caller, as bytes or bits.
    - `ended[i]`: 1 if this step ended the round. If `show_end`, row players × i + seat of
      `last_features` then has what the seat observed at its end.
    """
    count = plan[0].count
    while True:
        first = take_share(plan) * SHARE
        if first >= count:
            return
        for i in range(first, min(first + SHARE, count)):
            action = actions[i]
            if action == STAY:
                continue
            state = states[i]
            running = action != DEAL and state.over == 0
            if running:
                apply(state, np.int64(action), None)
            over = running and state.over != 0
            ended[i] = over
            if over:
                pay(plan, state, outs[thread], rewards, i)
                if plan[0].show_end:
                    for seat in range(state.players):
                        write_features(state, seat, row_of(last_features, state.players * i + seat))
            else:
                for seat in range(rewards.shape[1]):
                    rewards[i, seat] = 0.0
            at_once = over and plan[0].at_end == DEAL_AT_ONCE
            later = not running and plan[0].at_end == DEAL_AT_NEXT_STEP
            if action == DEAL or at_once or later:
                deal_next(template, states, i, keys, numbers, starters)
            show(states[i], i, outs[thread], allowed, features, mask, seats)
        finish_share(plan)


@compiled
def deal_next(template, states, i, keys, numbers, starters):
    """Deal the next round of record i."""
    states[i] = template[0]
    state = states[i]
    for word in range(8):
        state.key[word] = keys[i, word]
    state.nonce[0] = numbers[i]
    state.starter = starters[i]
    numbers[i] += 1
    starters[i] = starters[i] + 1 if starters[i] + 1 < state.players else 0
    deal(state, None)


@compiled
def pay(plan, state, out, rewards, i):
    """Write what the end of a round is worth to each seat."""
    scores(state, out)
    players = state.players
    best, winners, total = out.points[0], 0, 0
    for seat in range(players):
        best = max(best, out.points[seat])
        total += out.points[seat]
    for seat in range(players):
        winners += out.points[seat] == best
    mean = plan[0].mean_off * total / players
    for seat in range(players):
        share = 1.0 / winners if out.points[seat] == best else 0.0
        rewards[i, seat] = plan[0].for_win * (share - 1.0 / players) + plan[0].for_points * (out.points[seat] - mean)


@compiled
def show(state, i, out, allowed, features, mask, seats):
    """Write whose turn it is, what is legal, and what that seat observes."""
    seats[i] = state.seat
    bits = row_of(allowed, i)
    for w in range(allowed.shape[1]):
        bits[w] = 0
    count = 0
    if state.over == 0:
        count = legal(state, out)
    for k in range(count):
        action = np.int64(out.actions[np.uint64(k)])
        bits[np.uint64(action >> 6)] |= np.uint64(1) << np.uint64(action & 63)
    write_mask(row_of(mask, i), bits, out, count)
    write_features(state, state.seat, row_of(features, i))


def write_mask(mask: Any, bits: Any, out: Any, count: int) -> None:
    """Write the legal actions as the caller wants them: as bits, or a byte for each action."""
    mask[:] = 0
    if is_packed(mask):
        mask[:] = bits
    else:
        mask[out.actions[:count]] = 1


@overload(write_mask)
def _write_mask(mask, bits, out, count):
    if mask.dtype == types.uint64:

        def copied(mask, bits, out, count):
            for w in range(bits.shape[0]):
                mask[w] = bits[w]

        return copied

    def spread(mask, bits, out, count):
        clear(mask)
        for k in range(count):
            mask[np.uint64(out.actions[np.uint64(k)])] = 1

    return spread


def write_features(state: Any, seat: Any, row: Any) -> None:
    """Write what a seat observes into a row of either form."""
    if is_packed(row):
        clear(row)
    observe(state, seat, row)


@overload(write_features)
def _write_features(state, seat, row):
    if row.dtype == types.uint64:

        def packed(state, seat, row):
            clear(row)
            observe(state, seat, row)

        return packed
    return lambda state, seat, row: observe(state, seat, row)


@compiled
def observe_seats(states, seats, features):
    """Write what any seat, at turn or not, observes of each round."""
    for i in range(seats.shape[0]):
        write_features(states[i], np.int64(seats[i]), row_of(features, i))
