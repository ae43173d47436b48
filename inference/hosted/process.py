"""The engine's process under its supervisor: start, stop, and what it wrote to its log."""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOG_KEPT_BYTES = 10_000_000
LAST_WORDS_BYTES = 3_000
SUPERVISOR_S = 5.0  # that the supervisor may take beyond the grace, which is its own patience


@dataclass(eq=False)
class EngineProcess:
    """`python -m inference.hosted.child` under the script `supervisor`, one at a time. Its output is appended to `log`.

    The script is the caller's: run as `python -I SCRIPT --stop=SIGNAL:SECONDS -- COMMAND` it ends the command and all
    its children when its standard input is closed, or at once when that says a byte.
    """

    supervisor: Path
    log: Path
    grace_s: float
    _log_start: int = field(default=0, init=False)
    _process: asyncio.subprocess.Process | None = field(default=None, init=False)

    async def start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        assert self._process is None
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        output = self._open_log()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", str(self.supervisor), f"--stop=SIGTERM:{self.grace_s}", "--"),
                *(sys.executable, "-m", "inference.hosted.child", *arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=output,
                stderr=output,
                start_new_session=True,  # the terminal's Ctrl-C reaches the service alone
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **environment},
            )
        finally:
            os.close(output)

    def _open_log(self) -> int:
        if self.log.exists() and self.log.stat().st_size > LOG_KEPT_BYTES:
            self.log.replace(self.log.with_suffix(".log.old"))
        output = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._log_start = os.fstat(output).st_size
        return output

    async def wait_for_end(self) -> str:
        """Waits for its end, and says how it ended."""
        assert self._process is not None
        return f"its process ended with status {await self._process.wait()}"

    async def stop(self, *, at_once: bool = False) -> None:
        """With all its children: politely by closing the supervisor's input, or at once by a byte. None: no error."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        if not process.stdin.is_closing():
            if at_once and process.returncode is None:
                process.stdin.write(b"K")
            process.stdin.close()
        try:
            async with asyncio.timeout(self.grace_s + SUPERVISOR_S):
                await process.wait()
        except TimeoutError:
            process.kill()  # the kernel then kills the engine's process
            await process.wait()
        # Not before: whoever is cancelled here leaves the rest of the wait to the next who stops it.
        self._process = None

    def last_words(self, most: int = LAST_WORDS_BYTES) -> str:
        """The end of what it has written since its last start, at most so many bytes of it."""
        with open(self.log, "rb") as file:
            file.seek(max(self._log_start, os.fstat(file.fileno()).st_size - most))
            return file.read().decode(errors="replace").strip()

    def obituary(self, what: str) -> str:
        return f"{what}. The end of its log, {self.log}:\n{self.last_words()}"
