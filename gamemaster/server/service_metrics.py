"""What the sampler reads of one worker: its sockets, stories, pools, leases, frames, recordings and voice."""

from __future__ import annotations

from collections import Counter
from functools import partial

from gamemaster.hosting.engine import EngineRoom
from gamemaster.metrics.engine_meter import BusyTime
from gamemaster.metrics.meters import Meters
from gamemaster.metrics.sampling import Sampler
from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.play.metering import Metering
from gamemaster.recording.recorder import Recordings
from gamemaster.server.connection import Connections
from gamemaster.speech.voices import Voices
from gamemaster.storage.postgres_store import PostgresStore
from inference.hosted.client import HostedEngine
from voice.cache import CachedSynthesizer


def watch_worker(metering: Metering, desk: Desk, hub: Hub, connections: Connections) -> None:
    """Has the sampler read all that the parts of this worker keep count of."""
    sampler, meters = metering.sampler, metering.meters
    sampler.lag = meters.histogram("event_loop_lag_seconds")
    sampler.level(meters.gauge("sockets"), lambda: connections.open)
    sampler.level(meters.gauge("players"), lambda: len(connections.by_player))
    sampler.level(meters.gauge("stories_live"), lambda: hub.stories)
    sampler.level(meters.gauge("requests_waiting"), lambda: hub.waiting)
    bounds = desk.addresses.bounds
    for name, bound in bounds.items():
        counter = meters.counter("address_refusals_total", bound=name)
        sampler.count(counter, partial(getattr, bound, "refused"))
    sampler.level(meters.gauge("acts_in_flight"), lambda: desk.addresses.in_flight.total)
    _watch_storage(sampler, meters, desk)
    if (reports := desk.reports) is not None:
        sampler.count(meters.counter("reports_total"), lambda: reports.added)
    if desk.recordings is not None:
        _watch_recordings(sampler, meters, desk.recordings)
    if desk.voices is not None:
        _watch_voices(sampler, meters, desk.voices)
    if (status := desk.engine) is not None:
        sampler.level(meters.gauge("engine_ready"), lambda: status().startswith("ok"))


def _tally(counts: Counter[str], kind: str) -> int:
    return counts[kind]


def _watch_storage(sampler: Sampler, meters: Meters, desk: Desk) -> None:
    leases, frames, redis, store = desk.leases, desk.frames, desk.redis, desk.store
    for result in ("won", "busy", "lost", "released"):
        sampler.count(meters.counter("leases_total", result=result), partial(_tally, leases.counts, result))
    for log in ("logged", "unlogged"):
        sampler.count(meters.counter("frames_total", log=log), partial(_tally, frames.counts, log))
    sampler.count(meters.counter("redis_away_total"), lambda: redis.times_away)
    if isinstance(store, PostgresStore):
        sampler.level(meters.gauge("database_connections"), lambda: store.connections)


def _watch_recordings(sampler: Sampler, meters: Meters, recordings: Recordings) -> None:
    for result in ("begun", "written", "dropped"):
        counter = meters.counter("recordings_total", result=result)
        sampler.count(counter, partial(_tally, recordings.counts, result))
    sampler.level(meters.gauge("recordings_open"), lambda: len(recordings.writing()))
    sampler.level(meters.gauge("recording_lines_waiting"), lambda: recordings.waiting)


def _watch_voices(sampler: Sampler, meters: Meters, voices: Voices) -> None:
    sampler.level(meters.gauge("voice_streams"), lambda: voices.streams)
    sampler.level(meters.gauge("voice_listeners"), lambda: voices.listeners)
    sampler.level(meters.gauge("voice_ready"), lambda: voices.speaks)

    def cache_count(of: str) -> int:
        """Looked up anew: another client is made when the speech server is started again."""
        cache = voices.room.synthesizer
        if not isinstance(cache, CachedSynthesizer):
            return 0
        return cache.hits if of == "hit" else cache.misses

    for result in ("hit", "miss"):
        sampler.count(meters.counter("voice_cache_total", result=result), partial(cache_count, result))


def watch_engine(found: Metering | None, room: EngineRoom | None) -> None:
    """Has the sampler read how long the engine is busy, and how often it was started.

    An engine in a process of its own is watched by the process that hosts it, for all workers; of any other each worker
    knows its own requests alone.
    """
    if found is None or room is None:
        return
    busy = found.meters.counter("engine_busy_seconds_total")
    host = room.host
    if host is not None:
        found.sampler.count(busy, BusyTime(lambda: host.engine.tokens).seconds)
        starts = found.meters.counter("engine_starts_total")
        starts.inc(host.starts)
        found.sampler.count(starts, lambda: host.starts)
    elif not isinstance(room.engine, HostedEngine):
        found.sampler.count(busy, lambda: found.engine.busy_s)
