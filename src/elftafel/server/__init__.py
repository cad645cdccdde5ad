"""The server: live tables that lose nothing and leak nothing. Games know nothing of it."""
