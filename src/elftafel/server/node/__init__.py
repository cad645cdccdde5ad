"""The work that a node does by itself: heartbeat, clocks, news from other nodes, housekeeping."""
