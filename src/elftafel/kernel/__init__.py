"""The compiled core that all games share. It knows no game."""
