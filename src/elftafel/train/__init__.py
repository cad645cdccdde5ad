"""Learned policies: `elftafel train` (docs/baselines.md)."""
