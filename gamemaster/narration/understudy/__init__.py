"""The narrator that needs no model: deterministic, and able to play any world from what its writer wrote.

`understudy` is the narrator; it has `planner` propose the operations of an intent and `prose` word the ruling. Pure.
The model's narrator falls back on it, and prompts word rulings as it does.
"""

__all__ = ["answers", "first_words", "prose", "rule_choice", "suggestions", "understudy"]
