"""axe finds nothing on any page, in both themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import BY_DAY, BY_NIGHT, finish_round, next_round, play_now, violations

Someone = Callable[..., Page]


@pytest.mark.parametrize(("theme", "size"), BY_DAY)
def test_start_page_dialogs_and_rules(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With friends Elfer raus!").click()
    expect(page.get_by_role("combobox", name="Seats")).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    assert violations(page, axe) == []
    page.goto("/rules/elfer_raus")
    expect(page.get_by_role("heading", name="Elfer raus!", level=1)).to_be_visible()
    assert violations(page, axe) == []
    page.goto("/j/NOSUCH")
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page, axe) == []


@pytest.mark.parametrize(("theme", "size"), BY_NIGHT)
def test_the_table(someone: Someone, axe: str, theme: str, size: tuple[int, int]) -> None:
    page = someone(size, color_scheme=theme)
    play_now(page, "Elfer raus!")
    assert violations(page, axe) == []
    page.get_by_role("toolbar").get_by_role("button", disabled=True).first.click(
        force=True, position={"x": 10, "y": 24}
    )
    expect(page.locator(".why")).to_be_visible()
    assert violations(page, axe) == []
    finish_round(page)
    assert violations(page, axe) == []
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.get_by_role("button", name="Deal the next round")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    next_round(page)
    assert violations(page, axe) == []
