"""Words that are coming are announced: a real prompt, with keys from a pipe."""

from __future__ import annotations

import asyncio
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from gamemaster.terminal.typing_notices import AGAIN_S, TypingNotices


async def notices_of(*lines: list[tuple[float, str]]) -> tuple[list[Any], list[str]]:
    """What is sent while keys come at these times of a clock, and the lines that are read."""
    now_s, sent = 0.0, []

    async def send(**message: Any) -> None:
        sent.append((message["type"], now_s))

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        session: PromptSession[str] = PromptSession()
        notices, read = TypingNotices(send, lambda: now_s), []
        notices.watch(session)
        for line in lines:
            notices.begin_line()
            prompt = asyncio.ensure_future(session.prompt_async("› "))
            expected = ""
            for at_s, pressed in line:
                now_s = at_s
                keys.send_text(pressed)
                expected += pressed
                async with asyncio.timeout(30):
                    while session.default_buffer.text != expected:
                        await asyncio.sleep(0.001)
            keys.send_text("\r")
            read.append(await prompt)
    return sent, read


async def test_the_first_letter_of_each_line_and_again_while_they_go_on() -> None:
    sent, read = await notices_of(
        [(1.0, "l"), (1.5, "ook"), (1.0 + AGAIN_S, " around"), (1.1 + AGAIN_S, " here")], [(6.0, "wait")]
    )
    assert read == ["look around here", "wait"]
    assert sent == [("typing", 1.0), ("typing", 1.0 + AGAIN_S), ("typing", 6.0)]


async def test_commands_announce_nothing() -> None:
    sent, read = await notices_of([(1.0, "/look")])
    assert read == ["/look"]
    assert sent == []
