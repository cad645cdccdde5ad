"""The tables that are in memory on this node, their sockets and their bots."""
