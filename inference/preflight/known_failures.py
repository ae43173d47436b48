"""Combinations of settings that are known to fail, each with its reason. Pure: settings in, findings out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inference.engine import PLAY_AHEAD
from inference.preflight.findings import Finding, Verdict
from inference.profiles.schema import EngineSettings

HOPPER, BLACKWELL, SM_120 = ("9.0",), ("10.0", "10.3"), ("12.0", "12.1")
TRTLLM_PAGES = (16, 32, 64, 128)
PREEMPTION = "priority_scheduling_preemption_threshold"


@dataclass(frozen=True)
class Setup:
    """What is to run: settings, the GPU's compute capability (None on a CPU), environment, installed versions."""

    settings: EngineSettings
    capability: str | None
    environment: Mapping[str, str]
    versions: Mapping[str, str]

    @property
    def backends(self) -> set[str]:
        """Attention backends by name, of prefill and decode."""
        settings = self.settings
        both = (settings.prefill_attention_backend, settings.decode_attention_backend)
        return {name for name in (settings.attention_backend, *both) if name}

    @property
    def speculates(self) -> bool:
        return self.settings.speculative_algorithm is not None


@dataclass(frozen=True)
class Combination:
    """`applies` says whether a setup is one of these."""

    name: str
    verdict: Verdict
    applies: Callable[[Setup], bool]
    reason: str
    remedy: str


def _tlru_protects_nothing(setup: Setup) -> bool:
    more = setup.settings.more
    config = more.get("radix_eviction_policy_config") or {}
    if more.get("radix_eviction_policy") != "tlru" or not isinstance(config, Mapping):
        return False
    return float(config.get("threshold", 0)) <= float(config.get("next_prompt_estimate", 0))


COMBINATIONS = (
    Combination(
        "attention backend unset",
        Verdict.FAIL,
        lambda s: s.settings.device == "cuda" and not s.backends,
        "SGLang's order of resolution can land on flashinfer, which wrote garbage beyond 14,000 tokens",
        "set attention_backend: fa3 on Hopper, trtllm_mha on B200 and B300, triton elsewhere",
    ),
    Combination(
        "attention by flashinfer",
        Verdict.FAIL,
        lambda s: "flashinfer" in s.backends,
        "it wrote garbage beyond 14,000 tokens of prompt, with no error",
        "set attention_backend: fa3 on Hopper, trtllm_mha on B200 and B300, triton elsewhere",
    ),
    Combination(
        "fa3 off Hopper",
        Verdict.FAIL,
        lambda s: "fa3" in s.backends and s.capability is not None and s.capability not in HOPPER,
        "FlashAttention 3 is written for compute capability 9.0",
        "set attention_backend to trtllm_mha on B200 and B300, triton elsewhere",
    ),
    Combination(
        "trtllm_mha on an older GPU",
        Verdict.FAIL,
        lambda s: "trtllm_mha" in s.backends and s.capability is not None and float(s.capability) < 9.0,
        "SGLang refuses trtllm_mha before Hopper",
        "set attention_backend to triton",
    ),
    Combination(
        "trtllm_mha off the sm_100 family",
        Verdict.WARN,
        lambda s: (
            "trtllm_mha" in s.backends and s.capability is not None and s.capability in (*HOPPER, *SM_120)
        ),
        "SGLang takes it there, but by no default of its own",
        "set attention_backend to fa3 on Hopper, triton on sm_120",
    ),
    Combination(
        "trtllm_mha with other pages",
        Verdict.FAIL,
        lambda s: "trtllm_mha" in s.backends and s.settings.page_size not in (None, *TRTLLM_PAGES),
        "trtllm_mha makes pages of 64 tokens of any size that it does not know",
        "set page_size to 16, 32, 64 or 128",
    ),
    Combination(
        "background work that no player preempts",
        Verdict.WARN,
        lambda s: (s.settings.more.get(PREEMPTION, 0) or 0) >= PLAY_AHEAD,
        f"players are {PLAY_AHEAD} ahead of background work, and preempt only beyond the threshold",
        f"set {PREEMPTION} below {PLAY_AHEAD}",
    ),
    Combination(
        "several machines that have no meeting point",
        Verdict.FAIL,
        lambda s: (s.settings.more.get("nnodes") or 1) > 1 and not s.settings.more.get("dist_init_addr"),
        "the engine's processes on other machines would never find these",
        "set dist_init_addr=HOST:PORT, the same on every machine, and node_rank on each",
    ),
    Combination(
        "no prefix cache",
        Verdict.WARN,
        lambda s: bool(s.settings.more.get("disable_radix_cache")),
        "every turn would compute its whole story anew, 5,000 to 32,000 tokens, before its first word",
        "leave disable_radix_cache out",
    ),
    Combination(
        "tlru that protects nothing",
        Verdict.FAIL,
        _tlru_protects_nothing,
        "SGLang refuses it: unless threshold is above next_prompt_estimate it is lru",
        'set radix_eviction_policy_config={"threshold": 2048, "next_prompt_estimate": 300}, in tokens, too',
    ),
    Combination(
        "fa4 with speculation",
        Verdict.WARN,
        lambda s: "fa4" in s.backends and s.speculates,
        "FA4 is for prefill; its use with speculation is recent",
        "watch the acceptance canary, or set another attention backend",
    ),
    Combination(
        "KV cache type left open",
        Verdict.WARN,
        lambda s: s.settings.device == "cuda" and s.settings.kv_cache_dtype in (None, "auto"),
        "it becomes FP8 if the checkpoint says so, which costs acceptance (67 % against 78 %)",
        "set kv_cache_dtype: fp8_e4m3 on Hopper, bfloat16 on Blackwell",
    ),
    Combination(
        "FP8 cache on Blackwell",
        Verdict.WARN,
        lambda s: (s.settings.kv_cache_dtype or "").startswith("fp8") and s.capability in BLACKWELL,
        "a launch saw it cost 18.8 % of the throughput on B200",
        "set kv_cache_dtype to bfloat16",
    ),
    Combination(
        "attention_backend on a CPU with speculation",
        Verdict.FAIL,
        lambda s: s.settings.device == "cpu" and s.speculates and s.settings.attention_backend is not None,
        "it is silently rewritten to torch_native, under which speculation is refused",
        "set prefill_attention_backend and decode_attention_backend instead",
    ),
    Combination(
        "faked acceptance",
        Verdict.FAIL,
        lambda s: any(name.startswith("SGLANG_SIMULATE_ACC") for name in s.environment),
        "the accept length would be made up, and every canary and report with it",
        "unset SGLANG_SIMULATE_ACC_LEN and the variables beside it",
    ),
    Combination(
        "transformers 5.0.0",
        Verdict.FAIL,
        lambda s: s.versions.get("transformers") == "5.0.0",
        "it took draft acceptance from 0.82 to 0.25, with no error",
        "install the version that the installed sglang pins",
    ),
)


def check_combinations(setup: Setup) -> list[Finding]:
    """One finding for each combination that applies; one that says so if none does."""
    found = [
        Finding("combination", one.verdict, one.name, one.reason, one.remedy)
        for one in COMBINATIONS
        if one.applies(setup)
    ]
    return found or [
        Finding("combination", Verdict.OK, f"none of {len(COMBINATIONS)} that are known to fail")
    ]
