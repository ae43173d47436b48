"""What `gamemaster doctor` finds out about the voice: what it needs, and whether it speaks."""

from __future__ import annotations

import time
from pathlib import Path

from gamemaster.cli.operating.finding import Finding
from gamemaster.config.settings import Settings
from gamemaster.hosting.voice import own_triton
from voice.synthesizer import Synthesizer, Voice, VoiceError
from voice.triton.environment import find_prepared
from voice.triton.machine import Machine, TritonUnavailable
from voice.triton.server import NEURAL_MODEL, REPOSITORY

SENTENCE = "The voice is well."
NOT_SPOKEN = "the stories are told in text"


async def examine_voice(settings: Settings) -> list[Finding]:
    """All findings. Starts and stops a Triton of our own, if it is prepared and no other is named."""
    if settings.voice == "off":
        return [Finding("voice", True, f"off (GM_VOICE): {NOT_SPOKEN}")]
    if settings.triton_url is not None:
        return [await _speaks(settings.triton_url)]
    return await _own(settings)


async def _own(settings: Settings) -> list[Finding]:
    """Where there can be no Triton, that is a warning: the service plays without."""
    machine = Machine.this()
    facts = f"{machine.architecture}, {' '.join(machine.libc)}"
    try:
        environment = find_prepared(settings.data_dir)
    except TritonUnavailable as error:
        return [Finding("voice, machine", True, f"{error}; {NOT_SPOKEN}", warns=True)]
    found = [Finding("voice, machine", True, facts), _models(settings.voice_models)]
    if environment is None:
        text = (
            f"not prepared, and {NOT_SPOKEN}: `gamemaster prepare` fetches it (about 100 MB), or `gamemaster "
            "play` in the background; `serve` does not"
        )
        return [*found, Finding("voice, environment", True, text, warns=True)]
    python = f"Python {environment.interpreter.name}"
    found.append(Finding("voice, environment", True, f"{environment.folder} ({python})"))
    try:
        async with own_triton(settings.data_dir, lambda text: None, models=settings.voice_models) as server:
            return [*found, await _speaks(server.url)]
    except TritonUnavailable as error:
        return [*found, Finding("voice", False, str(error))]


def _models(folder: Path | None) -> Finding:
    """The model repository, and the voices that the neural model will find."""
    if folder is None:
        return Finding("voice, models", True, f"{REPOSITORY} (no neural voices: GM_VOICE_MODELS is not set)")
    voices = [
        file.stem for file in sorted(folder.glob("*.onnx")) if file.with_name(f"{file.name}.json").exists()
    ]
    text = f"{REPOSITORY}; neural voices in {folder}: {', '.join(voices) or 'none (NAME.onnx and NAME.onnx.json)'}"
    return Finding("voice, models", bool(voices), text)


async def _speaks(url: str) -> Finding:
    """Has a sentence spoken."""
    from voice.triton_client import TritonSynthesizer

    synthesizer: Synthesizer = TritonSynthesizer(url)
    began = time.monotonic()
    first, seconds = 0.0, 0.0
    try:
        async for chunk in synthesizer.speak(SENTENCE, Voice()):
            first = first or time.monotonic() - began
            seconds += chunk.seconds
        health = await synthesizer.health()
    except VoiceError as error:
        return Finding("voice", False, f"{url} does not speak: {error}")
    finally:
        await synthesizer.close()
    models = ", ".join(health.models)
    neural = "" if NEURAL_MODEL in health.models else "; without neural voices"
    return Finding(
        "voice",
        seconds > 0,
        f"speaks: {seconds:.1f} s of audio, the first after {first:.2f} s ({models}{neural})",
    )
