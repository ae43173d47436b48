"""Truth of play as a figure: both worlds played with lies planted, and every contradiction counted without a judge.

`run` plays and counts, `figures` are the counts with their intervals. `state_check` says what no committed turn may
do, in terms of its own; `lies` are what `scripted_model` plants; `bare` is a chat Game Master without a referee.
"""

__all__ = [
    "bare",
    "counts",
    "engine_messages",
    "figures",
    "jobs",
    "lies",
    "run",
    "scripted_model",
    "state_check",
]
