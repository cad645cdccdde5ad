"""11! the board game."""
