"""Tree search over the deals that a seat must hold possible, written once for all games.

Single-observer information-set tree search with open loops (Cowling, Powley and Whitehouse, 2012),
and a race between the moves at the root. One round of the race deals the unseen cards anew
(`believe`) and then tries every move that is still in the race, with the same cards and the same
luck. The difference between two moves shows much sooner this way than the value of each.

After the move at the root, a walk goes down the tree, adds one node, and plays the round out with
`prefer`. In the tree, the other seats do what `prefer` chooses with their cards of this deal; the
searching seat tries other actions too. The oldest child of a node stands for the preferred action,
whatever that is in a deal. With more visits a node gets children for single actions: those that the
seat might choose instead, and those that the others are seen to take. A game may do without the
tree (`widen` 0). docs/bots-tried.md has the experiments.
"""

from typing import Any

import numpy as np

from elftafel.kernel.chance import pick, rekey, spin
from elftafel.kernel.jit import compiled
from elftafel.kernel.playout import play_sensibly
from elftafel.kernel.record import empty
from elftafel.kernel.verbs import apply, believe, legal, prefer, scores

NODES = 1 << 18
MOST_ACTIONS = 4096
MOST_RUNNERS = 512
FULL = NODES - MOST_RUNNERS  # walks stop here, so that there is always room for a new race
MOST_SEATS = 8
MOST_STAMPS = 1 << 30  # then stamps start at 0 again, long before they overflow
DEEP = 256  # the most decisions of one walk through the tree
ROOT = 0  # the node of the decision to be made
SENSIBLE = MOST_ACTIONS - 1  # the action of a node's oldest child: what `prefer` does in this deal
NO_NODE = 0  # the root is nobody's child
NO_ACTION = -1

TREE = np.dtype(
    (
        np.record,
        [
            ("used", "<i4"),  # nodes in use; the root is always there
            ("stamp", "<i4"),  # grows by one with every list of legal actions
            ("least", "<f4"),  # the lowest and the highest reward seen so far
            ("most", "<f4"),
            ("child", "<i4", NODES),  # the newest child, NO_NODE for none
            ("sister", "<i4", NODES),  # the next older child of the same parent
            ("action", "<i2", NODES),
            ("visits", "<i4", NODES),
            ("chances", "<i4", NODES),  # walks in which the searching seat could have chosen it
            ("value", "<f8", NODES),  # sum of rewards to the searching seat
            ("marks", "<i4", MOST_ACTIONS),  # scratch: for each legal action the present stamp
            ("above", "<i4", NODES),  # scratch: the new number of a node's parent, -1 if none
            ("path", "<i4", DEEP),  # scratch: the nodes of the running walk
        ],
    )
)

RACE = np.dtype(
    (
        np.record,
        [
            ("count", "<i4"),  # runners (moves in the race); the first is what `prefer` chooses
            ("node", "<i4", MOST_RUNNERS),  # each runner's node in the tree
            ("running", "<i4", MOST_RUNNERS),  # 0 for one that has dropped out
            ("tries", "<i8", MOST_RUNNERS),
            ("value", "<f8", MOST_RUNNERS),  # sum of rewards
            ("wins", "<f8", MOST_RUNNERS),  # sum of shares of the win
            ("win_squares", "<f8", MOST_RUNNERS),  # sum of their squares
            ("points", "<f8", MOST_RUNNERS),  # sum of points in the round
            ("squares", "<f8", MOST_RUNNERS),  # sum of their squares
            ("shares", "<f8", (MOST_RUNNERS, MOST_SEATS)),  # sum of every seat's shares of the win
            ("ahead", "<f8", MOST_RUNNERS),  # sum of its rewards minus those of the first runner
            ("spread", "<f8", MOST_RUNNERS),  # sum of the squares of these differences
            ("latest", "<f8", MOST_RUNNERS),  # scratch: rewards with the present deal
        ],
    )
)

AIM = np.dtype(
    (
        np.record,
        [
            ("seat", "<i4"),  # the searching seat
            ("open_cards", "<i4"),  # 1 for the cheating yardstick: the true cards, no new deals
            ("rounds_left", "<i4"),  # after this one
            ("totals", "<i4", MOST_SEATS),  # points of the rounds before
            ("swing", "<f4"),  # standard deviation of a seat's points in one round
            ("for_points", "<f4"),  # weight of the points in the reward; the rest is the win
            ("explore", "<f4"),  # bonus for rarely tried moves, relative to the range of rewards
            ("widen", "<f4"),  # a node may have 1 + widen * sqrt(visits) children; 0: no tree
            ("wins", "<f4", MOST_SEATS),  # scratch: each seat's share of the win
            ("rewards", "<f4", MOST_SEATS),  # scratch: share of the win and points, weighted
        ],
    )
)

LOGISTIC = 0.78  # scales the logistic curve to fit the normal one, for the difference of two seats


def new_tree() -> Any:
    """An empty tree. The operating system gives it memory only as it grows."""
    return empty(TREE)[0]


def new_race() -> Any:
    """A race without moves."""
    return empty(RACE)[0]


def new_aim() -> Any:
    """An empty aim, which the caller fills in."""
    return empty(AIM)[0]


@compiled
def clear(tree):
    """Empty the tree."""
    if tree.stamp > MOST_STAMPS:
        tree.stamp = 0
        tree.marks[:] = 0
    tree.least, tree.most = 1.0, 0.0
    tree.used = 0
    add_node(tree, NO_NODE, NO_ACTION)


@compiled
def descend(tree, action):
    """Make the node behind `action` the root and keep its subtree, or else empty the tree."""
    child = child_by(tree, ROOT, action)
    if child == NO_NODE:
        clear(tree)
    else:
        make_root(tree, child)


@compiled
def make_root(tree, root):
    """Move `root` and its subtree to the front of the arrays and drop all other nodes.

    A child always has a larger number than its parent. So one pass from the front meets every
    parent before its children, and no node is overwritten before it is moved.
    """
    used = tree.used
    tree.above[root:used] = -1
    tree.above[root] = NO_NODE
    tree.used = 0
    for node in range(root, used):
        if tree.above[node] >= 0:
            child = tree.child[node]
            while child != NO_NODE:
                tree.above[child] = tree.used
                child = tree.sister[child]
            moved = add_node(tree, tree.above[node], tree.action[node])
            tree.visits[moved] = tree.visits[node]
            tree.chances[moved] = tree.chances[node]
            tree.value[moved] = tree.value[node]


@compiled
def line_up(tree, race, out, count):
    """Start a race between the moves out.actions[:count].

    The first of them must be the move that `prefer` chooses: the others are compared with it.
    """
    name_sensible(tree, out.actions[0])
    race.count = count
    for i in range(count):
        node = child_by(tree, ROOT, out.actions[i])
        if node == NO_NODE:
            node = add_node(tree, ROOT, out.actions[i])
        race.node[i] = node
        race.running[i] = 1
        race.tries[i] = 0
        race.value[i] = race.ahead[i] = race.spread[i] = 0
        race.wins[i] = race.win_squares[i] = race.points[i] = race.squares[i] = 0
        for seat in range(MOST_SEATS):
            race.shares[i, seat] = 0


@compiled
def name_sensible(tree, action):
    """In a tree that was kept, give the root's preferred child the action that `prefer` chose now.

    A node that this action had of its own is dropped. Where `prefer` chooses by chance, the
    preferred child has walks behind other actions too.
    """
    sensible = child_by(tree, ROOT, SENSIBLE)
    if sensible != NO_NODE:
        twin = child_by(tree, ROOT, action)
        if twin != NO_NODE:
            tree.action[twin] = NO_ACTION
        tree.action[sensible] = action


@compiled
def run(states, mind, tree, race, aim, luck, out, deals):
    """Try every move of the race with `deals` new deals.

    states[0] is the position and stays as it is; states[1:3] are room to work in.
    """
    for _ in range(deals):
        states[1] = states[0]
        if aim.open_cards:
            rekey(states[1], luck)
        else:
            believe(states[1], mind, aim.seat, luck)
        spin(luck)
        same_luck = luck.word
        for i in range(race.count):
            if race.running[i]:
                states[2] = states[1]
                luck.word = same_luck
                try_out(states[2], tree, race, i, aim, luck, out)
        for i in range(race.count):
            if race.running[i]:
                ahead = race.latest[i] - race.latest[0]
                race.ahead[i] += ahead
                race.spread[i] += ahead * ahead


@compiled
def try_out(state, tree, race, runner, aim, luck, out):
    """Make one move of the race, walk on through the tree, play the round out, add up."""
    node = race.node[runner]
    apply(state, int(tree.action[node]), None)
    depth = walk(state, tree, node, aim, luck, out)
    play_sensibly(state, luck)
    judge(state, aim, out)
    tree.visits[node] += 1
    reward = aim.rewards[aim.seat]
    for i in range(depth):
        tree.visits[tree.path[i]] += 1
        tree.value[tree.path[i]] += reward
    tree.least, tree.most = min(tree.least, reward), max(tree.most, reward)
    points = out.points[aim.seat]
    race.tries[runner] += 1
    race.latest[runner] = reward
    race.value[runner] += reward
    race.wins[runner] += aim.wins[aim.seat]
    race.win_squares[runner] += aim.wins[aim.seat] * aim.wins[aim.seat]
    race.points[runner] += points
    race.squares[runner] += points * points
    for seat in range(state.players):
        race.shares[runner, seat] += aim.wins[seat]


@compiled
def walk(state, tree, node, aim, luck, out):
    """Go down the tree from `node` until a node is added or the round is over.

    Returns the length of the path.
    """
    depth = 0
    while aim.widen and state.over == 0 and depth < DEEP:
        before = tree.used
        wish = int(prefer(state, luck))
        if tree.child[node] == NO_NODE:
            if tree.used >= FULL:
                return depth
            child = add_node(tree, node, SENSIBLE)
        elif state.seat == aim.seat:
            child = own_move(state, tree, node, wish, aim, luck, out)
        else:
            child = their_move(tree, node, wish, aim)
        tree.path[depth] = child
        depth += 1
        action = int(tree.action[child])
        apply(state, wish if action == SENSIBLE else action, None)
        if tree.used > before:
            return depth
        node = child
    return depth


@compiled
def own_move(state, tree, node, wish, aim, luck, out):
    """The most promising child for the searching seat, or a new one if there is room."""
    count = legal(state, out)
    tree.stamp += 1
    for i in range(count):
        tree.marks[out.actions[i]] = tree.stamp
    tree.marks[wish], tree.marks[SENSIBLE] = 0, tree.stamp
    best, children = most_promising(tree, aim, node)
    if children < count and has_room(tree, node, children, aim):
        return add_node(tree, node, untried(tree, luck, out, count))
    return best


@compiled
def their_move(tree, node, wish, aim):
    """The child for the action `wish` of another seat.

    If it has none and the node may not have one more: the oldest child, which stands for the
    preferred action.
    """
    child, children = tree.child[node], 1
    while tree.action[child] != wish and tree.sister[child] != NO_NODE:
        child = tree.sister[child]
        children += 1
    if tree.action[child] == SENSIBLE and has_room(tree, node, children, aim):
        return add_node(tree, node, wish)
    return child


@compiled
def has_room(tree, node, children, aim):
    """True if a node with so many children may have one more."""
    return tree.used < FULL and children <= aim.widen * np.sqrt(np.float64(tree.visits[node]))


@compiled
def most_promising(tree, aim, node):
    """The most promising child among those whose action is legal, and how many of them there are.

    Takes their marks away, so that only actions without a child stay marked.
    """
    best = NO_NODE
    best_promise = -1e9
    explore = aim.explore * (tree.most - tree.least)
    children = 0
    child = tree.child[node]
    while child != NO_NODE:
        action = tree.action[child]
        if tree.marks[action] == tree.stamp:
            tree.marks[action] = 0
            tree.chances[child] += 1
            children += 1
            visits = np.float64(max(1, tree.visits[child]))
            rarely = np.sqrt(np.log(np.float64(tree.chances[child])) / visits)
            promise = tree.value[child] / visits + explore * rarely
            if promise > best_promise:
                best_promise = promise
                best = child
        child = tree.sister[child]
    return best, children


@compiled
def untried(tree, luck, out, count):
    """A random one of the actions out.actions[:count] that are still marked."""
    left = 0
    for i in range(count):
        if tree.marks[out.actions[i]] == tree.stamp:
            out.actions[left] = out.actions[i]
            left += 1
    return int(out.actions[pick(luck, left)])


@compiled
def add_node(tree, parent, action):
    """Add a child to `parent`; returns its number."""
    node = tree.used
    tree.used += 1
    tree.child[node] = NO_NODE
    tree.sister[node] = NO_NODE
    tree.action[node] = action
    tree.visits[node] = 0
    tree.chances[node] = 1
    tree.value[node] = 0
    if node != ROOT:
        tree.sister[node] = tree.child[parent]
        tree.child[parent] = node
    return node


@compiled
def child_by(tree, node, action):
    """The child that an action leads to, or NO_NODE."""
    child = tree.child[node]
    while child != NO_NODE and tree.action[child] != action:
        child = tree.sister[child]
    return child


@compiled
def judge(state, aim, out):
    """Write what the end of this round is worth to each seat, from 0 to 1: the win, and points.

    With rounds left to play, the share of the win is estimated from the totals: the more rounds are
    left, the less a lead is worth.
    """
    scores(state, out)
    best = -1_000_000
    mean = 0.0
    for seat in range(state.players):
        total = aim.totals[seat] + out.points[seat]
        best = max(best, total)
        mean += total / state.players
    spread = LOGISTIC * aim.swing * np.sqrt(np.float64(max(1, aim.rounds_left)))
    parts = 0.0
    for seat in range(state.players):
        behind = aim.totals[seat] + out.points[seat] - best
        if aim.rounds_left:
            aim.wins[seat] = np.exp(behind / spread)
        else:
            aim.wins[seat] = 1.0 if behind == 0 else 0.0
        parts += aim.wins[seat]
    for seat in range(state.players):
        aim.wins[seat] /= parts
        ahead = aim.totals[seat] + out.points[seat] - mean
        aim.rewards[seat] = (1 - aim.for_points) * aim.wins[seat] + aim.for_points / (1.0 + np.exp(-ahead / spread))
