"""The table in a terminal. It reads messages only and knows no rules."""
