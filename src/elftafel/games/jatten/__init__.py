"""Jatten."""
