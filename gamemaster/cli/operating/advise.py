"""`gamemaster advise`: what to change first in a running service, by its metrics."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.options import HELP, AsJson

if TYPE_CHECKING:
    from pydantic import SecretStr

    from gamemaster.config.settings import Settings
    from gamemaster.metrics.samples import Samples

WAIT_S = 10.0
MOST_BYTES = 16 * 1024 * 1024

advise_app = typer.Typer(context_settings=HELP, invoke_without_command=True)


@advise_app.callback()
def advise_command(
    context: typer.Context,
    url: Annotated[
        str | None,
        typer.Option(help="Where its metrics are. [default: GM_METRICS__PORT, else the service's own port]"),
    ] = None,
    over: Annotated[
        float,
        typer.Option(min=0, max=3600, help="Look twice, so many seconds apart; 0: at all since its start."),
    ] = 0.0,
    as_json: AsJson = False,
) -> None:
    """Read a running service's metrics and say, in sentences, what to change first.

    It looks at turns, goodput, the engine, its cache, the voice, Postgres, Redis, the workers, limits and cost. If
    GM_METRICS__TOKEN (or the setting) is there, it is sent. Nothing is changed.

    Examples:  gamemaster advise  ·  gamemaster advise --url http://127.0.0.1:9464/metrics --over 60 --json
    """
    if context.invoked_subcommand is not None:
        return
    with clear_errors():
        from gamemaster.metrics.advice import advise, sentences, turns

        settings = settings_from()
        url, token = url or _own_url(settings), settings.metrics.token
        samples = _read(url, token)
        window_s = time.time() - (samples.total("start_time_seconds") or time.time())
        if over:
            time.sleep(over)
            samples, window_s = _read(url, token).since(samples), over
        found = advise(samples, window_s)
        if as_json:
            say(json.dumps({"turns": turns(samples), "advice": [asdict(one) for one in found]}, indent=2))
        else:
            say("\n".join(sentences(found, turns(samples))))


@advise_app.command("cache")
def advise_cache_command(
    url: Annotated[
        str | None,
        typer.Option(help="Where its metrics are. [default: GM_METRICS__PORT, else the service's own port]"),
    ] = None,
    model: Annotated[
        Path | None, typer.Option(help="The checkpoint's folder, for its config.json. [default: GM_MODEL's]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a second tier of the engine's prefix cache (SGLang's HiCache, off by default) would pay.

    It reads which share of the prompts was found since the service started, takes off what each turn brings, and says
    yes only where a fifth of all tokens was computed again, and the model is no MLA model. Nothing is changed.

    Examples:  gamemaster advise cache  ·  gamemaster advise cache --model /models/glm-4.6 --json
    """
    with clear_errors():
        from gamemaster.metrics.cache_advice import advise_cache

        settings = settings_from()
        samples = _read(url or _own_url(settings), settings.metrics.token)
        found = advise_cache(samples, _uses_mla(model or _folder_of(settings)))
        say(json.dumps(asdict(found), indent=2) if as_json else found.text)


def _folder_of(settings: Settings) -> Path | None:
    """Of the model that the settings name, if it is a folder here, or names one (sglang+http://HOST#FOLDER)."""
    named = (settings.model or "").rpartition("#")[2]
    return Path(named) if named and Path(named).is_dir() else None


def _uses_mla(folder: Path | None) -> bool | None:
    """None if no checkpoint's configuration can be read there."""
    from inference.preflight.checkpoint import CheckpointError, read_checkpoint

    try:
        return read_checkpoint(folder).uses_mla if folder is not None else None
    except CheckpointError:
        return None


def _own_url(settings: Settings) -> str:
    """Of the service that this machine's settings describe."""
    from gamemaster.metrics.exposition import PATH
    from gamemaster.service import address_of

    options = settings.metrics
    if options.port:
        return address_of(options.host, options.port) + PATH
    if options.token is None:
        fail(
            "the settings here name no metrics. Set GM_METRICS__PORT or GM_METRICS__TOKEN as for the service, "
            "or say where they are: --url http://HOST:PORT/metrics"
        )
    return address_of(settings.host, settings.port) + PATH


def _read(url: str, token: SecretStr | None) -> Samples:
    """What the service has counted; ends the command if it cannot be had."""
    import httpx

    from gamemaster.metrics.samples import read_samples

    headers = {"Authorization": f"Bearer {token.get_secret_value()}"} if token is not None else {}
    try:
        answer = httpx.get(url, headers=headers, timeout=WAIT_S, trust_env=False)
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        why = (
            f"it answers {error.response.status_code}" if isinstance(error, httpx.HTTPStatusError) else error
        )
        fail(f"{url} gives no metrics: {why}. Is the service running, with GM_METRICS__PORT or a token?")
    if len(answer.content) > MOST_BYTES:
        fail(f"{url} is no service of ours: it answers {len(answer.content)} bytes")
    try:
        samples = read_samples(answer.text)
    except ValueError as error:
        fail(f"{url} answers something else than metrics: {error}")
    if not samples.values:
        fail(f"{url} has no metrics of a Game Master")
    return samples
