"""The pages that are made from code, and the checks that pages and code agree. `--write` writes them anew."""

import re
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "rules" / "README.md"
ENVIRONMENTS = ROOT / "docs" / "environments.md"
sys.path.insert(0, str(ROOT))

from elftafel import games  # noqa: E402
from elftafel.games.facts import Facts  # noqa: E402
from elftafel.games.rulebook import common, rulebook  # noqa: E402
from elftafel.rl.names import VERSION, gymnasium_id, spiel_name, zoo_name  # noqa: E402
from tests.rule_ids import ids_in  # noqa: E402


def page(facts: Facts) -> str:
    """A game's page: its facts, and tables of its actions and its observation."""
    low, high = facts.players
    lines = [
        f"# {facts.title}",
        "",
        "*Made from `facts.py` by `make docs`.*",
        "",
        f"{facts.made_of}. {low} to {high} players. "
        f"[The rules](../rules/{facts.name}.md), version {facts.rules_version}.",
        "",
        f"- Chance enters in {facts.chance}.",
        f"- Hidden: {facts.hidden}.",
        f"- {facts.action_count} actions, an observation of {facts.observation_length} numbers"
        f" ({8 * facts.packed_words} bytes if it is packed).",
    ]
    if facts.data is not None:
        lines.append(f"- Replaceable data: `src/elftafel/games/{facts.name}/data.toml`.")
    lines += ["", "## Options", "", "| option | values | default | rule |", "|---|---|---|---|"]
    for field in msgspec.structs.fields(facts.options):
        kind = "yes or no" if field.type is bool else ", ".join(option_values(field.type))
        default = msgspec.to_builtins(field.default)
        said = {None: "none", True: "yes", False: "no"}.get(default, default)
        lines.append(f"| `{field.name}` | {kind} | {said} | {facts.option_rules[field.name]} |")
    lines += ["", "## Actions", "", "| numbers | action | meaning |", "|---|---|---|"]
    for action in facts.actions:
        last = action.first + action.count - 1
        span = f"{action.first}" if action.count == 1 else f"{action.first}–{last}"
        lines.append(f"| {span} | {action.name} | {action.meaning} |")
    lines += ["", "## Observation", "", "| entries | packed | feature | meaning |", "|---|---|---|---|"]
    at = 0
    for feature, packed in zip(facts.observation, facts.packed, strict=True):
        span = f"{at}" if feature.length == 1 else f"{at}–{at + feature.length - 1}"
        place = f"{'bit' if feature.bits else 'byte'} {packed}"
        lines.append(f"| {span} | {place} | {feature.name} | {feature.meaning} |")
        at += feature.length
    return "\n".join(lines) + "\n"


def list_of_games() -> str:
    """The table of all games in docs/rules/README.md."""
    lines = ["| ids | game | module | players |", "|---|---|---|---|"]
    for name in games.NAMES:
        facts = games.facts(name)
        low, high = facts.players
        lines.append(f"| {facts.prefix} | [{facts.title}]({name}.md) | `{name}` | {low}–{high} |")
    return "\n".join(lines) + "\n"


def environments() -> str:
    """The table of all environments for learning, docs/environments.md."""
    lines = [
        "# Environments",
        "",
        "*Made from `facts.py` by `make docs`. [Research](research.md) says how they are used.*",
        "",
        f"Version {VERSION}. It grows when an environment changes so that results are not comparable any more; the",
        "version of the rules is that of the game. Observations are rows of int8; packed, of bits and bytes.",
        "Rewards are `win` (the share of the win minus 1 / players), `points` or `mixed`.",
        "",
        "| game | Gymnasium | PettingZoo | OpenSpiel | players | actions | observation | packed | rules |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name in games.NAMES:
        facts = games.facts(name)
        low, high = facts.players
        ids = " | ".join(f"`{named(name)}`" for named in (gymnasium_id, zoo_name, spiel_name))
        sizes = f"{facts.action_count} | {facts.observation_length} | {8 * facts.packed_words} bytes"
        lines.append(f"| [{facts.title}](games/{name}.md) | {ids} | {low}–{high} | {sizes} | {facts.rules_version} |")
    return "\n".join(lines) + "\n"


def with_list(text: str) -> str:
    """docs/rules/README.md with the table of the games that there are now."""
    return re.sub(r"^\| ids \|(?:.*\n)(?:\|.*\n)*", lambda _: list_of_games(), text, count=1, flags=re.MULTILINE)


def option_values(kind: object) -> list[str]:
    from elftafel.cli import values_of

    return [f"`{value}`" for value in values_of(kind)]


def problems() -> list[str]:
    """Everything in which docs, rulebooks, tests and code do not agree."""
    found = []
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    tested = set(re.findall(r"^def test_([a-z]{2}_[or]?\d+)_", tests, re.MULTILINE))
    known = set()
    for name in ("README", *games.NAMES):
        ids = ids_in(name)
        known |= {rule.lower().replace("-", "_") for rule in ids}
        book = common() if name == "README" else rulebook(name)
        if not ids or len(set(ids)) != len(ids):
            found.append(f"docs/rules/{name}.md: no rule ids, or one twice")
        for rule in ids:
            if rule.lower().replace("-", "_") not in tested:
                found.append(f"{rule}: no test is named after it")
            if not re.search(rf"\b{rule}\b(?!\d)", book):
                found.append(f"{rule}: not in the rulebook of {name}")
    found += [f"test_{rule}_…: there is no such rule" for rule in sorted(tested - known)]
    for name in games.NAMES:
        facts = games.facts(name)
        cited = set(facts.option_rules.values())
        found += [f"{name}: option rule {rule} is not in docs/rules" for rule in cited - set(ids_in(name))]
        path = ROOT / "docs" / "games" / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != page(facts):
            found.append(f"{path.relative_to(ROOT)} is out of date: run `make docs`")
    if not ENVIRONMENTS.exists() or ENVIRONMENTS.read_text(encoding="utf-8") != environments():
        found.append(f"{ENVIRONMENTS.relative_to(ROOT)} is out of date: run `make docs`")
    listed = LIST.read_text(encoding="utf-8")
    if list_of_games() not in listed:
        found.append(f"{LIST.relative_to(ROOT)} lists other games: run `make docs`")
    return found


def main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        for name in games.NAMES:
            (ROOT / "docs" / "games" / f"{name}.md").write_text(page(games.facts(name)), encoding="utf-8")
        ENVIRONMENTS.write_text(environments(), encoding="utf-8")
        LIST.write_text(with_list(LIST.read_text(encoding="utf-8")), encoding="utf-8")
    for problem in (found := problems()):
        print(problem)
    print(f"pages: {len(found)} problems" if found else "pages: all agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
