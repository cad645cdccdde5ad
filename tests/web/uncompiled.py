"""The server before anything is compiled, for as long as one likes: `python -m tests.web.uncompiled serve …`."""

import sys
import threading

from elftafel.cli import main
from elftafel.games import warm


def wait(name: str, thinking: bool = False, beside: bool = False) -> None:
    """Instead of compiling: never be done."""
    threading.Event().wait()


if __name__ == "__main__":
    warm.is_warm = lambda name, thinking=False: False
    warm.warm = wait
    sys.exit(main())
