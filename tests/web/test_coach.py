"""The first match of a game: the goal, then tips where they matter, each of them once."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.table import play_now, step, until_asked, violations

TITLE = "Elfer raus!"


def test_the_goal_and_tips_are_told_once(someone: Callable[..., Page], axe: str) -> None:
    page = someone(settings={"coach": True})
    play_now(page, TITLE)
    tip = page.get_by_role("region", name="Tip for your first match")
    expect(tip).to_contain_text("The goal")
    assert violations(page, axe) == []
    board, said = page.locator(".board-room").bounding_box(), tip.bounding_box()
    assert board
    assert said
    assert said["y"] >= board["y"] + board["height"] - 1, "no card is covered"
    tip.get_by_role("button", name="Got it").tap()
    expect(tip).to_contain_text("bright cards")
    step(page)  # played past: it was seen
    until_asked(page)
    expect(tip.filter(has_text="bright cards")).to_have_count(0)
    expect(tip.filter(has_text="The goal")).to_have_count(0)
    play_now(page, TITLE)
    expect(tip.filter(has_text="The goal")).to_have_count(0)
