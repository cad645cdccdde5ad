"""Studies: many rounds, many matches, figures and pictures."""
