"""11 Elevens: its modules offer what the contracts ask for; mypy compares the types of the lines below."""

from elftafel.games import contract
from elftafel.games.elevens import knowledge, policy, reasons, rules, table, terminal

RULES: contract.Rules = rules
KNOWLEDGE: contract.Knowledge = knowledge
POLICY: contract.Policy = policy
PEOPLE: contract.People = table
REASONS: contract.Reasons = reasons
TERMINAL: contract.Terminal = terminal


def test_the_modules_are_found() -> None:
    found = contract.find_rooms("elevens")
    assert found == contract.Rooms(RULES, POLICY, PEOPLE, REASONS, KNOWLEDGE, None)
    assert contract.find_room("elevens", "terminal", contract.Terminal) is TERMINAL
