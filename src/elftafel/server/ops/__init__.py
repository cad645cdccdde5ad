"""For those who run a server: logs, metrics, garbage collection, checking a database, crash tests."""
