"""11 Elevens."""
