"""The narrators that ask a model: with token ids and a grammar, or over a model server's chat API.

`token_narrator` and `chat_narrator` are the two; both share `telling_base`, and come down step by step (`degradation`)
to the understudy. `bootstrap` and replay make them; nobody else imports this room.
"""

__all__ = ["chat_narrator", "token_narrator"]
