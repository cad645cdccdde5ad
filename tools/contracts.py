"""A contract for import-linter that its own kinds cannot say: no game imports another, whatever
games there are.

Its own "independence" needs every game listed, and a wildcard would take in the modules that games
share.
"""

from grimp import ImportGraph, Layer
from importlinter import Contract, ContractCheck, fields, output


class GamesApart(Contract):
    """No game's folder imports from another's. A game is a package in `folder` that has facts."""

    type_name = "games_apart"
    folder = fields.ModuleField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        folder = self.folder.name  # type: ignore[attr-defined]  # a field holds its value once it is read
        games = {child for child in graph.find_children(folder) if f"{child}.facts" in graph.modules}
        broken = graph.find_illegal_dependencies_for_layers(layers=[Layer(*games, independent=True)])
        chains = [
            " → ".join((*sorted(package.heads)[:1], *package.middle, *sorted(package.tails)[:1]))
            for dependency in broken
            for package in dependency.routes
        ]
        return ContractCheck(kept=bool(games) and not broken, metadata={"chains": sorted(chains), "games": len(games)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        if not check.metadata["games"]:
            output.print_error("found no game at all")
        for chain in check.metadata["chains"]:
            output.print_error(f"a game imports another: {chain}")
