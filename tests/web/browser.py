"""A real Chromium without a window: Debian's headless shell, else one on PATH, else Playwright's own download.

The headless shell is the same browser without the user interface around it, which costs two seconds of processor time
for every new window.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--js-flags=--no-opt --no-maglev",  # pages that live for seconds
]


def found() -> str | None:
    """The browser on PATH."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def install() -> str | None:
    """Get a browser if there is none; its path, or None for Playwright's own."""
    if not shutil.which(SHELL) and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", SHELL], check=False)
    path = found()
    if path is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return path


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser for one test run."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=install(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


if __name__ == "__main__":
    print(install() or "Playwright's own Chromium")
