"""Driving a real service in this process: the figures are sane, and what is lost or doubled is found."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import asyncpg
import pytest
import websockets

from gamemaster.admission.options import Limits
from gamemaster.cli.qa.drive import is_true, plans_of
from gamemaster.cli.qa.run_files import read_those_named
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.cadence import Cadence
from gamemaster.play.context import LoadedWorld
from gamemaster.protocol.messages import PROTOCOL
from gamemaster.recording.format import read
from gamemaster.replay.load.audit import Database
from gamemaster.replay.load.driver import Drive, Load
from gamemaster.replay.load.objectives import Objectives
from gamemaster.replay.load.plan import StepKind
from gamemaster.replay.load.presence import Manner
from gamemaster.replay.load.refusals import DriveError
from gamemaster.replay.report.verdict import verdict_of
from gamemaster.replay.run import Run, read_run
from gamemaster.storage.migrate import migrate
from tests.drivekit import Tape
from tests.integration.service import Puppet, Service, free_port, running
from tests.integration.test_spoken_turns import TEXT, speaking
from tests.voice.proxies import proxy_before
from tests.worldkit import ROOT, world_at

pytestmark = pytest.mark.integration
NO_HASTE = Objectives(
    acknowledged_ms=None, first_visible_ms=None, gap_ms=None, first_audio_ms=None, underruns=None
)
RECORDINGS = ROOT / "tests" / "recordings"
SLOWLY = Cadence(chars_per_second=400)
LONG = "You {words}, " + "and the wind answers, as it always does here, " * 8 + "({n}). "


@pytest.fixture
async def service(migrated_url: str, redis_url: str) -> AsyncIterator[Service]:
    async with running(migrated_url, redis_url, Puppet()) as started:
        yield started


def walk(path: Path) -> Path:
    """A story with a bit of everything that a client can ask."""
    tape = Tape("hut")
    tape.act("go north")
    tape.act("shout")
    tape.undo()
    tape.act("take")
    tape.send("branch", name="Kept", turn=1)
    tape.end(tape.begin("(retry)", "Again.", kind="retry"))
    tape.leave()
    tape.join(2, epoch=1)
    tape.act("go south")
    return tape.write(path)


def acts(path: Path, count: int = 3, **changes: Any) -> Path:
    """A story of plain turns."""
    tape = Tape("hut", **changes)
    for n in range(count):
        tape.act(f"shout {n}")
    return tape.write(path)


def driver(service: Service, tape: Path, players: int = 4, **changes: Any) -> Drive:
    """`players` play the tape once; none is held to objectives of time, unless a test says so."""
    load = Load(players, ramp_s=0.1, duration_s=changes.pop("duration_s", None))
    objectives = changes.pop("objectives", NO_HASTE)
    url = changes.pop("database_url", None)
    database = changes.pop("database", None if url is None else Database(url))
    manner = Manner(changes.pop("url", service.url), **changes)
    return Drive(plans_of([read(tape)]), manner, load, objectives, database)


async def drive(service: Service, tape: Path, players: int = 4, **changes: Any) -> Run:
    return await asyncio.wait_for(driver(service, tape, players, **changes).run(), 60)


def notes_with(run: Run, text: str) -> list[str]:
    return [note for note in run.notes if text in note]


async def test_every_turn_is_played_once_and_kept(
    service: Service, migrated_url: str, tmp_path: Path
) -> None:
    run = await drive(service, walk(tmp_path / "walk.jsonl.zst"), players=5, database_url=migrated_url)
    assert is_true(run), run.notes
    metrics = run.metrics
    assert metrics["turns"] == metrics["committed"] == 5 * 5
    assert metrics["lost"] == metrics["doubled"] == metrics["invalid"] == metrics["errors"] == 0
    assert metrics["good_share"] == 1
    assert metrics["reconnections"] == 5
    assert (metrics["goodput"] or 0) * run.seconds == pytest.approx(25)
    assert 0 < (metrics["acknowledged_p50_ms"] or 0) <= (metrics["first_visible_p50_ms"] or 0)
    assert notes_with(run, "in Postgres: the rows of 5 stories")
    assert notes_with(run, "of 25 turns asked for, 10 are not in the stories at their end: 10 taken back")
    assert notes_with(run, "5 stories of the drive's players and their branches stay")
    assert {turn.now.reason for turn in run.turns if turn.now} == {"complete"}
    words = {turn.words for turn in run.turns}
    assert words == {"go north", "shout", "take", "go south"}  # the retry says the words again
    rows = await _rows(migrated_url, "SELECT count(*) FROM stories")
    assert rows[0][0] == 10  # five, and a branch of each


async def _rows(url: str, statement: str) -> list[Any]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return list(await connection.fetch(statement))
    finally:
        await connection.close()


async def test_a_slow_service_misses_what_is_asked_of_it(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    asked = Objectives(acknowledged_ms=None, first_visible_ms=None, gap_ms=1, first_audio_ms=None)
    async with running(migrated_url, redis_url, Puppet(text=LONG), cadence=SLOWLY) as service:
        run = await drive(service, acts(tmp_path / "acts.jsonl.zst", 1), 2, objectives=asked)
    assert [turn.missed for turn in run.turns] == [["gap"], ["gap"]]
    assert run.metrics["goodput"] == 0
    assert run.metrics["committed"] == 2
    assert (run.metrics["gap_p99_ms"] or 0) > 1
    assert is_true(run)
    assert notes_with(run, "missed: gap 2")


async def test_a_turn_that_fails_is_no_good_turn(
    migrated_url: str, redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(migrated_url, redis_url, Puppet(fails="narrate")) as service:
        run = await drive(service, acts(tmp_path / "acts.jsonl.zst", 1), 1)
    assert [turn.missed for turn in run.turns] == [["reason"]]
    assert [turn.now.reason for turn in run.turns if turn.now] == ["engine_lost"]


COMMITTED = "SELECT count(*) FROM turns WHERE status = 'committed'"
DELETE = "DELETE FROM turns WHERE number = 2"
# A turn that nobody asked for, behind the last one of the first story.
INSERT = """
    INSERT INTO turns (story, number, act_id, words, status, record, digest)
    SELECT story, number + 1, 'an-act-of-nobody', words, status, record, digest FROM turns
    WHERE number = 3 LIMIT 1
"""
HURRY = "UPDATE turns SET status = 'accepted' WHERE number = 3"


@pytest.mark.parametrize(
    ("statement", "name", "count"), [(DELETE, "lost", 2), (INSERT, "doubled", 1), (HURRY, "lost", 2)]
)
async def test_what_is_lost_or_doubled_in_postgres_is_found(
    service: Service, migrated_url: str, tmp_path: Path, statement: str, name: str, count: int
) -> None:
    driving = driver(service, acts(tmp_path / "acts.jsonl.zst"), 2, database_url=migrated_url)
    reopened = driving.look_again

    async def spoil() -> Any:
        found = await reopened()
        await _rows(migrated_url, statement)
        return found

    driving.look_again = spoil  # type: ignore[method-assign]  # between the socket's check and the database's
    run = await driving.run()
    assert not is_true(run)
    assert (run.metrics[name] or 0) >= count
    other = "doubled" if name == "lost" else "lost"
    assert run.metrics[other] == 0
    assert notes_with(run, f"{name if statement != HURRY else 'pending'}: story")


async def test_what_is_lost_from_the_story_is_found_over_the_socket(
    service: Service, migrated_url: str, tmp_path: Path
) -> None:
    """A worker that opens the story anew from a store which lacks its last turn."""
    driving = driver(service, acts(tmp_path / "acts.jsonl.zst"), 1)
    reopened = driving.look_again

    shown = driving.stories

    async def lose_one() -> Any:
        await service.desk.store.undo(shown[0].screen.story, 3, "act-of-an-intruder")
        async with asyncio.timeout(20):  # until the worker has let go of the story that nobody follows
            while await service.desk.leases.holder(shown[0].screen.story) is not None:
                await asyncio.sleep(0.1)
        return await reopened()

    driving.look_again = lose_one  # type: ignore[method-assign]
    run = await driving.run()
    assert run.metrics["lost"] == 1
    assert not is_true(run)


async def test_connections_that_break_lose_and_double_nothing(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    async with running(migrated_url, redis_url, Puppet(text=LONG), cadence=SLOWLY) as service:
        run = await drive(
            service, acts(tmp_path / "acts.jsonl.zst", 4), 6, drop=0.7, database_url=migrated_url
        )
    assert is_true(run), run.notes
    assert run.metrics["committed"] == 24
    assert run.metrics["invalid"] == 0, [turn.violations for turn in run.turns]
    assert (run.metrics["reconnections"] or 0) >= 8
    assert notes_with(run, "are not timed")


async def test_a_network_that_fails_is_counted_and_come_back_from(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    async with (
        running(migrated_url, redis_url, Puppet(text=LONG), cadence=SLOWLY) as service,
        proxy_before(f"127.0.0.1:{service.port}") as proxy,
    ):
        tape = acts(tmp_path / "acts.jsonl.zst", 2)
        driving = driver(service, tape, 4, url=f"ws://{proxy.url}/ws", database_url=migrated_url)
        asyncio.get_running_loop().call_later(1.5, proxy.cut)
        run = await asyncio.wait_for(driving.run(), 60)
    assert is_true(run), run.notes
    assert run.metrics["committed"] == 8
    assert run.metrics["invalid"] == 0
    assert run.metrics["reconnections"] == run.errors["close_1006"] == 4


async def test_a_network_that_is_slow_misses_what_is_asked(service: Service, tmp_path: Path) -> None:
    asked = Objectives(acknowledged_ms=100, first_visible_ms=100, gap_ms=None, total_ms=60_000)
    async with proxy_before(f"127.0.0.1:{service.port}") as proxy:
        proxy.delay_s = 0.2
        tape = acts(tmp_path / "acts.jsonl.zst", 1)
        run = await drive(service, tape, 2, url=f"ws://{proxy.url}/ws", objectives=asked)
    assert [turn.missed for turn in run.turns] == [["acknowledged", "first_visible"]] * 2
    assert (run.metrics["acknowledged_p50_ms"] or 0) > 200


async def test_slow_readers_get_all_of_it(migrated_url: str, redis_url: str, tmp_path: Path) -> None:
    async with running(migrated_url, redis_url, Puppet(text=LONG), cadence=Cadence(1000)) as service:
        run = await drive(service, acts(tmp_path / "acts.jsonl.zst", 1), 4, slow=0.5)
    assert is_true(run)
    assert run.metrics["committed"] == 4
    assert run.metrics["good_share"] == 1
    assert notes_with(run, "2 of 4 players read slowly")
    slow = [turn.now.ms["total"] for turn in run.turns if turn.now]
    assert max(slow) > 2 * min(slow)


@pytest.mark.slow
async def test_the_recordings_of_the_project_can_be_driven(migrated_url: str, redis_url: str) -> None:
    """Undo, retry, branches, interruptions, two windows: all that players did, and connections that break as well."""
    worlds = {name: LoadedWorld(world_at(f"worlds/{name}"), name) for name in ("lighthouse", "long_night")}
    plans = plans_of(read_those_named([RECORDINGS]))
    assert {step.kind for plan in plans for step in plan.steps} == set(get_args(StepKind))
    async with running(migrated_url, redis_url, Understudy(), worlds=worlds) as service:
        manner = Manner(service.url, speed=100, drop=0.1)
        driving = Drive(plans, manner, Load(len(plans), 1.0), NO_HASTE, Database(migrated_url))
        run = await asyncio.wait_for(driving.run(), 100)
    assert is_true(run), run.notes
    assert run.metrics["turns"] == run.metrics["committed"]
    assert run.metrics["invalid"] == 0, [turn.violations for turn in run.turns if turn.violations]
    assert not [session.note for session in run.sessions if session.note]
    assert run.errors == {}
    assert min(session.turns for session in run.sessions) > 0


async def test_an_interruption_comes_at_the_same_place(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    told = LONG.format(words="shout", n=0)
    tape = Tape("hut", pause_s=0.001)
    tape.act("shout", told)  # half of what is told here
    act_id = tape.begin("shout", told[:60])
    tape.send("interrupt", shown=5)
    tape.end(act_id, "interrupted")
    tape.act("shout", told)
    tape.write(tmp_path / "cut.jsonl.zst")
    async with running(migrated_url, redis_url, Puppet(text=LONG), cadence=SLOWLY) as service:
        run = await drive(service, tmp_path / "cut.jsonl.zst", 3, database_url=migrated_url)
    assert is_true(run), run.notes
    assert run.metrics["interruptions"] == 3
    assert run.metrics["good_share"] == 1  # as it was asked for
    for turn in run.turns:
        if turn.turn == 2:
            assert turn.now is not None
            assert 120 <= len(turn.now.text) <= 240


async def test_the_pace_that_the_service_allows_is_kept(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    limits = Limits(acts_per_minute=15)
    tape = acts(tmp_path / "acts.jsonl.zst", 15, pause_s=0.0)
    async with running(migrated_url, redis_url, limits=limits) as service:
        run = await drive(service, tape, 1, database_url=migrated_url)
    assert is_true(run)
    assert run.metrics["committed"] == 15
    assert run.errors.keys() == {"too_fast"}
    assert notes_with(run, "GM_LIMITS__ACTS_PER_MINUTE")


async def test_players_begin_anew_until_the_time_is_over(service: Service, tmp_path: Path) -> None:
    run = await drive(service, acts(tmp_path / "acts.jsonl.zst", 1), 2, duration_s=1.0)
    assert len(run.sessions) > 2
    assert run.metrics["turns"] == run.metrics["committed"]
    assert run.metrics["errors"] == 0


async def test_what_was_done_is_told_when_it_ends_early(service: Service, tmp_path: Path) -> None:
    tape = Tape("hut")
    tape.act("shout")
    tape.at += 500
    tape.act("shout again")
    driving = driver(service, tape.write(tmp_path / "long.jsonl.zst"), 2, longest_pause_s=1000)
    asyncio.get_running_loop().call_later(1.0, driving.halt)
    run = await asyncio.wait_for(driving.run(), 20)
    assert run.metrics["turns"] == run.metrics["committed"] == 2
    assert notes_with(run, "2 stories ended early: halted")


async def test_ctrl_c_ends_the_command_with_its_report(
    service: Service, migrated_url: str, tmp_path: Path
) -> None:
    tape = Tape("hut")
    tape.act("shout")
    tape.at += 50
    tape.act("shout again")
    tape.write(tmp_path / "long.jsonl.zst")
    command = [
        sys.executable,
        "-m",
        "gamemaster.cli.main",
        "replay",
        "drive",
        str(tmp_path),
        "--url",
        service.url,
    ]
    options = ["--players", "2", "--ramp", "0", "--out", str(tmp_path / "run.json")]
    process = await asyncio.create_subprocess_exec(
        *command, *options, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(30):
        while (await _rows(migrated_url, COMMITTED))[0][0] < 2:
            await asyncio.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, errors = await process.communicate()
    assert process.returncode == 130, errors.decode()
    assert "ended early, by Ctrl-C" in printed.decode()
    run = read_run((tmp_path / "run.json").read_bytes(), "run.json")
    assert run.metrics["turns"] == run.metrics["committed"] == 2


async def test_speech_is_heard_in_real_time(migrated_url: str, redis_url: str, tmp_path: Path) -> None:
    puppet = Puppet(text=TEXT)
    async with speaking(migrated_url, redis_url, puppet) as (service, _, _):
        run = await drive(service, acts(tmp_path / "acts.jsonl.zst", 1), 2, audio="opus")
        assert is_true(run), run.notes
        assert run.metrics["committed"] == 2
        assert (run.metrics["first_audio_p95_ms"] or 0) > 0
        assert run.errors == {}
        # Twelve words and more, a tenth of a second each: a turn is over when it was heard.
        assert min(turn.now.ms["total"] for turn in run.turns if turn.now) > 1000


# ---- what keeps a drive from beginning ----


async def test_a_service_without_a_voice_is_not_heard(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.replay.load.driver.VOICE_S", 0.2)
    with pytest.raises(DriveError, match=r"does not speak .*leave --audio out"):
        await drive(service, acts(tmp_path / "acts.jsonl.zst"), audio="opus")


async def test_a_world_that_is_not_there_is_named(service: Service, tmp_path: Path) -> None:
    tape = Tape("moon")
    tape.act("jump")
    with pytest.raises(DriveError, match="has no world moon; it has hut"):
        await drive(service, tape.write(tmp_path / "moon.jsonl.zst"))


async def test_an_address_where_nothing_is_says_so(service: Service, tmp_path: Path) -> None:
    tape = acts(tmp_path / "acts.jsonl.zst")
    for url, why in (
        (f"ws://127.0.0.1:{free_port()}/ws", "cannot be reached"),
        (service.http, "is no WebSocket's address"),
        (f"ws://127.0.0.1:{service.port}/nothing", "opens no WebSocket"),
    ):
        with pytest.raises(DriveError, match=why):
            await drive(service, tape, url=url)


async def test_another_protocol_is_refused(service: Service, tmp_path: Path) -> None:
    async def silent(socket: websockets.ServerConnection) -> None:
        await socket.wait_closed()

    async with websockets.serve(silent, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises(DriveError, match=r"does not speak the subprotocol gamemaster\.v1"):
            await drive(service, acts(tmp_path / "acts.jsonl.zst"), url=f"ws://127.0.0.1:{port}/ws")


@pytest.mark.parametrize("said", ["no JSON", "[1, 2]", '{"type": "welcome"}', '{"type": 7, "offset": 1}'])
async def test_nonsense_ends_nothing_but_the_try(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setattr("gamemaster.replay.load.presence.ANSWER_S", 0.3)

    async def talk(socket: websockets.ServerConnection) -> None:
        await socket.send(said)
        await socket.wait_closed()

    protocols = [websockets.Subprotocol(PROTOCOL)]
    async with websockets.serve(talk, "127.0.0.1", 0, subprotocols=protocols) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises(DriveError, match="no answer to `hello`"):
            await drive(service, acts(tmp_path / "acts.jsonl.zst"), url=f"ws://127.0.0.1:{port}/ws")


async def test_refused_newcomers_name_the_setting(migrated_url: str, redis_url: str, tmp_path: Path) -> None:
    few = Limits(new_players_per_minute=2)
    async with running(migrated_url, redis_url, limits=few) as service:
        with pytest.raises(DriveError, match="GM_LIMITS__NEW_PLAYERS_PER_MINUTE"):
            await drive(service, acts(tmp_path / "acts.jsonl.zst"), 4)


async def test_a_database_that_is_not_the_services_is_told(
    service: Service, database_url: str, tmp_path: Path
) -> None:
    await migrate(database_url)
    tape = acts(tmp_path / "acts.jsonl.zst", 1)
    run = await drive(service, tape, 1, database_url=database_url)
    assert not is_true(run)
    assert run.metrics["lost"] == 0
    assert notes_with(run, "not checked in Postgres")
    assert "could not be looked up in the database" in verdict_of(run).headline
    assert verdict_of(run).mood == "bad"
    found = await drive(service, tape, 1, database=Database(database_url, "the one found", found=True))
    assert is_true(found), "nobody said that it is the service's"
    assert notes_with(found, "none of the stories is in the one found")


async def test_a_database_that_cannot_be_read_is_told_before_anybody_plays(
    service: Service, tmp_path: Path
) -> None:
    driving = driver(
        service, acts(tmp_path / "a.jsonl.zst", 1), 1, database_url="postgresql://127.0.0.1:1/no"
    )
    with pytest.raises(DriveError, match="cannot be read"):
        await driving.run()
    assert not driving.stories
