"""Tree search over what a seat must hold possible, written once for all games.

Single-observer information-set tree search (Cowling, Powley and Whitehouse, 2012) with open loops, and a race at the
root. Each round of the race deals the unseen cards anew (`believe`) and walks once through every move that is still in
the race, with the same cards and the same luck: what two moves differ by shows much sooner than what each is worth.
Below the root a walk goes down the tree, adds one node, and plays the round out by `prefer`. The others do what
`prefer` would with their cards of this deal; the seat itself looks for something better. The oldest child of a node
stands for the sensible move, whatever it is in this deal; with more visits some actions get nodes of their own: what
the seat might do instead, and what it sees the others do. A game may do without the tree (`widen` 0). docs/bots.md
tells what else was tried.
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
FULL = NODES - MOST_RUNNERS  # what the walks may use: there is always room to line up
MOST_SEATS = 8
MOST_STAMPS = 1 << 30  # then they begin anew, long before they come round
DEEP = 256  # decisions that one walk through the tree can have
ROOT = 0  # where the decision stands
SENSIBLE = MOST_ACTIONS - 1  # the action of a node's oldest child: whatever `prefer` does there in this deal
NO_NODE = 0  # the root is nobody's child
NO_ACTION = -1

TREE = np.dtype(
    (
        np.record,
        [
            ("used", "<i4"),  # nodes in use; the root is always there
            ("stamp", "<i4"),  # grows with every list of legal actions
            ("least", "<f4"),  # the lowest and the highest reward that can be, as far as is known
            ("most", "<f4"),
            ("child", "<i4", NODES),  # the newest child, NO_NODE for none
            ("sister", "<i4", NODES),  # the next older child of the same parent
            ("action", "<i2", NODES),
            ("visits", "<i4", NODES),
            ("chances", "<i4", NODES),  # walks in which the seat that searches could have chosen it
            ("value", "<f8", NODES),  # sum of rewards to the seat that searches
            ("marks", "<i4", MOST_ACTIONS),  # scratch: the stamp, for each action that can be followed or gets a node
            ("above", "<i4", NODES),  # scratch: where the parent of a node goes when room is made, -1 for nowhere
            ("path", "<i4", DEEP),  # scratch: the nodes of the running walk
        ],
    )
)

RACE = np.dtype(
    (
        np.record,
        [
            ("count", "<i4"),  # runners; the first is the move that `prefer` would make
            ("node", "<i4", MOST_RUNNERS),  # each runner's node
            ("running", "<i4", MOST_RUNNERS),  # 0 for one that has dropped out
            ("tries", "<i8", MOST_RUNNERS),
            ("value", "<f8", MOST_RUNNERS),  # sum of rewards
            ("wins", "<f8", MOST_RUNNERS),  # sum of parts of wins
            ("win_squares", "<f8", MOST_RUNNERS),  # sum of their squares
            ("points", "<f8", MOST_RUNNERS),  # sum of points in the round
            ("squares", "<f8", MOST_RUNNERS),  # sum of their squares
            ("ahead", "<f8", MOST_RUNNERS),  # sum of what it got more than the first runner with the same cards
            ("spread", "<f8", MOST_RUNNERS),  # sum of the squares of that
            ("latest", "<f8", MOST_RUNNERS),  # scratch: rewards with the present cards
        ],
    )
)

AIM = np.dtype(
    (
        np.record,
        [
            ("seat", "<i4"),  # for whom is searched
            ("open_cards", "<i4"),  # 1 for the cheating yardstick: the cards stay where they are
            ("rounds_left", "<i4"),  # after this one
            ("totals", "<i4", MOST_SEATS),  # points of the rounds before
            ("swing", "<f4"),  # by how much the points of one round differ from seat to seat
            ("for_points", "<f4"),  # the part of points in the reward; the rest is the win
            ("explore", "<f4"),  # how much a rarely tried move deserves a try, in parts of what is at stake
            ("widen", "<f4"),  # a node may have 1 + widen * sqrt(visits) children to follow; 0: there is no tree
            ("wins", "<f4", MOST_SEATS),  # scratch: each seat's part of the win
            ("rewards", "<f4", MOST_SEATS),  # scratch: that, and points
        ],
    )
)

LOGISTIC = 0.78  # makes the logistic curve follow the normal one for the difference of two seats


def new_tree() -> Any:
    """An empty tree; memory is taken only as it grows."""
    return empty(TREE)[0]


def new_race() -> Any:
    """A race without runners."""
    return empty(RACE)[0]


def new_aim() -> Any:
    """A blank aim, to be filled by the caller."""
    return empty(AIM)[0]


@compiled
def clear(tree):
    """Forget everything."""
    if tree.stamp > MOST_STAMPS:
        tree.stamp = 0
        tree.marks[:] = 0
    tree.least, tree.most = 1.0, 0.0
    tree.used = 0
    add_node(tree, NO_NODE, NO_ACTION)


@compiled
def descend(tree, action):
    """Make the node behind `action` the root and keep what hangs there; an empty tree if there is none."""
    child = child_by(tree, ROOT, action)
    if child == NO_NODE:
        clear(tree)
    else:
        make_root(tree, child)


@compiled
def make_root(tree, root):
    """Move `root` and all that hangs there to the front; the rest is forgotten.

    A child has a larger number than its parent: one pass from the front meets every parent first, and what is moved
    never lands on what is still to be moved.
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
    """Start a race between the moves out.actions[:count]; the first must be the one that `prefer` makes."""
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


@compiled
def name_sensible(tree, action):
    """In a tree that was kept, the root's sensible child becomes the one of `action`, whose own node is forgotten.

    Where `prefer` chose by chance, the child has walks behind another move too.
    """
    sensible = child_by(tree, ROOT, SENSIBLE)
    if sensible != NO_NODE:
        twin = child_by(tree, ROOT, action)
        if twin != NO_NODE:
            tree.action[twin] = NO_ACTION
        tree.action[sensible] = action


@compiled
def run(states, mind, tree, race, aim, luck, out, deals):
    """Let all runners try so many deals from states[0], which stays as it is; states[1:3] are room to work in."""
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
    """Make the runner's move, walk on through the tree and play the round out."""
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


@compiled
def walk(state, tree, node, aim, luck, out):
    """Go down the tree from `node` until a node is added or the round is over; returns the length of the path."""
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
    """The child that promises most, or a new one if there is room for it."""
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
    """The child for what another does, if it has one or there is room for it; else the sensible one, the oldest."""
    child, children = tree.child[node], 1
    while tree.action[child] != wish and tree.sister[child] != NO_NODE:
        child = tree.sister[child]
        children += 1
    if tree.action[child] == SENSIBLE and has_room(tree, node, children, aim):
        return add_node(tree, node, wish)
    return child


@compiled
def has_room(tree, node, children, aim):
    """Whether a node that has so many children may have one more."""
    return tree.used < FULL and children <= aim.widen * np.sqrt(np.float64(tree.visits[node]))


@compiled
def most_promising(tree, aim, node):
    """The child that promises most of those that can be followed, and how many can; takes their marks away."""
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
    """Any of the actions out.actions[:count] that is still marked."""
    left = 0
    for i in range(count):
        if tree.marks[out.actions[i]] == tree.stamp:
            out.actions[left] = out.actions[i]
            left += 1
    return int(out.actions[pick(luck, left)])


@compiled
def add_node(tree, parent, action):
    """A new child; returns its number."""
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
    """What the end of this round is worth to each seat, from 0 to 1: its part of the match's win, then points.

    With rounds left to play the win is a guess from the totals: a lead tells less the more rounds are left.
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
