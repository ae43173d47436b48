"""`python -m inference.testbed` makes the CPU test bed's environment."""

import sys

from inference.testbed.build import main

sys.exit(main())
