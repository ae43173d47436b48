"""What a run was made with, then and now, in a few words each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pydantic import BaseModel

from gamemaster.recording.format import Recording
from gamemaster.recording.lines import NarratorLine
from gamemaster.rules.state import digest


def stamps_of_recordings(recordings: Iterable[Recording]) -> dict[str, str]:
    """Code, world, narrator, engine, model and prompt of the recordings; several of a kind in a row."""
    found: dict[str, dict[str, None]] = {}
    for recording in recordings:
        stamps = [{**recording.header.stamps, "world": recording.header.world_hash}]
        stamps += [stamp_of_narrator(str(line.get("name", "")), line) for line in recording.of(NarratorLine)]
        for stamp in stamps:
            for name, value in stamp.items():
                if value:
                    found.setdefault(name, {})[value] = None
    return {name: ", ".join(values) for name, values in found.items()}


def stamp_of_narrator(name: str, described: Mapping[str, object]) -> dict[str, str]:
    """A narrator as recordings describe it: who it is, its engine and model, and digests of format and prompts."""
    engine = _plain(described.get("engine")) or {}
    prompts = _plain(described.get("prompts"))
    model = engine.get("model") or engine.get("name") or described.get("model") or ""
    version = " ".join(
        str(engine[key]) for key in ("engine", "kind", "version", "quantization") if engine.get(key)
    )
    return {
        "narrator": name,
        "engine": version,
        "model": str(model),
        "prompt": digest(json.dumps(prompts, sort_keys=True)) if prompts else "",
        "format": str(described.get("format") or ""),
    }


def _plain(part: object) -> dict[str, object]:
    """As a recording would have it."""
    if part is None:
        return {}
    if isinstance(part, BaseModel):
        return part.model_dump(mode="json")
    if isinstance(part, Mapping):
        return dict(part)
    fields = getattr(part, "__dataclass_fields__", {})
    return {name: getattr(part, name) for name in fields}
