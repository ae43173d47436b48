"""A model server of somebody else's, over an OpenAI-style API: text in and text out.

`discovery` says what `--model http://…` names, and `client` is the engine. `context_check` notices from its accounts
that a server cut a prompt; `nearby` finds servers on this machine.
"""

__all__ = ["client", "context_check", "discovery", "nearby"]
