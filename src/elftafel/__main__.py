"""`python -m elftafel`."""

import sys

from elftafel.cli import main

sys.exit(main())
