"""One turn answered anew and set beside what was recorded. `compare` is pure; regenerate and shadow share this room."""

__all__ = ["answer_turn", "compare", "epochs", "side_by_side"]
