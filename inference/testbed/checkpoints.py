"""Builds tiny GLM-4-MoE checkpoints with an MTP layer, whose every word and every draft is known beforehand.

`.venv-nia/bin/python -m inference.testbed.checkpoints steady|wavering FOLDER`, or `story FOLDER SCRIPT.json`, where the
script has the texts `reasoning`, `answer` and `narration` and may name a chat template (`4.5`, `4.6`, `4.7`, `5`).

The head maps each token's embedding to its successor's, and what attention and experts add is scaled by `noise`:
without it a model is a table. The MTP layer never has noise and sees only the last token, so that its drafts are a
table too, and miss exactly where noise, hence context, turned the model away from it.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inference.testbed.templates import GLM, GLM_45
from inference.testbed.vocabulary import (
    ASSISTANT,
    END,
    END_THINK,
    NEWLINE,
    OBSERVATION,
    THINK,
    USER,
    Chain,
    Vocabulary,
    make_vocabulary,
    write_tokenizer,
)

Tensor = Any  # torch's; importing it here would load torch with this module
TABLE = "successors.json"
SYLLABLES = (
    "ar bel cor dun ev fal gor hin is jor kel lum mor nis ol pex quo run sol tev ul ver wex yor zan".split()
)


@dataclass(frozen=True)
class Shape:
    """Sizes of the tiny model. Embeddings of `hidden` numbers stay apart for a few thousand tokens."""

    hidden: int = 128
    layers: int = 3
    heads: int = 4
    kv_heads: int = 2
    head_size: int = 32
    experts: int = 8
    dense_size: int = 256
    expert_size: int = 64
    context: int = 4096


def rambling(words: int, seed: int = 1) -> str:
    """A text of so many different words."""
    import random

    chooser = random.Random(seed)
    seen: dict[str, None] = {}
    while len(seen) < words:
        seen[" " + "".join(chooser.choices(SYLLABLES, k=3))] = None
    return "".join(seen)


STEADY = (
    Chain("<think>", rambling(300), "</think>"),
    Chain("</think>", rambling(40, seed=2)),
    Chain(NEWLINE, rambling(60, seed=3)),
)


def write_steady(folder: Path, shape: Shape = Shape(), seed: int = 0) -> Vocabulary:
    """A model whose drafts always match. After <think> it reasons for more than 500 tokens."""
    return write_checkpoint(folder, STEADY, noise=0.0, shape=shape, seed=seed)


def write_wavering(folder: Path, shape: Shape = Shape(), seed: int = 0) -> Vocabulary:
    """A model whose words depend on all that came before, so that some drafts miss."""
    return write_checkpoint(folder, STEADY, noise=0.011, shape=shape, seed=seed)


def write_storyteller(
    folder: Path,
    reasoning: str,
    answer: str,
    narration: str,
    shape: Shape = Shape(),
    template: str = "4.5",
    noise: float = 0.0,
) -> Vocabulary:
    """A model that plays one turn, again and again, in the chat template of that GLM.

    After an open <think> it writes `reasoning` and closes it. After </think> it writes `narration`; where a grammar
    forbids that, `answer` (JSON as SGLang's grammars want it: `json.dumps` with its own separators, keys in the
    schema's order). Both end with <|user|>. Where nothing opens the thought it does so itself, as GLM-4.5 does.
    """
    chains = (
        Chain(THINK, reasoning, END_THINK),
        Chain(END_THINK, narration),
        Chain(END_THINK, answer),
        Chain(ASSISTANT, NEWLINE, THINK),
    )
    return write_checkpoint(folder, chains, noise=noise, shape=shape, seed=0, template=GLM[template])


def write_checkpoint(
    folder: Path,
    chains: Sequence[Chain],
    *,
    noise: float,
    shape: Shape,
    seed: int,
    template: str = GLM_45,
) -> Vocabulary:
    """config.json, tokenizer, weights in float32, and the table of successors. `folder` must not exist yet."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True)
    vocabulary = make_vocabulary(chains, seed)
    write_tokenizer(vocabulary, folder, template)
    (folder / "config.json").write_text(json.dumps(_config(vocabulary, shape), indent=1))
    weights = _weights(vocabulary, shape, noise, torch.Generator().manual_seed(seed))
    tensors = {name: tensor.to(torch.float32).contiguous() for name, tensor in weights.items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / TABLE).write_text(json.dumps(vocabulary.successor))
    return vocabulary


def successors(folder: Path) -> list[int]:
    """By token id: what the model says next without noise, which is what its MTP layer drafts."""
    table: list[int] = json.loads((folder / TABLE).read_text())
    return table


def without_mtp(source: Path, folder: Path) -> None:
    """A copy of a checkpoint that has lost its MTP layer, as some published ones have."""
    from safetensors.torch import load_file, save_file

    folder.mkdir(parents=True)
    for file in source.iterdir():
        if file.suffix == ".json":
            (folder / file.name).write_bytes(file.read_bytes())
    layers = json.loads((source / "config.json").read_text())["num_hidden_layers"]
    tensors = load_file(source / "model.safetensors")
    kept = {
        name: tensor for name, tensor in tensors.items() if not name.startswith(f"model.layers.{layers}.")
    }
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})


def _config(vocabulary: Vocabulary, shape: Shape) -> dict[str, Any]:
    ends = [vocabulary.id_of(token) for token in (END, USER, OBSERVATION)]
    return {
        "architectures": ["Glm4MoeForCausalLM"],
        "model_type": "glm4_moe",
        "dtype": "float32",
        "vocab_size": len(vocabulary.tokens),
        "hidden_size": shape.hidden,
        "intermediate_size": shape.dense_size,
        "moe_intermediate_size": shape.expert_size,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_size,
        "n_routed_experts": shape.experts,
        "n_shared_experts": 1,
        "num_experts_per_tok": 2,
        "first_k_dense_replace": 1,
        "n_group": 1,
        "topk_group": 1,
        "num_nextn_predict_layers": 1,
        "use_qk_norm": True,
        "attention_bias": True,
        "attention_dropout": 0.0,
        "hidden_act": "silu",
        "rms_norm_eps": 1e-5,
        "initializer_range": 0.02,
        "max_position_embeddings": shape.context,
        "rope_theta": 10000.0,
        "rope_scaling": None,
        "partial_rotary_factor": 0.5,
        "routed_scaling_factor": 1.0,
        "norm_topk_prob": True,
        "tie_word_embeddings": False,
        "use_cache": True,
        "eos_token_id": ends,
        "pad_token_id": ends[0],
    }


def table_weights(vocabulary: Vocabulary, embeddings: Tensor) -> dict[str, Tensor]:
    """The embeddings, and the head that has the table of what follows each token."""
    import torch

    head = torch.zeros_like(embeddings)
    head.index_add_(0, torch.tensor(vocabulary.successor), embeddings * 8)
    for token, following in vocabulary.second:
        head[following] += embeddings[token] * 4
    norm = torch.ones(embeddings.shape[1])
    return {"model.embed_tokens.weight": embeddings, "model.norm.weight": norm, "lm_head.weight": head}


def _weights(vocabulary: Vocabulary, shape: Shape, noise: float, random: Any) -> dict[str, Tensor]:
    import torch

    hidden = shape.hidden
    embeddings = torch.nn.functional.normalize(
        torch.randn(len(vocabulary.tokens), hidden, generator=random), dim=-1
    )
    weights = table_weights(vocabulary, embeddings)
    for layer in range(shape.layers):
        weights |= _layer(f"model.layers.{layer}.", shape, noise, random, experts=layer > 0)
    mtp = f"model.layers.{shape.layers}."
    weights |= _layer(mtp, shape, 0.0, random, experts=True)
    # From the last token's embedding alone; nothing from the model's hidden state.
    weights[mtp + "eh_proj.weight"] = torch.cat([torch.eye(hidden), torch.zeros(hidden, hidden)], dim=1)
    for name in ("enorm", "hnorm", "shared_head.norm"):
        weights[f"{mtp}{name}.weight"] = torch.ones(hidden)
    weights[mtp + "embed_tokens.weight"] = embeddings.clone()
    weights[mtp + "shared_head.head.weight"] = weights["lm_head.weight"].clone()
    return weights


def _layer(prefix: str, shape: Shape, noise: float, random: Any, *, experts: bool) -> dict[str, Tensor]:
    import torch

    def normal(*size: int, scale: float = 0.1) -> Tensor:
        return torch.randn(*size, generator=random) * scale

    hidden, queries = shape.hidden, shape.heads * shape.head_size
    keys = shape.kv_heads * shape.head_size
    weights: dict[str, Tensor] = {}
    for name, size in (("q", queries), ("k", keys), ("v", keys)):
        weights[f"{prefix}self_attn.{name}_proj.weight"] = normal(size, hidden)
        weights[f"{prefix}self_attn.{name}_proj.bias"] = torch.zeros(size)
    weights[prefix + "self_attn.o_proj.weight"] = normal(hidden, queries, scale=noise)
    for name in ("self_attn.q_norm", "self_attn.k_norm"):
        weights[f"{prefix}{name}.weight"] = torch.ones(shape.head_size)
    for name in ("input_layernorm", "post_attention_layernorm"):
        weights[f"{prefix}{name}.weight"] = torch.ones(hidden)
    sizes = {"mlp.": shape.dense_size}
    if experts:
        sizes = {f"mlp.experts.{expert}.": shape.expert_size for expert in range(shape.experts)}
        sizes["mlp.shared_experts."] = shape.expert_size
        weights[prefix + "mlp.gate.weight"] = normal(shape.experts, hidden)
        weights[prefix + "mlp.gate.e_score_correction_bias"] = torch.zeros(shape.experts)
    for name, size in sizes.items():
        weights[f"{prefix}{name}gate_proj.weight"] = normal(size, hidden)
        weights[f"{prefix}{name}up_proj.weight"] = normal(size, hidden)
        weights[f"{prefix}{name}down_proj.weight"] = normal(hidden, size, scale=noise)
    return weights


def main() -> None:
    kind, folder, *script = sys.argv[1:]
    if kind == "story":
        write_storyteller(Path(folder), **json.loads(Path(script[0]).read_text("utf-8")))
    else:
        {"steady": write_steady, "wavering": write_wavering}[kind](Path(folder))


if __name__ == "__main__":
    main()
