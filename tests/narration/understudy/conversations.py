"""Conversations of three to five turns: what is said, who should answer, and what the answer should be of.

A turn is `words`, or `words => who`, or `words => who: pattern`; by default whoever is named first answers. Data.
"""

from __future__ import annotations

from tests.casekit import rows

LIGHTHOUSE, LONG_NIGHT, INN = "worlds/lighthouse", "worlds/long_night", "tests/worlds_unseen/caravanserai"

# Where, who is there, and the turns, one a line.
CONVERSATIONS: list[list[str]] = rows(__file__, "conversations")
