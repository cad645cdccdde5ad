"""The matches that the start page shows: part of a round of each golden log, as a spectator sees it.

Beside each web/src/games/<game>/demo/match.json a file `cut.json` names the golden log, the first
step that is shown and how many. `--write` writes the matches anew; without it they are compared.
"""

import json
import os
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a few hundred decisions are not worth compiling for

import msgspec

from elftafel.match import MatchLog
from elftafel.server.table.replay import SPECTATOR, make, source_in

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "web" / "src" / "games"


def demo(golden: str, first: int, count: int) -> str:
    """Some steps of the first round of a golden log, as JSON."""
    text = (ROOT / "tests" / "golden" / f"{golden}.json").read_text(encoding="utf-8")
    log = msgspec.json.decode(json.dumps(json.loads(text)["log"]), type=MatchLog)
    replay = make(source_in(log), 1, SPECTATOR)
    shown = msgspec.structs.replace(replay, frames=replay.frames[first : first + count])
    return msgspec.json.encode(shown).decode() + "\n"


def main() -> int:
    """Write the files, or tell which differ."""
    wrong = []
    for cut in sorted(GAMES.glob("*/demo/cut.json")):
        path = cut.with_name("match.json")
        text = demo(**json.loads(cut.read_text(encoding="utf-8")))
        if "--write" in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            wrong.append(str(path.relative_to(ROOT)))
    if wrong:
        print("other than the golden logs, run tools/demos.py --write:", *wrong)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
