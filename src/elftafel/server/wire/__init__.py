"""Connections below the app: what they may cost before a request or a message is read."""
