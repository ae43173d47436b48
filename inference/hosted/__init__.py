"""An engine in a process of its own: it may die without the service, and is started again.

`host` keeps the process, `child` is what runs in it, and `client` is the engine as the service sees it, over a Unix
socket.
"""

__all__ = ["child", "client", "host", "incidents", "sockets"]
