"""Tiny checkpoints of other families than GLM: Qwen3, Llama and Gemma 3, with their own special tokens, without MTP.

`.venv-nia/bin/python -m inference.testbed.families qwen3|llama|gemma3 FOLDER SCRIPT.json` builds one, where the script
has the texts `reasoning`, `answer` and `narration`. As in `checkpoints`, a model is a table of what follows each token.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inference.testbed.checkpoints import TABLE, Shape, table_weights
from inference.testbed.templates import GEMMA_3, LLAMA_3, QWEN_3
from inference.testbed.vocabulary import (
    END_THINK,
    NEWLINE,
    THINK,
    Chain,
    Vocabulary,
    make_vocabulary,
    write_tokenizer,
)

Tensor = Any  # torch's
SHAPE = Shape()
Weights = dict[str, Tensor]


@dataclass(frozen=True)
class Family:
    """What is its own. `ends`: the tokens that end a message, the first of which its messages are ended with."""

    config: Mapping[str, Any]
    special: tuple[str, ...]
    template: str
    ends: tuple[str, ...]
    begin: str | None
    weights: Callable[[Vocabulary, Shape], Weights]

    @property
    def thinks(self) -> bool:
        return THINK in self.special


def write_family(
    folder: Path, name: str, reasoning: str, answer: str, narration: str, shape: Shape = SHAPE
) -> Vocabulary:
    """A model that plays one turn, again and again, as `checkpoints.write_storyteller` does. `folder` must not exist.

    After the end of a prompt for an answer, a newline in all three templates, it writes `narration`, and where a
    grammar forbids that, `answer`.
    """
    from safetensors.torch import save_file

    family = FAMILIES[name]
    folder.mkdir(parents=True)
    end = family.ends[0]
    chains = [Chain(NEWLINE, narration, end), Chain(END_THINK if family.thinks else NEWLINE, answer, end)]
    if family.thinks:
        chains.append(Chain(THINK, reasoning, END_THINK))
    vocabulary = make_vocabulary(chains, special=family.special, end=end)
    write_tokenizer(vocabulary, folder, family.template, family.special, end, family.begin)
    config = {**_sizes(vocabulary, shape), **family.config}
    if config["tie_word_embeddings"]:
        config["intermediate_size"] = len(vocabulary.tokens)  # see `_gemma_weights`
    config["eos_token_id"] = [vocabulary.id_of(token) for token in family.ends]
    (folder / "config.json").write_text(json.dumps(config, indent=1))
    tensors = {name: tensor.contiguous() for name, tensor in family.weights(vocabulary, shape).items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / TABLE).write_text(json.dumps(vocabulary.successor))
    return vocabulary


def _sizes(vocabulary: Vocabulary, shape: Shape) -> dict[str, Any]:
    return {
        "dtype": "float32",
        "vocab_size": len(vocabulary.tokens),
        "hidden_size": shape.hidden,
        "intermediate_size": shape.dense_size,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_size,
        "rms_norm_eps": 1e-6,
        "max_position_embeddings": shape.context,
        "rope_theta": 10000.0,
        "attention_bias": False,
        "hidden_act": "silu",
        "tie_word_embeddings": False,
    }


def _embeddings(vocabulary: Vocabulary, shape: Shape) -> Tensor:
    import torch

    random = torch.Generator().manual_seed(0)
    return torch.nn.functional.normalize(
        torch.randn(len(vocabulary.tokens), shape.hidden, generator=random), dim=-1
    )


def _following(vocabulary: Vocabulary, embeddings: Tensor) -> Tensor:
    """For each token the embedding of what follows it, with half of what follows where a grammar forbids that."""
    following = embeddings[list(vocabulary.successor)].clone()
    for token, second in vocabulary.second:
        following[token] += embeddings[second] / 2
    return following


def _attention(prefix: str, shape: Shape, *, norms: bool) -> Weights:
    """Looks at what came before, and adds nothing of it."""
    import torch

    random = torch.Generator().manual_seed(1)
    queries, keys = shape.heads * shape.head_size, shape.kv_heads * shape.head_size
    weights = {
        f"{prefix}self_attn.{name}_proj.weight": torch.randn(size, shape.hidden, generator=random) * 0.1
        for name, size in (("q", queries), ("k", keys), ("v", keys))
    }
    weights[f"{prefix}self_attn.o_proj.weight"] = torch.zeros(shape.hidden, queries)
    if norms:
        for name in ("q_norm", "k_norm"):
            weights[f"{prefix}self_attn.{name}.weight"] = torch.ones(shape.head_size)
    return weights


def _plain_weights(vocabulary: Vocabulary, shape: Shape, *, norms: bool) -> Weights:
    """Qwen3's and Llama's: the head has the table."""
    import torch

    weights = table_weights(vocabulary, _embeddings(vocabulary, shape))
    for layer in range(shape.layers):
        prefix = f"model.layers.{layer}."
        weights |= _attention(prefix, shape, norms=norms)
        for name in ("gate", "up"):
            weights[f"{prefix}mlp.{name}_proj.weight"] = torch.zeros(shape.dense_size, shape.hidden)
        weights[f"{prefix}mlp.down_proj.weight"] = torch.zeros(shape.hidden, shape.dense_size)
        for name in ("input_layernorm", "post_attention_layernorm"):
            weights[f"{prefix}{name}.weight"] = torch.ones(shape.hidden)
    return weights


def _gemma_weights(vocabulary: Vocabulary, shape: Shape) -> Weights:
    """Gemma's head is its embeddings, so that the last layer has the table: one unit for each token of the vocabulary.

    Its norms multiply by 1 + weight: -1 takes a part away, 19 lets it outweigh the token's own embedding.
    """
    import torch

    embeddings = _embeddings(vocabulary, shape)
    weights = {"model.embed_tokens.weight": embeddings, "model.norm.weight": torch.zeros(shape.hidden)}
    for layer in range(shape.layers):
        prefix, last = f"model.layers.{layer}.", layer == shape.layers - 1
        weights |= _attention(prefix, shape, norms=True)
        weights[f"{prefix}mlp.gate_proj.weight"] = embeddings.clone()
        weights[f"{prefix}mlp.up_proj.weight"] = embeddings.clone()
        weights[f"{prefix}mlp.down_proj.weight"] = _following(vocabulary, embeddings).T
        added = {"input_layernorm": 0.0, "post_attention_layernorm": -1.0, "pre_feedforward_layernorm": 0.0}
        for name, value in {**added, "post_feedforward_layernorm": 19.0 if last else -1.0}.items():
            weights[f"{prefix}{name}.weight"] = torch.full((shape.hidden,), value)
    return weights


FAMILIES = {
    "qwen3": Family(
        {"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3"},
        ("<|endoftext|>", "<|im_start|>", "<|im_end|>", THINK, END_THINK, "<tool_call>", "</tool_call>"),
        QWEN_3,
        ("<|im_end|>", "<|endoftext|>"),
        None,
        lambda vocabulary, shape: _plain_weights(vocabulary, shape, norms=True),
    ),
    "llama": Family(
        {"architectures": ["LlamaForCausalLM"], "model_type": "llama"},
        ("<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"),
        LLAMA_3,
        ("<|eot_id|>", "<|end_of_text|>"),
        "<|begin_of_text|>",
        lambda vocabulary, shape: _plain_weights(vocabulary, shape, norms=False),
    ),
    "gemma3": Family(
        {
            "architectures": ["Gemma3ForCausalLM"],
            "model_type": "gemma3_text",
            "hidden_activation": "gelu_pytorch_tanh",
            "tie_word_embeddings": True,
            "query_pre_attn_scalar": 32,
            "sliding_window": 512,
            "sliding_window_pattern": 3,
        },
        ("<pad>", "<eos>", "<bos>", "<start_of_turn>", "<end_of_turn>"),
        GEMMA_3,
        ("<end_of_turn>", "<eos>"),
        "<bos>",
        _gemma_weights,
    ),
}


def main() -> None:
    name, folder, script = sys.argv[1:]
    write_family(Path(folder), name, **json.loads(Path(script).read_text("utf-8")))


if __name__ == "__main__":
    main()
