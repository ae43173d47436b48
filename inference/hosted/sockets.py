"""Unix sockets that only our own user can use: path length, mode 0600, the peer's user."""

import os
import socket
import struct
import sys
from pathlib import Path

# sockaddr_un.sun_path, less the NUL: unix(7) on Linux, sys/un.h elsewhere.
MAX_PATH_BYTES = 107 if sys.platform == "linux" else 103
UCRED = struct.Struct("3i")


class PeerRefused(Exception):
    """The process at the other end belongs to another user."""

    def __init__(self, uid: int, allowed: int) -> None:
        super().__init__(f"the peer runs as user {uid}; only user {allowed} is allowed")


def check_path(path: Path) -> None:
    """Raises ValueError, naming the limit, for a path that no Unix socket can have."""
    if (size := len(os.fsencode(path))) > MAX_PATH_BYTES:
        raise ValueError(
            f"the socket path {path} has {size} bytes; the system allows {MAX_PATH_BYTES}: choose a shorter folder"
        )


def bind(path: Path) -> socket.socket:
    """A bound socket of mode 0600 that does not listen yet: nobody can connect before the mode is set.

    A socket file left there is removed: the caller holds the lock that says that nobody uses it.
    """
    check_path(path)
    if path.is_socket():
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        path.chmod(0o600)
    except BaseException:
        listener.close()
        raise
    return listener


def check_peer(connection: socket.socket) -> None:
    """Raises PeerRefused unless the peer runs as our own user. Where the system can't tell, the mode must do."""
    if sys.platform == "linux":
        _, uid, _ = UCRED.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, UCRED.size))
        if uid != os.geteuid():
            raise PeerRefused(uid, os.geteuid())
