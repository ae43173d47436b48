"""The shadow beside a real service: a candidate answers live turns, nobody is shown it, and nobody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gamemaster.bootstrap import model_narrator
from gamemaster.cli.qa.regenerate import RegenerateError
from gamemaster.cli.qa.shadow import Wanted, run_shadow, since_when
from gamemaster.config.load import load_settings
from gamemaster.hosting.engine import engine_room
from gamemaster.hosting.models import model_of
from gamemaster.narration.scene import Scene
from gamemaster.play.consent import Consents
from gamemaster.recording.options import RecordingOptions
from gamemaster.recording.recorder import Recordings
from gamemaster.replay.run import Run
from gamemaster.replay.shadow.candidate import shadow_room
from gamemaster.replay.shadow.files import ShadowLine, append, files_in, read_lines, retain
from gamemaster.replay.shadow.shadow import MOST_WAITING, Shadow
from gamemaster.rules.proposal import Outcome
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.postgres_store import PostgresStore
from tests.integration.service import Client, Puppet, Service, at_work, running, text_of

pytestmark = pytest.mark.integration


@dataclass(eq=False)
class Candidate(Puppet):
    """Says other things than the puppet; `held` keeps it from answering until it is set."""

    name: str = "candidate"
    text: str = "The candidate tells of {words} ({n})."
    held: asyncio.Event | None = None
    asked: list[str] = field(default_factory=list)

    async def adjudicate(self, scene: Scene) -> Outcome:
        self.asked.append(scene.words)
        if self.held is not None:
            await self.held.wait()
        return await super().adjudicate(scene)


@dataclass
class Shaded:
    """A service with a shadow."""

    service: Service
    shadow: Shadow
    candidate: Candidate
    consents: Consents

    def lines(self) -> list[ShadowLine]:
        return [line for _, line in read_lines(files_in(self.shadow.folder))]


@contextlib.asynccontextmanager
async def service_with_shadow(
    database_url: str, redis_url: str, folder: Path, share: float = 1.0, **candidate: Any
) -> AsyncIterator[Shaded]:
    """As `gamemaster.bootstrap` puts it together, but for the candidate."""
    store = PostgresStore.at(database_url)
    recordings = Recordings(folder / "recordings")
    consents = Consents(store, RecordingOptions(), folder / "recordings", recordings)
    told = Candidate(**candidate)
    shadow = Shadow(folder / "shadow", share, store, recordings.is_allowed, "code-1", candidate=told)
    consents.eraser.beside = shadow.forget
    own = {"recordings": recordings, "consents": consents, "shadow": shadow}
    try:
        async with at_work(consents.run(), shadow.run()), running(database_url, redis_url, **own) as service:
            yield Shaded(service, shadow, told, consents)
    finally:
        await asyncio.to_thread(recordings.close)
        await store.close()


async def agree(client: Client, **answer: Any) -> None:
    await client.send(type="consent", **{"record": True, **answer})
    await client.until("consent")


@contextlib.asynccontextmanager
async def agreed_story(
    database_url: str, redis_url: str, folder: Path, share: float = 1.0, **candidate: Any
) -> AsyncIterator[tuple[Shaded, Client]]:
    """A service with a shadow, and a player who agreed to be recorded and has begun a story."""
    async with (
        service_with_shadow(database_url, redis_url, folder, share, **candidate) as it,
        it.service.client() as client,
    ):
        await agree(client)
        await client.begin()
        yield it, client


async def test_live_turns_are_answered_and_nobody_is_shown_it(
    migrated_url: str, redis_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with service_with_shadow(migrated_url, redis_url, tmp_path) as it:
        async with it.service.client() as client:
            await agree(client)
            await client.begin()
            texts = [text_of(await client.act(words)) for words in ("go north", "wait", "go south")]
            await it.shadow.wait_until_idle()
            stored = await it.shadow.store.turns(client.story, client.player, limit=9)
        assert it.candidate.asked == ["go north", "wait", "go south"]
        assert all("candidate" not in text for text in texts)
        assert [record.narrator for record in stored] == ["puppet"] * 3, "what is stored is what was told"
        lines = it.lines()
        assert [(line.turn.turn, line.turn.differs, line.turn.branched) for line in lines] == [
            (number, ["text"], False) for number in (1, 2, 3)
        ]
        assert {line.story for line in lines} == {client.story}
        then, now = lines[0].turn.then, lines[0].turn.now
        assert then is not None
        assert now is not None
        assert then.text == "\n".join(span.text for span in stored[0].spans)
        assert now.text.startswith("The candidate tells of go north (0).")
        assert (it.shadow.counts.answered, it.shadow.counts.dropped, it.shadow.counts.failed) == (3, 0, 0)
    settings = load_settings(data_dir=tmp_path)
    run_shadow(settings, Wanted(since="1h", out=tmp_path / "run.json"))
    assert "3 live turns of 1 stories in the shadow" in capsys.readouterr().out
    run = Run.model_validate_json((tmp_path / "run.json").read_text())
    assert (run.kind, run.metrics["turns"], run.metrics["ruling_agreement_share"]) == ("shadow", 3.0, 1.0)
    assert run.stamps["now"] == {"world": "hash-1", "code": "code-1", "narrator": "candidate"}


async def test_only_those_who_agreed_are_shadowed(migrated_url: str, redis_url: str, tmp_path: Path) -> None:
    async with service_with_shadow(migrated_url, redis_url, tmp_path) as it, it.service.client() as client:
        await client.begin()
        await client.act("wait")
        await agree(client)
        await client.act("go north")
        await it.shadow.wait_until_idle()
        await agree(client, record=False)
        await client.act("go south")
        await it.shadow.wait_until_idle()
        assert it.candidate.asked == ["go north"]


async def test_a_share_of_the_turns_is_chosen_the_same_everywhere(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    async with agreed_story(migrated_url, redis_url, tmp_path, share=0.5) as (it, client):
        chosen = []
        for number in range(1, 13):
            await client.act(f"wait {number}")
            await it.shadow.wait_until_idle()
            if it.shadow.chooses(client.story, number):
                chosen.append(f"wait {number}")
        assert it.candidate.asked == chosen
    shares = [sum(it.shadow.chooses(f"story {n}", turn) for n in range(200) for turn in range(20)) / 4000]
    assert 0.45 < shares[0] < 0.55


async def test_nobody_waits_for_a_slow_candidate(migrated_url: str, redis_url: str, tmp_path: Path) -> None:
    held = asyncio.Event()
    async with agreed_story(migrated_url, redis_url, tmp_path, held=held) as (it, client):
        turns = MOST_WAITING + 4
        for number in range(turns):
            assert (await client.act(f"wait {number}"))[-1]["type"] == "commit"
        left_out = it.shadow.counts.dropped
        assert left_out == turns - 1 - MOST_WAITING, (
            "one is being answered, so many wait, the rest is dropped"
        )
        held.set()
        await it.shadow.wait_until_idle()
        await client.act("wait at last")
        await it.shadow.wait_until_idle()
        lines = it.lines()
        assert len(lines) == turns - left_out + 1
        assert sum(line.dropped for line in lines) == left_out, "and the files say how many"


async def test_a_candidate_that_fails_touches_nothing(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    async with agreed_story(migrated_url, redis_url, tmp_path, fails="adjudicate") as (it, client):
        assert "You wait" in text_of(await client.act("wait"))
        await it.shadow.wait_until_idle()
        (line,) = it.lines()
        assert line.turn.now is not None
        assert line.turn.now.reason == "engine_lost", "as a player would have had it"
        (it.shadow.folder / "in the way").touch()
        it.shadow.folder = it.shadow.folder / "in the way"  # nothing can be written there
        assert "You wait" in text_of(await client.act("wait"))
        await it.shadow.wait_until_idle()
        assert it.shadow.counts.failed == 1


async def test_what_a_player_wants_forgotten_is_deleted_even_while_it_is_answered(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    held = asyncio.Event()
    async with agreed_story(migrated_url, redis_url, tmp_path, held=held) as (it, client):
        held.set()
        await client.act("wait")
        await it.shadow.wait_until_idle()
        assert len(it.lines()) == 1
        held.clear()
        await client.act("go north")
        await agree(client, record=True, forget=True)
        held.set()
        await it.shadow.wait_until_idle()
        assert it.lines() == [], "nothing of before, and nothing of what was under way"
        await client.act("go south")
        await it.shadow.wait_until_idle()
        assert [line.turn.words for line in it.lines()] == ["go south"]


# ---- the candidate as the service makes it ----


@pytest.mark.parametrize("own", [False, True])
async def test_the_candidate_is_a_model_behind_the_players(
    tmp_path: Path, own: bool, migrated_url: str
) -> None:
    """With a model of its own, or in the background lane of the one that narrates."""
    settings = load_settings(
        data_dir=tmp_path,
        model=None if own else "scripted:",
        engine={"inline": True},
        shadow={"share": 1.0, "model": "scripted:" if own else None, "prompt": {"keep_turns": 2}},
    )
    store = PostgresStore.at(migrated_url)
    recordings = Recordings(tmp_path / "recordings")
    consents = Consents(store, RecordingOptions(), tmp_path / "recordings", recordings)
    try:
        async with (
            engine_room(settings, model_of(settings), lambda text: None) as room,
            shadow_room(settings, store, recordings, consents, room, model_narrator) as shadow,
        ):
            assert shadow is not None
            async with asyncio.timeout(20):
                while shadow.candidate is None:
                    await asyncio.sleep(0.01)
            assert shadow.candidate.name == "model"
            assert shadow.candidate.transcripts is not None
            assert shadow.candidate.transcripts.settings.keep_turns == 2
            assert consents.eraser.beside == shadow.forget
    finally:
        await asyncio.to_thread(recordings.close)
        await store.close()


async def test_without_a_model_there_is_no_shadow(tmp_path: Path) -> None:
    settings = load_settings(data_dir=tmp_path, shadow={"share": 1.0, "keep_days": 2})
    player, old = "a" * 32, datetime.now(UTC) - timedelta(days=4)
    append(tmp_path / "shadow", player, line("b" * 32, 1, old), old.date())
    recordings = Recordings(tmp_path / "recordings")
    consents = Consents(MemoryStore(), RecordingOptions(), tmp_path, recordings)
    try:
        async with shadow_room(settings, MemoryStore(), recordings, consents, None, model_narrator) as shadow:
            assert shadow is None
            assert consents.eraser.beside is not None, "what was kept before is forgotten all the same"
            async with asyncio.timeout(20):
                while list(files_in(tmp_path / "shadow")):
                    await asyncio.sleep(0.01)
    finally:
        await asyncio.to_thread(recordings.close)


# ---- files ----


def line(story: str, turn: int, at: datetime) -> ShadowLine:
    return ShadowLine.model_validate(
        {
            "at": at.isoformat(),
            "story": story,
            "world": "hut",
            "stamps": {},
            "turn": {"session": 0, "turn": turn, "words": "wait"},
        }
    )


def test_files_are_kept_for_their_days_and_read_from_a_time_on(tmp_path: Path) -> None:
    now, player, story = datetime.now(UTC), "a" * 32, "b" * 32
    tmp_path.chmod(0o755)
    for days in range(4):
        then = now - timedelta(days=days)
        append(tmp_path, player, line(story, days, then), then.date())
    with (tmp_path / player / f"{story}-{now:%Y%m%d}.jsonl").open("ab") as file:
        file.write(b'{"at": "torn')
    (tmp_path / player / "notes.txt").touch()
    assert [folder.stat().st_mode & 0o777 for folder in (tmp_path, tmp_path / player)] == [0o700, 0o700]
    since = now - timedelta(days=1, hours=1)
    assert [found.turn.turn for _, found in read_lines(files_in(tmp_path), since)] == [1, 0]
    assert retain(tmp_path, keep_days=2, today=now.date()) == 1
    assert [found.turn.turn for _, found in read_lines(files_in(tmp_path))] == [2, 1, 0]
    assert (tmp_path / player / "notes.txt").exists(), "what is none of ours stays"


def test_what_cannot_be_meant_is_said(tmp_path: Path) -> None:
    with pytest.raises(RegenerateError, match="GM_SHADOW__SHARE"):
        run_shadow(load_settings(data_dir=tmp_path), Wanted())
    with pytest.raises(RegenerateError, match="7d"):
        since_when("yesterday")
    assert since_when("2026-11-21") == datetime(2026, 11, 21, tzinfo=UTC)
