"""The eleven operations of `sgl_kernel` that SGLang's CPU path needs, in plain torch; every other name raises.

There is no CPU wheel of sgl_kernel. This one is on the path of the test bed's environment only, and is exact and slow:
no figure taken with it says anything about a model's speed.
"""

from collections.abc import Callable
from typing import Any, NoReturn

import torch

from sgl_kernel import attention
from sgl_kernel.slots import (
    assign_draft_cache_locs_contiguous_cpu,
    assign_extend_cache_locs_cpu,
    assign_req_to_token_pool_cpu,
    build_draft_decode_metadata_cpu,
    copy_all_layer_kv_cache_cpu,
    fill_accept_out_cache_loc_cpu,
    fill_bonus_tokens_cpu,
)
from sgl_kernel.tree import build_tree_kernel_efficient_cpu, verify_tree_greedy_cpu

__all__ = [
    "assign_draft_cache_locs_contiguous_cpu",
    "assign_extend_cache_locs_cpu",
    "assign_req_to_token_pool_cpu",
    "build_draft_decode_metadata_cpu",
    "build_tree_kernel_efficient_cpu",
    "copy_all_layer_kv_cache_cpu",
    "fill_accept_out_cache_loc_cpu",
    "fill_bonus_tokens_cpu",
    "verify_tree_greedy_cpu",
]

# decode_attention_cpu and extend_attention_cpu are called as torch.ops.sgl_kernel.*.
attention.register()

if not torch.cuda.is_available():
    # glm4_moe.set_embed_and_head calls it without asking whether there is a GPU to wait for.
    torch.cuda.synchronize = lambda device=None: None


def __getattr__(name: str) -> Callable[..., NoReturn]:
    """SGLang imports hundreds of names and calls none of the others on the CPU: if it does, it must hear of it."""
    if name.startswith("__"):
        raise AttributeError(name)

    def missing(*args: Any, **kwargs: Any) -> NoReturn:
        shapes = [getattr(argument, "shape", type(argument).__name__) for argument in args]
        raise NotImplementedError(
            f"the CPU test bed has no sgl_kernel.{name} (called with {shapes}, {sorted(kwargs)})"
        )

    missing.__name__ = name
    return missing
