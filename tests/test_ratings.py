"""Ratings move by what was played, and a player in several seats by the mean of them."""

import pytest

from elftafel.ratings import Skill, new_skill, rate


def test_the_winner_rises_and_the_others_fall() -> None:
    before = {"anna": new_skill(), "ben": new_skill(), "cleo": new_skill()}
    after = rate(before, ["anna", "ben", "cleo"], ranks=[1, 2, 3])
    assert after["anna"].mu > after["ben"].mu > after["cleo"].mu
    assert all(after[name].sigma < before[name].sigma for name in before)


def test_ranks_and_scores_that_say_the_same_move_ratings_equally() -> None:
    before = {"anna": Skill(27.0, 4.0), "ben": Skill(22.0, 7.0), "cleo": new_skill()}
    seats = ["anna", "ben", "cleo"]
    assert rate(before, seats, ranks=[2, 1, 2]) == rate(before, seats, scores=[-9, 0, -9])


def test_a_player_in_several_seats_moves_by_their_mean() -> None:
    before = {"anna": Skill(25.0, 8.0), "ben": Skill(25.0, 8.0)}
    apart = rate({0: before["anna"], 1: before["anna"], 2: before["ben"]}, [0, 1, 2], ranks=[1, 3, 2])
    together = rate(before, ["anna", "anna", "ben"], ranks=[1, 3, 2])
    assert together["anna"].mu == pytest.approx((apart[0].mu + apart[1].mu) / 2)
    assert together["anna"].sigma == pytest.approx((apart[0].sigma + apart[1].sigma) / 2)
    assert together["ben"] == apart[2]


def test_the_ordinal_is_three_deviations_below() -> None:
    assert Skill(25.0, 5.0).ordinal == 10.0
