"""Who someone is, what a name may look like, and how often somebody may do something."""
