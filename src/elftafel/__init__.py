"""Elftafel: play, host and study five number-card games."""

__version__ = "0.1.0"
