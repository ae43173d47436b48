"""The same stories in a terminal. Only the `play` command imports this room; it knows the protocol and no story."""

__all__ = ["client"]
