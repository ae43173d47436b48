"""What a hardware profile says: each engine setting with its reason and its source, and what the canaries expect."""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

# Algorithms that draft by a layer or a model, in so many steps.
CHAINS = ("EAGLE", "EAGLE3", "NEXTN", "STANDALONE")
Text = Annotated[str, Field(min_length=10, max_length=600)]


class Strict(BaseModel):
    """Base: frozen, and an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class EngineSettings(Strict):
    """Arguments of `sglang.Engine`, by SGLang's own names. None: SGLang's default.

    Those that this project looks at have a field; `more` has any others of the pinned ServerArgs.
    """

    device: Literal["cuda", "cpu"] = "cuda"
    dtype: Literal["auto", "bfloat16", "float16", "float32"] = "auto"
    kv_cache_dtype: str | None = None
    attention_backend: str | None = None
    prefill_attention_backend: str | None = None
    decode_attention_backend: str | None = None
    speculative_draft_attention_backend: str | None = None
    sampling_backend: Literal["flashinfer", "pytorch"] | None = None
    page_size: Annotated[int, Field(ge=1, le=256)] | None = None
    tp_size: Annotated[int, Field(ge=1, le=64)] = 1
    ep_size: Annotated[int, Field(ge=1, le=64)] | None = None
    mem_fraction_static: Annotated[float, Field(gt=0, lt=1)] | None = None
    max_total_tokens: Annotated[int, Field(ge=1024)] | None = None
    context_length: Annotated[int, Field(ge=256)] | None = None
    max_running_requests: Annotated[int, Field(ge=1, le=4096)]
    max_queued_requests: Annotated[int, Field(ge=1, le=65_536)]
    chunked_prefill_size: Annotated[int, Field(ge=-1)] | None = None
    speculative_algorithm: str | None = None
    speculative_draft_model_path: str | None = None
    speculative_num_steps: Annotated[int, Field(ge=1, le=16)] | None = None
    speculative_eagle_topk: Annotated[int, Field(ge=1, le=16)] | None = None
    speculative_num_draft_tokens: Annotated[int, Field(ge=2, le=64)] | None = None
    disable_cuda_graph: bool | None = None
    random_seed: int | None = None
    reasoning_parser: str | None = None
    enable_deterministic_inference: bool | None = None
    more: dict[str, Any] = {}

    @model_validator(mode="after")
    def _speculation_is_whole(self) -> "EngineSettings":
        parts = {
            name: getattr(self, name)
            for name in ("speculative_num_steps", "speculative_eagle_topk", "speculative_num_draft_tokens")
        }
        if self.speculative_algorithm not in CHAINS:
            return self
        if missing := [name for name, value in parts.items() if value is None]:
            raise ValueError(f"speculative_algorithm needs {', '.join(missing)} too")
        steps, draft = self.speculative_num_steps or 0, self.speculative_num_draft_tokens or 0
        if self.speculative_eagle_topk == 1 and draft != steps + 1:
            raise ValueError(
                f"with top-k 1 a chain of {steps} steps has {steps + 1} draft tokens, not {draft} "
                "(speculative_num_draft_tokens)"
            )
        return self


class Setting(Strict):
    """A value, why it is so, and where that is known from."""

    value: Any
    reason: Text
    source: Annotated[str, Field(min_length=3, max_length=200)]


class Gpu(Strict):
    """Which GPUs the profile is for. `memory_gb` (10^9 bytes) of one GPU.

    No names, capability or memory: any GPU that has no profile of its own.
    """

    family: str
    names: tuple[str, ...] = ()  # words of the name that the driver gives
    compute_capability: Annotated[str, Field(pattern=r"^\d+\.\d$")] | None = None
    memory_gb: Annotated[float, Field(gt=0)] | None = None

    def matches(self, driver_name: str) -> int:
        """How long the word is by which a GPU is one of these; 0 if it is none."""
        return max(
            (
                len(name)
                for name in self.names
                if re.search(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", driver_name)
            ),
            default=0,
        )


class Expectations(Strict):
    """What the start-up canaries demand of this hardware.

    accept_length_floor  tokens per verification step, below which speculation is broken. None: not measured.
    long_prompt_tokens   how long the prompt is that must not degenerate; scaled down to the model's context.
    grammar_turns        how many rulings under grammars must come without one lost.
    """

    accept_length_floor: Annotated[float, Field(ge=1, le=64)] | None = None
    long_prompt_tokens: Annotated[int, Field(ge=64)] = 14_500
    grammar_turns: Annotated[int, Field(ge=1, le=1000)] = 50
    reason: Text
    source: Annotated[str, Field(min_length=3, max_length=200)]


class ProfileFile(Strict):
    """One YAML file of this folder."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,32}$")]
    about: Text
    gpu: Gpu | None
    engine: dict[str, Setting]
    environment: dict[str, Setting] = {}
    expect: Expectations
