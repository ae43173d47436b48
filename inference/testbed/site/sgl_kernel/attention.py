"""Attention over SGLang's paged KV cache, one request after the other, by torch's own attention.

In both operations `kb` and `vb` are the cache [slots, heads, size]; `r2t` [requests, positions] says which slot holds
each position; `rpi` names each request's row in it; `seq_lens` its length, new tokens included. A token sees the last
`win` up to itself; 0: all.

A fault can be planted: with NIA_TESTBED_GARBAGE_BEYOND=N in the environment, contexts of more than N tokens read one
value again and again, without any weights, as a backend does that lost its way in its pages. It raises nothing.
"""

import os

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

DECODE = (
    "decode_attention_cpu(Tensor q, Tensor kb, Tensor vb, float ks, float vs, Tensor(a!) o, Tensor? k, Tensor? v,"
    " Tensor loc, Tensor logits, Tensor r2t, Tensor rpi, Tensor seq_lens, float scale, float cap, bool cross,"
    " int win, Tensor? enc, Tensor? sinks) -> ()"
)
EXTEND = (
    "extend_attention_cpu(Tensor q, Tensor? k, Tensor? v, Tensor(a!) o, Tensor kb, Tensor vb, float ks, float vs,"
    " Tensor r2t, Tensor rpi, Tensor seq_lens, Tensor ext_lens, Tensor ext_start, int max_ext, float scale,"
    " float cap, bool cross, int win, Tensor? enc, Tensor? sinks, Tensor? mask, bool causal) -> ()"
)
GARBAGE_BEYOND = "NIA_TESTBED_GARBAGE_BEYOND"
LOUD = 1e4  # so that what is read drowns what the model knows
_library: torch.library.Library | None = None


def register() -> None:
    """Defines both operations; they live as long as the library object does."""
    global _library
    _library = torch.library.Library("sgl_kernel", "DEF")
    for schema, function in ((DECODE, decode), (EXTEND, extend)):
        _library.define(schema)
        _library.impl(schema.partition("(")[0], function, "CompositeExplicitAutograd")


def _refuse_what_is_not_here(ks: float, vs: float, cap: float, cross: bool, sinks: Tensor | None) -> None:
    wanted = {
        "scaled KV cache": ks != 1.0 or vs != 1.0,
        "logit cap": cap != 0.0,
        "cross attention": cross,
        "attention sinks": sinks is not None,
    }
    if missing := [name for name, is_wanted in wanted.items() if is_wanted]:
        raise NotImplementedError(f"the CPU test bed's attention has no {', '.join(missing)}")


def _is_lost(tokens: int) -> bool:
    """Asks each time: the variable may be set after this module is imported."""
    beyond = int(os.environ.get(GARBAGE_BEYOND, "0"))
    return 0 < beyond < tokens


def _attend(
    q: Tensor, kb: Tensor, vb: Tensor, slots: Tensor, scale: float, mask: Tensor | None = None
) -> Tensor:
    """q [queries, heads, size], slots [keys], mask [queries, keys] -> [queries, heads, size of a value]."""
    if _is_lost(len(slots)):
        lost = vb[slots[:1]].repeat_interleave(q.shape[1] // vb.shape[1], dim=1)
        return lost.expand(len(q), -1, -1) * LOUD
    keys, values = kb[slots].movedim(0, 1), vb[slots].movedim(0, 1)
    out = scaled_dot_product_attention(
        q.movedim(0, 1)[None],
        keys[None],
        values[None],
        attn_mask=mask,
        scale=scale,
        enable_gqa=q.shape[1] != keys.shape[0],
    )
    return out[0].movedim(0, 1)


def decode(
    q: Tensor,
    kb: Tensor,
    vb: Tensor,
    ks: float,
    vs: float,
    o: Tensor,
    k: Tensor | None,
    v: Tensor | None,
    loc: Tensor,
    logits: Tensor,
    r2t: Tensor,
    rpi: Tensor,
    seq_lens: Tensor,
    scale: float,
    cap: float,
    cross: bool,
    win: int,
    enc: Tensor | None,
    sinks: Tensor | None,
) -> None:
    """One new token for each request: writes its k and v to slots `loc`, then attends to everything before it."""
    _refuse_what_is_not_here(ks, vs, cap, cross, sinks)
    if k is not None and v is not None:
        kb[loc] = k.view(len(loc), *kb.shape[1:]).to(kb.dtype)
        vb[loc] = v.view(len(loc), *vb.shape[1:]).to(vb.dtype)
    for i, (row, length) in enumerate(zip(rpi.tolist(), seq_lens.tolist(), strict=True)):
        first = max(0, length - win) if win > 0 else 0
        o[i] = _attend(q[i : i + 1], kb, vb, r2t[row, first:length].long(), scale)[0]


def extend(
    q: Tensor,
    k: Tensor | None,
    v: Tensor | None,
    o: Tensor,
    kb: Tensor,
    vb: Tensor,
    ks: float,
    vs: float,
    r2t: Tensor,
    rpi: Tensor,
    seq_lens: Tensor,
    ext_lens: Tensor,
    ext_start: Tensor,
    max_ext: int,
    scale: float,
    cap: float,
    cross: bool,
    win: int,
    enc: Tensor | None,
    sinks: Tensor | None,
    mask: Tensor | None,
    causal: bool,
) -> None:
    """`ext_lens` new tokens for each request, already in the cache.

    `mask`: which new token sees which, [requests, new, new] flat, for the draft tree's verification.
    """
    _refuse_what_is_not_here(ks, vs, cap, cross, sinks)
    start = 0
    lengths = zip(rpi.tolist(), seq_lens.tolist(), ext_lens.tolist(), strict=True)
    for i, (row, length, new) in enumerate(lengths):
        seen = torch.ones(new, length, dtype=torch.bool).tril(length - new) if causal else None
        if mask is not None:
            seen = torch.ones(new, length, dtype=torch.bool)
            seen[:, length - new :] = mask.view(-1, new, new)[i].bool()
        if win > 0 and seen is not None:
            seen = seen.triu(length - new - win + 1)
        end = start + new
        o[start:end] = _attend(q[start:end], kb, vb, r2t[row, :length].long(), scale, seen)
        start = end
