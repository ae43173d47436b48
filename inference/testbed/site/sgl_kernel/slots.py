"""Bookkeeping of KV cache slots: which slot holds which position of which request.

`req_to_token` [requests, positions] holds slots; `req_pool_indices` names each request's row in it. The outputs are
written into the tensors given.
"""

import ctypes
from collections.abc import Iterator

import torch
from torch import Tensor


def build_draft_decode_metadata_cpu(
    req_to_token: Tensor,
    req_pool_indices: Tensor,
    seq_lens: Tensor,
    topk: int,
    num_steps: int,
    pool_len: int,
) -> Tensor:
    """A row for each request and branch: the slots of the prefix, then that branch's `num_steps` draft slots."""
    out = torch.zeros(len(seq_lens) * topk, pool_len, dtype=req_to_token.dtype)
    for i, (row, length) in enumerate(zip(req_pool_indices.tolist(), seq_lens.tolist(), strict=True)):
        for branch in range(topk):
            target = out[i * topk + branch]
            first = length + branch * num_steps
            target[:length] = req_to_token[row, :length]
            target[length : length + num_steps] = req_to_token[row, first : first + num_steps]
    return out


def _spans(req_pool_indices: Tensor, start: Tensor, end: Tensor) -> Iterator[tuple[tuple[int, slice], slice]]:
    """For each request its positions in `req_to_token`, and where their slots stand, one request after the other."""
    taken = 0
    spans = zip(req_pool_indices.tolist(), start.tolist(), end.tolist(), strict=False)
    for row, first, last in spans:
        yield (row, slice(first, last)), slice(taken, taken + last - first)
        taken += last - first


def assign_req_to_token_pool_cpu(
    req_pool_indices: Tensor,
    req_to_token: Tensor,
    start: Tensor,
    end: Tensor,
    out_cache_loc: Tensor,
    pool_len: int,
) -> None:
    """Positions start to end of each request get the next slots of `out_cache_loc`."""
    for positions, slots in _spans(req_pool_indices, start, end):
        req_to_token[positions] = out_cache_loc[slots].to(req_to_token.dtype)


def assign_extend_cache_locs_cpu(
    req_pool_indices: Tensor,
    req_to_token: Tensor,
    start: Tensor,
    end: Tensor,
    out_cache_loc: Tensor,
    pool_len: int,
) -> None:
    """The slots of positions start to end of each request, one request after the other."""
    for positions, slots in _spans(req_pool_indices, start, end):
        out_cache_loc[slots] = req_to_token[positions].to(out_cache_loc.dtype)


def assign_draft_cache_locs_contiguous_cpu(
    req_pool_indices: Tensor,
    req_to_token: Tensor,
    seq_lens: Tensor,
    out_cache_loc: Tensor,
    pool_len: int,
    topk: int,
    steps: int,
) -> None:
    """The slots of the topk * steps positions after each request's end."""
    count = topk * steps
    for i, (row, length) in enumerate(zip(req_pool_indices.tolist(), seq_lens.tolist(), strict=False)):
        slots = req_to_token[row, length : length + count]
        out_cache_loc[i * count : (i + 1) * count] = slots.to(out_cache_loc.dtype)


def fill_accept_out_cache_loc_cpu(
    accept_index: Tensor, out_cache_loc: Tensor, accept_out_cache_loc: Tensor
) -> None:
    """The slots of accepted draft tokens, packed; -1 in `accept_index` is no token."""
    source = accept_index.flatten()
    source = source[source > -1].long()
    slots = out_cache_loc[source].to(accept_out_cache_loc.dtype)
    accept_out_cache_loc.view(-1)[: len(source)] = slots


def fill_bonus_tokens_cpu(
    accept_tokens: Tensor, accept_lens: Tensor, bonus_tokens: Tensor, accept_stride: int
) -> None:
    """The last accepted token of each request: the one that the model itself chose."""
    index = torch.arange(len(accept_lens)) * accept_stride + accept_lens.long() - 1
    bonus_tokens[: len(index)] = accept_tokens.view(-1)[index].to(bonus_tokens.dtype)


def copy_all_layer_kv_cache_cpu(data_ptrs: Tensor, strides: Tensor, tgt_loc: Tensor, src_loc: Tensor) -> None:
    """Copies slots `src_loc` to `tgt_loc` in every layer's cache; `strides` in bytes a slot. Reads before it writes."""
    targets, sources = tgt_loc.tolist(), src_loc.tolist()
    for pointer, stride in zip(data_ptrs.tolist(), strides.tolist(), strict=True):
        rows = [ctypes.string_at(pointer + slot * stride, stride) for slot in sources]
        for slot, row in zip(targets, rows, strict=False):
            ctypes.memmove(pointer + slot * stride, row, stride)
