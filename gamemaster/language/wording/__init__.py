"""Words out: the lines that are told where a world brings none of its own, and how authored text is cut.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "ages", "agreement", "asides", "attempt_lines", "game_lines", "gesture_lines", "helplines", "move_lines",
    "ordinary_talk", "paragraphs", "remark_lines", "replies", "said_back", "second_person",
    "sense_lines", "short_questions", "small_talk",
    "stance_lines", "stock_lines", "witness_lines",
]  # fmt: skip
