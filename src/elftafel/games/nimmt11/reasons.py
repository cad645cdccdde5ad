"""11 nimmt!: what speaks for a move or against it, judged by what the seat has seen."""

from elftafel.games.messages import Reason
from elftafel.games.nimmt11 import rules
from elftafel.games.nimmt11.rules import CARDS, END_TURN, TAKE, TAKE_BULL
from elftafel.games.nimmt11.table import cards_in, cards_under
from elftafel.kernel.record import Record

STEPS = 10  # how far a card may be above the one it is laid on (EN-4)
HEAVY = 3  # ox heads of a card that is good to lose
FOR_A_BULL = 3  # cards of a pile that brings a bull (EN-8)

REASONS = (
    "goes_out",  # the last card of the hand
    "continues_run",  # own cards that can still follow on this pile in this turn
    "skips_own",  # own cards that fitted this pile and no longer do
    "leads_to_own",  # own cards that fit the card just laid, if it stays on top
    "sheds_heads",  # ox heads that leave the hand, if there are many
    "cards_left",  # how many cards the hand has then, if nothing else speaks for the card
    "takes_bull",  # the pile brings a bull
    "heads_taken",  # the ox heads of the pile
    "cheap_pile",  # no other pile has fewer ox heads
    "nothing_fits",  # no card can be laid
    "keeps_cards",  # cards that could still be laid in this turn and are kept for later
    "owner_has_cards",  # how many cards the seat that loses a bull has left
    "owner_is_closest",  # nobody else who may lose a bull has so few cards left
)
COSTS = ("skips_own", "heads_taken")


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What to say about this action, the most important first."""
    if action == END_TURN:
        left = len({card for cards in playable(state).values() for card in cards})
        notes = [Reason("keeps_cards", left) if left else Reason("nothing_fits")]
    elif action >= TAKE_BULL:
        notes = about_owner(state, action - TAKE_BULL)
    elif action >= TAKE:
        notes = about_taking(state, action - TAKE + 1)
    else:
        notes = about_laying(state, action // 10 + 1, action % 10 + 1)
    return tuple(notes)


def about_laying(state: Record, card: int, steps: int) -> list[Reason]:
    """What a card brings with it, and which own cards it passes over."""
    hand = cards_in(state.hands[state.seat])
    if len(hand) == 1:
        return [Reason("goes_out")]
    base = (card - steps - 1) % CARDS + 1
    notes, skipped = [], 0
    if state.bulls[state.seat]:
        fitting = playable(state)[base]
        if after := sum(distance(base, other) > steps for other in fitting):
            notes.append(Reason("continues_run", after))
        skipped = sum(distance(base, other) < steps for other in fitting)
    elif after := sum(1 <= distance(card, other) <= STEPS for other in hand if other != card):
        notes.append(Reason("leads_to_own", after))
    heads = int(state.heads[card])
    if heads >= HEAVY:
        notes.append(Reason("sheds_heads", heads))
    elif not notes:
        notes.append(Reason("cards_left", len(hand) - 1))
    return [*notes, Reason("skips_own", skipped)] if skipped else notes


def about_taking(state: Record, top: int) -> list[Reason]:
    """What a pile costs and brings."""
    costs = {other: sum(int(state.heads[card]) for card in cards_under(state, other)) for other in cards_in(state.tops)}
    notes = []
    if len(cards_under(state, top)) >= FOR_A_BULL and (state.supply or owners(state)):
        notes.append(Reason("takes_bull"))
    if len(costs) > 1 and costs[top] == min(costs.values()):
        notes.append(Reason("cheap_pile"))
    if not notes and not any(playable(state).values()):
        notes.append(Reason("nothing_fits"))
    return [*notes, Reason("heads_taken", costs[top])]


def about_owner(state: Record, owner: int) -> list[Reason]:
    """Whether it is good to take a bull from this seat."""
    sizes = {seat: len(cards_in(state.hands[seat])) for seat in owners(state)}
    closest = sizes[owner] == min(sizes.values())
    return [Reason("owner_is_closest" if closest else "owner_has_cards", sizes[owner])]


def owners(state: Record) -> list[int]:
    """The other seats with the most bulls of all (EN-9, EN-R4)."""
    seats = int(rules.richest_others(state))
    return [seat for seat in range(state.players) if seats >> seat & 1]


def playable(state: Record) -> dict[int, list[int]]:
    """The own cards that fit (EN-4, EN-10), for the base of each pile that may be used."""
    by_base = {}
    for base in cards_in([rules.usable(state, half) for half in range(2)]):
        steps = int(rules.higher_than_top(state, base, rules.fits(state, state.seat, base)))
        by_base[base] = [(base + n) % CARDS + 1 for n in range(STEPS) if steps >> n & 1]
    return by_base


def distance(low: int, high: int) -> int:
    """Steps from one card up to another, past 100 too (EN-5)."""
    return (high - low) % CARDS
