"""SGLang's plugin of the test bed: xgrammar's token mask with xgrammar's own CPU kernel."""

from typing import Any


def install() -> None:
    """Called by SGLang in its own process and in each scheduler: its mask refuses the CPU ("Unsupported device")."""
    from sglang.srt.constrained import xgrammar_backend
    from xgrammar.kernels.apply_token_bitmask_inplace_cpu import apply_token_bitmask_inplace_cpu

    def apply_vocab_mask(logits: Any, vocab_mask: Any) -> None:
        apply_token_bitmask_inplace_cpu(logits, vocab_mask)

    patched = 0
    for found in vars(xgrammar_backend).values():
        if isinstance(found, type) and "apply_vocab_mask" in vars(found):
            found.apply_vocab_mask = staticmethod(apply_vocab_mask)  # type: ignore[attr-defined]  # seen in vars()
            patched += 1
    if not patched:
        raise RuntimeError("no class of sglang's xgrammar_backend has apply_vocab_mask; the pin has moved")
