"""The narrator that asks a model, over an engine that takes token ids or over a model server's chat API.

`model_narrator` is the one narrator, which comes down step by step (`degradation`) to the understudy. It asks through
the port `text_source`, which `token_source` and `chat_source` implement. `bootstrap` and replay make them; nobody else
imports this room.
"""

__all__ = ["chat_source", "model_narrator", "text_source", "token_source"]
