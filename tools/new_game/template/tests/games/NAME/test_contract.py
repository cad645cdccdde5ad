"""TITLE: its modules offer what the contracts ask for; mypy compares the types of the lines below."""

from elftafel.games import contract
from elftafel.games.NAME import policy, reasons, rules, table, terminal

RULES: contract.Rules = rules
KNOWLEDGE: contract.Knowledge = rules
POLICY: contract.Policy = policy
PEOPLE: contract.People = table
REASONS: contract.Reasons = reasons
TERMINAL: contract.Terminal = terminal


def test_the_modules_are_found() -> None:
    found = contract.find_rooms("NAME")
    assert found == contract.Rooms(RULES, POLICY, PEOPLE, REASONS, KNOWLEDGE, None)
    assert contract.find_room("NAME", "terminal", contract.Terminal) is TERMINAL
