"""How much the property tests try: little by default, more in `make test-all`."""

import os

from hypothesis import settings

settings.register_profile("elftafel", deadline=None, derandomize=True, database=None)
settings.load_profile("elftafel")

MORE = int(os.environ.get("ELFTAFEL_EXAMPLES", "1"))
