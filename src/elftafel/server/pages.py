"""Pages"""

HANDLERS = []
