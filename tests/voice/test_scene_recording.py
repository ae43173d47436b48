"""A spoken scene is recorded, and what is heard in it is what was to be said, by whom, and how long."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.scene_recording import check, faults, record
from voice.triton_client import TritonSynthesizer

pytestmark = pytest.mark.integration


async def test_a_scene_is_recorded_in_the_right_voices_and_order(triton_url: str, tmp_path: Path) -> None:
    synthesizer = TritonSynthesizer(triton_url)
    told = await record(synthesizer, tmp_path / "scene.wav")
    await synthesizer.close()
    found = await check(triton_url, tmp_path / "scene.wav", told)
    assert faults(found) == []
    assert (len({said.voice for said in told}), found["sentences"]) == (3, len(told))

    swapped = [
        replace(told[0], text=told[3].text),
        *told[1:3],
        replace(told[3], text=told[0].text),
        *told[4:],
    ]
    assert (await check(triton_url, tmp_path / "scene.wav", swapped))["right_order"] < 1
    other = [replace(told[0], voice=told[2].voice), *told[1:]]
    found = await check(triton_url, tmp_path / "scene.wav", other)
    assert found["right_voices"] < 1
    assert faults(found)
