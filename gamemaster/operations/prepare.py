"""Fetches beforehand what the service needs and does not fetch while it serves."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gamemaster.config.settings import Settings
from gamemaster.hosting.models import ModelError, model_of
from npcs.embeddings import AUTO, LIBRARY, MODEL, OFF, EmbeddingsUnavailable, find_model
from voice.triton.environment import find_prepared, prepare
from voice.triton.machine import TritonUnavailable

Say = Callable[[str], None]


@dataclass(frozen=True)
class Prepared:
    """A part, whether it is here (None: this service does without), and what there is to say of it."""

    part: str
    here: bool | None
    text: str


def prepare_all(settings: Settings, fetch: bool, say: Say) -> list[Prepared]:
    """Fetches everything that is missing, or with `fetch` False only looks. Raises nothing: see what is not `here`."""
    return [found for part in (_voice, _model, _embeddings) for found in part(settings, fetch, say)]


def _voice(settings: Settings, fetch: bool, say: Say) -> Iterator[Prepared]:
    if settings.voice == "off" or settings.triton_url is not None:
        yield Prepared("voice", None, "off" if settings.voice == "off" else "GM_TRITON_URL names one")
        return
    try:
        environment = find_prepared(settings.data_dir)
    except TritonUnavailable as error:
        yield Prepared("voice", None, f"none is possible here: {error}")
        return
    try:
        if environment is None and fetch:
            environment = asyncio.run(prepare(settings.data_dir, say))
    except TritonUnavailable as error:
        yield Prepared("voice", False, str(error))
        return
    here = environment is not None
    yield Prepared(
        "voice", here, str(environment.folder) if environment else "about 100 MB are to be fetched"
    )


def _model(settings: Settings, fetch: bool, say: Say) -> Iterator[Prepared]:
    if settings.model is None:
        yield Prepared("model", None, "none is named: the understudy narrates")
        return
    say(f"looking for the model {settings.model}…")
    try:
        model = model_of(settings.model_copy(update={"fetch": fetch}))
    except ModelError as error:
        yield Prepared("model", False, str(error))
        return
    yield Prepared("model", True, str(model.folder) if model and model.folder else settings.model)


def _embeddings(settings: Settings, fetch: bool, say: Say) -> Iterator[Prepared]:
    """Memories are found by words alone where there are none, so that a package that is not installed is no fault."""
    try:
        yield Prepared("embeddings", True, str(find_model(settings.embeddings).folder))
        return
    except EmbeddingsUnavailable as error:
        why = str(error)
    if settings.embeddings == OFF or importlib.util.find_spec(LIBRARY) is None:
        yield Prepared("embeddings", None, why)
    elif fetch:
        yield _fetched_embeddings(MODEL if settings.embeddings == AUTO else settings.embeddings, say)
    else:
        yield Prepared("embeddings", False, why)


def _fetched_embeddings(name: str, say: Say) -> Prepared:
    from huggingface_hub import snapshot_download

    say(f"fetching {name}…")
    try:
        return Prepared("embeddings", True, snapshot_download(name))
    except Exception as error:  # the hub's own, requests', the disk's: whatever keeps it from coming
        return Prepared(
            "embeddings", False, f"{name} could not be fetched: {str(error).strip().partition(chr(10))[0]}"
        )
