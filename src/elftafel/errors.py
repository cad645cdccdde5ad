"""The errors a person or a program may meet. Each names what is wrong, its value, and what would be right."""


class ElftafelError(Exception):
    """Anything that Elftafel refuses."""


class BadInput(ElftafelError):
    """A value from outside that cannot be used: names the field, the value and what would be right."""

    def __init__(self, field: str, value: object, expected: str, rule: str | None = None) -> None:
        self.field, self.value, self.expected, self.rule = field, value, expected, rule
        super().__init__(f"{field} is {value!r}: {expected}" + (f" ({rule})" if rule else ""))

    def __reduce__(self) -> tuple[type["BadInput"], tuple[object, ...]]:
        """So that it comes whole out of another process."""
        return BadInput, (self.field, self.value, self.expected, self.rule)


class IllegalMove(ElftafelError):
    """A move that the rules forbid now, with the rule that forbids it."""

    def __init__(self, rule: str, move: object) -> None:
        self.rule, self.move = rule, move
        super().__init__(f"{move} is not allowed: {rule}")

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[object, ...]]:
        """So that it comes whole out of another process."""
        return IllegalMove, (self.rule, self.move)


class IncompleteGame(ElftafelError):
    """A game's folder that cannot be played with: names the game, its file and what is missing there."""

    def __init__(self, game: str, file: str, problem: str) -> None:
        self.game, self.file, self.problem = game, file, problem
        super().__init__(f"the game {game!r}: {file} {problem}")

    def __reduce__(self) -> tuple[type["IncompleteGame"], tuple[object, ...]]:
        """So that it comes whole out of another process."""
        return IncompleteGame, (self.game, self.file, self.problem)


class BadLog(ElftafelError):
    """A match log that is damaged or impossible: where, and which rule it breaks."""

    def __init__(self, problem: str, ply: int | None = None, rule: str | None = None) -> None:
        self.problem, self.ply, self.rule = problem, ply, rule
        where = "" if ply is None else f"ply {ply}: "
        super().__init__(where + problem + (f" ({rule})" if rule else ""))


class OtherRules(BadLog):
    """A match that was played by another version of the rules than this program has."""
