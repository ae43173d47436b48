"""A model server of somebody else's, over an OpenAI-style API: text in and text out.

`discovery` says what `--model http://…` names, and `client` is the engine.
"""

__all__ = ["client", "discovery"]
