"""What worker processes are forked from: all that they import, and the worlds, before the first of them starts.

Imported for its effect by the fork server of `gamemaster.server.workers`, and by nothing else.
"""

import contextlib
import gc

from gamemaster.hosting.garbage import nothing_collected

with nothing_collected():
    from gamemaster import bootstrap
    from gamemaster.config.load import load_settings
    from gamemaster.config.sources import ConfigError

    bootstrap.import_what_serving_needs()
    with contextlib.suppress(ConfigError):  # each worker tells of it
        bootstrap.keep_worlds(load_settings())
# What is shared stays shared: the collector of a worker would write into each of these objects.
gc.collect()
gc.freeze()
