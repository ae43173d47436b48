"""What a checkpoint's own files say against running it here: weights, layers, tokens, context, quantization, size."""

from collections.abc import Iterator

from inference.chat_template import ChatFormatError, HuggingFaceTokenizer, derive, info_by_tokenizer
from inference.preflight.checkpoint import Checkpoint
from inference.preflight.findings import Finding, fail, ok, warn
from inference.preflight.fitting import TAGS, drafts_itself, is_glm, obstacles, reasoner_of
from inference.preflight.hardware import Machine
from inference.profiles.engine_fields import sglang_facts
from inference.profiles.loader import Profile

# For CUDA graphs, activations and the draft layer, a GPU; measured nowhere yet, see the profiles.
SPARE_SHARE = 0.10
CPU_SPARE_BYTES = 2_000_000_000
# Tokens of context: what a story needs at least, and what it needs to be remembered over more than a few turns.
LEAST_CONTEXT, GOOD_CONTEXT = 8_192, 16_384
# The path of these was run, with tiny models; of all others SGLang's own models are only read about.
TRIED = (
    "Glm4MoeForCausalLM",
    "Qwen3ForCausalLM",
    "LlamaForCausalLM",
    "Gemma3ForCausalLM",
)
FOUR_BITS = ("modelopt_fp4", "nvfp4_online", "petit_nvfp4")
# Ends of the names of models that judge or embed texts, and write none.
WRITES_NOTHING = (
    "ForSequenceClassification", "ForSequenceClassificationWithNormal_Weights", "ForClassification", "ForRewardModel",
    "EmbeddingModel", "BertModel", "RobertaModel", "CLIPModel", "VisionModel", "Contriever", "BidirectionalModel",
    "MistralModel", "Qwen3Model", "EmbeddingGemma2Model", "EmbeddingGemmaModel",
)  # fmt: skip
# What a configuration may call it, and what SGLang does.
ALIASES = {
    "modelopt": "modelopt",
    "nvfp4": "modelopt_fp4",
    "fbgemm_fp8": "fp8",
    "compressed_tensors": "compressed-tensors",
}


def check_checkpoint(
    checkpoint: Checkpoint, profile: Profile, capability: str | None = None
) -> list[Finding]:
    """One finding for each fault, or one that says that there is none. `capability` of the GPU, such as "9.0"."""
    findings = [
        *_weights(checkpoint, profile),
        *_drafts(checkpoint, profile),
        *_vocabulary(checkpoint),
        *_template(checkpoint),
        *_architecture(checkpoint),
        *_context(checkpoint, profile),
        *_quantization(checkpoint, capability),
        *_spread(checkpoint, profile),
    ]
    size = f"{checkpoint.weight_bytes / 1e9:.1f} GB in {len(checkpoint.tensors)} tensors"
    return findings or [ok("checkpoint", f"{size}, special tokens whole, MTP layer: {checkpoint.has_mtp}")]


def _weights(checkpoint: Checkpoint, profile: Profile) -> Iterator[Finding]:
    if checkpoint.broken:
        yield fail(
            "weights", "; ".join(checkpoint.broken[:5]), "the model cannot load", "fetch these files again"
        )
    if checkpoint.float32_share > 0.5 and profile.gpu is not None:
        size = f"{checkpoint.weight_bytes / 1e9:.1f} GB of float32"
        if profile.settings.dtype == "float32":
            yield fail(
                "weight type",
                f"{size}, kept as such",
                "attention backends and grammars' speed are written for 16 bits and less",
                "leave dtype at auto",
            )
        else:
            yield warn(
                "weight type",
                size,
                "twice the disk and the time to load for nothing: SGLang makes 16 bits of them",
                "take the publisher's bfloat16 or FP8 checkpoint; this is often an export gone wrong",
            )


def _drafts(checkpoint: Checkpoint, profile: Profile) -> Iterator[Finding]:
    settings = profile.settings
    if not profile.speculates or settings.speculative_draft_model_path is not None:
        return
    if settings.speculative_algorithm not in ("EAGLE", "NEXTN"):
        return
    if checkpoint.draft_layers == 0 and drafts_itself(checkpoint):
        yield fail(
            "mtp layer",
            "config.json says num_nextn_predict_layers: 0",
            "SGLang would look for no MTP layer, whatever tensors there are, and could not draft",
            "set it to 1 if the layer is there; else --set speculative_algorithm=none",
        )
    elif not checkpoint.has_mtp:
        yield fail(
            "mtp weights",
            f"no tensor named model.layers.{checkpoint.layers}.*",
            "without its MTP layer the model cannot draft, and speculation cannot work",
            "fetch the whole checkpoint (often mtp.safetensors), or --set speculative_algorithm=none",
        )


def _vocabulary(checkpoint: Checkpoint) -> Iterator[Finding]:
    reasoner = reasoner_of(checkpoint)
    expected = is_glm(checkpoint) or not checkpoint.tokens.isdisjoint(TAGS)
    wanted = (*TAGS, *reasoner.tokens) if reasoner is not None else (TAGS if expected else ())
    if pieces := [token for token in wanted if token not in checkpoint.tokens]:
        yield fail(
            "special tokens",
            f"not whole in the vocabulary: {' '.join(pieces)}",
            "strict thinking would ban their pieces, which are ordinary text, while the model reasons",
            "use a checkpoint whose tokenizer.json has them as added tokens",
        )
    elif reasoner is None:
        yield warn(
            "reasoning",
            "the vocabulary has no <think>",
            "this model rules and tells without thinking first",
            "nothing, if that is wanted; a model that reasons rules better",
        )


def _template(checkpoint: Checkpoint) -> Iterator[Finding]:
    """Whether prompts that only grow can be written by it; read as the engine's own process will read it."""
    if not checkpoint.has_template:
        yield fail(
            "chat template",
            "none in the tokenizer's configuration",
            "prompts are written by the model's own template",
            "add chat_template to tokenizer_config.json, or chat_template.jinja, from the model's publisher",
        )
        return
    try:
        tokenizer = HuggingFaceTokenizer.load(checkpoint.folder)
        derive(tokenizer, info_by_tokenizer(tokenizer, checkpoint.folder.name))
    except ChatFormatError as error:
        yield fail(
            "chat template",
            str(error),
            "the engine would load, and then refuse to serve",
            "take the template of the model's publisher, or run the model on a server of its own (--model URL#NAME)",
        )


def _architecture(checkpoint: Checkpoint) -> Iterator[Finding]:
    name, facts = checkpoint.architecture, sglang_facts()
    if name in TRIED:
        return
    if name is None:
        yield fail(
            "architecture",
            "config.json names none in its list of architectures",
            "SGLang goes by that name",
            "fetch config.json again from the model's publisher",
        )
    elif name.endswith(WRITES_NOTHING):
        yield fail(
            "architecture",
            f"{name}: a model that judges or embeds texts, and writes none",
            "it can narrate nothing",
            f"take a model that writes, such as {', '.join(TRIED)}",
        )
    elif name not in facts.architectures:
        yield fail(
            "architecture",
            f"{name}: sglang {facts.version} has no model of that name",
            "it would be run by a slow stand-in without speculation, or not at all",
            f"take one of the architectures that sglang has, such as {', '.join(TRIED)}",
        )
    else:
        yield warn(
            "architecture",
            name,
            f"sglang {facts.version} has it; with this project only {', '.join(TRIED)} were tried",
            "let the canaries decide, and look at the first turns",
        )


def _context(checkpoint: Checkpoint, profile: Profile) -> Iterator[Finding]:
    room = min(checkpoint.context_length, profile.settings.context_length or checkpoint.context_length)
    if room >= GOOD_CONTEXT:
        return
    say = fail if room < LEAST_CONTEXT else warn
    yield say(
        "context",
        f"{room} tokens",
        f"a world, a story and a turn need {LEAST_CONTEXT} at least, and {GOOD_CONTEXT} to go on for long",
        "take a model with more context, or a larger context_length if it was set (where config.json names none, "
        "SGLang takes 2,048)",
    )


def _quantization(checkpoint: Checkpoint, capability: str | None) -> Iterator[Finding]:
    found = checkpoint.quantization_method
    if found is None:
        return
    method = ALIASES.get(found, found)
    choices = sglang_facts().fields["quantization"]["choices"]
    if method not in choices:
        yield fail(
            "quantization",
            f"{found}: sglang {sglang_facts().version} does not know it",
            "the weights could not be read",
            "take a checkpoint in FP8, AWQ, GPTQ, compressed-tensors or 16 bits",
        )
    major = float(capability) if capability else None
    if major is None:
        return
    if major < 10.0 and (method in FOUR_BITS or "NVFP4" in str(checkpoint.quantization).upper()):
        yield fail(
            "quantization",
            f"{found} in four bits on a GPU of compute capability {capability}",
            "NVFP4 is Blackwell's",
            "take the FP8 or the AWQ checkpoint of the same model",
        )
    elif major < 8.9 and method == "fp8":
        yield warn(
            "quantization",
            f"FP8 weights on a GPU of compute capability {capability}",
            "it has no FP8 arithmetic: memory is saved, time is not",
            "an AWQ or GPTQ checkpoint is faster on it",
        )


def _spread(checkpoint: Checkpoint, profile: Profile) -> Iterator[Finding]:
    count = profile.settings.tp_size
    if faults := obstacles(checkpoint, count):
        yield fail(
            "tensor parallelism",
            f"tp_size {count} does not divide {', nor '.join(faults)}",
            "SGLang would stop while it loads",
            "leave tp_size out, and it is chosen; or set one that divides them",
        )


def check_memory(checkpoint: Checkpoint, profile: Profile, machine: Machine) -> Finding:
    """Whether weights and some cache fit on the GPUs that are there. Sizes in bytes."""
    settings = profile.settings
    size = checkpoint.loaded_bytes(settings.dtype)
    usable = [gpu.free for gpu in machine.gpus[: profile.gpus_here]]
    # Fewer GPUs than are wanted hold the whole between them; `check_gpus` says that they are too few.
    parts = profile.parts if len(usable) == profile.gpus_here else max(1, len(usable))
    share = size / parts
    if profile.gpu is None:
        need, free, what = float(size + CPU_SPARE_BYTES), machine.memory_free, "memory"
    else:
        need, free = share / (1 - SPARE_SHARE), min(usable, default=0)
        what = f"memory of each of {len(usable)} GPUs"
    seen = f"{free / 1e9:.1f} GB free, about {need / 1e9:.1f} GB needed ({what})"
    if need > free:
        return fail(
            "memory",
            seen,
            "loading would fail after minutes",
            "free memory, spread the model over more GPUs (tp_size), or take a smaller checkpoint",
        )
    if profile.gpu is not None and free - share < 0.2 * free:
        return warn(
            "memory", seen, "little is left for the KV cache: few stories at once", "more GPUs (tp_size)"
        )
    return ok("memory", seen)
