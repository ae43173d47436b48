"""What is done by saying it, told by form: threatening, accusing, claiming, comforting, bringing news.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "claims", "heartfelt", "moves", "plain_sayings", "regrets", "remark_kinds", "sorrows",
    "speech_forces", "statements",
]  # fmt: skip
