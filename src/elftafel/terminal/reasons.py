"""The reasons for moves in plain words. `{n}` is the figure of a reason, `{s}` the s of its plural, `{p}` a chance."""

from elftafel.games.messages import Reason

ROWS = {
    "goes_out": "your last card",
    "leads_to_own": "{n} of your cards can follow",
    "clears_way": "clears the way to a card of yours",
    "keeps_block": "holds back {n} card{s} that would help others",
    "leaves_fitting": "{n} card{s} that fit{v} stay{v}",
    "nothing_fits": "nothing else fits",
}

WORDS: dict[str, dict[str, str]] = {
    "elfer_raus": ROWS
    | {
        "opens_row_for_others": "opens {n} place{s} for others",
        "opens_nothing": "opens nothing for others",
    },
    "elevens": {key: ROWS[key] for key in ROWS if key != "clears_way"}
    | {
        "completes_side": "completes a side: a bonus card",
        "opens_for_others": "opens {n} place{s} for others",
        "opens_nothing": "opens nothing in its row",
        "uses_joker": "spends a joker",
        "uses_bridge": "spends a bridge",
        "swaps_joker": "a joker for your card",
        "throws_joker": "a joker less to pay for",
        "takes_card": "a card more to get rid of",
        "turn_is_full": "four cards are laid",
        "nothing_fits": "no card of yours fits its row",
    },
    "jatten": {
        "wins_now": "wins the round",
        "makes_six": "makes a set of {n}",
        "largest_set": "your largest set grows to {n}",
        "set_grows": "a set of yours grows to {n}",
        "starts_set": "the first card of its number",
        "bust_odds": "{p} to bust",
        "cannot_bust": "cannot bust",
        "at_stake": "{n} card{s} at stake",
        "keeps_what_is_drawn": "{n} card{s} for your collection",
        "avoids_bust": "drawing again busts with {p}",
        "crook_steals": "the crook takes a card more",
        "known_to_hold": "holds {n} card{s} that you collect",
        "cards_there": "{n} card{s} to draw from",
        "most_cards": "the largest hand, {n} card{s}",
        "has_largest_set": "the crook may take from a set of {n}",
        "no_crook_there": "no signs and no crook there",
        "sees_hand": "{n} unknown card{s} to see",
        "sees_next_draws": "shows what you may draw next",
        "breaks_set": "breaks your largest set, of {n}",
        "three_for_two": "three cards for two",
        "keeps_sets": "your sets stay as they are",
        "breaks_theirs": "breaks their largest set, of {n}",
        "fills_hand": "{n} new card{s} in your hand",
        "gives_up_set": "gives up {n} card{s}",
    },
    "start11": {
        "goes_out": "your last tile",
        "earns_gift": "earns a gift",
        "earns_bonus": "earns a bonus tile",
        "frees_tile": "a tile more, on any space",
        "leads_to_own": "opens {n} space{s} for you",
        "opens_for_others": "opens {n} space{s} for others",
        "opens_nothing": "opens nothing for others",
        "dear_tile": "{n} points less on your rack",
        "gives_away": "{n} point{s} for your neighbour",
        "cannot_be_laid_now": "that tile fits nowhere now",
        "declines_gift": "gives nothing away",
        "keeps_block": "holds back {n} tile{s} that would help others",
        "leaves_fitting": "{n} tile{s} that fit{v} stay{v}",
        "turn_is_full": "three tiles are laid",
        "nothing_fits": "nothing else fits",
        "leaves_free_tile": "lays no free tile",
    },
    "nimmt11": {
        "goes_out": "your last card",
        "continues_run": "{n} more can follow in this turn",
        "skips_own": "passes over {n} of your cards",
        "leads_to_own": "{n} of your cards would fit it",
        "sheds_heads": "{n} ox head{s} less in your hand",
        "takes_bull": "brings a bull",
        "heads_taken": "{n} ox head{s} into your hand",
        "cheap_pile": "no pile is cheaper",
        "nothing_fits": "nothing else fits",
        "keeps_cards": "{n} card{s} could still be laid",
        "owner_has_cards": "{n} card{s} left there",
        "owner_is_closest": "nearest to going out, {n} card{s} left",
    },
}


def say_reason(game: str, reason: Reason) -> str:
    """A reason in words."""
    value = reason.value or 0
    return WORDS[game][reason.key].format(
        n=f"{value:g}", s="" if value == 1 else "s", v="s" if value == 1 else "", p=f"{value:.0%}"
    )


def say_reasons(game: str, reasons: tuple[Reason, ...]) -> str:
    """All reasons for a move in one line."""
    return ", ".join(say_reason(game, reason) for reason in reasons)
