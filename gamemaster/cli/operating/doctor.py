"""Looks at everything that the service needs, one finding for each part."""

from __future__ import annotations

import asyncio
import os
import platform

import httpx
from pydantic import ValidationError

from gamemaster.bootstrap import load_worlds
from gamemaster.cli.operating.doctor_engines import examine_engines, examine_model_server
from gamemaster.cli.operating.doctor_postgres import examine_postgres
from gamemaster.cli.operating.doctor_redis import examine_redis
from gamemaster.cli.operating.doctor_voice import examine_voice
from gamemaster.cli.operating.finding import Finding
from gamemaster.config.settings import Settings
from gamemaster.hosting.models import Model, ModelError, check, finding_line, model_of, profile_of
from gamemaster.hosting.servers import DataDirBusyError, ServersError, local_servers, running_database
from gamemaster.options.secret_file import SecretFileError
from gamemaster.recording.folder import look as look_at_recordings
from gamemaster.server.rest.health_routes import Health
from gamemaster.server.uvicorn_server import PortBusyError, listen
from gamemaster.service import address_of
from gamemaster.storage.disk import Disk
from gamemaster.version import code_version
from inference.preflight.checks import check_gpus, check_packages, installed_packages, sglang_pins
from inference.preflight.findings import Finding as EngineFinding
from inference.preflight.findings import Verdict
from inference.preflight.hardware import look

HEALTH_WAIT_S = 3.0


def examine(settings: Settings) -> list[Finding]:
    """All findings. Starts and stops the local servers if none are named."""
    return [
        Finding("version", True, f"gamemaster {code_version()} on Python {platform.python_version()}"),
        *_worlds(settings),
        _port(settings),
        _disk(settings),
        _secret(settings),
        _recordings(settings),
        _metrics(settings),
        _operators_page(settings),
        *asyncio.run(_servers(settings)),
        *_model(settings),
        *asyncio.run(examine_voice(settings)),
    ]


def _model(settings: Settings) -> list[Finding]:
    """All that can be known of the model before a weight is loaded; warnings do not make a part unwell."""
    try:
        model = model_of(settings)
    except ModelError as error:
        return [Finding("model", False, str(error)), *_profile(settings)]
    if model is None:
        return [Finding("model", True, "none is named; the understudy narrates")]
    found = map(_finding_of, check(model, settings.engine))
    return [Finding("model", True, model.name), *found, *_engines(model, settings)]


def _engines(model: Model, settings: Settings) -> list[Finding]:
    """Servers that were started elsewhere: of somebody else's, or SGLang's of our own."""
    if model.server is not None:
        return [Finding(*asyncio.run(examine_model_server(model.server)))]
    if model.dialled is None or model.folder is None:
        return []
    key = settings.model_key.get_secret_value() if settings.model_key is not None else None
    found = asyncio.run(examine_engines(model.dialled, model.folder, key))
    return [Finding(*one) for one in found]


def _profile(settings: Settings) -> list[Finding]:
    """What the machine says to the profile alone, when there is no model to look at."""
    try:
        profile = profile_of(settings.engine)
    except ModelError:
        return []
    machine = look()
    found = [
        *check_packages(installed_packages(), sglang_pins(), on_gpu=profile.gpu is not None),
        *check_gpus(profile, machine),
    ]
    return list(map(_finding_of, found))


def _finding_of(found: EngineFinding) -> Finding:
    text = finding_line(found).removeprefix(f"{found.name}: ")
    return Finding(
        f"model, {found.name}", found.verdict is not Verdict.FAIL, text, found.verdict is Verdict.WARN
    )


def _worlds(settings: Settings) -> list[Finding]:
    loaded, broken = load_worlds(settings.worlds_dirs, settings.world_folder)
    findings = [Finding("world", False, text) for text in broken.values()]
    titles = ", ".join(f"{name} ({world.world.title})" for name, world in loaded.items())
    return [Finding("worlds", bool(loaded), titles or "none can be played; see GM_WORLDS_DIRS"), *findings]


def _port(settings: Settings) -> Finding:
    try:
        listen(settings.host, settings.port).close()
    except PortBusyError as error:
        if _serves(address_of(settings.host, settings.port)):
            return Finding("port", True, f"the service runs on {settings.host}:{settings.port} and answers")
        return Finding("port", False, str(error))
    return Finding("port", True, f"{settings.host}:{settings.port} is free")


def _serves(address: str) -> bool:
    """Whether a Game Master answers there."""
    try:
        answer = httpx.get(f"{address}/healthz", timeout=HEALTH_WAIT_S, trust_env=False)
        Health.model_validate_json(answer.content)
    except (httpx.HTTPError, httpx.InvalidURL, ValidationError):
        return False
    return True


def _disk(settings: Settings) -> Finding:
    status = Disk(settings.data_dir).status()
    return Finding("data directory", status.startswith("ok"), f"{settings.data_dir}: {status}")


def _secret(settings: Settings) -> Finding:
    if settings.secret is not None:
        return Finding("secret", True, "from GM_SECRET")
    try:
        settings.signing_secret()
    except (SecretFileError, OSError) as error:
        return Finding("secret", False, str(error))
    return Finding("secret", True, "in the data directory")


def _recordings(settings: Settings) -> Finding:
    folder, options = settings.recordings_folder(), settings.recording
    found = look_at_recordings(folder).recordings
    kept = f"{len(found)} in {folder} ({sum(one.size for one in found) / 1e6:.1f} of {options.total_mb} MB)"
    if not options.enabled:
        return Finding("recordings", True, f"nobody is asked, nothing is recorded; {kept}")
    place = next(path for path in (folder, *folder.parents) if path.exists())
    if not (place.is_dir() and os.access(place, os.W_OK | os.X_OK)):
        return Finding(
            "recordings", False, f"{place} cannot be written; name another with GM_RECORDING__FOLDER"
        )
    return Finding("recordings", True, f"of those who agree, kept {options.keep_days} days; {kept}")


def _metrics(settings: Settings) -> Finding:
    options = settings.metrics
    if options.port is not None:
        return Finding("metrics", True, f"at http://{options.host}:{options.port}/metrics, for Prometheus")
    if options.token is not None:
        text = "at /metrics of the service's own port, for whoever sends the token"
        return Finding("metrics", True, text)
    return Finding("metrics", True, "nothing is measured: set GM_METRICS__PORT=9464 or GM_METRICS__TOKEN")


def _operators_page(settings: Settings) -> Finding:
    if settings.ops.token is None:
        return Finding("operator's page", True, "there is none: set GM_OPS__TOKEN (openssl rand -hex 24)")
    return Finding("operator's page", True, "at /ops, for whoever gives the token")


async def _servers(settings: Settings) -> list[Finding]:
    need_postgres, need_redis = settings.database_url is None, settings.redis_url is None
    try:
        async with local_servers(settings.data_dir, need_postgres, need_redis, lambda text: None) as urls:
            database = (
                settings.database_url.get_secret_value() if settings.database_url else urls.database_url
            )
            redis = settings.redis_url.get_secret_value() if settings.redis_url else urls.redis_url
            found = await _postgres(database or "", settings, need_postgres)
            return [*found, *await examine_redis(redis or "", need_redis, settings)]
    except DataDirBusyError as error:
        database = running_database(settings.data_dir)
        if database is None:
            return [Finding("local servers", False, str(error))]
        text = f"the service (process {error.pid}) runs on {settings.data_dir}"
        return [Finding("local servers", True, text), *await _postgres(database, settings, True)]
    except ServersError as error:
        return [Finding("local servers", False, str(error))]


async def _postgres(url: str, settings: Settings, own: bool) -> list[Finding]:
    return [Finding(*found) for found in await examine_postgres(url, settings, own)]
