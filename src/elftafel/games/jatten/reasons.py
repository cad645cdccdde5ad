"""Jatten: what speaks for a move or against it, judged by what the seat at turn has seen."""

from elftafel.games.jatten import rules
from elftafel.games.jatten.knowledge import KINDS, PILE
from elftafel.games.jatten.odds import bust_odds
from elftafel.games.jatten.rules import HAND, WINNING_SET
from elftafel.games.messages import Reason
from elftafel.kernel.record import Record

REASONS = (
    "wins_now",  # six of a number at the end of the turn
    "makes_six",  # six of a number, if they are still there at the end of the turn
    "largest_set",  # the largest set grows to this size
    "set_grows",  # another set grows to this size
    "starts_set",  # the first card of its number
    "safe_odds",  # the chance that the next card is no number for the second time
    "cannot_bust",  # no card that can come is in the middle already
    "at_stake",  # cards that a bust would cost
    "keeps_what_is_drawn",  # cards that go to the collection
    "avoids_bust",  # the chance of a bust that is not taken
    "crook_steals",  # the crook takes a card of that collection
    "known_to_hold",  # cards in that hand, as was seen, that go with the own collection
    "cards_there",  # cards to draw from, the crook too
    "most_cards",  # nobody else has so many cards to draw from, the crook too
    "has_largest_set",  # nobody else has so large a set for the crook
    "no_crook_there",  # the pile has neither signs nor a crook
    "sees_hand",  # cards of that hand that are not known yet
    "sees_next_draws",  # that hand is the one being robbed
    "breaks_set",  # the own largest set loses cards
    "three_for_two",  # a card more in the collection
    "keeps_sets",  # the collection stays as it is
    "breaks_theirs",  # the victim's largest set loses a card
    "fills_hand",  # cards that come to the hand
    "gives_up_set",  # cards that are given up for it
)
COSTS = ("at_stake", "breaks_set", "gives_up_set")


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What to say about this action, the most important first."""
    if action < rules.A_ROB:
        notes = about_gaining(state, action >> 2)
    elif action < rules.A_AGAIN:
        notes = about_victim(state, action - rules.A_ROB)
    elif action == rules.A_AGAIN:
        odds = bust_odds(state)
        notes = [Reason("safe_odds", 1 - odds) if odds else Reason("cannot_bust")]
        if odds and state.middle:
            notes.append(Reason("at_stake", in_middle(state)))
    elif action == rules.A_STOP:
        notes = about_stopping(state)
    elif action < rules.A_SWAP:
        notes = about_looking(state, action - rules.A_LOOK)
    elif action < rules.A_NO_SWAP:
        notes = about_swapping(state, (action - rules.A_SWAP) // 10)
    elif action == rules.A_NO_SWAP:
        notes = [Reason("keeps_sets")]
    elif action < rules.A_NO_THEFT:
        notes = about_theft(state, (action - rules.A_STEAL) >> 2)
    elif action == rules.A_NO_THEFT:
        notes = [Reason("keeps_sets")]
    elif action < rules.A_KEEP:
        notes = about_refilling(state, action - rules.A_DISCARD)
    else:
        notes = [Reason("wins_now") if max(own_sets(state)) >= WINNING_SET else Reason("keeps_sets")]
    return tuple(notes)


def own_sets(state: Record) -> list[int]:
    """How many cards of each number the seat at turn has collected."""
    return [int(size) for size in state.sets[state.seat]]


def sets_of(state: Record, seat: int) -> list[int]:
    """How many cards of each number a seat has collected."""
    return [int(size) for size in state.sets[seat]]


def others(state: Record) -> list[int]:
    """The other seats."""
    return [seat for seat in range(state.players) if seat != state.seat]


def in_middle(state: Record) -> int:
    """How many number cards lie in the middle."""
    return int(state.middle).bit_count()


def about_gaining(state: Record, number: int) -> list[Reason]:
    """What it means that a card of this number comes to the own collection."""
    sets = own_sets(state)
    size = sets[number] + 1
    if size >= WINNING_SET:
        return [Reason("makes_six", size)]
    if size == 1:
        return [Reason("starts_set")]
    return [Reason("largest_set" if size > max(sets) else "set_grows", size)]


def about_victim(state: Record, victim: int) -> list[Reason]:
    """Why to rob this seat, or the pile."""
    if victim == PILE:
        return [Reason("no_crook_there")]
    mine, seat, notes = own_sets(state), int(state.seat), []
    if known := sum(int(state.known[victim, kind, seat]) for kind in range(KINDS) if mine[kind >> 2]):
        notes.append(Reason("known_to_hold", known))
    rest = [other for other in others(state) if other != victim]
    largest = max(sets_of(state, victim))
    if rest and largest > max(max(sets_of(state, other)) for other in rest):
        notes.append(Reason("has_largest_set", largest))
    if rest and state.hand_sizes[victim] > max(state.hand_sizes[other] for other in rest):
        notes.append(Reason("most_cards", int(state.hand_sizes[victim]) + 1))
    return notes or [Reason("cards_there", int(state.hand_sizes[victim]) + 1)]


def about_stopping(state: Record) -> list[Reason]:
    """What a stop saves, and which chance it does not take."""
    notes = [Reason("keeps_what_is_drawn", in_middle(state))] if state.middle else []
    sizes = own_sets(state)
    for kind in range(KINDS):
        sizes[kind >> 2] += int(state.middle) >> kind & 1
    if max(sizes) >= WINNING_SET:
        notes.insert(0, Reason("makes_six", max(sizes)))
    if state.crook_out and any(sets_of(state, int(state.victim))):
        notes.append(Reason("crook_steals"))
    if odds := bust_odds(state):
        notes.append(Reason("avoids_bust", odds))
    return notes or [Reason("keeps_sets")]


def about_looking(state: Record, other: int) -> list[Reason]:
    """What an eye would show."""
    notes = [Reason("sees_hand", int(state.unknown[other, state.seat]))]
    if other == state.victim:
        notes.insert(0, Reason("sees_next_draws"))
    return notes


def about_swapping(state: Record, number: int) -> list[Reason]:
    """What it means that two cards of a number go and three others come."""
    sets = own_sets(state)
    notes = [Reason("three_for_two")]
    if sets[number] == max(sets):
        notes.append(Reason("breaks_set", sets[number]))
    return notes


def about_theft(state: Record, number: int) -> list[Reason]:
    """What it means that the crook takes a card of this number."""
    notes = about_gaining(state, number)
    theirs = sets_of(state, int(state.victim))
    if theirs[number] > 1 and theirs[number] == max(theirs):
        notes.append(Reason("breaks_theirs", theirs[number]))
    return notes


def about_refilling(state: Record, number: int) -> list[Reason]:
    """What it means that a set goes and the hand is filled."""
    sets = own_sets(state)
    largest = sets[number] > 1 and sets[number] == max(sets)
    notes = [Reason("breaks_set" if largest else "gives_up_set", sets[number])]
    if cards := HAND - int(state.hand_sizes[state.seat]):
        notes.append(Reason("fills_hand", cards))
    sets[number] = 0
    if max(sets) >= WINNING_SET:
        notes.insert(0, Reason("wins_now"))
    return notes
