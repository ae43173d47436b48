"""Who proposes a turn's outcome and tells what the referee made of it.

`narrator` is the port that play knows, and `scene` what it is given for a turn; `understudy` needs no model, `model`
asks one, with the prompts of `prompts`, and has a `critic` read what it tells. `standby` has the understudy narrate
until a model is ready, `handover` lets it end what a model cannot. `options` are a model's settings. Play, replay and
authoring may import this room.
"""

__all__ = [
    "critic",
    "model",
    "narrator",
    "options",
    "prompts",
    "scene",
    "standby",
    "story_tasks",
    "understudy",
]
