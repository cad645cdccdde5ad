"""A table: its log, the state replayed from it, and what viewers see of it."""
