"""The commands of `gamemaster model`. What they need is imported when they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say, settings_from
from gamemaster.cli.options import HELP, AsJson

if TYPE_CHECKING:
    from gamemaster.config.settings import Settings
    from inference.remote.nearby import Nearby

model_app = typer.Typer(
    help="Try a model server's model before playing with it.", no_args_is_help=True, context_settings=HELP
)


@model_app.callback()
def model() -> None:
    """Try a model server's model before playing with it."""


@model_app.command("try")
def try_(
    server: Annotated[
        str | None,
        typer.Argument(
            help="URL#NAME of the server and its model. [default: GM_MODEL, or the one server on this machine's usual "
            "ports]",
            show_default=False,
        ),
    ] = None,
    world: Annotated[str, typer.Option(help="The world that it is tried on.")] = "long_night",
    seconds: Annotated[float, typer.Option(min=5, max=600, help="How long it may take, about.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Measure a model's speed and obedience in about a minute, and propose how to play with it.

    It is asked what a player's words mean, for whole outcomes under the grammar, and for one telling; its answers are
    compared with what the understudy makes of plain words. Proposed are a course (full, tell, read) and deadlines. Its
    key, if it wants one: GM_MODEL_KEY.

    Examples:  gamemaster model try http://127.0.0.1:11434/v1#llama3.1:8b  ·  gamemaster model try --json
    """
    with clear_errors():
        from gamemaster.bootstrap import load_worlds
        from gamemaster.cli.models.model_trial import as_json as to_json
        from gamemaster.cli.models.model_trial import lines_of, run_trial
        from gamemaster.hosting.models import model_of
        from inference.errors import EngineLost
        from inference.remote.client import ChatEngine

        settings = settings_from(model=server or _only_one_nearby())
        loaded, _ = load_worlds(settings.worlds_dirs)
        if world not in loaded:
            fail(f"there is no world {world!r} that can be played; there are: {', '.join(loaded)}")
        found = model_of(settings)
        if found is None or found.server is None:
            fail(
                "only a model server is tried, as http://127.0.0.1:11434/v1#NAME; see also: gamemaster doctor"
            )
        try:
            trial = run_trial(ChatEngine(found.server), loaded[world].world, seconds)
        except EngineLost as error:
            fail(f"{found.name}: {error.reason}")
        say(to_json(trial) if as_json else "\n".join(lines_of(trial)))


@model_app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the model servers on this machine's usual ports: Ollama 11434, llama.cpp 8080, LM Studio 1234.

    Example:  gamemaster model list --json
    """
    with clear_errors():
        import json

        from inference.remote.nearby import USUAL, find_nearby

        found = find_nearby()
        if as_json:
            say(json.dumps([vars(server) for server in found], indent=2))
            return
        for server in found:
            say(f"{server.name:<10} {server.url}  {', '.join(server.models)}")
        if not found:
            fail(f"no model server answers on the ports {', '.join(str(port) for _, port in USUAL)}")


def _only_one_nearby() -> str | None:
    from gamemaster.config.load import load_settings
    from inference.remote.nearby import find_nearby

    if load_settings().model is not None:
        return None
    found = find_nearby()
    if len(found) == 1 and len(found[0].models) == 1:
        return found[0].address
    if not found:
        fail(
            "name a model server, as http://127.0.0.1:11434/v1#NAME: none answers on this machine's usual ports"
        )
    fail("name one of them: " + ", ".join(f"{each.url}#{model}" for each in found for model in each.models))


def notice_nearby(settings: Settings) -> str | None:
    """One line for a player who has a model server running and may not know that it can narrate; else None."""
    from inference.remote.nearby import find_nearby

    if settings.model is not None:
        return None
    found = find_nearby()
    return nearby_line(found[0]) if found else None


def nearby_line(server: Nearby) -> str:
    return (
        f"{server.name} runs on this machine. To play with its model: gamemaster play --model {server.address} "
        f"(first, whether it can: gamemaster model try {server.address})"
    )
