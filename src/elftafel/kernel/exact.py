"""Exact play of a small game for two that is written out as a tree: CFR+ and the best response.

Knows no game. Nodes are numbered so that children come after their parent. A node belongs to seat 0 or 1, to CHANCE,
or is an END. The children of node n are child[first[n] : first[n] + count[n]]. What a seat knows is the number
known[n] of an information state k; its choices have the rows begin[k], begin[k] + 1, … of a policy.
"""

from elftafel.kernel.jit import compiled

CHANCE, END = 2, 3


@compiled
def evaluate(owner, first, count, child, odds, known, begin, policy, worth, value):
    """Write into `value` what each node is worth to seat 0 if both play by `policy`."""
    for n in range(owner.shape[0] - 1, -1, -1):
        who = owner[n]
        if who == END:
            value[n] = worth[n]
            continue
        total = 0.0
        for i in range(count[n]):
            edge = first[n] + i
            part = odds[edge] if who == CHANCE else policy[begin[known[n]] + i]
            total += part * value[child[edge]]
        value[n] = total


@compiled
def reach_without(owner, first, count, child, odds, known, begin, policy, seat, reach):
    """Write into `reach` how likely chance and the other seat lead to each node, if `seat` wants to go there."""
    reach[0] = 1.0
    for n in range(owner.shape[0]):
        who = owner[n]
        for i in range(count[n]):
            edge = first[n] + i
            part = 1.0
            if who == CHANCE:
                part = odds[edge]
            elif who != seat:
                part = policy[begin[known[n]] + i]
            reach[child[edge]] = reach[n] * part


@compiled
def own_reach(owner, first, count, child, known, begin, policy, seat, reach):
    """Write into `reach` how likely `seat` goes to each node, if all others do."""
    reach[0] = 1.0
    for n in range(owner.shape[0]):
        for i in range(count[n]):
            part = policy[begin[known[n]] + i] if owner[n] == seat else 1.0
            reach[child[first[n] + i]] = reach[n] * part


@compiled
def improve(owner, first, count, child, odds, known, begin, policy, worth, regrets, sums, rounds, scratch):
    """Play so many rounds of CFR+ (Tammelin, 2014), seats in turn, the average weighted by the number of the round.

    `policy` becomes the current one; `sums` grows by the average. `scratch` has four rows of one number a node, the
    last with room for one a choice.
    """
    value, others, own, gained = scratch[0], scratch[1], scratch[2], scratch[3]
    for number in range(1, rounds + 1):
        for seat in range(2):
            sign = 1.0 if seat == 0 else -1.0
            evaluate(owner, first, count, child, odds, known, begin, policy, worth, value)
            reach_without(owner, first, count, child, odds, known, begin, policy, seat, others)
            own_reach(owner, first, count, child, known, begin, policy, seat, own)
            for row in range(regrets.shape[0]):
                gained[row] = 0.0
            for n in range(owner.shape[0]):
                if owner[n] == seat:
                    for i in range(count[n]):
                        row = begin[known[n]] + i
                        gained[row] += sign * others[n] * (value[child[first[n] + i]] - value[n])
                        sums[row] += number * own[n] * policy[row]
            for row in range(regrets.shape[0]):
                regrets[row] = max(0.0, regrets[row] + gained[row])
            match_regrets(begin, regrets, policy)


@compiled
def match_regrets(begin, weights, policy):
    """Choose in proportion to the weights; evenly where there are none. `begin` has one entry more than states."""
    for k in range(begin.shape[0] - 1):
        total = 0.0
        for row in range(begin[k], begin[k + 1]):
            total += weights[row]
        for row in range(begin[k], begin[k + 1]):
            policy[row] = weights[row] / total if total > 0.0 else 1.0 / (begin[k + 1] - begin[k])


@compiled
def best_response(owner, first, count, child, odds, known, begin, policy, worth, seat, depth, deepest, scratch):
    """What the best reply of `seat` to `policy` is worth to it.

    depth[k] is how many choices of its own a seat has made before it comes to state k. States of the same depth do
    not lead to each other, so they are decided together, the deepest first. `policy` becomes the reply.
    """
    value, others, gained = scratch[0], scratch[1], scratch[3]
    sign = 1.0 if seat == 0 else -1.0
    reach_without(owner, first, count, child, odds, known, begin, policy, seat, others)
    for row in range(policy.shape[0]):
        gained[row] = 0.0
    for level in range(deepest, -1, -1):
        evaluate(owner, first, count, child, odds, known, begin, policy, worth, value)
        for n in range(owner.shape[0]):
            if owner[n] == seat and depth[known[n]] == level:
                for i in range(count[n]):
                    gained[begin[known[n]] + i] += sign * others[n] * value[child[first[n] + i]]
        for n in range(owner.shape[0]):
            if owner[n] == seat and depth[known[n]] == level:
                choose_best(begin[known[n]], count[n], gained, policy)
    evaluate(owner, first, count, child, odds, known, begin, policy, worth, value)
    return sign * value[0]


@compiled
def choose_best(start, choices, gained, policy):
    """Let a policy choose what gains most; the first of several."""
    best = start
    for row in range(start, start + choices):
        policy[row] = 0.0
        if gained[row] > gained[best]:
            best = row
    policy[best] = 1.0
