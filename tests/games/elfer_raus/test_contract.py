"""Elfer raus!: its modules offer what the contracts ask for; mypy compares the types of the lines below."""

from elftafel.games import contract
from elftafel.games.elfer_raus import belief, policy, reasons, rules, table, terminal

RULES: contract.Rules = rules
KNOWLEDGE: contract.Knowledge = rules
POLICY: contract.Policy = policy
PEOPLE: contract.People = table
REASONS: contract.Reasons = reasons
TERMINAL: contract.Terminal = terminal
BELIEF: contract.Belief = belief


def test_the_modules_are_found() -> None:
    found = contract.find_rooms("elfer_raus")
    assert found == contract.Rooms(RULES, POLICY, PEOPLE, REASONS, KNOWLEDGE, BELIEF)
    assert contract.find_room("elfer_raus", "terminal", contract.Terminal) is TERMINAL
