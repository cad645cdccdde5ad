"""Fixtures that tests with server processes share."""

from tests.server.servers import nursery, warm_games

__all__ = ["nursery", "warm_games"]
