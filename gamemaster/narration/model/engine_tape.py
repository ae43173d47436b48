"""An engine's requests and answers on a tape."""

from __future__ import annotations

import asyncio
import hashlib
from array import array
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from gamemaster.narration.prompts.prompt import Prompt
from gamemaster.recording.tape import Tape
from inference.engine import Delta, EngineError, GenerationRequest, Kind
from inference.remote.client import ChatRequest

Hide = Callable[[str], str]  # takes out of an error's texts what must not be written down


def record_answer(
    deltas: AsyncGenerator[Delta, None],
    tape: Tape | None,
    turn: int,
    stage: str,
    asked: GenerationRequest | ChatRequest,
    prompt: Prompt,
    decode: Callable[[tuple[int, ...]], str],
    hide: Hide = str,
    gate: asyncio.Event | None = None,
) -> AsyncGenerator[Delta, None]:
    """The answer to a request that is made now; both go on the tape, if there is one. While `gate` is closed nothing
    of the answer is taken: others write on the tape."""
    if tape is None:
        return deltas
    return _tape_deltas(deltas, tape, _request(tape, turn, stage, asked, prompt, decode), hide, gate)


def _request(
    tape: Tape,
    turn: int,
    stage: str,
    asked: GenerationRequest | ChatRequest,
    prompt: Prompt,
    decode: Callable[[tuple[int, ...]], str],
) -> int:
    """A request is made now; its number. What is costly to make of the prompt is left for whoever writes it down."""
    number = tape.number(stage)
    # Nobody knows which of a turn's requests those beside the play come after: they are written down whole.
    shared = tape.shared_segments(prompt.epoch, prompt.segments) if number > 0 else 0
    new = prompt.segments[shared:]
    tape.write(
        "request",
        request=number,
        turn=turn,
        stage=stage,
        prompt=lambda: _prompt(prompt, shared),
        text=lambda: "".join(decode(segment.ids) for segment in new),
        sampling=asked.sampling,
        schema=lambda: _digest((asked.json_schema or "").encode()),
        budget=asked.reasoning_budget if isinstance(asked, GenerationRequest) else None,
        **({"messages": lambda: _messages(asked)} if isinstance(asked, ChatRequest) else {}),
    )
    return number


async def _tape_deltas(
    deltas: AsyncGenerator[Delta, None], tape: Tape, number: int, hide: Hide, gate: asyncio.Event | None
) -> AsyncGenerator[Delta, None]:
    """The deltas of a request, as they are wanted, each on the tape; and how it ended, if not by itself."""
    async with aclosing(deltas):
        try:
            async for delta in deltas:
                if gate is not None:
                    await gate.wait()
                _delta(tape, number, delta)
                yield delta
        except EngineError as error:
            if gate is not None:
                await gate.wait()
            tape.write("fault", request=number, error=type(error).__name__, args=_args(error, hide))
            raise
        except BaseException as error:
            tape.write("closed", request=number, by=type(error).__name__)
            raise


def gave_up(tape: Tape | None, turn: int, stage: str, error: Exception, hide: Hide = str) -> None:
    """The model has no further part in a stage, or in the turn."""
    if tape is not None:
        tape.write("gave_up", turn=turn, stage=stage, error=type(error).__name__, args=_args(error, hide))


def _delta(tape: Tape, number: int, delta: Delta) -> None:
    hidden = delta.kind is Kind.REASONING and not tape.reasoning
    tape.write(
        "delta",
        request=number,
        delta={
            "kind": delta.kind,
            "text": "" if hidden else delta.text,
            "ids": () if hidden else delta.token_ids,
            "tokens": len(delta.token_ids),
            "finish": delta.finish,
        },
    )


def _args(error: Exception, hide: Hide) -> list[object]:
    """From which an engine's error can be made again; of others their text."""
    args = error.args if isinstance(error, EngineError) else (str(error),)
    return [hide(arg) if isinstance(arg, str) else arg for arg in args]


def _prompt(prompt: Prompt, shared: int) -> dict[str, object]:
    """Of the whole, and of its segments after those that it shares with the request before."""
    parts = [
        {"name": segment.name, "tokens": len(segment.ids), "digest": _digest(_pack(segment.ids))}
        for segment in prompt.segments[shared:]
    ]
    return {"tokens": len(prompt), "digest": _digest(_pack(prompt.ids)), "shared": shared, "parts": parts}


def _messages(asked: ChatRequest) -> str:
    """A digest of what a model server is sent: it is made of the prompt, and is not the same text everywhere."""
    return _digest("\0".join(f"{message.role}\0{message.text}" for message in asked.messages).encode())


def _pack(ids: tuple[int, ...]) -> bytes:
    return array("I", ids).tobytes()


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
