"""How the voice joins the service: a Triton of our own in the background, a named one, none."""

import asyncio
from pathlib import Path

import pytest

from gamemaster.cli.operating.doctor_voice import examine_voice
from gamemaster.config.load import load_settings
from gamemaster.config.settings import Settings
from gamemaster.hosting import voice as voicing
from gamemaster.hosting.voice import TritonRoom, voice_for_workers, voice_room
from voice.synthesizer import Synthesizer, Voice
from voice.triton import environment
from voice.triton.machine import Machine, TritonUnavailable
from voice.triton.probe import answers
from voice.triton.server import free_port

pytestmark = pytest.mark.integration


def settings_of(folder: Path, **more: object) -> Settings:
    return load_settings(data_dir=folder, **{"voice": "auto", **more})


async def until_it_speaks(room: TritonRoom) -> Synthesizer:
    async with asyncio.timeout(60):
        while room.synthesizer is None:
            await room.changed.wait()
            room.changed.clear()
    return room.synthesizer


async def seconds_of(synthesizer: Synthesizer) -> float:
    return sum([chunk.seconds async for chunk in synthesizer.speak("All is well.", Voice())])


async def test_our_own_joins_when_it_is_ready_and_goes_with_the_service(
    triton_url: str, tmp_path: Path
) -> None:
    said: list[str] = []
    async with voice_room(settings_of(tmp_path), said.append) as room:
        assert room is not None
        assert room.synthesizer is None, "the service must not wait for its voice"
        assert room.status() == "the voice is being prepared"
        assert await seconds_of(await until_it_speaks(room)) > 0.5
        assert room.status() == "ok"
        assert said == ["the voice is ready (speech_espeak)"]
        assert room.server is not None
        url = room.server.url
    assert room.synthesizer is None
    assert not await answers(url, "speech_espeak", 5)


async def test_a_named_one_speaks_at_once_and_outlives_the_service(triton_url: str, tmp_path: Path) -> None:
    said: list[str] = []
    async with voice_room(settings_of(tmp_path, triton_url=triton_url), said.append) as room:
        assert room is not None
        assert room.synthesizer is not None
        assert room.status() == "ok"
        assert await seconds_of(room.synthesizer) > 0.5
    assert said == []
    assert not (tmp_path / "triton.log").exists()
    assert await answers(triton_url, "speech_espeak", 5)


async def test_it_may_be_off(tmp_path: Path) -> None:
    async with voice_room(settings_of(tmp_path, voice="off"), pytest.fail) as room:
        assert room is None


async def test_where_there_can_be_none_the_service_says_why_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def impossible(*_: object, **__: object) -> None:
        raise TritonUnavailable("its wheels need glibc 2.35 or newer\nand a second line")

    monkeypatch.setattr(voicing, "local_triton", impossible)
    said: list[str] = []
    async with voice_room(settings_of(tmp_path), said.append) as room:
        assert room is not None
        async with asyncio.timeout(30):
            await room.changed.wait()
        assert room.synthesizer is None
        assert (
            room.status() == "the story is told in text, without a voice: its wheels need glibc 2.35 or newer"
        )
    assert len(said) == 1


async def test_workers_find_the_one_that_their_parent_runs(
    triton_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with voice_for_workers(settings_of(tmp_path), said.append):
        worker = settings_of(tmp_path)
        assert worker.triton_url is not None
        async with asyncio.timeout(60), voice_room(worker, pytest.fail) as room:
            assert room is not None
            assert room.server is None
            assert room.synthesizer is not None
            while not said:
                await asyncio.sleep(0.05)
            assert await seconds_of(room.synthesizer) > 0.5
    assert not await answers(worker.triton_url, "speech_espeak", 5)
    assert settings_of(tmp_path).triton_url is None


async def test_workers_learn_that_the_voice_was_never_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)  # no checkout, so no environment beside it
    said: list[str] = []
    with voice_for_workers(settings_of(tmp_path, fetch=False), said.append):
        worker = settings_of(tmp_path)
        assert worker.triton_url is None
        async with voice_room(worker, pytest.fail) as room:
            assert room is not None
            assert room.synthesizer is None
            assert "gamemaster prepare" in room.status()
    assert room.status() in said[0]
    assert settings_of(tmp_path).voice_missing is None


async def test_the_doctor_hears_the_voice(triton_url: str, tmp_path: Path) -> None:
    own = {finding.part: finding for finding in await examine_voice(settings_of(tmp_path))}
    assert list(own) == ["voice, machine", "voice, models", "voice, environment", "voice"]
    assert all(finding.well for finding in own.values())
    assert "speaks: " in own["voice"].text
    (named,) = await examine_voice(settings_of(tmp_path, triton_url=triton_url))
    assert named.well
    assert "(speech_neural, speech_espeak)" in named.text
    (deaf,) = await examine_voice(settings_of(tmp_path, triton_url=f"127.0.0.1:{free_port()}"))
    assert not deaf.well
    assert "does not speak" in deaf.text
    (off,) = await examine_voice(settings_of(tmp_path, voice="off"))
    assert off.well


async def test_the_doctor_only_warns_of_a_machine_without_a_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machine, "this", staticmethod(lambda: Machine("linux", "x86_64", ("glibc", "2.31"))))
    (finding,) = await examine_voice(settings_of(tmp_path))
    assert (finding.well, finding.warns) == (True, True)
    assert finding.text.startswith("its wheels need glibc 2.35 or newer")
