"""The server before anything is compiled, for as long as one likes: `python -m tests.web.uncompiled serve …`."""

import sys
import threading

from elftafel.cli import main
from elftafel.games import warm

if __name__ == "__main__":
    warm.is_warm = lambda name, thinking=False: False
    warm.warm = lambda name, thinking=False, beside=False: threading.Event().wait() and None
    sys.exit(main())
