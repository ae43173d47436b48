"""Speech that is kept: what counts as the same, what becomes of damage, who shares a synthesis, how much is kept."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from voice.cache import CachedSynthesizer
from voice.disk_cache import Kept, SpeechFiles, key_of
from voice.synthesizer import Chunk, Health, Voice, VoiceUnavailable, WordTiming

RATE = 22_050


class Counted:
    """Three chunks for each text; counts what it makes. `gate` holds back all but the first."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.cancelled = 0
        self.fail = False
        self.gate = asyncio.Event()
        self.gate.set()
        self.now = Health(True, ("speech_espeak",))

    async def speak(
        self, text: str, voice: Voice, *, seed: int = 0, deadline_s: float = 10.0
    ) -> AsyncGenerator[Chunk, None]:
        self.asked.append(text)
        try:
            for number in range(3):
                pcm = f"{text[:4]:4}{voice.name[:4]:4}{len(self.asked):2}".encode() * 10
                yield Chunk(pcm, RATE, number * 50, (WordTiming(number * 50, number, number + 1),))
                if self.fail:
                    raise VoiceUnavailable("gone")
                await self.gate.wait()
        except GeneratorExit:
            self.cancelled += 1
            raise
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def health(self) -> Health:
        return self.now

    async def close(self) -> None:
        return


async def speak_all(
    synthesizer: CachedSynthesizer, text: str = "The lamp.", voice: Voice | None = None
) -> list[Chunk]:
    return [chunk async for chunk in synthesizer.speak(text, voice or Voice())]


async def kept_now(folder: Path, count: int = 1) -> list[Path]:
    """The files, once there are so many: keeping goes on after the last chunk was heard."""
    while len(files := sorted(folder.glob("*/*.speech"))) < count:
        await asyncio.sleep(0.01)
    return files


async def test_a_line_is_made_once_and_comes_again_as_it_was(tmp_path: Path) -> None:
    inner = Counted()
    first = await speak_all(CachedSynthesizer(inner, tmp_path))
    await kept_now(tmp_path)
    again = CachedSynthesizer(inner, tmp_path)  # as another process would
    assert await speak_all(again) == first
    assert (inner.asked, again.hits, again.misses) == (["The lamp."], 1, 0)


@pytest.mark.parametrize(
    ("text", "voice", "stamp"),
    [
        ("The lamp!", Voice(), ""),
        ("The lamp.", Voice("fr"), ""),
        ("The lamp.", Voice(rate=1.1), ""),
        ("The lamp.", Voice(pitch=1.1), ""),
        ("The lamp.", Voice(fallback=("fr",)), ""),
        ("The lamp.", Voice(), "other files"),
    ],
)
async def test_all_that_changes_the_sound_makes_another_entry(
    tmp_path: Path, text: str, voice: Voice, stamp: str
) -> None:
    inner = Counted()
    await speak_all(CachedSynthesizer(inner, tmp_path))
    await kept_now(tmp_path)
    await speak_all(CachedSynthesizer(inner, tmp_path, stamp=stamp), text, voice)
    assert len(inner.asked) == 2


async def test_what_other_models_spoke_is_made_again_but_serves_while_there_is_no_server(
    tmp_path: Path,
) -> None:
    inner = Counted()
    cache = CachedSynthesizer(inner, tmp_path)
    first = await speak_all(cache)
    await kept_now(tmp_path)
    inner.now = Health(False, (), "away")
    assert await speak_all(cache) == first
    inner.now = Health(True, ("speech_neural", "speech_espeak"))
    assert await speak_all(cache) != first


async def test_a_damaged_file_is_dropped_and_made_again(tmp_path: Path) -> None:
    inner = Counted()
    cache = CachedSynthesizer(inner, tmp_path)
    await speak_all(cache)
    (path,) = await kept_now(tmp_path)
    whole = path.read_bytes()
    for damaged in (whole[:-7], whole[:90], b"", b"{}", whole.replace(b"The ", b"Teh ")):
        before = len(inner.asked)
        path.write_bytes(damaged)
        await speak_all(cache)
        assert len(inner.asked) == before + 1
        await kept_now(tmp_path)


async def test_several_who_ask_at_once_share_one_synthesis(tmp_path: Path) -> None:
    inner = Counted()
    inner.gate.clear()
    cache = CachedSynthesizer(inner, tmp_path)
    tasks = [asyncio.create_task(speak_all(cache)) for _ in range(5)]
    while cache.hits < 4:
        await asyncio.sleep(0.01)
    inner.gate.set()
    heard = await asyncio.gather(*tasks)
    assert all(chunks == heard[0] and len(chunks) == 3 for chunks in heard)
    assert len(inner.asked) == 1


async def test_the_synthesis_is_cancelled_when_its_last_listener_leaves(tmp_path: Path) -> None:
    inner = Counted()
    inner.gate.clear()
    cache = CachedSynthesizer(inner, tmp_path)
    one, two = cache.speak("The lamp.", Voice()), cache.speak("The lamp.", Voice())
    assert await anext(one) == await anext(two)
    await one.aclose()
    await asyncio.sleep(0)
    assert inner.cancelled == 0
    await two.aclose()
    while not inner.cancelled:
        await asyncio.sleep(0.01)
    inner.gate.set()
    assert len(await speak_all(cache)) == 3  # asked for anew
    assert len(inner.asked) == 2


async def test_an_error_is_told_and_nothing_is_kept(tmp_path: Path) -> None:
    inner = Counted()
    inner.fail = True
    cache = CachedSynthesizer(inner, tmp_path)
    async with aclosing(cache.speak("The lamp.", Voice())) as chunks:
        await anext(chunks)
        with pytest.raises(VoiceUnavailable, match="gone"):
            await anext(chunks)
    await cache.close()
    assert not list(tmp_path.glob("*/*"))
    inner.fail = False
    assert len(await speak_all(cache)) == 3


async def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    inner = Counted()
    cache = CachedSynthesizer(inner, None)
    assert len(await speak_all(cache)) == len(await speak_all(cache)) == 3
    assert len(inner.asked) == 2


async def test_a_long_text_is_not_kept(tmp_path: Path) -> None:
    inner = Counted()
    cache = CachedSynthesizer(inner, tmp_path)
    assert len(await speak_all(cache, "long " * 300)) == 3
    await cache.close()
    assert not list(tmp_path.glob("*/*"))


async def test_a_folder_that_cannot_be_written_costs_nothing_but_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING", logger="voice")  # whatever a command of another test has set
    (tmp_path / "file").write_text("not a folder")
    cache = CachedSynthesizer(Counted(), tmp_path / "file")
    assert len(await speak_all(cache)) == len(await speak_all(cache)) == 3
    async with asyncio.timeout(10):
        while not caplog.records:  # speech is kept after it was heard, and `close` does not wait for that
            await asyncio.sleep(0.01)
    await cache.close()
    assert [record.message for record in caplog.records] == [
        f"speech is not kept in {tmp_path / 'file'}: Not a directory"
    ]


def test_the_longest_unused_go_first_and_the_limit_holds(tmp_path: Path) -> None:
    files = SpeechFiles(tmp_path, 10_000)
    kept = Kept((Chunk(b"\0" * 2_000, RATE),), ("speech_espeak",))
    keys = [key_of((number,)) for number in range(8)]
    for age, key in enumerate(keys):
        files.write(key, kept)
        for path in tmp_path.glob(f"*/{key}*"):
            os.utime(path, (1_000_000 + age, 1_000_000 + age))
    assert sum(path.stat().st_size for path in tmp_path.glob("*/*")) <= 10_000
    assert files.read(keys[0]) is None
    assert files.read(keys[-3]) == kept  # reading makes it the youngest
    files.write(key_of(("more",)), kept)
    files.write(key_of(("yet more",)), kept)
    assert files.read(keys[-3]) == kept
    assert files.read(keys[-2]) is None


def test_processes_share_a_folder(tmp_path: Path) -> None:
    one, two = SpeechFiles(tmp_path, 100_000), SpeechFiles(tmp_path, 100_000)
    kept = Kept((Chunk(b"\1\0" * 500, RATE),), ())
    key = key_of(("same",))
    one.write(key, kept)
    two.write(key, kept)
    assert one.read(key) == two.read(key) == kept
    assert len(list(tmp_path.glob("*/*"))) == 1
