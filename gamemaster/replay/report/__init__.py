"""What a run came to: figures, turns, a verdict, a page in HTML, and the gate that holds it to thresholds.

`render` makes the page and `gate` the verdict of thresholds; both are made of pure parts. For commands.
"""

__all__ = ["gate", "groups", "history", "render", "reviews", "thresholds", "verdict"]
