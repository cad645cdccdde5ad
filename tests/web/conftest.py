"""A server with quick bots and a real browser, both for all tests of one run."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from elftafel.server.http import assets
from tests.web.browser import chromium
from tests.web.dealt import DEALT_TO, SAME_NONCE
from tests.web.table import PHONE, visit

ROOT = Path(__file__).resolve().parents[2]
expect.set_options(timeout=15_000)  # milliseconds: several browsers and servers may share two cores


@pytest.fixture(scope="session")
def dealt_to(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the name of the running test."""
    return tmp_path_factory.mktemp("dealt") / "to"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, dealt_to: Path) -> Iterator[str]:
    """Where a server serves."""
    if not assets.build():
        pytest.fail("the front end is not built: python hatch_build.py")
    database = tmp_path_factory.mktemp("web") / "tables.db"
    command = [sys.executable, "-m", "tests.web.dealt", "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    options = [
        "--bot-pace",
        "0",
        "--log-level",
        "warning",
        "--requests-per-second",
        "1000",
        "--people-per-hour",
        "10000",
        "--review-iterations",
        "100",
        "--review-nice",
        "0",
    ]
    environment = dict(os.environ, PYTHONPATH=f"{ROOT / 'src'}{os.pathsep}{ROOT}", **{DEALT_TO: str(dealt_to)})
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not start"
            yield found.group()
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for barriers."""
    return (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def someone(
    browser: Browser, address: str, dealt_to: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Another person with a browser of their own; whatever goes wrong in a page fails the test.

    `at`: the server's address for them, and the only one that their page may ask.
    """
    dealt_to.write_text(request.node.nodeid, encoding="utf-8")
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come(size: tuple[int, int] = PHONE, at: str = address, **more: Any) -> Page:
        more.setdefault("service_workers", "block")  # it fetches the whole front end for every new window
        context, page = visit(browser, at, size, problems, **more)
        context.add_init_script(SAME_NONCE)
        contexts.append(context)
        return page

    yield come
    for context in contexts:
        context.close()
    assert problems == []
