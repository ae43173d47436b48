"""How an optional part is installed, so that what runs afterwards is what ran before."""

from __future__ import annotations

import sys
from pathlib import Path

from gamemaster.version import install_line


def test_a_checkout_goes_on_in_place_and_a_copy_stays_a_copy() -> None:
    pip = f"{sys.prefix}/bin/pip install"
    assert install_line("tracing", Path("/srv/checkout")) == f"{pip} -e '/srv/checkout[tracing]'"
    assert install_line("tracing", Path(sys.prefix, "lib/site-packages")) == f"{pip} '.[tracing]'"
