"""SGLang's own HTTP server over a tiny checkpoint, in the test bed's environment, until it is told to stop.

`.venv-nia/bin/python -m tests.inference.sglang.http_server FOLDER/steady|wavering|story PORT`
The folder's name says which tiny checkpoint is built there, if it is not there yet.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inference.preflight.checkpoint import read_checkpoint
from inference.preflight.fitting import fit_profile
from inference.profiles.loader import load_profile
from inference.sglang.start import arguments
from tests.inference.sglang.runner import BUILDERS


def stand_in_for_unused_packages() -> None:
    """SGLang's OpenAI endpoints import them, and none of those is asked here: the test bed does without."""
    stubs: Any = importlib.import_module("nia_testbed_stubs")  # of the test bed's environment alone

    names = ("jsonschema", "python_multipart", "soundfile")
    stubs.ROOTS = (*stubs.ROOTS, *(name for name in names if importlib.util.find_spec(name) is None))


def main(
    prepare: Callable[[Any], None] = lambda app: None, settings: Mapping[str, object] = MappingProxyType({})
) -> None:
    """`prepare` is given SGLang's application before it serves; `settings` differ from the profile's."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    if not folder.exists():
        BUILDERS[folder.name](folder)
    profile = fit_profile(load_profile("cpu", settings), read_checkpoint(folder), ())
    for name, value in profile.environment.items():
        os.environ.setdefault(name, value)
    stand_in_for_unused_packages()
    from sglang.srt.entrypoints.http_server import app, launch_server
    from sglang.srt.server_args import ServerArgs

    prepare(app)
    launch_server(ServerArgs(model_path=str(folder), host="127.0.0.1", port=port, **arguments(profile)))


if __name__ == "__main__":
    main()
