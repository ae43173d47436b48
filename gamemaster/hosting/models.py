"""What `--model` names, and everything about it that can be refused before a weight is loaded."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamemaster.config.options import EngineOptions
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.version import install_line
from inference.preflight.checkpoint import CheckpointError, read_checkpoint
from inference.preflight.checks import check_engine
from inference.preflight.findings import Finding, Verdict
from inference.preflight.hardware import look
from inference.profiles.loader import Profile, ProfileError, load_profile, profile_for_gpu
from inference.remote.client import ChatServer
from inference.remote.discovery import SCHEMES, ModelServerError, server_of
from inference.scripted.tokenizer import ScriptedTokenizer, demonstration

if TYPE_CHECKING:
    from inference.chat_template import Tokenizer

SCRIPTED = "scripted:"
SGLANG = ("sglang+http://", "sglang+https://")
UNDERSTUDY = "Or play without a model: leave out --model (and GM_MODEL), and the understudy narrates."


class ModelError(UserError):
    """The model cannot be run here. The message says what is wrong and what to do."""


@dataclass(frozen=True)
class Model:
    """A model that can be run: the engine's factory and options (see `inference.hosted.host`), and where its
    tokenizer is.

    `folder` is None for the scripted engine, whose options then say what it writes. `server` is set for a model server
    of somebody else's, and then nothing else is: there is no engine to make. `dialled` is the URL of an SGLang server
    of ours: `folder` then has the tokenizer's files alone.
    """

    name: str
    factory: str
    options: dict[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)
    server: ChatServer | None = None
    dialled: str | None = None

    @property
    def is_elsewhere(self) -> bool:
        """Whether no engine is made here: each process asks the server itself."""
        return self.server is not None or self.dialled is not None

    def tokenizer(self) -> Tokenizer:
        """Reads files. Raises ChatFormatError."""
        if self.folder is None:
            return ScriptedTokenizer.of(self.options)
        from inference.chat_template import HuggingFaceTokenizer

        return HuggingFaceTokenizer.load(self.folder)


def model_of(settings: Settings) -> Model | None:
    """The model that the settings name; None for the understudy. Looks at files, or asks a server for its one model.

    Raises ModelError.
    """
    named = settings.model
    if named is not None and named.startswith(SCHEMES):
        return _model_of_server(named, settings)
    if named is None or named.startswith((*SGLANG, SCRIPTED)):
        _refuse_settings(named, settings.engine)
    if named is None:
        return None
    if named.startswith(SGLANG):
        return _dialled_model(named)
    if named.startswith(SCRIPTED):
        return Model(named, "inference.scripted.engine:build", script_options(named.removeprefix(SCRIPTED)))
    folder = _folder(named, settings.fetch)
    profile = profile_of(settings.engine)
    options: dict[str, Any] = {"model": str(folder), "profile": settings.engine.profile or profile.name}
    if settings.engine.set:
        options["overrides"] = settings.engine.set
    return Model(named, "inference.sglang.start:build", options, folder, dict(profile.environment))


def _refuse_settings(named: str | None, engine: EngineOptions) -> None:
    """Settings of SGLang's for an engine that is not started here would be heeded by nobody. Raises ModelError."""
    if not engine.set:
        return
    if named is None:
        why = "no model is named (--model, GM_MODEL), and the understudy has no engine"
    elif named.startswith(SCRIPTED):
        why = "the scripted engine is none of SGLang's: its options stand in the script"
    else:
        why = "that server was started elsewhere: set it there"
    raise ModelError(f"--set {', '.join(sorted(engine.set))} (GM_ENGINE__SET): {why}")


def profile_of(engine: EngineOptions) -> Profile:
    """The profile that was asked for, or this GPU's own; the generic one for a GPU that has none. Raises ModelError."""
    name = engine.profile
    try:
        if name is None:
            gpus = look().gpus
            if not gpus:
                raise ModelError(
                    "no GPU was found here (nvidia-smi shows none), so there is no hardware profile to choose. Run on "
                    "a machine with a GPU and its driver; or, for tiny test models alone, name the CPU's profile: "
                    f"--profile cpu. {UNDERSTUDY}"
                )
            name = profile_for_gpu(gpus[0].name)
        return load_profile(name, engine.set)
    except ProfileError as error:
        raise ModelError(str(error)) from error


def check(model: Model, engine: EngineOptions) -> list[Finding]:
    """What `inference.preflight.checks` finds, before any weight is loaded. Nothing for the scripted engine."""
    if model.folder is None or model.dialled is not None:
        return []
    return check_engine(model.options["model"], profile_of(engine))


def refuse_unfit(model: Model, engine: EngineOptions) -> list[Finding]:
    """The findings that are merely warnings. Raises ModelError with all that are worse."""
    findings = check(model, engine)
    failed = [found for found in findings if found.verdict is Verdict.FAIL]
    if failed:
        faults = "".join(f"\n  {finding_line(found)}" for found in failed)
        raise ModelError(f"the model {model.name} cannot run here:{faults}\n{UNDERSTUDY}")
    return [found for found in findings if found.verdict is Verdict.WARN]


def finding_line(finding: Finding) -> str:
    """A finding in one line."""
    why = f" ({finding.reason})" if finding.reason else ""
    return f"{finding.name}: {finding.seen}{why}" + (f". To do: {finding.remedy}" if finding.remedy else "")


def _model_of_server(named: str, settings: Settings) -> Model:
    key = settings.model_key.get_secret_value() if settings.model_key is not None else None
    try:
        server = server_of(named, key, settings.engine.set)
    except ModelServerError as error:
        shown = re.sub(r"//[^/@]*@", "//…@", named)
        raise ModelError(f"--model {shown}: {error}. {UNDERSTUDY}") from error
    return Model(f"{server.url}#{server.model}", "", server=server)


def _dialled_model(named: str) -> Model:
    """An SGLang server of ours: `sglang+http://HOST:PORT#FOLDER`, the folder with the tokenizer's files."""
    url, _, folder = named.removeprefix("sglang+").partition("#")
    path = Path(folder).expanduser()
    missing = [name for name in ("tokenizer.json", "config.json") if not (path / name).is_file()]
    if not folder or missing:
        raise ModelError(
            f"--model {named}: name the checkpoint's folder after #, with {' and '.join(missing)} in it; the weights "
            f"need not be there. sglang+http://gpu1:30000#/models/glm-4.x has the form. {UNDERSTUDY}"
        )
    return Model(named, "", folder=path.resolve(), dialled=url.rstrip("/"))


def script_options(file: str) -> dict[str, Any]:
    """The options of `inference.scripted.engine:build`: from a JSON file, or the demonstration's. Raises ModelError."""
    if not file:
        return demonstration()
    try:
        options = json.loads(Path(file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(
            f"--model {SCRIPTED}{file}: {error}. Name a JSON file of the script's options"
        ) from error
    if not isinstance(options, dict):
        raise ModelError(f"--model {SCRIPTED}{file}: holds no JSON object")
    return {**demonstration(), **options}


def _folder(named: str, fetch: bool) -> Path:
    """The checkpoint's folder; a name of the form owner/model is fetched, if it is not here yet and we may."""
    folder = Path(named).expanduser()
    if not folder.is_dir() and named.count("/") == 1 and not named.startswith((".", "~", "/")):
        folder = _fetched_checkpoint(named, fetch)
    try:
        read_checkpoint(folder)
    except CheckpointError as error:
        raise ModelError(f"--model {named}: {error} {UNDERSTUDY}") from error
    return folder.resolve()


def _fetched_checkpoint(name: str, fetch: bool) -> Path:
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise ModelError(
            f"--model {name}: there is no such folder, and what fetches checkpoints by name is not installed: "
            f"{install_line('nia')}. {UNDERSTUDY}"
        ) from None
    try:
        return Path(snapshot_download(name, local_files_only=not fetch))
    except Exception as error:  # the hub's own, requests', the disk's: whatever keeps it from coming
        if not fetch:
            raise ModelError(
                f"--model {name}: there is no such folder, nothing of that name was fetched to this machine, and "
                f"nothing is fetched while it serves. Run beforehand: gamemaster prepare --model {name}. {UNDERSTUDY}"
            ) from error
        why = str(error).strip().partition("\n")[0]
        raise ModelError(
            f"--model {name}: there is no such folder, and it could not be fetched by that name: {why}. "
            f"Name a folder with a Hugging Face checkpoint. {UNDERSTUDY}"
        ) from error
