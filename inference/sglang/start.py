"""Starts the SGLang engine for a checkpoint: its profile fitted, its process set up, its canaries asked."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inference.chat_template import ChatFormat, ChatFormatError, HuggingFaceTokenizer, derive
from inference.engine import EngineLost, EngineNotStarted
from inference.output.reasoning_budget import BudgetedEngine
from inference.preflight.canary_prompts import GOLDEN_WORDS
from inference.preflight.checkpoint import CheckpointError, read_checkpoint
from inference.preflight.fitting import fit_profile, reasoner_of
from inference.preflight.hardware import gpus
from inference.profiles.loader import Profile, load_profile
from inference.sglang.canaries import prove
from inference.sglang.engine import SglangEngine

# Whatever the profile: what the rest of this project is built on.
ALWAYS: Mapping[str, Any] = {
    "incremental_streaming_output": True,
    "grammar_backend": "xgrammar",
    "constrained_json_disable_any_whitespace": True,
    "enable_cache_report": True,
    "enable_priority_scheduling": True,
    "retraction_policy": "priority",  # when the cache is full, background work gives way
    "skip_server_warmup": True,
    "log_level": "warning",
}


async def start_engine(model: str, profile: Profile, *, strict: bool | None = None) -> SglangEngine:
    """Loads a checkpoint, with the profile fitted to it, and generates one token. Blocks the loop while it loads.

    `strict`: whether SGLang's strict thinking holds reasoning budgets; None: where the vocabulary allows it.
    Raises EngineNotStarted, ProfileError.
    """
    for name, value in profile.environment.items():
        # Read when sglang and torch are imported, and by the processes that they spawn. What is set by hand stays.
        os.environ.setdefault(name, value)
    try:
        checkpoint = read_checkpoint(Path(model))
    except CheckpointError as error:
        raise EngineNotStarted(str(error)) from error
    profile = fit_profile(profile, checkpoint, gpus())
    reasoner = reasoner_of(checkpoint)
    if strict is None:
        strict = reasoner is not None and reasoner.is_strict
    try:
        import sglang
    except ImportError as error:
        raise EngineNotStarted(
            f"sglang cannot be imported ({error}); install it: pip install .[nia]"
        ) from error
    try:
        started = sglang.Engine(model_path=model, **arguments(profile))
    except Exception as error:
        raise EngineNotStarted(f"{type(error).__name__}: {error}") from error
    engine = SglangEngine(started, model, profile, strict)
    try:
        await engine.warm_up()
    except EngineLost as error:
        await engine.close()
        raise EngineNotStarted(f"it loaded, but its first generation failed: {error.reason}") from error
    return engine


def arguments(profile: Profile) -> dict[str, Any]:
    """What `sglang.Engine` is given beside the model. Budgets are held by the parser of the model's tags, if any."""
    thinks = profile.settings.reasoning_parser is not None
    return {**ALWAYS, "enable_strict_thinking": thinks, **profile.arguments()}


def chat_format(engine: SglangEngine, folder: str) -> ChatFormat:
    """The format that the play's prompts have with this checkpoint. Raises ChatFormatError."""
    return derive(HuggingFaceTokenizer.load(Path(folder)), engine.info)


async def build(options: Mapping[str, Any]) -> SglangEngine:
    """From JSON. Raises EngineNotStarted, also if a canary fails; ProfileError; TypeError for an unknown option.

    model         folder of a checkpoint
    profile       name of a hardware profile, or a YAML file
    overrides     engine settings, over the profile's
    strict        whether SGLang's strict thinking holds reasoning budgets (where the vocabulary allows it)
    canaries      whether the start-up canaries decide (true on GPUs; the tiny models of tests know no answers)
    golden_words  one of which the golden prompt's answer must hold
    """
    known = {"model", "profile", "overrides", "strict", "canaries", "golden_words"}
    if unknown := options.keys() - known:
        raise TypeError(f"unknown options {sorted(unknown)}; there are {sorted(known)}")
    profile = load_profile(options["profile"], options.get("overrides"))
    engine = await start_engine(options["model"], profile, strict=options.get("strict"))
    if options.get("canaries", profile.gpu is not None):
        try:
            words = tuple(options.get("golden_words", GOLDEN_WORDS))
            proved = engine if engine.strict else BudgetedEngine(engine)
            await prove(proved, chat_format(engine, options["model"]), engine.profile, words, engine.running)
        except ChatFormatError as error:
            await engine.close()
            raise EngineNotStarted(str(error)) from error
        except BaseException:
            await engine.close()
            raise
    return engine
