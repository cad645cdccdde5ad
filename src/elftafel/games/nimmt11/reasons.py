"""11 nimmt!: what speaks for a move or against it, from the own hand and the cards that all saw laid."""

from elftafel.games.messages import Reason
from elftafel.games.nimmt11.rules import CARDS, END_TURN, HALF, TAKE, TAKE_BULL
from elftafel.kernel.record import Record

STEPS = 10  # how far a card may be above the one it is laid on (EN-4)
HEAVY = 3  # ox heads of a card that is good to lose
FOR_A_BULL = 3  # cards of a pile that brings a bull (EN-8)

REASONS = (
    "goes_out",  # the last card of the hand
    "continues_run",  # own cards that can still follow on this pile in this turn
    "skips_own",  # own cards that fitted this pile and no longer do
    "leads_to_own",  # own cards that fit the card just laid, if it stays on top
    "sheds_heads",  # ox heads that leave the hand; told if they are many or there is nothing else to tell
    "takes_bull",  # the pile brings a bull
    "heads_taken",  # the ox heads of the pile
    "cheap_pile",  # no other pile has fewer ox heads
    "nothing_fits",  # no card can be laid
    "keeps_cards",  # cards that could still be laid in this turn
    "owner_has_cards",  # how many cards the seat that loses a bull has left
    "owner_is_closest",  # nobody else who may lose a bull has so few cards left
)


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What is to be said about this action, the most telling first."""
    if action == END_TURN:
        left = sum(len(cards) for cards in playable(state).values())
        found = [Reason("keeps_cards", left) if left else Reason("nothing_fits")]
    elif action >= TAKE_BULL:
        found = about_owner(state, action - TAKE_BULL)
    elif action >= TAKE:
        found = about_taking(state, action - TAKE + 1)
    else:
        found = about_laying(state, action // 10 + 1, action % 10 + 1)
    return tuple(found[:3])


def about_laying(state: Record, card: int, steps: int) -> list[Reason]:
    """What a card brings with it, and what it passes over."""
    hand = cards_in(state.hands[state.seat])
    if len(hand) == 1:
        return [Reason("goes_out")]
    base = (card - steps - 1) % CARDS + 1
    found = []
    if state.bulls[state.seat]:
        fitting = playable(state)[base]
        if after := sum(distance(base, other) > steps for other in fitting):
            found.append(Reason("continues_run", after))
        if before := sum(distance(base, other) < steps for other in fitting):
            found.append(Reason("skips_own", before))
    elif after := sum(1 <= distance(card, other) <= STEPS for other in hand if other != card):
        found.append(Reason("leads_to_own", after))
    if state.heads[card] >= HEAVY or not found:
        found.append(Reason("sheds_heads", int(state.heads[card])))
    return found


def about_taking(state: Record, top: int) -> list[Reason]:
    """What a pile costs and brings."""
    costs = {other: sum(int(state.heads[card]) for card in pile(state, other)) for other in cards_in(state.tops)}
    found = [Reason("heads_taken", costs[top])]
    if len(pile(state, top)) >= FOR_A_BULL and (state.supply or owners(state)):
        found.insert(0, Reason("takes_bull"))
    if len(costs) > 1 and costs[top] == min(costs.values()):
        found.append(Reason("cheap_pile"))
    if not any(playable(state).values()):
        found.append(Reason("nothing_fits"))
    return found


def about_owner(state: Record, owner: int) -> list[Reason]:
    """From whom it is good to take a bull."""
    sizes = {seat: len(cards_in(state.hands[seat])) for seat in owners(state)}
    closest = sizes[owner] == min(sizes.values())
    return [Reason("owner_is_closest" if closest else "owner_has_cards", sizes[owner])]


def owners(state: Record) -> list[int]:
    """The other seats with the most bulls of all (EN-9, EN-R4)."""
    bulls = [int(state.bulls[seat]) for seat in range(state.players)]
    return [seat for seat in range(state.players) if seat != state.seat and bulls[seat] == max(bulls)]


def playable(state: Record) -> dict[int, list[int]]:
    """For each pile on which the seat at turn may lay, by its base, the own cards that fit (EN-4, EN-10)."""
    hand, bases, tops = (cards_in(words) for words in (state.hands[state.seat], state.bases, state.tops))
    now = {base_of(state, bases, top): top for top in tops}
    used = [base for base in bases if base not in tops]
    free = len(used) < max(int(state.bulls[state.seat]), 1)
    found = {}
    for base in bases if free else used:
        reached = distance(base, now[base]) if now[base] != base else 0
        found[base] = [card for card in hand if reached < distance(base, card) <= STEPS]
    return found


def base_of(state: Record, bases: list[int], top: int) -> int:
    """The card that was on top of this pile when the turn began."""
    while top not in bases:
        top = int(state.under[top])
    return top


def pile(state: Record, top: int) -> list[int]:
    """The cards of a pile."""
    found = []
    while top:
        found.append(top)
        top = int(state.under[top])
    return found


def distance(low: int, high: int) -> int:
    """Steps from one card up to another, past 100 too (EN-5)."""
    return (high - low) % CARDS


def cards_in(words: Record) -> list[int]:
    """The cards of a set."""
    both = int(words[0]) | int(words[1]) << HALF
    return [card for card in range(1, CARDS + 1) if both >> card - 1 & 1]
